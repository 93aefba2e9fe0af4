"""Charts as widgets, and the tables that stand beside them."""
