"""All tables of the first version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("task_hash", sa.Text(), nullable=False),
        sa.Column("population", sa.Text(), nullable=False),
        sa.Column("population_size", sa.Integer(), nullable=False),
        sa.Column("population_hash", sa.Text(), nullable=False),
        sa.Column("strata_spec", sa.Text(), nullable=False),
        sa.Column("allocation", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("overlap", sa.Double(), nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("auditors", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seal_hash", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("sealed_at", sa.Text(), nullable=True),
        sa.Column("closed_at", sa.Text(), nullable=True),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["parent_id"], ["campaigns.id"], name=op.f("fk_campaigns_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_campaigns_campaign_id")),
        sa.UniqueConstraint("name", name=op.f("uq_campaigns_name")),
    )
    op.create_table(
        "papers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("platform_id", sa.Text(), nullable=False),
        sa.Column("venue", sa.Text(), nullable=True),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("abstract", sa.Text(), nullable=True),
        sa.Column("keywords", sa.Text(), nullable=True),
        sa.Column("areas", sa.Text(), nullable=True),
        sa.Column("tldr", sa.Text(), nullable=True),
        sa.Column("scores", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("decision", sa.Text(), nullable=True),
        sa.Column("authors", sa.Text(), nullable=True),
        sa.Column("author_ids", sa.Text(), nullable=True),
        sa.Column("cdate", sa.Text(), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("doi", sa.Text(), nullable=True),
        sa.Column("bibtex", sa.Text(), nullable=True),
        sa.Column("licence", sa.Text(), nullable=True),
        sa.Column("licence_evidence", sa.Text(), nullable=True),
        sa.Column("pdf_sha256", sa.Text(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_papers")),
        sa.UniqueConstraint("paper_id", name=op.f("uq_papers_paper_id")),
    )
    with op.batch_alter_table("papers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_papers_document"), ["document"], unique=False)
        batch_op.create_index(batch_op.f("ix_papers_pdf_sha256"), ["pdf_sha256"], unique=False)
        batch_op.create_index("ix_papers_platform_platform_id", ["platform", "platform_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_papers_venue"), ["venue"], unique=False)
        batch_op.create_index(batch_op.f("ix_papers_year"), ["year"], unique=False)

    op.create_table(
        "releases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("config", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("manifest_sha256", sa.Text(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("built_at", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["parent_id"], ["releases.id"], name=op.f("fk_releases_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_releases")),
        sa.UniqueConstraint("name", "version", name=op.f("uq_releases_name_version")),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("transient", sa.Boolean(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("stage_version", sa.Text(), nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        sa.UniqueConstraint("stage", "item", "attempt", name=op.f("uq_runs_stage_item_attempt")),
    )
    with op.batch_alter_table("runs", schema=None) as batch_op:
        batch_op.create_index("ix_runs_stage_current_status", ["stage", "current", "status"], unique=False)

    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Text(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("auditor", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.Text(), nullable=True),
        sa.Column("skip_reason", sa.Text(), nullable=True),
        sa.Column("subject_kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("subject_row", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("shown", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_assignments_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("assignment_id", name=op.f("uq_assignments_assignment_id")),
        sa.UniqueConstraint(
            "campaign_id", "item_id", "auditor", name=op.f("uq_assignments_campaign_id_item_id_auditor")
        ),
    )
    with op.batch_alter_table("assignments", schema=None) as batch_op:
        batch_op.create_index(
            "ix_assignments_campaign_id_auditor_position",
            ["campaign_id", "auditor", "position"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_assignments_item_id"), ["item_id"], unique=False)

    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("error_mode", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column("evidence", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_decisions_campaign_id")),
        sa.ForeignKeyConstraint(["supersedes"], ["decisions.id"], name=op.f("fk_decisions_supersedes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_decisions_item_id"), ["item_id"], unique=False)

    op.create_table(
        "figures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("number", sa.Text(), nullable=True),
        sa.Column("printed_label", sa.Text(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("caption_page", sa.Integer(), nullable=True),
        sa.Column("bbox", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("image_sha256", sa.Text(), nullable=True),
        sa.Column("image_extension", sa.Text(), nullable=True),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("dpi", sa.Integer(), nullable=True),
        sa.Column("caption", sa.Text(), nullable=False),
        sa.Column("caption_raw", sa.Text(), nullable=False),
        sa.Column("caption_bbox", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("contexts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("parts", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("caption_status", sa.Text(), nullable=False),
        sa.Column("number_status", sa.Text(), nullable=False),
        sa.Column("mention_status", sa.Text(), nullable=False),
        sa.Column("perceptual_hash", sa.Text(), nullable=True),
        sa.Column("structure_sha256", sa.Text(), nullable=True),
        sa.Column("source_id", sa.Text(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("extract_version", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["papers.id"], name=op.f("fk_figures_paper_id")),
        sa.ForeignKeyConstraint(["superseded_by"], ["figures.id"], name=op.f("fk_figures_superseded_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figures")),
    )
    with op.batch_alter_table("figures", schema=None) as batch_op:
        batch_op.create_index("ix_figures_current", ["superseded_by", "withdrawn"], unique=False)
        batch_op.create_index(batch_op.f("ix_figures_figure_id"), ["figure_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_figures_image_sha256"), ["image_sha256"], unique=False)
        batch_op.create_index(batch_op.f("ix_figures_paper_id"), ["paper_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_figures_source_id"), ["source_id"], unique=False)

    op.create_table(
        "paper_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=True),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("stated_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["paper_id"], ["papers.id"], name=op.f("fk_paper_decisions_paper_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paper_decisions")),
    )
    with op.batch_alter_table("paper_decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_paper_decisions_paper_id"), ["paper_id"], unique=False)

    op.create_table(
        "sources",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("metadata", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("metadata_hash", sa.Text(), nullable=False),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.Column("paper_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["paper_id"], ["papers.id"], name=op.f("fk_sources_paper_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sources")),
        sa.UniqueConstraint("path", name=op.f("uq_sources_path")),
    )
    with op.batch_alter_table("sources", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sources_paper_id"), ["paper_id"], unique=False)

    op.create_table(
        "strata",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sampled", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_strata_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_strata")),
        sa.UniqueConstraint("campaign_id", "position", name=op.f("uq_strata_campaign_id_position")),
    )
    op.create_table(
        "box_revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("auditor", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("image_sha256", sa.Text(), nullable=False),
        sa.Column("boxes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("active_seconds", sa.Double(), nullable=True),
        sa.Column("app_version", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.Text(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.Column("previous_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignments.id"], name=op.f("fk_box_revisions_assignment_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_box_revisions_campaign_id")),
        sa.ForeignKeyConstraint(["supersedes"], ["box_revisions.id"], name=op.f("fk_box_revisions_supersedes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_box_revisions")),
        sa.UniqueConstraint(
            "campaign_id", "auditor", "sequence", name=op.f("uq_box_revisions_campaign_id_auditor_sequence")
        ),
    )
    with op.batch_alter_table("box_revisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_box_revisions_assignment_id"), ["assignment_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_box_revisions_item_id"), ["item_id"], unique=False)

    op.create_table(
        "corrections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("old_value", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("new_value", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("corrected_at", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["figure_id"], ["figures.id"], name=op.f("fk_corrections_figure_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrections")),
    )
    with op.batch_alter_table("corrections", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_corrections_figure_id"), ["figure_id"], unique=False)

    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("stratum_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("subject_kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("subject_row", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("inclusion_probability", sa.Double(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("raters", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_items_campaign_id")),
        sa.ForeignKeyConstraint(["stratum_id"], ["strata.id"], name=op.f("fk_items_stratum_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint(
            "campaign_id",
            "subject_kind",
            "subject_id",
            name=op.f("uq_items_campaign_id_subject_kind_subject_id"),
        ),
        sa.UniqueConstraint("item_id", name=op.f("uq_items_item_id")),
    )
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_items_stratum_id"), ["stratum_id"], unique=False)

    op.create_table(
        "panels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=True),
        sa.Column("printed_letter", sa.Text(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.Column("box", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("image_sha256", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("detector", sa.Text(), nullable=False),
        sa.Column("detector_version", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["figure_id"], ["figures.id"], name=op.f("fk_panels_figure_id")),
        sa.ForeignKeyConstraint(["superseded_by"], ["panels.id"], name=op.f("fk_panels_superseded_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_panels")),
    )
    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_panels_figure_id"), ["figure_id"], unique=False)

    op.create_table(
        "routes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("tier", sa.Text(), nullable=True),
        sa.Column("votes", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("decision", sa.Text(), nullable=True),
        sa.Column("config_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["figure_id"], ["figures.id"], name=op.f("fk_routes_figure_id")),
        sa.ForeignKeyConstraint(["superseded_by"], ["routes.id"], name=op.f("fk_routes_superseded_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_routes")),
    )
    with op.batch_alter_table("routes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_routes_figure_id"), ["figure_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_routes_path"), ["path"], unique=False)

    op.create_table(
        "scores",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=True),
        sa.Column("confidence", sa.Double(), nullable=True),
        sa.Column("probabilities", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("judge_version", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["figure_id"], ["figures.id"], name=op.f("fk_scores_figure_id")),
        sa.ForeignKeyConstraint(["superseded_by"], ["scores.id"], name=op.f("fk_scores_superseded_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scores")),
    )
    with op.batch_alter_table("scores", schema=None) as batch_op:
        batch_op.create_index("ix_scores_figure_id_judge", ["figure_id", "judge"], unique=False)
        batch_op.create_index("ix_scores_judge_label", ["judge", "label"], unique=False)

    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Text(), nullable=False),
        sa.Column("auditor", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("error_mode", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("active_seconds", sa.Double(), nullable=True),
        sa.Column("seen", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("app_version", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.Text(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=True),
        sa.Column("previous_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignments.id"], name=op.f("fk_verdicts_assignment_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_verdicts_campaign_id")),
        sa.ForeignKeyConstraint(["supersedes"], ["verdicts.id"], name=op.f("fk_verdicts_supersedes")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdicts")),
        sa.UniqueConstraint(
            "campaign_id", "auditor", "sequence", name=op.f("uq_verdicts_campaign_id_auditor_sequence")
        ),
    )
    with op.batch_alter_table("verdicts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_verdicts_assignment_id"), ["assignment_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_verdicts_item_id"), ["item_id"], unique=False)

    op.create_table(
        "annotations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("panel_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("content", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("prompt_hash", sa.Text(), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["figure_id"], ["figures.id"], name=op.f("fk_annotations_figure_id")),
        sa.ForeignKeyConstraint(["panel_id"], ["panels.id"], name=op.f("fk_annotations_panel_id")),
        sa.ForeignKeyConstraint(["superseded_by"], ["annotations.id"], name=op.f("fk_annotations_superseded_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotations")),
    )
    with op.batch_alter_table("annotations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_annotations_figure_id"), ["figure_id"], unique=False)


def downgrade() -> None:

    with op.batch_alter_table("annotations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_annotations_figure_id"))

    op.drop_table("annotations")
    with op.batch_alter_table("verdicts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_verdicts_item_id"))
        batch_op.drop_index(batch_op.f("ix_verdicts_assignment_id"))

    op.drop_table("verdicts")
    with op.batch_alter_table("scores", schema=None) as batch_op:
        batch_op.drop_index("ix_scores_judge_label")
        batch_op.drop_index("ix_scores_figure_id_judge")

    op.drop_table("scores")
    with op.batch_alter_table("routes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_routes_path"))
        batch_op.drop_index(batch_op.f("ix_routes_figure_id"))

    op.drop_table("routes")
    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_panels_figure_id"))

    op.drop_table("panels")
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_items_stratum_id"))

    op.drop_table("items")
    with op.batch_alter_table("corrections", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_corrections_figure_id"))

    op.drop_table("corrections")
    with op.batch_alter_table("box_revisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_box_revisions_item_id"))
        batch_op.drop_index(batch_op.f("ix_box_revisions_assignment_id"))

    op.drop_table("box_revisions")
    op.drop_table("strata")
    with op.batch_alter_table("sources", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sources_paper_id"))

    op.drop_table("sources")
    with op.batch_alter_table("paper_decisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_paper_decisions_paper_id"))

    op.drop_table("paper_decisions")
    with op.batch_alter_table("figures", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_figures_source_id"))
        batch_op.drop_index(batch_op.f("ix_figures_paper_id"))
        batch_op.drop_index(batch_op.f("ix_figures_image_sha256"))
        batch_op.drop_index(batch_op.f("ix_figures_figure_id"))
        batch_op.drop_index("ix_figures_current")

    op.drop_table("figures")
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_decisions_item_id"))

    op.drop_table("decisions")
    with op.batch_alter_table("assignments", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_assignments_item_id"))
        batch_op.drop_index("ix_assignments_campaign_id_auditor_position")

    op.drop_table("assignments")
    with op.batch_alter_table("runs", schema=None) as batch_op:
        batch_op.drop_index("ix_runs_stage_current_status")

    op.drop_table("runs")
    op.drop_table("releases")
    with op.batch_alter_table("papers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_papers_year"))
        batch_op.drop_index(batch_op.f("ix_papers_venue"))
        batch_op.drop_index("ix_papers_platform_platform_id")
        batch_op.drop_index(batch_op.f("ix_papers_pdf_sha256"))
        batch_op.drop_index(batch_op.f("ix_papers_document"))

    op.drop_table("papers")
    op.drop_table("campaigns")
