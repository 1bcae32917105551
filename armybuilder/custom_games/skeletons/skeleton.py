"""From data files to the document of a described game that builds, and what was not understood of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rulesets.core.declarations.codec import CodecError
from rulesets.core.forces.findings import is_legal
from rulesets.core.reference import Code
from rulesets.described.document import (
    Acting,
    Cost,
    Display,
    ExampleGroup,
    Field,
    FieldType,
    Game,
    Kind,
    Limit,
    ReadyGroup,
    ReadyUnit,
    Setting,
    SheetPart,
    Term,
    TurnPart,
    UnitField,
    Wording,
)
from rulesets.described.ruleset import from_document

from .choices import SCALE, Choices, number
from .data_files import SYSTEM, DataFile, DataFiles
from .fitting import fitting
from .kinds import NO_LIMIT, CostType, OptionKind, ProfileKinds, group_kind, option_kind, option_rows
from .limits import Limits
from .names import SHORT, Taken, short_heading
from .remarks import Remarks, counted, listed
from .unit_kind import UnitKind, UnitTable
from .units import Types, UnitEntry, Units
from .unread import tell_unread

MAX_COSTS: Final = 4
MAX_LINES: Final = 30
"""Limits that the quick reference lists."""
MAX_CODES: Final = 60
MAX_TOGETHER: Final = 12
"""Codes that the key explains together."""
ROOM: Final = 8_000
"""Bytes of a document that are left for the example army and the player."""
_ABBREVIATION: Final = re.compile(r"[A-Z]{1,3}( \w+)?|[A-Z][a-z]")


class NoGame(ValueError):
    """The files are not those of one game, or have no units; the message says which."""


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The beginning of a described game, and what is said about it."""

    game: Game
    remarks: Remarks


def skeleton(files: list[DataFile], max_bytes: int, others: Iterable[str] = ()) -> Skeleton:
    """The skeleton of the game in these files, a document of at most so many bytes; ``others`` are no such files.

    Raises ``NoGame``, and ``Untrusted`` for files that link too much.
    """
    remarks = Remarks()
    for name in others:
        remarks.leave_out(name, "This is not a catalogue or a game system.")
    return _Builder(DataFiles(list(_of_one_game(files, remarks))), remarks).build(max_bytes - ROOM)


def _of_one_game(files: list[DataFile], remarks: Remarks) -> Iterator[DataFile]:
    """The files of the game system that is there, or of the game that most of them belong to."""
    systems = [file for file in files if file.root.tag == SYSTEM]
    if not files:
        raise NoGame("None of the files is a catalogue or a game system of BattleScribe: choose .gst and .cat files.")
    if len(systems) > 1:
        raise NoGame(
            f"The files belong to several games: {listed(file.title for file in systems)}. Choose those of one game."
        )
    game = systems[0].game if systems else Counter(file.game for file in files).most_common(1)[0][0]
    if not systems:
        message = "The game system (.gst) is not among the files. It holds the names of costs, categories and forces."
        remarks.leave_out("Files", message)
    for file in files:
        if file.game == game:
            yield file
        else:
            remarks.leave_out(file.title, "This file belongs to another game.")


class _Builder:
    def __init__(self, files: DataFiles, remarks: Remarks) -> None:
        self.files, self.remarks = files, remarks
        self.choices, self.types = Choices(files), Types(files)
        self.units = Units(self.choices, self.types, remarks)
        if not self.units.all:
            raise NoGame("The files have no units: choose the army catalogues (.cat) as well.")
        entries = [node for file in files.files for node in file.root.all("categoryEntry")]
        self.categories = {node.get("id"): node.name for node in entries if node.name}
        self.costs = self._costs()
        self.limits = Limits(files, self.choices, self.costs, self.categories, remarks)

    def build(self, max_bytes: int) -> Skeleton:
        slugs = Taken("unit", "option", "group")
        contents = [unit.content for unit in self.units.all]
        options = option_rows(self.units.all, self.choices, self.costs, self.remarks)
        groups = group_kind(self.units.all, options, self.remarks)
        inside = [*contents, *(self.choices.content(row.choice) for row in options)]
        lines = {unit.statline for unit in self.units.all}
        profiles = [
            each
            for each in dict.fromkeys(profile for content in inside for profile in content.profiles)
            if each not in lines and self.types.of(each) not in self.units.statlines
        ]
        kinds = ProfileKinds(profiles, self.types, self.remarks, slugs)
        table = UnitTable(self.units, self.costs, kinds, self.remarks, options, groups)
        unit = table.build(self.categories, self.limits.limited())
        found = [unit.kind]
        option = option_kind(options, self.choices, self.costs, kinds, self.remarks) if options else None
        if option is not None:
            found.append(option.kind)
        if groups and unit.groups:
            found.append(groups.kind)
            self.choices.used.update(node for each in groups.read for node in each.constraints)
        found += [each.kind for each in kinds.kinds]
        game = self._game(found, unit, option, [each.kind for each in kinds.kinds])
        game = fitting(game, max_bytes, self.remarks)
        self._tell_unpriced()
        tell_unread(self.files, self.choices, self.types, self.remarks)
        self._tell(game)
        return Skeleton(self._with_example(game), self.remarks)

    def _costs(self) -> list[CostType]:
        """The costs that something has, those of most units first."""
        nodes = [node for file in self.files.files for node in file.root.all("costType")]
        titles = {node.get("id"): node.name for node in nodes}
        used = Counter(key for unit in self.units.all for key, value in unit.content.costs.items() if value)
        names = Taken("models", "force", "unit", "options", "points_limit")
        found = [
            CostType(key, names.name(titles.get(key) or key), (titles.get(key) or key)[:40] or "Cost")
            for key, _ in used.most_common()
        ]
        if len(found) > MAX_COSTS:
            names_left = listed(each.title for each in found[MAX_COSTS:])
            self.remarks.leave_out("Costs", f"A game can have {MAX_COSTS} costs. Left out: {names_left}.")
        return found[:MAX_COSTS]

    def _agreed(self) -> Field:
        """The army's limit of its first cost, as the files propose it."""
        first = self.costs[0]
        nodes = [node for file in self.files.files for node in file.root.all("costType") if node.get("id") == first.id]
        proposed = number(nodes[0].get("defaultCostLimit")) if nodes else None
        default = str(proposed // SCALE) if proposed and proposed > 0 else "0"
        label = f"{first.title[:40]} agreed"
        return Field("points_limit", label, help=NO_LIMIT, min=0, default=default, points=True)

    def _game(self, kinds: list[Kind], unit: UnitKind, option: OptionKind | None, others: list[Kind]) -> Game:
        title = self.files.files[0].title[:60]
        limits = self.limits.read(self.units.all, unit, option.maximum if option else "")
        fields = [UnitField("unit", "Unit type", FieldType.ENTRY, kind="unit")]
        if unit.models:
            help = "Enter 0 for the fewest models."
            fields.append(UnitField("models", "Models", help=help, min=0, max=10_000, amount=True))
        if option is not None:
            opened = f" or count(entry in options.{option.opened})" if option.opened else ""
            lists = [f"unit.{unit.options}"] if unit.options else []
            lists += [f"unit.{unit.groups}.options"] if unit.groups else []
            among = " or ".join(f"entry in {name}" for name in lists) + opened if lists else ""
            fields.append(UnitField("options", "Options", FieldType.LIST, kind="option", among=among))
        names = Taken(*(each.name for each in fields), "force", "points_limit", *(each.name for each in self.costs))
        fields += [UnitField(names.name(each.plural), each.plural, FieldType.LIST, kind=each.slug) for each in others]
        authors = dict.fromkeys(a for file in self.files.files if (a := file.root.shown("authorName")))
        return Game(
            slug=Taken().slug(title),
            title=title,
            kinds=tuple(kinds),
            unit=tuple(fields),
            about=f"A skeleton from data files, with {counted(len(self.units.all), 'unit type')}.",
            credit=(f"Data files by {', '.join(authors)}." if authors else "")[:300],
            words=Wording(group="force", groups="forces"),
            group=self.limits.group,
            army=(self._agreed(),) if self.costs else (),
            costs=tuple(self._cost(each, unit, option is not None) for each in self.costs),
            limits=limits,
            turn=(TurnPart("turn", "Turn", Acting.BOTH),),
            display=self._display(unit),
            sheet=_sheet(limits),
            codes=tuple(_codes(kinds))[:MAX_CODES],
        )

    def _cost(self, cost: CostType, unit: UnitKind, options: bool) -> Cost:
        parts = [f"unit.{cost.name}"]
        if cost.name in unit.per_model:
            parts.append(f"max(0, models - unit.{unit.models}) * unit.{unit.per_model[cost.name]}")
        if options:
            parts.append(f"sum(options.{cost.name})")
        short = cost.title if len(cost.title) <= SHORT + 2 else short_heading(cost.title)
        return Cost(cost.name, cost.title, short, " + ".join(parts))

    def _display(self, unit: UnitKind) -> Display:
        chips = (f"Models {{max(models, unit.{unit.models})}}",) if unit.models else ()
        lines = (("Has", unit.has), ("Rules", unit.rules), ("Keywords", unit.keywords))
        return Display(chips=chips, lines=tuple(Term(term, f"{{unit.{name}}}") for term, name in lines if name))

    def _tell_unpriced(self) -> None:
        for unit in self.units.all:
            if unit.content.unpriced:
                names = listed(unit.content.unpriced)
                self.remarks.leave_out(unit.name, f"Its cost does not include what must be chosen from {names}.")

    def _tell(self, game: Game) -> None:
        """Say what was understood, and what is left to the player."""
        said = self.remarks.understood
        said.append(f"Files: {listed(file.title for file in self.files.files)}.")
        said.append(f"Statlines: {listed(self.units.statlines) or 'none'}.")
        said += [
            f"{kind.plural}: {counted(len(kind.entries), 'entry', 'entries')}, {counted(len(kind.fields), 'value')}."
            for kind in game.kinds
        ]
        said.append(f"Costs: {listed(each.title for each in game.costs) or 'none'}.")
        said.append(f"Limits: {len(game.limits)}.")
        for n, kind in enumerate(game.kinds):
            for m, each in enumerate(kind.fields):
                if _ABBREVIATION.fullmatch(each.label):
                    self.remarks.ask(f"kinds[{n}].fields[{m}].label", f"Say what “{each.label}” stands for.")
        if any(each.name == "options" and not each.among for each in game.unit):
            message = "Each unit lists the options that it may take, but they are not checked."
            self.remarks.ask("limits", message)
        self.remarks.ask("odds", "Describe how attacks are rolled. Data files say nothing about dice.")
        self.remarks.ask("turn", "Describe the turn. Data files say nothing about it.")
        self.remarks.ask("tracks", "Say what is ticked off in play, such as wounds.")

    def _with_example(self, game: Game) -> Game:
        """The game with an example army, if the files' units make a legal one."""
        try:
            from_document(game)
        except CodecError as error:
            for problem in error.problems:
                self.remarks.ask(problem.path, f"{problem.message[:1].upper()}{problem.message[1:]}.")
            return game
        for made in self._examples(game):
            ruleset = from_document(made)
            if is_legal(ruleset.check(ruleset.demo())):
                return made
        self.remarks.ask("example", "Choose units for an example army, which has to be legal.")
        return game

    def _examples(self, game: Game) -> Iterator[Game]:
        """The game with each of a few example armies: what limits need, of the first kind of force, and a unit."""
        first = self.costs[0].id if self.costs else ""
        kept = {row.key for row in game.kinds[0].entries}
        cheap = sorted(
            (unit for unit in self.units.all if unit.key in kept), key=lambda unit: unit.content.costs.get(first, 0)
        )
        settings = tuple(Setting("force", each.options[0].value) for each in game.group)
        needed = list(self._needed(game, cheap))
        for units in (needed, [*needed, *cheap[:1]], cheap[:3], cheap[-1:]):
            if not units:
                continue
            ready = tuple(ReadyUnit((Setting("unit", unit.key),)) for unit in units[:20])
            group = ReadyGroup("first", "First force", "The units that the limits require.", ready, settings)
            yield replace(game, ready=(group,), example=(ExampleGroup("first", "First force"),))

    def _needed(self, game: Game, cheap: Sequence[UnitEntry]) -> Iterator[UnitEntry]:
        """The cheapest units that the limits need."""
        force = f"force == '{game.group[0].options[0].value}'" if game.group else ""
        keys = {f"unit == '{unit.key}'": [unit] for unit in cheap}
        for limit in game.limits:
            if limit.min.isdecimal() and limit.where != "1" and limit.when in ("", force):
                yield from (keys.get(limit.where) or self._where(game, limit.where, cheap))[:1] * int(limit.min)

    def _where(self, game: Game, where: str, cheap: Sequence[UnitEntry]) -> list[UnitEntry]:
        """The units for which the condition of a category holds."""
        name, _, value = where.removeprefix("unit.").partition(" == ")
        at = next((n for n, each in enumerate(game.kinds[0].fields) if each.name == name), None)
        wanted = value.strip("'") or "yes"
        rows = {row.key: row.values for row in game.kinds[0].entries}
        return [unit for unit in cheap if at is not None and rows[unit.key][at] == wanted]


def _codes(kinds: Sequence[Kind]) -> Iterator[Code]:
    """The key to short headings and signs: what they are short for, or whose values they are."""
    said = set[str]()
    for kind in kinds:
        as_given = []
        for at, each in enumerate(kind.fields):
            if each.short and each.short not in said and each.short != each.label:
                yield Code((each.short,), each.label)
            elif each.short not in {"", *said}:
                as_given.append(each.short)
            said.add(each.short)
            if each.unit not in {"", "″", *said} and not each.unit.isalpha():
                said.add(each.unit)
                yield Code((f"{kind.entries[0].values[at]}{each.unit}",), f"a value of “{each.label}”")
        for at in range(0, len(as_given), MAX_TOGETHER):
            yield Code(tuple(as_given[at : at + MAX_TOGETHER]), f"values of “{kind.title}” in the data files")


def _sheet(limits: Sequence[Limit]) -> tuple[SheetPart, ...]:
    """How an army is built, as the limits say."""
    lines = tuple(Term(limit.id, limit.sentence) for limit in limits[:MAX_LINES])
    return (SheetPart("building", "Building an army", lines),) if lines else ()
