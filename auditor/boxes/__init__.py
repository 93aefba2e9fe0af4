"""Panel boxes without a window or a database: what an edit gives, what a pointer hits, how steps are taken back."""
