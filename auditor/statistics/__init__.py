"""Statistics of blind audits as pure arithmetic: one function per method, with its source and a runnable
example.
"""
