"""Agreement on boxes: intersection over union, best matching, F1, and kappa of the labels of matched boxes.

Boxes are (x0, y0, x1, y1) with x0 <= x1 and y0 <= y1, in any one unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.statistics.agreement import Table, check_table, cohen_kappa
from auditor.statistics.estimates import Estimate, check_counts, ratio

BoxTuple = Sequence[float]

NO_BOXES = "neither rater drew a box"


def box_iou(a: BoxTuple, b: BoxTuple) -> float:
    """Intersection over union of two boxes; 0 for touching boxes and where both have no area.

    >>> box_iou((0, 0, 10, 10), (5, 0, 15, 10))
    0.3333333333333333
    """
    for box in (a, b):
        if len(box) != 4 or box[2] < box[0] or box[3] < box[1]:
            raise ValueError(f"a box is (x0, y0, x1, y1) with x0 <= x1 and y0 <= y1, not {tuple(box)}")
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    common = width * height
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common)


@dataclass(frozen=True, slots=True)
class BoxMatch:
    """Matched pairs (indices into both lists), their IoU, what stayed alone on either side, and F1."""

    pairs: tuple[tuple[int, int], ...]
    ious: tuple[float, ...]
    only_a: int
    only_b: int
    f1: Estimate
    mean_iou: Estimate


def match_boxes(a: Sequence[BoxTuple], b: Sequence[BoxTuple], *, threshold: float = 0.5) -> BoxMatch:
    """The one-to-one matching with the largest total IoU over pairs that reach the threshold.

    Source: Kuhn 1955 (assignment).

    >>> match_boxes([(0, 0, 10, 10)], [(0, 0, 10, 5)]).f1.known
    1.0
    """
    pairs: list[tuple[int, int]] = []
    if a and b:
        import numpy as np
        from scipy.optimize import linear_sum_assignment

        overlap = np.array([[box_iou(left, right) for right in b] for left in a])
        # Rounding must not turn an IoU of exactly the threshold into a miss.
        overlap[overlap < threshold - 1e-12] = 0
        rows, columns = linear_sum_assignment(overlap, maximize=True)
        pairs = [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if overlap[i, j] > 0]
    ious = tuple(box_iou(a[i], b[j]) for i, j in pairs)
    only_a, only_b = len(a) - len(pairs), len(b) - len(pairs)
    mean = ratio(sum(ious), len(ious), "no boxes match")
    return BoxMatch(tuple(pairs), ious, only_a, only_b, box_f1(len(pairs), only_a, only_b), mean)


def box_f1(matched: int, only_a: int, only_b: int) -> Estimate:
    """F1 of box presence = positive specific agreement = the limit of kappa for endless true negatives.

    Source: Hripcsak and Rothschild 2005.

    >>> box_f1(900, 50, 50).known
    0.9473684210526315
    """
    for count in (matched, only_a, only_b):
        check_counts(0, count)
    return ratio(2 * matched, 2 * matched + only_a + only_b, NO_BOXES)


def kappa_with_negatives(matched: int, only_a: int, only_b: int, negatives: int) -> Estimate:
    """Cohen's kappa of box presence under an assumed number of true negatives, to show that it is an
    artefact.

    >>> round(kappa_with_negatives(900, 50, 50, 0).known, 4)
    -0.0526
    """
    return cohen_kappa([[matched, only_a], [only_b, negatives]]).kappa


def label_kappa(table: Table) -> tuple[Estimate, Estimate]:
    """Kappa of labels on matched boxes only, and with the last row and column ("none") included, for
    comparison.

    >>> matched, everything = label_kappa([[30, 1, 2], [0, 25, 1], [3, 1, 0]])
    >>> matched.known > everything.known
    True
    """
    check_table(table)
    matched = [list(row[:-1]) for row in table[:-1]]
    return cohen_kappa(matched).kappa, cohen_kappa(table).kappa
