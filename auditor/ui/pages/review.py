"""The blind page on which an auditor answers the question of a task, figure by figure.

Not built yet: `figaudit campaign items` and `figaudit verdicts import` take its place.
"""
