"""Labels, strips and markers share sheets, in their true size and with spares where they need no more sheets."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.armies.proxies import modelled_shares
from armybuilder.printing.documents import document_of, pieces
from armybuilder.printing.documents.context import NothingToPrint, PageFormat, PrintContext, labels_of
from armybuilder.printing.documents.current_state import holder_of
from armybuilder.printing.form_layout import has_stands_off_table
from armybuilder.printing.options import LabelTops, PrintOptions, Stock, Turned, Turning
from armybuilder.printing.paper import INCH, TICK, TICK_GAP, Paper, Rectangle, Size, centred_grid
from armybuilder.printing.rendering.printer import Printer
from armybuilder.sharing.links import qr_code
from rulesets.core.cards import Label, Token, TokenShape
from rulesets.core.collection import entry_of, models_needed
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.printing.documents.making import ALONE, SHEETS, Making, is_at
from tests.printing.samples import MEASURING, demo, every_game

STAND = Label("1", "Challenger 2", corner="1·3", star=True, tint="rust", hidden=True)
MARKER = Token("pinned", "Pinned", TokenShape.ROUND, 60, 3, "P", "ochre")
ALL = replace(ALONE, labels=True, strips=True, tokens=True)


@pytest.fixture
def maker(pebbles: Any, printer: Printer, monkeypatch: pytest.MonkeyPatch) -> Making:
    """Makes pieces of a stand of one's own and its markers."""
    monkeypatch.setattr(PrintContext, "labels", (STAND,))
    monkeypatch.setattr(pieces, "markers_of", lambda army: (MARKER,))
    return Making(pieces.pieces_parts, pebbles, printer)


@pytest.mark.parametrize(("paper", "across"), SHEETS)
def test_pieces_of_all_kinds_are_on_one_sheet_in_true_size(maker: Making, paper: Paper, across: bool) -> None:
    """From the top: the label above its underside, markers, the strip."""
    choices = replace(ALL, paper=paper, turned=Turned.ACROSS if across else Turned.UPRIGHT)
    part = maker.part(replace(choices, nudge_right=15, nudge_down=-7))
    assert part.title == "Labels, base-edge strips and markers"
    (page,), (drawn,) = maker.laid_out(part), maker.drawn(part)
    left, top, side = 9.5, 7.3, 0.6 * INCH
    below = top + 2 * INCH + 2
    assert is_at(page.measured["under-0"], Rectangle(left, top + INCH, INCH, INCH))
    for number in (1, 2, 3):
        box = Rectangle(left + (number - 1) * (side + 2), below, side, side)
        assert is_at(page.measured[f"marker-pinned-{number}"], box)
    assert is_at(page.measured["strip-0"], Rectangle(left, below + side + 2, 25, 5))
    assert drawn.text.count("Challenger 2") == 2


@pytest.mark.parametrize("base", [0, 5, 40])
def test_folded_labels_leave_room_for_the_edge_of_a_base(maker: Making, base: int) -> None:
    """Between both sides; neither of them changes."""
    part = maker.part(replace(ALONE, labels=True, base=base))
    (page,), edge = maker.laid_out(part), base / 10
    assert is_at(page.measured["under-0"], Rectangle(8, 8 + INCH + edge, INCH, INCH))
    assert is_at(page.measured["top-0"], Rectangle(8 + 0.14 * INCH, 8 + 0.14 * INCH, 0.72 * INCH, 0.72 * INCH))
    (drawn,) = maker.drawn(part)
    assert drawn.has_box(Rectangle(7.9, 7.9, INCH + 0.2, 2 * INCH + edge + 0.2), 0.1)


def test_spares_take_what_is_left_of_the_last_sheet(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    """An A4 sheet has five rows of seven labels; each fake has a second label at most, and no stand has one."""
    fake = replace(STAND, fake=True)
    for stands, fakes, sheets, labels in ((1, 0, 1, 1), (1, 16, 1, 33), (30, 4, 1, 35), (35, 0, 1, 35), (30, 6, 2, 42)):
        some = (STAND,) * stands + (fake,) * fakes
        monkeypatch.setattr(PrintContext, "labels", some)
        part = maker.part(replace(ALONE, labels=True))
        content = [batch.content for batch in part.batches]
        assert (len(content), sum(each.count(" folded") for each in content)) == (sheets, labels)


def test_hidden_stands_become_tents_with_the_stand_inside(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = replace(STAND, top="2", title="Warrior", hidden=False)
    monkeypatch.setattr(PrintContext, "labels", (STAND, seen))
    (drawn,) = maker.drawn(maker.part(replace(ALONE, labels=True, tops=LabelTops.TENTS)))
    assert [drawn.text.count(text) for text in ("Challenger 2", "Warrior", "A tent:")] == [1, 1, 1]
    assert [text for _, _, text in drawn.texts if text.strip() in ("1", "2")] == ["2"]


def test_strips_and_markers_stand_below_labels_of_two_sides(maker: Making) -> None:
    """A stand has no second label."""
    part = maker.part(replace(ALL, turning=Turning.LONG))
    assert (part.title, part.duplex, len(part.batches)) == ("Labels, base-edge strips and markers", True, 2)
    (front, back), (drawn, _) = maker.laid_out(part), maker.drawn(part)
    under = centred_grid(Paper.A4.size, Size(INCH, INCH)).top + INCH + TICK_GAP + TICK
    for number in (1, 2, 3):
        marker = front.measured[f"marker-pinned-{number}"]
        assert marker.y > under
        assert marker.bottom <= front.measured["strip-0"].y
    assert front.measured["strip-0"].bottom < 297 - 11
    assert drawn.text.count("Challenger 2") == 1
    assert "strip-0" not in back.measured
    assert part.batches[1].content.count("base-label under") == 1


def test_spares_leave_room_for_what_stands_below(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    """A4 has eleven rows of seven labels, and above five rows of markers nine; nine rows of strips leave too few."""
    strips = replace(ALONE, labels=True, strips=True, turning=Turning.LONG)
    fake = replace(STAND, fake=True)
    for stands, fakes, batches, labels in ((5, 0, 2, 5), (5, 10, 2, 25), (35, 28, 2, 63), (63, 0, 3, 63)):
        some = (STAND,) * stands + (fake,) * fakes
        monkeypatch.setattr(PrintContext, "labels", some)
        parts = list(maker.parts(PrintContext(demo(maker.ruleset), strips, PageFormat.of(strips, "olive", MEASURING))))
        content = [batch.content for part in parts for batch in part.batches]
        assert (len(content), content[0].count("base-label top")) == (batches, labels)


def test_labels_on_a_stock_have_sheets_of_their_own(printer: Printer) -> None:
    army = demo(get_ruleset("mbt2020"))
    for choices in (replace(ALL, stock=Stock("l7160")), replace(ALL, turning=Turning.LONG)):
        titles = [part.title for part in document_of(army, choices, printer).parts]
        assert titles == ["Labels", "Base-edge strips and markers"]


@every_game
def test_the_labels_of_an_example_are_one_page(ruleset: AnyRuleset, printer: Printer) -> None:
    choices: PrintOptions = replace(ALONE, labels=True)
    (part,) = document_of(demo(ruleset), choices, printer).parts
    assert len(part.batches) == 1


@every_game
def test_codes_on_tops_lead_to_the_unit_but_not_to_hidden_ones(ruleset: AnyRuleset) -> None:
    link, choices = "https://example.org/s/jX2pV0yC5Wn7kQ3rTz8b9A/", replace(ALONE, labels=True, tops=LabelTops.CODES)
    printing = PrintContext(demo(ruleset), choices, PageFormat.of(choices, "olive", MEASURING), link)
    (part,) = pieces.pieces_parts(printing)
    printed = "".join(batch.content for batch in part.batches)
    force = printing.army.force
    holders = {holder_of(ruleset, group, unit) for group, unit in force.units()}
    codes = {holder: printed.count(qr_code(f"{link}play/{holder}").path) for holder in holders}
    seen = [label for label in labels_of(printing.army, choices) if not label.hidden]
    assert {label.holder for label in seen} == {holder for holder, count in codes.items() if count}
    assert printed.count('class="qr"') == sum(codes.values()) >= len(seen)  # second copies fill the sheet
    hidden = len(seen) < len(labels_of(printing.army, choices))
    assert part.notes == (
        ("Labels of units that start hidden have blank tops, since a code would give them away.",) if hidden else ()
    )


@pytest.mark.parametrize(("link", "stock"), [("", Stock.PLAIN), ("https://example.org/s/x/", Stock("l4731"))])
def test_tops_without_room_for_codes_show_what_the_game_shows(link: str, stock: Stock) -> None:
    choices = replace(ALONE, labels=True, tops=LabelTops.CODES, stock=stock)
    printing = PrintContext(demo(get_ruleset("warstrike")), choices, PageFormat.of(choices, "olive", MEASURING), link)
    (part,) = pieces.pieces_parts(printing)
    assert part.notes[0] == "Some tops have no QR code: codes need a link to the army and labels of at least 20 mm."
    printed = "".join(batch.content for batch in part.batches)
    plain = replace(printing, options=replace(choices, tops=LabelTops.GAME))
    assert printed == "".join(batch.content for part in pieces.pieces_parts(plain) for batch in part.batches)


@every_game
def test_stands_that_never_stand_on_the_table_can_be_left_out(ruleset: AnyRuleset) -> None:
    every, few = (labels_of(demo(ruleset), replace(ALONE, on_table_only=only)) for only in (False, True))
    assert few == tuple(label for label in every if not label.off_table)
    assert (len(few) < len(every)) is has_stands_off_table(ruleset)


@every_game
def test_units_with_models_get_no_labels_if_only_proxies_are_wanted(ruleset: AnyRuleset) -> None:
    loaded = demo(ruleset)
    every, options = labels_of(loaded, ALONE), replace(ALONE, proxies=True)
    needed = models_needed(ruleset, loaded.force)
    # Nobody has models of fakes.
    assert labels_of(loaded, options, modelled_shares(loaded, needed)) == tuple(each for each in every if each.fake)
    assert labels_of(loaded, options) == every
    for entry, number in needed.items():
        uses = [(unit.id, entry_of(ruleset, unit, group, loaded.context)) for group, unit in loaded.force.units()]
        ids = {unit for unit, used in uses if used == entry}
        of_entry = [label for label in every if (label.unit or label.holder) in ids]
        for lacking in (0, 1):
            left = labels_of(loaded, options, modelled_shares(loaded, {entry: number - lacking}))
            assert len(left) == len(every) - len(of_entry) + lacking
    assert labels_of(loaded, ALONE, modelled_shares(loaded, needed)) == every


def test_a_line_with_too_few_models_gets_labels_for_the_others() -> None:
    loaded = demo(get_ruleset("forum-combat"))
    riflemen = [label for label in labels_of(loaded, ALONE) if label.title == "Rifleman"]
    shares = modelled_shares(loaded, {("unit", "rifleman"): len(riflemen) - 2})
    left = labels_of(loaded, replace(ALONE, proxies=True), shares)
    assert [label for label in left if label.title == "Rifleman"] == riflemen[-2:]


def test_it_is_told_that_there_are_no_proxies(printer: Printer) -> None:
    loaded = demo(get_ruleset("forum-combat"))
    told = "^You have models of all units. Untick “Proxies only” to print their labels.$"
    with pytest.raises(NothingToPrint, match=told):
        document_of(loaded, replace(ALONE, labels=True, proxies=True), printer, models=loaded.models_needed)
