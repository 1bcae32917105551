"""The words of a described game are explained wherever a unit shows them."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.cards import Card
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Code, Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import Display, EntryRow, FieldType, Kind, KindField, SheetPart, Shown, Term, UnitField
from rulesets.described.ruleset import from_document, unclear_tables

from .armies import army
from .games import described, document

LANES = document("lanes")
RULES = Kind(
    "rule",
    "Special rule",
    "Special rules",
    (KindField("meaning", "Meaning", FieldType.TEXT, explains=True),),
    (EntryRow("Deadly(X)", ("Each hit does X damage",)), EntryRow("Fast", ("Moves twice as far.",))),
)
GAME = from_document(
    replace(
        LANES,
        kinds=(*LANES.kinds, RULES),
        codes=(Code(("Fearless",), "never takes a morale test"), Code(("Mv", "Sk"), "move, skill")),
        display=Display(
            chips=("{'Fearless' if drilled else ''}",),
            lines=(
                Term("Rules", "Deadly(3){', Fearless' if drilled else ''}"),
                Term("Story", "They are Fearless. They stay."),
            ),
        ),
        sheet=(SheetPart("key", "Key", key=True),),
    )
)


def card_of(game: AnyRuleset, **unit: Any) -> Card:
    """The card of a unit of rangers."""
    force = army(game, ({}, [unit]))
    ((group, only),) = force.units()
    return game.card(only, group, game.context(force))


def test_the_key_has_words_and_rows_that_explain_themselves() -> None:
    assert [(code.term, code.meaning) for code in GAME.codes] == [
        ("Fearless", "never takes a morale test"),
        ("Mv, Sk", "move, skill"),
        ("Deadly(X)", "Each hit does X damage"),
        ("Fast", "Moves twice as far."),
    ]


def test_marks_of_a_meaning_are_drawn_in_the_reference_alone() -> None:
    told = replace(RULES, entries=(EntryRow("Fast", ("**Moves** twice as far:\n- run\n- ride",)),))
    game = from_document(
        replace(
            LANES,
            kinds=(*LANES.kinds, told),
            display=Display(chips=("Fast",), lines=(Term("Rules", "Fast"),)),
            sheet=(SheetPart("key", "Key", key=True), SheetPart("rules", "Rules", kind="rule")),
        )
    )
    plain = "Moves twice as far: • run • ride"
    assert game.codes[-1].meaning == plain
    assert card_of(game).lines[0].hint == plain
    key, rules = game.sections(HouseRules(game.rulings), ())
    assert key.lines[-1].text == "**Moves** twice as far:\n• run\n• ride"
    assert rules.tables[0].rows[0][1].text == plain


def test_both_sides_of_a_card_show_a_text_alike() -> None:
    gear = KindField("gear", "Gear", FieldType.TEXT)
    kind = Kind("trick", "Trick", "Tricks", (gear,), (EntryRow("Net", ("**Once** a turn",)),))
    fields = tuple(
        UnitField(f"tricks_{place.value}", "Tricks", FieldType.LIST, kind="trick", default="net", shown=place)
        for place in (Shown.FRONT, Shown.BACK)
    )
    card = card_of(from_document(replace(LANES, kinds=(*LANES.kinds, kind), unit=(*LANES.unit, *fields))))
    assert card.tables[-1].rows[0][1].text == card.back[-1].text == "Once a turn"


def test_only_one_field_of_a_table_explains_the_row() -> None:
    """A version that was published with two is read all the same."""
    second = KindField("story", "Story", FieldType.TEXT, explains=True)
    entries = tuple(replace(row, values=(*row.values, "")) for row in RULES.entries)
    kind = replace(RULES, fields=(*RULES.fields, second), entries=entries)
    game = replace(LANES, kinds=(*LANES.kinds, kind))
    assert from_document(game).kinds[-1].slug == kind.slug
    assert [(each.path, each.message) for each in unclear_tables(game)] == [
        (f"kinds[{len(LANES.kinds)}].fields[1].explains", "clear this, since “Meaning” explains the row already")
    ]


@pytest.mark.parametrize(
    ("drilled", "hint"),
    [
        (False, "Each hit does X damage"),
        (True, "Deadly(X): Each hit does X damage. Fearless: never takes a morale test."),
    ],
)
def test_a_line_explains_the_words_that_it_lists(drilled: bool, hint: str) -> None:
    rules, story = card_of(GAME, drilled=drilled).lines
    assert rules.hint == hint
    assert story.hint == ""


def test_a_chip_of_one_word_has_its_meaning_alone() -> None:
    force = army(GAME, ({}, [{"drilled": True}]))
    ((group, unit),) = force.units()
    (chip,) = GAME.row(unit, group, GAME.context(force)).chips
    assert (chip.text, chip.hint) == ("Fearless", "never takes a morale test")


def test_the_rules_of_a_unit_s_weapon_are_explained_in_its_table() -> None:
    guns = LANES.kinds[1]
    column = KindField("rules", "Rules", FieldType.LIST, kind="rule", short="Rules")
    rows = tuple(replace(row, values=(*row.values, "Fast" if row.name == "Rifle" else "")) for row in guns.entries)
    kinds = (LANES.kinds[0], replace(guns, fields=(*guns.fields, column), entries=rows), *LANES.kinds[2:], RULES)
    card = card_of(from_document(replace(LANES, kinds=kinds)), extra=("lance",))
    assert [(row[0].text, row[-1].text, row[-1].hint) for row in card.tables[0].rows] == [
        ("Rifle", "Fast", "Moves twice as far."),
        ("Lance", "", ""),
    ]


def test_a_section_lists_what_the_cards_of_an_army_show_or_all() -> None:
    house = HouseRules(GAME.rulings)
    context = GAME.context(army(GAME, ({}, [{}])))
    all_lines, shown = (GAME.sections(house, armies)[0].lines for armies in ((), (context,)))
    assert all_lines == tuple(Line(code.term, code.meaning) for code in GAME.codes)
    assert [line.term for line in shown] == ["Fearless", "Mv, Sk", "Deadly(X)"]


def test_codes_and_headings_explain_no_value() -> None:
    """The games of the tests look as before: a key of several codes, or of a roll, is for its headings."""
    hints = set[str]()
    for name in ("court", "duel", "guard", "lanes", "starter"):
        game = described(name)
        context = game.context(game.demo())
        cards = [game.card(unit, group, context) for group, unit in context.force.units()]
        hints |= {cell.hint for card in cards for table in card.tables for row in table.rows for cell in row}
        rows = [game.row(unit, group, context) for group, unit in context.force.units()]
        hints |= {chip.hint for row in rows for chip in row.chips}
    assert hints == {""}
