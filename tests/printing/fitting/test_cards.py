"""How large the type of a deck is, and where a card that needs more than one face is parted."""

from dataclasses import replace

import pytest

from armybuilder.drawing.lettering import POINT
from armybuilder.printing.fitting.cards import CardLayout, Face, Space, deck_of, height_of, split_faces, stat_size
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.text import Form, form_of, spell_out
from armybuilder.printing.fitting.tracks import MAX_BOXES, TrackPart
from armybuilder.printing.options import TypeSize
from armybuilder.printing.paper import CARD_SIZES, CardSize, Size
from rulesets.core.cards import Card
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, table
from rulesets.core.texts.rich_text import plain, runs
from tests.printing.samples import CARDS

MIN_SIZE = TypeSize.TEN.minimum
SMALL = Card("Small", lines=(Line("Rule", "words " * 12),))
LARGE = Card("Large", lines=tuple(Line(f"Rule {n}", "words and words " * 9) for n in range(7)))


def faces(card: Card, size: CardSize = CardSize.POKER, minimum: float = MIN_SIZE) -> tuple[Face, ...]:
    return deck_of([card], size.size, minimum).faces(0)


def test_the_last_face_has_a_few_lines_where_others_can_give_it_some() -> None:
    line = MIN_SIZE * POINT * lengths("cards")["leading"]
    layout = CardLayout(CardSize.POKER.size, MIN_SIZE)
    for words in range(1, 60, 7):
        card = Card("Unit", lines=(*LARGE.lines[:4], Line("Rule", "words " * words)))
        shown = split_faces(card, layout, Space(*(13 * line,) * 2))
        heights = [height_of(face, layout) / line for face in shown]
        assert len(heights) > 1
        assert min(heights) >= 4 - 1e-6
    assert max(heights) <= 13


def test_cards_share_the_largest_type_that_adds_no_face() -> None:
    cards = [SMALL] * 9 + [LARGE]
    deck = deck_of(cards, CardSize.POKER.size, MIN_SIZE)
    assert deck_of([SMALL], CardSize.POKER.size, MIN_SIZE).layout.text == max(steps("cards", "text-sizes"))
    alone = deck_of([LARGE], CardSize.POKER.size, MIN_SIZE)
    assert deck.layout == alone.layout
    assert len(alone.faces(0)) == len(deck_of([LARGE], CardSize.POKER.size, MIN_SIZE, below=MIN_SIZE).faces(0))


@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("name", [name for name in CARDS if name != "longest words"])
def test_no_face_is_estimated_to_be_too_high(name: str, size: CardSize) -> None:
    deck = deck_of([CARDS[name]], size.size, MIN_SIZE)
    for face in deck.faces(0):
        taken = height_of(face, deck.layout) + face.extra_gap + face.rest
        assert taken <= deck.layout.below_head(CARDS[name]) + 1e-9


def test_tables_begin_at_the_same_height_in_a_deck() -> None:
    """Below heads with and without a strip, and with titles of one and of two lines."""
    cards = [
        replace(CARDS["usual"], title=title, corner=corner, footer="", lines=())
        for title in ("Short", "A title that takes more than one line of a card")
        for corner in ("BG 1·1", "")
    ]
    deck = deck_of(cards, CardSize.POKER.size, MIN_SIZE)
    tops = {
        round(face.extra_gap - deck.layout.below_head(card), 6)
        for number, card in enumerate(cards)
        for face in deck.faces(number)
    }
    assert len({deck.layout.below_head(card) for card in cards}) == 4
    assert len(tops) == 1


def test_a_line_that_fits_a_card_is_not_parted() -> None:
    lines = tuple(Line(f"Rule {number}", "words and words " * 12) for number in range(5))
    shown = [line for face in faces(Card("Unit", lines=lines), CardSize.POKER) for line in face.lines]
    assert len(shown) == 5


def test_a_table_is_parted_between_rows() -> None:
    rows: list[tuple[object, ...]] = [(f"Weapon {n}", f"{n}″") for n in range(40)]
    shown = faces(Card("Unit", tables=(table("", "Weapon | >Range", rows, note="note"),)))
    assert [row[0].text for face in shown for each in face.tables for row in each.rows] == [row[0] for row in rows]
    assert [each.note for face in shown for each in face.tables if each.note] == ["note"]


def test_a_table_is_parted_where_that_saves_a_face() -> None:
    """A table of three rows fits a face of its own; parted it fills what is left of the first."""
    weapons = table("", "Weapon | >Rng", [(f"Weapon {n}", str(n)) for n in range(3)])
    layout = CardLayout(Size(63, 88), 10, 19)
    rule, wounds = Line("Rule", "once"), Track("hp", "Wounds", 3)
    space = sum(height_of(Face(parts=(part,)), layout) for part in (weapons, rule))
    card = Card("Unit", tables=(weapons,), lines=(rule,) * 2, tracks=(wounds,) * 2)
    shown = split_faces(card, layout, Space(space, space))
    assert len(shown) == 2
    assert [row for face in shown for each in face.tables for row in each.rows] == list(weapons.rows)


def test_a_long_line_goes_on_under_its_term() -> None:
    shown = faces(Card("Unit", lines=(Line("Note", "word " * 400),)))
    assert {face.lines[0].term for face in shown[1:]} == {"Note (continued)"}
    assert sum(len(line.text.split()) for face in shown for line in face.lines) == 400


def test_bold_words_stay_bold_on_both_sides_of_a_cut() -> None:
    text = f"Before. **{'once or twice ' * 90}now**"
    shown = faces(Card("Unit", lines=(Line("Rule", text),)))
    assert len(shown) > 1
    parts = [run for face in shown for run in runs(face.lines[0].text)]
    assert [run.bold for run in parts if run.text.strip()] == [False, *[True] * len(shown)]
    assert " ".join(run.text.strip() for run in parts).split() == plain(text).split()


def test_a_statline_is_never_broken() -> None:
    stats = tuple(Stat(f"S{n}", f"{n}+") for n in range(11))
    for size in CARD_SIZES:
        first, *others = faces(Card("Unit", stats=stats), size)
        spelled = [line.term for face in (first, *others) for line in face.lines]
        assert [stat.heading for stat in first.stats] + spelled == [stat.heading for stat in stats]
        assert not any(face.stats for face in others)
        available_width = CardLayout(size.size).available_width
        assert not first.stats or stat_size(first.stats, available_width, first.stat) == first.stat


def test_cards_that_overflow_have_less_room() -> None:
    deck = deck_of([LARGE, SMALL], CardSize.POKER.size, MIN_SIZE, below=MIN_SIZE)
    tight = deck.tightened({0: 30.0}).tightened({0: 5.0})
    assert [space.less for space in tight.spaces] == [35.0, 0.0]
    assert len(tight.faces(0)) > len(deck.faces(0))
    assert tight.faces(1) == deck.faces(1)


def test_boxes_of_a_long_track_go_on_with_their_numbers() -> None:
    shown = [face.tracks for face in faces(Card("Unit", tracks=(Track("hp", "Wounds", 120),)))]
    assert len(shown) > 1
    assert [part.first for (part,) in shown] == [1, *(part.last + 1 for (part,) in shown[:-1])]
    assert shown[-1][0].last == 120
    (one,) = faces(Card("Unit", lines=LARGE.lines[:1], tracks=(Track("hp", "Wounds", MAX_BOXES + 1),)))
    assert one.tracks == (TrackPart.whole(one.tracks[0].track),)


def test_where_a_unit_belongs_does_not_change_its_faces() -> None:
    card = CARDS["usual"]
    assert faces(card) == faces(replace(card, corner="BG 9·9", tint="rust"))


def test_rows_that_need_another_form_than_their_table_are_lines() -> None:
    """As a whole the table stands with each row's name above its numbers, for which the second row has no room."""
    rows: list[tuple[object, ...]] = [
        ("Weapon 1", "12", "an exception to it", "12", "1"),
        ("Weapon 2", "an exception to it", "1", "1", "12"),
    ]
    weapons = table("", "Name | >A | Rng | >Rng | >Wide heading", rows)
    layout = CardLayout(Size(44, 68), 12, 12)
    assert form_of(weapons, 12, layout.available_width, "cards") is Form.STACKED
    shown = split_faces(Card("Unit", tables=(weapons,)), layout, Space(17, 17))
    assert [each for face in shown for each in face.tables] == []
    assert [line for face in shown for line in face.lines if line.text] == list(spell_out(weapons))[1:]
