"""Edits of boxes, hit-testing and undo history as pure functions, with drafts of unsaved work.

Not built yet: it comes with the window.
"""
