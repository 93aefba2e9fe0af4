"""`figaudit open`: the window, which this version does not have yet."""

from __future__ import annotations

from pipeline.cli.front import new_app
from pipeline.errors import ExpectedError

app = new_app("The window.")


@app.command("open")
def open_window() -> None:
    """Open the project in a window; this version has none yet and says what to use in its place."""
    raise ExpectedError(
        "this version has no window yet; auditors work on the files of `figaudit campaign items`, "
        "and `figaudit verdicts import` brings their answers back"
    )
