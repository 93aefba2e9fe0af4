"""The demo leaves two small audits for a person, once, and opens a window only where somebody could see it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from auditor.audits.campaign import find_campaign
from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item
from auditor.audits.projection import blind_items_by_id
from auditor.audits.queue import desk_queue, waiting_for
from auditor.cli import demo, demo_desk
from auditor.cli.demo_desk import make_tries, open_for_you, tries_text
from pipeline.cli.practice import write_papers
from pipeline.store.figures import Figure
from pipeline.workspace import Workspace, open_workspace
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
    monkeypatch.chdir(project.parent)
    open_for_you(Path(project.name))  # the window remembers the path, and nobody knows from where it is read again
    assert seen == [(project, "you")] * windows


def test_a_display_that_does_not_answer_is_told_and_the_report_stands(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("QT_QPA_PLATFORM", "")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":4711")
    open_for_you(project)
    assert "the window cannot open" in capsys.readouterr().err


def letter(workspace: Workspace, captions: dict[str, str]) -> None:
    """Give the figures of these numbers another caption."""

    def write(session: Session) -> None:
        for figure in session.scalars(select(Figure)):
            figure.caption = captions.get(str(figure.number), figure.caption)

    workspace.write(write)


def test_boxes_are_tried_on_figures_whose_captions_name_parts(project: Path):
    parts = ("One. (a) left; (b) right.", "Two. A quick grain; B late grain.", "Three. a one strip; b two strips.")
    with open_workspace(project) as workspace:
        add_drawn(workspace, 12)
        letter(workspace, dict(zip(("2", "5", "9"), parts, strict=True)))
    make_tries(project, 7)
    with open_workspace(project) as workspace:
        places = workspace.read(desk_queue, "try-boxes", "you").places
        shown = workspace.read(blind_items_by_id, [place.assignment_id for place in places])
        assert workspace.read(find_campaign, "try-it").population == ""
    assert sorted(item.caption for item in shown) == sorted(parts)


def test_the_papers_of_the_demo_name_their_parts_in_captions_as_the_demo_looks_for_them(tmp_path: Path):
    write_papers(tmp_path / "papers", tmp_path / "truth.json", seed=demo.SEED)
    told = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    figures = [figure for paper in told["papers"] for figure in paper["figures"]]
    lettered = [one for one in figures if "(b)" in one["caption"] or "; b " in one["caption"].lower()]
    assert [one["label"] for one in lettered] == [one["label"] for one in figures if one["compound"]]
    assert len(lettered) >= 5


def test_the_end_of_the_demo_tells_what_is_left_and_a_line_that_works_in_any_folder(
    project: Path, monkeypatch: pytest.MonkeyPatch
):
    with open_workspace(project) as workspace:
        add_drawn(workspace, 2)
    make_tries(project, 7)
    monkeypatch.chdir(project.parent)
    monkeypatch.setattr(demo_desk, "command", lambda: "figaudit")
    told = tries_text(Path(project.name))
    assert told.startswith("2 small audits wait for auditor “you”, try-it (2 of 2 figures left) and try-boxes (2 of 2")
    assert told.endswith(f"\n$ figaudit open --project {project} --auditor you")
    with open_workspace(project) as workspace:
        first, second = workspace.read(desk_queue, "try-it", "you").places
        workspace.write(answer_item, first.assignment_id, DeskAnswer("yes"))
        workspace.write(skip_item, second.assignment_id, "cannot be read", before=None)
    assert tries_text(project).startswith("A small audit waits for auditor “you”, try-boxes (2 of 2 figures left):")
    with open_workspace(project) as workspace:
        for place in workspace.read(desk_queue, "try-boxes", "you").places:
            workspace.write(skip_item, place.assignment_id, "cannot be read", before=None)
    assert tries_text(project).startswith("The small audits of auditor “you” are answered.")


def test_the_program_is_called_by_its_path_where_its_name_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    own, other = tmp_path / "venv" / "figaudit", tmp_path / "bin" / "figaudit"
    for program in (own, other):
        program.parent.mkdir()
        program.touch(mode=0o755)
    for path, argument, told in (
        (tmp_path, own, str(own)),  # not on the path
        (own.parent, own, "figaudit"),
        (other.parent, own, str(own)),  # another program of that name
        (own.parent, tmp_path / "auditor" / "__main__.py", f"{sys.executable} -m auditor"),
    ):
        monkeypatch.setenv("PATH", str(path))
        monkeypatch.setattr(sys, "argv", [str(argument), "demo"])
        assert demo_desk.command() == told
