from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

MODELS = Path(__file__).parents[3] / "resources" / "models"


@pytest.fixture(scope="session")
def training_script() -> Callable[[str], ModuleType]:
    """Loads a module of resources/models by name, as running the script there would."""

    def load(name: str) -> ModuleType:
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, MODELS / f"{name}.py")
            assert spec is not None
            assert spec.loader is not None
            sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
        return sys.modules[name]

    return load


@pytest.fixture(scope="session")
def drawn(training_script: Callable[[str], ModuleType]) -> list[Any]:
    """Figures of every kind that training never saw: its seeds are other ones."""
    found = training_script("training_data").drawn_cuttings(32, 20_261)
    return [cutting for cutting in found if cutting.kind != "mixed"]
