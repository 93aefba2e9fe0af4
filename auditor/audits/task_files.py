"""Reads a task from its TOML file; a fault is told with the file and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from auditor.audits.hashing import canonical_json, digest
from auditor.audits.tasks import (
    MOST_ANSWERS,
    REASON_KEYS,
    RESERVED,
    SHOWABLE,
    SHOWN,
    Answer,
    ErrorMode,
    Example,
    Task,
    TaskKind,
    folded,
    sentence_case,
)
from pipeline.errors import ExpectedError
from pipeline.resources import resource

KEYS = ("kind", "question", "guideline", "shown", "error_question", "answers", "error_modes", "examples")


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
    _only(said, KEYS, "")
    answers = tuple(_answer(row, f"answers[{n}]") for n, row in enumerate(_rows(said, "answers"), 1))
    modes = tuple(_mode(row, f"error_modes[{n}]") for n, row in enumerate(_rows(said, "error_modes"), 1))
    kind = _kind(said)
    if kind is TaskKind.BOXES:
        _without_answers(said)
    else:
        _check_answers(answers, modes)
    return Task(
        name=name,
        question=_text(said, "question", "").strip(),
        guideline=_text(said, "guideline", "").strip(),
        answers=answers,
        error_modes=modes,
        shown=_shown(said),
        task_hash=digest(canonical_json(dict(said))),
        kind=kind,
        error_question=_error_question(said, asked=any(answer.error_mode for answer in answers)),
        examples=_examples(said, answers),
    )


def _kind(said: Mapping[str, Any]) -> TaskKind:
    value = said.get("kind", TaskKind.ANSWERS.value)
    if value not in set(TaskKind):
        raise _KeyFaultError(f"kind: must be one of {', '.join(TaskKind)}")
    return TaskKind(value)


def _without_answers(said: Mapping[str, Any]) -> None:
    for key in ("answers", "error_modes", "error_question"):
        if key in said:
            raise _KeyFaultError(f"{key}: a task of kind boxes has none")


def _check_answers(answers: Sequence[Answer], modes: Sequence[ErrorMode]) -> None:
    _distinct("answers", (answer.word for answer in answers), (answer.key for answer in answers))
    _distinct("error_modes", (mode.word for mode in modes), (mode.key for mode in modes))
    if len([answer for answer in answers if answer.definite]) < 2:
        raise _KeyFaultError("answers: a task needs at least two definite answers")
    if len(answers) > MOST_ANSWERS:
        raise _KeyFaultError(f"answers: at most {MOST_ANSWERS}, one on each digit")
    for place, answer in enumerate(answers, 1):
        if answer.key != str(place):
            raise _KeyFaultError(f'answers[{place}].key: must be "{place}", the place of the answer in the list')
    if any(answer.error_mode for answer in answers) and not modes:
        raise _KeyFaultError("error_modes: missing, although an answer asks for one")
    _check_reason_keys(modes)


def _check_reason_keys(modes: Sequence[ErrorMode]) -> None:
    if len(modes) > len(REASON_KEYS):
        raise _KeyFaultError(f"error_modes: at most {len(REASON_KEYS)}, one on each of {' '.join(REASON_KEYS)}")
    for place, (mode, key) in enumerate(zip(modes, REASON_KEYS, strict=False), 1):
        if mode.key != key:
            raise _KeyFaultError(f'error_modes[{place}].key: must be "{key}"; reasons sit on {" ".join(REASON_KEYS)}')


def _shown(said: Mapping[str, Any]) -> tuple[str, ...]:
    shown = said.get("shown", list(SHOWN))
    if not isinstance(shown, list) or not shown or not set(map(str, shown)) <= set(SHOWABLE):
        raise _KeyFaultError(f"shown: must be a list out of {', '.join(SHOWABLE)}")
    return tuple(shown)


def _error_question(said: Mapping[str, Any], *, asked: bool) -> str:
    if "error_question" in said and not asked:
        raise _KeyFaultError("error_question: stands there, although no answer asks for an error mode")
    if not asked:
        return ""
    return _text(said, "error_question", "").strip() if "error_question" in said else "What is wrong with it?"


def _examples(said: Mapping[str, Any], answers: Sequence[Answer]) -> tuple[Example, ...]:
    words = [answer.word for answer in answers]
    found = []
    for number, row in enumerate(_rows(said, "examples"), 1):
        place = f"examples[{number}]."
        _only(row, ("answer", "picture", "why") if words else ("picture", "why"), place)
        answer = _text(row, "answer", place) if words else ""
        if answer and answer not in words:
            raise _KeyFaultError(f"{place}answer: must be one of {', '.join(words)}")
        picture = _text(row, "picture", place)
        try:
            resource(*picture.split("/"))
        except FileNotFoundError as error:
            raise _KeyFaultError(f"{place}picture: there is no resource {picture}") from error
        found.append(Example(answer, picture, _text(row, "why", place).strip()))
    return tuple(found)


def _answer(row: Mapping[str, Any], place: str) -> Answer:
    _only(row, ("word", "key", "meaning", "hint", "correct", "definite", "error_mode"), f"{place}.")
    word = _text(row, "word", f"{place}.")
    if folded(word) in RESERVED:
        raise _KeyFaultError(f"{place}.word: {word!r} is not an answer, {RESERVED[folded(word)]}")
    return Answer(
        word=word,
        key=_text(row, "key", f"{place}."),
        meaning=_text(row, "meaning", f"{place}."),
        correct=None if "correct" not in row else _flag(row, "correct", place),
        definite=_flag(row, "definite", place, default=True),
        error_mode=_flag(row, "error_mode", place),
        hint=_text(row, "hint", f"{place}.") if "hint" in row else "",
    )


def _mode(row: Mapping[str, Any], place: str) -> ErrorMode:
    _only(row, ("word", "key", "label"), f"{place}.")
    word = _text(row, "word", f"{place}.")
    label = _text(row, "label", f"{place}.") if "label" in row else sentence_case(word)
    return ErrorMode(word, _text(row, "key", f"{place}."), label)


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
            if folded(value) in seen:
                raise _KeyFaultError(f"{place}: {value!r} stands twice")
            seen.add(folded(value))
