"""What the project's files may not say (places of one machine, addresses of registries) and what lies beside them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDERS = ("pipeline", "auditor", "resources", "migrations", "tests", ".ci")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "dev", "constraints-ci.txt", ".gitignore")
BUILT = ("__pycache__", ".pytest_cache", ".hypothesis")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".npz", ".npy", ".joblib", ".sqlite", ".parquet")

# written in pieces, so that this file does not hold them itself
PLACES = ("work" + "/", "ro" + "ot/", "ho" + "me/[a-z]", "Us" + "ers/", "opt" + "/")
HOSTS = (
    "py" + r"pi\.(?:org|python)",
    "python" + r"hosted\.org",
    "deb" + r"ian\.org",
    "npm" + r"js\.",
    "ubuntu" + r"\.com",
)
MACHINE_PLACES = re.compile(f"/(?:{'|'.join(PLACES)})")
REGISTRIES = re.compile("|".join(HOSTS))


def project_files() -> list[Path]:
    """Every file that is ours to write, wherever git stands."""
    inside = [file for folder in FOLDERS for file in (REPOSITORY / folder).rglob("*") if file.is_file()]
    return [
        file
        for file in [*inside, *(REPOSITORY / name for name in FILES)]
        if not set(BUILT) & set(file.relative_to(REPOSITORY).parts)
    ]


def complaints(name: str, text: str) -> list[str]:
    """The lines of one file that name a machine's place or a registry."""
    return [
        f"{name}:{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        for pattern in (MACHINE_PLACES, REGISTRIES)
        if (found := pattern.search(line))
    ]


def test_no_file_names_a_machine_or_a_registry():
    found = [
        complaint
        for file in project_files()
        if file.suffix not in PICTURES
        for complaint in complaints(file.relative_to(REPOSITORY).as_posix(), file.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_the_search_finds_what_it_looks_for():
    place, registry = "/ho" + "me/someone/papers", "https://py" + "pi.org/simple"
    assert complaints("a", f"x\nopen({place!r})") == ["a:2: /ho" + "me/s"]
    assert complaints("a", registry) == ["a:1: py" + "pi.org"]
    assert not complaints("a", "releases/home-1.0/ and workspace/figures")


def test_the_top_level_holds_what_the_architecture_names():
    assert {path.name for path in REPOSITORY.iterdir()} >= {*FOLDERS, *FILES}
    git = shutil.which("git")
    if git is None or not (REPOSITORY / ".git").exists():
        pytest.skip("git is not here, so that files of the project cannot be told from others")
    listed = subprocess.run([git, "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    unknown = {line.split("/")[0] for line in listed.stdout.splitlines()} - {*FOLDERS, *FILES}
    assert not unknown, f"not named in the README's map of the code: {sorted(unknown)}"
