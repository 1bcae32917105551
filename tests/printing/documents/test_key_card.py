"""The key card: it explains every code of its deck, comes last, and changes no other card."""

import math
from dataclasses import replace

import pytest

from armybuilder.printing.documents import document_of
from armybuilder.printing.documents.cards import cards_parts
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.key_card import MINIMUMS, fitted_key, key_card
from armybuilder.printing.options import PrintOptions, Turning, TypeSize
from armybuilder.printing.paper import CARD_SIZES, CardSize, fullest_grid
from rulesets.core.cards import Card
from rulesets.core.codes import codes_shown
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.reading import bare
from tests.printing.samples import MEASURING, PRINTER, demo, every_game, in_turn, rendered
from tests.rulesets.described.games import games_with

CHOICES = PrintOptions(roster=False, qrs=False)
GAME = get_ruleset("forge-of-war")
every_size = pytest.mark.parametrize("size", CARD_SIZES, ids=str)


def part_of(ruleset: AnyRuleset, choices: PrintOptions, units: int | None = None) -> DocumentPart:
    """The deck of a game's example army, or of so many units of its first group."""
    army = demo(ruleset)
    if units is not None:
        first = army.force.groups[0]
        few = replace(army.force, groups=(replace(first, units=first.units[:units]),))
        army = type(army)(ruleset, few)
    printing = PrintContext(army, choices, PageFormat.of(choices, ruleset.accent.value, PRINTER))
    (part,) = cards_parts(printing)
    return part


def names_of(part: DocumentPart) -> list[list[str]]:
    """The names of the faces on each sheet, in order."""
    return [list(layout.measured) for layout in PRINTER.rendered(part.batches)]


def words_of(part: DocumentPart) -> str:
    """What the sheets say."""
    said = (page.text for batch in part.batches for page in read(rendered(batch).pdf))
    return " ".join(" ".join(said).split())


@every_game
@every_size
def test_a_deck_ends_with_the_meaning_of_every_code(ruleset: AnyRuleset, size: CardSize) -> None:
    army, choices = demo(ruleset), replace(CHOICES, card_size=size)
    cards = [ruleset.card(unit, group, army.context) for group, unit in army.force.units()]
    codes = codes_shown(ruleset.codes, set().union(*(card.texts for card in cards)))
    part = part_of(ruleset, choices)
    words = words_of(part)
    assert codes
    assert [code for code in codes if bare(f"{code.term} {code.meaning}") not in bare(words)] == []
    names = [name for sheet in names_of(part) for name in sheet]
    assert names[-1].startswith("key-0-")
    assert [layout.overflowing for layout in PRINTER.rendered(part.batches)] == [()] * len(part.batches)


@in_turn(ruleset=games_with("guard", "lanes"), size=CARD_SIZES)
def test_the_key_changes_no_other_card(ruleset: AnyRuleset, size: CardSize) -> None:
    choices = replace(CHOICES, card_size=size)
    content = [
        "".join(batch.content for batch in part_of(ruleset, replace(choices, key_card=key)).batches)
        for key in (True, False)
    ]
    cards = [[piece.split("</article>")[0] for piece in text.split("<article")[1:]] for text in content]
    assert 0 < len(cards[0]) - len(cards[1]) <= 2
    assert cards[0][: len(cards[1])] == cards[1]


@pytest.mark.parametrize("units", [8, 9])
def test_the_key_takes_the_free_place_before_a_new_sheet(units: int) -> None:
    choices = replace(CHOICES, card_size=CardSize.POKER, merge=False)
    game = get_ruleset("mbt2020")
    plain, keyed = (names_of(part_of(game, replace(choices, key_card=key), units)) for key in (False, True))
    count = fullest_grid(choices.sheet, CARD_SIZES[CardSize.POKER]).count
    faces = sum(map(len, keyed))
    assert sum(map(len, plain)) == units
    assert len(keyed) == math.ceil(faces / count)
    assert keyed[0][:units] == plain[0]
    assert len(keyed[0]) == count


def test_a_key_alone_on_its_sheet_is_printed_and_said() -> None:
    choices = replace(CHOICES, card_size=CardSize.POKER, merge=False)
    notes = {units: part_of(get_ruleset("mbt2020"), choices, units).notes for units in (8, 9)}
    assert notes[8] == ()
    assert [note for note in notes[9] if note.startswith("The key card is alone on its sheet.")] == list(notes[9])
    assert names_of(part_of(get_ruleset("mbt2020"), choices, 9))[1][0] == "key-0-1"


def test_both_sides_of_a_key_are_one_card_and_explain_backs() -> None:
    choices = replace(CHOICES, card_size=CardSize.POKER, turning=Turning.LONG)
    sheets = names_of(part_of(get_ruleset("mbt2020"), choices))
    keys = [(number, name) for number, sheet in enumerate(sheets) for name in sheet if name.startswith("key")]
    assert [name for _, name in keys] == ["key-0-1", "key-0-2"]
    assert keys[0][0] % 2 == 0
    assert keys[1][0] == keys[0][0] + 1
    card = Card("Squad", back=(Line("Activates with 0 to 3 D", "70%"),))
    assert key_card(GAME, [card], backs=False) is None
    key = key_card(GAME, [card], backs=True)
    assert key is not None
    assert [line.term for line in key.lines] == ["D"]


@every_size
@pytest.mark.parametrize("type_size", TypeSize, ids=str)
def test_letters_of_a_key_are_readable(size: CardSize, type_size: TypeSize) -> None:
    key = key_card(GAME, [Card("", stats=(Stat("WV", "3 D"),))], backs=False)
    assert key is not None
    for game in map(get_ruleset, ("mbt2020", "forge-of-war", "forum-combat", "warstrike")):
        full = replace(key, lines=tuple(Line(code.term, code.meaning) for code in game.codes))
        deck = fitted_key(full, CARD_SIZES[size], type_size, 10.0 * type_size.scale)
        assert MINIMUMS[-1] * type_size.scale <= deck.layout.text <= 10.0 * type_size.scale
        larger = fitted_key(full, CARD_SIZES[size], TypeSize.SIXTEEN, 16.0)
        assert len(deck.faces(0)) <= len(larger.faces(0))


def test_cards_without_codes_have_no_key() -> None:
    assert key_card(GAME, [Card("Rifle squad", lines=(Line("Traits", "Terrifying"),))], backs=True) is None


@every_game
def test_a_player_may_leave_the_key_out(ruleset: AnyRuleset) -> None:
    for key in (True, False):
        document = document_of(demo(ruleset), replace(CHOICES, key_card=key), MEASURING)
        assert any('data-fit="key-0-1"' in batch.content for batch in document.batches) is key
