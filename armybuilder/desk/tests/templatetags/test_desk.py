"""Filters of the desk's templates."""

import pytest

from armybuilder.desk.templatetags.desk import box_rows, takes_tile
from armybuilder.desk.tests.conftest import DESK


@pytest.mark.parametrize(("lines", "rows"), [(1, 8), (7, 9), (21, 23), (22, 24), (99, 24)])
def test_the_box_of_orders_grows_with_them(lines: int, rows: int) -> None:
    assert box_rows("\n".join(["Alpha: hold"] * lines)) == rows


def test_a_group_takes_a_tile_where_one_of_its_orders_does() -> None:
    groups = DESK.choices(DESK.demo())
    assert {takes_tile(group) for group in groups} <= {True, False}
    assert [takes_tile(group) for group in groups] == [any(each.tile for each in group.choices) for group in groups]
