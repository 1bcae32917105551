"""The roster holds all that its army's rows say, on every paper and in every size of type."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from lxml.html import HtmlElement, fragment_fromstring
from PIL import ImageChops, ImageStat

from armybuilder.armies.current_state import FRESH
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents import roster as module
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.current_state import holder_of, with_current_state
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.marks import group_tracks
from armybuilder.printing.documents.roster import (
    Roster,
    roster_parts,
)
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from armybuilder.printing.options import PrintOptions, RosterKind, Turned, TypeSize
from armybuilder.printing.paper import INCH, Paper
from armybuilder.printing.rendering import Layout
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Chip, UnitRow
from rulesets.core.forces.force import add_group, add_units, change_unit, for_opponent
from rulesets.core.play.states import OUT
from rulesets.core.play.trackers import Track
from rulesets.core.tables import Tone
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.pixels import DOTS, picture, word_box
from tests.printing.reading import bare, headings, lost, strays, words_of
from tests.printing.samples import (
    LONG_NAME,
    MEASURING,
    PAPERS,
    WORD,
    demo,
    every_game,
    in_turn,
    papers_of_seeds,
)
from tests.rulesets.described.games import games_with

ALONE = PrintOptions(cards=False, qrs=False)


def with_units(army: LoadedArmy, count: int) -> LoadedArmy:
    group = army.force.groups[0]
    return LoadedArmy(army.ruleset, add_units(army.force, group.id, (group.units[0],) * (count - 3)))


def with_notes(army: LoadedArmy) -> LoadedArmy:
    """The army with notes of its own for each unit, so that none share a row."""
    force = army.force
    for number, (_, unit) in enumerate(army.force.units(), 1):
        force = change_unit(force, unit.id, name=f"Stone {number}", notes=f"No. {number}")
    return LoadedArmy(army.ruleset, force)


def layouts(army: LoadedArmy) -> list[Layout]:
    (part,) = roster_parts(PrintContext(army, ALONE, PageFormat.of(ALONE, "olive", MEASURING)))
    return MEASURING.rendered(part.batches)


def html(army: LoadedArmy, choices: PrintOptions = ALONE) -> str:
    (part,) = roster_parts(PrintContext(army, choices, PageFormat.of(choices, "olive", MEASURING)))
    return "".join(batch.content for batch in part.batches)


def made(army: LoadedArmy, printer: Printer, choices: PrintOptions = ALONE) -> bytes:
    return print_pdf(document_of(army, choices, printer), printer)


def with_tracks(ruleset: Any, *tracks: Track) -> LoadedArmy:
    """The example army, whose units have those boxes."""
    card = ruleset.card
    return demo(replace(ruleset, card=lambda *given: replace(card(*given), tracks=tracks)))


def test_a_small_army_stands_on_one_page(pebbles: Any, printer: Printer) -> None:
    army = demo(pebbles)
    (layout,) = layouts(army)
    assert layout.pages == 1
    told = (
        "Small beach",
        "Legal",
        f"{len(pebbles.all_rules)} rules kept",
        "Pebbles · 1 · 3 pebbles in 1 pile",
        "First pile",
        "3 pebbles",
    )
    assert lost(made(army, printer), told) == []


SEEN = {"mbt2020": "MBT, INF", "forge-of-war": "CV, SV", "warstrike": "Mv, Aw", "forum-combat": "MOV"}
UNSEEN = {"mbt2020": ["12″ ARMOUR"], "forge-of-war": ["FV6(2)"]}
"""How entries of a game's key start that its example's roster shows, or does not."""


@in_turn(game=["mbt2020", "forge-of-war", "warstrike", "forum-combat"], kind=RosterKind)
def test_a_roster_carries_the_key_to_codes(game: str, kind: RosterKind, printer: Printer) -> None:
    ruleset = get_ruleset(game)
    pdf = made(demo(ruleset), printer, replace(ALONE, roster_kind=kind))
    key = [f"{code.term} {code.meaning}" for code in ruleset.codes]
    unseen = lost(pdf, key)
    assert [each for each in key if each not in unseen and each.startswith(SEEN[game])] != []
    assert [start for start in UNSEEN.get(game, []) if not any(each.startswith(start) for each in unseen)] == []


def test_findings_stand_behind_the_groups_with_their_places(pebbles: Any, printer: Printer) -> None:
    pdf = made(with_units(demo(pebbles), 4), printer)
    assert lost(pdf, ["Not legal", "1 error", "Problems Error First pile · PEB-2"]) == []
    assert headings(pdf) == ["H1", "H2"]


def test_notes_and_house_rules_are_printed(pebbles: Any, printer: Printer) -> None:
    army = demo(pebbles)
    force = change_unit(army.force, army.force.groups[0].units[0].id, notes="soaked")
    force = replace(force, notes="Low tide only.", house_rules=(("wet_stones", "on"),))
    noted = LoadedArmy(pebbles, force)
    wanted = ["soaked", "Notes Low tide only.", "House rules"]
    assert lost(made(noted, printer), wanted) == []
    opponents = made(noted, printer, replace(ALONE, roster_kind=RosterKind.OPPONENT))
    assert lost(opponents, wanted) == ["soaked", "Notes Low tide only."]


NUMBER = re.compile(r'<td class="number"[^>]*>(.*?)</td>')
DRAWN = re.compile(r"<svg [^>]*>\s*<title>([^<]* of [^<]*)</title>")


def test_equal_units_share_a_row_with_boxes_for_each(pebbles: Any) -> None:
    army = with_tracks(pebbles, Track("hp", "HP", 2))
    (group,) = army.force.groups
    force = change_unit(army.force, group.units[1].id, notes="Black.")
    text = html(LoadedArmy(army.ruleset, force))
    assert [number for number in NUMBER.findall(text) if number] == ["1, 3", "2"]
    assert DRAWN.findall(text) == ["HP 0 of 2"] * 3
    assert re.findall(r"<b>(\d+)</b>", text) == ["1", "3"]


def test_the_name_of_a_unit_that_shares_a_row_stands_before_its_boxes(pebbles: Any, printer: Printer) -> None:
    army = with_tracks(pebbles, Track("hp", "HP", 2))
    named = LoadedArmy(army.ruleset, change_unit(army.force, army.force.groups[0].units[1].id, name="Onyx"))
    assert lost(made(named, printer), ["HP 1 2 Onyx 3"]) == []
    opponents = replace(ALONE, roster_kind=RosterKind.OPPONENT)
    assert lost(made(named, printer, opponents), ["1 2 Onyx 3"]) == []


OWN_NAME = re.compile(r'<span class="own-name">(.*?)</span>')
HEAD = re.compile(r"<text [^>]*>(.*?)</text>")


def test_each_of_several_units_has_a_line_for_its_tracks(pebbles: Any) -> None:
    army = with_tracks(pebbles, Track("hp", "HP", 2), Track("xp", "XP", 1))
    first, second, third = army.force.groups[0].units
    named = change_unit(change_unit(army.force, second.id, name="Onyx"), third.id, name="Jet")
    text = html(LoadedArmy(army.ruleset, named))
    (title,) = re.findall(r'<th class="name"[^>]*>\s*(.*?)\s*<', text)
    assert NUMBER.findall(text) == ["", "1", "2", "3"]
    assert OWN_NAME.findall(text) == [title, "Onyx", "Jet"]
    assert HEAD.findall(text) == ["HP", "XP"]
    assert DRAWN.findall(text) == ["HP 0 of 2, XP 0 of 1"] * 3
    alike = change_unit(change_unit(named, second.id, name="Jet"), first.id, name="Jet")
    text = html(LoadedArmy(army.ruleset, alike))
    assert re.findall(r'<th class="name"[^>]*>\s*(.*?)\s*<', text) == ["Jet"]
    assert NUMBER.findall(text) == ["", "1", "2", "3"]
    assert OWN_NAME.findall(text) == []


def test_titles_that_are_not_alike_stand_beside_the_names(pebbles: Any) -> None:
    """Those of figures as the first and the last one."""
    card = pebbles.card

    def figures(unit: Any, *others: Any) -> Any:
        own = (Track("cp", "CP", 3), *(Track(f"hp{n}", f"HP of {n}", 1, heading=f"{unit.id}{n}") for n in range(4)))
        return replace(card(unit, *others), tracks=own)

    army = demo(replace(pebbles, card=figures))
    ids = [unit.id for unit in army.force.groups[0].units]
    text = html(army)
    assert HEAD.findall(text) == ["CP"]
    assert re.findall(r'<span class="track-title">(.*?) </span>', text) == [f"{each}0–{each}3" for each in ids]


@pytest.mark.parametrize("size", [TypeSize.TEN, TypeSize.SIXTEEN])
def test_drawn_boxes_stand_under_their_words(pebbles: Any, size: TypeSize, printer: Printer) -> None:
    """Each word is over its own box: between the same edges as a dark line below it."""
    words = ("Propulsion", "Arm", "Hull")
    army = with_tracks(pebbles, Track("a", "A", 4), Track("out", "Out", 3, names=words))
    force = change_unit(army.force, army.force.groups[0].units[0].id, name="Onyx")
    pdf = made(LoadedArmy(army.ruleset, force), printer, replace(ALONE, type_size=size))
    page = picture(pdf).convert("L")
    for word in words:
        box = word_box(pdf, word)
        middle, foot = round((box.x + box.right) / 2 / INCH * DOTS), round(box.bottom / INCH * DOTS)
        top = next(y for y in range(foot, foot + 200) if page.getpixel((middle, y)) < 128)  # type: ignore[operator]
        inside = round((top / DOTS * INCH + 1) / INCH * DOTS)
        left = next(x for x in range(middle, 0, -1) if page.getpixel((x, inside)) < 128)  # type: ignore[operator]
        right = next(x for x in range(middle, page.width) if page.getpixel((x, inside)) < 128)  # type: ignore[operator]
        assert left <= box.x / INCH * DOTS
        assert box.right / INCH * DOTS <= right
        assert abs((left + right) / 2 - middle) <= 1 / INCH * DOTS


@in_turn(ruleset=games_with("duel", "starter"), kind=(RosterKind.OPPONENT, RosterKind.FULL))
def test_the_foot_of_each_page_is_one_line(ruleset: Any, kind: RosterKind, printer: Printer) -> None:
    army = with_units(demo(ruleset), 30)
    for name, (_, unit) in zip(map(str, range(100)), army.force.units(), strict=False):
        army = LoadedArmy(ruleset, change_unit(army.force, unit.id, notes=name))
    pages = read(made(army, printer, replace(ALONE, roster_kind=kind)))
    assert len(pages) > 1 or kind is RosterKind.OPPONENT
    for page in pages:
        foot = [(y, text) for _, y, text in page.texts if y > page.height - 15]
        assert "page" in " ".join(text for _, text in foot)
        assert max(y for y, _ in foot) - min(y for y, _ in foot) < 1


@every_game
def test_every_number_of_the_army_stands_on_its_roster(ruleset: Any) -> None:
    army = demo(ruleset)
    printed_numbers = [
        number
        for text in re.findall(r'<td class="number"[^>]*>([^<]+)</td>', html(army))
        for run in text.split(", ")
        for number in range(int(run.split("–")[0]), int(run.split("–")[-1]) + 1)
    ]
    wanted = [army.context.number(unit, group) for group, unit in army.force.units()]
    assert Counter(printed_numbers) == Counter(wanted)


def placed(rows: Iterable[HtmlElement]) -> Iterator[list[tuple[int, HtmlElement]]]:
    """The cells of each row with the column in which they begin."""
    taken: Counter[int] = Counter()
    for row in rows:
        cells, column = [], 0
        for cell in row:
            while taken[column]:
                column += 1
            cells.append((column, cell))
            for place in range(column, column + int(cell.get("colspan", 1))):
                taken[place] = int(cell.get("rowspan", 1))
        yield cells
        taken -= Counter(list(taken))


def values_in_columns(text: str) -> Iterator[tuple[str, str]]:
    """Each value of a statline or weapon with the heading above it."""
    for table in fragment_fromstring(text).iterfind(".//table[thead]"):
        _, *headings = placed(table.iterfind("thead/tr"))
        for body in table.iterfind("tbody"):
            for row in placed(body):
                for column, cell in row:
                    kind = cell.get("class", "").split(" ")[0]
                    if kind in ("value", "arm") and cell.tag == "td":
                        heads = {place: each.text for place, each in headings[0 if kind == "value" else -1]}
                        yield heads[column], cell.text or ""


@in_turn(ruleset=games_with("duel", "starter"), form=product((Paper.A4, Paper.A5), (TypeSize.TEN, TypeSize.SIXTEEN)))
def test_values_stand_under_their_headings(ruleset: Any, form: tuple[Paper, TypeSize]) -> None:
    """Those of weapons, too, wherever these have several; otherwise each stands beside its heading."""
    army, (paper, size) = demo(ruleset), form
    text = html(army, replace(ALONE, paper=paper, type_size=size))
    cards = [ruleset.card(unit, group, army.context) for group, unit in army.force.units()]
    wanted = {(stat.heading, stat.value) for card in cards for stat in card.stats}
    for table in (table for card in cards for table in card.tables):
        headings = [column.heading for column in table.columns][1:]
        wanted |= {(heading, cell.text) for row in table.rows for heading, cell in zip(headings, row[1:], strict=True)}
    found = set(values_in_columns(text))
    beside = r'<span class="(?:stat|heading)">([^<]*?)(?: <b>|</span>&nbsp;)([^<]*)'
    found |= {(heading, value.strip()) for heading, value in re.findall(beside, text)}
    assert {pair for pair in wanted if pair[1]} == {pair for pair in found if pair[1]}


def test_a_groups_name_is_repeated_and_never_alone(pebbles: Any, printer: Printer) -> None:
    army = with_notes(with_units(demo(pebbles), 55))
    (layout,) = layouts(army)
    assert layout.pages > 1
    text = [bare(page.text) for page in read(made(army, printer))]
    assert "firstpileno.pebble" in text[-1]
    for page in text[:-1]:
        assert page.count("firstpileno.") == 1
        assert page.count("stone") >= 2


def test_a_long_roster_comes_in_runs_in_which_a_group_goes_on(pebbles: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ROWS", 40)
    army = with_notes(with_units(demo(pebbles), 50))
    assert len(layouts(army)) == 4
    text = html(army)
    assert text.count("continued") == 3
    assert text.count('<table class="group') == 4
    assert len(re.findall(r'<th class="name"[^>]*>\s*Stone', text)) == 50


@in_turn(ruleset=games_with("duel", "starter"), paper=[Paper.A5, Paper.A4, Paper.LETTER])
def test_no_last_page_has_nothing_but_remarks(ruleset: Any, paper: Paper, printer: Printer) -> None:
    choices = PrintOptions(cards=False, qrs=False, paper=paper)
    pages = read(print_pdf(document_of(demo(ruleset), choices, printer), printer))
    titles = [ruleset.name_of_group(group, demo(ruleset).context) for group in demo(ruleset).force.groups]
    assert len(pages) <= (2 if paper is Paper.A5 else 1)
    assert any(bare(title) in bare(pages[-1].text) for title in titles)


def test_groups_stay_whole_where_no_type_saves_the_last_page(printer: Printer) -> None:
    """Otherwise the second page would have the last units of a group, and no smaller type saves it."""
    army = demo(get_ruleset("warstrike"))
    first, command = army.force.groups
    force = add_group(army.force, "Reserve", first.spec, first.units)
    force = replace(add_group(force, "Rear guard", command.spec, command.units), notes="Hold the hill.\nHold it.")
    pages = read(made(LoadedArmy(army.ruleset, force), printer))
    assert ["Rear guard" in page.text for page in pages] == [False, True]


def test_the_first_group_begins_below_the_head_even_so(pebbles: Any, printer: Printer) -> None:
    army = with_notes(with_units(demo(pebbles), 85))
    roster = Roster(PrintContext(army, ALONE, PageFormat.of(ALONE, "olive", printer)), army, whole=True)
    batch = roster.batch(tuple(roster.groups()), "Roster", first=True, last=True)
    pages = read(print_pdf(Document("T", "", (DocumentPart("T", (batch,)),)), printer))
    assert "Stone 1" in pages[0].text


def test_type_is_not_smaller_where_that_saves_no_page(pebbles: Any, printer: Printer) -> None:
    army = demo(pebbles)
    noted = LoadedArmy(pebbles, replace(army.force, notes="\n".join(f"Line {number}" for number in range(200))))
    document = document_of(noted, PrintOptions(cards=False, qrs=False), printer)
    assert "html{font-size:10pt}" in document.batches[0].geometry


def test_the_key_of_marked_boxes_stands_once(pebbles: Any) -> None:
    army = with_tracks(pebbles, Track("hp", "HP", 2, marks=((1, "downed"), (2, "killed"))))
    text = html(army)
    assert text.count("killed") == 1
    assert text.count('marked">K ') == 3 + 1


@every_game
def test_every_track_is_drawn_once(ruleset: Any) -> None:
    army = demo(ruleset)
    text = html(army)
    drawn = DRAWN.findall(text)
    alone = sum('class="box' in track for track in re.findall(r'<p class="track.*?</p>', text, re.DOTALL))
    assert alone + sum(title.count(" of ") for title in drawn) == sum(
        len(ruleset.card(unit, group, army.context).tracks) for group, unit in army.force.units()
    ) + sum(
        track.slug.partition("-")[0] not in ("hp", "cp")
        for group in army.force.groups
        for track in group_tracks(army, group)
    )


def test_the_word_of_a_ticked_box_can_be_read(pebbles: Any, printer: Printer) -> None:
    """Its letters are light on dark where those of an open box are dark on light, and nothing runs through them."""
    crops = []
    for ticked in ((), (1,)):
        army = with_notes(with_tracks(pebbles, Track("out", "Out", 1, names=("Propulsion",), ticked=ticked)))
        pdf = made(army, printer)
        box = word_box(pdf, "Propulsion")
        left, top, right, bottom = (round(edge / INCH * DOTS) for edge in (box.x, box.y, box.right, box.bottom))
        crops.append(picture(pdf).convert("L").crop((left, top, right, bottom)))
    fresh, ticked_box = crops
    (off,) = ImageStat.Stat(ImageChops.difference(fresh, ImageChops.invert(ticked_box))).mean
    (other,) = ImageStat.Stat(ImageChops.difference(fresh, ticked_box)).mean
    assert off < 40 < 150 < other


@every_game
def test_units_out_of_play_are_struck_through(ruleset: Any) -> None:
    army = demo(ruleset)
    group, unit = next(army.force.units())
    state = FRESH.set(holder_of(ruleset, group, unit), OUT.now((1,)))
    now = with_current_state(army, state)
    rows = re.findall(r'<tr class="unit( out)?">\s*<td class="number"[^>]*>(.*?)</td>', html(now), re.DOTALL)
    lost = [number for out, number in rows if out]
    out = sum(state.is_out(holder_of(ruleset, each, one)) for each, one in army.force.units())
    assert lost
    assert html(army).count('<tr class="unit out">') == 0
    if out == 1:
        assert lost == [str(army.context.number(unit, group))]


def test_what_says_that_a_unit_is_out_is_not_struck_through(printer: Printer) -> None:
    army = demo(get_ruleset("mbt2020"))
    _, unit = next(army.force.units())
    (page,) = read(made(with_current_state(army, FRESH.set(unit.id, OUT.now((1,)))), printer))

    def struck(word: str) -> bool:
        left, right, foot, _ = next(run for run in page.runs if word in run[3])
        middle = (left + right) / 2
        return any(x < middle < end and foot - 3 < y < foot for x, y, end, _ in page.lines)

    assert [struck(word) for word in ("Challenger", "MBTn", "Out of", "BGHQ")] == [True, True, False, False]


def test_many_boxes_become_a_line_to_write_on(pebbles: Any, printer: Printer) -> None:
    army = with_notes(with_tracks(pebbles, Track("many", "Many", 400, start=7)))
    assert lost(made(army, printer), ["Many 7 of 400"]) == []


@every_game
@pytest.mark.parametrize("kind", RosterKind)
def test_an_army_without_units_is_empty_and_has_no_problem(ruleset: Any, kind: RosterKind, printer: Printer) -> None:
    pdf = made(LoadedArmy(ruleset, ruleset.new_force()), printer, replace(ALONE, roster_kind=kind))
    problems = ["Not legal", "Legal", "error", "Problems", "AB-03", "rules kept"]
    assert lost(pdf, ["Empty", *problems]) == problems


@every_game
@pytest.mark.parametrize("kind", RosterKind)
def test_all_that_rows_say_is_printed(ruleset: Any, kind: RosterKind, printer: Printer) -> None:
    army = demo(ruleset)
    pdf = made(army, printer, replace(ALONE, roster_kind=kind))
    if kind is RosterKind.OPPONENT:
        army = LoadedArmy(ruleset, for_opponent(army.force))
    wanted = []
    for group, unit in army.force.units():
        row, card = ruleset.row(unit, group, army.context), ruleset.card(unit, group, army.context)
        wanted += [row.title, card.subtitle, *(stat.value for stat in card.stats)]
        wanted += [cell.text for table in card.tables for line in table.rows for cell in line]
        wanted += [chip.text for chip in row.chips if chip.tone is Tone.STRONG]
    assert lost(pdf, wanted) == []


WIDE = replace(ALONE, turned=Turned.ACROSS)


@every_game
@pytest.mark.parametrize("turned", [Turned.UPRIGHT, Turned.ACROSS])
def test_groups_stand_side_by_side_on_wide_paper(ruleset: Any, turned: Turned, printer: Printer) -> None:
    """The second column begins level with the first."""
    (page,) = read(made(demo(ruleset), printer, replace(ALONE, paper=Paper.A3, turned=turned)))
    heads = [(x, y) for x, y, text in page.texts if text == "NO."]
    left, right = ([head for head in heads if (head[0] < page.width / 2) == first] for first in (True, False))
    assert min(y for _, y in left) == min(y for _, y in right)


def test_a_roster_in_two_columns_has_each_unit_once(pebbles: Any, printer: Printer) -> None:
    army = with_notes(with_units(demo(pebbles), module.MAX_FITTED))
    pages = read(made(army, printer, WIDE))
    told = Counter(text for page in pages for *_, text in page.texts if text.startswith("No. "))
    assert len(pages) > 1
    assert told == {f"No. {number}": 1 for number in range(1, module.MAX_FITTED + 1)}


def test_a_large_army_stands_in_one_column(pebbles: Any) -> None:
    army = with_units(demo(pebbles), module.MAX_FITTED + 1)
    assert "columns-1" in html(army, WIDE)


@papers_of_seeds(2, 5)
def test_random_rows_lose_nothing_on_any_paper(pebbles: Any, printer: Printer, seed: int) -> None:
    rand = random.Random(seed)
    paper, turned = PAPERS[seed]
    size = rand.choice(list(TypeSize))
    choices = replace(ALONE, paper=paper, turned=turned, type_size=size, ink=rand.choice(list(Ink)))
    words = (LONG_NAME, WORD, "Tank", "4× Rifle · 2 × LSW (old)", "Żółw Ελλάδα Танк", "INF+")
    tracks = tuple(
        Track(f"t{n}", rand.choice(("State", "Abandoned this round", WORD[:30])), rand.randint(0, 40)) for n in range(4)
    )
    row, card = pebbles.row, pebbles.card
    shown: dict[str, UnitRow] = {}

    def drawn(unit: Any, *others: Any) -> UnitRow:
        if unit.id not in shown:
            chips = tuple(Chip(rand.choice(words), Tone.STRONG) for _ in range(rand.randint(0, 4)))
            subtitle = rand.choice(("", *words))
            shown[unit.id] = replace(row(unit, *others), title=rand.choice(words), subtitle=subtitle, chips=chips)
        return shown[unit.id]

    game = replace(pebbles, row=drawn, card=lambda *given: replace(card(*given), tracks=tracks[: rand.randint(0, 4)]))
    army = with_units(demo(game), rand.randint(4, 30))
    army = LoadedArmy(
        game, replace(army.force, name=rand.choice(words), notes="Notes that go on. " * rand.randint(0, 40))
    )
    pdf = made(army, printer, choices)
    wanted = [text for each in shown.values() for text in (each.title, each.subtitle, *(c.text for c in each.chips))]
    assert lost(pdf, [*wanted, army.force.name]) == []
    assert words_of(pdf).count("that") == army.force.notes.count("that")
    assert strays(pdf) == []


def test_the_boxes_of_a_group_stand_above_a_unit_of_it(printer: Printer) -> None:
    """Where the page has room for the head of a group with its boxes but for no unit, they stand on the next one."""
    document = document_of(demo(get_ruleset("forum-combat")), replace(ALONE, paper=Paper.A5), printer)
    first, second, _ = (page.text for page in read(print_pdf(document, printer)))
    assert "Bravo" not in first
    assert second.index("Bravo") < second.index("OUT OF ACTION") < second.index("Assault")


def test_statlines_are_read_from_80_cm() -> None:
    """Digits, which take seven tenths of the type size, are at least 2.3 mm high, as on a sheet beside the table."""
    values = lengths(style_of_size("roster", TypeSize.TEN.points * TypeSize.TEN.smaller))["value"]
    assert 0.7 * values >= 2.3
