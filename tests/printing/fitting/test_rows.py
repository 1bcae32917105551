import random

import pytest

from armybuilder.printing.fitting.lengths import lengths, sized
from armybuilder.printing.fitting.rows import STYLE, Columns, columns_of
from rulesets.core.cards import Chip, UnitRow
from rulesets.core.trackers import Track

FEW = Track("state", "State", 2, names=("P", "R"))
MANY = tuple(Track(f"hp-{letter}", f"1{letter} HP", 2) for letter in "abcdefgh")
PLAIN = UnitRow("Tank", "MBT", chips=(Chip("8/24″"), Chip("12″ ARMOUR")))


def test_a_track_takes_as_many_units_as_it_needs() -> None:
    columns = Columns(170.0, 2, 60.0)
    assert columns.units == 8
    assert columns.span(FEW) == 1
    assert columns.span(Track("losses", "Losses", 10)) == 3
    assert columns.span(Track("long", "Long", 100)) == 8


def test_tracks_fill_lines_of_the_grid() -> None:
    columns = Columns(170.0, 2, 60.0)
    assert columns.lines(MANY, 8) == 1
    assert columns.lines(MANY, 2) == 4
    assert columns.lines((Track("losses", "Losses", 10),), 2) == 0


def test_few_boxes_stand_behind_the_chips_and_many_below() -> None:
    columns = columns_of([(PLAIN, (FEW,))] * 12, 170.0)
    assert columns.beside == 1
    assert not columns.is_below(PLAIN, (FEW,))
    assert columns_of([(PLAIN, MANY * 3)], 170.0).is_below(PLAIN, MANY * 3)


def test_an_army_without_boxes_leaves_no_room_for_them() -> None:
    assert columns_of([(PLAIN, ())], 170.0).beside == 0
    assert columns_of([], 170.0).beside == 0


def test_all_grows_with_the_type_size() -> None:
    small, large = (columns_of([(PLAIN, (FEW,))], 170.0 * rem / 10, rem) for rem in (10, 16))
    assert large.name == pytest.approx(1.6 * small.name)
    assert (large.units, large.beside) == (small.units, small.beside)


@pytest.mark.parametrize("seed", range(40))
def test_the_columns_share_the_room_and_boxes_fit_where_they_stand(seed: int) -> None:
    rand = random.Random(seed)
    rows = [
        (
            UnitRow(
                "Unit " * rand.randint(1, 8), "kind " * rand.randint(0, 9), chips=(Chip("12″"),) * rand.randint(0, 6)
            ),
            tuple(Track(f"t{n}", "Title" * rand.randint(0, 3), rand.randint(1, 20)) for n in range(rand.randint(0, 6))),
        )
        for _ in range(rand.randint(1, 12))
    ]
    rem = rand.choice([10, 12, 16])
    room = rand.uniform(90, 260)
    found = columns_of(rows, room, rem)
    assert 0 <= found.name <= room - found.boxes + 1e-6
    assert found.units * found.unit == pytest.approx(room)
    assert found.unit >= lengths(sized(STYLE, rem))["unit"] or found.units == 1
    for row, tracks in rows:
        assert found.is_below(row, tracks) or not tracks or found.lines(tracks, found.beside) > 0
