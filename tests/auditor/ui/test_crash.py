"""Faults of our own end no process, are written down without a word about figures, and do not fill the disk."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from pytestqt.qtbot import QtBot

from auditor.ui import crash
from auditor.ui.crash import Fault, FaultLog, Faults, describe

pytestmark = pytest.mark.usefixtures("qapp")
TELLTALE = "/papers/smith-2021/figure-4.png is no diagram, confidence 0.93"
HASH = "3f2a9c0d1e4b5a6978"


class Sender(QObject):
    sent = Signal()


@pytest.fixture
def faults(tmp_path: Path) -> Iterator[Faults]:
    made = Faults(FaultLog(tmp_path / "logs"))
    made.install()
    yield made
    made.uninstall()


def written(faults: Faults) -> str:
    return faults.log.file.read_text(encoding="utf-8") if faults.log.file.exists() else ""


def failing() -> None:
    raise ValueError(TELLTALE)


def test_an_exception_in_a_slot_is_told_and_nothing_ends(faults: Faults, qtbot: QtBot):
    sender, heard = Sender(), []
    sender.sent.connect(failing)
    with qtbot.waitSignal(faults.met) as met:
        sender.sent.emit()
    sender.sent.disconnect(failing)
    sender.sent.connect(lambda: heard.append(1))
    sender.sent.emit()
    assert heard == [1]
    assert isinstance(met.args[0], Fault)
    assert "test_crash.py" in met.args[0].details
    assert "builtins.ValueError" in written(faults)


def test_nothing_of_what_an_exception_says_is_written(faults: Faults, tmp_path: Path):
    try:
        try:
            failing()
        except ValueError as error:
            raise KeyError(HASH) from error
    except KeyError as error:
        fault = faults.note(error)
    text = written(faults) + fault.details
    assert "builtins.ValueError" in text
    assert "builtins.KeyError" in text
    for word in ("smith", "0.93", HASH, str(tmp_path), str(Path(__file__).parents[3])):
        assert word not in text


def test_an_exception_in_a_thread_is_told_on_the_main_one(faults: Faults, qtbot: QtBot):
    seen: list[threading.Thread] = []
    faults.met.connect(lambda _fault: seen.append(threading.current_thread()))
    thread = threading.Thread(target=failing)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [threading.main_thread()]


@pytest.mark.qt_no_exception_capture
def test_a_timer_that_fails_again_and_again_does_not_fill_the_disk(faults: Faults, qtbot: QtBot):
    count = []
    faults.met.connect(count.append)
    timer = QTimer()
    timer.timeout.connect(failing)
    timer.start(0)
    qtbot.waitUntil(lambda: len(count) > crash.MOST_FAULTS + 5)
    timer.stop()
    assert written(faults).count("builtins.ValueError") == crash.MOST_FAULTS


def test_the_log_keeps_its_size(tmp_path: Path):
    log = FaultLog(tmp_path, most_bytes=1000)
    for number in range(100):
        log.write(f"fault {number:03d} " + "x" * 50)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == ["figaudit.log", "figaudit.old"]
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 2500
    assert "fault 099" in log.file.read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_is_no_further_fault(tmp_path: Path):
    (tmp_path / "logs").write_text("a file where the folder should be")
    faults = Faults(FaultLog(tmp_path / "logs"))
    faults.install()
    try:
        assert "ValueError" in faults.note(ValueError("x")).details
    finally:
        faults.uninstall()


def test_what_qt_says_is_written_without_paths(tmp_path: Path, qtlog: object):
    faults = Faults(FaultLog(tmp_path / "logs"))
    with qtlog.disabled():  # type: ignore[attr-defined]
        faults.install()
    try:
        faults._on_qt(crash.QtMsgType.QtWarningMsg, None, f"cannot read /data/blobs/3f/{HASH}.png")  # type: ignore[arg-type]
    finally:
        faults.uninstall()
    assert "Qt warning: cannot read …" in written(faults)
    assert HASH not in written(faults)


def test_the_handlers_are_given_back(tmp_path: Path):
    before = sys.excepthook, threading.excepthook
    faults = Faults(FaultLog(tmp_path))
    faults.install()
    assert sys.excepthook == faults._on_exception
    faults.uninstall()
    assert (sys.excepthook, threading.excepthook) == before


def test_the_description_names_the_versions():
    text = describe(ValueError("x"))
    assert text.startswith("Figaudit ")
    assert "Qt 6" in text
