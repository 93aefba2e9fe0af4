"""The desktop window, the only place for Qt.

Not built yet: audits run by CSV files through the `figaudit` command.
"""
