"""The sentences, keys and times of the Review page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from auditor.audits.queue import OwnAnswer, QueuePlace
from auditor.audits.tasks import load_task
from auditor.ui.desk import Form
from auditor.ui.pages import review_words as words
from auditor.ui.pages.review_asked import asked, given
from auditor.ui.pages.review_keys import ANSWERING, EVERYWHERE, REASONING, SKIP_KEYS, action_of, choice_of, keys_here
from auditor.ui.pages.review_session import Act, ReviewSession, Stage, Write
from auditor.ui.pages.review_time import ActiveTime, Pace
from auditor.ui.shortcuts import Stroke
from pipeline.errors import ExpectedError, UsageError
from pipeline.vocabulary import AssignmentState

TASK = load_task("is-diagram")
KEPT = "“No” for this figure is kept here meanwhile."


def session(answered: int = 0, total: int = 3) -> ReviewSession:
    places = []
    for number in range(total):
        own = OwnAnswer("yes", None, None, number + 1, "2026-12-01T08:00:00.000Z") if number < answered else None
        places.append(QueuePlace(f"a{number}", f"i{number}", number, AssignmentState.WAITING, None, own))
    return ReviewSession(TASK, places)


class CausedError(ExpectedError):
    def __init__(self, cause: str) -> None:
        super().__init__("the store said so")
        self.cause = cause


@pytest.mark.parametrize(
    ("cause", "title", "remedy"),
    [
        ("full", "The disk is full, so this answer is not saved yet", "Free some space"),
        ("read only", "The project can only be read, so this answer is not saved yet", "Allow writing"),
        ("locked", "Another program holds the project, so this answer is not saved yet", "Wait until it is done"),
        ("gone", "The project is not where it was, so this answer is not saved yet", "Bring its folder or disk back"),
        ("other", "The project did not take it, so this answer is not saved yet", "The store said so."),
    ],
)
def test_a_failed_write_says_what_happened_what_is_safe_and_what_to_do(cause: str, title: str, remedy: str):
    trouble = words.trouble_of(CausedError(cause), Write(5, Act.ANSWER, answer="no"), 212)
    assert trouble.title == title
    assert trouble.text.startswith("All 212 answers before it are safe, and " + KEPT)
    assert remedy in trouble.text
    assert trouble.details == "the store said so"


def test_an_error_that_names_an_item_is_not_repeated():
    told = words.trouble_of(UsageError("item i_0815 has no answer 3"), Write(5, Act.ANSWER, answer="no"), 2)
    assert "i_0815" not in told.title + told.text + told.details
    assert words.queue_trouble(UsageError("there is no campaign 'x'")).text == "There is no campaign 'x'."


def test_counts_of_none_and_one_read_as_sentences():
    write = Write(0, Act.ANSWER, answer="no")
    none = words.trouble_of(CausedError("full"), write, 0)
    one = words.trouble_of(CausedError("full"), write, 1)
    assert none.text.startswith("Nothing was answered before it, and ")
    assert one.text.startswith("The answer before it is safe, and ")


def test_what_is_saved_is_said_in_the_persons_words():
    said = [
        words.saved(Write(0, Act.ANSWER, answer="no"), asks_reason=True),
        words.saved(Write(0, Act.ANSWER, answer="no", error_mode="plot"), asks_reason=False),
        words.saved(Write(0, Act.SKIP, skip_reason="image broken"), asks_reason=False),
        words.saved(Write(0, Act.WITHDRAW), asks_reason=False),
        words.saved(Write(0, Act.ANSWER, answer="no", stays=True), asks_reason=False),
    ]
    assert said == [
        "Saved: No. A reason is welcome, not required",
        "Saved. Last answer: No, plot",
        "Skipped: image broken",
        "Taken back. The figure waits for an answer again",
        "Note saved",
    ]


def test_a_conflict_tells_how_long_ago_and_with_what():
    theirs = OwnAnswer("no", None, None, 3, "2026-12-01T08:00:00.000Z")
    ago = words.seconds_since(theirs.recorded_at, datetime(2026, 12, 1, 8, 0, 4, tzinfo=UTC))
    assert words.conflict(theirs, ago) == "Another window answered this figure 4 s ago with No. Keep which?"
    explained = OwnAnswer("no", "plot", None, 1, "")
    assert words.conflict(explained, 4.2).endswith("4 s ago with No, plot. Keep which?")
    assert words.conflict(None, 600) == "Another window took the answer to this figure back 10 min ago. Keep which?"
    assert words.seconds_since("yesterday") is None


def test_the_position_is_the_figures_and_at_the_end_that_of_all():
    assert words.position(session(1)) == "2 of 3"
    assert words.position(session(3)) == "3 of 3"
    assert words.position(session(0, 1200)) == "1 of 1,200"


def test_a_screen_reader_hears_position_and_caption():
    assert words.figure_sentence(session(), "Figure 3. A parser.") == "Figure 1 of 3. Caption: Figure 3. A parser."
    assert words.figure_sentence(session(), "") == "Figure 1 of 3."


def test_no_sentence_is_loud_or_begs():
    told = [words.done(session(3)), words.back_at(session()), *words.SEEN, *words.UNSEEN, *words.SKIP_REASONS]
    told += [text for _, _, text in (*ANSWERING, *REASONING, *EVERYWHERE)]
    assert not [text for text in told if any(loud in text.casefold() for loud in ("!", "please", "oops", "success"))]


def test_the_bar_asks_what_the_stage_asks():
    desk = session()
    assert [choice.word for choice in asked(desk, Form.WIDE).choices] == ["Yes", "No", "Unsure"]
    assert [choice.key for choice in asked(desk, Form.WIDE).choices] == ["1", "2", "3"]
    assert [action for _, _, action in asked(desk, Form.SMALLEST).links] == ["guideline", "mention"]
    desk.ask_skip()
    skip = asked(desk, Form.WIDE)
    assert ([choice.key for choice in skip.choices], skip.guarded) == (list(SKIP_KEYS), False)
    assert given(desk) == {}


def test_reasons_never_sit_on_the_key_that_just_answered():
    answers = {answer.key for answer in TASK.answers}
    assert not answers & {mode.key for mode in TASK.error_modes}
    assert not answers & set(SKIP_KEYS)


def test_no_key_of_a_stage_means_two_things():
    for stage in (ANSWERING, REASONING):
        keys = [key for key, _, _ in (*stage, *EVERYWHERE)]
        assert len(keys) == len(set(keys))
    bare = {key for key, _, _ in (*ANSWERING, *EVERYWHERE)}
    assert not bare & {answer.key for answer in TASK.answers}
    assert not bare & {mode.key for mode in TASK.error_modes}  # for one-key reasons


@pytest.mark.parametrize(
    ("stroke", "stage", "action"),
    [
        (Stroke("Backspace"), Stage.ANSWER, "undo"),
        (Stroke("Backspace"), Stage.REASON, "take_back"),
        (Stroke("Backspace"), Stage.SKIP, "escape"),
        (Stroke("PadPeriod"), Stage.ANSWER, "undo"),
        (Stroke("Z", ctrl=True), Stage.DONE, "undo"),
        (Stroke("Z", ctrl=True, shift=True), Stage.ANSWER, "redo"),
        (Stroke("PadEnter"), Stage.REASON, "no_reason"),
        (Stroke("PadPlus"), Stage.REASON, "more"),
        (Stroke("PadPlus"), Stage.ANSWER, ""),
        (Stroke("S", ctrl=True), Stage.ANSWER, ""),
        (Stroke("S"), Stage.REASON, ""),
        (Stroke("F1"), Stage.REASON, "guideline"),
        (Stroke("Tab"), Stage.ANSWER, ""),
    ],
)
def test_a_key_means_one_thing_in_each_stage(stroke: Stroke, stage: Stage, action: str):
    assert action_of(stroke, stage) == action


def test_digits_of_row_and_pad_choose_and_modifiers_do_not():
    keys = ["4", "0", "Q"]
    strokes = [Stroke("Pad4"), Stroke("0"), Stroke("Q"), Stroke("Q", shift=True), Stroke("4", ctrl=True), Stroke("5")]
    assert [choice_of(stroke, keys) for stroke in strokes] == [0, 1, 2, None, None, None]


def test_the_help_lists_answers_first_and_every_entry_says_something():
    here = keys_here([("1", "Yes")], [("F", "Fit the figure")])
    assert (here[0], here[-1]) == (("1", "Yes"), ("F", "Fit the figure"))
    assert all(text for _, text in here)


def test_idle_time_counts_a_minute_at_most_and_pauses_count_nothing():
    clock = ActiveTime()
    assert clock.seconds(5.0) == 0.0
    clock.start(10.0)
    clock.touch(14.0)
    assert clock.seconds(16.5) == 6.5
    assert clock.seconds(616.5) == 66.5
    clock.pause(620.0)
    clock.resume(900.0)
    clock.resume(905.0)
    assert clock.seconds(910.0) == 80.0


def test_pace_adds_a_reason_to_its_answer_and_forgets_old_looks():
    pace = Pace(118)
    assert pace.each is None
    pace.saved(0, 4.0, judged=1)
    pace.saved(0, 2.0, judged=0)
    pace.saved(1, 8.0, judged=1)
    assert (pace.today, pace.each) == (120, 7.0)
    pace.saved(1, None, judged=-1)
    assert pace.today == 119
    for index in range(2, 200):
        pace.saved(index, 3.0, judged=1)
    assert pace.each == 3.0
