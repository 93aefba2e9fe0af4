"""`figaudit stats` as it is typed: the published example, tables of every form, errors with line numbers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.cli.stats import app
from pipeline.cli.front import run_app

Run = Callable[..., tuple[int, str, str]]

#: The table of a published precision, sizes real and verdicts hypothetical.
PUBLISHED = """stratum,N,n,correct
t1_unanimous,46524,125,117
t1_majority,3645,125,123
t1_minority_gpt_tiebreak,1865,125,116
t2_vlm_consensus_gpt_confirmed,5066,125,114
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def typed(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["figaudit", *words])
        with pytest.raises(SystemExit) as end:
            run_app(app)
        captured = capsys.readouterr()
        return int(end.value.code or 0), captured.out, captured.err

    return typed


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "T.csv"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def line(out: str, name: str) -> str:
    return next(row for row in out.splitlines() if row.startswith(name))


def test_the_published_table_with_finite_population_correction(run: Run, table: Callable[[str], str]):
    code, out, err = run("stratified", table(PUBLISHED))
    assert (code, err) == (0, "")
    assert "93.67 %" in line(out, "precision, weighted")
    assert "[88.99, 96.26] %" in line(out, "score interval, 95%")
    assert "[90.12, 97.21] %" in line(out, "Wald t")
    assert "[88.65, 96.77] %" in line(out, "Fay-Feuer gamma")
    assert line(out, "t1_unanimous").endswith("98.16 %")
    assert "for comparison only" in line(out, "Wald z")
    assert "Report the score interval." in out


def test_the_published_table_without_finite_population_correction(run: Run, table: Callable[[str], str]):
    _, out, _ = run("stratified", table(PUBLISHED), "--no-fpc")
    assert "93.67 %" in line(out, "precision, weighted")
    assert "[88.99, 96.27] %" in line(out, "score interval, 95%")
    assert "[90.11, 97.22] %" in line(out, "Wald t")
    assert "[90.12, 97.21] %" in line(out, "Wald z")


def test_json_is_one_line_in_full_precision(run: Run, table: Callable[[str], str]):
    _, out, _ = run("stratified", table(PUBLISHED), "--no-fpc", "--json")
    assert out.count("\n") == 1
    record = json.loads(out)
    assert record["score"]["lower"] == pytest.approx(0.889858383250644, abs=1e-9)
    assert record["wald_t"]["upper"] == pytest.approx(0.972197024722085, abs=1e-9)
    assert record["fpc"] is False
    assert [stratum["n"] for stratum in record["strata"]] == [125] * 4


def test_columns_may_stand_in_any_order_with_others_between(run: Run, table: Callable[[str], str]):
    text = "\ufeffcorrect,note,stratum,n,N\r\n9,x,a,10,100\r\n\r\n19,y,b,20,50\r\n"
    _, out, _ = run("stratified", table(text), "--json")
    assert [stratum["correct"] for stratum in json.loads(out)["strata"]] == [9, 19]


def test_a_stratum_without_audits_gives_bounds_only(run: Run, table: Callable[[str], str]):
    code, out, _ = run("stratified", table("stratum,N,n,correct\na,100,10,9\nb,50,0,0\n"))
    assert code == 0
    assert "undefined: stratum b has no audited record" in out
    assert "[60.00, 93.33] %" in out
    assert "score interval" not in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("stratum,N,n\na,1,1\n", "correct is missing"),
        ("stratum;N;n;correct\na;1;1;1\n", "separated by commas"),
        ("stratum,N,n,correct\n", "no stratum below it"),
        ("stratum,N,n,correct\na,100,10,9\nb,50,x,0\n", "line 3: n is 'x'"),
        ("stratum,N,n,correct\na,100,10,-1\n", "line 2: correct is '-1'"),
        ('stratum,N,n,correct\na,"1,000",10,9\n', "line 2: N is '1,000'"),
        ("stratum,N,n,correct\na,100,10,11\n", "line 2: correct (11) cannot exceed n (10)"),
        ("stratum,N,n,correct\na,5,10,9\n", "line 2: n (10) cannot exceed N (5)"),
        ("stratum,N,n,correct\na,100,10,9\na,100,10,9\n", "line 3: stratum 'a' was there before"),
        ("stratum,N,n,correct\na,100,10\n", "line 2: 3 cells, the header has 4"),
        ("stratum,N,n,correct\na,0,0,0\n", "no stratum holds a record"),
    ],
)
def test_wrong_strata_are_named_with_their_line(run: Run, table: Callable[[str], str], text: str, words: str):
    code, out, err = run("stratified", table(text))
    assert (code, out) == (1, "")
    assert words in err


def test_a_file_that_cannot_be_read(run: Run, tmp_path: Path):
    assert "cannot be read" in run("stratified", str(tmp_path / "none.csv"))[2]
    (tmp_path / "latin.csv").write_bytes(b"stratum,N,n,correct\n\xe9,1,1,1\n")
    assert "UTF-8" in run("stratified", str(tmp_path / "latin.csv"))[2]


def test_wilson(run: Run):
    code, out, _ = run("wilson", "81", "263")
    assert code == 0
    assert "30.80 %" in line(out, "precision")
    assert "[25.53, 36.62] %" in line(out, "Wilson interval, 95%")
    _, corrected, _ = run("wilson", "180", "200", "--population", "600", "--json")
    assert json.loads(corrected)["wilson"]["lower"] == pytest.approx(0.860796483647782, abs=1e-9)
    assert json.loads(corrected)["exact"]["lower"] < 0.860796
    _, large, _ = run("wilson", "180", "200", "--population", "60000", "--json")
    assert json.loads(large)["exact"] is None
    _, empty, _ = run("wilson", "0", "0")
    assert "undefined (no records audited)" in line(empty, "precision")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("wilson", "10", "5"), "successes (10) cannot exceed trials (5)"),
        (("wilson", "1", "5", "--confidence", "95"), "between 0 and 1"),
        (("wilson", "1", "5", "--population", "4"), "cannot exceed the population (4)"),
        (("wilson", "one", "5"), "Invalid value"),
    ],
)
def test_impossible_counts_are_usage_errors(run: Run, words: tuple[str, ...], message: str):
    code, _, err = run(*words)
    assert code == 2
    assert message in err


@pytest.mark.parametrize(
    ("text", "reading", "categories", "counts"),
    [
        ("80,10\n5,5\n", "counts without names", ["1", "2"], [[80, 10], [5, 5]]),
        ("yes,no\n80,10\n5,5\n", "counts under category names", ["yes", "no"], [[80, 10], [5, 5]]),
        (",yes,no\nyes,80,10\nno,5,5\n", "counts with category names", ["yes", "no"], [[80, 10], [5, 5]]),
        ("ann,ben\nno,no\nyes,no\nyes,yes\n", "first line names the raters", ["yes", "no"], [[1, 1], [0, 1]]),
        ("no,no\nyes,no\nyes,yes\n", "without a header", ["yes", "no"], [[1, 1], [0, 1]]),
        ("ann,ben\nx,x\nx,x\n", "first line names the raters", ["x", "not x"], [[2, 0], [0, 0]]),
    ],
)
def test_kappa_says_which_table_it_read(
    run: Run, table: Callable[[str], str], text: str, reading: str, categories: list[str], counts: list[list[int]]
):
    path = table(text)
    record = json.loads(run("kappa", path, "--json")[1])
    assert reading in record["reading"]
    assert (record["categories"], record["table"]) == (categories, counts)
    assert reading in run("kappa", path)[1].replace("\n", " ")


def test_kappa_prints_its_companions(run: Run, table: Callable[[str], str]):
    _, out, _ = run("kappa", table("yes,no\n80,10\n5,5\n"))
    assert line(out, "Cohen's kappa").endswith("0.318")
    assert "[0.085, 0.555]" in line(out, "95% interval of kappa")
    assert line(out, "Gwet's AC1").endswith("0.808")
    assert line(out, "PABAK").endswith("0.700")
    assert line(out, "agreement on no").endswith("40.00 % [20.12, 63.83] %")
    assert "Read kappa first" in out


def test_kappa_leaves_out_lines_with_a_missing_label_and_says_how_many(run: Run, table: Callable[[str], str]):
    _, out, _ = run("kappa", table("ann,ben\nyes,yes\nno,no\n,no\nyes,\n"))
    assert "left out: 2" in out.replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b,c\n1,2,3\n", "neither two columns of labels"),
        ("a,b\nyes\n", "line 2: 1 cells"),
        ("ann,ben\nyes,\n,no\n", "no line has a label from both"),
        ("ann,ben\n" + "".join(f"{n},{n}\n" for n in range(200)), "200 different labels"),
    ],
)
def test_tables_that_hold_no_pairs(run: Run, table: Callable[[str], str], text: str, words: str):
    code, _, err = run("kappa", table(text))
    assert code == 1
    assert words in err
