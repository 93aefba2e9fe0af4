"""How long a person waits for the window: from the start of the process to its first paint and to the open project."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import calibration, milliseconds

from pipeline.workspace import create_workspace

BAR = 1.5
RUNS = 5


def start(folder: Path) -> dict[str, float]:
    """The seconds that one start tells on standard error; the window is closed once the project is open."""
    settings = {"QT_QPA_PLATFORM": "offscreen", "FIGAUDIT_START_TIMES": "1", "FIGAUDIT_DESK": str(folder / "desk")}
    command = [sys.executable, "-m", "auditor", "open", "--project", str(folder / "project")]
    found: dict[str, float] = {}
    with subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            told = re.fullmatch(r"(.*) (\d+\.\d+) s after the start", line.strip())
            if told is not None:
                found[told[1]] = float(told[2])
            if "project open" in found:
                process.terminate()
    return found


with tempfile.TemporaryDirectory() as place:
    create_workspace(Path(place) / "project").close()
    times = [start(Path(place)) for _ in range(RUNS)]
loop = milliseconds(calibration)
for what in times[0]:
    taken = statistics.median(each[what] for each in times)
    print(f"{what:<44} {1000 * taken:10.1f} ms   calibration loop {loop:6.1f} ms   bar {1000 * BAR:.0f} ms")
