"""Tiles: distances, engagement zones and walks (FC-RNG, FC-ENG, FC-MOV)."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

Tile = tuple[int, int]
"""Column and row, counted from 0."""

STEPS: tuple[Tile, ...] = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""The four cardinal steps, in the order in which equally short paths are tried."""


def steps_between(a: Tile, b: Tile) -> int:
    """Cardinal steps from tile to tile (FC-RNG-1)."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def in_zone(dx: int, dy: int, eng: int) -> bool:
    """Whether a tile at that offset is in an engagement zone of that range (FC-ENG-1, FC-ENG-2)."""
    x, y = abs(dx), abs(dy)
    if x == y == 0:
        return False
    return max(x, y) == 1 or x + y <= eng


@lru_cache(maxsize=64)
def zone(eng: int) -> tuple[Tile, ...]:
    """The offsets of all tiles in the zone, row by row."""
    reach = range(-max(1, eng), max(1, eng) + 1)
    return tuple((dx, dy) for dy in reach for dx in reach if in_zone(dx, dy, eng))


def stops_side_by_side(eng: int, measure: str) -> bool:
    """Whether a charge ends where the squads stand side by side, by a reading of FC-A30."""
    return measure == "adjacent" or (measure == "zone" and eng < 2)


def open_ground_need(dx: int, dy: int, eng: int, measure: str) -> int:
    """Tiles a charge needs over open ground to an enemy at that offset, by a reading of FC-A30 (FC-CHG-3)."""
    x, y = abs(dx), abs(dy)
    if measure == "plain":
        return x + y
    if stops_side_by_side(eng, measure):
        return max(0, x - 1) + max(0, y - 1)
    return max(0, x + y - eng)


def letters(number: int) -> str:
    """A number from 0 as letters: A to Z, then AA."""
    text = ""
    number += 1
    while number:
        # Columns have no zero, as AA follows Z: each place counts from 1.
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def tile_name(tile: Tile) -> str:
    """A tile as players write it: column letters and row number, ``C7``."""
    return f"{letters(tile[0])}{tile[1] + 1}"


def read_tile(text: str) -> Tile | None:
    """The tile of a name such as ``C7``; ``None`` if it is not one."""
    head = text.strip().upper()
    column = head.rstrip("0123456789")
    row = head[len(column) :]
    if not column or len(column) > 2 or not row or len(row) > 3 or not all("A" <= letter <= "Z" for letter in column):
        return None
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - ord("A") + 1
    return (number - 1, int(row) - 1) if int(row) else None


def walk(
    start: Iterable[Tile], enters: Callable[[Tile], bool], leaves: Callable[[Tile], bool], limit: int
) -> Iterator[tuple[Tile, int]]:
    """Every tile that can be reached in cardinal steps, nearest first, with its steps.

    ``enters`` says whether a tile can be walked on, ``leaves`` whether a walk may continue from it.
    """
    # Nearest first, so that a tile is reached by a shortest way when it is met.
    distances = dict.fromkeys(start, 0)
    queue = deque(distances)
    while queue:
        tile = queue.popleft()
        steps = distances[tile]
        yield tile, steps
        if steps >= limit or (steps and not leaves(tile)):
            continue
        for dx, dy in STEPS:
            following = (tile[0] + dx, tile[1] + dy)
            if following not in distances and enters(following):
                distances[following] = steps + 1
                queue.append(following)
