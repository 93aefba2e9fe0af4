"""Small projects with real, drawn figures, and a desk on them: what tests of the window's pages stand on."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image, ImageDraw
from pytestqt.qtbot import QtBot
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from auditor.audits.queue import QueuePlace, desk_queue
from auditor.ui.desk import Desk
from auditor.ui.preferences import Preferences
from auditor.ui.theme import Theme
from auditor.ui.workers import Workers
from pipeline.errors import ExpectedError
from pipeline.store.figures import content_hash_of
from pipeline.workspace import Workspace, open_workspace
from tests.helpers.audits import seal_one
from tests.helpers.factories import add_route, add_score, make_figure, make_paper

CONTEXT = "Most parsers forget what they saw before. As Figure {n} shows, the decoder asks only where it has to."
CAPTION = "Figure {n}. Overview of the invented parser number {n}: pages are read once and kept in a small memory."
A = TypeVar("A")


def drawn_png(number: int, size: tuple[int, int] = (640, 400)) -> bytes:
    """A picture of boxes and arrows that differs from number to number."""
    width, height = size
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    hue = (60 + 37 * number % 160, 90 + 53 * number % 140, 120 + 29 * number % 120)
    for column in range(3):
        left = round(width * (0.06 + 0.32 * column))
        box = (left, round(height * 0.3), left + round(width * 0.2), round(height * 0.7))
        pen.rectangle(box, fill=tuple(min(255, part + 60) for part in hue), outline="black", width=2)
        if column:
            middle = height // 2
            pen.line((left - round(width * 0.12), middle, left, middle), fill="black", width=3)
    pen.rectangle((10, 10, 10 + 8 * (number % 60), 16), fill=hue)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def drawn_pdf(number: int) -> bytes:
    """A paper of nine pages, each with a picture at its head."""
    pages = []
    for page in range(9):
        sheet = Image.new("RGB", (612, 792), "white")
        sheet.paste(Image.open(io.BytesIO(drawn_png(number + page, (400, 250)))), (10, 20))
        pen = ImageDraw.Draw(sheet)
        for line in range(24):
            pen.line((60, 320 + 18 * line, 550 - 70 * (line % 6 == 5), 320 + 18 * line), fill="grey", width=3)
        pages.append(sheet)
    stream = io.BytesIO()
    pages[0].save(stream, "PDF", save_all=True, append_images=pages[1:], resolution=72)
    return stream.getvalue()


def add_drawn(workspace: Workspace, count: int = 12, *, size: tuple[int, int] = (640, 400), pdfs: bool = False) -> None:
    """Papers, scores and `count` figures whose images lie in the project; number 2 is mentioned twice."""

    def add(session: Session) -> None:
        papers = [make_paper(number) for number in range(3)]
        for number, paper in enumerate(papers):
            paper.pdf_sha256 = workspace.blobs.store(drawn_pdf(number), "pdf", durable=False) if pdfs else None
        session.add_all(papers)
        session.flush()
        for number in range(1, count + 1):
            image = workspace.blobs.store(drawn_png(number, size), "png", durable=False)
            texts = [CONTEXT.format(n=number)]
            if number == 2:
                texts.append(f"Later, Figure {number} is taken up again.")
            figure = make_figure(papers[number % 3], number, contexts=texts)
            figure.image_sha256 = image
            figure.width, figure.height = size
            figure.bbox = [10.0, 20.0, 410.0, 270.0]
            figure.caption = figure.caption_raw = CAPTION.format(n=number)
            for said in figure.contexts:
                start = said["text"].index(f"Figure {number}")
                said["span"] = [start, start + len(f"Figure {number}")]
            figure.content_hash = content_hash_of(image, figure.caption, figure.contexts)
            session.add(figure)
            session.flush()
            add_score(session, figure, confidence=0.5 + number % 50 / 100)
            add_route(session, figure, path="t1_unanimous")

    workspace.write(add)


def seal_drawn(workspace: Workspace, size: int = 12, **changes: Any) -> CampaignGate:
    """A sealed campaign over `size` drawn figures for the auditor "first"."""
    plain: dict[str, Any] = {"auditors": ("first",), "overlap": 0.0, "strata": "", "name": "spring"}
    return seal_one(workspace, **{**plain, "size": size, **changes})


@dataclass
class Seat:
    """A desk with a project open on it and somebody sitting there."""

    desk: Desk
    folder: Path
    said: list[tuple[str, str]] = field(default_factory=list)

    def places(self, campaign: str = "spring", auditor: str = "first") -> tuple[QueuePlace, ...]:
        """The queue as the database has it now, read beside the desk."""
        with open_workspace(self.folder) as workspace:
            return workspace.read(desk_queue, campaign, auditor).places

    def write(self, fn: Callable[..., A], *args: Any, **more: Any) -> A:
        """Write to the project as another window would."""
        with open_workspace(self.folder) as workspace:
            return workspace.write(fn, *args, **more)


@contextmanager
def seated(folder: Path, settings: Path, qtbot: QtBot, *, auditor: str = "first") -> Iterator[Seat]:
    """A desk on a project with somebody sitting there; its workers end with the block."""
    workers = Workers()
    desk = Desk(preferences=Preferences(settings / "desk.json"), theme=Theme("light"), workers=workers)
    seat = Seat(desk, folder)
    desk.status_said.connect(lambda text, tone: seat.said.append((text, str(tone))))
    opened: list[Path] = []
    failed: list[ExpectedError] = []
    workers.open_project(folder, done=opened.append, failed=failed.append)
    try:
        qtbot.waitUntil(lambda: bool(opened or failed), timeout=20_000)
        assert not failed, failed
        desk.seat(auditor)
        yield seat
    finally:
        workers.stop()
