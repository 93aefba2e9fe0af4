"""What the Panels page says of a trouble: the cause in plain words, and never the number of an item."""

from __future__ import annotations

from auditor.ui.pages import panels_words
from pipeline.errors import ExpectedError, UsageError

PAUSED = ExpectedError("campaign spring is paused: `figaudit campaign resume spring` opens it again")
WRONG_CALL = UsageError("item i_0123456789abcdef has no saved state 4")


def test_a_refused_step_says_why():
    trouble = panels_words.save_trouble(PAUSED, 1)
    assert trouble.title == "The project did not take it, so this step is not saved yet"
    assert "Campaign spring is paused: " in trouble.text


def test_a_wrong_call_names_no_item():
    for trouble in (panels_words.save_trouble(WRONG_CALL, 2), panels_words.read_trouble(WRONG_CALL)):
        assert "i_0123456789abcdef" not in f"{trouble.title} {trouble.text} {trouble.details}"


def test_a_wrong_name_of_an_audit_is_told_as_it_is():
    trouble = panels_words.queue_trouble(UsageError("there is no campaign 'sprung'"))
    assert trouble.title == "This audit cannot be opened"
    assert trouble.text == "There is no campaign 'sprung'."
