"""What every test gets: no way to a real network, no window, no clock in property tests, and the shared fixtures."""

from __future__ import annotations

import gc
import ipaddress
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pipeline.workspace import Workspace

REPOSITORY = Path(__file__).resolve().parents[1]

os.environ["QT_QPA_PLATFORM"] = "offscreen"
FOR_TESTS = {"FIGAUDIT_SHARED", "FIGAUDIT_STATISTICS_CASES"}
for _name in [name for name in os.environ if name.startswith("FIGAUDIT_") and name not in FOR_TESTS]:
    del os.environ[_name]  # the settings of the person who runs the tests are not theirs

settings.register_profile("figaudit", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("figaudit")


class NetworkUsedError(Exception):
    """A test tried to leave this machine; not an OSError, so that no code takes it for a broken line."""


def _is_local(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode()
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _guard_address(family: int, address: Any) -> None:
    if family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):
        raise NetworkUsedError(f"a test tried to reach {address}: only this machine may be reached")


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Let sockets reach loopback and unix addresses only, and resolve no name but localhost."""

    class GuardedSocket(socket.socket):
        def connect(self, address: Any, /) -> None:
            _guard_address(self.family, address)
            super().connect(address)

        def connect_ex(self, address: Any, /) -> int:
            _guard_address(self.family, address)
            return super().connect_ex(address)

        def sendto(self, data: Any, *flags_and_address: Any) -> int:
            _guard_address(self.family, flags_and_address[-1])
            return super().sendto(data, *flags_and_address)

    resolve = socket.getaddrinfo

    def resolve_local(host: Any, *arguments: Any, **options: Any) -> Any:
        if not _is_local(host):
            raise NetworkUsedError(f"a test tried to look up {host}: only localhost may be looked up")
        return resolve(host, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "socket", GuardedSocket)
        patch.setattr(socket, "getaddrinfo", resolve_local)
        yield


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder with the corpus and the reference tools, beside the repository or at FIGAUDIT_SHARED."""
    folder = Path(os.environ.get("FIGAUDIT_SHARED") or REPOSITORY.parent / "shared")
    if not (folder / "corpus").is_dir():
        pytest.skip(f"the corpus is not here ({folder} has no folder corpus); FIGAUDIT_SHARED names another place")
    return folder


@pytest.fixture(autouse=True)
def _garbage_ends_on_this_thread() -> Iterator[None]:
    """Once Qt is loaded, collect between tests and never on a worker's thread, where Qt's objects must not end."""
    yield
    if "PySide6.QtWidgets" in sys.modules:
        gc.disable()
        gc.collect(1)


# --- databases: fixtures that give a migrated database stand below this line ---------------------------------------


@pytest.fixture(scope="session")
def _project_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project migrated once; tests get copies of it."""
    from pipeline.workspace import create_workspace

    folder = tmp_path_factory.mktemp("template") / "project"
    create_workspace(folder).close()
    return folder


@pytest.fixture
def project(_project_template: Path, tmp_path: Path) -> Path:
    """The folder of a new, empty project."""
    return Path(shutil.copytree(_project_template, tmp_path / "project"))


@pytest.fixture
def workspace(project: Path) -> Iterator[Workspace]:
    """A new, empty project, opened."""
    from pipeline.workspace import open_workspace

    with open_workspace(project) as opened:
        yield opened
