"""The one spelling of a value that is hashed, and its sha256."""

from __future__ import annotations

import hashlib
import json


def canonical_json(value: object) -> str:
    """A JSON value with sorted keys, without blanks and without NaN; equal values give equal text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(text: str) -> str:
    """The sha256 of a text in UTF-8, as hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
