"""Practice papers and training figures, drawn wholly by code: invented science with a known truth."""
