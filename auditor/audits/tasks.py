"""Audit tasks as data: the question, its answers, the error modes and what an auditor is shown, read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from auditor.audits.hashing import canonical_json, digest
from pipeline.errors import ExpectedError, UsageError
from pipeline.resources import resource

SHOWABLE = ("image", "caption", "contexts")
SKIP = "skip"


@dataclass(frozen=True)
class Answer:
    """One answer of a task.

    `correct` says whether it finds the machine's label right (None: it cannot say); `definite` is False for answers
    that leave the item without a label; `error_mode` asks for an error mode with the answer.
    """

    word: str
    key: str
    meaning: str
    correct: bool | None = None
    definite: bool = True
    error_mode: bool = False


@dataclass(frozen=True)
class ErrorMode:
    """One reason why a label is wrong."""

    word: str
    key: str


@dataclass(frozen=True)
class Task:
    """One audit task. `task_hash` is the sha256 over all of it: a campaign knows the words it was sealed with."""

    name: str
    question: str
    guideline: str
    answers: tuple[Answer, ...]
    error_modes: tuple[ErrorMode, ...]
    shown: tuple[str, ...]
    task_hash: str

    @property
    def correct(self) -> tuple[str, ...]:
        """The answers that find the machine's label right; empty when the task compares labels instead."""
        return tuple(answer.word for answer in self.answers if answer.correct)

    @property
    def unsure(self) -> frozenset[str]:
        """The answers that are verdicts without a label."""
        return frozenset(answer.word for answer in self.answers if not answer.definite)

    @property
    def definite(self) -> tuple[str, ...]:
        """The answers that give an item a label, in the task's order."""
        return tuple(answer.word for answer in self.answers if answer.definite)

    def answer(self, text: str) -> Answer | None:
        """The answer with this word in any case, None when the task has none."""
        return next((answer for answer in self.answers if _folded(answer.word) == _folded(text)), None)

    def mode(self, text: str) -> str | None:
        """The error mode with this word in any case, hyphens and underscores counting as blanks."""
        return next((mode.word for mode in self.error_modes if _folded(mode.word) == _folded(text)), None)

    def check(self, answer: str, error_mode: str | None) -> tuple[str, str | None]:
        """The task's own spelling of an answer and its error mode.

        Raises UsageError saying which word is wrong and which are known.
        """
        known = self.answer(answer)
        if known is None:
            words = ", ".join(each.word for each in self.answers)
            raise UsageError(f"unknown answer {answer!r}; task {self.name} knows {words}")
        if not error_mode:
            if known.error_mode:
                raise UsageError(f"answer {known.word!r} needs an error mode; known are {self._modes()}")
            return known.word, None
        if not known.error_mode:
            raise UsageError(f"error mode {error_mode!r} cannot stand with answer {known.word!r}; leave it empty")
        mode = self.mode(error_mode)
        if mode is None:
            raise UsageError(f"unknown error mode {error_mode!r}; known are {self._modes()}")
        return known.word, mode

    def _modes(self) -> str:
        return ", ".join(mode.word for mode in self.error_modes)


def task_names() -> list[str]:
    """The tasks of this installation."""
    return sorted(path.stem for path in resource("tasks").glob("*.toml"))


@cache
def load_task(name: str) -> Task:
    """The task of this name; raises UsageError naming the known ones."""
    names = task_names()
    if name not in names:
        raise UsageError(f"there is no task {name!r}; known are {', '.join(names)}")
    return read_task(resource("tasks", f"{name}.toml"))


def read_task(path: Path) -> Task:
    """The task in a TOML file; raises ExpectedError naming the file and the faulty key."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExpectedError(f"{path.name} is not a task file: {error}; mend the line and try again") from error
    try:
        return _task(path.stem, said)
    except _KeyFaultError as fault:
        raise ExpectedError(f"{path.name}: {fault}") from fault


class _KeyFaultError(Exception):
    """A key of a task file is missing or wrong; `read_task` adds the file's name."""


def _task(name: str, said: Mapping[str, Any]) -> Task:
    _only(said, ("question", "guideline", "shown", "answers", "error_modes"), "")
    answers = tuple(_answer(row, f"answers[{n}]") for n, row in enumerate(_rows(said, "answers"), 1))
    modes = tuple(_mode(row, f"error_modes[{n}]") for n, row in enumerate(_rows(said, "error_modes"), 1))
    _distinct("answers", (answer.word for answer in answers), (answer.key for answer in answers))
    _distinct("error_modes", (mode.word for mode in modes), (mode.key for mode in modes))
    if len([answer for answer in answers if answer.definite]) < 2:
        raise _KeyFaultError("answers: a task needs at least two definite answers")
    if any(answer.error_mode for answer in answers) and not modes:
        raise _KeyFaultError("error_modes: missing, although an answer asks for one")
    shown = said.get("shown", list(SHOWABLE))
    if not isinstance(shown, list) or not shown or not set(map(str, shown)) <= set(SHOWABLE):
        raise _KeyFaultError(f"shown: must be a list out of {', '.join(SHOWABLE)}")
    return Task(
        name=name,
        question=_text(said, "question", "").strip(),
        guideline=_text(said, "guideline", "").strip(),
        answers=answers,
        error_modes=modes,
        shown=tuple(shown),
        task_hash=digest(canonical_json(dict(said))),
    )


def _answer(row: Mapping[str, Any], place: str) -> Answer:
    _only(row, ("word", "key", "meaning", "correct", "definite", "error_mode"), f"{place}.")
    word = _text(row, "word", f"{place}.")
    if _folded(word) == SKIP:
        raise _KeyFaultError(
            f"{place}.word: {SKIP!r} is not an answer, it is what an auditor says who cannot judge an item"
        )
    correct = None if "correct" not in row else _flag(row, "correct", place)
    return Answer(
        word=word,
        key=_text(row, "key", f"{place}."),
        meaning=_text(row, "meaning", f"{place}."),
        correct=correct,
        definite=_flag(row, "definite", place, default=True),
        error_mode=_flag(row, "error_mode", place),
    )


def _mode(row: Mapping[str, Any], place: str) -> ErrorMode:
    _only(row, ("word", "key"), f"{place}.")
    return ErrorMode(_text(row, "word", f"{place}."), _text(row, "key", f"{place}."))


def _rows(said: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = said.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise _KeyFaultError(f"{key}: must be written as [[{key}]] tables")
    return rows


def _text(row: Mapping[str, Any], key: str, place: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise _KeyFaultError(f"{place}{key}: a text is needed")
    return value


def _flag(row: Mapping[str, Any], key: str, place: str, *, default: bool = False) -> bool:
    value = row.get(key, default)
    if not isinstance(value, bool):
        raise _KeyFaultError(f"{place}.{key}: must be true or false")
    return value


def _only(row: Mapping[str, Any], known: tuple[str, ...], place: str) -> None:
    strange = sorted(set(row) - set(known))
    if strange:
        raise _KeyFaultError(f"{place}{strange[0]}: unknown key; known are {', '.join(known)}")


def _distinct(place: str, *columns: Iterable[str]) -> None:
    for column in columns:
        seen: set[str] = set()
        for value in column:
            if _folded(value) in seen:
                raise _KeyFaultError(f"{place}: {value!r} stands twice")
            seen.add(_folded(value))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())
