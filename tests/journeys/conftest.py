"""Whole projects for the journeys, made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from auditor.cli import app
from auditor.ui.widgets.notices import QuestionDialog
from tests.helpers.blind_walk import Walk, walking
from tests.helpers.command import run
from tests.helpers.secret_project import Secrets, make_secret_project


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished demo; tests copy what they change."""
    folder = tmp_path_factory.mktemp("journey") / "demo"
    done = run(app, "demo", folder, "--headless")
    assert done.code == 0, done.err
    (folder / "output.txt").write_text(done.out, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def secret_project(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    """A project whose every betraying word is known; tests copy it."""
    return make_secret_project(tmp_path_factory.mktemp("secret") / "project")


@pytest.fixture
def secrets(secret_project: Secrets, tmp_path: Path) -> Secrets:
    """The project, to be changed by one test."""
    folder = Path(shutil.copytree(secret_project.folder, tmp_path / "project"))
    return Secrets(folder, secret_project.ids, secret_project.design_ids)


@pytest.fixture
def walk(secrets: Secrets, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """The auditor "first" at a window."""
    monkeypatch.setenv("FIGAUDIT_DESK", str(tmp_path / "settings"))
    with walking(secrets.folder, tmp_path / "settings", qtbot, secrets.all) as made:
        yield made


@pytest.fixture
def dialogs(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Questions in a dialog are read like everything else, then answered in the order of this list."""
    answers: list[str] = []

    def exec_(dialog: QuestionDialog) -> int:
        dialog.show()
        walk.look(f"dialog {dialog.accessibleName()}")
        dialog.buttons[answers.pop(0)].click()
        return dialog.result()

    monkeypatch.setattr(QuestionDialog, "exec", exec_)
    return answers
