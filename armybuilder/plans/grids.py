"""The grid of two armies as its page, its file and its sheet show it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.calculators.questions import PREFIX
from armybuilder.calculators.sides import NAME, OPPOSING, OWN, ChosenArmy, Sides
from armybuilder.matches.asking.engagement import sent_distance
from armybuilder.schema_forms.plain import form_name
from armybuilder.site.pages import read_number
from rulesets.core.army_grid import SIGNS, ArmyGrid, Condition, GridCell, GridUnit, Line, merged, toned
from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Kind
from rulesets.core.declarations.text_values import write_scalar
from rulesets.core.play.matches import Match
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

FIELD: Final = "set."
"""Prefix of the names of conditions in an address."""
MAX_UNITS: Final = 60
"""Different units of a side that a grid shows."""
FIRST_ROWS: Final = 6
"""Rows that a page shows at once, where there are many; it fetches the others."""
MAX_AT_ONCE: Final = 200
"""Cells of a grid that is shown whole at once."""
MAX_DIGITS: Final = 9
WORDS: Final = {Tone.GOOD: "Favourable", Tone.FAIR: "Even", Tone.BAD: "Unfavourable"}
"""The word of each tone."""
CLOSED: Final = "·"
"""The sign of a cell without a figure."""
KEY: Final = (*((SIGNS[tone], tone, word) for tone, word in WORDS.items()), (CLOSED, Tone.MUTED, "Not possible"))
"""The signs, with their tones and words."""
IN_VAIN: Final = "No effect"
YES: Final = "yes"


@dataclass(frozen=True, slots=True)
class ConditionField:
    """A condition of the form: the name in the address, its label, what may be chosen, and whether it is a number."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    min: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell: its sign and figure, the words behind them, its tone, which has a word, and the full answer's address."""

    sign: str
    figure: str
    words: str
    tone: str
    address: str = ""

    @property
    def text(self) -> str:
        """Its sign and figure."""
        return " ".join(filter(None, (self.sign, self.figure)))

    @property
    def word(self) -> str:
        """What its sign says; empty without one."""
        return next((word for sign, _, word in KEY if sign == self.sign), "")


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row: the unit, how many are equal, and its cells."""

    name: str
    cells: tuple[ShownCell, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column, with the query that sorts by it, if it can, and whether rows are sorted so."""

    name: str
    query: str
    is_sorted: bool


class ShownGrid:
    """The grid of the two armies of ``sides`` as an address asks for it; ``base`` is that of all calculators."""

    def __init__(self, sides: Sides, data: Mapping[str, str], base: str) -> None:
        """Both sides have an army of a game that can be played at the table."""
        assert sides.own is not None  # noqa: S101
        assert sides.opposing is not None  # noqa: S101
        self.own, self.opposing, self.base, self.data = sides.own, sides.opposing, base, data
        self.ruleset = self.own.loaded.ruleset
        self.sorted = read_number(data.get("sort", ""), MAX_UNITS)
        self.grid = _grid(self.own, self.opposing, data)

    @cached_property
    def _whole(self) -> tuple[list[Line], list[GridUnit]]:
        return merged(toned(list(self.grid.lines())), self.grid.opposing)

    @property
    def is_long(self) -> bool:
        """Whether a page shows the first rows and fetches the others."""
        return self.sorted is None and len(self.grid.own) * len(self.grid.opposing) > MAX_AT_ONCE

    def _lines(self, *, first: bool) -> tuple[list[Line], Sequence[GridUnit]]:
        """The units with their cells, and the units of the columns."""
        if first:
            return toned(list(self.grid.lines(FIRST_ROWS))), self.grid.opposing
        lines, columns = self._whole
        place = self.sorted
        if place is not None and place < len(columns):
            lines = sorted(lines, key=lambda line: line[1][place].worth, reverse=True)
        return lines, columns

    def rows(self, *, first: bool = False) -> Iterator[ShownRow]:
        """The rows to show; only the ``first`` ones, which need not wait for the others."""
        lines, columns = self._lines(first=first)
        for unit, cells in lines:
            shown = (self._cell(unit, other, cell) for other, cell in zip(columns, cells, strict=True))
            yield ShownRow(name_of(unit), tuple(shown))

    def _cell(self, unit: GridUnit, other: GridUnit, cell: GridCell) -> ShownCell:
        brief = cell.brief
        if cell.engagement is None:
            return ShownCell(CLOSED, "", cell.why, Tone.MUTED.value)
        address = f"{self.base}{cell.engagement.calculator}/?{self._query(unit, other, cell)}"
        if brief is None or cell.why:
            return ShownCell(CLOSED, "", cell.why, Tone.MUTED.value, address)
        if brief.in_vain:
            return ShownCell("", IN_VAIN, brief.words, Tone.BAD.value, address)
        return ShownCell(cell.sign, brief.short, brief.words, brief.tone.value, address)

    def _query(self, unit: GridUnit, other: GridUnit, cell: GridCell) -> str:
        named = {
            f"{NAME}{OWN}": f"{self.own.army.key}:{unit.units[0]}",
            f"{NAME}{OPPOSING}": f"{self.opposing.army.key}:{other.units[0]}",
        }
        return urlencode(
            named | {form_name(path, PREFIX): write_scalar(value) for path, value in cell.fields}, safe=":"
        )

    def headings(self, *, first: bool = False) -> list[Heading]:
        """The units of the other side; the ``first`` rows, whose columns are not those of all, cannot be sorted."""
        _, columns = self._lines(first=first)
        return [
            Heading(name_of(unit), "" if first else self.query(sort=str(place)), not first and self.sorted == place)
            for place, unit in enumerate(columns)
        ]

    def summary(self) -> str:
        """How many pairs are possible, and how good they are, in a sentence."""
        counts = dict.fromkeys(WORDS, 0)
        pairs = possible = 0
        lines, columns = self._whole
        for unit, cells in lines:
            for other, cell in zip(columns, cells, strict=True):
                number = len(unit.units) * len(other.units)
                pairs += number
                if cell.brief is not None and not cell.why:
                    possible += number
                    if cell.brief.tone in counts:
                        counts[cell.brief.tone] += number
        tally = ", ".join(f"{counts[tone]} {word.lower()}" for tone, word in WORDS.items() if counts[tone])
        words = f"{possible} of {count_of(pairs, 'pairing')} possible"
        return f"{words}: {tally}." if tally else f"{words}."

    def where(self) -> str:
        """The distance in words; empty where no pair has one."""
        ask, distance = self.grid.ask, self.grid.distance
        return f"{ask.label} {ask.with_unit(distance)}" if ask and distance is not None else ""

    def conditions(self) -> list[ConditionField]:
        """The conditions of the form."""
        return [_field(each, self.grid.chosen.get(each.path, encode(each.usual))) for each in self.grid.conditions]

    def means(self) -> list[str]:
        """What the figures of the cells stand for."""
        lines, _ = self._whole
        shown = (cell.engagement for _, cells in lines for cell in cells if cell.sign)
        used = dict.fromkeys(each.calculator for each in shown if each)
        return list(dict.fromkeys(filter(None, (self.ruleset.calculator(slug).short_means for slug in used))))

    def has_conditions(self) -> bool:
        """Whether a condition is not as usual."""
        usual = {each.path: encode(each.usual) for each in self.grid.conditions}
        return any(value != usual.get(path, value) for path, value in self.grid.chosen.items())

    def query(self, **changed: str) -> str:
        """The query of this grid, with some values changed; empty ones are left out."""
        fields = {each.name: each.value for each in self.conditions() if each.name in self.data}
        distance = {"distance": str(self.grid.distance)} if self.grid.measure else {}
        sides = {f"{NAME}{OWN}": self.own.army.key, f"{NAME}{OPPOSING}": self.opposing.army.key}
        sort = {} if self.sorted is None else {"sort": str(self.sorted)}
        return urlencode(
            {name: value for name, value in {**sides, **distance, **fields, **sort, **changed}.items() if value}
        )

    def swapped(self) -> str:
        """The query with the other side first."""
        return self.query(**{f"{NAME}{OWN}": self.opposing.army.key, f"{NAME}{OPPOSING}": self.own.army.key}, sort="")

    def table(self) -> Iterator[Sequence[str]]:
        """All of it as rows of texts: for each pair its figure, and what that means."""
        one = self.ruleset.actor
        yield f"Your {one}", f"Opposing {one}", "Sign", "Figure", "What it means"
        lines, columns = self._lines(first=False)
        for unit, cells in lines:
            for other, cell in zip(columns, cells, strict=True):
                brief = None if cell.why else cell.brief
                words = brief.words if brief else cell.why
                short = (IN_VAIN if brief.in_vain else brief.short) if brief else ""
                yield name_of(unit), name_of(other), cell.sign, short, words


def name_of(unit: GridUnit) -> str:
    """Equal units by their name, with their number."""
    return f"{len(unit.units)} × {unit.title}" if len(unit.units) > 1 else unit.title


def _grid(own: ChosenArmy, opposing: ChosenArmy, data: Mapping[str, str]) -> ArmyGrid:
    ruleset, names = own.loaded.ruleset, {id(side.deployed.force): side.loaded for side in (own, opposing)}
    assert ruleset.play is not None  # noqa: S101
    deployed = own.deployed, opposing.deployed
    entries = [entry for each in deployed for entry in each.force.entries]
    house = own.loaded.context.house

    def name(side: Side) -> str:
        loaded: LoadedArmy = names.get(id(side.force), own.loaded)
        if ruleset.group_card is not None:
            return ruleset.name_of_group(side.group, loaded.context)
        return ruleset.title_of(side.unit, side.group, loaded.context)

    return ArmyGrid(
        Match(ruleset.play, (own.loaded.context, opposing.loaded.context)),
        deployed,
        0,
        ruleset.calculator,
        SolveContext(ruleset.catalogue.with_entries(entries), house.untraced),
        name,
        at_table=own.in_play is not None,
        by_group=ruleset.group_card is not None,
        distance=sent_distance(data),
        chosen={name.removeprefix(FIELD): _read(text) for name, text in data.items() if name.startswith(FIELD)},
        maximum=MAX_UNITS,
    )


def _read(text: str) -> Any:
    """A condition from an address: yes or no, a number, or the word of a choice."""
    if text in (YES, "no"):
        return text == YES
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(text) < MAX_DIGITS else text


def _field(condition: Condition, value: Any) -> ConditionField:
    ask, name = condition.field.ask, f"{FIELD}{condition.path}"
    if condition.field.kind is Kind.BOOL:
        return ConditionField(name, ask.label, YES if value else "no", (("no", "No"), (YES, "Yes")))
    if condition.field.kind is Kind.CHOICE:
        return ConditionField(
            name, ask.label, value, tuple((each.value, each.label) for each in condition.field.choices)
        )
    return ConditionField(name, ask.label, str(value), min=ask.min, max=ask.max)
