"""Every command that the README shows exists, with the options it is shown with."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from auditor.cli import app

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def commands_of(text: str) -> list[str]:
    """The lines of shell blocks and the inline code that call figaudit."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL))
    lines = re.findall(r"^(?:\.venv/bin/)?(figaudit .*)$", blocks, flags=re.MULTILINE)
    return lines + re.findall(r"`(figaudit [^`]+)`", text)


def parse(line: str) -> None:
    """Read the line as the command line does, without running it; an unknown command or option is an error."""
    words = shlex.split(line, comments=True)[1:]
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    command.make_context(command.name, words)


@pytest.mark.parametrize("line", commands_of(README))
def test_a_shown_command_can_be_called(line: str):
    parse(line)


def test_enough_is_shown_and_a_wrong_line_is_seen():
    assert len(commands_of(README)) > 20
    with pytest.raises(Exception, match=r"(?i)no such option"):
        parse("figaudit run --retry-everything")
    with pytest.raises(KeyError):
        parse("figaudit campaign unseal diagrams")


def test_no_placeholder_is_left():
    assert "@@" not in README
