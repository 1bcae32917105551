"""How long printing takes, side by side with headless Chromium printing the same pages from a cold start.

Run with ``pytest -s bench/speed/test_printing.py``; seconds and ratios are printed, on the clock and of processor time,
on which other work on the machine has little influence.
"""

import contextlib
import itertools
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import document_of
from armybuilder.printing.documents.cards import deck_part
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.preview import preview_of
from armybuilder.printing.options import PrintOptions, Turning
from armybuilder.printing.rendering import STYLES, Batch, DocumentInfo
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.workers import RenderWorkers
from bench import reaped
from bench.real_site import descendants
from rulesets.core.cards import Card
from rulesets.core.forces.force import add_units
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat, table
from rulesets.registry import get_ruleset
from tests.browser.pages import CHROMIUM_FLAGS
from tests.printing.samples import CARDS, demo, every_game


class Taken(NamedTuple):
    """Seconds on the clock and of processor time."""

    seconds: float
    processor: float


TIMES = 3
ROOT = STYLES.parents[2]
ALONE = PrintOptions(roster=False, cards=False, qrs=False)


@pytest.fixture(scope="module")
def workers() -> Iterator[RenderWorkers]:
    """Two render workers that have rendered before, as in a site that has printed before."""
    made = RenderWorkers(2)
    yield made
    made.end()


class Shop:
    """Prints with two workers into a folder, in which what it rendered is kept until it is emptied."""

    def __init__(self, workers: RenderWorkers, folder: Path) -> None:
        self.workers, self.folder = workers, folder / "kept"
        self.folder.mkdir()
        self.out = folder / "out.pdf"

    def printer(self) -> Printer:
        return Printer(self.workers.render, self.folder, self.workers.count, self.workers.join)

    def forget(self) -> None:
        for file in self.folder.iterdir():
            file.unlink()

    def cards(self, cards: Sequence[Card]) -> DocumentPart:
        """From the cards to the file."""
        game, choices = get_ruleset("mbt2020"), PrintOptions(turning=Turning.LONG)
        printing = PrintContext(demo(game), choices, PageFormat.of(choices, "olive", self.printer()))
        part = deck_part(printing, [(card, None, "") for card in cards])
        printing.format.printer.write(part.batches, DocumentInfo("Cards", "Cards"), self.out)
        return part

    def document(self, army: LoadedArmy, choices: PrintOptions) -> Document:
        """From the army to the file."""
        printer = self.printer()
        document = document_of(army, choices, printer)
        printer.write(document.batches, DocumentInfo(document.title, document.subject), self.out)
        return document


@pytest.fixture
def shop(workers: RenderWorkers, tmp_path: Path) -> Shop:
    made = Shop(workers, tmp_path)
    for number in range(2):
        made.cards([replace(CARDS["usual"], title=f"Warm {number} {place}") for place in range(18)])
    made.forget()
    return made


def kind(number: int) -> Card:
    """A card whose numbers and words are its own, with a statline, a table, lines, boxes and a symbol."""
    reach = [f"{(number * step) % 97 + 1}″" for step in (3, 5, 7, 11)]
    return replace(
        CARDS["usual"],
        title=f"Unit {number}",
        subtitle=f"Pattern {chr(65 + number % 26)}{number // 26} · Mobile",
        corner=f"BG 1 · {number}",
        stats=(Stat("Good", f"{number % 13}/{number % 17}″"), Stat("Bad", reach[0]), Stat("Class", f"C{number}")),
        tables=(table("Engages", "*Target | >Range", [("ARMOUR", reach[1]), ("INFANTRY in the open", reach[2])]),),
        lines=(Line("Engaged by", f"ARMOUR {reach[3]}, ATM {reach[0]}, CAS any"), Line("As target", f"L in {number}")),
        footer=f"Battle group {number % 24}",
    )


def once(work: Callable[[], object]) -> Taken:
    """What one run takes."""
    begin, before = time.perf_counter(), processor_time()
    work()
    return Taken(time.perf_counter() - begin, processor_time() - before)


def processor_time() -> float:
    """Seconds of processor time that this process and all that it has started have taken."""
    ticks = 0
    for pid in (os.getpid(), *descendants(os.getpid())):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def chromium(batches: Sequence[Batch], shop: Shop) -> Callable[[], object]:
    """Chromium printing the same pages from a cold start."""
    part = DocumentPart("", tuple(batches))
    shown = preview_of(Document("", "", (part,)), shop.printer(), len(batches))
    styles = [STYLES / f"{Path(name).stem}.css" for name in shown.styles]
    css = "".join(file.read_text() for file in (ROOT / "static/css/fonts.css", *styles)) + shown.geometry
    page = shop.folder.parent / "page.html"
    page.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{css}</style>'
        f'<body class="{shown.classes}">{shown.content}'
    )
    out = shop.folder.parent / "chromium.pdf"
    command = [
        sys.executable,
        "-S",
        reaped.__file__,
        "/usr/bin/chromium",
        *CHROMIUM_FLAGS,
        f"--print-to-pdf={out}",
        "--no-pdf-header-footer",
    ]
    return lambda: subprocess.run([*command, page.as_uri()], check=True, capture_output=True)


def compare(
    name: str,
    shop: Shop,
    work: Callable[[], DocumentPart | Document],
    maximum: float,
    before: Callable[[], object] | None = None,
    measure: str = "seconds",
) -> None:
    """Both in turn, so that what else the machine does meets both; the medians' ratio is to be at most ``maximum``.

    ``measure`` is the field of ``Taken`` that counts.
    """
    batches = work().batches
    other = chromium(batches, shop)
    ours, theirs = [], []
    for _ in range(TIMES):
        theirs.append(once(other))
        (before or shop.forget)()
        ours.append(once(work))
    mine, its = (Taken(*map(statistics.median, zip(*runs, strict=True))) for runs in (ours, theirs))
    print(f"\n{name}: {len(batches)} batches, ratio of {measure} at most {maximum}")
    for field in Taken._fields:
        one, other = getattr(mine, field), getattr(its, field)
        print(f"  {field}: {one:.2f} s, Chromium {other:.2f} s, ratio {one / other:.2f}")
    assert getattr(mine, measure) <= maximum * getattr(its, measure)


@pytest.mark.parametrize(("count", "maximum"), [(24, 1.0), (240, 1.5)])
def test_cards_that_all_differ(shop: Shop, count: int, maximum: float) -> None:
    cards = [kind(number) for number in range(count)]
    compare(f"{count} different cards with backs", shop, lambda: shop.cards(cards), maximum)


def test_the_same_cards_again(shop: Shop) -> None:
    cards = [kind(number) for number in range(240)]
    compare("the same 240 cards again", shop, lambda: shop.cards(cards), 0.1, before=lambda: None)


def test_the_cards_after_an_edit(shop: Shop) -> None:
    cards = [kind(number) for number in range(240)]
    edits = itertools.count()
    compare(
        "the 240 cards after one edit",
        shop,
        lambda: shop.cards([replace(cards[0], title=f"Edited {next(edits)}"), *cards[1:]]),
        0.2,
        before=lambda: None,
    )


@pytest.mark.parametrize("field", ["roster", "qrs", "labels"])
@every_game
def test_a_part_of_the_example_army(shop: Shop, ruleset: AnyRuleset, field: str) -> None:
    chosen: dict[str, Any] = {field: True}
    choices = replace(ALONE, **chosen)
    make, maximum = (lambda: shop.document(demo(ruleset), choices)), 0.8
    compare(f"{field} of {ruleset.title}", shop, make, maximum, measure="processor")


def army_of_240(ruleset: AnyRuleset) -> LoadedArmy:
    """The example army with more of the first group's units, each with a name of its own."""
    army = demo(ruleset)
    group = army.force.groups[0]
    more = tuple(replace(group.units[n % len(group.units)], name=f"Unit {n}") for n in range(240 - army.unit_count))
    return LoadedArmy(ruleset, add_units(army.force, group.id, more))


@every_game
def test_a_roster_of_240(shop: Shop, ruleset: AnyRuleset) -> None:
    large, choices = army_of_240(ruleset), replace(ALONE, roster=True)
    compare(f"roster of 240 of {ruleset.title}", shop, lambda: shop.document(large, choices), 1.5)


def test_240_labels_with_undersides(shop: Shop) -> None:
    large, choices = army_of_240(get_ruleset("mbt2020")), replace(ALONE, labels=True)
    compare("240 labels with undersides", shop, lambda: shop.document(large, choices), 0.8)


@every_game
def test_an_example_army_from_the_tap_to_the_file(shop: Shop, ruleset: AnyRuleset) -> None:
    """Roster, cards, quick reference and labels, on a server that has printed before."""
    choices = PrintOptions(roster=True, cards=True, qrs=True, labels=True)
    shop.forget()
    seconds = once(lambda: shop.document(demo(ruleset), choices)).seconds
    print(f"\n{ruleset.title}, four documents: {seconds:.2f} s (at most 3)")
    assert seconds <= 3


MEGABYTES = 300


def test_memory_of_a_rendering_process(shop: Shop) -> None:
    """2,400 different cards with backs."""
    begin = time.perf_counter()
    shop.cards([kind(number) for number in range(2400)])
    peaks = [peak(pid) for pid in descendants(os.getpid())]
    print(f"\n2,400 cards: {time.perf_counter() - begin:.0f} s, at most {max(peaks):.0f} MB in a rendering process")
    assert max(peaks) <= MEGABYTES


def peak(pid: int) -> float:
    """The most memory that a process has had, in megabytes."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1000
