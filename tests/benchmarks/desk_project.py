"""A project of 10,000 figures of 2,000 x 1,500 pixels with a sealed campaign, for timing the desk.

Only the figures that were drawn have an image file: the others are never shown.
"""

from __future__ import annotations

import io
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.campaign import create_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.seal import seal_campaign
from pipeline.store.designs import Item
from pipeline.store.figures import Figure
from pipeline.workspace import Workspace, create_workspace
from tests.helpers.factories import Invented, add_invented

WIDTH, HEIGHT = 2_000, 1_500
NAME = "bench"


def picture(number: int) -> bytes:
    """A PNG that no other number gives: a diagram of boxes and arrows, or every third time a noisy photograph."""
    chance = np.random.default_rng(number)
    if number % 3 == 0:
        coarse = chance.integers(0, 256, (150, 200, 3), dtype=np.uint8)
        photo = np.asarray(Image.fromarray(coarse).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)).astype(np.int16)
        grain = chance.integers(-6, 7, photo.shape, dtype=np.int16)
        return _png(Image.fromarray(np.clip(photo + grain, 0, 255).astype(np.uint8)))
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    draw = ImageDraw.Draw(image)
    corners = [(int(x), int(y)) for x, y in zip(chance.integers(60, 1_600, 14), chance.integers(60, 1_300, 14))]
    for at, (x, y) in enumerate(corners):
        draw.line((x + 150, y + 50, *corners[at - 1]), fill=(40, 40, 40), width=4)
        draw.rounded_rectangle((x, y, x + 300, y + 110), 14, (200, 225 - 6 * at, 255), (30, 60, 90), 4)
        draw.text((x + 40, y + 30), f"part {number}.{at}", fill="black", font_size=40)
    return _png(image)


def _png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def make_project(folder: Path, *, figures: int = 10_000, drawn: int = 300, auditors: tuple[str, ...] = ("first",)) -> None:
    """A project with one sealed campaign `bench` whose items have images."""
    with create_workspace(folder) as workspace:
        workspace.write(add_invented, Invented(figures=figures, papers=max(1, figures // 20)))
        spec = CampaignSpec(auditors=auditors, size=drawn, overlap=1.0 if len(auditors) > 1 else 0.0, seed=3, name=NAME)
        workspace.write(_seal, spec)
        rows = workspace.read(_drawn)
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
            for row, data in zip(rows, pool.map(picture, range(len(rows)), chunksize=8), strict=True):
                _give_image(workspace, row, data)


def _seal(session: Session, spec: CampaignSpec) -> None:
    create_campaign(session, spec)
    seal_campaign(session, NAME)


def _drawn(session: Session) -> list[int]:
    return list(session.scalars(select(Item.subject_row).order_by(Item.position)))


def _give_image(workspace: Workspace, row: int, data: bytes) -> None:
    sha256 = workspace.blobs.store(data, "png", durable=False)
    workspace.write(_set_image, row, sha256)


def _set_image(session: Session, row: int, sha256: str) -> None:
    session.execute(
        update(Figure).where(Figure.id == row).values(image_sha256=sha256, width=WIDTH, height=HEIGHT)
    )
