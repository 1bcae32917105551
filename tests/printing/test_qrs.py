from armybuilder.printing.document import Page
from armybuilder.printing.paper import Paper
from armybuilder.printing.qrs import COLUMNS, qrs_pages
from rulesets.core.reference import Line, Section, table
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
        assert len(ends(page)) == COLUMNS
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


def test_little_is_set_in_large_type_and_much_on_more_pages() -> None:
    small = pages(SECTIONS[:1])
    assert len(small) == 1
    assert {p.content.points for p in small[0].placed if p.drawing == "qrs_table"} == {12.0}
    much = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(30)]),), (Line("a", "b"),))
        for n in range(16)
    )
    large = pages(much)
    assert len(large) > 2
    assert {p.content.points for page in large for p in page.placed if p.drawing == "qrs_table"} == {8.5}


def test_no_sections_make_no_tables() -> None:
    (page,) = pages(())
    assert [placed.drawing for placed in page.placed] == ["qrs_band"]
