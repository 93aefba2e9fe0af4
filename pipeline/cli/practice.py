"""Practice papers for the demo: invented papers drawn by code, with the truth kept apart."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.cli.export import figure_records
from pipeline.workspace import Workspace


def write_papers(folder: Path, truth: Path, *, seed: int) -> int:
    """Draw the practice papers into folder and their truth into a file outside it; returns how many papers."""
    from pipeline.acquire.practice.papers import write_practice_papers

    return len(write_practice_papers(folder, seed=seed, truth=truth).papers)


def true_kinds(truth: Path, workspace: Workspace) -> dict[str, str | None]:
    """What each figure of the project truly shows, by its image's path; None = no figure of the papers."""
    papers = json.loads(truth.read_text(encoding="utf-8"))["papers"]
    known = {
        (Path(paper["file"]).stem, figure["label"], figure["page"]): figure["kind"]
        for paper in papers
        for figure in paper["figures"]
    }
    records = workspace.read(lambda session: list(figure_records(session, workspace.blobs, workspace.folder)))
    return {
        record["image"]: known.get((record["document"], record["label"], record["page"]))
        for record in records
        if record["image"]
    }
