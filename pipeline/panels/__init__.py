"""Panels of compound figures: detected, laid out and lettered from structure and pixels.

Not built yet: no stage of this name runs, and exports give every figure an empty list of panels.
"""
