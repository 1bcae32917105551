"""Every document of strained armies: nothing leaves its place, nothing lies over something else, no word
of an army is lost. All is read back from the PDF."""

from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.symbols import icon_credit
from armybuilder.printing import documents
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.document import Document
from armybuilder.printing.options import PARTS, PrintOptions, Stock, Turned, Turning, TypeSize
from armybuilder.printing.paper import CardSize, Paper
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.declarations.fields import NAME_LENGTH, Kind, fields_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.places import Read, Word, faults, folded, letters, read
from tests.printing.samples import ORIENTATIONS, PRINTER, every_game
from tests.printing.test_fonts import LOST, NAMES

WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"[:NAME_LENGTH]
LONG = "Oberst Maximilian von und zu Hohenlohe’s Second Guards Armoured Reconnaissance Regiment"[:NAME_LENGTH]
SCRIPTS = [
    " ".join(word for word in text.split() if word not in LOST.get(script, ())) for script, text in NAMES.items()
]
EVERYTHING = PrintOptions(
    labels=True, strips=True, tokens=True, templates=True, log=True, dashboards=True, cutting=True
)
MAX_ROWS = 8
MIN_FOOT, FOOT, MORE_IN_FEET = 6.0, 7.5, "Printed 30 November 2026 Quick reference page 10 of 10"


def made(army: LoadedArmy, choices: PrintOptions) -> tuple[Document, bytes]:
    """The document, and the PDF."""
    document = document_of(army, choices, PRINTER)
    return document, print_pdf(document, PRINTER)


def strained(ruleset: AnyRuleset, name: str, notes: str, *, full: bool) -> LoadedArmy:
    """Two units of the game's example with that name and those notes; ``full`` ones have every list filled."""
    force = ruleset.demo()

    def spec(given: Any) -> Any:
        return _full(given) if full else given

    groups = tuple(
        replace(
            group,
            name=name,
            notes=notes,
            spec=spec(group.spec),
            units=tuple(replace(unit, name=name, notes=notes, spec=spec(unit.spec)) for unit in group.units[:2]),
        )
        for group in force.groups[:1]
    )
    return LoadedArmy(ruleset, replace(force, name=name, notes=notes, spec=spec(force.spec), groups=groups))


def _full(spec: Any) -> Any:
    changes: dict[str, Any] = {}
    for field in fields_of(type(spec)):
        value = getattr(spec, field.name)
        if field.kind is Kind.BOOL:
            changes[field.name] = True
        elif field.kind is Kind.REPEAT and value:
            rows = min(field.ask.max or MAX_ROWS, MAX_ROWS)
            changes[field.name] = (value * rows)[: max(rows, len(value))]
    return replace(spec, **changes)


TITLES = (WORD, *SCRIPTS[:5], LONG, *SCRIPTS[5:6])
NOTES = tuple(zip(SCRIPTS[6:12], SCRIPTS[12:], strict=True))
VARIED = tuple(
    replace(
        EVERYTHING,
        paper=paper,
        turned=turned,
        ink=ink,
        type_size=TypeSize(size),
        card_size=CardSize(card),
        turning=turning,
    )
    for paper, turned, ink, size, card, turning in (
        (Paper.A4, Turned.UPRIGHT, Ink.COLOUR, "10", "poker", Turning.APART),
        (Paper.LETTER, Turned.ACROSS, Ink.MONO, "16", "tarot", Turning.LONG),
        (Paper.A5, Turned.UPRIGHT, Ink.SAVER, "12", "a7", Turning.LONG),
        (Paper.A3, Turned.ACROSS, Ink.COLOUR, "16", "a6", Turning.APART),
        (Paper.A5, Turned.ACROSS, Ink.MONO, "12", "poker", Turning.APART),
        (Paper.A4, Turned.ACROSS, Ink.SAVER, "16", "tarot", Turning.LONG),
        (Paper.LETTER, Turned.UPRIGHT, Ink.SAVER, "10", "a7", Turning.APART),
        (Paper.A3, Turned.UPRIGHT, Ink.MONO, "10", "usual", Turning.LONG),
    )
)
"""What may be chosen, each value of it at least once."""
USUAL = (0, 5, 2, 7)
"""Those of each run: one of each game, paper, ink, size of type and of cards; the others are for ``-m long``."""


@pytest.mark.parametrize(
    "number",
    [number if number in USUAL else pytest.param(number, marks=pytest.mark.long) for number in range(len(VARIED))],
)
def test_whatever_is_printed_stands_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Two documents of each game, one of them of an army whose every list is filled; the contents name every part."""
    monkeypatch.setattr(documents, "LONG", 3)
    games, choices = all_rulesets(), VARIED[number]
    name, notes = TITLES[number], " ".join(NOTES[number % len(NOTES)])
    army = strained(games[number % len(games)], name, notes, full=number >= len(games))
    document, pdf = made(army, choices)
    assert [name for layout in PRINTER.rendered(document.batches) for name in layout.overflowing] == []
    found = read(pdf, tmp_path)
    assert faults(found) == []
    assert [word for word in (*name.split(), *notes.split()) if folded(word) not in found.text] == []
    contents, *parts = document.parts
    assert contents.title == "Contents"
    named = folded("".join(word.text for word in found.words if word.page < contents.page_count(PRINTER)))
    assert [part.title for part in parts if folded(part.title) not in named] == []


LARGE = PrintOptions(dashboards=True, labels=True, log=True, type_size=TypeSize.SIXTEEN)


@every_game
@pytest.mark.parametrize("part", ["roster", "cards", "dashboards", "qrs", "labels", "log"])
def test_all_of_large_print_is_large(ruleset: AnyRuleset, part: str) -> None:
    """At least 95 of 100 letters have 16 points, the others are of map symbols; feet have 6 or more, and no more text
    has so little.
    """
    only = decode(PrintOptions, encode(LARGE) | {each: each == part for each in PARTS})
    document, pdf = made(LoadedArmy(ruleset, ruleset.demo()), only)
    sizes = letters(pdf)
    feet = [size for size, _ in sizes if MIN_FOOT <= size <= FOOT]
    pages = sum(each.page_count(PRINTER) for each in document.parts)
    words = f"{ruleset.credit} {icon_credit()} {ruleset.edition} {document.title} {MORE_IN_FEET}"
    # A record sheet has a credit for each group, of which several may share a page.
    assert len(feet) <= len(words) * max(pages, len(ruleset.demo().groups))
    large = [size for size, _ in sizes if size >= LARGE.type_size.points - 0.05]
    assert len(large) >= 0.95 * (len(sizes) - len(feet))
    assert "too small for large print" not in " ".join(document.notes)


def test_labels_too_small_for_large_print_are_told() -> None:
    army = LoadedArmy(all_rulesets()[0], all_rulesets()[0].demo())
    only = replace(LARGE, stock=Stock("l7651"), roster=False, cards=False, dashboards=False, qrs=False, log=False)
    document = document_of(army, only, PRINTER)
    assert document.notes[0] == "Labels of this size are too small for large print. Choose larger ones or plain paper."


def test_documents_of_all_choices_and_scripts_are_printed() -> None:
    """Each paper both ways, each ink, size of type and of cards, with and without backs; each script once."""
    assert {(choices.paper, choices.turned) for choices in VARIED} == set(product(Paper, ORIENTATIONS))
    for field, kind in (("ink", Ink), ("type_size", TypeSize), ("card_size", CardSize)):
        assert {getattr(choices, field) for choices in VARIED} == set(kind)
    assert {choices.backs for choices in VARIED} == {False, True}
    assert sorted([*TITLES, *(script for pair in NOTES for script in pair)]) == sorted([*SCRIPTS, WORD, LONG])
    assert len(TITLES) == len(VARIED) == 2 * len(all_rulesets())


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    """The check itself: words over one another, and beyond the paper."""
    pages = ((100.0, 100.0),)
    one, other = Word(0, "one", 10, 10, 30, 20), Word(0, "other", 20, 12, 40, 22)
    assert faults(Read(pages, (one, other))) == ["page 1: 'one' lies over 'other'"]
    assert faults(Read(pages, (one, replace(other, left=31)))) == []
    assert faults(Read(pages, (replace(one, right=102),))) == ["page 1: 'one' leaves the paper"]


@every_game
def test_notes_of_any_length_go_on_from_page_to_page(ruleset: AnyRuleset, tmp_path: Path) -> None:
    words = " ".join(f"word{number}" for number in range(600))
    army = strained(ruleset, "Long notes", words, full=False)
    _, pdf = made(army, PrintOptions(cards=False, qrs=False, paper=Paper.A5))
    found = read(pdf, tmp_path)
    assert faults(found) == []
    counts = {text: sum(word.text == text for word in found.words) for text in ("word0", "word299", "word599")}
    notes = 1 + len(army.force.groups) + army.row_count
    assert counts == {"word0": 2 * notes, "word299": notes, "word599": notes}  # the first words are in the roster, too


def test_the_choices_that_are_varied_are_all_there_are() -> None:
    """A part added to the choices is printed by these tests as well."""
    parts = {field.name for field in fields(PrintOptions) if isinstance(field.default, bool)}
    off = {name for name in parts if not getattr(EVERYTHING, name)}
    assert off == {"lasting", "on_table_only", "proxies"}
