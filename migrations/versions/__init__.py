"""One file a revision; each stands alone and imports nothing of the project."""
