"""Browsing and searching the figures of a project for the window.

Not built yet: `figaudit export figures` lists them.
"""
