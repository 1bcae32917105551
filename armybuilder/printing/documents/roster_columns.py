"""The columns of a roster: as wide as its widest values, so that they are equal in all its groups."""

import enum
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from armybuilder.drawing.lettering import POINT, FontCut, longest_word, width
from armybuilder.printing.documents.roster_units import SharedRow
from rulesets.core.tables import Align, Table

NAME_COLUMNS = 3
"""The columns of a unit before its values: number, symbol, name."""


class Arms(enum.Enum):
    """Where weapons with several values stand: in columns beside the statline or below it, or in running text."""

    BESIDE = enum.auto()
    BELOW = enum.auto()
    TEXT = enum.auto()


class Column(NamedTuple):
    """A column of the table: its heading, its width in millimetres, and whether it is ``centre`` or ``text``."""

    heading: str
    width: float
    align: str = "centre"


@dataclass(frozen=True)
class RosterColumns:
    """The columns for these units in a table of so many millimetres, with the lengths of the style sheet."""

    units: Sequence[SharedRow]
    css: Mapping[str, float]
    available_width: float

    @cached_property
    def number(self) -> Column:
        """The column of numbers."""
        numbers = (unit.number for unit in self.units)
        lines = (str(number) for unit in self.units if unit.lined for number in unit.numbers)
        return Column("No.", self._wide((*numbers, *lines), "value", "No."))

    @cached_property
    def all_stats(self) -> tuple[Column, ...]:
        """Every stat of the army in the order of its units."""
        values: dict[str, list[str]] = {}
        for stat in (stat for unit in self.units for stat in unit.profile.stats):
            values.setdefault(stat.heading, []).append(stat.value)
        return tuple(Column(heading, self._wide(texts, "value", heading)) for heading, texts in values.items())

    @cached_property
    def all_arms(self) -> tuple[Column, ...]:
        """What weapons with several values say, their names first; empty if there are none."""
        tables = [table for unit in self.units for table in unit.profile.tables if has_columns(table)]
        same = [table for table in tables if table.columns == tables[0].columns]
        css, columns = self.css, []
        for place, column in enumerate(tables[0].columns if tables else ()):
            texts = {row[place].text for table in same for row in table.rows}
            wide, text = self._wide(texts, "weapon", column.heading), column.align is Align.LEFT
            if text:
                words = max(
                    (longest_word(each, FontCut.NARROW_STRONG, css["weapon"] / POINT) for each in texts), default=0
                )
                min_width = css["text-column" if place else "weapon-name"]
                wide = min(wide, max(min_width, min(words + css["stat-gap"], css["widest-word"])))
            columns.append(Column(column.heading, wide + css["arms-gap"] * text, "text" if text else "centre"))
        return tuple(columns)

    @cached_property
    def arms(self) -> Arms:
        """Where weapons stand: where names of units keep enough width."""
        stats, (name, *values) = self.all_stats, self.all_arms or (Column("", 0.0),)
        if not values:
            return Arms.TEXT
        if self._fits((*stats, name, *values)):
            return Arms.BESIDE
        return Arms.BELOW if self._fits(_merged(stats, values)) else Arms.TEXT

    @cached_property
    def stats(self) -> tuple[Column, ...]:
        """The columns of the statline; none where names would have too little width, and it is running text."""
        if self.arms is Arms.BELOW:
            return self.columns[-len(self.all_stats) :] if self.all_stats else ()
        return self.all_stats if self.arms is Arms.BESIDE or self._fits(self.all_stats) else ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """All columns of the table but those of symbols and names."""
        if self.arms is Arms.BESIDE:
            return (self.number, *self.stats, *self.all_arms)
        if self.arms is Arms.BELOW:
            return (self.number, *_merged(self.all_stats, self.all_arms[1:]))
        return (self.number, *self.stats)

    @property
    def line_width(self) -> float:
        """The least width of a line below a statline, which weapons may be beside."""
        arms = self.all_arms if self.arms is Arms.BESIDE else ()
        return self.available_width - sum(column.width for column in (self.number, *arms))

    def has(self, table: Table) -> bool:
        """Whether the columns are those of this table of weapons."""
        headings = [column.heading for column in self.all_arms]
        return self.arms is not Arms.TEXT and [column.heading for column in table.columns] == headings

    @property
    def spans(self) -> Mapping[str, int]:
        """How many columns cells have that cross several: group, name of a unit and of a weapon, lines below."""
        values, arms = len(self.columns) - 1, len(self.all_arms)
        beside, below = self.arms is Arms.BESIDE, self.arms is Arms.BELOW
        every = NAME_COLUMNS + values
        return {
            "every": every,
            "name": 1 if beside else 1 + values - len(self.stats),
            "arm": every - arms if below else 1,
            "line": every - 1,
            "left": every - 1 - arms,
        }

    def _wide(self, texts: Iterable[str], size: str, heading: str) -> float:
        css = self.css
        value = max((width(text, FontCut.NARROW_STRONG, css[size] / POINT) for text in texts), default=0.0)
        head = width(heading.upper(), FontCut.NARROW_STRONG, css["heading"] / POINT) * css["capitals"]
        return max(value, head) + css["stat-gap"]

    def _fits(self, columns: Iterable[Column]) -> bool:
        css = self.css
        others = sum(column.width for column in (self.number, *columns))
        return css["symbol-column"] + css["min-name"] + others <= self.available_width

    @property
    def widths_css(self) -> str:
        """CSS of their widths."""
        return "".join(
            f".roster .column-{number}{{width:{column.width:.3f}mm}}" for number, column in enumerate(self.columns)
        )


def has_columns(table: Table) -> bool:
    """Whether its rows have several values besides their names."""
    return len(table.columns) > 2


def _merged(stats: Sequence[Column], values: Sequence[Column]) -> tuple[Column, ...]:
    """Columns for both, which end together."""
    pairs = itertools.zip_longest(reversed(stats), reversed(values), fillvalue=Column("", 0.0))
    return tuple(Column(one.heading, max(one.width, other.width), other.align) for one, other in pairs)[::-1]
