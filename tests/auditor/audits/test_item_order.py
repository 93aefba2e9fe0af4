"""The order in which an auditor sees items tells nothing of what the machine said of them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.gate import CampaignGate
from pipeline.store.designs import Item
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment
from pipeline.workspace import Workspace
from tests.helpers.audits import seal_one
from tests.helpers.factories import Invented, copied, new_project

ITEMS = 1000
NOISE = 4 / ITEMS**0.5  # four standard deviations of a rank correlation when there is no relation


@pytest.fixture(scope="module")
def thousands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("thousands") / "p"
    with new_project(folder, Invented(figures=2000)) as workspace:

        def two_labels(session: Session) -> None:
            # The label hangs on the confidence, as it does in life.
            session.execute(update(Score.__table__).where(Score.confidence < 0.6).values(label="plot"))

        workspace.write(two_labels)
    return folder


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    for rank, place in enumerate(order):
        found[place] = float(rank)
    return found


def seen(workspace: Workspace, gate: CampaignGate, auditor: str) -> list[tuple[float, str, int]]:
    """Confidence, label and stratum of an auditor's items, in the order of the queue."""
    statement = (
        select(Score.confidence, Score.label, Item.stratum_id)
        .join(Assignment, Assignment.subject_row == Score.figure_id)
        .join(Item, Item.item_id == Assignment.item_id)
        .where(Assignment.campaign_id == gate.key, Assignment.auditor == auditor)
        .order_by(Assignment.position)
    )
    return [(row[0], row[1], row[2]) for row in workspace.read(lambda session: session.execute(statement).all())]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_positions_know_neither_score_nor_label_nor_stratum(thousands: Path, tmp_path: Path, seed: int):
    with copied(thousands, tmp_path / "p") as workspace:
        gate = seal_one(
            workspace, size=ITEMS, overlap=1.0, seed=seed, population="", strata="venue,native.confidence@0.5,0.7"
        )
        orders = {auditor: seen(workspace, gate, auditor) for auditor in ("first", "second")}
    places = [float(place) for place in range(ITEMS)]
    for order in orders.values():
        assert len(order) == ITEMS
        scores = ranks([confidence for confidence, _, _ in order])
        assert abs(statistics.correlation(places, scores)) < NOISE
        assert abs(statistics.correlation(scores[:-1], scores[1:])) < NOISE
        plots = [float(label == "plot") for _, label, _ in order]
        assert 100 < sum(plots) < 900
        assert abs(statistics.correlation(places, plots)) < NOISE
        for stratum in {number for _, _, number in order}:
            inside = [float(number == stratum) for _, _, number in order]
            assert abs(statistics.correlation(places, inside)) < NOISE
    assert orders["first"] != orders["second"]
    assert sorted(orders["first"]) == sorted(orders["second"])


def test_the_measure_sees_an_order_by_score():
    """The test above could not pass on a sorted queue, or on one that puts a label first."""
    sorted_scores = ranks([0.3 + place / ITEMS for place in range(ITEMS)])
    places = [float(place) for place in range(ITEMS)]
    assert statistics.correlation(places, sorted_scores) > NOISE
    assert abs(statistics.correlation(places, [float(place < 300) for place in range(ITEMS)])) > NOISE
