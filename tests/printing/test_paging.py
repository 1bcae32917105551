from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_letters

import pytest

from armybuilder.printing.paging import Flow, ends_short, evened, pages_of


@dataclass(frozen=True)
class Row:
    name: str
    height: float = 10
    glued: bool = False


def flow(rows: list[Row], again: dict[str, str] | None = None) -> Flow[Row]:
    resume = (lambda row: Row(again[row.name]) if row.name in again else None) if again else (lambda row: None)
    return Flow(tuple(rows), 50, resume)


def names(pages: Iterable[tuple[Row, ...]]) -> list[str]:
    return ["".join(row.name for row in page) for page in pages]


def pages(rows: list[Row], again: dict[str, str] | None = None) -> list[str]:
    return names(pages_of(flow(rows, again)))


def rows(text: str, glued: str = "") -> list[Row]:
    return [Row(letter, glued=letter in glued) for letter in text]


def test_a_page_takes_what_fits() -> None:
    assert pages(rows("abcdefg")) == ["abcde", "fg"]
    assert pages(rows("abcde")) == ["abcde"]
    assert pages([]) == []


def test_what_is_glued_stays_with_what_stands_before() -> None:
    assert pages(rows("abcdefg", glued="f")) == ["abcd", "efg"]
    assert pages(rows("abcdefg", glued="ef")) == ["abc", "defg"]


def test_rows_that_are_all_glued_are_parted_where_the_page_ends() -> None:
    assert pages(rows("abcdefg", glued="abcdefg")) == ["abcde", "fg"]


def test_a_row_taller_than_a_page_has_one_of_its_own_and_ends() -> None:
    assert pages([Row("a", 80), Row("b", 80), Row("c")]) == ["a", "b", "c"]


@pytest.mark.parametrize("count", range(1, 40))
def test_a_resumed_head_never_stops_the_flow(count: int) -> None:
    letters = [Row("u", 30) for _ in range(count)]
    found = pages(letters, again={"u": "H"})
    assert "".join(found).count("u") == count
    assert all(page[1:] == "" or page.startswith(("H", "u")) for page in found)


def test_a_page_begins_with_the_head_of_what_goes_on() -> None:
    assert pages(rows("Habcdefg"), again=dict.fromkeys("abcdefg", "h")) == ["Habcd", "hefg"]


def test_a_row_that_can_be_divided_fills_the_page_it_begins_on() -> None:
    def divide(row: Row, room: float) -> tuple[Row, Row] | None:
        if not row.name.isupper() or room < 10:
            return None
        return Row(row.name, room, row.glued), Row(row.name.lower(), row.height - room)

    uneven = (Row("h"), Row("A", 60, glued=True), Row("b"), Row("C", 45, glued=True))
    assert names(pages_of(Flow(uneven, 50, lambda row: None, divide))) == ["hA", "abC", "c"]


def even(count: int, glued: str = "") -> list[str]:
    made = flow([Row(letter, 2, letter in glued) for letter in ascii_letters[:count]])
    return [str(len(page)) for page in evened(list(pages_of(made)), made)]


def test_a_last_page_of_a_few_lines_gets_some_of_those_before() -> None:
    assert even(25) == ["25"]
    assert even(26) == ["19", "7"]
    assert even(32) == ["25", "7"]
    assert even(51) == ["22", "22", "7"]


def test_pages_are_evened_as_far_as_they_do_not_become_more() -> None:
    tall = flow([*(Row(letter, 24) for letter in "abcd"), Row("e", 5)])
    short = list(pages_of(tall))
    assert ends_short(short, 50)
    assert names(evened(short, tall)) == ["ab", "cd", "e"]
