"""What goes to an auditor beside the items file: the task in plain words, and the images under the items' ids."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from auditor.audits.projection import BlindItem
from auditor.audits.tasks import SKIP, Task
from pipeline.errors import ExpectedError


def task_text(task: Task) -> str:
    """The task for a person with nothing but a spreadsheet: question, guideline, answers, error modes, columns."""
    width = max(len(SKIP), *(len(answer.word) for answer in task.answers))
    lines = [task.question, "", task.guideline, "", "Answers"]
    lines += [f"  {answer.word:<{width}}  {answer.meaning}" for answer in task.answers]
    lines += [f"  {SKIP:<{width}}  You should not or cannot judge this item; say why in the column note."]
    if task.error_modes:
        asking = " or ".join(f"`{answer.word}`" for answer in task.answers if answer.error_mode)
        lines += ["", f"Error modes, one with each answer {asking}"]
        lines += [f"  {mode.word}" for mode in task.error_modes]
    if task.examples:
        lines += ["", "Examples", *(f"  {each.answer:<{width}}  {each.why}" for each in task.examples)]
    lines += ["", "How to fill the file", "Add these columns to the items file and leave the others as they are:"]
    lines.append("  answer      one of the answers above, or empty for an item not judged yet")
    if task.error_modes:
        lines.append(f"  error_mode  one of the error modes above with the answer {asking}, else empty")
    lines.append("  note        whatever you want to say; needed with skip")
    lines.append("Each line is judged by itself, in the order of the file. Save it as CSV in UTF-8.")
    return "\n".join(lines) + "\n"


def task_file(items_file: Path) -> Path:
    """Where the task stands beside an items file.

    >>> task_file(Path("first.csv")).name
    'first.task.txt'
    """
    return items_file.with_name(f"{items_file.stem}.task.txt")


def copy_images(project: Path, items: Sequence[BlindItem], target: Path, *, beside: Path) -> list[BlindItem]:
    """The items with their images copied to `target` under `<item id>.<ext>`, paths relative to the folder `beside`.

    An image that the project lacks keeps its old path. Raises ExpectedError when the folder cannot be written.
    """
    found = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        for item in items:
            source = project / item.image
            if not item.image or not source.is_file():
                found.append(item)
                continue
            copy = target / f"{item.item}{source.suffix}"
            shutil.copyfile(source, copy)
            found.append(replace(item, image=Path(os.path.relpath(copy, beside)).as_posix()))
    except OSError as error:
        raise ExpectedError(f"{target} cannot take the images: {error.strerror}; name another folder") from error
    return found
