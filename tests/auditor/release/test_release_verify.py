from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from auditor.release.build import build_release
from auditor.release.manifest import manifest_hash
from auditor.release.request import ReleaseRequest
from auditor.release.verify import Fault, verify_published, verify_release
from pipeline.errors import ExpectedError
from pipeline.files import sha256_of
from pipeline.store.releases import Release
from pipeline.workspace import open_workspace

KINDS = [
    "README.md",
    "data.jsonl",
    "images/*.png",
    "audits/*/design.json",
    "audits/*/verdicts.csv",
    "audits/*/decisions.csv",
    "audits/*/report.json",
    "audits/*/report.md",
    "CITATION.cff",
    "CITATION.bib",
    "manifest.json",
]


@pytest.fixture(scope="session")
def released_template(audited_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("released") / "p"
    shutil.copytree(audited_template, folder)
    with open_workspace(folder) as workspace:
        build_release(workspace, ReleaseRequest("figs", "1.0.0"))
    return folder


@pytest.fixture
def released(released_template: Path, tmp_path: Path) -> Path:
    shutil.copytree(released_template, tmp_path / "r")
    return tmp_path / "r" / "releases" / "figs-1.0.0"


def paths(faults: tuple[Fault, ...]) -> set[str]:
    return {fault.path for fault in faults}


def reseal(folder: Path, *names: str, **changed: Any) -> None:
    """What somebody does who knows the format: hash the changed files anew and write the manifest again."""
    manifest = json.loads((folder / "manifest.json").read_text())
    for one in manifest["files"]:
        if one["path"] in names:
            one.update(sha256=sha256_of(folder / one["path"]), bytes=(folder / one["path"]).stat().st_size)
    manifest.update(changed)
    (folder / "manifest.json").write_text(json.dumps(manifest))


def test_a_whole_release_has_no_fault_without_its_project(released: Path, tmp_path: Path) -> None:
    shutil.move(released, tmp_path / "elsewhere")
    assert verify_release(tmp_path / "elsewhere").faults == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", [0.0, 0.5, 0.999])
def test_a_flipped_byte_is_found_in_every_kind_of_file(released: Path, kind: str, place: float) -> None:
    known = manifest_hash(released)
    path = min(released.glob(kind))
    data = bytearray(path.read_bytes())
    data[int(place * len(data))] ^= 0x04
    path.write_bytes(data)
    faults = verify_release(released, manifest_sha256=known).faults
    assert str(path.relative_to(released)) in paths(faults)


def test_a_file_that_lost_its_end_is_found(released: Path) -> None:
    data = (released / "data.jsonl").read_bytes()
    (released / "data.jsonl").write_bytes(data[:-100])
    faults = verify_release(released).faults
    assert any(f"has {len(data) - 100} bytes, the manifest says {len(data)}" in fault.what for fault in faults)
    assert any("cannot be read" in fault.what for fault in faults)


def test_missing_extra_and_linked_files_are_named(released: Path, tmp_path: Path) -> None:
    image, other = sorted((released / "images").iterdir())[:2]
    image.unlink()
    (released / "audits" / "note.txt").write_text("hello")
    shutil.move(other, tmp_path / "outside.png")
    other.symlink_to(tmp_path / "outside.png")
    assert {(fault.path, fault.what) for fault in verify_release(released).faults} == {
        (f"images/{image.name}", "is missing"),
        ("audits/note.txt", "does not belong to the release"),
        (f"images/{other.name}", "is no plain file"),
    }


def test_a_linked_folder_is_not_followed(released: Path, tmp_path: Path) -> None:
    shutil.move(released / "images", tmp_path / "images")
    (released / "images").symlink_to(tmp_path / "images")
    faults = verify_release(released).faults
    assert Fault("images", "does not belong to the release") in faults
    assert sum(fault.what == "is missing" for fault in faults) == 16


def test_a_manifest_written_anew_does_not_hide_a_changed_verdict(released: Path) -> None:
    (verdicts,) = released.glob("audits/*/verdicts.csv")
    verdicts.write_text(verdicts.read_text().replace('"yes"', '"no"', 1))
    name = str(verdicts.relative_to(released))
    reseal(released, name)
    faults = verify_release(released).faults
    assert paths(faults) == {name}
    assert any("was changed after it was recorded" in fault.what for fault in faults)


def test_a_chain_cut_at_its_end_does_not_reach_the_named_head(released: Path) -> None:
    (verdicts,) = released.glob("audits/*/verdicts.csv")
    lines = verdicts.read_bytes().splitlines(keepends=True)
    verdicts.write_bytes(b"".join(lines[:-1]))
    name = str(verdicts.relative_to(released))
    reseal(released, name)
    (fault,) = verify_release(released).faults
    assert "the chain of second ends after 7 verdicts in another head than the manifest names" in fault.what


@pytest.mark.parametrize(
    "change",
    [
        lambda sealed: sealed["items"].pop(),
        lambda sealed: sealed["strata"][0].update(size=99),
        lambda sealed: sealed["design"].update(seed=8),
    ],
)
def test_a_manifest_written_anew_does_not_hide_a_changed_design(
    released: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    (path,) = released.glob("audits/*/design.json")
    design = json.loads(path.read_text())
    change(design["sealed"])
    path.write_text(json.dumps(design))
    name = str(path.relative_to(released))
    reseal(released, name)
    (fault,) = verify_release(released).faults
    assert fault.path == name
    assert "the seal recomputed from it is" in fault.what


def test_records_out_of_order_or_left_out_are_found(released: Path) -> None:
    lines = (released / "data.jsonl").read_bytes().splitlines(keepends=True)
    (released / "data.jsonl").write_bytes(b"".join([lines[1], lines[0], *lines[2:-1]]))
    reseal(released, "data.jsonl")
    whats = [fault.what for fault in verify_release(released).faults]
    assert any(what.startswith("line 2: record") for what in whats)
    assert "holds 15 records, the manifest says 16" in whats
    assert any(what.startswith("view all has 15 records") for what in whats)


def test_an_image_exchanged_with_its_manifest_line_is_found_in_the_record(released: Path) -> None:
    first, second = sorted((released / "images").iterdir())[:2]
    first.write_bytes(second.read_bytes())
    reseal(released, f"images/{first.name}")
    (fault,) = verify_release(released).faults
    assert fault.path == "data.jsonl"
    assert f"is not the manifest's hash of images/{first.name}" in fault.what


def test_the_database_notices_another_manifest(released: Path) -> None:
    reseal(released, program="another")
    assert verify_release(released).faults == ()
    with open_workspace(released.parent.parent) as workspace:
        (fault,) = verify_published(workspace, "figs", "1.0.0").faults
    assert fault.path == "manifest.json"
    assert "the project's database says" in fault.what


@pytest.mark.parametrize(
    "change",
    [
        {"files": [{"path": "../figaudit.toml", "sha256": "0", "bytes": 1}]},
        {"files": [{"path": "/etc/hostname", "sha256": "0", "bytes": 1}]},
        {"files": [{"path": "data.jsonl", "sha256": 5, "bytes": 1}]},
        {"files": [{"path": "data.jsonl", "sha256": "0", "bytes": "1"}]},
        {"files": 5},
        {"files": None},
        {"seals": []},
        {"seals": {"../../p": "0"}},
        {"chain_heads": {"..": {}}},
        {"chain_heads": {"c": 5}},
        {"counts": {"records": "many"}},
        {"config": 7},
        {"name": None},
        {"schema_version": 99},
        {"views": [1]},
    ],
)
def test_a_manifest_that_makes_no_sense_is_one_fault(released: Path, change: dict[str, Any]) -> None:
    reseal(released, **change)
    verified = verify_release(released)
    assert verified.manifest is None
    assert paths(verified.faults) == {"manifest.json"}


@pytest.mark.parametrize(
    "change",
    [
        {"seals": {"c_other": "0"}},
        {"seals": {}},
        {"chain_heads": {}},
        {"config": {"name": "x"}},
        {"counts": {}},
        {"views": [{}]},
    ],
)
def test_a_manifest_with_wrong_contents_is_named(released: Path, change: dict[str, Any]) -> None:
    reseal(released, **change)
    assert verify_release(released).faults


@pytest.mark.parametrize("line", [b"5\n", b"{\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n", b'{"id": 3}\n', b"\n"])
def test_odd_lines_in_the_data_are_named(released: Path, line: bytes) -> None:
    path = released / "data.jsonl"
    path.write_bytes(line + path.read_bytes())
    reseal(released, "data.jsonl")
    assert paths(verify_release(released).faults) == {"data.jsonl"}


@pytest.mark.parametrize("content", [b"", b"\xff", b"a,b\n1,2\n", b'"unclosed'])
def test_odd_verdict_files_are_named(released: Path, content: bytes) -> None:
    (path,) = released.glob("audits/*/verdicts.csv")
    path.write_bytes(content)
    name = str(path.relative_to(released))
    reseal(released, name)
    assert paths(verify_release(released).faults) == {name}


def test_what_is_no_release_is_said(tmp_path: Path) -> None:
    with pytest.raises(ExpectedError, match=r"is no readable release: manifest\.json cannot be read"):
        verify_release(tmp_path)


def test_a_version_that_was_not_published_is_said(released: Path) -> None:
    with open_workspace(released.parent.parent) as workspace:
        with pytest.raises(
            ExpectedError, match=r"figs 2\.0\.0 was not published in this project; published are figs 1"
        ):
            verify_published(workspace, "figs", "2.0.0")
        workspace.write(lambda session: session.execute(delete(Release)))
        with pytest.raises(ExpectedError, match="build it again to publish it"):
            verify_published(workspace, "figs", "1.0.0")


def test_an_unreadable_file_is_a_fault(released: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root reads every file")
    (released / "README.md").chmod(0)
    assert "README.md" in paths(verify_release(released).faults)
