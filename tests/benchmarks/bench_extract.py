"""Extraction of the corpus in one process: CPU seconds a page and peak memory, images at 200 dpi included."""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

from timing import calibration, milliseconds

from pipeline.extract.paper import extract_paper

REPOSITORY = Path(__file__).resolve().parents[2]


def main() -> None:
    """One line a paper and one for all."""
    corpus = Path(os.environ.get("FIGAUDIT_SHARED") or REPOSITORY.parent / "shared") / "corpus" / "pdf"
    if not corpus.is_dir():
        sys.exit(f"skipped: the corpus is not here ({corpus}); FIGAUDIT_SHARED names another place")
    print(f"calibration loop {milliseconds(calibration):.1f} ms")
    pages, spent = 0, 0.0
    for path in sorted(corpus.glob("*.pdf")):
        start = time.process_time()
        paper = extract_paper(path)
        seconds = time.process_time() - start
        pages, spent = pages + paper.pages, spent + seconds
        figures = f"{len(paper.figures):>4} figures"
        print(f"{path.stem:<24}{paper.pages:>4} pages{figures}{seconds / paper.pages:>8.3f} s a page")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'all':<24}{pages:>4} pages{spent / pages:>20.3f} CPU s a page, peak memory {peak:.0f} MB")


main()
