"""The topics of Help: their texts, and what describes this installation to somebody who helps."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from pipeline.resources import resource

ABOUT = "about"
TOPICS = (
    ("start", "Start"),
    ("campaigns", "Campaigns"),
    ("review", "Review"),
    ("panels", "Panels"),
    ("report", "Report"),
    ("settings", "Settings"),
    ("keys", "Keys"),
    ("words", "Words"),
    (ABOUT, "About"),
)


ABOUT_TEXT = """\
# Figaudit {version}

Figaudit turns scientific papers into a figure dataset whose quality is known: people judge a sample blind, and
statistics turn their answers into numbers with intervals.

It is free software under the GNU Affero General Public License, version 3 or later.

*Copy system details* puts the versions of Figaudit and of what it runs on on the clipboard, for a message to whoever
helps you. Nothing of a project, a figure or an answer is in it.
"""


@dataclass(frozen=True)
class Topic:
    """One topic: its name, its title on the list, its text as Markdown."""

    name: str
    title: str
    text: str


def load_topics(keys: str) -> list[Topic]:
    """Every topic in the order of the list; `keys` is the text of the keys, which depend on the keyboard."""
    made = {"keys": keys, ABOUT: about_text()}
    return [
        Topic(name, title, made.get(name) or resource("help", f"{name}.md").read_text(encoding="utf-8"))
        for name, title in TOPICS
    ]


def matching(topics: list[Topic], words: str) -> list[Topic]:
    """The topics in which every one of these words stands."""
    wanted = words.casefold().split()
    return [topic for topic in topics if all(word in f"{topic.title} {topic.text}".casefold() for word in wanted)]


def keys_text(groups: list[tuple[str, list[tuple[str, str]]]]) -> str:
    """The keys as Markdown, one list a page."""
    parts = ["# Keys", "Keys go by their place on the keyboard, whatever the layout prints on them."]
    for title, rows in groups:
        parts.append(f"## {title}")
        parts += [f"**{_escaped(caps)}** — {words}." for caps, words in rows]
    return "\n\n".join(parts)


def about_text() -> str:
    """What Figaudit is and under which licence."""
    return ABOUT_TEXT.format(version=version_of("figaudit"))


def system_details() -> str:
    """The versions to tell whoever helps; nothing of a person, a project or a path."""
    lines = [
        f"Figaudit {version_of('figaudit')}",
        f"Python {platform.python_version()}",
        f"PySide6 {version_of('PySide6-Essentials')}",
        f"SQLAlchemy {version_of('SQLAlchemy')}",
        f"Pillow {version_of('Pillow')}",
        f"{platform.system()} {platform.release()} ({platform.machine()})",
    ]
    if getattr(sys, "frozen", False):
        lines.append("packaged")
    return "\n".join(lines)


def version_of(package: str) -> str:
    """The installed version of a package, "unknown" when it is not installed as one."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()#+-.!<>" else sign for sign in text)
