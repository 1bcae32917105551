import pytest

from armybuilder.printing.options import PLAIN_SIZES, Stock, Turning
from armybuilder.printing.paper import CardSize, Edge, Grid, Paper, Size, centred_grid, fullest_grid

A4 = Paper.A4.size
LETTER = Paper.LETTER.size


@pytest.mark.parametrize(
    ("paper", "size", "columns", "rows", "left", "top"),
    [
        (Paper.A4, CardSize.POKER.size, 3, 3, 9.75, 15.15),
        (Paper.LETTER, CardSize.POKER.size, 3, 3, 12.7, 6.35),
        (Paper.A4, CardSize.TAROT.size, 3, 2, 9.75, 28.5),
        (Paper.A4, PLAIN_SIZES[Stock.PLAIN], 7, 11, 16.1, 8.8),
        (Paper.LETTER, PLAIN_SIZES[Stock.PLAIN], 8, 10, 6.35, 12.7),
        (Paper.A4, PLAIN_SIZES[Stock.PLAIN_LARGE], 3, 5, 28.8, 21.5),
        (Paper.LETTER, PLAIN_SIZES[Stock.PLAIN_LARGE], 4, 5, 6.35, 12.7),
    ],
)
def test_sheets_hold_as_many_as_fit(paper, size, columns, rows, left, top) -> None:
    grid = centred_grid(paper.size, size)
    assert (grid.columns, grid.rows) == (columns, rows)
    assert grid.left == pytest.approx(left)
    assert grid.top == pytest.approx(top)


@pytest.mark.parametrize(
    ("paper", "size", "count", "turned"),
    [
        (Paper.A4, CardSize.POKER.size, 9, False),
        (Paper.A4, CardSize.TAROT.size, 6, False),
        (Paper.LETTER, CardSize.TAROT.size, 6, False),
        (Paper.A5, CardSize.TAROT.size, 3, True),
        (Paper.A5, CardSize.A7.size, 2, True),
        (Paper.A5, CardSize.A6.size, 1, False),
        (Paper.A4, CardSize.A6.size, 2, True),
        (Paper.A5, CardSize.POKER.size, 4, False),
    ],
)
def test_sheets_are_turned_if_they_then_hold_more(paper, size, count, turned) -> None:
    grid = fullest_grid(paper.size, size)
    assert grid.count == count
    assert grid.sheet == paper.turned(landscape=turned)


def test_large_print_is_on_a6_unless_another_size_is_chosen() -> None:
    assert [CardSize.USUAL.or_usual("tarot", large=large) for large in (False, True)] == [CardSize.TAROT, CardSize.A6]
    assert CardSize.POKER.or_usual("tarot", large=True) is CardSize.POKER


def test_slots_run_in_reading_order() -> None:
    grid = centred_grid(A4, CardSize.POKER.size)
    slot = grid.slot(0)
    assert (slot.x, slot.y, slot.width, slot.height) == pytest.approx((9.75, 15.15, 63.5, 88.9))
    assert grid.slot(2).x == pytest.approx(9.75 + 127)
    assert grid.slot(3).y == pytest.approx(15.15 + 88.9)
    assert grid.count == 9


def test_a_gutter_lies_between_pieces() -> None:
    grid = centred_grid(A4, CardSize.POKER.size, gutter=2)
    assert grid.count == 9
    assert grid.slot(1).x - grid.slot(0).right == pytest.approx(2)
    assert list(grid.crosses()) == []


def test_what_fits_no_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        centred_grid(A4, Size(250, 20))


def test_paper_printed_on_one_side_has_no_edge() -> None:
    assert [turning.edge for turning in Turning] == [None, Edge.LONG, Edge.SHORT]


def test_crop_marks_stand_outside_at_each_cut() -> None:
    grid = Grid(Size(100, 100), Size(30, 40), 20, 10, 2, 2, 30, 40)
    ticks = list(grid.ticks())
    assert len(ticks) == 2 * 3 + 2 * 3
    assert (20, 4, 20, 9) in ticks
    assert (20, 96, 20, 91) in ticks or (20, 91, 20, 96) in ticks
    for x1, y1, x2, y2 in ticks:
        inside = 20 < (x1 + x2) / 2 < 80 and 10 < (y1 + y2) / 2 < 90
        assert not inside
    assert len(list(grid.crosses())) == 2
