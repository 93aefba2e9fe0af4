"""A released dataset of 57,100 small images through the line without PDFs: seconds of every command, peak memory.

The numbers of rows in four paths are those of a published release; images and texts are drawn by this file.
"""

from __future__ import annotations

import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from timing import calibration, milliseconds

PATHS = {
    "t1_unanimous": 46_524,
    "t1_majority": 3_645,
    "t1_minority_gpt_tiebreak": 1_865,
    "t2_vlm_consensus_gpt_confirmed": 5_066,
}
AUDITED = 500


def write_dataset(folder: Path) -> Path:
    """The table and its images of 48 x 32 pixels, each different."""
    (folder / "images").mkdir()
    chance = random.Random(1)  # noqa: S311 - invented data, not a secret
    table = folder / "data.jsonl"
    with table.open("w", encoding="utf-8") as stream:
        paths = [path for path, count in PATHS.items() for _ in range(count)]
        for number, path in enumerate(paths):
            colour = (number % 256, number // 256 % 256, chance.randrange(256))
            Image.new("RGB", (48, 32), colour).save(folder / "images" / f"{number}.png", compress_level=1)
            row = {
                "id": number,
                "image": f"{number}.png",
                "label": "diagram",
                "path": path,
                "confidence": round(chance.uniform(0.5, 1), 3),
                "caption": f"Invented figure {number}.",
                "context": f"Invented figure {number} shows it.",
                "venue": chance.choice(["A", "B", "C", "D"]),
            }
            stream.write(json.dumps(row) + "\n")
    return table


def figaudit(project: Path, *arguments: object) -> None:
    """Run one command and print its seconds and the peak memory of its process."""
    words = [str(argument) for argument in arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, "-m", "auditor", *words, "--project", str(project)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if ended.returncode:
        sys.exit(f"figaudit {' '.join(words)} ended with {ended.returncode}: {ended.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    name = " ".join(word for word in words[:2] if "/" not in word)
    # ru_maxrss of children only grows: it is the highest of all commands so far
    print(f"{name:<28} {seconds:8.2f} s  {cpu:8.2f} s CPU   highest peak so far {after.ru_maxrss / 1024:7.0f} MB")


def answer(sheets: list[Path], out: Path) -> None:
    """Verdicts for every item of the sheets: mostly yes."""
    chance = random.Random(2)  # noqa: S311 - invented data, not a secret
    with out.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["campaign", "item", "auditor", "answer", "error_mode", "note"])
        for sheet in sheets:
            with sheet.open(encoding="utf-8", newline="") as items:
                for row in csv.DictReader(items):
                    good = chance.random() < 0.94
                    answer = ["yes", ""] if good else ["no", "plot"]
                    writer.writerow(["big", row["item"], sheet.stem, *answer, ""])


def main() -> None:
    """The whole line on the dataset."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table, project = write_dataset(folder), folder / "project"
        print(f"calibration loop {milliseconds(calibration):.1f} ms")
        figaudit(project, "init")
        figaudit(project, "add", table, "--images", folder / "images")
        design = ["--population", "imported.label = diagram", "--strata", "path", "--size", AUDITED, "--name", "big"]
        figaudit(project, "campaign", "create", *design, "--overlap", 0.2, "--auditors", "first,second", "--seed", 7)
        figaudit(project, "campaign", "seal", "big")
        sheets = [folder / "first.csv", folder / "second.csv"]
        for sheet in sheets:
            figaudit(project, "campaign", "items", "big", "--auditor", sheet.stem, "--out", sheet)
        answer(sheets, folder / "answers.csv")
        figaudit(project, "verdicts", "import", folder / "answers.csv")
        figaudit(project, "report", "big")
        figaudit(project, "release", "build", "big", "--version", "1.0.0")
        figaudit(project, "release", "verify", "big", "1.0.0")


if __name__ == "__main__":
    main()
