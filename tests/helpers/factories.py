"""Projects with a migrated database and invented papers, figures and scores in it."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from pipeline.store.figures import Figure, content_hash_of
from pipeline.store.papers import Paper
from pipeline.store.routes import Route
from pipeline.store.scores import Score
from pipeline.vocabulary import CaptionStatus, MentionStatus, NumberStatus, figure_id_of, paper_id_of
from pipeline.workspace import Workspace, create_workspace, open_workspace

VENUES = ("ICLR", "ICML", "NeurIPS", None)
PATHS = ("t1_unanimous", "t1_majority", "t1_minority", "t2_consensus")


@dataclass(frozen=True)
class Invented:
    """How many figures to invent, and from which seed."""

    figures: int = 120
    papers: int = 12
    seed: int = 1
    label: str = "diagram"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def new_project(folder: Path, invented: Invented | None = None) -> Workspace:
    """A new project; with `invented` it holds that many papers and figures, each with a score and a route."""
    workspace = create_workspace(folder)
    if invented is not None:
        workspace.write(add_invented, invented)
    return workspace


def copied(template: Path, folder: Path) -> Workspace:
    """A copy of a closed project: a migrated database without the seconds that migrating and filling take."""
    shutil.copytree(template, folder)
    return open_workspace(folder)


def add_invented(session: Session, invented: Invented) -> list[Figure]:
    """Insert papers and figures; venue, confidence and path come from the seed, labels are all the same."""
    chance = random.Random(invented.seed)  # noqa: S311 - invented data, not a secret
    papers = [make_paper(number, venue=VENUES[number % len(VENUES)]) for number in range(invented.papers)]
    session.add_all(papers)
    session.flush()
    figures = [make_figure(papers[number % len(papers)], number) for number in range(invented.figures)]
    session.add_all(figures)
    session.flush()
    for figure in figures:
        add_score(session, figure, confidence=round(chance.uniform(0.3, 1.0), 4), label=invented.label)
        add_route(session, figure, path=chance.choice(PATHS))
    return figures


def make_paper(number: int, *, venue: str | None = "ICLR", year: int | None = 2024) -> Paper:
    """A paper that is not in any session yet."""
    return Paper(
        paper_id=paper_id_of("invented", f"paper-{number}"),
        document=f"paper-{number:03}",
        platform="invented",
        platform_id=f"paper-{number}",
        venue=venue,
        year=year,
        title=f"Invented paper {number}",
        pdf_sha256=sha256(f"pdf {number}"),
        extra={},
    )


def make_figure(paper: Paper, number: int, *, contexts: Sequence[str] | None = None) -> Figure:
    """A figure of a paper that has its database id; its image is named but no file stands behind it."""
    image = sha256(f"image {number}")
    texts = [f"As Figure {number} shows, nothing here is real."] if contexts is None else contexts
    caption = f"Figure {number}: an invented caption."
    said = [{"page": 2, "text": text, "mention": str(number), "span": [0, len(text)]} for text in texts]
    return Figure(
        figure_id=figure_id_of(
            str(paper.pdf_sha256), 1 + number % 9, f"Figure {number}", (10, 20, 110, 220), duplicate=0
        ),
        paper_id=paper.id,
        label=f"Figure {number}",
        number=str(number),
        printed_label=f"Figure {number}",
        page=1 + number % 9,
        caption_page=1 + number % 9,
        bbox=[10.0, 20.0, 110.0, 220.0],
        image_sha256=image,
        image_extension="png",
        width=277,
        height=555,
        dpi=200,
        caption=caption,
        caption_raw=caption,
        caption_bbox=[10.0, 225.0, 110.0, 240.0],
        contexts=said,
        parts=[],
        caption_status=CaptionStatus.FOUND,
        number_status=NumberStatus.FOUND,
        mention_status=MentionStatus.FOUND if texts else MentionStatus.NOT_MENTIONED,
        extra={},
        content_hash=content_hash_of(image, caption, said),
        extract_version="1",
    )


def add_score(
    session: Session, figure: Figure, *, confidence: float | None, label: str = "diagram", judge: str = "native"
) -> Score:
    """One judge's score of a figure that has its database id."""
    score = Score(
        figure_id=figure.id,
        judge=judge,
        label=label,
        confidence=confidence,
        probabilities={label: confidence},
        judge_version="1",
    )
    session.add(score)
    return score


def add_route(session: Session, figure: Figure, *, path: str) -> Route:
    """One cascade path of a figure that has its database id."""
    route = Route(figure_id=figure.id, path=path, tier="t1", votes={}, decision="diagram", config_hash=sha256("config"))
    session.add(route)
    return route


def store_images(workspace: Workspace, figures: int = 120) -> None:
    """Put a file behind the image that each invented figure names; it is no picture."""
    for number in range(figures):
        workspace.blobs.store(f"image {number}".encode(), "png", durable=False)
