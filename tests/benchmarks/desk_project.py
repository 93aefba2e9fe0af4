"""Projects with a sealed campaign, for timing the desk: 10,000 large figures, or 100,000 items half of them answered.

Only the figures that will be shown have an image file.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from sqlalchemy import Select, select, text, update
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.gate import find_gate
from auditor.audits.seal import seal_campaign
from auditor.audits.verdicts import GivenAnswer, record_answers
from pipeline.store.figures import Figure
from pipeline.store.verdicts import Assignment
from pipeline.workspace import create_workspace, open_workspace
from tests.helpers.factories import Invented, add_invented

NAME, AUDITOR = "bench", "first"


@dataclass(frozen=True)
class Shape:
    """How large a project is: its figures, the items of the campaign, how many of them are answered, then shown.

    With `patterns` so many pictures are drawn and the others are their copies in files that differ.
    """

    figures: int = 10_000
    items: int = 300
    answered: int = 0
    shown: int = 300
    width: int = 2_000
    height: int = 1_500
    patterns: int = 0


USUAL = Shape()
LARGE = Shape(figures=100_000, items=100_000, answered=50_000, width=800, height=600)


def picture(number: int, width: int = 2_000, height: int = 1_500) -> bytes:
    """A PNG that no other number gives: a diagram of boxes and arrows, or every third time a noisy photograph."""
    chance = np.random.default_rng(number)
    if number % 3 == 0:
        coarse = chance.integers(0, 256, (150, 200, 3), dtype=np.uint8)
        photo = np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)).astype(np.int16)
        grain = chance.integers(-6, 7, photo.shape, dtype=np.int16)
        return _png(Image.fromarray(np.clip(photo + grain, 0, 255).astype(np.uint8)))
    image = Image.new("RGB", (2_000, 1_500), "white")
    draw = ImageDraw.Draw(image)
    corners = [
        (int(x), int(y)) for x, y in zip(chance.integers(60, 1_600, 14), chance.integers(60, 1_300, 14), strict=True)
    ]
    for at, (x, y) in enumerate(corners):
        draw.line((x + 150, y + 50, *corners[at - 1]), fill=(40, 40, 40), width=4)
        draw.rounded_rectangle((x, y, x + 300, y + 110), 14, (200, 225 - 6 * at, 255), (30, 60, 90), 4)
        draw.text((x + 40, y + 30), f"part {number}.{at}", fill="black", font_size=40)
    return _png(image if (width, height) == image.size else image.resize((width, height)))


def _png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def make_project(folder: Path, shape: Shape = USUAL, *, auditors: tuple[str, ...] = (AUDITOR,)) -> None:
    """A project with one sealed campaign `bench`; the items that come next have images."""
    with create_workspace(folder) as workspace:
        workspace.write(add_invented, Invented(figures=shape.figures, papers=max(1, shape.figures // 20)))
        overlap = 1.0 if len(auditors) > 1 else 0.0
        workspace.write(_seal, CampaignSpec(auditors=auditors, size=shape.items, overlap=overlap, seed=3, name=NAME))
        workspace.write(_answer, shape.answered)
        rows = workspace.read(_next, shape.answered, shape.shown)
        images = [workspace.blobs.store(data, "png", durable=False) for data in _pictures(shape, len(rows))]
        workspace.write(_set_images, dict(zip(rows, images, strict=True)), (shape.width, shape.height))


def _pictures(shape: Shape, count: int) -> Iterator[bytes]:
    draw = partial(picture, width=shape.width, height=shape.height)
    if shape.patterns:
        drawn = [draw(number) for number in range(shape.patterns)]
        yield from (drawn[number % shape.patterns] + number.to_bytes(8) for number in range(count))
        return
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from pool.map(draw, range(count), chunksize=8)


def forget_answers(folder: Path, shape: Shape = USUAL) -> None:
    """Take back what earlier runs answered: a benchmark begins where the project began."""
    with open_workspace(folder) as workspace:
        workspace.write(_forget, shape.answered)


def _seal(session: Session, spec: CampaignSpec) -> None:
    create_campaign(session, spec)
    seal_campaign(session, NAME)


def _answer(session: Session, count: int) -> None:
    """The auditor's first answers, every tenth a No with its reason left open."""
    places = session.scalars(_queue(Assignment.item_id).limit(count))
    answers = [
        GivenAnswer(item, *(("no", "") if number % 10 == 9 else ("yes", None)), active_seconds=2.0)
        for number, item in enumerate(places)
    ]
    record_answers(session, find_gate(session, NAME), AUDITOR, answers)


def _next(session: Session, first: int, count: int) -> list[int]:
    return list(session.scalars(_queue(Assignment.subject_row).offset(first).limit(count)))


def _queue(column: Any) -> Select[Any]:
    return select(column).where(Assignment.auditor == AUDITOR).order_by(Assignment.position)


def _forget(session: Session, answered: int) -> None:
    session.execute(text("DELETE FROM verdicts WHERE sequence > :kept"), {"kept": answered})
    later = "UPDATE assignments SET state = 'waiting', skip_reason = NULL WHERE state != 'waiting' AND position > :kept"
    session.execute(text(later), {"kept": answered})


def _set_images(session: Session, images: Mapping[int, str], size: tuple[int, int]) -> None:
    for row, sha256 in images.items():
        session.execute(
            update(Figure).where(Figure.id == row).values(image_sha256=sha256, width=size[0], height=size[1])
        )
