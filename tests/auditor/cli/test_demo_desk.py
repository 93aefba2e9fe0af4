"""The demo leaves two small audits for a person, once, and opens a window only where somebody could see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audits.queue import waiting_for
from auditor.cli import demo_desk
from auditor.cli.demo_desk import make_tries, open_for_you
from pipeline.workspace import open_workspace
from tests.helpers.desk import add_drawn


def test_two_audits_wait_for_you_and_a_second_demo_adds_none(project: Path):
    with open_workspace(project) as workspace:
        add_drawn(workspace, 7)
    for _ in range(2):
        make_tries(project, 7)
        with open_workspace(project) as workspace:
            waiting = workspace.read(waiting_for, "you")
        assert [(each.campaign, each.kind, each.left) for each in waiting] == [
            ("try-it", "answers", 7),
            ("try-boxes", "boxes", 5),
        ]


@pytest.mark.parametrize(("platform", "windows"), [("offscreen", 0), ("minimal:enable_fonts", 0), ("xcb", 1), ("", 0)])
def test_a_window_opens_only_on_a_display(project: Path, monkeypatch: pytest.MonkeyPatch, platform: str, windows: int):
    seen: list[tuple[Path, str]] = []
    monkeypatch.setattr(
        demo_desk, "leave", lambda folder, *, auditor, campaign: seen.append((folder, auditor + campaign))
    )
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    open_for_you(project)
    assert seen == [(project, "you")] * windows


def test_a_display_that_does_not_answer_is_told_and_the_report_stands(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("QT_QPA_PLATFORM", "")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    open_for_you(project)
    assert "the window cannot open" in capsys.readouterr().err
