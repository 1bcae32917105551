"""Cards that strain a layout, and armies of every game."""

import gc
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from weasyprint import Document

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.picture_reading import read_picture
from armybuilder.printing.documents.photos import Upload
from armybuilder.printing.options import PrintOptions, Turned
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering import Batch, DocumentInfo, Layout, Rendered
from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.weasy import render
from rulesets.core.cards import Card, Label, Symbol, SymbolSet, Tint, Token, TokenShape
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line, Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat, table
from tests.rulesets.described.games import games_with

TANKS = Symbol(SymbolSet.APP6, "10031002141205000000", "armour, platoon, headquarters")
RIFLE = Symbol(SymbolSet.ICON, "rifle", "rifle")
UNKNOWN = Symbol(SymbolSet.ICON, "no-such-icon", "nothing")

CARDS = {
    "plain": Card("Plain"),
    "usual": Card(
        "M1A1 Abrams",
        "MBT+ Mobile",
        "BG 1·1",
        Tint.OLIVE,
        TANKS,
        (Stat("Good", "6/12″"), Stat("Bad", "3/6″"), Stat("Class", "MBT+")),
        (table("Engages", "*Target | >Range", [("ARMOUR", "12″"), ("INFANTRY in the open", "8″")]),),
        (Line("Engaged by", "ARMOUR 12″, ATM 16″, CAS any"), Line("As target", "L hull down")),
        (Track("state", "State", 2, names=("P", "R")),),
        "BGHQ · Regular",
    ),
    "overfull": Card(
        "Overfull",
        "Every rule there is",
        "BG 9·12",
        "a word of its own",
        RIFLE,
        tuple(Stat(f"S{i}", f"{i}+") for i in range(11)),
        (
            table(
                "Weapons",
                "*Weapon | ^Rng | ^Dice | *Notes",
                [(f"Weapon number {i} of many", f"{i * 6}″", f"{i}D", "Indirect, blast, slow") for i in range(14)],
                note="Blast hits all within 2″.",
            ),
        ),
        tuple(
            Line(f"Rule {i}", "A rule whose words go on for two lines at least, for it has much to say.")
            for i in range(12)
        ),
        (Track("hp", "Hull points", 30, start=4, marks=((15, "half"), (30, "dead"))), Track("m", "Morale", 5)),
        "A footer that is rather longer than the strip can hold beside its corner",
    ),
    "longest words": Card(
        "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        Tint.PLUM,
        UNKNOWN,
        (Stat("Wide", "Immobilised by terrain until the turn after next"), Stat("MV", "6")),
        (table("", "A | B | C | D | E | F | G | H", [("Unbreakable",) * 8] * 3),),
        (Line("Note", "word " * 800), Line("", "Mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm" * 4)),
        (Track("hp", "Wounds", 120, marks=((60, "half"),)),),
        "end",
    ),
    "other letters": Card(
        "Ωmega Жук → ≥3 ★",
        "smile 🚀 漢",
        "א",
        Tint.TEAL,
        lines=(Line("עברית", "العربية mixed with ½ × − ″ ✓ and e\u0301 \u200b joined"),),
        tracks=(Track("d", "D-markers", 7, start=2),),
    ),
    "tall row": Card(
        "Tall row",
        tables=(
            table("T", "Name | *What", [("Row", "so many words in one cell that they take more than a card " * 12)]),
        ),
    ),
}

LABELS = (
    Label("1", "Challenger 2", ("MBTn MOBILE", "GRADE+"), "1·1", TANKS, star=True, tint="olive"),
    Label("", "A very long name of a vehicle that nobody can pronounce", ("INF+ INFANTRY MOBILE",), "12·12", RIFLE),
    Label("12", "FAKE", fake=True, tint="rust"),
)
TOKENS = (
    Token("pinned", "Pinned", TokenShape.ROUND, 60, 12, "P", "ochre"),
    Token("smoke", "Smoke", TokenShape.SQUARE, 200, 5, "smoke"),
    Token("long", "A title much longer than its disc", TokenShape.ROUND, 50, 1),
)
SECTIONS = tuple(
    Section(
        f"s{number}",
        f"Section {number}",
        (
            table(
                "Ranges", "Who | *Whom | >Far", [(f"Unit {row}", "others in sight", f"{row}″") for row in range(rows)]
            ),
        ),
        tuple(Line(f"Term {line}", "what it means in a few short words") for line in range(number % 4)),
    )
    for number, rows in enumerate((3, 8, 14, 4, 20, 2, 5, 6, 9), 1)
)

LONG_NAME = "Oberst Maximilian von und zu Hohenlohe’s Second Guards Armoured Reconnaissance Regiment"[:NAME_LENGTH]
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"[:NAME_LENGTH]

EVERYTHING = PrintOptions(labels=True, tokens=True)
IN_PARTS = (
    PrintOptions(cards=False, qrs=False, tokens=True),
    PrintOptions(roster=False, qrs=False),
    PrintOptions(roster=False, cards=False),
    PrintOptions(roster=False, cards=False, qrs=False, labels=True),
)
"""All of ``EVERYTHING``, in four documents."""


UNWRITTEN: dict[Batch, Callable[[], bytes]] = {}
"""What writes the PDFs of batches that were laid out last, of which few are asked for."""
MAX_UNWRITTEN = 40
"""Documents of WeasyPrint are large."""


@lru_cache(2048)
def laid_out(batch: Batch) -> Rendered:
    """A batch laid out, whose PDF is empty: writing it takes a quarter to a half of the time.

    The collector, which would look through all that tests have made after each page, stays off for the moment.
    """
    write = Document.write_pdf

    def postpone(document: Document, **how: Any) -> bytes:
        UNWRITTEN[batch] = partial(write, document, **how)
        return b""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Document, "write_pdf", postpone)
        gc.disable()
        try:
            layout = render(batch)
        finally:
            gc.enable()
    while len(UNWRITTEN) > MAX_UNWRITTEN:
        del UNWRITTEN[next(iter(UNWRITTEN))]
    return layout


@lru_cache(512)
def rendered(batch: Batch) -> Rendered:
    """A batch laid out and written, once for all the tests of a process that print it."""
    layout = laid_out(batch)
    if batch not in UNWRITTEN:
        return render(batch)
    gc.disable()
    try:
        return replace(layout, pdf=bytes(UNWRITTEN.pop(batch)()))
    finally:
        gc.enable()


def fresh_printer(render: Callable[[Batch], Rendered] = rendered) -> Printer:
    """A printer that has been asked for nothing yet; what others have rendered costs it no time."""
    return Printer(lambda batch, tick: render(batch))


MEASURING = fresh_printer(laid_out)
"""Lays out and writes nothing, for tests that look at nothing but where things are."""


class Thrifty(Printer):
    """Writes only what is printed in the end, and not all that is tried before."""

    def rendered(self, batches: Sequence[Batch]) -> list[Layout]:
        """The layouts of the batches."""
        return MEASURING.rendered(batches)

    def write(self, batches: Sequence[Batch], about: DocumentInfo, out: Path) -> int:
        """Write the batches as one PDF."""
        super().rendered(batches)
        return super().write(batches, about, out)


PRINTER = Thrifty(lambda batch, tick: rendered(batch))
"""Renders in this process, and nothing twice."""


def upload(colour: str = "#c03010") -> Upload:
    """A picture as it is saved."""
    file = io.BytesIO()
    Image.new("RGB", (400, 300), colour).save(file, "PNG")
    stored = read_picture(file.getvalue())
    return Upload(stored.digest, stored.image)


def demo(ruleset: AnyRuleset) -> LoadedArmy:
    """A game's example army."""
    return LoadedArmy(ruleset, ruleset.demo())


def named(army: LoadedArmy, name: str) -> LoadedArmy:
    """The army with all of its names replaced."""
    groups = tuple(
        replace(group, name=name, units=tuple(replace(unit, name=name) for unit in group.units))
        for group in army.force.groups
    )
    return LoadedArmy(army.ruleset, replace(army.force, name=name, groups=groups))


every_game = pytest.mark.parametrize("ruleset", games_with("duel", "lanes"), ids=lambda ruleset: ruleset.slug)


def _id_of(choice: Any) -> str:
    """What names a choice, or several: a game's slug, an option's value, the parts of a document."""
    if isinstance(choice, tuple):
        return "-".join(map(_id_of, choice))
    if isinstance(choice, PrintOptions):
        return "+".join(each.name for each in fields(choice) if getattr(choice, each.name) is True)
    return str(getattr(choice, "slug", choice))


def in_turn(**choices: Iterable[Any]) -> pytest.MarkDecorator:
    """Each choice at least once, with the others in turn; the other combinations are for ``-m long``."""
    lists = [list(each) for each in choices.values()]
    usual = {tuple(each[place % len(each)] for each in lists) for place in range(max(map(len, lists)))}
    return pytest.mark.parametrize(
        tuple(choices),
        [
            pytest.param(
                *chosen,
                id=_id_of(chosen),
                marks=() if chosen in usual else pytest.mark.long,
            )
            for chosen in product(*lists)
        ],
    )


ORIENTATIONS = (Turned.UPRIGHT, Turned.ACROSS)
"""Those of whole sheets."""
PAPERS = [(paper, turned) for paper in Paper for turned in ORIENTATIONS]
"""Every paper both ways."""


def papers_of_seeds(*seeds: int) -> pytest.MarkDecorator:
    """A random document for each paper, whose place is the ``seed``; those of other seeds are for ``-m long``."""
    every = range(len(PAPERS))
    return pytest.mark.parametrize(
        "seed", [seed if seed in seeds else pytest.param(seed, marks=pytest.mark.long) for seed in every]
    )
