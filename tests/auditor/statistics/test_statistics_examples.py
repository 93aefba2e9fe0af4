"""The example in each docstring of the statistics runs and shows what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from auditor import statistics

MODULES = [module.name for module in pkgutil.iter_modules(statistics.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str):
    module = importlib.import_module(f"auditor.statistics.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted > 0 or name == "survey", f"{name} has no runnable example"
