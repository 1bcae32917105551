"""Label stocks as they are sold."""

import tomllib

import pytest

from armybuilder.printing.options import Stock
from armybuilder.printing.stocks import FILE, STOCKS, LabelStock


@pytest.mark.parametrize("stock", STOCKS.values(), ids=STOCKS)
def test_a_stock_lies_in_the_middle_of_its_sheet(stock: LabelStock) -> None:
    grid = stock.grid
    right = grid.left + (grid.columns - 1) * grid.pitch_x + grid.piece.width
    bottom = grid.top + (grid.rows - 1) * grid.pitch_y + grid.piece.height
    assert grid.sheet.width - right == pytest.approx(grid.left, abs=0.02)
    assert grid.sheet.height - bottom == pytest.approx(grid.top, abs=0.02)
    assert grid.pitch_x >= grid.piece.width
    assert grid.pitch_y >= grid.piece.height


def test_the_usual_stocks_are_there() -> None:
    assert {"l7160", "l7651", "l7163", "l4732", "5160", "22805", "22806"} <= set(STOCKS)
    assert len(STOCKS) >= 17
    assert STOCKS["l7160"].label == "Avery L7160: 63.5 × 38.1 mm, 21 on A4"
    assert STOCKS["22805"].label == "Avery 22805: 1.5 × 1.5″, 24 on US Letter"
    assert [stock.value for stock in Stock if not stock.plain] == list(STOCKS)


def test_every_figure_has_its_source() -> None:
    data = tomllib.loads(FILE.read_text())
    for row in data["stocks"]:
        assert all(len(data["sources"][row[figure]]) > 20 for figure in ("size", "place"))
