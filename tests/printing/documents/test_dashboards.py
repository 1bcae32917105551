"""Record sheets: what a group needs in a game, on a half, a third or all of a sheet."""

from dataclasses import replace

import pytest
from lxml import html

from armybuilder.armies.current_state import FRESH, CurrentState
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.quick_reference import ReferenceSheet
from armybuilder.printing.options import Boxes, PrintOptions, Turned, TypeSize
from armybuilder.printing.paper import Paper
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.pixels import picture
from tests.printing.reading import ticked
from tests.printing.samples import PRINTER, demo, every_game, in_turn, named
from tests.rulesets.described.games import games_with

ALONE = PrintOptions(roster=False, cards=False, qrs=False, dashboards=True)


def texts(ruleset: AnyRuleset, options: PrintOptions = ALONE) -> list[str]:
    """The words of each page."""
    document = document_of(demo(ruleset), options, PRINTER)
    return [page.text.replace("\u00a0", " ") for page in read(print_pdf(document, PRINTER))]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_group_s_units_and_what_it_has_to_know_stand_together(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    pages = texts(ruleset, replace(ALONE, turned=Turned.ACROSS))
    assert len(pages) == len(army.force.groups)
    for page, group in zip(pages, army.force.groups, strict=True):
        assert ruleset.group_lines is not None
        lines = ruleset.group_lines(group, army.context)
        assert lines
        words = [group.name, *(f"{line.term} {line.text}" for line in lines)]
        words += [ruleset.row(unit, group, army.context).title for unit in group.units]
        assert [text for text in words if "".join(text.split()) not in "".join(page.split())] == []


def with_single_units(army: LoadedArmy, count: int) -> LoadedArmy:
    """The army with so many groups of one unit each."""
    group = army.force.groups[0]
    groups = tuple(replace(group, id=f"g{number}", units=group.units[:1]) for number in range(count))
    return LoadedArmy(army.ruleset, replace(army.force, groups=groups))


@pytest.mark.parametrize(
    ("choices", "groups", "pages"),
    [
        ({}, 3, 1),
        ({"paper": Paper.LETTER}, 4, 2),
        ({"paper": Paper.A5}, 2, 2),
        ({"turned": Turned.ACROSS}, 2, 2),
        ({"type_size": TypeSize.SIXTEEN}, 2, 2),
    ],
)
def test_short_ones_share_an_upright_sheet(choices: dict[str, object], groups: int, pages: int) -> None:
    army = with_single_units(demo(get_ruleset("warstrike")), groups)
    document = document_of(army, replace(ALONE, **choices), PRINTER)  # type: ignore[arg-type]
    assert len(read(print_pdf(document, PRINTER))) == pages


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_each_sheet_has_what_is_looked_up_most(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    by_slug = {section.slug: section for section in ruleset.sections(army.context.house, (army.context,))}
    assert {*ruleset.key_sections} <= {section.slug for section in ruleset.sections(army.context.house, ())}
    for page in texts(ruleset):
        for slug in ruleset.key_sections[:2]:
            assert by_slug[slug].title in page


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_little_of_an_upright_sheet_stays_white(ruleset: AnyRuleset) -> None:
    pdf = print_pdf(document_of(demo(ruleset), ALONE, PRINTER), PRINTER)
    for number in range(len(read(pdf))):
        page = picture(pdf, number).convert("L").point(lambda level: 255 * (level < 200))
        bounds = page.getbbox()
        assert bounds is not None
        inked = next(y for y in range(page.height - 1, 0, -1) if page.crop((60, y, page.width, y + 1)).getbbox())
        assert 1 - inked / page.height <= 0.1


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_longest_names_stay_within_their_sheets(ruleset: AnyRuleset) -> None:
    army = named(demo(ruleset), "W" * NAME_LENGTH)
    document = document_of(army, replace(ALONE, paper=Paper.A5), PRINTER)
    assert [layout.overflowing for layout in PRINTER.rendered(document.batches)] == [()] * len(document.batches)


def test_sections_that_took_more_room_than_estimated_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimates of nothing have every section tried."""
    monkeypatch.setattr(ReferenceSheet, "height", lambda sheet, section: 0.0)
    assert len(texts(get_ruleset("forge-of-war"))) == 1


def test_a_battle_group_counts_its_losses_and_what_its_stands_did() -> None:
    army = demo(get_ruleset("mbt2020"))
    assert army.ruleset.play is not None
    first, second, *_ = army.force.groups[0].units
    tracks = {track.slug: track for track in army.ruleset.play.tracks(first, army.force.groups[0], army.context)}
    repulsed = tracks["state"].now((tracks["state"].box("repulsed"),))
    state = FRESH.set(first.id, repulsed).set(second.id, tracks["engaged"].now((1,)))
    document = document_of(army, replace(ALONE, state=Boxes.NOW), PRINTER, current=CurrentState(state))
    page = html.fromstring("".join(batch.content for batch in document.batches))
    tallies = page.xpath("//*[@class='tallies']")[0]
    assert [each.strip() for each in tallies.xpath(".//*[@class='track-title']/text()")] == [
        "Repulsed",
        "Neutralised",
        "Marched this turn",
        "Engaged this turn",
    ]
    assert tallies.xpath(".//*[local-name() = 'title']/text()") == ["Repulsed 1 of 4", "Neutralised 0 of 2"]
    assert [each.text.strip() for each in tallies.xpath(".//*[contains(@class, 'ticked')]")] == ["2"]


@every_game
def test_the_boxes_of_units_and_groups_are_as_they_stand(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    group = army.force.groups[0]
    assert ruleset.play is not None
    of_group = ruleset.play.group_tracks(group, army.context) if ruleset.play.group_tracks else ()
    holder, tracks = (group.id, of_group) if of_group else (
        group.units[0].id, ruleset.card(group.units[0], group, army.context).tracks
    )  # fmt: skip
    state = FRESH.set(holder, tracks[0].now((1,)))
    for boxes, count in ((Boxes.FRESH, 0), (Boxes.NOW, 1)):
        document = document_of(army, replace(ALONE, state=boxes), PRINTER, current=CurrentState(state))
        assert ticked(html.fromstring("".join(batch.content for batch in document.batches))) == count


@every_game
def test_no_page_of_a_group_is_without_a_unit(ruleset: AnyRuleset) -> None:
    army = demo(ruleset)
    names = [ruleset.row(unit, group, army.context).title for group, unit in army.force.units()]
    pages = texts(ruleset, replace(ALONE, type_size=TypeSize.SIXTEEN))
    # Units may leave room for nothing but the foot, and a page of tables follows.
    tables = [section.title for section in ruleset.sections(army.context.house, (army.context,))]
    told = [*(name.split()[0] for name in names), *tables]
    assert [page for page in pages if not any(name in page for name in told)] == []


@in_turn(ruleset=games_with("guard", "starter"), part=["dashboards", "roster"])
def test_small_paper_has_columns_of_values_too(ruleset: AnyRuleset, part: str) -> None:
    options = replace(ALONE, dashboards=part == "dashboards", roster=part == "roster", paper=Paper.A5)
    content = "".join(batch.content for batch in document_of(demo(ruleset), options, PRINTER).batches)
    assert 'class="value centre"' in content
    assert 'class="stat"' not in content
