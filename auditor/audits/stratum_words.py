"""A stratum as a person reads it: "confidence 0.5 to 0.85" where the design itself says "[0.5, 0.85)"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from auditor.audits.strata import NONE, stratum_name

_NUMBER = r"-?[\d.]+(?:e[-+]?\d+)?"
_BAND = re.compile(rf"\[({_NUMBER}), ({_NUMBER})[)\]]")
_OUTER = re.compile(rf"(<|>=|>) ({_NUMBER})")
_SIDES = {"<": "below {}", ">": "above {}", ">=": "{} or more"}


def stratum_words(value: Mapping[str, Any]) -> str:
    """A stratum's value {column: value} in words.

    >>> stratum_words({"venue": "ICLR", "native.confidence": "[0.5, 0.85)"})
    'ICLR, confidence 0.5 to 0.85'
    >>> stratum_words({"year": 2021}), stratum_words({"venue": "(none)"}), stratum_words({})
    ('year 2021', 'no venue', 'all figures')
    """
    return ", ".join(_part(field, said) for field, said in value.items()) or "all figures"


def remarks_in_words(remarks: Iterable[str], strata: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The remarks on a design with its strata named as in `stratum_words`."""
    told = list(remarks)
    for value in strata:
        before, after = f"stratum {stratum_name(dict(value))} ", f"the stratum “{stratum_words(value)}” "
        told = [remark.replace(before, after) for remark in told]
    return tuple(told)


def _part(field: str, said: Any) -> str:
    word = field.rpartition(".")[2].replace("_", " ")
    if said == NONE:
        return f"no {word}"
    if isinstance(said, int | float):
        return f"{word} {said}"
    band, outer = _BAND.fullmatch(str(said)), _OUTER.fullmatch(str(said))
    if band:
        return f"{word} {band[1]} to {band[2]}"
    if outer:
        return f"{word} {_SIDES[outer[1]].format(outer[2])}"
    return str(said)
