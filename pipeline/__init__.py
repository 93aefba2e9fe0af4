"""Facts by machine: papers become figures with machine labels, and this package owns the store."""
