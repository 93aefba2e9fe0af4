"""A screen of its own for a test: Xvfb, a program of ours on it, real keys and a picture of what stands there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAMS = ("Xvfb", "xdotool", "setxkbmap")


class Screen:
    """A virtual screen; `keys` go to the window that has the focus, with real scan codes."""

    def __init__(self, display: str) -> None:
        self.display = display

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a program on this screen."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "WAYLAND_"))}
        return {**kept, "DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", **(more or {})}

    def start(
        self, arguments: list[str], *, more: Mapping[str, str] | None = None, errors: Path | None = None
    ) -> subprocess.Popen[str]:
        """Start a Python program of the repository on the screen, with pipes for its input and output."""
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=REPOSITORY,
            env=self.environment({"PYTHONPATH": str(REPOSITORY), **(more or {})}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors.open("w") if errors else None,
            text=True,
        )

    def xdotool(self, *arguments: str) -> str:
        """Run xdotool and return what it prints."""
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment(), capture_output=True, text=True, timeout=60, check=True
        )
        return done.stdout.strip()

    def focus(self, title: str) -> str:
        """Give the keyboard to the window with this title, waiting until it is there; returns its id."""
        window = self.xdotool("search", "--sync", "--onlyvisible", "--name", title).splitlines()[-1]
        self.xdotool("windowfocus", "--sync", window)
        return window

    def keys(self, *names: str) -> None:
        """Press and let go of keys, one after the other: keysyms or numbers of scan codes."""
        self.xdotool("key", "--delay", "0", *names)

    def layout(self, name: str) -> None:
        """Change the keyboard layout, "ru" for a Cyrillic one."""
        subprocess.run(["setxkbmap", name], env=self.environment(), check=True, timeout=60)


@contextmanager
def screen(width: int = 1280, height: int = 800) -> Iterator[Screen]:
    """A new virtual screen; skips the test, saying why, where its programs are not installed."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no virtual screen here: {', '.join(missing)} not installed (`./dev setup` installs them)")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as stream:
            number = stream.readline().strip()
        if not number:
            pytest.skip("no virtual screen here: Xvfb did not start")
        yield Screen(f":{number}")
    finally:
        server.terminate()
        server.wait(30)
