"""Sub-captions and questions about figures, written from templates or by a language model, then checked.

Not built yet: no stage of this name runs.
"""
