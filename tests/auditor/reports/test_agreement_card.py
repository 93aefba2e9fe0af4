"""The card of two raters and the rule which coefficient goes first."""

from __future__ import annotations

import pytest

from auditor.reports.agreement import agreement_card, headline_rule

YES_NO = ("yes", "no")


@pytest.mark.parametrize(
    ("table", "headline", "word"),
    [
        ([[80, 10], [5, 5]], "kappa", "at least 10 %"),
        ([[95, 2], [2, 1]], "AC1", "'no' is rare (3.00 % of the answers)"),
        ([[1, 2], [2, 95]], "AC1", "'yes' is rare"),
        ([[50, 0], [0, 0]], "AC1", "both used 'yes' for every item"),
        ([[0, 0], [0, 0]], "none", "no item"),
        ([[90, 0], [0, 10]], "kappa", "at least 10 %"),
    ],
)
def test_headline(table: list[list[int]], headline: str, word: str):
    found, why = headline_rule(YES_NO, table)
    assert found == headline
    assert word in why


def test_two_categories_get_the_goodness_of_fit_interval():
    card = agreement_card(("a", "b"), YES_NO, [[45, 0], [0, 5]])
    assert card.kappa.kappa.known == 1
    assert card.kappa_interval.lower == pytest.approx(0.656271, abs=1e-5)
    assert card.kappa_interval.upper == 1
    assert dict(card.per_category)["no"].known == 1


def test_few_items_are_called_few():
    few, enough = ([[20, 4], [1, 4]], [[20, 4], [2, 4]])
    assert "n is small (29 items, fewer than 30)" in agreement_card(("a", "b"), YES_NO, few).why
    assert "n is small" not in agreement_card(("a", "b"), YES_NO, enough).why
    assert "n is small" not in agreement_card(("a", "b"), YES_NO, [[0, 0], [0, 0]]).why


def test_more_categories_get_a_seeded_bootstrap():
    table = [[40, 6, 4], [4, 25, 1], [4, 2, 21]]
    card = agreement_card(("a", "b"), ("x", "y", "z"), table, seed=3)
    assert card.kappa_interval.method == "item bootstrap"
    assert card == agreement_card(("a", "b"), ("x", "y", "z"), table, seed=3)
    assert card.companions.negative.value is None


def test_categories_must_fit_the_table():
    with pytest.raises(ValueError, match="3 categories do not fit"):
        agreement_card(("a", "b"), ("x", "y", "z"), [[1, 0], [0, 1]])
