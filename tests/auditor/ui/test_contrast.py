"""The tokens against the contrast table of the design, and the panel colours as colour-blind people see them."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from auditor.ui.theme import SCHEMES, tokens

TEXT, OPERATED = 4.5, 3.0  # the least ratio for words, and for outlines, focus and whiskers

# words or line, ground, least ratio, ratio in light, ratio in dark
PAIRS = [
    ("text", "background", TEXT, 15.11, 14.85),
    ("text", "surface", TEXT, 16.52, 13.48),
    ("text", "raised", TEXT, 16.52, 11.70),
    ("text", "sunken", TEXT, 14.02, 15.67),
    ("text", "accent_soft", TEXT, 13.82, 10.28),
    ("text", "negative_soft", TEXT, 13.76, 11.86),
    ("muted", "background", TEXT, 5.73, 7.99),
    ("muted", "surface", TEXT, 6.27, 7.25),
    ("muted", "sunken", TEXT, 5.32, 8.43),
    ("muted", "raised", TEXT, 6.27, 6.29),
    ("muted", "accent_soft", TEXT, 5.24, 5.53),
    ("accent_text", "accent", TEXT, 7.01, 7.85),
    ("accent_text", "accent_hover", TEXT, 9.36, 9.69),
    ("accent_ink", "surface", TEXT, 7.86, 9.00),
    ("accent_ink", "accent_soft", TEXT, 6.57, 6.87),
    ("positive", "surface", TEXT, 5.85, 8.15),
    ("positive", "positive_soft", TEXT, 4.99, 6.76),
    ("positive", "background", TEXT, 5.35, 8.99),
    ("negative", "background", TEXT, 5.89, 7.95),
    ("caution", "background", TEXT, 5.97, 9.35),
    ("negative", "surface", TEXT, 6.44, 7.21),
    ("negative", "negative_soft", TEXT, 5.36, 6.35),
    ("caution", "surface", TEXT, 6.53, 8.48),
    ("caution", "caution_soft", TEXT, 5.73, 6.93),
    ("mark_text", "mark", TEXT, 14.16, 8.34),
    ("text", "bar", TEXT, 11.04, 6.23),
    ("control", "surface", OPERATED, 3.58, 4.61),
    ("control", "background", OPERATED, 3.27, 5.08),
    ("control", "sunken", OPERATED, 3.04, 5.35),
    ("focus", "surface", OPERATED, 6.21, 7.48),
    ("focus", "background", OPERATED, 5.68, 8.24),
    ("focus", "accent_soft", OPERATED, 5.20, 5.70),
    ("accent", "bar", OPERATED, 4.68, 3.62),
]

PANELS_ON_WHITE = [5.52, 3.97, 7.98, 3.96, 9.90, 6.01, 12.13, 17.15]

# Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB
VIEWS = {
    "normal": np.eye(3),
    "protanope": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranope": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanope": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# IEC 61966-2-1: linear sRGB to XYZ with white D65
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def ratio(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    dark, light = sorted(float(np.array([0.2126, 0.7152, 0.0722]) @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear RGB."""
    part = (TO_XYZ @ rgb) / (TO_XYZ @ np.ones(3))
    x, y, z = np.where(part > 216 / 24389, np.cbrt(part), (24389 / 27 * part + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_the_measure_itself_knows_black_on_white_and_the_grey_that_just_passes() -> None:
    assert ratio("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert ratio("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("front", "ground", "least", "light", "dark"), PAIRS)
def test_each_pair_of_the_table_is_above_its_bar_and_as_printed(
    front: str, ground: str, least: float, light: float, dark: float, scheme: str
) -> None:
    colours = tokens()[scheme]
    measured = ratio(colours[front], colours[ground])
    assert measured >= least
    assert measured == pytest.approx({"light": light, "dark": dark}[scheme], abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_more_contrast_puts_in_place_of_borders_can_be_seen(scheme: str) -> None:
    colours = tokens()[scheme]
    grounds = ("background", "surface", "sunken")
    assert all(ratio(colours["control"], colours[ground]) >= OPERATED for ground in grounds)
    assert all(ratio(colours["border"], colours[ground]) < OPERATED for ground in grounds), (
        "then nothing need be put in place"
    )


def test_panel_colours_stand_out_on_white_as_printed() -> None:
    measured = [ratio(colour, "#FFFFFF") for colour in tokens()["panels"]["colours"]]
    assert measured == pytest.approx(PANELS_ON_WHITE, abs=0.01)
    assert min(measured) >= OPERATED


@pytest.mark.parametrize("view", VIEWS)
def test_panel_colours_stay_apart_for_everybody(view: str) -> None:
    seen = [lab(np.clip(VIEWS[view] @ linear(colour), 0, 1)) for colour in tokens()["panels"]["colours"]]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= 18


def test_a_view_that_takes_red_from_green_is_simulated_as_such() -> None:
    red, green = "#C00000", "#6B6B00"
    normal, protan = (
        [lab(np.clip(VIEWS[view] @ linear(colour), 0, 1)) for colour in (red, green)]
        for view in ("normal", "protanope")
    )
    assert np.linalg.norm(protan[0] - protan[1]) < np.linalg.norm(normal[0] - normal[1]) / 2


def test_every_panel_colour_has_a_dash_of_its_own() -> None:
    panels = tokens()["panels"]
    assert len(panels["dashes"]) == len(panels["colours"]) == 8
    assert all(one != other for one, other in combinations(panels["dashes"], 2))
    assert not any(len(dash) % 2 for dash in panels["dashes"]), "a dash is pairs of line and gap"


def test_letters_on_their_plate_and_the_active_edge_can_be_read() -> None:
    panels = tokens()["panels"]
    assert ratio(panels["plate_text"], panels["plate"]) == pytest.approx(16.5, abs=0.05)
    assert panels["edge"] == tokens()["light"]["focus"]


def test_both_schemes_name_the_same_roles() -> None:
    assert all(tokens()[one].keys() == tokens()[other].keys() for one, other in pairwise(SCHEMES))
