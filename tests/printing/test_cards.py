"""Cards: everything is on them, nothing leaves its card, large type goes before empty space."""

import dataclasses
import itertools

import pytest

from armybuilder.armies.opened import Opened
from armybuilder.drawing.lettering import ROUNDING, Cut, lines, split_lines, width
from armybuilder.printing import cards as layout
from armybuilder.printing.blocks import (
    COLUMN_GAP,
    LineBlock,
    StackedBlock,
    TableBlock,
    narrow_table_block,
    table_block,
)
from armybuilder.printing.card_contents import STEPS, StatBlock
from armybuilder.printing.card_drawing import back_element
from armybuilder.printing.cards import CardBack, CardFace, card_faces
from armybuilder.printing.choices import CardsFor, PrintChoices, TypeSize
from armybuilder.printing.documents import document_of
from armybuilder.printing.paper import CardSize
from rulesets.core.cards import Card, Stat
from rulesets.core.reference import Line, table
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.samples import CARDS, demo, every_game

POKER = CardSize.POKER.size


def words_of_card(card: Card) -> list[str]:
    texts = [stat.value for stat in card.stats]
    for each in card.tables:
        texts += [cell.text for row in each.rows for cell in row] + [each.note]
    texts += [text for line in card.lines for text in (line.term, line.text)]
    return sorted(" ".join(texts).replace(";", " ").split())


def words_of_faces(faces: tuple[CardFace, ...]) -> list[str]:
    texts: list[str] = []
    for face in faces:
        for spaced in face.blocks:
            block = spaced.block
            if isinstance(block, StatBlock):
                texts += [cell.value for row in block.rows for cell in row]
            elif isinstance(block, StackedBlock):
                texts += [text for row in block.rows for text in (row.name, row.text.replace("·", ""))]
                texts += [cell.text for row in block.rows for cell in row.cells] + [block.note]
            elif isinstance(block, TableBlock):
                texts += [cell.text for row in block.rows for cell in row] + [block.note]
            else:
                texts += [block.line.term, block.line.text]
    return sorted(" ".join(texts).replace(";", " ").split())


def parts_of(word: str, printed: list[str]) -> list[str]:
    """The longest printed words that make up a long one, one after the other."""
    parts = []
    rest = word
    while rest:
        part = max((each for each in printed if rest.startswith(each)), key=len, default="")
        assert part, word
        parts.append(part)
        rest = rest.removeprefix(part)
    assert len(word) > 100
    return parts


@pytest.mark.parametrize("size", CardSize)
@pytest.mark.parametrize("name", CARDS)
def test_every_word_of_a_card_is_printed(name: str, size: CardSize) -> None:
    card = CARDS[name]
    faces = card_faces(card, size.size)
    printed = words_of_faces(faces)
    for word in words_of_card(card):
        # A word that is longer than a card is told in parts, in order.
        for part in [word] if word in printed else parts_of(word, printed):
            printed.remove(part)
    # A table that is spelled out names its columns, a line that goes on its term; nothing else is added.
    again = {word for each in card.tables for column in each.columns for word in column.heading.split()}
    again |= {word for line in card.lines for word in line.term.split()}
    again |= {word for each in card.tables for row in each.rows for word in row[0].text.split()}
    assert set(printed) <= again | {stat.name for stat in card.stats} | {stat.heading for stat in card.stats}


@pytest.mark.parametrize("name", CARDS)
def test_every_box_of_a_card_is_printed(name: str) -> None:
    faces = card_faces(CARDS[name], POKER)
    boxes = [tick for face in faces if face.panel for tick in face.panel.boxes]
    assert len(boxes) == sum(track.boxes for track in CARDS[name].tracks)
    assert sum(box.ticked for box in boxes) == sum(track.start for track in CARDS[name].tracks)
    assert sum(box.marked for box in boxes) == sum(len(track.marks) for track in CARDS[name].tracks)


def sizes(face: CardFace) -> set[float]:
    return {s.block.points for s in face.blocks if isinstance(s.block, LineBlock | TableBlock | StackedBlock)}


def test_a_card_with_little_on_it_has_large_type() -> None:
    few = Card("Few", lines=(Line("Steady", "Re-roll one die."),))
    found = [sizes(card_faces(dataclasses.replace(few, lines=few.lines * count), POKER)[0]) for count in (1, 14, 17)]
    assert found == [{15.0}, {10.5}, {8.5}]


def test_no_type_is_smaller_than_can_be_read() -> None:
    for card in CARDS.values():
        for face in card_faces(card, POKER):
            assert all(points >= 8.5 for points in sizes(face))
            assert face.title_points >= 8.5
            assert face.subtitle_points >= 8.5


def test_further_cards_say_which_they_are() -> None:
    faces = card_faces(CARDS["overfull"], POKER)
    assert len(faces) > 1
    assert [face.tail for face in faces] == [f"{n}/{len(faces)}" for n in range(1, len(faces) + 1)]
    assert {face.title for face in faces} == {"Overfull"}


def test_a_statline_fills_the_width() -> None:
    face = card_faces(Card("C", stats=tuple(Stat(f"S{i}", f"{i}+") for i in range(6))), POKER)[0]
    block = face.blocks[0].block
    assert isinstance(block, StatBlock)
    assert len(block.rows) == 1
    assert sum(cell.width for cell in block.rows[0]) == pytest.approx(layout.text_width(POKER))


def test_a_value_too_wide_for_a_statline_becomes_a_line() -> None:
    face = card_faces(Card("C", stats=(Stat("MV", "x" * 60, "Movement"), Stat("S", "4"))), POKER)[0]
    blocks = [spaced.block for spaced in face.blocks]
    assert [block.drawing for block in blocks] == ["stats", "line"]
    assert isinstance(blocks[1], LineBlock)
    assert blocks[1].line == Line("Movement", "x" * 60)


def test_a_table_title_stands_with_the_first_heading() -> None:
    face = card_faces(Card("C", tables=(table("Engages", "*Target | >Range", [("ARMOUR", "12″")]),)), POKER)[0]
    block = face.blocks[0].block
    assert isinstance(block, TableBlock)
    assert [cell.text for cell in block.headings] == ["Engages · Target", "Range"]
    assert block.caption == ""


def test_a_table_too_wide_for_a_card_is_stacked() -> None:
    rows: list[tuple[object, ...]] = [("Submachine gun", 12, 18, 2, "4+", 3, 0, 1, "[CloseQuarters]")] * 2
    wide = table("Weapons", "*Weapon | ^RNG | ^MAX | ^ATK | ^ACC | ^STR | ^AP | ^DMG | SPC", rows)
    block = card_faces(Card("C", tables=(wide,)), POKER)[0].blocks[0].block
    assert isinstance(block, StackedBlock)
    assert block.caption == "Weapons"
    assert [(row.name, row.text) for row in block.rows] == [("Submachine gun", "[CloseQuarters]")] * 2
    assert [cell.text for cell in block.headings] == ["RNG", "MAX", "ATK", "ACC", "STR", "AP", "DMG"]
    assert [cell.text for cell in block.rows[0].cells] == ["12", "18", "2", "4+", "3", "0", "1"]
    assert not block.cramped


def test_a_table_whose_names_would_take_many_lines_is_stacked() -> None:
    weapons = table(
        "", "Weapon | ^RNG | ^MAX | ^ATK | ^ACC | ^STR | ^AP | ^DMG", [("Heavy Machine Gun", *"3045678")] * 2
    )
    narrow, wide = narrow_table_block(weapons, 12.0, 38.0), narrow_table_block(weapons, 12.0, 60.0)
    assert isinstance(narrow, StackedBlock)
    assert isinstance(wide, TableBlock)


def test_a_row_s_name_stays_whole_where_that_takes_no_more_room() -> None:
    phases = table("", "Phase | What happens", [("4 Movement", "move, Disengage or Charge " * 4)])
    block = table_block(phases, 10.0, 60.0)
    assert block.widths[0] == pytest.approx(width("4 Movement", Cut.NARROW_STRONG, 10.0) + COLUMN_GAP)
    assert sum(block.widths) == pytest.approx(60.0)


def test_a_line_that_fits_a_card_is_not_parted() -> None:
    lines_of = tuple(Line(f"Rule {number}", "words and words " * 12) for number in range(5))
    faces = card_faces(Card("Unit", lines=lines_of), CardSize.MINI.size)
    blocks = [spaced.block for face in faces for spaced in face.blocks]
    shown = [block.line for block in blocks if isinstance(block, LineBlock)]
    assert len(faces) > 2
    assert [(line.term, line.text.split()) for line in shown] == [(line.term, line.text.split()) for line in lines_of]


@every_game
def test_every_example_unit_has_a_card_that_fits(ruleset) -> None:
    force = ruleset.demo()
    review = ruleset.review(force)
    for group, unit in force.units():
        for face in card_faces(ruleset.card(unit, group, review), POKER):
            assert sizes(face) <= {step.text for step in STEPS}


@pytest.mark.parametrize("cards_for", CardsFor)
def test_groups_have_cards_of_their_own_in_games_that_draw_such(cards_for: CardsFor) -> None:
    for game in all_rulesets():
        army = Opened(game, game.demo())
        choices = PrintChoices(roster=False, qrs=False, cards_for=cards_for)
        faces = [
            placed.content
            for page in document_of(army, choices).pages
            for placed in page.placed
            if isinstance(placed.content, CardFace)
        ]
        first = len({face.title for face in faces if face.number == 1})
        groups = {group.name for group in army.force.groups} if game.group_card is not None else set()
        shown = {face.title for face in faces} & groups
        assert first > 0
        assert shown == (set() if cards_for is CardsFor.UNITS else groups), game.slug


@pytest.mark.parametrize("size", CardSize, ids=lambda size: size.value)
@every_game
def test_the_names_on_a_back_stand_below_one_another(ruleset: AnyRuleset, size: CardSize) -> None:
    back = back_element(CardBack(ruleset.title, "Third Platoon", "olive", size.size), size.size)
    letters = list(back.letters())
    assert " ".join(line.text for line in letters) == f"{ruleset.title} Third Platoon"
    assert all(above.y + above.tall <= below.y + 1e-9 for above, below in itertools.pairwise(letters))


def test_a_title_as_wide_as_its_room_has_the_lines_that_are_reckoned_with() -> None:
    exact = width("Forum Combat", Cut.NARROW_STRONG, 16.0)
    for room in (exact + ROUNDING * part / 4 for part in range(-4, 9)):
        points, count = layout.title_size("Forum Combat", room)
        assert count == lines("Forum Combat", Cut.NARROW_STRONG, points, room)


@every_game
@pytest.mark.parametrize("size", [CardSize.POKER, CardSize.A7])
def test_large_print_leaves_no_gap_on_the_card_with_the_numbers(ruleset: AnyRuleset, size: CardSize) -> None:
    army = demo(ruleset)
    for group, unit in army.force.units():
        face, *_ = card_faces(ruleset.card(unit, group, army.review), size.size, TypeSize.SIXTEEN.least)
        used = face.band + face.strip + sum(spaced.gap + spaced.block.height for spaced in face.blocks)
        used += face.panel.height + face.gap if face.panel else 0.0
        assert used >= 0.78 * face.frame.height, face.title


@pytest.mark.parametrize("size", CardSize)
def test_the_number_of_a_card_stands_clear_of_where_its_unit_belongs(size: CardSize) -> None:
    corners = ("", "BG 1", "BG 1 · 1, BG 1 · 3, BG 1 · 5, BG 1 · 7 and BG 1 · 9 of the longest battle group there is")
    for corner in corners:
        faces = card_faces(dataclasses.replace(CARDS["overfull"], corner=corner, footer=""), size.size)
        assert len(faces) > 1
        for face in faces:
            taken = (
                max(
                    width(line, Cut.NARROW_STRONG, 9.0)
                    for line in split_lines(corner, Cut.NARROW_STRONG, 9.0, face.corner_width)
                )
                if corner
                else 0
            )
            assert taken + width(face.tail, Cut.NARROW, 9.0) + 1 <= face.text_width
            assert face.strip == pytest.approx(0.8 + 3.9 * lines(corner, Cut.NARROW_STRONG, 9.0, face.corner_width))
