from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audits.tasks import load_task, read_task, task_names
from pipeline.errors import ExpectedError, UsageError
from pipeline.vocabulary import FigureKind

PLAIN = """
question = "Is it good?"
guideline = "Look."
[[answers]]
word = "yes"
key = "Y"
meaning = "Good."
correct = true
[[answers]]
word = "no"
key = "N"
meaning = "Bad."
correct = false
"""


def test_is_diagram_is_the_contract():
    task = load_task("is-diagram")
    assert [answer.word for answer in task.answers] == ["yes", "no", "unsure"]
    assert (task.correct, task.definite, task.unsure) == (("yes",), ("yes", "no"), {"unsure"})
    assert [answer.word for answer in task.answers if answer.error_mode] == ["no"]
    assert [mode.word for mode in task.error_modes] == [
        *("screenshot", "photo-like", "plot", "table", "text/formula", "crop cut"),
        *("crop includes caption or body text", "wrong caption", "wrong context", "duplicate", "other"),
    ]
    assert task.shown == ("image", "caption", "contexts")


def test_figure_type_asks_for_the_vocabulary():
    task = load_task("figure-type")
    assert set(task.definite) == {kind.value for kind in FigureKind}
    assert (task.unsure, task.correct, task.error_modes) == ({"unsure"}, (), ())


def test_every_task_of_the_installation_can_be_read():
    assert task_names() == ["figure-type", "is-diagram"]
    hashes = {load_task(name).task_hash for name in task_names()}
    assert len(hashes) == 2


@pytest.mark.parametrize(
    ("said", "spelled"),
    [
        (("YES", None), ("yes", None)),
        ((" no", "Text/Formula"), ("no", "text/formula")),
        (("no", "crop_cut"), ("no", "crop cut")),
    ],
)
def test_words_are_matched_in_any_case(said: tuple[str, str | None], spelled: tuple[str, str | None]):
    assert load_task("is-diagram").check(*said) == spelled


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("question =", "question ", "not a task file"),
        ('question = "Is it good?"', "", "plain.toml: question: a text is needed"),
        ('guideline = "Look."', "guideline = 3", "guideline: a text is needed"),
        ('key = "N"', "", r"answers\[2\].key: a text is needed"),
        ('key = "N"', 'key = "y"', "answers: 'y' stands twice"),
        ('word = "no"', 'word = "Yes"', "answers: 'Yes' stands twice"),
        ('word = "no"', 'word = "skip"', r"answers\[2\].word: 'skip' is not an answer"),
        ("correct = false", "correct = 0", r"answers\[2\].correct: must be true or false"),
        ("correct = false", "definite = false", "at least two definite answers"),
        ("correct = false", "error_mode = true", "error_modes: missing"),
        ("correct = false", "colour = 1", r"answers\[2\].colour: unknown key"),
        ('guideline = "Look."', 'guideline = "Look."\nshown = ["score"]', "shown: must be a list out of image"),
        ('guideline = "Look."', 'guideline = "Look."\nshown = []', "shown: must be a list"),
        (
            'guideline = "Look."',
            'guideline = "Look."\nerror_modes = 1',
            r"error_modes: must be written as \[\[error_modes",
        ),
    ],
)
def test_a_faulty_task_file_names_file_and_key(tmp_path: Path, old: str, new: str, told: str):
    path = tmp_path / "plain.toml"
    path.write_text(PLAIN, encoding="utf-8")
    assert read_task(path).correct == ("yes",)
    path.write_text(PLAIN.replace(old, new), encoding="utf-8")
    with pytest.raises(ExpectedError, match=told):
        read_task(path)


def test_an_unknown_task_is_named():
    with pytest.raises(UsageError, match="no task 'is-cat'; known are figure-type, is-diagram"):
        load_task("is-cat")
