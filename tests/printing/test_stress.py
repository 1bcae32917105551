"""Cards of the hardest units of every game, in every size: nothing leaves its card, nothing is cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from armybuilder.armies.opened import Opened
from armybuilder.drawing.lettering import ROUNDING, Cut, longest_word, width
from armybuilder.printing.blocks import CAPITALS
from armybuilder.printing.card_drawing import face_element
from armybuilder.printing.cards import EDGE, FRAME, CardFace, card_faces
from armybuilder.printing.choices import CardsFor, PrintChoices, Turned, TypeSize
from armybuilder.printing.documents import TooMuchToPrint, document_of
from armybuilder.printing.fonts import missing
from armybuilder.printing.paper import CardSize, Paper, Size
from rulesets.core.cards import Card
from rulesets.core.codec import NAME_LENGTH
from rulesets.core.force import add_units
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.samples import CARDS, demo, every_game
from tests.printing.strained import page_faults, strained_army
from tests.printing.test_pdf import overflows

LEAST_POINTS = 6.5
"""Titles that would fill their card; headings are 7.5, all else 8.5 at least."""


def stressed(card: Card) -> Card:
    """The card with the longest names a player may give, and all its weapons, rules and states twice."""
    return replace(
        card,
        title=f"{card.title} " + "of the Second Guards Armoured Reconnaissance Regiment"[: 79 - len(card.title)],
        subtitle=f"{card.subtitle} · attached from the divisional artillery group",
        corner=f"{card.corner} of the longest battle group name there is",
        tables=tuple(replace(table, rows=table.rows * 2) for table in card.tables),
        lines=card.lines * 2,
        tracks=tuple(replace(track, slug=f"{track.slug}{number}") for number in range(2) for track in card.tracks),
    )


def runs_over(face: CardFace, size: Size) -> list[str]:
    """Lines that are wider than their room, or stand outside the frame, or over one another."""
    found = []
    inset = EDGE + FRAME
    letters = list(face_element(face, size).letters())
    for line in letters:
        wide = width(line.text, line.cut, line.points) * (CAPITALS if line.spaced else 1)
        if wide > line.room + ROUNDING:
            found.append(f"{line.text!r} is wider than its room")
        if line.x < inset or line.x + line.room > size.width - inset + 0.01:
            found.append(f"{line.text!r} leaves the card sideways")
        if line.y < inset or line.y + line.tall > size.height - inset + 0.01:
            found.append(f"{line.text!r} leaves the card")
        if line.points < LEAST_POINTS:
            found.append(f"{line.text!r} cannot be read")
    body = [line for line in letters if not line.spaced and line.cut is not Cut.NARROW_HEAVY]
    for place, one in enumerate(body):
        for other in body[place + 1 :]:
            across = min(one.x + one.room, other.x + other.room) - max(one.x, other.x)
            down = min(one.y + one.tall, other.y + other.tall) - max(one.y, other.y)
            beside = abs(one.y - other.y) < 0.01
            if across > 0.1 and down > 0.35 and not beside:
                found.append(f"{one.text!r} stands over {other.text!r}")
    return found


@every_game
@pytest.mark.parametrize("size", CardSize)
def test_hard_units_run_over_nowhere(ruleset: AnyRuleset, size: CardSize) -> None:
    army = demo(ruleset)
    cards = [ruleset.card(unit, group, army.review) for group, unit in army.force.units()]
    kinds = {card.subtitle: card for card in cards}
    hardest = sorted(kinds.values(), key=lambda card: -len(repr(card)))[:4]
    for card in hardest:
        for each in (card, stressed(card)):
            for face in card_faces(each, size.size):
                assert runs_over(face, size.size) == []


@pytest.mark.parametrize("size", CardSize)
@pytest.mark.parametrize("name", CARDS)
def test_strained_cards_run_over_nowhere(name: str, size: CardSize) -> None:
    for least in (TypeSize.TEN.least, TypeSize.SIXTEEN.least):
        for face in card_faces(CARDS[name], size.size, least):
            assert runs_over(face, size.size) == []


def test_five_thousand_cards_are_refused_before_anything_is_laid_out(
    pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    force = pebbles.demo()
    unit = force.groups[0].units[0]
    force = add_units(force, force.groups[0].id, (unit,) * 5000)
    monkeypatch.setattr("armybuilder.printing.documents.MAKERS", {})
    with pytest.raises(TooMuchToPrint, match="are printed at once"):
        document_of(Opened(pebbles, force), PrintChoices())


# --- an army that strains everything ------------------------------------------------------------------

SMALLEST, USUAL, LARGE = (Paper.A5, TypeSize.SIXTEEN), (Paper.A4, TypeSize.TEN), (Paper.LETTER, TypeSize.SIXTEEN)
LINK = "https://army.example/a/3f9k"
DRAWN = replace(PrintChoices(), labels=True, tokens=True, templates=True, cards_for=CardsFor.BOTH, backs=True)


@every_game
@pytest.mark.parametrize("type_size", TypeSize)
def test_a_strained_army_keeps_to_its_places_at_every_type_size(ruleset: AnyRuleset, type_size: TypeSize) -> None:
    army = strained_army(ruleset)
    paper = list(Paper)[list(TypeSize).index(type_size) % len(Paper)]
    size = list(CardSize)[list(TypeSize).index(type_size) % len(CardSize)]
    choices = replace(DRAWN, paper=paper, type_size=type_size, card_size=size)
    for page in document_of(army, choices).pages:
        assert list(page_faults(page)) == []


@every_game
@pytest.mark.parametrize(("paper", "type_size"), [SMALLEST, USUAL, LARGE])
def test_a_strained_roster_is_set_as_it_was_measured(ruleset: AnyRuleset, paper: Paper, type_size: TypeSize) -> None:
    army = strained_army(ruleset)
    army = Opened(ruleset, replace(army.force, groups=army.force.groups[:1]))
    document = document_of(army, PrintChoices(cards=False, qrs=False, paper=paper, type_size=type_size), LINK)
    assert overflows(replace(document, pages=document.pages[:3])) == []
    every = PrintChoices(cards=False, log=True, paper=paper, type_size=type_size)
    assert [fault for page in document_of(army, every, LINK).pages for fault in page_faults(page)] == []


@every_game
@pytest.mark.parametrize("type_size", TypeSize)
def test_the_words_of_an_army_s_name_stay_whole_beside_its_code(ruleset: AnyRuleset, type_size: TypeSize) -> None:
    choices = PrintChoices(cards=False, qrs=False, paper=Paper.A5, type_size=type_size)
    first = document_of(demo(ruleset), choices, LINK).pages[0]
    assert list(page_faults(first)) == []
    head = first.placed[0].content
    assert head.code is not None
    assert longest_word(head.title, Cut.NARROW_HEAVY, head.points) <= head.title_width


def test_contents_of_a_small_page_name_every_part() -> None:
    small = replace(DRAWN, strips=True, log=True, calibration=True, paper=Paper.A5, turned=Turned.ACROSS)
    for link in ("", LINK):
        pages = document_of(demo(all_rulesets()[0]), replace(small, type_size=TypeSize.SIXTEEN), link).pages
        entries = [placed.content for placed in pages[0].placed if placed.drawing == "contents_entry"]
        assert [(entry.title, entry.page) for entry in entries] == [
            (page.title, number) for number, page in enumerate(pages, 1) if page.title and number > 1
        ]
        assert list(page_faults(pages[0])) == []


@every_game
def test_a_small_battle_log_has_its_turns_together(ruleset: AnyRuleset) -> None:
    log = PrintChoices(roster=False, cards=False, qrs=False, log=True, paper=Paper.A5, turned=Turned.ACROSS)
    document = document_of(demo(ruleset), replace(log, type_size=TypeSize.SIXTEEN))
    first, second = ([p for p in page.placed if p.drawing == "log_table"] for page in document.pages[:2])
    assert first == []
    assert [row[0] for row in second[0].content.rows] == ["1", "2", "3", "4", "5", "6"]
    assert [fault for page in document.pages for fault in page_faults(page)] == []


def test_notes_of_any_length_go_on_from_page_to_page(pebbles: AnyRuleset) -> None:
    force = pebbles.demo()
    first = force.groups[0]
    words = " ".join(str(number) for number in range(900))
    units = tuple(replace(unit, notes=words) for unit in first.units[:1])
    force = replace(force, notes=words, groups=(replace(first, notes=words, units=units),))
    document = document_of(Opened(pebbles, force), PrintChoices(cards=False, qrs=False, paper=Paper.A5))
    texts = " ".join(getattr(placed.content, "text", "") for page in document.pages for placed in page.placed).split()
    assert texts.count("0") == texts.count("899") == 3
    assert overflows(document) == []
    assert [fault for page in document.pages for fault in page_faults(page)] == []


HARD_NAMES = (
    "x" * NAME_LENGTH,
    ("word " * NAME_LENGTH)[:NAME_LENGTH].strip(),
    "Smile 🚀 🐉 \U0001f468‍\U0001f469‍\U0001f467",
    "אבג דהו العربية",
    "漢字 \u0378 \x07",
)


@every_game
def test_hard_names_give_a_good_page(ruleset: AnyRuleset) -> None:
    force = ruleset.demo()
    for name in HARD_NAMES:
        groups = tuple(
            replace(group, name=name, units=tuple(replace(unit, name=name) for unit in group.units))
            for group in force.groups
        )
        army = Opened(ruleset, replace(force, name=name, groups=groups))
        document = document_of(army, replace(DRAWN, log=True, strips=True))
        assert [fault for page in document.pages for fault in page_faults(page)] == []
        if missing([name]):
            assert any("There are no printed letters for" in note for note in document.notes)
