"""An audit of boxes is left while a step is on its way to the disk: what follows it arrives, or somebody is told."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from auditor.audits.desk_boxes import box_history
from auditor.ui.desk import Desk, PageName, Place
from auditor.ui.pages import panels_store
from pipeline.errors import TroubleCause, UnavailableError
from pipeline.workspace import open_workspace
from tests.helpers.panels import Sitting


def test_steps_behind_the_one_being_saved_reach_the_disk_although_their_audit_was_left(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
):
    gate, figure = held_saves(monkeypatch), first_figure(sitting)
    sitting.draw((50, 80), (250, 200))
    sitting.draw((300, 80), (500, 200))
    assert sitting.page.saver.unsaved >= 2
    sitting.page.enter(Place(PageName.PANELS, "another audit"))
    gate.set()
    sitting.qtbot.waitUntil(lambda: not sitting.seat.desk.workers.writes)
    with open_workspace(sitting.seat.folder) as workspace:
        assert len(workspace.read(box_history, figure)[-1].boxes) == 2


def test_a_step_that_fails_after_its_audit_was_left_is_told(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    gate = held_saves(monkeypatch, fail=True)
    sitting.draw((50, 80), (250, 200))
    sitting.page.enter(Place(PageName.PANELS, "another audit"))
    with sitting.qtbot.waitSignal(sitting.seat.desk.toast_said) as told:
        gate.set()
    assert told.args[0].startswith("Boxes were not saved")


def test_steps_of_a_project_that_was_left_go_into_no_other_one(sitting: Sitting, monkeypatch: pytest.MonkeyPatch):
    gate = held_saves(monkeypatch)
    sitting.draw((50, 80), (250, 200))
    sitting.draw((300, 80), (500, 200))
    sitting.page.enter(Place(PageName.PANELS, "another audit"))
    monkeypatch.setattr(Desk, "project", sitting.seat.folder.parent / "elsewhere")
    with sitting.qtbot.waitSignal(sitting.seat.desk.toast_said) as told:
        gate.set()
    assert told.args[0].startswith("Boxes were not saved")


def held_saves(monkeypatch: pytest.MonkeyPatch, *, fail: bool = False) -> threading.Event:
    """What lets the saves go on, which wait for it; with `fail` they find the disk full then."""
    gate, save = threading.Event(), panels_store.save

    def wait(*given: Any) -> int | None:
        assert gate.wait(20)
        if fail:
            raise UnavailableError("the disk is full", cause=TroubleCause.FULL)
        return save(*given)

    monkeypatch.setattr(panels_store, "save", wait)
    return gate


def first_figure(sitting: Sitting) -> str:
    assert sitting.page.session is not None
    return sitting.page.session.ids[0]
