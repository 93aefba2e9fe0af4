"""The guards of conftest.py hold: a test cannot reach beyond this machine."""

from __future__ import annotations

import os
import socket
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

OUTSIDE = "192.0.2.1"  # reserved for documentation: nobody answers there


def test_an_outside_address_is_refused():
    with closing(socket.socket()) as line, pytest.raises(Exception, match="only this machine may be reached"):
        line.connect((OUTSIDE, 80))
    with closing(socket.socket(type=socket.SOCK_DGRAM)) as line, pytest.raises(Exception, match="only this machine"):
        line.sendto(b"x", (OUTSIDE, 53))


def test_an_outside_name_is_not_looked_up():
    with pytest.raises(Exception, match="only localhost may be looked up"):
        urllib.request.urlopen("http://figures.invalid/", timeout=1)


def test_loopback_and_unix_sockets_work(tmp_path: Path):
    with closing(socket.socket()) as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        with closing(socket.create_connection(server.getsockname())) as line:
            assert line.getpeername() == server.getsockname()
    with closing(socket.socket(socket.AF_UNIX)) as server, closing(socket.socket(socket.AF_UNIX)) as line:
        server.bind(str(tmp_path / "s"))
        server.listen()
        line.connect(str(tmp_path / "s"))


def test_no_window_and_no_foreign_project():
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
    assert {name for name in os.environ if name.startswith("FIGAUDIT_")} <= {
        "FIGAUDIT_SHARED",
        "FIGAUDIT_STATISTICS_CASES",
    }
