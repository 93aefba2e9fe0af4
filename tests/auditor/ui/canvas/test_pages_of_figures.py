"""Pages are drawn by another process, which may crash, hang or be killed without harm and never outlives the window."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from auditor.ui.canvas import page_renderer
from auditor.ui.canvas.figure import FigureCanvas
from auditor.ui.canvas.pages import PageImage, PagePreview, PageRenderer, PageTrouble, PageView
from auditor.ui.theme import Theme, tokens
from auditor.ui.workers import Workers
from pipeline.errors import ExpectedError

REPOSITORY = Path(__file__).resolve().parents[4]
WIDE, HIGH = 400, 600  # points
FRAME = (100.0, 60.0, 300.0, 200.0)


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """Two pages, the first turned on its side by the file, with a black square where the figure is."""
    import pymupdf

    path = tmp_path / "secret-paper.pdf"
    with pymupdf.open() as document:
        for _ in range(2):
            page = document.new_page(width=WIDE, height=HIGH)
            page.draw_rect(pymupdf.Rect(*FRAME), color=(0, 0, 0), fill=(0, 0, 0))
        document[0].set_rotation(90)
        document.save(path)
    return path


@pytest.fixture
def renderer(workers: Workers) -> Iterator[PageRenderer]:
    made = PageRenderer(workers)
    yield made
    made.stop()


class Answers:
    def __init__(self) -> None:
        self.pages: list[PageImage] = []
        self.errors: list[ExpectedError] = []

    def ask(self, draw: Callable[..., None], path: Path, number: int = 1) -> None:
        draw(path, number, self.pages.append, self.errors.append)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_nothing_is_started_before_a_page_is_asked_for(renderer: PageRenderer):
    assert renderer.pid is None
    assert renderer.starts == 0


def test_a_page_is_drawn_unturned_small_and_large_and_kept(qtbot: QtBot, renderer: PageRenderer, pdf: Path):
    answers = Answers()
    answers.ask(renderer.small, pdf)
    answers.ask(renderer.large, pdf)
    qtbot.waitUntil(lambda: len(answers.pages) == 2, timeout=20_000)
    for page in answers.pages:
        assert page.points == (WIDE, HIGH)
        x0, y0, x1, y1 = page.to_pixels(FRAME)
        assert page.image.pixelColor(round((x0 + x1) / 2), round((y0 + y1) / 2)) == QColor("black")
        assert page.image.pixelColor(round(x0) - 3, round((y0 + y1) / 2)) == QColor("white")
    assert sorted(page.image.height() for page in answers.pages) == pytest.approx([480, 2400], abs=10)
    answers.ask(renderer.small, pdf)
    assert len(answers.pages) == 3
    assert (renderer.drawn, renderer.starts) == (2, 1)


def test_the_latest_wish_goes_first_and_one_wish_is_drawn_once(qtbot: QtBot, renderer: PageRenderer, pdf: Path):
    order: list[str] = []
    for name, number in (("first", 1), ("second", 2), ("first again", 1)):
        renderer.small(pdf, number, lambda _page, name=name: order.append(name), pytest.fail)
    renderer.large(pdf, 2, lambda _page: order.append("last"), pytest.fail)
    qtbot.waitUntil(lambda: len(order) == 4, timeout=20_000)
    assert order == ["first", "first again", "last", "second"]
    assert renderer.drawn == 3


def test_a_killed_process_costs_one_page_and_the_next_one_starts_another(
    qtbot: QtBot, renderer: PageRenderer, pdf: Path
):
    answers = Answers()
    answers.ask(renderer.small, pdf)
    qtbot.waitUntil(lambda: len(answers.pages) == 1, timeout=20_000)
    assert renderer.pid is not None
    os.kill(renderer.pid, signal.SIGSTOP)
    answers.ask(renderer.large, pdf)
    os.kill(renderer.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: len(answers.errors) == 1, timeout=20_000)
    assert isinstance(answers.errors[0], PageTrouble)
    assert str(answers.errors[0]) == page_renderer.CRASHED
    answers.ask(renderer.large, pdf)
    qtbot.waitUntil(lambda: len(answers.pages) == 2, timeout=20_000)
    assert renderer.starts == 2


def test_a_page_that_takes_too_long_is_given_up(qtbot: QtBot, workers: Workers, pdf: Path):
    renderer, answers = PageRenderer(workers, patience_ms=30_000), Answers()
    answers.ask(renderer.small, pdf)
    qtbot.waitUntil(lambda: len(answers.pages) == 1, timeout=20_000)
    assert renderer.pid is not None
    os.kill(renderer.pid, signal.SIGSTOP)
    renderer._timer.setInterval(50)
    answers.ask(renderer.large, pdf)
    qtbot.waitUntil(lambda: len(answers.errors) == 1, timeout=20_000)
    assert str(answers.errors[0]) == page_renderer.SLOW
    renderer.stop()


@pytest.mark.parametrize(("kind", "reason"), [("missing", "missing"), ("damaged", "damaged"), ("number", "damaged")])
def test_a_paper_that_cannot_be_drawn_says_why_and_names_nothing(
    qtbot: QtBot, renderer: PageRenderer, pdf: Path, kind: str, reason: str
):
    if kind == "missing":
        pdf.unlink()
    elif kind == "damaged":
        pdf.write_bytes(b"%PDF-1.7 and then nothing")
    answers = Answers()
    answers.ask(renderer.small, pdf, 9 if kind == "number" else 1)
    qtbot.waitUntil(lambda: len(answers.errors) == 1, timeout=20_000)
    error = answers.errors[0]
    assert isinstance(error, PageTrouble)
    assert reason in str(error)
    assert "secret" not in f"{error} {error.details}"


def test_the_process_ends_with_the_window(qtbot: QtBot, renderer: PageRenderer, pdf: Path):
    answers = Answers()
    answers.ask(renderer.small, pdf)
    qtbot.waitUntil(lambda: len(answers.pages) == 1, timeout=20_000)
    pid = renderer.pid
    assert pid is not None
    assert alive(pid)
    renderer.stop()
    assert not alive(pid)


def test_the_process_ends_by_itself_when_nobody_can_ask_any_more():
    command = [sys.executable, "-m", "auditor.ui.canvas.render_page"]
    done = subprocess.run(
        command, cwd=REPOSITORY, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=60
    )
    assert done.stdout == b""


def test_the_window_itself_never_loads_the_pdf_library():
    code = "import sys, auditor.ui.canvas.pages, auditor.ui.canvas.toolbar; sys.exit('pymupdf' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=True, timeout=60)


@pytest.fixture
def page() -> PageImage:
    image = QImage(WIDE * 2, HIGH * 2, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    return PageImage(image, (float(WIDE), float(HIGH)))


def accents(shown: QImage) -> list[tuple[int, int]]:
    wanted = QColor(tokens()["light"]["accent"]).rgb()
    return [(x, y) for x in range(shown.width()) for y in range(shown.height()) if shown.pixel(x, y) == wanted]


def test_the_preview_has_crop_marks_around_the_figure(qtbot: QtBot, theme: Theme, page: PageImage):
    preview = PagePreview(theme, height=150)
    qtbot.addWidget(preview)
    preview.show_page(page, FRAME)
    preview.resize(preview.sizeHint())
    assert (preview.width(), preview.height()) == (100, 150)
    marks = accents(preview.grab().toImage())
    assert marks
    assert min(x for x, _y in marks) == pytest.approx(FRAME[0] / 4 - 2, abs=2)
    assert max(y for _x, y in marks) == pytest.approx(FRAME[3] / 4 + 2, abs=2)
    preview.show_page(None)
    assert not accents(preview.grab().toImage())


def test_a_click_on_the_preview_opens_the_page(qtbot: QtBot, theme: Theme, page: PageImage):
    preview = PagePreview(theme)
    qtbot.addWidget(preview)
    preview.show_page(page)
    preview.show()
    with qtbot.waitSignal(preview.opened):
        QTest.mouseClick(preview, Qt.MouseButton.LeftButton)


def test_the_large_page_covers_the_canvas_with_marks_around_the_figure(qtbot: QtBot, theme: Theme, page: PageImage):
    canvas = FigureCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(500, 520)
    canvas.show()
    view = PageView(theme, canvas)
    view.open()
    assert view.state == "loading"
    assert view.geometry() == canvas.rect()
    view.show_page(page, FRAME)
    marks = accents(view.grab().toImage())
    left = view.to_widget(QPointF(FRAME[0] * 2, FRAME[1] * 2)).x()
    assert min(x for x, _y in marks) == pytest.approx(left - 6, abs=3)
    canvas.resize(420, 400)
    assert view.geometry() == canvas.rect()
    view.close_page()
    assert not view.isVisible()


def test_a_renderer_that_goes_in_the_middle_of_a_page_answers_nobody(workers: Workers, pdf: Path, qtbot: QtBot):
    renderer = PageRenderer(workers)
    answers = Answers()
    answers.ask(renderer.large, pdf)
    qtbot.waitUntil(lambda: renderer.pid is not None)
    renderer.stop()
    shiboken6.delete(renderer)
    qtbot.waitUntil(lambda: workers._open == 0)
    assert not answers.pages
    assert not answers.errors
