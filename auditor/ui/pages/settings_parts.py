"""The parts of the Settings page: rows that hold one setting each, and what is recorded with a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.ui.preferences import Preferences
from auditor.ui.theme import TEXT_SIZES, Theme
from auditor.ui.widgets.buttons import Segments
from auditor.ui.widgets.choices import CheckBox
from auditor.ui.widgets.fields import Field, NumberField

TEXT_STEP = 10
READING_SIZES = (13, 24)
LONGEST_PAUSE = 120

RECORDED = (
    "With every answer these are recorded: your name, the answer and its reason, your note, the time, how long you "
    "were active on the figure, which parts of it you were shown, and the version of Figaudit. No keys are recorded, "
    "nothing of other programs, and nothing leaves this machine. Answers are never overwritten: a correction stands "
    "beside what it corrects. These settings are kept outside the project and hold nothing of a figure or an answer."
)


def choice(
    theme: Theme, preferences: Preferences, name: str, choices: list[tuple[Any, str]], *, then: Callable[[], object]
) -> Segments:
    """A row of choices that holds the setting `name`; `then` is called after each change."""
    segments = Segments(theme, [(str(value), words) for value, words in choices])
    by_word = {str(value): value for value, _ in choices}
    segments.value = str(preferences.get(name))

    def chosen(value: str) -> None:
        preferences.set(name, by_word[value])
        then()

    segments.chosen.connect(chosen)
    return segments


def switch(theme: Theme, preferences: Preferences, name: str, words: str, *, then: Callable[[], object]) -> CheckBox:
    """A box to tick that holds the setting `name`."""
    box = CheckBox(theme, words)
    box.setChecked(bool(preferences.get(name)))

    def toggled(on: bool) -> None:  # noqa: FBT001 - as Qt calls it
        preferences.set(name, on)
        then()

    box.toggled.connect(toggled)
    return box


def number(preferences: Preferences, name: str, field: NumberField, *, then: Callable[[], object]) -> NumberField:
    """A number that holds the setting `name`; typing counts when the field is left, so that half a number does not."""
    field.setKeyboardTracking(False)
    field.setValue(int(preferences.get(name)))

    def changed(value: int) -> None:
        preferences.set(name, value)
        then()

    field.valueChanged.connect(changed)
    return field


def text_size_field(theme: Theme, preferences: Preferences, *, then: Callable[[], object]) -> Field:
    """How large letters and controls are, in percent."""
    field = NumberField(theme, least=TEXT_SIZES[0], most=TEXT_SIZES[1], unit="%")
    field.setSingleStep(TEXT_STEP)
    return Field(theme, "Text size", number(preferences, "text_size", field, then=then), "Not the figures.")


def reading_size_field(theme: Theme, preferences: Preferences, *, then: Callable[[], object]) -> Field:
    """How large the paper's own words are."""
    field = NumberField(theme, least=READING_SIZES[0], most=READING_SIZES[1], unit="px")
    shown = number(preferences, "reading_size", field, then=then)
    return Field(theme, "Reading size", shown, "Captions and the text around mentions.")


def pause_field(theme: Theme, preferences: Preferences, *, then: Callable[[], object]) -> Field:
    """When the desk says that it is time for a rest."""
    field = NumberField(theme, least=0, most=LONGEST_PAUSE, unit="minutes")
    field.setSpecialValueText("Never")
    field.setSingleStep(5)
    shown = number(preferences, "pause_reminder", field, then=then)
    return Field(theme, "Remind of a pause after", shown, "A quiet line in the status bar, never over the figure.")
