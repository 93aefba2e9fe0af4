"""A real window on a screen of its own, real key presses: nothing lost by a kill, nothing twice, nothing too early."""

from __future__ import annotations

import queue
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.gate import find_gate
from auditor.audits.ledger import verify_chains
from auditor.audits.projection import blind_items
from auditor.audits.queue import desk_queue
from auditor.audits.tasks import load_task
from pipeline.store.verdicts import Verdict
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn, seal_drawn
from tests.helpers.screen import Screen, screen
from tests.helpers.windows import SCAN_CODE, Desk, desk_on, position

PRESSES = 200
KILLS = 4
SOAK_KILLS = 25
SOAK_ROUNDS = 8


@pytest.fixture(scope="module")
def own_screen() -> Iterator[Screen]:
    with screen() as place:
        yield place


def drawn_project(project: Path, figures: int) -> Path:
    with open_workspace(project) as workspace:
        add_drawn(workspace, figures, size=(320, 200))
        seal_drawn(workspace, figures)
    return project


def rows_by_item(session: Session) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for verdict in session.scalars(select(Verdict).order_by(Verdict.sequence)):
        found.setdefault(verdict.item_id, []).append(verdict.answer)
    return found


def stand(project: Path, answered: dict[int, str]) -> tuple[int, bool]:
    """Check that each answer in `answered` is in the ledger once, as it was given, and at most one more.

    Returns the figure at which a new desk has to stand, and whether it has to ask for a reason there.
    """
    with open_workspace(project) as workspace:
        places = workspace.read(desk_queue, "spring", "first").places
        assert workspace.read(verify_chains, workspace.read(find_gate, "spring")) == []
        rows = workspace.read(rows_by_item)
    for index, answer in answered.items():
        assert rows.pop(places[index].item) == [answer] * (2 if answer == "no" else 1)
    assert len(rows) <= 1
    for index, place in enumerate(places):
        if place.own is None:
            return index, False
        if place.own.answer == "no" and place.own.error_mode is None:
            return index, True
        answered.setdefault(index, place.own.answer)  # the last press was committed, its next figure not painted
    return len(places), False


def run_killed(place: Screen, project: Path, settings: Path, *, seed: int, kills: int) -> None:
    """Press answers, and at seeded moments kill the desk right after a press, begin again and go on."""
    chance = random.Random(seed)  # noqa: S311 - moments, not secrets
    moments = [*sorted(chance.sample(range(2, PRESSES - 5), kills)), PRESSES]
    answered: dict[int, str] = {}
    pressed = 0
    for moment in moments:
        wanted, asks = stand(project, answered)
        with desk_on(place, project, settings) as desk:
            at = position(desk.until("painted"))
            assert at == wanted
            while pressed < moment:
                key, answer = ("4", "no") if asks else chance.choice((("1", "yes"), ("3", "unsure"), ("2", "no")))
                place.keys(SCAN_CODE[key])
                pressed += 1
                moves = asks or answer != "no"
                if pressed == moment:
                    later = killed_soon(desk, chance)
                    if moves and f"painted {at + 1}" in later:
                        answered[at] = answer
                    break
                if moves:
                    assert position(desk.until("painted")) == at + 1
                    answered[at], at, asks = answer, at + 1, False
                else:
                    desk.until("asks")
                    asks = True
    stand(project, answered)


def killed_soon(desk: Desk, chance: random.Random) -> list[str]:
    """Let the desk live for up to 60 ms more, then kill it; what it said after the press."""
    said = []
    with suppress(queue.Empty):
        said.append(desk.lines.get(timeout=chance.uniform(0, 0.06)))
    return said + desk.kill()


def test_a_kill_at_any_moment_loses_no_answer_that_was_followed_by_a_painted_figure(
    own_screen: Screen, project: Path, tmp_path: Path
):
    run_killed(own_screen, drawn_project(project, PRESSES), tmp_path / "settings", seed=1, kills=KILLS)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(SOAK_ROUNDS))
def test_soak_kills_at_many_moments(own_screen: Screen, project: Path, tmp_path: Path, seed: int):
    run_killed(own_screen, drawn_project(project, PRESSES), tmp_path / "settings", seed=100 + seed, kills=SOAK_KILLS)


def test_a_key_held_down_gives_one_answer(own_screen: Screen, project: Path, tmp_path: Path):
    drawn_project(project, 12)
    with desk_on(own_screen, project, tmp_path / "settings") as desk:
        desk.until("painted 0")
        own_screen.xdotool("keydown", SCAN_CODE["1"])
        try:
            desk.until("painted 1")
            with pytest.raises(queue.Empty):
                desk.until("painted", seconds=3)
        finally:
            own_screen.xdotool("keyup", SCAN_CODE["1"])
        own_screen.keys(SCAN_CODE["1"])
        desk.until("painted 2")
    assert stand(project, {0: "yes", 1: "yes"}) == (2, False)


def test_keys_in_the_note_are_text(own_screen: Screen, project: Path, tmp_path: Path):
    drawn_project(project, 12)
    with desk_on(own_screen, project, tmp_path / "settings") as desk:
        desk.until("painted 0")
        own_screen.keys(SCAN_CODE["N"])
        desk.until("note")
        own_screen.keys("1", "2", "s", "l", "space", "3")
        own_screen.keys("Escape")
        own_screen.keys("1")
        desk.until("painted 1")
    with open_workspace(project) as workspace:
        own = workspace.read(desk_queue, "spring", "first").places[0].own
    assert own is not None
    assert (own.answer, own.note) == ("yes", "12sl 3")
    assert stand(project, {0: "yes"}) == (1, False)


def test_the_keys_work_under_a_cyrillic_layout(project: Path, tmp_path: Path):
    drawn_project(project, 12)
    with screen() as place:
        place.layout("ru")
        with desk_on(place, project, tmp_path / "settings") as desk:
            desk.until("painted 0")
            place.keys(SCAN_CODE["L"])  # later
            desk.until("painted 1")
            place.keys(SCAN_CODE["2"])
            desk.until("asks")
            place.keys(SCAN_CODE["Q"])  # the eighth reason
            desk.until("painted 2")
            place.keys(SCAN_CODE["S"], SCAN_CODE["5"])  # skip, with its second reason
            desk.until("painted 3")
    with open_workspace(project) as workspace:
        places = workspace.read(desk_queue, "spring", "first").places
        modes = workspace.read(lambda session: [v.error_mode for v in session.scalars(select(Verdict))])
    assert [place.own is not None for place in places[:4]] == [False, True, False, False]
    assert places[2].skip_reason
    assert modes == [None, load_task("is-diagram").error_modes[7].word]


def test_keys_while_a_figure_loads_answer_nothing(own_screen: Screen, project: Path, tmp_path: Path):
    drawn_project(project, 12)
    with open_workspace(project) as workspace:
        gate = workspace.read(find_gate, "spring")
        first = workspace.read(blind_items, gate, "first")[0]
    Image.new("RGB", (9_000, 9_000), "white").save(project / first.image, compress_level=1)  # takes a second to decode
    with desk_on(own_screen, project, tmp_path / "settings") as desk:
        desk.until("loading")
        own_screen.keys(SCAN_CODE["1"], SCAN_CODE["1"], SCAN_CODE["3"])
        desk.until("painted 0")
        with pytest.raises(queue.Empty):
            desk.until("painted", seconds=1)
        own_screen.keys(SCAN_CODE["3"])
        desk.until("painted 1")
    assert stand(project, {0: "unsure"}) == (1, False)
