"""The figure and its sheet: decoding, the cache, the canvas with its toolbar, and the page a figure comes from."""

from __future__ import annotations
