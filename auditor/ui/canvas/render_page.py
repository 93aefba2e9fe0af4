"""A process of its own that draws pages of PDFs: requests as lines of JSON on stdin, answers on stdout.

A PDF library that crashes or hangs takes this process with it and no other. It ends when its stdin does, so it never
outlives the window, however that ended; an alarm of the system ends it should a page never be done.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import BinaryIO

from pipeline.errors import ExpectedError
from pipeline.pdf import open_pdf

LONGEST_SECONDS = 60


def answer(request: dict[str, object]) -> tuple[dict[str, object], bytes]:
    """The drawn page and its size in points, or why there is none."""
    path = Path(str(request["pdf"]))
    number, pixels = int(str(request["number"])), int(str(request["pixels"]))
    try:
        with open_pdf(path) as pdf:
            if not 1 <= number <= pdf.pages:
                return {"failed": f"page {number} of {pdf.pages}"}, b""
            page = pdf.frame(number)
            dpi = max(1, round(72 * pixels / max(page.width, page.height, 1.0)))
            drawn = pdf.render(number, page, dpi=dpi)
    except ExpectedError as error:
        return {"failed": str(error).replace(path.name, "…")}, b""
    size = (page.width, page.height)
    return {"width": drawn.width, "height": drawn.height, "points": size, "bytes": len(drawn.png)}, drawn.png


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer until no more requests come."""
    for line in requests:
        _set_alarm(LONGEST_SECONDS)
        head, body = answer(json.loads(line))
        _set_alarm(0)
        answers.write(json.dumps(head).encode() + b"\n" + body)
        answers.flush()


def _set_alarm(seconds: int) -> None:
    """Have the system end this process after so long, even inside the PDF library, where Python hears nothing."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
