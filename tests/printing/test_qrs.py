from collections import Counter
from itertools import pairwise

import pytest

from armybuilder.printing.blocks import FlowBlock, LineBlock, TableBlock
from armybuilder.printing.document import Page
from armybuilder.printing.paper import Paper, Size
from armybuilder.printing.qrs import MOST_SPREAD, SECTION_GAP, SectionTitle, qrs_pages
from rulesets.core.reference import Flow, FlowStep, Line, Section, Way, table
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.samples import SECTIONS

A4 = Paper.A4.size


def pages(sections: tuple[Section, ...]) -> list[Page]:
    return list(qrs_pages(sections, "Game", "Army", A4, "credit"))


def ends(page) -> list[float]:
    """Where each column ends."""
    columns: dict[float, float] = {}
    for placed in page.placed[1:]:
        columns[placed.box.x] = max(columns.get(placed.box.x, 0), placed.box.bottom)
    return list(columns.values())


def test_sections_are_numbered_and_in_order() -> None:
    titles = [p.content for page in pages(SECTIONS) for p in page.placed if p.drawing == "qrs_title"]
    fresh = [title for title in titles if not title.again]
    assert [(title.number, title.title) for title in fresh] == [
        (number, section.title) for number, section in enumerate(SECTIONS, 1)
    ]


def test_two_pages_are_enough_and_columns_are_balanced() -> None:
    found = pages(SECTIONS)
    assert len(found) == 2
    for page in found:
        assert len(ends(page)) == 2
        assert max(ends(page)) <= A4.height - 13
    filled = [end for page in found for end in ends(page)]
    assert max(filled) - min(filled) < 0.4 * max(filled)


def test_every_row_is_printed_once() -> None:
    printed = [
        row[0].text
        for page in pages(SECTIONS)
        for placed in page.placed
        if placed.drawing == "qrs_table"
        for row in placed.content.rows
    ]
    assert printed == [row[0].text for section in SECTIONS for each in section.tables for row in each.rows]


def test_little_is_set_in_large_type_and_much_on_as_many_pages_as_small_type_needs() -> None:
    small = pages(SECTIONS[:1])
    assert len(small) == 1
    assert {p.content.points for p in small[0].placed if p.drawing == "qrs_table"} == {12.0}
    much = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(30)]),), (Line("a", "b"),))
        for n in range(16)
    )
    large = pages(much)
    assert len(large) > 2
    assert {p.content.points for page in large for p in page.placed if p.drawing == "qrs_table"} == {10.25}


FLOW = Flow(
    "Turn",
    (
        FlowStep("ask", "Ready?", 0, 0, (Way("act", "Yes"), Way("end", "No"))),
        FlowStep("act", "Act.", 0, 1, (Way("ask"),)),
        FlowStep("end", "It ends.", 1, 0),
    ),
)


def test_a_flow_chart_takes_the_whole_width_above_the_columns() -> None:
    (page,) = pages((*SECTIONS[:2], Section("turn", "Turn", flow=FLOW, lines=(Line("a", "b"),))))
    band, title, chart, *rest = page.placed
    assert (title.content.title, title.content.number, title.content.again) == ("Turn", 1, False)
    assert (chart.drawing, chart.box.width) == ("qrs_flow", band.box.width)
    assert chart.box.height == chart.content.drawn.height
    assert min(placed.box.y for placed in rest) > chart.box.bottom
    first = rest[0].content
    assert (first.title, first.number, first.again) == ("Turn", 1, True)


def test_two_flow_charts_stand_under_one_another() -> None:
    (page,) = pages((Section("one", "One", flow=FLOW), Section("two", "Two", flow=FLOW), SECTIONS[0]))
    _, first, chart, second, other, *rest = page.placed
    assert [first.content.title, second.content.title] == ["One", "Two"]
    assert first.box.bottom == chart.box.y
    assert second.box.y == pytest.approx(chart.box.bottom + SECTION_GAP)
    assert min(placed.box.y for placed in rest) == pytest.approx(other.box.bottom + SECTION_GAP)


def gaps(page: Page) -> list[list[float]]:
    """Above the sections of each column but its first."""
    found: dict[float, list[float]] = {}
    for above, placed in pairwise(page.placed[1:]):
        columns = found.setdefault(placed.box.x, [])
        if placed.drawing == "qrs_title" and above.box.x == placed.box.x:
            columns.append(placed.box.y - above.box.bottom)
    return list(found.values())


def test_sections_stand_equally_apart_and_columns_end_together_only_where_it_is_not_seen() -> None:
    found = [page for count in range(3, len(SECTIONS) + 1) for page in pages(SECTIONS[:count])]
    apart = [gap for page in found for column in gaps(page) for gap in column]
    assert min(apart) >= SECTION_GAP - 1e-6
    assert max(apart) <= SECTION_GAP + MOST_SPREAD + 1e-6
    spread = [page for page in found if any(gap > SECTION_GAP + 1e-6 for column in gaps(page) for gap in column)]
    assert spread
    assert all(max(ends(page)) - min(ends(page)) < 1e-6 for page in spread if len(ends(page)) == 2)


def test_a_chart_leaves_less_room_on_the_first_page_alone() -> None:
    much = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(20)]),)) for n in range(14)
    )
    first, *others = pages((Section("turn", "Turn", flow=FLOW), *much))
    assert len(others) >= 1
    assert min(placed.box.y for placed in first.placed[3:]) > min(placed.box.y for placed in others[0].placed[1:])
    assert all(max(ends(page)) <= A4.height - 13 for page in (first, *others))


def printed(game: AnyRuleset, sections: tuple[Section, ...], paper: Paper) -> list[Page]:
    return list(qrs_pages(sections, game.title, "Army", paper.size, "credit", most_pages=game.sheet_pages))


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_games_sheets_can_be_read(game: AnyRuleset, paper: Paper) -> None:
    mine, whole = (printed(game, game.sections(of), paper) for of in (game.review(game.demo()), None))
    assert len(mine) <= game.sheet_pages
    blocks = [placed.content for page in (*mine, *whole) for placed in page.placed]
    assert min(block.points for block in blocks if isinstance(block, TableBlock | LineBlock)) >= 7
    assert not any(block.drawn.cramped for block in blocks if isinstance(block, FlowBlock))


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("game", [game for game in all_rulesets() if game.sheet_pages == 1], ids=lambda game: game.slug)
def test_a_sheet_of_one_page_is_one_page_even_when_complete(game: AnyRuleset, paper: Paper) -> None:
    assert len(printed(game, game.sections(None), paper)) == 1


def test_a_section_does_not_begin_with_one_line_alone_below() -> None:
    for rows in range(20, 60):
        first = Section("t", "T", (table("", "A | B", [(f"row {i}", "x") for i in range(rows)]),))
        found = pages((first, Section("s", "S", lines=tuple(Line(f"Line {n}", "says this") for n in range(30)))))
        columns = Counter(
            (number, placed.box.x)
            for number, page in enumerate(found)
            for placed in page.placed
            if placed.drawing == "qrs_line"
        )
        assert min(columns.values()) >= 2


def test_no_sections_make_no_tables() -> None:
    (page,) = pages(())
    assert [placed.drawing for placed in page.placed] == ["qrs_band"]


def tables_of(found: list[Page]) -> list[TableBlock]:
    return [placed.content for page in found for placed in page.placed if placed.drawing == "qrs_table"]


def test_a_table_has_its_headings_once_in_a_column() -> None:
    rows: list[tuple[object, ...]] = [(f"Row {number}", f"{number}") for number in range(130)]
    sections = (Section("long", "Long", (table("Rows", "*Row | >Number", rows),)),)
    found = pages(sections)
    blocks = tables_of(found)
    assert len(blocks) == sum(len(ends(page)) for page in found) == 4
    assert [row[0].text for block in blocks for row in block.rows] == [name for name, _ in rows]


def test_words_wider_than_their_column_are_set_smaller_or_on_two_tables() -> None:
    words = ("Temperate", "Subtropical", "Mediterranean", "Continental")
    for count, tables in ((3, 1), (4, 1), (9, 2)):
        columns = " | ".join(f"^{words[place % 4]}" for place in range(count))
        row = tuple(words[place % 4] for place in range(count))
        found = tables_of(
            pages((Section("zones", "Zones", (table("Zones", f"*Season | {columns}", [("Summer", *row)]),)),))
        )
        assert [block.cramped for block in found] == [False] * tables
        assert [cell.text for block in found for cell in block.rows[0] if cell.text != "Summer"] == list(row)
        assert [block.rows[0][0].text for block in found] == ["Summer"] * tables


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_no_word_of_a_game_s_sheet_is_broken_in_large_print(game: AnyRuleset, paper: Paper) -> None:
    for size in (paper.size, Size(paper.size.height, paper.size.width)):
        for scale in (1.2, 1.6):
            sheet = Size(size.width / scale, size.height / scale)
            found = list(qrs_pages(game.sections(None), "Game", "Army", sheet, "credit", most_pages=game.sheet_pages))
            assert [block.caption for block in tables_of(found) if block.cramped] == []


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_no_section_goes_on_for_one_line_alone(game: AnyRuleset) -> None:
    sheet = Size(210 / 1.6, 297 / 1.6)
    for page in qrs_pages(game.sections(None), "Game", "Army", sheet, "credit", most_pages=game.sheet_pages):
        drawn = [placed.content for placed in page.placed]
        for title, first, after in zip(drawn, drawn[1:], [*drawn[2:], None], strict=False):
            if isinstance(title, SectionTitle) and title.again:
                assert not isinstance(first, LineBlock) or isinstance(after, LineBlock), title
