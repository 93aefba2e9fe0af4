from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from auditor.audits.task_files import read_task
from auditor.audits.tasks import TaskKind, load_task, task_names
from pipeline.errors import ExpectedError, UsageError
from pipeline.resources import resource
from pipeline.vocabulary import FigureKind

PLAIN = """
question = "Is it good?"
guideline = "Look."
[[answers]]
word = "yes"
key = "1"
meaning = "Good."
correct = true
[[answers]]
word = "no"
key = "2"
meaning = "Bad."
correct = false
"""


def test_is_diagram_is_the_contract():
    task = load_task("is-diagram")
    assert [answer.word for answer in task.answers] == ["yes", "no", "unsure"]
    assert (task.correct, task.definite, task.unsure) == (("yes",), ("yes", "no"), {"unsure"})
    assert [answer.word for answer in task.answers if answer.error_mode] == ["no"]
    assert [mode.word for mode in task.error_modes] == [
        *("plot", "photo-like", "screenshot", "table", "text/formula", "crop cut", "other"),
        *("crop includes caption or body text", "wrong caption", "wrong context", "duplicate"),
    ]
    assert task.shown == ("image", "caption", "contexts", "page")


def test_figure_type_asks_for_the_vocabulary():
    task = load_task("figure-type")
    assert set(task.definite) == {kind.value for kind in FigureKind}
    assert (task.unsure, task.correct, task.error_modes) == ({"unsure"}, (), ())


def test_every_task_of_the_installation_can_be_read():
    assert task_names() == ["figure-type", "is-diagram", "panel-boxes"]
    hashes = {load_task(name).task_hash for name in task_names()}
    assert len(hashes) == 3


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
        ('key = "2"', "", r"answers\[2\].key: a text is needed"),
        ('key = "2"', 'key = "1"', "answers: '1' stands twice"),
        ('key = "2"', 'key = "7"', r'answers\[2\].key: must be "2", the place of the answer'),
        (
            'word = "no"',
            'word = "Withdrawn"',
            r"answers\[2\].word: 'Withdrawn' is not an answer, it is what the ledger says",
        ),
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


def test_keys_hints_and_reasons_are_those_of_the_desk():
    task = load_task("is-diagram")
    assert (task.question, task.error_question) == ("Is this a schematic diagram?", "What is it instead?")
    assert [(answer.key, answer.label, answer.hint) for answer in task.answers] == [
        ("1", "Yes", "parts and their links"),
        ("2", "No", "it is something else"),
        ("3", "Unsure", "I cannot tell"),
    ]
    assert "".join(mode.key for mode in task.error_modes) == "4567890QWER"
    assert [mode.label for mode in task.error_modes][:7] == [
        *("Plot or chart", "Photo-like", "Screenshot", "Table", "Text or formula", "Crop is cut", "Something else"),
    ]
    assert [answer.key for answer in load_task("figure-type").answers] == list("12345678")


def test_panel_boxes_asks_for_boxes():
    task = load_task("panel-boxes")
    assert (task.kind, task.answers, task.error_modes) == (TaskKind.BOXES, (), ())
    assert task.question == "Where are the panels?"
    assert load_task("is-diagram").kind is TaskKind.ANSWERS


@pytest.mark.parametrize("name", task_names())
def test_every_guideline_has_pictures_of_our_own(name: str):
    task = load_task(name)
    assert 4 <= len(task.examples) <= 6
    assert {example.answer for example in task.examples} <= {answer.word for answer in task.answers} | {""}
    for example in task.examples:
        drawing = ET.parse(resource(*example.picture.split("/"))).getroot()  # noqa: S314 - a file of ours
        assert drawing.get("viewBox") == "0 0 160 120"
        assert {element.tag.rpartition("}")[2] for element in drawing.iter()} <= {
            *("svg", "rect", "line", "polyline", "polygon", "circle", "path"),
        }, "no words: a picture says the same in every language, and needs no font"
        assert len(example.why) < 70


def test_an_answer_of_the_desk_may_lack_its_reason():
    task = load_task("is-diagram")
    assert task.spelled("NO", None) == ("no", None)
    assert task.spelled("no", "") == ("no", "")
    assert task.spelled("no", "Crop cut") == ("no", "crop cut")
    with pytest.raises(UsageError, match="needs an error mode"):
        task.check("no", "")
    with pytest.raises(UsageError, match="cannot stand with answer 'yes'"):
        task.spelled("yes", "plot")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('kind = "votes"\n', "kind: must be one of answers, boxes"),
        ('kind = "boxes"\n', "answers: a task of kind boxes has none"),
        ('error_question = "Why?"\n', "error_question: stands there, although no answer asks"),
        ('[[examples]]\nanswer = "maybe"\n', r"examples\[1\].answer: must be one of yes, no"),
        ('[[examples]]\nanswer = "yes"\npicture = "tasks/none.svg"\n', "there is no resource tasks/none.svg"),
        (
            '[[examples]]\nanswer = "yes"\npicture = "tasks/pictures/table.svg"\n',
            r"examples\[1\].why: a text is needed",
        ),
        ('[[examples]]\ncolour = "red"\n', r"examples\[1\].colour: unknown key"),
        ('[[error_modes]]\nword = "plot"\nkey = "5"\n', r'error_modes\[1\].key: must be "4"; reasons sit on 4 5 6'),
        ('[[error_modes]]\nword = "plot"\nkey = "4"\nlabel = 3\n', r"error_modes\[1\].label: a text is needed"),
    ],
)
def test_a_faulty_addition_names_file_and_key(tmp_path: Path, more: str, told: str):
    path = tmp_path / "plain.toml"
    head, _, answers = PLAIN.partition("[[answers]]")
    top = more if not more.startswith("[[") else ""
    path.write_text(f"{head}{top}[[answers]]{answers}{'' if top else more}", encoding="utf-8")
    with pytest.raises(ExpectedError, match=f"plain.toml: .*{told}"):
        read_task(path)


def test_an_unknown_task_is_named():
    with pytest.raises(UsageError, match="no task 'is-cat'; known are figure-type, is-diagram, panel-boxes"):
        load_task("is-cat")
