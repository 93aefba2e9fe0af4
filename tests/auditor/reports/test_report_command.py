"""`figaudit report` as it is typed: formats, files, JSON lines, errors and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.cli.reports import app
from pipeline.cli.front import run_app
from tests.auditor.reports.audits import PLOT, YES, Audit

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(audit: Audit, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    audit.seal()
    for auditor in ("first", "second"):
        audit.judge(auditor, lambda place: PLOT if place == 2 else YES)

    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["figaudit", *words, "--project", str(audit.workspace.folder)])
        with pytest.raises(SystemExit) as end:
            run_app(app)
        captured = capsys.readouterr()
        return int(end.value.code or 0), captured.out, captured.err

    return typed


def test_text_is_the_default(run: Run):
    code, out, err = run("diagrams")
    assert (code, err) == (0, "")
    assert out.startswith("Audit report: diagrams\n====")
    assert "94.44 %" in out


def test_json_option_prints_one_line_and_the_format_an_indented_document(run: Run):
    _, line, _ = run("diagrams", "--json")
    assert line.count("\n") == 1
    _, document, _ = run("diagrams", "--format", "json")
    assert document.count("\n") > 100
    assert json.loads(line) == json.loads(document)


def test_markdown_goes_to_a_file(run: Run, tmp_path: Path):
    target = tmp_path / "report.md"
    code, out, _ = run("diagrams", "--format", "markdown", "--out", str(target))
    assert code == 0
    assert str(target) in out
    assert target.read_text(encoding="utf-8").startswith("# Audit report: diagrams\n")
    code, line, _ = run("diagrams", "--out", str(target), "--json")
    assert json.loads(line)["out"] == str(target)
    assert json.loads(target.read_text(encoding="utf-8")) == json.loads(run("diagrams", "--json")[1])
    run("diagrams", "--out", str(target))
    assert target.read_text(encoding="utf-8").startswith("Audit report: diagrams\n")


def test_an_unknown_campaign_is_a_usage_error(run: Run):
    code, _, err = run("other")
    assert code == 2
    assert "known are diagrams" in err


def test_an_impossible_confidence_is_a_usage_error(run: Run):
    code, _, err = run("diagrams", "--confidence", "95")
    assert code == 2
    assert "0.95 for 95%" in err
