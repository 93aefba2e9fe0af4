"""Papers and images from outside: local PDFs with a table beside them, and existing datasets."""
