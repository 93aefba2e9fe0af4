"""The population language: a line such as `native.label = diagram and year >= 2020` becomes SQL over current figures.

Comparisons `= != < <= > >=`, `~` (contains, case ignored), `in (a, b)`, `is null`, joined by `and`, `or`, `not` and
parentheses. Fields are `judge.label`, `judge.confidence`, `judge.version`; columns of papers and figures; `path` and
`tier` of the cascade; `extra.NAME` for columns an imported table brought along. Bare `label` and `confidence` mean the
judge that the project accepts from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Float, Integer, Select, and_, not_, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from pipeline.errors import UsageError
from pipeline.store.figures import Figure
from pipeline.store.papers import Paper
from pipeline.store.routes import Route
from pipeline.store.scores import Score

PAPER_FIELDS = (
    *("paper_id", "document", "platform", "platform_id", "venue", "year", "title", "abstract", "keywords", "areas"),
    *("decision", "authors", "url", "doi", "licence"),
)
FIGURE_FIELDS = (
    *("figure_id", "number", "printed_label", "page", "caption", "caption_status", "number_status"),
    *("mention_status", "width", "height", "source_id"),
)
ROUTE_FIELDS = ("path", "tier")
JUDGE_FIELDS = ("label", "confidence", "version")

TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<op><=|>=|!=|=|<|>|~)|(?P<mark>[(),])"""
    r"""|(?P<word>[^\s(),=<>!~"']+))"""
)
MAX_TOKENS = 400  # far beyond what a person writes; the parser and SQLite have limits of their own
MAX_DEPTH = 50
MAX_NUMBER = 2**63
KEYWORDS = {"and", "or", "not", "in", "is", "null"}


@dataclass(frozen=True)
class PopulationRow:
    """One figure of a population: its row, public id, content hash and the values of the fields asked for."""

    row: int
    figure_id: str
    content_hash: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    column: int


class _Fields:
    """Finds the SQL column of a field name and remembers which tables have to be joined."""

    def __init__(self, accepted_from: str) -> None:
        self.accepted_from = accepted_from
        self.judges: dict[str, Any] = {}
        self.route: Any = None

    def column(self, name: str, at: int) -> ColumnElement[Any] | InstrumentedAttribute[Any]:
        """The column of a field; raises UsageError naming the field and its place."""
        head, _, tail = name.partition(".")
        if not tail:
            return self._bare(name, at)
        if head == "extra":
            column: ColumnElement[Any] = Figure.extra[tail].as_string()
            return column
        if head == "paper" and tail in PAPER_FIELDS:
            return _attribute(Paper, tail)
        if head == "figure" and tail in (*FIGURE_FIELDS, "label"):
            return _attribute(Figure, tail)
        if head == "route" and tail in ROUTE_FIELDS:
            return _attribute(self._route(), tail)
        if tail in JUDGE_FIELDS and head not in {"paper", "figure", "route"}:
            return self._judge(head, tail)
        raise UsageError(f"unknown field {name!r} (column {at}); {_known()}")

    def _bare(self, name: str, at: int) -> ColumnElement[Any] | InstrumentedAttribute[Any]:
        if name in {"label", "confidence"}:
            return self._judge(self.accepted_from, name)
        if name in PAPER_FIELDS:
            return _attribute(Paper, name)
        if name in FIGURE_FIELDS:
            return _attribute(Figure, name)
        if name in ROUTE_FIELDS:
            return _attribute(self._route(), name)
        raise UsageError(f"unknown field {name!r} (column {at}); {_known()}")

    def _judge(self, judge: str, field: str) -> InstrumentedAttribute[Any]:
        table = self.judges.setdefault(judge, aliased(Score))
        return _attribute(table, "judge_version" if field == "version" else field)

    def _route(self) -> Any:
        if self.route is None:
            self.route = aliased(Route)
        return self.route

    def joined(self, statement: Select[Any]) -> Select[Any]:
        """The statement with the tables that were asked for; a figure without a score or route keeps its row."""
        for judge, table in self.judges.items():
            on = and_(table.figure_id == Figure.id, table.judge == judge, table.superseded_by.is_(None))
            statement = statement.outerjoin(table, on)
        if self.route is not None:
            on = and_(self.route.figure_id == Figure.id, self.route.superseded_by.is_(None))
            statement = statement.outerjoin(self.route, on)
        return statement


def _attribute(table: Any, name: str) -> InstrumentedAttribute[Any]:
    found: InstrumentedAttribute[Any] = getattr(table, name)
    return found


def _known() -> str:
    fields = ", ".join([*PAPER_FIELDS, *FIGURE_FIELDS, *ROUTE_FIELDS])
    return f"known are label, confidence, JUDGE.label, JUDGE.confidence, {fields}, extra.NAME"


def _tokens(query: str) -> list[_Token]:
    found, place = [], 0
    while place < len(query.rstrip()):
        match = TOKEN.match(query, place)
        if match is None:
            column = place + len(query[place:]) - len(query[place:].lstrip()) + 1
            raise UsageError(f"cannot read {query[column - 1 :]!r} (column {column} of the query)")
        kind = str(match.lastgroup)
        text = match.group(kind)
        column = match.start(kind) + 1
        if kind == "word" and text.lower() in KEYWORDS:
            kind, text = "key", text.lower()
        if kind == "string":
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        found.append(_Token(kind, text, column))
        place = match.end()
    return found


class _Parser:
    """Recursive descent over the tokens of one query."""

    def __init__(self, query: str, fields: _Fields) -> None:
        self.tokens = _tokens(query)
        if len(self.tokens) > MAX_TOKENS:
            raise UsageError(f"the query has {len(self.tokens):,} words and signs; {MAX_TOKENS} is the most")
        self.end = len(query) + 1
        self.place = 0
        self.depth = 0
        self.fields = fields

    def parse(self) -> ColumnElement[bool]:
        """The condition of the whole query."""
        condition = self._any()
        if self.place < len(self.tokens):
            token = self.tokens[self.place]
            raise UsageError(
                f"expected `and`, `or` or the end before {token.text!r} (column {token.column} of the query)"
            )
        return condition

    def _peek(self, text: str, kind: str = "key") -> bool:
        if self.place >= len(self.tokens):
            return False
        token = self.tokens[self.place]
        return token.kind == kind and token.text == text

    def _take(self, text: str, kind: str = "key") -> bool:
        taken = self._peek(text, kind)
        self.place += taken
        return taken

    def _next(self, wanted: str, *kinds: str) -> _Token:
        if self.place >= len(self.tokens):
            raise UsageError(f"the query ends where {wanted} is expected (column {self.end})")
        token = self.tokens[self.place]
        if token.kind not in kinds:
            raise UsageError(f"expected {wanted}, found {token.text!r} (column {token.column} of the query)")
        self.place += 1
        return token

    def _any(self) -> ColumnElement[bool]:
        parts = [self._all()]
        while self._take("or"):
            parts.append(self._all())
        return or_(*parts) if len(parts) > 1 else parts[0]

    def _all(self) -> ColumnElement[bool]:
        parts = [self._one()]
        while self._take("and"):
            parts.append(self._one())
        return and_(*parts) if len(parts) > 1 else parts[0]

    def _one(self) -> ColumnElement[bool]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UsageError(f"the query is nested more than {MAX_DEPTH} deep; take parentheses or `not` away")
        try:
            return self._not_or_group()
        finally:
            self.depth -= 1

    def _not_or_group(self) -> ColumnElement[bool]:
        if self._take("not"):
            return not_(self._one())
        if self._take("(", "mark"):
            inner = self._any()
            if not self._take(")", "mark"):
                self._next("`)`")
            return inner
        return self._comparison()

    def _comparison(self) -> ColumnElement[bool]:
        name = self._next("a field", "word")
        column = self.fields.column(name.text, name.column)
        negated = self._take("not")
        if self._take("in"):
            found = column.in_(self._list(column, name))
            return not_(found) if negated else found
        if not negated and self._take("is"):
            negated = self._take("not")
            if not self._take("null"):
                self._next("`null`")
            return column.is_not(None) if negated else column.is_(None)
        operator = self._next("one of = != < <= > >= ~ in is", "op")
        return _compare(column, operator, self._value(column, name, text=operator.text == "~"))

    def _list(self, column: Any, name: _Token) -> list[Any]:
        if not self._take("(", "mark"):
            self._next("`(`")
        values = [self._value(column, name)]
        while self._take(",", "mark"):
            values.append(self._value(column, name))
        if not self._take(")", "mark"):
            self._next("`,` or `)`")
        return values

    def _value(self, column: Any, name: _Token, *, text: bool = False) -> Any:
        token = self._next("a value", "word", "string")
        if text or not isinstance(column.type, (Integer, Float)):
            return token.text
        number = _number(token.text, whole=not isinstance(column.type, Float))
        if number is None:
            raise UsageError(
                f"{name.text} is a number, {token.text!r} is not one it can have (column {token.column} of the query)"
            )
        return number


def _number(text: str, *, whole: bool) -> float | None:
    """The number that text says, None when it says none that a database can hold."""
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        return None
    return number if abs(number) < MAX_NUMBER else None


def _compare(column: Any, operator: _Token, value: Any) -> ColumnElement[bool]:
    if operator.text == "~":
        contains: ColumnElement[bool] = column.icontains(str(value), autoescape=True)
        return contains
    made: dict[str, Any] = {
        "=": column.__eq__,
        "!=": column.is_distinct_from,  # a figure without a value differs from every value
        "<": column.__lt__,
        "<=": column.__le__,
        ">": column.__gt__,
        ">=": column.__ge__,
    }
    result: ColumnElement[bool] = made[operator.text](value)
    return result


def _check_judges(session: Session, judges: Iterable[str]) -> None:
    """Raise UsageError for a judge that has scored nothing: a misspelt name must not give an empty population."""
    for judge in judges:
        if session.scalar(select(Score.id).where(Score.judge == judge).limit(1)) is None:
            known = sorted(session.scalars(select(Score.judge).distinct()))
            there = f"judges here are {', '.join(known)}" if known else "no judge has; `figaudit run` asks them"
            raise UsageError(f"no figure has been scored by a judge named {judge!r}; {there}")


def check_field(name: str) -> None:
    """Raise UsageError when name is no field of the language."""
    _Fields("native").column(name, 1)


def population_rows(session: Session, query: str, fields: Sequence[str], *, accepted_from: str) -> list[PopulationRow]:
    """The current figures with an image that match the query ("" = all), ordered by figure id.

    `values` holds the fields asked for, in their order; a missing score or route gives None.
    Raises UsageError that points at the column of the query's text, or names an unknown field.
    """
    known = _Fields(accepted_from)
    wanted = [known.column(name, 1) for name in fields]
    condition = _Parser(query, known).parse() if query.strip() else None
    _check_judges(session, known.judges)
    statement = select(Figure.id, Figure.figure_id, Figure.content_hash, *wanted).join(
        Paper, Paper.id == Figure.paper_id
    )
    statement = known.joined(statement).where(
        Figure.superseded_by.is_(None), Figure.withdrawn.is_(False), Figure.image_sha256.is_not(None)
    )
    if condition is not None:
        statement = statement.where(condition)
    rows = session.execute(statement.order_by(Figure.figure_id))
    return [PopulationRow(row[0], row[1], row[2], tuple(row[3:])) for row in rows]
