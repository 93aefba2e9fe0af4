"""The product stays in small pieces: sizes of files, classes and functions, parameters, docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PRODUCT = ("pipeline", "auditor", "migrations", "resources")
LINES_OF_A_FILE, LINES_OF_A_CLASS, LINES_OF_A_FUNCTION = 400, 300, 60
PARAMETERS, BY_POSITION = 5, 4  # two by position are the aim; four leave room for families of functions of one shape
CALLED_BY_LIBRARIES = {"settings_customise_sources"}  # pydantic passes five sources by position

Function = ast.FunctionDef | ast.AsyncFunctionDef


def product_files() -> list[Path]:
    return sorted(file for package in PRODUCT for file in (REPOSITORY / package).rglob("*.py"))


def is_migration(name: str) -> bool:
    """A migration lists a state of the tables that never changes again; it may be as long as that list."""
    return name.startswith("migrations/versions/")


def is_command_line(name: str) -> bool:
    """A command's options are its parameters: command lines are free in their number, and in the lines they take."""
    return "/cli/" in name


def too_large(name: str, text: str) -> Iterator[str]:
    """What is larger than the rules allow in one file, in words."""
    if is_migration(name):
        return
    if (count := len(text.splitlines())) > LINES_OF_A_FILE:
        yield f"{name}: {count} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function | ast.ClassDef):
            limit = LINES_OF_A_CLASS if isinstance(node, ast.ClassDef) else LINES_OF_A_FUNCTION
            first = node.body[0].lineno if is_command_line(name) else node.lineno
            if (count := (node.end_lineno or 0) - first + 1) > limit:
                yield f"{name}: {node.name} has {count} lines"
        if isinstance(node, Function) and not is_command_line(name):
            yield from too_many_parameters(name, node)


def too_many_parameters(name: str, node: Function) -> Iterator[str]:
    """More parameters beside self and cls than may be, or than a public function may take without names."""
    positional = [item for item in (*node.args.posonlyargs, *node.args.args) if item.arg not in ("self", "cls")]
    if len(positional) + len(node.args.kwonlyargs) > PARAMETERS:
        yield f"{name}: {node.name} has {len(positional) + len(node.args.kwonlyargs)} parameters"
    private = node.name.startswith("_") or node.name in CALLED_BY_LIBRARIES
    if len(positional) > BY_POSITION and not private:
        yield f"{name}: {node.name} takes {len(positional)} parameters by position"


def without_docstring(name: str, text: str) -> Iterator[str]:
    """The file itself and its public functions, as far as they open without a sentence."""
    tree = ast.parse(text)
    if not (ast.get_docstring(tree) or "").strip():
        yield f"{name}: the module has no docstring"
    for node in tree.body:
        if (
            isinstance(node, Function)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
            and not is_migration(name)
        ):
            yield f"{name}: {node.name} has no docstring"


@pytest.mark.parametrize("rule", [too_large, without_docstring])
def test_the_product_keeps_the_rule(rule):  # noqa: ANN001 - either of the two functions above
    files = product_files()
    assert files
    found = [
        complaint
        for file in files
        for complaint in rule(file.relative_to(REPOSITORY).as_posix(), file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_module_is_called_utils_or_helpers():
    names = {part for file in product_files() for part in file.relative_to(REPOSITORY).with_suffix("").parts}
    assert not names & {"util", "utils", "helper", "helpers", "common", "misc"}


def test_the_rules_can_fail():
    long_function = "def long():\n" + "    pass\n" * LINES_OF_A_FUNCTION
    long_class = "class Long:\n" + "    a = 1\n" * LINES_OF_A_CLASS
    assert list(too_large("a.py", long_function)) == ["a.py: long has 61 lines"]
    assert list(too_large("a.py", long_class)) == ["a.py: Long has 301 lines"]
    assert list(too_large("a.py", "a = 1\n" * (LINES_OF_A_FILE + 1))) == ["a.py: 401 lines"]
    assert list(too_large("a.py", "def f(a, b, c, d, e): ...")) == ["a.py: f takes 5 parameters by position"]
    assert list(too_large("a.py", "def f(a, b, *, c, d, e, g): ...")) == ["a.py: f has 6 parameters"]
    assert not list(too_large("pipeline/cli/x.py", "def f(a, b, c, d, e, g): ..."))
    assert list(without_docstring("a.py", "def f(): ...")) == [
        "a.py: the module has no docstring",
        "a.py: f has no docstring",
    ]
