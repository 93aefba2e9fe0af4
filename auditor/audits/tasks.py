"""Audit tasks as data: the question, its answers, the error modes, what an auditor is shown and learns from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from pipeline.errors import UsageError
from pipeline.resources import resource

SHOWABLE = ("image", "caption", "contexts", "page")
SHOWN = ("image", "caption", "contexts")  # what a task shows that says nothing of it
SKIP = "skip"
WITHDRAWN = "withdrawn"  # stands in the ledger where an auditor took an answer back; the item waits again
RESERVED = {
    SKIP: "it is what an auditor says who cannot judge an item",
    WITHDRAWN: "it is what the ledger says where an auditor took an answer back",
}
REASON_KEYS = "4567890QWER"  # never the key that has just answered, and the same on the number pad
MOST_ANSWERS = 9


class TaskKind(StrEnum):
    """What auditors of a task give: one answer an item, or boxes drawn on its figure."""

    ANSWERS = "answers"
    BOXES = "boxes"


@dataclass(frozen=True)
class Answer:
    """One answer of a task. `key` is its place in the task's order; `hint` says in a few words what it stands for.

    `correct` says whether it finds the machine's label right (None: it cannot say); `definite` is False for answers
    that leave the item without a label; `error_mode` asks for an error mode with the answer.
    """

    word: str
    key: str
    meaning: str
    correct: bool | None = None
    definite: bool = True
    error_mode: bool = False
    hint: str = ""

    @property
    def label(self) -> str:
        """The word as it stands on a button."""
        return sentence_case(self.word)


@dataclass(frozen=True)
class ErrorMode:
    """One reason why a label is wrong: the word that is stored, its key, and its `label` on a button."""

    word: str
    key: str
    label: str = ""


@dataclass(frozen=True)
class Example:
    """One picture of the guideline, what to answer there ("" in a task of boxes), and why.

    `picture` names an SVG file below the resources.
    """

    answer: str
    picture: str
    why: str


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
    kind: TaskKind = TaskKind.ANSWERS
    error_question: str = ""
    examples: tuple[Example, ...] = ()

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
        return next((answer for answer in self.answers if folded(answer.word) == folded(text)), None)

    def mode(self, text: str) -> str | None:
        """The error mode with this word in any case, hyphens and underscores counting as blanks."""
        return next((mode.word for mode in self.error_modes if folded(mode.word) == folded(text)), None)

    def spelled(self, answer: str, error_mode: str | None) -> tuple[str, str | None]:
        """As `check`, but an error mode may be missing: None was not asked yet, "" was asked and not given."""
        known = self._answer(answer)
        if known.error_mode and not error_mode:
            return known.word, error_mode
        return self.check(answer, error_mode)

    def check(self, answer: str, error_mode: str | None) -> tuple[str, str | None]:
        """The task's own spelling of an answer and its error mode.

        Raises UsageError saying which word is wrong and which are known.
        """
        known = self._answer(answer)
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

    def _answer(self, text: str) -> Answer:
        known = self.answer(text)
        if known is None:
            words = ", ".join(each.word for each in self.answers)
            raise UsageError(f"unknown answer {text!r}; task {self.name} knows {words}")
        return known

    def _modes(self) -> str:
        return ", ".join(mode.word for mode in self.error_modes)


def task_names() -> list[str]:
    """The tasks of this installation."""
    return sorted(path.stem for path in resource("tasks").glob("*.toml"))


@cache
def load_task(name: str) -> Task:
    """The task of this name; raises UsageError naming the known ones."""
    from auditor.audits.task_files import read_task

    names = task_names()
    if name not in names:
        raise UsageError(f"there is no task {name!r}; known are {', '.join(names)}")
    return read_task(resource("tasks", f"{name}.toml"))


def folded(text: str) -> str:
    """A word without case, hyphens and underscores: two that fold alike are the same to a person."""
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


def sentence_case(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
