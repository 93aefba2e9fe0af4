"""The set-up script says what is missing and installs it only where it may; apt-get and sudo are stand-ins here."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
MISSING = "python3.11-venv libgl1"
LINE = f"apt-get install -y --no-install-recommends {MISSING}"
TOOLS = ("sh", "dirname", "cat", "cut", "sha256sum", "env", "mkdir", "rm", "mktemp", "flock")


class Machine:
    """A copy of the script beside a folder of stand-in programs, the only ones it can find."""

    def __init__(self, folder: Path, *, user: int, programs: Mapping[str, str]) -> None:
        self.project, self.programs = folder / "a project", folder / "bin"
        self.project.mkdir()
        self.programs.mkdir()
        for name in ("dev", "pyproject.toml", "constraints-ci.txt"):
            shutil.copy(REPOSITORY / name, self.project / name)
        for tool in TOOLS:
            if found := shutil.which(tool):
                (self.programs / tool).symlink_to(found)
        for name, script in {"id": f"echo {user}", **programs}.items():
            self._write(name, script)

    def _write(self, name: str, script: str) -> None:
        file = self.programs / name
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str(self.project / "dev"), *arguments],
            env={"PATH": str(self.programs), "HOME": str(self.project)},
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip


# answers the version check with yes and the search for packages with two names until they are "installed"
PYTHON = f'case $1 in -) [ -e "$HOME/installed" ] || echo {MISSING} ;; esac'
APT = 'echo "$@" >>"$HOME/calls"; case $1 in install) : >"$HOME/installed" ;; esac'


def test_help_names_every_command_and_a_wrong_one_is_a_usage_error():
    helped = subprocess.run([REPOSITORY / "dev", "help"], capture_output=True, text=True, check=True)
    for command in ("setup", "demo", "test", "lint", "bench", "soak", "app"):
        assert f"  {command} " in helped.stdout
    wrong = subprocess.run([REPOSITORY / "dev", "tset"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, "no command tset" in wrong.stderr) == (2, True)


@pytest.mark.parametrize("sudo", [None, "exit 1"], ids=["without sudo", "sudo wants a password"])
def test_without_rights_the_exact_line_is_printed(sudo: str | None, tmp_path: Path):
    programs = {"python3": PYTHON, "apt-get": APT} | ({"sudo": sudo} if sudo else {})
    machine = Machine(tmp_path, user=1000, programs=programs)
    done = machine.run("setup")
    assert done.returncode == 1
    assert LINE in done.stderr.splitlines()
    assert not (machine.project / "calls").exists()
    assert not (machine.project / ".venv").exists()


@pytest.mark.parametrize("user", [0, 1000], ids=["root", "sudo"])
def test_with_rights_the_packages_are_installed(user: int, tmp_path: Path):
    programs = {"python3": f"{PYTHON}; [ $1 != -m ]", "apt-get": APT, "sudo": 'shift; [ "$1" = true ] || exec "$@"'}
    machine = Machine(tmp_path, user=user, programs=programs)
    done = machine.run("setup")
    (call,) = (machine.project / "calls").read_text().splitlines()
    assert call.startswith("install -y ")
    assert call.endswith(f" --no-install-recommends {MISSING}")
    assert "could not make" in done.stderr  # the stand-in for Python makes no environment
    assert (machine.project / ".venv" / ".figaudit-unfinished").exists()


def test_old_package_lists_are_fetched_anew(tmp_path: Path):
    works = '[ -e "$HOME/lists" ] && : >"$HOME/installed"'
    apt = f'echo "$1" >>"$HOME/calls"; case $1 in update) : >"$HOME/lists" ;; *) {works} ;; esac'
    machine = Machine(tmp_path, user=0, programs={"python3": f"{PYTHON}; [ $1 != -m ]", "apt-get": apt})
    machine.run("demo")
    assert (machine.project / "calls").read_text().split() == ["install", "update", "install"]


def test_a_missing_or_old_python_is_named(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    none = Machine(tmp_path / "a", user=0, programs={}).run("setup")
    old = Machine(tmp_path / "b", user=0, programs={"python3": '[ "$1" = --version ] && echo Python 3.9.2'}).run(
        "setup"
    )
    assert (none.returncode, "apt-get install python3" in none.stderr) == (1, True)
    assert (old.returncode, "Python 3.9.2 is too old" in old.stderr) == (1, True)


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path):
    machine = Machine(tmp_path, user=0, programs={"python3": ": "})
    kept = machine.project / ".venv" / "mine.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    done = machine.run("setup")
    assert (done.returncode, "is not a Python environment" in done.stderr) == (1, True)
    assert kept.read_text() == "mine"


def test_an_interrupted_set_up_begins_anew(tmp_path: Path):
    machine = Machine(tmp_path, user=0, programs={"python3": "[ $1 != -m ]"})
    half = machine.project / ".venv" / "half"
    half.parent.mkdir()
    half.touch()
    (half.parent / ".figaudit-unfinished").touch()
    done = machine.run("setup")
    assert "making it anew" in done.stderr
    assert not half.exists()


def test_the_script_is_executable_and_names_no_other_shell():
    assert os.access(REPOSITORY / "dev", os.X_OK)
    assert os.access(REPOSITORY / ".ci" / "run", os.X_OK)
    assert (REPOSITORY / "dev").read_text(encoding="utf-8").startswith("#!/bin/sh\n")
