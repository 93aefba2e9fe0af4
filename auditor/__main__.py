"""`python -m auditor`: the command line."""

from __future__ import annotations

from auditor.cli import main

if __name__ == "__main__":
    main()
