"""Keys by their place on the keyboard, whatever the layout prints on them: physical names, strokes and caps.

A physical name is what a US keyboard prints: "1", "Q", "Minus", "Backspace", "F1"; the number pad has names of its
own, "Pad1", "PadEnter". X11, Wayland and Windows tell the place by a scan code, macOS by a virtual key; where a code
is 0 (as in events made by tests) Qt's key decides.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent


def _table(base: int, places: str) -> dict[int, str]:
    """Codes and names written as "NAME:CODE NAME:CODE …", a row of keys as "QWERTY…@CODE"; codes in this base."""
    found: dict[int, str] = {}
    for place in places.split():
        if "@" in place:
            keys, start = place.split("@")
            found |= {int(start, base) + at: key for at, key in enumerate(keys)}
        else:
            name, code = place.split(":")
            found[int(code, base)] = name
    return found


# X11 and Wayland: the kernel's codes plus 8.
_EVDEV = """
1234567890@10 QWERTYUIOP@24 ASDFGHJKL@38 ZXCVBNM@52
F1:67 F2:68 F3:69 F4:70 F5:71 F6:72 F7:73 F8:74 F9:75 F10:76 F11:95 F12:96
Escape:9 Minus:20 Equal:21 Backspace:22 Tab:23 Enter:36 Semicolon:47 BracketLeft:34 BracketRight:35
Comma:59 Period:60 Slash:61 Space:65 Delete:119
Up:111 Left:113 Right:114 Down:116 Home:110 End:115 PageUp:112 PageDown:117
Pad7:79 Pad8:80 Pad9:81 Pad4:83 Pad5:84 Pad6:85 Pad1:87 Pad2:88 Pad3:89 Pad0:90
PadMultiply:63 PadMinus:82 PadPlus:86 PadPeriod:91 PadEnter:104 PadDivide:106
"""
# Windows: scan codes of set 1; 0x100 marks the extended keys.
_SET_1 = """
1234567890@02 QWERTYUIOP@10 ASDFGHJKL@1E ZXCVBNM@2C
F1:3B F2:3C F3:3D F4:3E F5:3F F6:40 F7:41 F8:42 F9:43 F10:44 F11:57 F12:58
Escape:01 Minus:0C Equal:0D Backspace:0E Tab:0F Enter:1C Semicolon:27 BracketLeft:1A BracketRight:1B
Comma:33 Period:34 Slash:35 Space:39 Delete:153
Up:148 Left:14B Right:14D Down:150 Home:147 End:14F PageUp:149 PageDown:151
Pad7:47 Pad8:48 Pad9:49 Pad4:4B Pad5:4C Pad6:4D Pad1:4F Pad2:50 Pad3:51 Pad0:52
PadMultiply:37 PadMinus:4A PadPlus:4E PadPeriod:53 PadEnter:11C PadDivide:135
"""
# macOS: virtual keys, which name places there; 0 is the key A.
_VIRTUAL = """
A:00 S:01 D:02 F:03 H:04 G:05 Z:06 X:07 C:08 V:09 B:0B Q:0C W:0D E:0E R:0F Y:10 T:11 O:1F U:20 I:22 P:23
L:25 J:26 K:28 N:2D M:2E 1:12 2:13 3:14 4:15 6:16 5:17 9:19 7:1A 8:1C 0:1D
F1:7A F2:78 F3:63 F4:76 F5:60 F6:61 F7:62 F8:64 F9:65 F10:6D F11:67 F12:6F
Escape:35 Minus:1B Equal:18 Backspace:33 Tab:30 Enter:24 Semicolon:29 BracketLeft:21 BracketRight:1E
Comma:2B Period:2F Slash:2C Space:31 Delete:75
Up:7E Left:7B Right:7C Down:7D Home:73 End:77 PageUp:74 PageDown:79
Pad7:59 Pad8:5B Pad9:5C Pad4:56 Pad5:57 Pad6:58 Pad1:53 Pad2:54 Pad3:55 Pad0:52
PadMultiply:43 PadMinus:4E PadPlus:45 PadPeriod:41 PadEnter:4C PadDivide:4B
"""

SCAN_CODES: Mapping[str, Mapping[int, str]] = {
    "linux": _table(10, _EVDEV),
    "win32": _table(16, _SET_1),
    "darwin": _table(16, _VIRTUAL),
}

_NAMED = {
    **{Qt.Key(Qt.Key.Key_0.value + digit): str(digit) for digit in range(10)},
    **{Qt.Key(Qt.Key.Key_A.value + at): chr(ord("A") + at) for at in range(26)},
    **{Qt.Key(Qt.Key.Key_F1.value + at): f"F{at + 1}" for at in range(12)},
    Qt.Key.Key_Escape: "Escape",
    Qt.Key.Key_Backspace: "Backspace",
    Qt.Key.Key_Return: "Enter",
    Qt.Key.Key_Enter: "PadEnter",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Tab",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Minus: "Minus",
    Qt.Key.Key_Equal: "Equal",
    Qt.Key.Key_Plus: "Equal",
    Qt.Key.Key_Slash: "Slash",
    Qt.Key.Key_Question: "Slash",
    Qt.Key.Key_Comma: "Comma",
    Qt.Key.Key_Period: "Period",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "PageUp",
    Qt.Key.Key_PageDown: "PageDown",
}
_PAD = {"Minus": "PadMinus", "Equal": "PadPlus", "Period": "PadPeriod", "Slash": "PadDivide", "Enter": "PadEnter"}
_PAD |= {str(digit): f"Pad{digit}" for digit in range(10)}
MODIFIERS = frozenset(
    {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock}
)


@dataclass(frozen=True)
class Stroke:
    """One press of a key: its physical name, the modifiers, the text the layout makes of it.

    `alt` is Alt, Super or, on macOS, Control: none of them answers. `repeat` marks what a held key sends. `stamp` is
    the event's own time in milliseconds, 0 where it has none.
    """

    key: str
    ctrl: bool = False
    shift: bool = False
    alt: bool = False
    text: str = ""
    repeat: bool = False
    stamp: int = 0

    @property
    def plain(self) -> bool:
        """Without Ctrl and Alt."""
        return not (self.ctrl or self.alt)

    @property
    def digit(self) -> str:
        """The digit of a key in the digit row or on the number pad, "" for any other key."""
        name = self.key.removeprefix("Pad")
        return name if len(name) == 1 and name.isdigit() else ""

    def means(self, keys: str) -> bool:
        """Whether it is this shortcut, written as "S", "Ctrl+Z", "Ctrl+Shift+Z", "Shift+Backspace".

        The number pad counts as the main keys where it prints the same; "Pad1" asks for the pad alone.
        """
        *modifiers, key = keys.split("+")
        wanted = ("Ctrl" in modifiers, "Shift" in modifiers, "Alt" in modifiers)
        name = self.key if key.startswith("Pad") else _main(self.key)
        return name == key and wanted == (self.ctrl, self.shift, self.alt)


def _main(key: str) -> str:
    """The main key that prints what a key of the number pad prints."""
    return next((main for main, pad in _PAD.items() if pad == key), key)


def stroke_of(event: QKeyEvent, platform: str = sys.platform) -> Stroke | None:
    """The stroke of a key event; None for a lone modifier and for keys without a name."""
    key = Qt.Key(event.key()) if event.key() in _KEY_VALUES else Qt.Key.Key_unknown
    if key in MODIFIERS:
        return None
    modifiers = event.modifiers()
    name = _physical(event, platform) or _named(key, pad=bool(modifiers & Qt.KeyboardModifier.KeypadModifier))
    if name is None:
        return None
    return Stroke(
        key=name,
        ctrl=bool(modifiers & Qt.KeyboardModifier.ControlModifier),
        shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
        alt=bool(modifiers & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier)),
        text=event.text(),
        repeat=event.isAutoRepeat(),
        stamp=event.timestamp(),
    )


_KEY_VALUES = frozenset(key.value for key in Qt.Key)


def _physical(event: QKeyEvent, platform: str) -> str | None:
    if platform == "darwin":
        code = event.nativeVirtualKey()
        # 0 is the key A and also "no code": a made-up event has no native modifiers and scan code either.
        return SCAN_CODES[platform].get(code) if code or event.nativeModifiers() else None
    code = event.nativeScanCode()
    return SCAN_CODES.get(platform, {}).get(code) if code else None


def _named(key: Qt.Key, *, pad: bool) -> str | None:
    name = _NAMED.get(key)
    return _PAD.get(name, name) if pad and name is not None else name


class Caps(QObject):
    """What the present layout prints on each key, learnt from the first presses; US names until then."""

    changed = Signal()
    _SHORT = {  # noqa: RUF012 - a constant
        **{"Backspace": "⌫", "Minus": "−", "Equal": "=", "Escape": "Esc", "Slash": "/"},  # noqa: PIE800 - by kind
        **{"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "PageUp": "PgUp", "PageDown": "PgDn"},  # noqa: PIE800
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._printed: dict[str, str] = {}

    def learn(self, stroke: Stroke) -> None:
        """Remember what this press printed."""
        if stroke.ctrl or stroke.alt or stroke.shift or len(stroke.text) != 1 or not stroke.text.isprintable():
            return
        if stroke.text.isspace() or stroke.key.startswith("Pad"):
            return
        printed = stroke.text.upper() if len(stroke.text.upper()) == 1 else stroke.text
        if self.cap(stroke.key) != printed and len(stroke.key) == 1:
            self._printed[stroke.key] = printed
            self.changed.emit()

    def cap(self, key: str) -> str:
        """What stands on the cap of a key, "S" or "Ctrl S" for a shortcut with modifiers."""
        *modifiers, name = key.split("+")
        return " ".join([*modifiers, self._printed.get(name) or self._SHORT.get(name, name)])


class PressClock:
    """Tells whether a key went down before a moment on this side, from the events' own time stamps.

    The two clocks differ by an unknown constant; the smallest difference ever seen between receiving an event and its
    stamp is that constant plus the shortest way through the queue, so a late event shows by how much more it is late.
    Only the last presses count: clocks of two machines drift apart. An event that seems later than any queue makes it
    tells that the other clock began anew, as one of 32 bits does after seven weeks.
    """

    TOLERANCE_MS = 1.0
    PRESSES = 64
    LATEST_MS = 60_000.0  # no event waits that long

    def __init__(self) -> None:
        self._differences: deque[float] = deque(maxlen=self.PRESSES)

    def pressed_at(self, stamp: int, received_ms: float) -> float:
        """When the key of an event went down, in milliseconds of the clock that `received_ms` is read from."""
        if stamp <= 0:
            return received_ms
        difference = received_ms - stamp
        if self._differences and difference > min(self._differences) + self.LATEST_MS:
            self._differences.clear()
        self._differences.append(difference)
        return stamp + min(self._differences)

    def is_before(self, stamp: int, received_ms: float, moment_ms: float) -> bool:
        """Whether it went down before the moment, both in milliseconds of the same clock."""
        return self.pressed_at(stamp, received_ms) < moment_ms - self.TOLERANCE_MS


class HeldKeys:
    """Tells the repeats of a held key from presses where the system does not mark them.

    Some X servers send a release and a press for each repeat, both with the same time stamp; no finger is that fast.
    """

    def __init__(self) -> None:
        self._released: dict[int, int] = {}

    def release(self, event: QKeyEvent) -> None:
        """Take note of a release."""
        self._released[_code(event)] = event.timestamp()

    def is_repeat(self, event: QKeyEvent) -> bool:
        """Whether a press comes from a key that is held down."""
        stamp = event.timestamp()
        return event.isAutoRepeat() or (stamp > 0 and self._released.get(_code(event)) == stamp)


def _code(event: QKeyEvent) -> int:
    return event.nativeScanCode() or event.key()


def is_key_release(event: QEvent) -> bool:
    """Whether an event is the release of a key."""
    return event.type() == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent)


def is_key_press(event: QEvent) -> bool:
    """Whether an event is the press of a key."""
    return event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent)
