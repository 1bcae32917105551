"""Cards: everything is on them in one size of type, nothing leaves its card, backs lie behind their fronts."""

import re
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.cards import cards_parts, deck_part, merge_cards, photo_size
from armybuilder.printing.documents.context import MIN_MODULE, PageFormat, PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.photos import photo
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.tracks import fraction
from armybuilder.printing.options import PrintOptions, Turned, Turning, TypeSize
from armybuilder.printing.paper import CARD_SIZES, CardSize, Paper, Rectangle, fullest_grid
from armybuilder.printing.rendering import CannotPrint, Measured
from armybuilder.printing.rendering.printer import Printer
from armybuilder.sharing.links import qr_code, qr_runs
from rulesets.core.cards import Card
from rulesets.core.play.trackers import Track
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Stat, table
from rulesets.registry import all_rulesets, get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.pixels import dark_cells, ink_share, picture
from tests.printing.samples import (
    CARDS,
    MEASURING,
    ORIENTATIONS,
    PRINTER,
    demo,
    every_game,
    in_turn,
    laid_out,
    rendered,
    upload,
)
from tests.printing.structure import faults
from tests.printing.test_fonts import MIXED, NAMES
from tests.rulesets.described.games import games_with

TRUE = 0.1
"""Millimetres that a piece may stray."""
CHOICES = PrintOptions(roster=False, qrs=False, card_size=CardSize.POKER, key_card=False)
GAME = get_ruleset("forge-of-war")


class Printed:
    """Cards laid out: the part and its pages."""

    def __init__(self, part: DocumentPart, printer: Printer) -> None:
        self.part = part
        self.pages = printer.rendered(part.batches)

    @property
    def faces(self) -> dict[str, Measured]:
        """Every face by its name in the layout."""
        return {name: box for page in self.pages for name, box in page.measured.items()}

    @property
    def text(self) -> str:
        """The words of all pages, as a reader finds them."""
        return " ".join(page.text for batch in self.part.batches for page in read(rendered(batch).pdf))


def deck(cards: Sequence[Card], choices: PrintOptions = CHOICES, printer: Printer = MEASURING) -> Printed:
    """Cards of an army, printed."""
    printing = PrintContext(demo(GAME), choices, PageFormat.of(choices, "olive", printer))
    return Printed(deck_part(printing, [(card, None, "") for card in cards]), printer)


def example(ruleset: AnyRuleset, choices: PrintOptions, printer: Printer = MEASURING, **more: Any) -> Printed:
    """The cards of a game's example army."""
    (part,) = cards_parts(
        PrintContext(demo(ruleset), choices, PageFormat.of(choices, ruleset.accent.value, printer), **more)
    )
    return Printed(part, printer)


def squeezed(text: str) -> str:
    """Without spaces, capitals and forms of letters: words may be broken, and headings are in capitals."""
    return re.sub(
        r"[\s\u200b\u200c\u200d\u200e\u200f\ufeff\ufe0f]+", "", unicodedata.normalize("NFKC", text).casefold()
    )


def texts_of(card: Card) -> list[str]:
    """Every text of a card."""
    texts = [card.title, card.subtitle, card.corner, card.footer]
    texts += [text for stat in card.stats for text in (stat.heading, stat.value)]
    for each in card.tables:
        texts += [each.note, *(cell.text for row in each.rows for cell in row)]
    texts += [text for line in (*card.lines, *card.back) for text in (line.term, line.text)]
    for track in card.tracks:
        texts += [track.printed_title, *track.names, *(fraction(word) or word for _, word in track.marks)]
    return [text for text in texts if text.strip()]


def lost(cards: Sequence[Card], printed: Printed) -> list[str]:
    """The words of the cards that a reader does not find; of long ones the parts that a card may end within."""
    found = squeezed(printed.text)
    words = {part for card in cards for text in texts_of(card) for word in text.split() for part in _parts(word)}
    return sorted(word for word in words if squeezed(word) not in found)


def _parts(word: str) -> list[str]:
    return re.findall(".{1,30}", word)


every_size = pytest.mark.parametrize("size", CARD_SIZES, ids=str)


@in_turn(
    name=[name for name in CARDS if name not in ("other letters", "longest words")],
    size=CARD_SIZES,
    minimum=[TypeSize.TEN, TypeSize.SIXTEEN],
)
def test_every_word_and_box_of_a_card_is_printed(name: str, size: CardSize, minimum: TypeSize) -> None:
    card = CARDS[name]
    printed = deck([card], replace(CHOICES, card_size=size, type_size=minimum), PRINTER)
    assert lost([card], printed) == []
    assert all(box.fits for box in printed.faces.values())
    boxes = sum(batch.content.count('<i class="box') for batch in printed.part.batches)
    assert boxes == sum(track.boxes for track in card.tracks)


SCRIPTS = tuple(NAMES[name] for name in ("pl", "vi", "el", "ru", "zh", "ja", "ko", "hy", "am", "signs"))
words = st.one_of(
    st.sampled_from([word for name in SCRIPTS for word in name.split()]),
    st.sampled_from(["a", "12″", "1/2/3", "½", "(HEAP)", "·", "×", "or", "Assault", "Rifle", "built-up"]),
    st.text("abcdefghijklmnopqrstuvwWMm", min_size=1, max_size=40),
)


def texts(maximum: int) -> st.SearchStrategy[str]:
    return st.lists(words, min_size=1, max_size=maximum).map(" ".join)


def named(names: list[str]) -> Track:
    return Track("t", names[0], len(names), names=tuple(name[:12] for name in names))


def marked(boxes: int, title: str) -> Track:
    return Track("t", title, boxes, start=boxes // 3, marks=((boxes // 2 + 1, "half"), (boxes + 1, title)))


tables = st.builds(
    lambda title, columns, rows: table(
        title, " | ".join(f"{'*>^'[n % 3]}C{n}" for n in range(columns)), [tuple(row[:columns]) for row in rows]
    ),
    st.one_of(st.just(""), texts(2)),
    st.integers(1, 8),
    st.lists(st.lists(texts(3), min_size=8, max_size=8), min_size=1, max_size=6),
)
tracks = st.one_of(
    st.builds(named, st.lists(words, min_size=1, max_size=6)),
    st.builds(lambda boxes, title: Track("t", title, boxes), st.integers(0, 170), texts(3)),
    st.builds(marked, st.integers(1, 40), words),
)
cards = st.builds(
    Card,
    title=texts(6),
    subtitle=texts(8),
    corner=texts(3),
    tint=words,
    symbol=st.sampled_from([card.symbol for card in CARDS.values()]),
    stats=st.lists(st.builds(Stat, words.map(lambda word: word[:5]), words), max_size=9).map(tuple),
    tables=st.lists(tables, max_size=3).map(tuple),
    lines=st.lists(st.builds(Line, texts(3), texts(40)), max_size=5).map(tuple),
    tracks=st.lists(tracks, max_size=6).map(tuple),
    footer=st.one_of(st.just(""), texts(4)),
    back=st.lists(st.builds(Line, texts(2), texts(60)), max_size=2).map(tuple),
)


@settings(max_examples=6, deadline=None)
@given(
    st.lists(cards, min_size=1, max_size=3),
    st.sampled_from(sorted(CARD_SIZES)),
    st.sampled_from(TypeSize),
    st.sampled_from(Ink),
    st.booleans(),
)
def test_whatever_cards_say_stands_on_them(
    made: list[Card], size: CardSize, minimum: TypeSize, ink: Ink, backs: bool
) -> None:
    """Cards of random words in many scripts: nothing stands out of a face, nothing is lost, or a card is refused."""
    turning = Turning.LONG if backs else Turning.APART
    choices = replace(CHOICES, card_size=size, type_size=minimum, ink=ink, turning=turning)
    try:
        printed = deck(made, choices, PRINTER)
    except CannotPrint as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert [card.title for card in made if f"“{card.title}” does not fit" in refusal] != []
        return
    assert [name for name, box in printed.faces.items() if not box.fits] == []
    shown = made if backs else [replace(card, back=()) for card in made]
    assert lost(shown, printed) == []


@every_size
def test_a_card_that_cannot_be_printed_is_named(size: CardSize) -> None:
    card = Card("Full", lines=(Line("Rule", "words"),), footer="a very long footer " * 200)
    with pytest.raises(CannotPrint, match=r"^“Full” does not fit on cards of this size[.] Choose a larger card[.]$"):
        deck([card], replace(CHOICES, card_size=size))


def test_names_in_every_script_stand_on_cards() -> None:
    made = [Card(name, MIXED, name, lines=(Line(name, MIXED),)) for name in NAMES.values()]
    printed = deck(made)
    assert all(box.fits for box in printed.faces.values())
    assert len(printed.faces) == len(made)


@in_turn(size=CARD_SIZES, minimum=TypeSize)
def test_words_of_the_greatest_length_are_broken(size: CardSize, minimum: TypeSize) -> None:
    printed = deck([CARDS["longest words"]], replace(CHOICES, card_size=size, type_size=minimum))
    assert all(box.fits for box in printed.faces.values())


# --- one deck ---------------------------------------------------------------------------------------------


def sizes(printed: Printed) -> Counter[str]:
    return Counter(re.findall(r" text-(\d+)", " ".join(batch.content for batch in printed.part.batches)))


@every_game
def test_a_deck_has_one_size_of_type(ruleset: AnyRuleset) -> None:
    """A few overlong cards are smaller, none is larger."""
    found = {int(size): count for size, count in sizes(example(ruleset, CHOICES)).items()}
    assert found[max(found)] >= 0.8 * sum(found.values())


@in_turn(ruleset=all_rulesets(), size=CARD_SIZES)
def test_values_and_tables_begin_at_the_same_height_in_a_deck(ruleset: AnyRuleset, size: CardSize) -> None:
    """On every card of the example army that has them."""
    choices = replace(CHOICES, card_size=size)
    cards = [ruleset.card(unit, group, demo(ruleset).context) for group, unit in ruleset.demo().units()]
    values = {card.stats[0].heading.upper() for card in cards}
    columns = {column.heading.upper() for card in cards for each in card.tables for column in each.columns[1:]}
    grid, tops = fullest_grid(choices.sheet, size.size), []
    for page in (
        page for batch in example(ruleset, choices, PRINTER).part.batches for page in read(rendered(batch).pdf)
    ):
        for slot in map(grid.slot, range(grid.count)):
            texts = [
                (y - slot.y, text)
                for x, y, text in page.texts
                if slot.x <= x < slot.right and slot.y <= y < slot.bottom
            ]
            tops.append([next((y for y, text in texts if text in named), None) for named in (values, columns)])
    for heights in zip(*tops, strict=True):
        found = [height for height in heights if height is not None]
        assert max(found) - min(found) <= TRUE


@every_game
@every_size
def test_every_example_unit_has_a_card_that_fits(ruleset: AnyRuleset, size: CardSize) -> None:
    printed = example(ruleset, replace(CHOICES, card_size=size), PRINTER)
    assert all(box.fits for box in printed.faces.values())
    made = [ruleset.card(unit, group, demo(ruleset).context) for group, unit in ruleset.demo().units()]
    assert lost([replace(card, back=()) for card in made], printed) == []


@every_game
def test_estimates_are_near_what_is_laid_out(ruleset: AnyRuleset) -> None:
    """No face of an example army is found too low, so that nothing is laid out twice."""
    seen: list[Any] = []

    def counted(batch: Any, tick: Any) -> Any:
        seen.append(batch)
        return laid_out(batch)

    printing = PrintContext(demo(ruleset), CHOICES, PageFormat.of(CHOICES, "olive", Printer(counted)))
    (part,) = cards_parts(printing)
    assert len(seen) == len(set(part.batches))


@every_game
def test_an_army_with_another_name_has_the_same_sheets(ruleset: AnyRuleset) -> None:
    """So that they are not laid out again."""
    army = demo(ruleset)
    named = LoadedArmy(ruleset, replace(army.force, name="Another name"))
    sheets = []
    for each in (army, named):
        (part,) = cards_parts(PrintContext(each, CHOICES, PageFormat.of(CHOICES, "olive", MEASURING)))
        sheets.append([batch.digest() for batch in part.batches])
    assert sheets[0] == sheets[1]


def test_a_size_that_a_game_cannot_use_says_so() -> None:
    large = example(get_ruleset("forum-combat"), replace(CHOICES, type_size=TypeSize.SIXTEEN))
    small, note = large.part.notes
    assert small == "Cards of this size are too small for large print. Choose A6."
    assert re.fullmatch(r"\d+ .* need more than one card of this size\.", note)


def test_boxes_ticked_twice_are_struck_and_then_crossed() -> None:
    track = Track("hp", "1a", 6, marks=((3, "downed"), (6, "killed")), twice=True)
    for ticks, expected in (
        (0, ["", "", ""]),
        (2, ["struck", "struck", ""]),
        (4, ["ticked crossed", "struck", "struck"]),
    ):
        content = deck([Card("Hero", tracks=(track.now(range(1, ticks + 1)),))]).part.batches[0].content
        assert [words.strip() for words in re.findall('<i class="box([^"]*)"', content)] == expected
        assert "all / downed · all × killed" in content.replace("\u00a0", " ")


def test_what_a_face_has_no_room_for_stands_behind_it() -> None:
    long = Card("Long", lines=tuple(Line(f"Rule {n}", "many words to be said " * 12) for n in range(6)))
    printed = deck([long], replace(CHOICES, turning=Turning.LONG))
    assert [set(page.measured) for page in printed.pages] == [{"front-0-1"}, {"front-0-2"}]


@every_game
def test_the_size_of_cards_is_the_usual_one_of_the_game(ruleset: AnyRuleset) -> None:
    content = example(ruleset, PrintOptions()).part.batches[0]
    width, height = {"poker": (63.5, 88.9), "tarot": (63.5, 120), "a7": (74, 105)}[ruleset.card_size]
    assert f"--card-width:{width:g}mm;--card-height:{height:g}mm" in content.geometry


def test_ten_boxes_stand_in_one_row_of_a_poker_card() -> None:
    content = deck([Card("T", tracks=(Track("t", "Models lost", 10),))]).part.batches[0].content
    assert content.count('<i class="box') == 10
    assert "<br>" not in content


def merged(cards: Sequence[tuple[str, Card]]) -> list[Card]:
    """The cards for units with these numbers; each has the id of its first unit."""
    pairs = merge_cards([(number, card, f"u{place}") for place, (number, card) in enumerate(cards)])
    assert pairs[0][1] == "u0"
    return [card for card, _ in pairs]


def test_equal_units_share_a_card_with_the_boxes_of_each() -> None:
    track = Track("s", "State", 2, names=("P", "R"))
    one, other = (Card(title, corner=corner, tracks=(track,)) for title, corner in ("A1", "B1"))
    both, alone = merged([("1·1", one), ("2·4", replace(one, corner="2")), ("1·2", other)])
    assert (both.title, both.corner) == ("A × 2", "")
    assert [track.printed_title for track in both.tracks] == ["1·1", "2·4"]
    assert alone == other
    (both,) = merged([("1", one), ("1", replace(one, corner="Support · 1"))])
    assert [track.printed_title for track in both.tracks] == ["1", "Support · 1"]
    two = (track, Track("h", "Hits", 1))
    (both,) = merged([("1", replace(one, tracks=two)), ("2", replace(one, tracks=two))])
    assert [track.printed_title for track in both.tracks] == ["1 State", "1 Hits", "2 State", "2 Hits"]


def test_equal_units_without_boxes_share_a_card_of_no_place() -> None:
    (both,) = merged(
        [("1", Card("A", footer="Regular", corner="BG 1")), ("2", Card("A", footer="Regular", corner="BG 2"))]
    )
    assert (both.title, both.corner, both.subtitle, both.footer) == ("A × 2", "", "Regular", "")


# --- places and backs -------------------------------------------------------------------------------------

SIZES = list(CARD_SIZES)
SHEETS = [
    (paper, turned, turning, SIZES[(p + 2 * t + r) % len(SIZES)])
    for p, paper in enumerate(Paper)
    for t, turned in enumerate(ORIENTATIONS)
    for r, turning in enumerate((Turning.LONG, Turning.SHORT))
]
"""Every paper, upright and across, turned over either edge; every size of card meets each of these."""


@every_size
@pytest.mark.parametrize("nudge", [-100, 100])
@pytest.mark.parametrize("paper", Paper, ids=str)
def test_a_full_sheet_keeps_its_rows_however_it_is_moved(size: CardSize, paper: Paper, nudge: int) -> None:
    choices = replace(CHOICES, card_size=size, paper=paper, nudge_right=nudge, nudge_down=nudge)
    grid, inset = fullest_grid(choices.sheet, size.size), lengths("cards")["edge"]
    (page,) = deck([Card("Told")] * grid.count, choices).pages
    for number in range(grid.count):
        slot, face = grid.slot(number), page.measured[f"front-{number}-1"]
        wanted = (slot.x + inset + nudge / 10, slot.y + inset + nudge / 10)
        assert (face.x, face.y) == pytest.approx(wanted, abs=TRUE)


@pytest.mark.parametrize(("paper", "turned", "turning", "size"), SHEETS, ids=str)
def test_backs_lie_behind_their_fronts(paper: Paper, turned: Turned, turning: Turning, size: CardSize) -> None:
    """On every paper, upright and across, moved as a printer needs it."""
    choices = replace(
        CHOICES,
        card_size=size,
        paper=paper,
        turned=turned,
        turning=turning,
        nudge_right=6,
        nudge_down=-4,
        back_right=11,
        back_down=3,
    )
    told = Card("Told", back=(Line("Hit by", "what is on the back"),))
    printed = deck([told, told], choices)
    grid, edge = fullest_grid(choices.sheet, size.size), turning.edge
    sheet = grid.sheet
    assert edge is not None
    inset = lengths("cards")["edge"]
    upright = (turning is Turning.LONG) == (sheet.height > sheet.width)
    assert printed.part.duplex
    for number in range(2):
        leaf, place = divmod(number, grid.count)
        slot = grid.slot(place)
        x = sheet.width - slot.right if upright else slot.x
        y = slot.y if upright else sheet.height - slot.bottom
        front, back = (printed.pages[2 * leaf + side].measured[f"{name}-{number}-1"] for side, name in SIDES)
        right, down = choices.nudge
        assert (front.x, front.y) == pytest.approx((slot.x + inset + right, slot.y + inset + down), abs=TRUE)
        right, down = choices.back_nudge
        assert (back.x, back.y) == pytest.approx((x + inset + right, y + inset + down), abs=TRUE)
        wanted = (slot.width - 2 * inset, slot.height - 2 * inset)
        assert (front.width, front.height) == (back.width, back.height) == pytest.approx(wanted, abs=TRUE)


SIDES = ((0, "front"), (1, "back"))


def test_every_size_of_card_is_laid_on_every_paper_both_ways() -> None:
    pairs = {(sheet[which], sheet[3]) for sheet in SHEETS for which in range(3)}
    assert pairs == {
        *product(Paper, SIZES),
        *product(ORIENTATIONS, SIZES),
        *product((Turning.LONG, Turning.SHORT), SIZES),
    }


def test_a_back_that_needs_more_room_takes_more_cards() -> None:
    long = Card("Long", back=tuple(Line(f"Rule {n}", "many words to be said " * 12) for n in range(12)))
    printed = deck([long], replace(CHOICES, turning=Turning.LONG), PRINTER)
    assert set(printed.pages[0].measured) >= {"front-0-1", "back-0-2"}
    assert set(printed.pages[1].measured) >= {"back-0-1"}
    assert lost([long], printed) == []


def test_plain_backs_say_game_and_army() -> None:
    game = get_ruleset("mbt2020")
    content = example(game, replace(CHOICES, turning=Turning.LONG)).part.batches[1].content.replace("\u00a0", " ")
    assert content.count(" card-back ") == 9
    assert len(re.findall(rf'<p class="game">{game.title}</p>\s*<p>{game.demo().name}</p>', content)) == 9


# --- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ink", Ink)
def test_plain_backs_take_little_ink(ink: Ink) -> None:
    """A whole page of them is mostly paper."""
    printed = deck([Card("Told")] * 9, replace(CHOICES, turning=Turning.LONG, ink=ink), PRINTER)
    page = picture(rendered(printed.part.batches[1]).pdf)
    assert 0.03 < ink_share(page) < 0.15


def with_picture(card: Card, choices: PrintOptions) -> Printed:
    """A deck of one card with a picture."""
    printing = PrintContext(demo(GAME), choices, PageFormat.of(choices, "olive", MEASURING))
    shown = photo(upload(), "Full", photo_size(printing.card_size.size), Ink.COLOUR)
    return Printed(deck_part(printing, [(card, shown, "")]), MEASURING)


def no_room(printed: Printed) -> list[str]:
    """The notes on pictures without room."""
    return [note for note in printed.part.notes if "no room" in note]


def test_a_picture_without_room_is_told_of_with_advice_that_helps() -> None:
    """Of a full card of one face, and of one whose two faces are full."""
    one, both, large = CHOICES, replace(CHOICES, turning=Turning.LONG), replace(CHOICES, card_size=CardSize.A6)
    told = f"The picture of one {GAME.words.unit} has no room beside the text of a card."
    full, fuller = (Card("Full", lines=(Line("Rule", "words " * 20),) * count) for count in (4, 8))
    assert no_room(with_picture(full, one)) == [f"{told} Print on both sides or choose a larger card."]
    assert no_room(with_picture(full, both)) == no_room(with_picture(full, large)) == []
    assert no_room(with_picture(fuller, one)) == [told]
    assert no_room(with_picture(fuller, both)) == [f"{told} Choose a larger card."]
    assert no_room(with_picture(fuller, replace(both, card_size=CardSize.TAROT))) == []


@in_turn(ruleset=games_with("duel", "lanes"), type_size=(TypeSize.TEN, TypeSize.SIXTEEN))
def test_pictures_of_all_units_are_on_their_cards(ruleset: AnyRuleset, type_size: TypeSize) -> None:
    """Where their text leaves no room in front, on the back."""
    pictures = {
        unit.id: upload(f"#{9 * n:02x}{255 - 5 * n:02x}80") for n, (_, unit) in enumerate(ruleset.demo().units())
    }
    choices = replace(CHOICES, card_size=CardSize.USUAL, type_size=type_size, turning=Turning.LONG)
    printed = example(ruleset, choices, pictures=pictures)
    assert no_room(printed) == []
    assert sum(batch.content.count("<img ") for batch in printed.part.batches) == len(pictures)
    assert all(box.fits for box in printed.faces.values())


@in_turn(ruleset=all_rulesets())
def test_pictures_of_a_deck_with_backs_are_all_on_one_side(ruleset: AnyRuleset) -> None:
    """So that a player who looks for one knows where it is."""
    pictures = {
        unit.id: upload(f"#{9 * n:02x}{255 - 5 * n:02x}80") for n, (_, unit) in enumerate(ruleset.demo().units())
    }
    choices = replace(CHOICES, card_size=CardSize.USUAL, turning=Turning.LONG)
    batches = example(ruleset, choices, pictures=pictures).part.batches
    counts = [sum(batch.content.count("<img ") for batch in batches[side::2]) for side in (0, 1)]
    assert sorted(counts) == [0, len(pictures)]


def test_a_card_that_is_two_fifths_white_has_a_picture_that_large() -> None:
    white = Card("White", lines=(Line("Rule", "words " * 20),))
    (batch,) = with_picture(white, CHOICES).part.batches
    (height,) = map(float, re.findall(r"img\{height:([\d.]+)mm", batch.geometry))
    assert height == pytest.approx(0.36 * CHOICES.card_size.size.height, abs=0.01)


def test_a_picture_stands_in_front_where_it_costs_no_further_card() -> None:
    printing = PrintContext(demo(GAME), CHOICES, PageFormat.of(CHOICES, "olive", MEASURING))
    shown = photo(upload(), "Plain", photo_size(CHOICES.card_size.size), Ink.COLOUR)
    printed = Printed(deck_part(printing, [(CARDS["plain"], shown, "")]), MEASURING)
    assert 'alt="Picture of Plain"' in printed.part.batches[0].content
    assert all(box.fits for box in printed.faces.values())


LINK = "https://armybuilder.example.org/s/jX2pV0yC5Wn7kQ3rTz8b9A/"
BACKED = replace(CHOICES, turning=Turning.LONG)


@in_turn(ruleset=games_with("duel", "lanes"), size=CARD_SIZES)
def test_backs_have_a_code_that_leads_to_the_unit_in_a_game(ruleset: AnyRuleset, size: CardSize) -> None:
    """With text or without; for its sake no card needs another one."""
    choices = replace(BACKED, card_size=size)
    coded, without = example(ruleset, choices, link=LINK), example(ruleset, choices)
    fronts, backs = ("".join(batch.content for batch in coded.part.batches[side::2]) for side in (0, 1))
    codes = sum(qr_code(f"{LINK}play/{unit.id}").path in backs for _, unit in ruleset.demo().units())
    assert codes
    assert backs.count('class="qr"') == backs.count('"piece card-back')
    assert 'class="qr"' not in fronts
    assert 'class="qr"' not in "".join(batch.content for batch in without.part.batches)
    assert coded.faces.keys() == without.faces.keys()
    assert all(box.fits for box in coded.faces.values())


@every_size
def test_the_code_beside_a_back_s_head_is_read_from_the_page(size: CardSize) -> None:
    choices = replace(BACKED, card_size=size)
    units, told = ("u1", "u2"), Card("Told", back=(Line("Hit by", "what is on the back"),))
    printing = PrintContext(demo(GAME), choices, PageFormat.of(choices, "olive", PRINTER), LINK)
    printed = Printed(deck_part(printing, [(told, None, unit) for unit in units]), PRINTER)
    pdf, css = rendered(printed.part.batches[1]).pdf, lengths("cards")
    for number, unit in enumerate(units):
        side, runs = qr_runs(f"{LINK}play/{unit}")
        face, module = printed.faces[f"back-{number}-1"], css["code"] / side
        right = face.x + face.width - css["frame"] - css["pad"] + css["outside"]
        top = face.y + css["frame"] + css["band-pad"]
        box = Rectangle(right - css["code"], top, css["code"], css["code"])
        assert module >= MIN_MODULE
        assert dark_cells(pdf, box, side) == {(x + n, y) for x, y, length in runs for n in range(length)}


def test_a_back_has_no_code_that_a_camera_could_not_read() -> None:
    assert "qr" in "".join(batch.content for batch in example(GAME, BACKED, link=LINK).part.batches)
    long = f"https://armybuilder.{'a-site-with-a-very-long-name.' * 5}example.org/s/jX2pV0yC5Wn7kQ3rTz8b9A/"
    assert example(GAME, BACKED, link=long).part.batches == example(GAME, BACKED).part.batches


def test_a_title_has_the_room_of_a_code_that_is_not_printed() -> None:
    told = Card("Reconnaissance platoon of the division", back=(Line("Hit by", "what is on the back"),))
    printing = PrintContext(demo(GAME), BACKED, PageFormat.of(BACKED, "olive", MEASURING))
    with_code, without_link, without_unit = (
        int(re.findall(r'title-(\d+)">Recon', part.batches[1].content)[0])
        for part in (
            deck_part(replace(printing, link=LINK), [(told, None, "u1")]),
            deck_part(printing, [(told, None, "u1")]),
            deck_part(replace(printing, link=LINK), [(told, None, "")]),
        )
    )
    assert with_code < without_link == without_unit


def test_a_back_without_room_for_a_code_keeps_its_text() -> None:
    """As the words grow, a code goes before a further back comes."""
    coded_backs = []
    for words in range(100, 300, 25):
        told = Card("Told", back=(Line("Rule", "word " * words),))
        printing = PrintContext(demo(GAME), BACKED, PageFormat.of(BACKED, "olive", MEASURING))
        without = Printed(deck_part(printing, [(told, None, "u1")]), MEASURING)
        coded = Printed(deck_part(replace(printing, link=LINK), [(told, None, "u1")]), MEASURING)
        assert coded.faces.keys() == without.faces.keys()
        assert all(box.fits for box in coded.faces.values())
        coded_backs.append('class="coded"' in coded.part.batches[1].content)
    assert coded_backs[0]
    assert not all(coded_backs)


# --- readers ----------------------------------------------------------------------------------------------


@every_game
def test_the_structure_of_cards_says_what_they_show(ruleset: AnyRuleset, tmp_path: Path) -> None:
    """A heading for each card, which is the first in it, words for each symbol, and all texts with their spaces, in
    reading order.
    """
    printed = example(ruleset, CHOICES, PRINTER)
    page = rendered(printed.part.batches[0])
    assert [fault for fault in faults(page.pdf) if "picture" in fault or "structure" in fault] == []
    file = tmp_path / "cards.pdf"
    file.write_bytes(page.pdf)
    told = subprocess.run(["pdfinfo", "-struct-text", file], check=True, capture_output=True, text=True).stdout
    assert set(re.findall(r"^ *Art\n *(\w+)", told, re.MULTILINE)) == {"H2"}
    assert len(re.findall(r"^ *H2 ", told, re.MULTILINE)) == len(page.measured)
    runs = re.findall(r'^ *"(.*)"$', told, re.MULTILINE)
    said = " ".join(" ".join(runs).split())
    group, unit = next(iter(ruleset.demo().units()))
    card = ruleset.card(unit, group, demo(ruleset).context)
    texts = (card.title, card.subtitle, card.stats[0].value, *(f"{line.term} {line.text}" for line in card.lines))
    assert [text for text in texts if " ".join(text.split()) not in said] == []
    terms = [place for place, run in enumerate(runs) for line in card.lines if run and run == line.term and line.text]
    assert all(runs[place + 1].startswith(" ") for place in terms)


@every_game
def test_a_card_begins_with_its_name(ruleset: AnyRuleset, tmp_path: Path) -> None:
    """In the order of drawing, which readers without tags follow."""
    printed = example(ruleset, CHOICES, PRINTER)
    file = tmp_path / "cards.pdf"
    file.write_bytes(rendered(printed.part.batches[0]).pdf)
    drawn = subprocess.run(["pdftotext", "-raw", file, "-"], check=True, capture_output=True, text=True).stdout
    words = " ".join(drawn.split()).removeprefix("Unit cards ")
    group, unit = next(iter(ruleset.demo().units()))
    card = ruleset.card(unit, group, demo(ruleset).context)
    assert words.startswith(card.title.replace("\u00a0", " "))
    assert [
        text
        for text in (card.corner, card.footer, *(stat.heading.upper() for stat in card.stats))
        if text and (words.find(" ".join(text.split())) < len(card.title))
    ] == []


@in_turn(ruleset=games_with("duel", "lanes"), size=CARD_SIZES)
def test_blank_cards_have_headings_even_for_an_empty_army(ruleset: AnyRuleset, size: CardSize) -> None:
    army = demo(ruleset)
    first = replace(army.force.groups[0], units=army.force.groups[0].units[:1])
    for groups in ((first,), ()) if size is CHOICES.card_size else ((first,),):
        shown = LoadedArmy(ruleset, replace(army.force, groups=groups))
        choices = replace(CHOICES, card_size=size, blank_cards=3)
        (part,) = cards_parts(PrintContext(shown, choices, PageFormat.of(choices, "olive", MEASURING)))
        content = "".join(batch.content for batch in part.batches)
        assert len(re.findall(r"card\s+blank\s", content)) >= 3
        blanks = " ".join(re.findall(r'<article\s+class="[^"]*card\s+blank\s.*?</article>', content, re.DOTALL))
        group, unit = next(iter(army.force.units()))
        card = ruleset.card(unit, group, army.context)
        headings = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', blanks)
        assert headings.count(card.stats[0].heading) >= 3
        assert {stat.heading for stat in card.stats} <= set(headings)
        assert [page.overflowing for page in MEASURING.rendered(part.batches)] == [()] * len(part.batches)
