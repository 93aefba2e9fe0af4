"""A small audited project, made once a worker and copied for each test."""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import find_gate
from auditor.audits.seal import seal_campaign
from auditor.audits.verdicts import GivenAnswer, record_answers
from pipeline.files import Blobs
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment
from pipeline.vocabulary import imported_figure_id, paper_id_of
from pipeline.workspace import Workspace, create_workspace, open_workspace

FIGURES = 24
DAY = "2026-03-{:02d}T10:00:00.000Z"


def picture(number: int, extension: str = "png") -> bytes:
    image = Image.new("RGB", (40 + number, 30), (number * 9 % 256, 120, 200 - number))
    buffer = io.BytesIO()
    image.save(buffer, format={"png": "PNG", "jpg": "JPEG"}[extension])
    return buffer.getvalue()


def add_figure(session: Session, blobs: Blobs, number: int) -> Figure:
    """Figure `number`: two venues, every fifth a JPEG, every third a plot, every fourth without a licence."""
    extension = "jpg" if number % 5 == 0 else "png"
    sha256 = blobs.store(picture(number, extension), extension)
    paper = Paper(
        paper_id=paper_id_of("test", str(number)),
        document=f"paper-{number:03d}",
        platform="test",
        platform_id=str(number),
        venue="ICLR" if number % 2 else "ICML",
        year=2020 + number % 3,
        title=f"On figures & number {number}",
        authors="Ada Lovelace, Alan Turing",
        licence=None if number % 4 == 0 else "CC BY 4.0",
        doi=f"10.0000/{number}",
        bibtex=f"@article{{key{number}, title={{Given {number}}}}}" if number % 2 else None,
        extra={},
        added_at=DAY.format(1),
    )
    session.add(paper)
    session.flush()
    figure = Figure(
        figure_id=imported_figure_id(sha256, str(number)),
        paper_id=paper.id,
        label=f"Figure {number}",
        number=str(number),
        printed_label=f"Fig. {number}",
        page=1,
        caption_page=1,
        bbox=[10.123, 20.0, 200.5, 300.0],
        image_sha256=sha256,
        image_extension=extension,
        width=40 + number,
        height=30,
        dpi=200,
        caption=f"Überblick, number {number}",
        caption_raw=f"Fig. {number} Überblick, number {number}",
        contexts=[{"page": 1, "text": f"See Figure {number}.", "mention": str(number), "span": [4, 12]}],
        parts=[],
        caption_status="found",
        number_status="found",
        mention_status="found",
        source_id=str(number),
        extra={"cascade_path": "t1_majority", "colour": "blue"} if number % 2 else {},
        content_hash=hashlib.sha256(f"content {number}".encode()).hexdigest(),
        extract_version="1",
        created_at=DAY.format(1),
    )
    session.add(figure)
    session.flush()
    label = "plot" if number % 3 == 0 else "diagram"
    session.add(
        Score(
            figure_id=figure.id,
            judge="native",
            label=label,
            confidence=0.5 + number / 100,
            probabilities={label: 0.5 + number / 100, "other": 0.5 - number / 100},
            judge_version="1",
            created_at=DAY.format(2),
        )
    )
    return figure


def fill(session: Session, blobs: Blobs) -> None:
    for number in range(1, FIGURES + 1):
        add_figure(session, blobs, number)


def audit(session: Session) -> None:
    """A sealed campaign of 8 of the 16 diagrams, all judged by both: mostly yes, one no, one open disagreement."""
    spec = CampaignSpec(
        auditors=("first", "second"),
        population="native.label = diagram",
        strata="venue",
        size=8,
        overlap=1.0,
        seed=7,
        name="audit-1",
    )
    create_campaign(session, spec)
    seal_campaign(session, "audit-1")
    gate = find_gate(session, "audit-1")
    items = sorted({row.item_id for row in session.query(Assignment).all()})
    for auditor in ("first", "second"):
        answers = [GivenAnswer(item, "yes") for item in items]
        answers[0] = GivenAnswer(items[0], "no", "plot", 'a "note"\r\nwith two lines')
        if auditor == "second":
            answers[1] = GivenAnswer(items[1], "no", "table")
        record_answers(session, gate, auditor, answers)


@pytest.fixture(scope="session")
def audited_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audited") / "p"
    with create_workspace(folder) as workspace:
        workspace.write(fill, workspace.blobs)
        workspace.write(audit)
    return folder


@pytest.fixture
def project(audited_template: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "p"
    shutil.copytree(audited_template, folder)
    return folder


@pytest.fixture
def workspace(project: Path) -> Iterator[Workspace]:
    with open_workspace(project) as opened:
        yield opened
