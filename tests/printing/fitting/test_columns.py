import random
from itertools import accumulate, pairwise

import pytest

from armybuilder.printing.fitting.columns import ColumnBlock, balance, height_of, pack, whole_sections


def lines(count: int, section: int = 1, height: float = 10.0) -> list[ColumnBlock]:
    return [ColumnBlock(section, height, 1.0, 5.0, 3.0) for _ in range(count)]


def test_the_height_counts_titles_and_gaps() -> None:
    assert height_of(lines(2)) == 5 + 10 + 1 + 10
    assert height_of([*lines(1), *lines(1, section=2)]) == 5 + 10 + 3 + 5 + 10
    assert height_of([]) == 0


def test_columns_are_filled_one_after_the_other() -> None:
    assert pack(lines(4), [26.0, 26.0]) == [2, 2]
    assert pack(lines(4), [25.9, 26.0]) is None
    assert pack(lines(1, height=90.0), [20.0]) == [1]
    assert pack([], [20.0]) == [0]


def test_what_is_kept_goes_on_with_what_follows() -> None:
    first, second, third = lines(3)
    kept = ColumnBlock(1, 10.0, 1.0, 5.0, 3.0, keep_with_next=True)
    assert pack([first, second, third], [26.0, 26.0]) == [2, 1]
    assert pack([first, kept, third], [26.0, 26.0]) == [1, 2]


def test_a_table_that_goes_on_takes_its_headings_again() -> None:
    rows = [ColumnBlock(1, 10.0, 0.0, 0.0, 0.0, again=4.0 if place else 0.0) for place in range(4)]
    assert height_of(rows) == 40
    assert height_of(rows[2:]) == 24
    assert pack(rows, [20.0, 24.0]) == [2, 2]
    assert pack(rows, [20.0, 23.0]) is None


def test_sections_become_one_block_each() -> None:
    blocks = [*lines(2), *lines(3, section=2)]
    whole = whole_sections(blocks)
    assert [block.section for block in whole] == [1, 2]
    assert height_of(whole) == height_of(blocks)


@pytest.mark.parametrize("seed", range(60))
def test_random_blocks_are_all_placed_within_their_columns_and_evenly_on_the_last_page(seed: int) -> None:
    rand = random.Random(seed)
    blocks = [
        ColumnBlock(section, rand.uniform(3, 30), rand.uniform(0, 2), 6.0, 4.0, keep_with_next=rand.random() < 0.2)
        for section in range(rand.randint(1, 12))
        for _ in range(rand.randint(1, 6))
    ]
    columns = rand.randint(1, 4)
    pages = 1
    while (counts := balance(blocks, [100.0] * columns * pages, columns)) is None:
        pages += 1
    ends = [0, *accumulate(counts)]
    heights = [height_of(blocks[start:end]) for start, end in pairwise(ends)]
    assert ends[-1] == len(blocks)
    assert max(heights) <= 100 + 1e-6
    used = [place for place, count in enumerate(counts) if count]
    first = used[-1] // columns * columns
    fullest = max(packed_height(blocks[ends[first] :], columns, 100.0))
    assert max(heights[first:]) <= fullest + 1e-6


def packed_height(blocks: list[ColumnBlock], columns: int, room: float) -> list[float]:
    """The heights of columns that are filled one after the other."""
    counts = pack(blocks, [room] * columns) or []
    ends = [0, *accumulate(counts)]
    return [height_of(blocks[start:end]) for start, end in pairwise(ends)]
