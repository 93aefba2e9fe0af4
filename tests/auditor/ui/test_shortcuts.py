from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from auditor.ui.shortcuts import SCAN_CODES, Caps, HeldKeys, PressClock, Stroke, stroke_of

NONE = Qt.KeyboardModifier.NoModifier
CYRILLIC_YERU = 0x42B  # what the S key gives in a Russian layout


def event(
    key: int, *, code: int = 0, text: str = "", modifiers: Qt.KeyboardModifier = NONE, repeat: bool = False
) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, code, 0, 0, text, repeat)


def test_the_place_of_a_key_counts_not_its_letter():
    stroke = stroke_of(event(CYRILLIC_YERU, code=39, text="ы"), platform="linux")
    assert stroke is not None
    assert stroke.means("S")
    assert stroke.text == "ы"


@pytest.mark.parametrize(("platform", "code"), [("linux", 10), ("win32", 0x02)])
def test_the_digit_row_is_found_where_it_prints_something_else(platform: str, code: int):
    stroke = stroke_of(event(Qt.Key.Key_Ampersand.value, code=code, text="&"), platform=platform)
    assert stroke is not None
    assert stroke.digit == "1"


def test_an_event_without_a_code_goes_by_its_key():
    stroke = stroke_of(event(Qt.Key.Key_2.value, text="2"), platform="linux")
    assert stroke == Stroke("2", text="2")


def test_the_number_pad_works_whatever_num_lock_says():
    pad = Qt.KeyboardModifier.KeypadModifier
    off = stroke_of(event(Qt.Key.Key_End.value, code=87, modifiers=pad), platform="linux")
    on = stroke_of(event(Qt.Key.Key_1.value, code=87, text="1", modifiers=pad), platform="linux")
    made = stroke_of(event(Qt.Key.Key_1.value, text="1", modifiers=pad), platform="linux")
    for stroke in (off, on, made):
        assert stroke is not None
        assert stroke.digit == "1"
        assert stroke.means("1")
        assert stroke.means("Pad1")


def test_a_lone_modifier_is_no_stroke():
    assert stroke_of(event(Qt.Key.Key_Shift.value, code=50), platform="linux") is None


def test_modifiers_must_fit():
    stroke = Stroke("Z", ctrl=True, shift=True)
    assert stroke.means("Ctrl+Shift+Z")
    assert not stroke.means("Ctrl+Z")
    assert not stroke.means("Z")
    assert not stroke.plain


def test_every_platform_knows_the_keys_of_the_desk():
    wanted = set("1234567890QWERSNLFXBMITPCJGZ") | {f"Pad{digit}" for digit in range(10)}
    wanted |= {"Minus", "Equal", "Backspace", "Escape", "Enter", "PadEnter", "PadPeriod", "Space", "Slash", "F1", "F11"}
    for platform, table in SCAN_CODES.items():
        assert wanted <= set(table.values()), platform
        assert len(set(table.values())) == len(table), platform


@pytest.mark.usefixtures("qapp")
def test_caps_show_what_the_layout_prints():
    caps = Caps()
    changes: list[None] = []
    caps.changed.connect(lambda: changes.append(None))
    assert caps.cap("S") == "S"
    caps.learn(Stroke("S", text="ы"))
    caps.learn(Stroke("S", text="ы"))
    assert caps.cap("S") == "Ы"
    assert caps.cap("Ctrl+S") == "Ctrl Ы"
    assert len(changes) == 1


@pytest.mark.usefixtures("qapp")
def test_caps_learn_nothing_from_shift_or_control():
    caps = Caps()
    caps.learn(Stroke("1", shift=True, text="!"))
    caps.learn(Stroke("C", ctrl=True, text="\x03"))
    assert (caps.cap("1"), caps.cap("C")) == ("1", "C")


def test_a_press_that_waited_in_the_queue_is_told_from_a_fresh_one():
    clock = PressClock()
    assert not clock.is_before(5_000, 105_010.0, 105_000.0)  # the first one is taken as fresh
    assert not clock.is_before(6_000, 106_002.0, 106_000.0)  # the shortest way: 2 ms faster
    assert clock.is_before(7_000, 107_300.0, 107_200.0)  # went down 300 ms ago, the figure came 100 ms ago
    assert not clock.is_before(7_250, 107_300.0, 107_200.0)


def test_events_without_a_time_count_as_fresh():
    clock = PressClock()
    assert not clock.is_before(0, 500.0, 499.0)


def stamped(kind: QEvent.Type, stamp: int, code: int = 10) -> QKeyEvent:
    made = QKeyEvent(kind, Qt.Key.Key_1.value, NONE, code, 0, 0, "1")
    made.setTimestamp(stamp)
    return made


def test_a_release_and_a_press_at_the_same_moment_are_a_held_key():
    held = HeldKeys()
    assert not held.is_repeat(stamped(QEvent.Type.KeyPress, 1_000))
    held.release(stamped(QEvent.Type.KeyRelease, 1_660))
    assert held.is_repeat(stamped(QEvent.Type.KeyPress, 1_660))
    assert not held.is_repeat(stamped(QEvent.Type.KeyPress, 1_660, code=11))
    held.release(stamped(QEvent.Type.KeyRelease, 1_700))
    assert not held.is_repeat(stamped(QEvent.Type.KeyPress, 1_705))


def test_events_without_a_time_are_no_repeats():
    held = HeldKeys()
    held.release(stamped(QEvent.Type.KeyRelease, 0))
    assert not held.is_repeat(stamped(QEvent.Type.KeyPress, 0))
    assert held.is_repeat(event(Qt.Key.Key_1.value, repeat=True))


def test_a_clock_that_begins_anew_keeps_nobody_from_answering():
    clock = PressClock()
    assert not clock.is_before(4_294_967_000, 5_000_000.0, 4_999_990.0)
    assert not clock.is_before(200, 5_000_500.0, 5_000_450.0)  # 32 bits of milliseconds are used up
    assert clock.is_before(400, 5_001_200.0, 5_001_100.0)


def test_two_clocks_may_drift_apart():
    clock = PressClock()
    received = 1_000_000.0
    for press in range(2_000):  # the clock of the keys loses 1 ms with each press, a second after the last
        received += 1_000.0
        assert not clock.is_before(1_000 + 999 * press, received, received - 80.0)


def test_super_and_a_digit_is_no_answer():
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_1, Qt.KeyboardModifier.MetaModifier, "1")
    stroke = stroke_of(event)
    assert stroke is not None
    assert not stroke.plain
    assert not stroke.means("1")


def test_a_clock_that_begins_anew_stops_no_key():
    clock = PressClock()
    assert not clock.is_before(2**32 - 500, 9_000_000.0, 8_999_000.0)
    assert not clock.is_before(700, 9_001_200.0, 9_000_500.0)  # X's time stamps have 32 bits
    assert not clock.is_before(1_700, 9_002_200.0, 9_002_000.0)
    assert clock.is_before(2_000, 9_003_000.0, 9_002_900.0)
