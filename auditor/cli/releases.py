"""`figaudit release`: build, list, compare and verify published versions."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.cli.front import JsonOption, ProjectOption, emit, leave, new_app, open_project, project_folder
from pipeline.errors import ExitCode, ExpectedError, UsageError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from auditor.release.build import Built
    from auditor.release.changes import Change
    from auditor.release.published import Published
    from auditor.release.verify import Verified

app = new_app("Publish audited figures as versions that never change, and prove them.")

SHOWN_CHANGES = 50
SHOWN_FAULTS = 50

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The release's name.", show_default=False)]


@app.command(epilog="Example:  figaudit release build figset --version 1.0.0 --campaign audit-1")
def build(
    name: NameArgument,
    version: Annotated[str, typer.Option("--version", help="Three numbers, such as 1.0.0.", show_default=False)],
    campaign: Annotated[
        list[str] | None,
        typer.Option(
            "--campaign",
            metavar="C",
            help="Name or id; repeat for several. [default: all but drafts]",
            show_default=False,
        ),
    ] = None,
    population: Annotated[
        str | None,
        typer.Option(help="Query of the figures to release. [default: the campaigns' own]", show_default=False),
    ] = None,
    omit_images_unless: Annotated[
        str | None,
        typer.Option(
            metavar="LICENCE,...",
            help="Ship only images whose record states one of these licences. [default: all images]",
            show_default=False,
        ),
    ] = None,
    author: Annotated[
        list[str] | None,
        typer.Option("--author", help="Name for the citation; repeat for several.", show_default=False),
    ] = None,
    takedown: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Ids of figures and papers to leave out, one a line, # begins a remark.",
            show_default=False,
        ),
    ] = None,
    allow_older: Annotated[
        bool, typer.Option("--allow-older", help="Publish a version below the highest published one.")
    ] = False,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a version aside, make it durable and publish it; a published version never changes."""
    from auditor.release.build import build_release
    from auditor.release.request import ReleaseRequest

    request = ReleaseRequest(
        name=name,
        version=version,
        campaigns=tuple(campaign or ()),
        population=population,
        image_licences=None if omit_images_unless is None else _words(omit_images_unless),
        authors=tuple(author or ()),
        takedown=() if takedown is None else _ids(takedown),
    )
    with open_project(project) as workspace:
        built = build_release(workspace, request, progress=_progress(as_json=as_json), allow_older=allow_older)
        unsettled_in = workspace.read(_unsettled_in, built.manifest.config["campaigns"])
    record = {
        "name": name,
        "version": version,
        "folder": str(built.folder),
        "manifest_sha256": built.manifest_sha256,
        "adopted": built.adopted,
        "below": built.below,
        "unsettled_in": unsettled_in,
        "counts": dict(built.manifest.counts),
    }
    emit(_built_text(built, unsettled_in), record, as_json=as_json)


def _unsettled_in(session: Session, campaigns: Sequence[str]) -> list[str]:
    """The names of the campaigns in which an item waits for a decision."""
    from auditor.audits.adjudication import open_items
    from auditor.audits.gate import find_gate

    gates = [find_gate(session, campaign) for campaign in campaigns]
    return [gate.name for gate in gates if any(one.decision is None for one in open_items(session, gate))]


def _built_text(built: Built, unsettled_in: Sequence[str]) -> str:
    manifest, counts = built.manifest, built.manifest.counts
    did = "was complete already and is published now" if built.adopted else "is published"
    lines = [
        (
            f"{manifest.name} {manifest.version} {did}: {counts['records']:,} records, {counts['images']:,} images, "
            f"{counts['audited']:,} audited ({counts['unsettled']:,} unsettled)"
        ),
        f"  folder    {built.folder}",
        f"  manifest  sha256 {built.manifest_sha256}",
        *(f"  note      {note}" for note in _notes(built, unsettled_in)),
    ]
    return "\n".join(lines)


def _notes(built: Built, unsettled_in: Sequence[str]) -> Iterator[str]:
    from auditor.reports.numbers import counted

    counts = built.manifest.counts
    if built.below is not None:
        yield f"{built.manifest.version} is below the published {built.below}"
    if counts["unsettled"]:
        are = "is" if counts["unsettled"] == 1 else "are"
        ways = ", ".join(f"`figaudit adjudicate {shlex.quote(name)} --list`" for name in unsettled_in)
        yield f"{counted(counts['unsettled'], 'audited figure')} {are} unsettled" + (f": {ways}" if ways else "")
    # A folder that an earlier version of the program completed may lack this count.
    if counts.get("audits_disagree"):
        figures = counted(counts["audits_disagree"], "figure")
        yield f"campaigns contradict each other on {figures}; `audits_disagree` marks them in data.jsonl"
    if counts["without_licence"]:
        state = "record states" if counts["without_licence"] == 1 else "records state"
        yield f"{counts['without_licence']:,} {state} no licence; the card says so"


@app.command("list", epilog="Example:  figaudit release list")
def list_releases(project: ProjectOption = None, as_json: JsonOption = False) -> None:
    """List the published versions of the project."""
    from auditor.release.published import published_releases
    from auditor.release.request import folder_name

    with open_project(project) as workspace:
        found = workspace.read(published_releases)
        present = {one: (workspace.releases / folder_name(one.name, one.version)).is_dir() for one in found}
    lines = [_line(one, present=present[one]) for one in found]
    text = "\n".join(lines) if lines else "nothing was published yet; `figaudit release build NAME --version 1.0.0`"
    records = [
        {
            "name": one.name,
            "version": one.version,
            "records": one.rows,
            "built_at": one.built_at,
            "parent": one.parent,
            "manifest_sha256": one.manifest_sha256,
            "folder_present": present[one],
        }
        for one in found
    ]
    emit(text, {"releases": records}, as_json=as_json)


@app.command(epilog="Example:  figaudit release diff figset 1.0.0 1.1.0")
def diff(
    name: NameArgument,
    old: Annotated[str, typer.Argument(metavar="V1", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="V2", show_default=False)],
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show which figures came, went or changed their labels between two published versions."""
    from auditor.release.changes import changes_between, count_changes
    from auditor.release.content import published_fields
    from auditor.release.published import require_published

    with open_project(project) as workspace:
        first, second = (workspace.read(require_published, name, version) for version in (old, new))
        changes = list(
            changes_between(published_fields(workspace.releases, first), published_fields(workspace.releases, second))
        )
    counts = count_changes(changes)
    record = {
        "name": name,
        "old": old,
        "new": new,
        **counts,
        "changes": [change.to_record() for change in changes],
    }
    emit(_changes_text(changes, counts, title=f"{name} {old} -> {new}"), record, as_json=as_json)


@app.command(epilog="Example:  figaudit release verify figset 1.0.0    or    figaudit release verify DIR")
def verify(
    release: Annotated[
        str, typer.Argument(metavar="NAME|DIR", help="A release's name, or the folder of one.", show_default=False)
    ],
    version: Annotated[str | None, typer.Argument(metavar="VERSION", show_default=False)] = None,
    project: ProjectOption = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute every hash, seal and chain of a release; name each fault and end with 1 if there is one.

    A folder alone is enough. With name and version, or for a folder of the project, the database must agree too.
    """
    from auditor.reports.numbers import counted

    verified, known = _verified(release, version, project)
    manifest = verified.manifest
    title = str(verified.folder) if manifest is None else f"{manifest.name} {manifest.version}"
    if verified.faults:
        shown = [f"  {fault.to_text()}" for fault in verified.faults[:SHOWN_FAULTS]]
        more = len(verified.faults) - len(shown)
        rest = [f"  and {more:,} more (`--json` lists all)"] if more else []
        text = "\n".join([f"{title}: {counted(len(verified.faults), 'fault')}", *shown, *rest])
    else:
        text = _proof(verified, known=known)
    record = {
        "release": title,
        "folder": str(verified.folder),
        "ok": not verified.faults,
        "checked_against_project": known,
        "faults": [{"path": fault.path, "what": fault.what} for fault in verified.faults],
    }
    emit(text, record, as_json=as_json)
    if verified.faults:
        leave(ExitCode.FAILED)


def _verified(release: str, version: str | None, project: Path | None) -> tuple[Verified, bool]:
    """The verification and whether the project's database took part in it."""
    from auditor.release.verify import verify_published, verify_release

    if version is not None:
        with open_project(project) as workspace:
            return verify_published(workspace, release, version), True
    folder = Path(release).expanduser().absolute()
    if not folder.is_dir():
        raise UsageError(
            f"{release!r} is no folder; give a release's name and version (`figaudit release list`), or a folder"
        )
    if folder.parent.resolve() == (project_folder(project) / "releases").resolve():
        from auditor.release.manifest import read_manifest

        manifest = read_manifest(folder)
        with open_project(project) as workspace:
            return verify_published(workspace, manifest.name, manifest.version), True
    return verify_release(folder), False


def _proof(verified: Verified, *, known: bool) -> str:
    from auditor.reports.numbers import counted

    manifest = verified.manifest
    if manifest is None:
        return ""
    verdicts = sum(head["length"] for heads in manifest.chain_heads.values() for head in heads.values())
    lines = [
        f"{manifest.name} {manifest.version} is whole",
        f"  {len(manifest.files):,} files have the size and sha256 of the manifest; none is missing, none is extra",
        f"  {manifest.counts['records']:,} records in order, views counted again",
        (
            f"  {counted(len(manifest.seals), 'seal')} and the chains of {counted(verdicts, 'verdict')} recomputed "
            "(tamper-evident, not tamper-proof)"
        ),
    ]
    lines.append(
        "  the manifest is the one that the project's database names"
        if known
        else "  checked without a project: compare the manifest's sha256 with one you got elsewhere"
    )
    return "\n".join(lines)


def _line(one: Published, *, present: bool) -> str:
    parent = f"after {one.parent}" if one.parent else "first"
    state = "" if present else "  FOLDER IS GONE"
    return (
        f"{one.name} {one.version}  {one.rows:,} records  {one.built_at[:10]}  {parent}  "
        f"sha256 {one.manifest_sha256[:16]}{state}"
    )


def _changes_text(changes: list[Change], counts: dict[str, int], *, title: str) -> str:
    from auditor.reports.numbers import counted

    added, removed, changed = counted(counts["added"], "figure"), counts["removed"], counts["changed"]
    head = f"{title}: {added} added, {removed:,} removed, {changed:,} changed"
    shown = [f"  {change.to_text()}" for change in changes[:SHOWN_CHANGES]]
    more = len(changes) - len(shown)
    rest = [f"  and {more:,} more lines (`--json` lists all)"] if more else []
    return "\n".join([head, *shown, *rest])


def _words(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    if not words:
        raise UsageError("--omit-images-unless needs at least one licence, such as 'CC BY 4.0,CC0'")
    return words


def _ids(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ExpectedError(f"the takedown list {path} cannot be read: {error}; name a text file") from error
    return tuple(name for line in lines if (name := line.partition("#")[0].strip()))


def _progress(*, as_json: bool) -> Callable[[int, int], None] | None:
    """A line on a terminal that counts the records written; nothing for pipes and `--json`."""
    stream: Any = sys.stderr
    if as_json or not stream.isatty():
        return None

    def show(done: int, total: int) -> None:
        stream.write(f"\r{done:,} of {total:,} records written" + ("\n" if done == total else ""))
        stream.flush()

    return show
