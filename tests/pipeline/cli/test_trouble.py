"""What the world does to a project: plain words, the right exit code, nothing lost."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import app
from pipeline.errors import ItemError
from pipeline.files import write_atomically
from pipeline.pdf import open_pdf
from tests.helpers.command import run

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("damage", ["gone", "empty"])
def test_a_missing_database_is_never_replaced_by_an_empty_one(project: Path, damage: str):
    database = project / "figaudit.sqlite"
    for file in project.glob("figaudit.sqlite-*"):
        file.unlink()
    database.unlink()
    if damage == "empty":
        database.touch()
    done = run(app, "status", "--project", project)
    assert done.code == 1
    assert "is missing or empty although" in done.err
    assert not database.exists() or database.stat().st_size == 0


@pytest.mark.parametrize("command", ["status", "run"])
def test_a_damaged_database_is_named(project: Path, command: str):
    (project / "figaudit.sqlite").write_bytes(b"garbage " * 4096)
    done = run(app, command, "--project", project)
    assert done.code == 1
    assert "is damaged or no database" in done.err


@pytest.mark.parametrize("url", ["", "foo://x", "not a url"])
def test_a_database_url_that_cannot_be_used(project: Path, url: str):
    (project / "figaudit.toml").write_text(f'database = "{url}"')
    done = run(app, "status", "--project", project)
    assert done.code == 1
    assert "figaudit.toml" in done.err


def test_output_follows_links_and_writes_into_devices(tmp_path: Path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    write_atomically(Path("/dev/null"), b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_pipe_named_like_a_pdf_is_refused_at_once(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(ItemError, match="no regular file"), open_pdf(tmp_path / "pipe.pdf"):
        pass


def test_ctrl_c_is_answered_in_words():
    code = (
        "import os, signal\n"
        # A program that is started in the background inherits that the signal is ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from pipeline.cli.front import new_app, run_app\n"
        "app = new_app('x')\n"
        "@app.command()\n"
        "def wait() -> None:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    signal.pause()\n"
        "run_app(app)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, check=False, capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1, signal.Signals.SIGINT
    assert ended.stderr.strip() == "figaudit: stopped; what was finished is kept, the same command goes on from there"
