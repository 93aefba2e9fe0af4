"""Figures of a PDF: captions, graphics, the paragraphs that cite them, and what is drawn in them."""
