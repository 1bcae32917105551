"""How long printing takes, side by side with headless Chromium printing the same pages from a cold start.

Run with ``pytest -m benchmark -s tests/benchmarks/test_printing.py``; seconds and ratios are printed.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from armybuilder.drawing.lettering import VENDOR, Cut
from armybuilder.printing import jobs
from armybuilder.printing.cards import card_faces, card_pages
from armybuilder.printing.choices import LabelSize
from armybuilder.printing.document import Document, Page
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink
from armybuilder.printing.labels import label_pages
from armybuilder.printing.models import folder
from armybuilder.printing.paper import CardSize, Edge, Paper, centred_grid
from armybuilder.printing.pdf import STYLE
from armybuilder.printing.qrs import qrs_pages
from rulesets.core.cards import Card, Label
from tests.conftest import CHROMIUM_FLAGS
from tests.printing.samples import CARDS, LABELS, SECTIONS

pytestmark = pytest.mark.benchmark
A4 = Paper.A4.size


@pytest.fixture(autouse=True)
def _presses() -> Iterator[None]:
    """Two presses, started before anything is measured, as in a site that has printed before."""
    yield
    jobs.PRESSES.end()


def document(pages: list[Page]) -> Document:
    return Document("Army", "Cards", tuple(pages), Ink.COLOUR, "olive")


def cards(count: int, kinds: int) -> Document:
    """So many cards of so many kinds, with lines, a table, boxes and a symbol each."""
    usual = CARDS["usual"]
    made: list[Card] = [replace(usual, title=f"Unit {n % kinds}", corner=f"BG 1 · {n}") for n in range(count)]
    size = CardSize.POKER.size
    faces = [face for card in made for face in card_faces(card, size)]
    return document(list(card_pages(faces, centred_grid(A4, size), "credit")))


def labels(count: int) -> Document:
    made: list[Label] = [replace(LABELS[0], title=f"Unit {n}") for n in range(count)]
    grid = centred_grid(A4, LabelSize.ONE_INCH.size)
    return document(list(label_pages(made, grid, Edge.LONG, "credit")))


def forget() -> None:
    for file in folder().iterdir():
        file.unlink()


def seconds(work: Callable[[], object], before: Callable[[], object] = lambda: None, times: int = 3) -> float:
    """The median of several runs."""
    taken = []
    for _ in range(times):
        before()
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def chromium(doc: Document, tmp_path: Path) -> float:
    """Chromium's median for the same page, from a cold start each time."""
    faces = "".join(
        f"@font-face{{font-family:'Barlow{' Condensed' if 'condensed' in cut.value[0] else ''}';"
        f"font-weight:{cut.value[0].split('-')[-2]};src:url(file://{VENDOR / cut.value[0]})}}"
        for cut in Cut
    )
    html, css = standalone(doc)
    page = tmp_path / "page.html"
    page.write_text(html.replace("</head>", f"<style>{faces}{STYLE.read_text()}{css}</style></head>"))
    command = ["/usr/bin/chromium", *CHROMIUM_FLAGS, f"--print-to-pdf={tmp_path / 'out.pdf'}", "--no-pdf-header-footer"]
    return seconds(lambda: subprocess.run([*command, page.as_uri()], check=True, capture_output=True))


def compare(name: str, doc: Document, tmp_path: Path, before: Callable[[], object] = forget) -> float:
    jobs.printed(cards(1, 1))
    other = chromium(doc, tmp_path)
    ours = seconds(lambda: jobs.printed(doc), before)
    print(f"\n{name}: {len(doc.pages)} pages, {ours:.2f} s, Chromium {other:.2f} s, ratio {ours / other:.2f}")
    return ours / other


def test_cards_that_all_differ(tmp_path: Path) -> None:
    compare("240 different cards", cards(240, 240), tmp_path)


def test_cards_of_few_kinds(tmp_path: Path) -> None:
    compare("240 cards of 24 kinds", cards(240, 24), tmp_path)


def test_the_same_pack_again(tmp_path: Path) -> None:
    doc = cards(240, 240)
    jobs.printed(doc)
    assert compare("the same pack again", doc, tmp_path, before=lambda: None) <= 0.1


def test_labels_with_both_sides(tmp_path: Path) -> None:
    compare("240 labels, both sides", labels(240), tmp_path)


def test_a_quick_reference(tmp_path: Path) -> None:
    compare("quick reference", document(list(qrs_pages(SECTIONS, "Game", "Army", A4, "credit"))), tmp_path)


@pytest.mark.parametrize("count", [12, 120, 600])
def test_growth_and_memory(count: int) -> None:
    doc = cards(count, count)
    jobs.printed(cards(1, 1))
    taken = seconds(lambda: jobs.printed(doc), forget, times=1)
    peaks = []
    for press in jobs.PRESSES._free:
        if press._process is not None:
            status = Path(f"/proc/{press._process.pid}/status").read_text()
            peaks.append(int(status.split("VmHWM:")[1].split()[0]) / 1000)
    print(f"\n{count} cards: {taken:.2f} s, {taken / count * 1000:.1f} ms a card, peak of a press {max(peaks):.0f} MB")
