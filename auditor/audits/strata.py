"""How a population is cut into strata: the text of `--strata`, and the stratum of each row."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

from pipeline.errors import UsageError

NONE = "(none)"
ALL = "(all)"


class HasValues(Protocol):
    """A row of the population with the values of the strata columns, in their order."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, in the order of the strata columns."""


Row = TypeVar("Row", bound=HasValues)


@dataclass(frozen=True)
class StrataColumn:
    """One column of the strata; `cuts` are the edges of its bands, empty when every value is a stratum."""

    field: str
    cuts: tuple[float, ...] = ()

    @property
    def is_confidence(self) -> bool:
        """Whether the values lie in [0, 1], so that the outer bands have ends and the last one is closed."""
        return self.field.rpartition(".")[2] == "confidence"

    @property
    def edges(self) -> tuple[float, ...]:
        """The edges of the bands."""
        return tuple(sorted({0.0, *self.cuts, 1.0})) if self.cuts and self.is_confidence else self.cuts


@dataclass(frozen=True)
class StratumRows(Generic[Row]):
    """One stratum of a population: its value as {column: value}, and its rows."""

    value: dict[str, Any]
    rows: list[Row]


def parse_strata(text: str) -> tuple[StrataColumn, ...]:
    """The columns of a strata text such as `venue,native.confidence@0.5,0.7,0.85`; "" gives none.

    Columns are separated by commas; numbers after @ are cuts of the column before them. Raises UsageError saying which
    word cannot be meant.
    """
    found: list[tuple[str, list[float]]] = []
    for word in (part.strip() for part in text.split(",")) if text.strip() else ():
        number = _number(word)
        if number is None:
            found.append(_column(word))
        elif found and found[-1][1]:
            found[-1][1].append(number)
        else:
            raise UsageError(f"strata: {word} is a number without a column; write COLUMN@{word}")
    return _checked([StrataColumn(field, tuple(cuts)) for field, cuts in found])


def _column(word: str) -> tuple[str, list[float]]:
    field, at, first = (part.strip() for part in word.partition("@"))
    if not field:
        raise UsageError("strata: a column is missing; write COLUMN, or COLUMN@CUT,CUT, separated by commas")
    if not at:
        return field, []
    cut = _number(first)
    if cut is None:
        raise UsageError(f"strata: {first!r} after {field}@ is not a number")
    return field, [cut]


def _checked(columns: list[StrataColumn]) -> tuple[StrataColumn, ...]:
    fields = [column.field for column in columns]
    for column in columns:
        if fields.count(column.field) > 1:
            raise UsageError(f"strata: column {column.field} stands twice")
        if list(column.cuts) != sorted(set(column.cuts)):
            raise UsageError(f"strata: the cuts of {column.field} must rise")
    return tuple(columns)


def strata_text(columns: Sequence[StrataColumn]) -> str:
    """The text that `parse_strata` reads, in its plainest form."""
    return ",".join(
        column.field + ("@" + ",".join(map(_plain, column.cuts)) if column.cuts else "") for column in columns
    )


def stratum_name(value: dict[str, Any]) -> str:
    """A stratum's value in words: its parts joined by " / ", `(all)` when there are no strata."""
    return " / ".join(str(part) for part in value.values()) or ALL


def group_rows(columns: Sequence[StrataColumn], rows: Sequence[Row]) -> list[StratumRows[Row]]:
    """The rows by stratum, strata sorted by their columns, `(none)` last; a stratum without a row does not occur."""
    if not columns:
        return [StratumRows({}, list(rows))] if rows else []
    coded = [_codes(column, [row.values[at] for row in rows]) for at, column in enumerate(columns)]
    groups: dict[tuple[int, ...], list[Row]] = defaultdict(list)
    for row, code in zip(rows, zip(*(codes for codes, _ in coded), strict=True), strict=True):
        groups[code].append(row)
    keyed = {code: [keys[at] for at, (_, keys) in zip(code, coded, strict=True)] for code in groups}
    return [
        StratumRows({column.field: key.value for column, key in zip(columns, keyed[code], strict=True)}, groups[code])
        for code in sorted(groups, key=lambda code: [key.order for key in keyed[code]])
    ]


@dataclass(frozen=True)
class _Key:
    """One value of one column: numbers come by size, then words, then nulls."""

    order: tuple[int, float, str]
    value: Any


_NULL = _Key((2, 0.0, ""), NONE)


def _codes(column: StrataColumn, values: Sequence[Any]) -> tuple[list[int], list[_Key]]:
    """For each row the index of its key, and the keys; small integers keep a million rows quick to group."""
    return _band_codes(column, values) if column.edges else _value_codes(values)


def _value_codes(values: Sequence[Any]) -> tuple[list[int], list[_Key]]:
    code_of: dict[Any, int] = {}
    codes = [code_of.setdefault(value, len(code_of)) for value in values]
    return codes, [_value_key(value) for value in code_of]


def _value_key(value: Any) -> _Key:
    if value is None:
        return _NULL
    if isinstance(value, int | float):
        return _Key((0, float(value), ""), value)
    return _Key((1, 0.0, str(value)), str(value))


def _band_codes(column: StrataColumn, values: Sequence[Any]) -> tuple[list[int], list[_Key]]:
    edges, closed = column.edges, column.is_confidence
    names = _band_names(edges, closed=closed)
    keys = [*(_Key((0, float(at), ""), name) for at, name in enumerate(names)), _NULL]

    def code(value: Any) -> int:
        if value is None:
            return len(keys) - 1
        number = _number(str(value))  # columns that an imported table brought along come as text
        if number is None:
            raise UsageError(f"strata: {column.field} holds {value!r}; cuts need a column of numbers")
        return len(edges) - 1 if closed and number == edges[-1] else bisect_right(edges, number)

    last = edges[-1]
    return [bisect_right(edges, v) if v.__class__ is float and v < last else code(v) for v in values], keys


def _band_names(edges: tuple[float, ...], *, closed: bool) -> list[str]:
    """Names of the bands below, between and above the edges, in this order."""
    texts = [_plain(edge) for edge in edges]
    inner = [f"[{low}, {high})" for low, high in pairwise(texts)]
    if closed:
        inner[-1] = inner[-1][:-1] + "]"
    return [f"< {texts[0]}", *inner, f"{'>' if closed else '>='} {texts[-1]}"]


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
