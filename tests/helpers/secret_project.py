"""A project in which everything that could betray a figure is a word that occurs nowhere by chance.

Open for "first": `spring` (answers, the page is shown), `reading` (answers, the page is withheld because the design
cuts by venue) and `boxes`. In all three "second" has judged the same figures. `winter` is finished, with decisions of a
lead, over the same figures; `autumn` is a draft.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from auditor.audits.adjudication import Ruling, open_items, record_decision
from auditor.audits.campaign import create_campaign, move_campaign
from auditor.audits.design import CampaignSpec
from auditor.audits.desk_boxes import BoxesToSave, DeskBox, save_boxes
from auditor.audits.desk_verdicts import DeskAnswer, answer_item, skip_item
from auditor.audits.gate import find_gate
from auditor.audits.projection import blind_items
from auditor.audits.seal import seal_campaign
from pipeline.geometry import Box
from pipeline.store.annotations import Annotation
from pipeline.store.designs import Campaign, Item
from pipeline.store.figures import Figure, content_hash_of
from pipeline.store.panels import Panel
from pipeline.store.papers import Paper, PaperDecision, Source
from pipeline.store.routes import Route
from pipeline.store.runs import Attempt, record
from pipeline.store.scores import Score
from pipeline.store.verdicts import Assignment, BoxRevision, Verdict
from pipeline.vocabulary import CampaignState, RunStatus
from pipeline.workspace import Workspace, create_workspace, open_workspace
from tests.helpers.desk import CAPTION, CONTEXT, drawn_pdf, drawn_png
from tests.helpers.factories import make_figure, make_paper

FIGURES = 8
BROKEN = 5  # the figure whose image is damaged; image and PDF of the last one are gone
LABEL = "zebralabel"
# What a lead may open once nothing is left to judge in an audit: how it was drawn, and whom the labels are from.
DESIGN = (LABEL, "quaggajudge", "okapiversion", "0.6173", "0.6019", "739164")
WORDS = (
    *DESIGN,
    *("gnulabel", "dugongconf", "tapirjudge", "0.7351", "73.51", "0.2648", "26.48", "auklabel", "0.4242"),
    *("axolotlpath", "narwhaltier", "ibexvoter", "pangolinverdict", "lemurplatform", "20877301"),
    *("kiwidocument", "wombattitle", "numbatson", "quolldecision", "dikdikkeyword", "saigaarea", "takintldr"),
    *("ocelotabstract", "hyraxurl", "gauraddress", "nyalalicence", "bonobofile", "guanacometa", "vicunahash"),
    *("civetsource", "tarsiercolumn", "tarsiervalue", "oribicolumn", "kuduvalue"),
    *("serowdetector", "mongoosekind", "gibbonannotation", "fossamodel", "agoutisource"),
    *("hoatzinnote", "lorismode", "jerboaskip", "puduletter", "margaykind", "marmosetreason", "caracallead"),
    *("blobs/", "blobs\\", ".png", ".pdf", "inclusion"),
)


@dataclass(frozen=True)
class Secrets:
    """The project and what no page may tell: words, and the ids and hashes that its database holds."""

    folder: Path
    ids: tuple[str, ...]
    design_ids: tuple[str, ...]  # of the finished audit

    @property
    def all(self) -> tuple[str, ...]:
        """Everything that an auditor may not see while there is anything to judge."""
        return (*WORDS, *self.ids)

    @property
    def beside_design(self) -> tuple[str, ...]:
        """What stays shut also where the design and the report of a finished audit are open."""
        return tuple(word for word in self.all if word not in {*DESIGN, *self.design_ids})


def make_secret_project(folder: Path) -> Secrets:
    """Make the project; its labels are those of a judge that its settings name."""
    create_workspace(folder).close()
    settings = folder / "figaudit.toml"
    lines = [line for line in settings.read_text(encoding="utf-8").splitlines() if "accepted_from" not in line]
    settings.write_text("\n".join([*lines, 'accepted_from = "quaggajudge"', ""]), encoding="utf-8")
    with open_workspace(folder) as workspace:
        assert workspace.settings.accepted_from == "quaggajudge"
        _add_figures(workspace)
        _add_campaigns(workspace)
        return Secrets(folder, tuple(sorted(workspace.read(_ids))), tuple(workspace.read(_design_ids)))


# --- papers and figures -----------------------------------------------------------------------------------------------


def _paper(workspace: Workspace, number: int) -> Paper:
    paper = make_paper(number, venue="Dugongconf" if number % 2 else "Dugongconf Workshop", year=20877301)
    paper.document = f"kiwidocument-{number}"
    paper.platform, paper.platform_id = "lemurplatform", f"lemurplatform-{number}"
    paper.title = f"Wombattitle {number}: a study"
    paper.abstract, paper.keywords, paper.areas = "ocelotabstract", "dikdikkeyword", "saigaarea"
    paper.tldr, paper.decision, paper.authors = "takintldr", "quolldecision", "Ada Numbatson"
    paper.url, paper.doi, paper.licence = "https://hyraxurl.invalid/1", "10.1/gauraddress", "nyalalicence"
    paper.scores = [0.4242]
    paper.extra = {"oribicolumn": "kuduvalue"}
    paper.pdf_sha256 = workspace.blobs.store(drawn_pdf(number), "pdf", durable=False)
    return paper


def _figure(workspace: Workspace, session: Session, paper: Paper, number: int) -> Figure:
    figure = make_figure(paper, number, contexts=[CONTEXT.format(n=number), f"See also Figure {number} again."])
    image = drawn_png(number, (480, 300))
    if number == BROKEN:
        image = image[: len(image) // 3]
    figure.image_sha256 = workspace.blobs.store(image, "png", durable=False)
    figure.width, figure.height = 480, 300
    figure.bbox = [10.0, 20.0, 410.0, 270.0]
    figure.caption = figure.caption_raw = CAPTION.format(n=number)
    figure.content_hash = content_hash_of(figure.image_sha256, figure.caption, figure.contexts)
    figure.perceptual_hash = f"vicunahash{number}"
    figure.structure_sha256 = hashlib.sha256(f"structure {number}".encode()).hexdigest()
    figure.source_id, figure.extra = f"civetsource-{number}", {"tarsiercolumn": f"tarsiervalue-{number}"}
    session.add(figure)
    session.flush()
    return figure


def _judged_by_machine(session: Session, figure: Figure, number: int) -> None:
    """Scores of two judges, a route, proposals of panels and an annotation."""
    confidence = 0.7351 + number / 100_000
    for judge, label in (("quaggajudge", LABEL), ("tapirjudge", "gnulabel")):
        session.add(
            Score(
                figure_id=figure.id,
                judge=judge,
                label=label,
                confidence=confidence,
                probabilities={LABEL: confidence, "gnulabel": 0.2648},
                judge_version="okapiversion",
            )
        )
    votes = {"ibexvoter": LABEL}
    route = Route(figure_id=figure.id, path="axolotlpath", tier="narwhaltier", votes=votes)
    route.decision, route.config_hash = "pangolinverdict", hashlib.sha256(b"cascade").hexdigest()
    proposal = Panel(figure_id=figure.id, letter="puduletter", kind="mongoosekind", box=[1, 2, 3, 4], score=0.4242)
    proposal.image_sha256, proposal.detector, proposal.detector_version = str(figure.image_sha256), "serowdetector", "1"
    said = Annotation(figure_id=figure.id, kind="mongoosekind", content={"text": "gibbonannotation"})
    said.model, said.source = "fossamodel", "agoutisource"
    session.add_all([route, proposal, said])


def _add_figures(workspace: Workspace) -> None:
    def add(session: Session) -> None:
        papers = [_paper(workspace, number) for number in range(3)]
        session.add_all(papers)
        session.flush()
        for number, paper in enumerate(papers):
            source = Source(path=f"/data/bonobofile-{number}.pdf", fingerprint="1-1", paper_id=paper.id)
            source.metadata_, source.metadata_hash = {"guanacometa": "guanacometa"}, f"vicunahash{number}"
            session.add(source)
            session.add(PaperDecision(paper_id=paper.id, decision="quolldecision", evidence="marmosetreason"))
        for number in range(1, FIGURES + 1):
            figure = _figure(workspace, session, papers[2 if number == FIGURES else number % 2], number)
            _judged_by_machine(session, figure, number)
        for name in (f"{figure.image_sha256}.png", f"{papers[2].pdf_sha256}.pdf"):
            (workspace.folder / "blobs" / name[:2] / name).unlink()

        _fail_papers(session)

    workspace.write(add)


def _fail_papers(session: Session) -> None:
    """Papers that could not be read, for reasons that quote paths, names and ids."""
    hashed = hashlib.sha256(b"failed").hexdigest()
    reasons = (
        "bonobofile-7.pdf: encrypted with a password; save a copy without one and add that.",
        f"/data/project/blobs/{hashed[:2]}/{hashed}.pdf could not be written: No space left on device; free the disk",
        "internal fault: KeyError: 'kiwidocument-7'; please report it with the log",
        "internal fault: ValueError: cannot open C:\\data\\bonobofile-7.pdf; please report it with the log",
        f"{hashed}.pdf: page 3 cannot be read (civetsource-7); the file is damaged.",
    )
    attempts = [(f"/data/bonobofile-{at}.pdf", "bonobofile-7.pdf", reason) for at, reason in enumerate(reasons)]
    attempts.append(
        ("row 3 of tarsiercolumn.csv", "tarsiercolumn.csv line 3", "the image civetsource-9.png is damaged")
    )
    attempts.append(("p_7", "kiwidocument-7", "kiwidocument-7.pdf: has no pages."))
    rest: dict[str, Any] = {
        "status": RunStatus.FAILED,
        "transient": False,
        "stage_version": "1",
        "input_hash": "x",
        "seconds": 0.1,
    }
    for item, name, reason in attempts:
        record(session, Attempt(stage="acquire", item=item, name=name, reason=reason, **rest))


# --- campaigns --------------------------------------------------------------------------------------------------------


def _spec(name: str, **changes: Any) -> CampaignSpec:
    plain: dict[str, Any] = {
        "name": name,
        "auditors": ("first", "second"),
        "overlap": 1.0,
        "size": FIGURES,
        "seed": 739164,
        "population": f"label = {LABEL} and confidence >= 0.6019",
        "strata": "confidence@0.6173",
        "accepted_from": "quaggajudge",
    }
    return CampaignSpec(**{**plain, **changes})


def _add_campaigns(workspace: Workspace) -> None:
    specs = (
        _spec("winter"),
        _spec("spring"),
        _spec("reading", strata="venue"),
        _spec("boxes", task="panel-boxes", strata="venue,confidence@0.6173"),
    )
    for spec in specs:
        workspace.write(create_campaign, spec)
        workspace.write(seal_campaign, spec.name)
    draft = _spec("autumn", population=f"label = {LABEL} or label = auklabel", strata="venue", size=2)
    workspace.write(create_campaign, draft)
    for name in ("winter", "spring", "reading"):
        _answer(workspace, name, "second")
    _draw_boxes(workspace)
    _answer(workspace, "winter", "first")
    workspace.write(_decide)
    workspace.write(move_campaign, "winter", CampaignState.CLOSED)
    workspace.write(_mark_others)


def _assignments(session: Session, campaign: str, auditor: str) -> list[str]:
    return [item.assignment_id for item in blind_items(session, find_gate(session, campaign), auditor)]


def _answer(workspace: Workspace, campaign: str, auditor: str) -> None:
    """All of an auditor's figures; "second" says no to three of them, and skips one that first judges."""

    def answer(session: Session) -> None:
        for at, assignment in enumerate(sorted(_assignments(session, campaign, auditor))):
            if auditor == "second" and at == 1:
                skip_item(session, assignment, "jerboaskip", before=None)
            elif auditor == "second" and at % 2 == 0:
                answer_item(session, assignment, DeskAnswer("no", error_mode="plot", note="hoatzinnote"))
            else:
                answer_item(session, assignment, DeskAnswer("yes", active_seconds=3.0))

    workspace.write(answer)


def _draw_boxes(workspace: Workspace) -> None:
    def draw(session: Session) -> None:
        for item in blind_items(session, find_gate(session, "boxes"), "second"):
            box = DeskBox("puduletter", "puduletter", "margaykind", Box(10, 10, 200, 200))
            image = Path(item.image).stem
            save_boxes(session, item.assignment_id, BoxesToSave((box,), finished=True, image_sha256=image))

    workspace.write(draw)


def _decide(session: Session) -> None:
    """The lead's decision on the first figure that the two see differently."""
    items = open_items(session, find_gate(session, "winter"))
    assert items
    for item in items:
        record_decision(session, "winter", item.item, Ruling("yes", "caracallead", "marmosetreason"))


def _mark_others(session: Session) -> None:
    """Give the other's answers in the open audits a reason that no button carries."""
    opened = select(Campaign.id).where(Campaign.name.in_(["spring", "reading"]))
    theirs = (Verdict.auditor == "second") & Verdict.campaign_id.in_(opened) & (Verdict.answer == "no")
    session.execute(update(Verdict.__table__).where(theirs).values(error_mode="lorismode"))


def _ids(session: Session) -> set[str]:
    """Every id and hash by which anything of the project could be told from another."""
    found: set[str] = set()
    for table, names in (
        (Figure, ("figure_id", "image_sha256", "content_hash", "structure_sha256")),
        (Paper, ("paper_id", "pdf_sha256")),
        (Route, ("config_hash",)),
        (Item, ("item_id",)),
        (Assignment, ("assignment_id",)),
        (Verdict, ("hash",)),
        (BoxRevision, ("hash",)),
        (Campaign, ("campaign_id", "population_hash", "seal_hash")),
    ):
        for name in names:
            found |= {str(value) for value in session.scalars(select(getattr(table, name))) if value}
    return found


def _design_ids(session: Session) -> list[str]:
    campaign = session.scalars(select(Campaign).where(Campaign.name == "winter")).one()
    return [campaign.campaign_id, campaign.population_hash, str(campaign.seal_hash)]
