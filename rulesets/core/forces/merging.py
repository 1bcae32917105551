"""Three-way merge of forces: takes what only one side changed, and reports what both changed as collisions."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Unit


class Version(enum.StrEnum):
    """The side whose version of a collision is used."""

    MINE = "mine"
    THEIRS = "theirs"


class CollisionSubject(enum.Enum):
    """The subject of a collision."""

    SETTING = "a field of a declaration"
    NAME = "a name"
    NOTES = "notes"
    LOCK = "a lock"
    HOUSE_RULE = "a house rule"
    ENTRY = "a custom entry"
    KEPT = "removed here, changed there"
    GROUP = "the group that a unit is in"
    ORDER = "an order"


@dataclass(frozen=True, slots=True)
class Collision:
    """One thing that both sides changed differently.

    ``key`` identifies it in the player's choices. ``group`` and ``unit`` are the ids of the part (both empty for the
    force). ``label`` and ``field`` describe a setting; for a house rule ``label`` is the switch, for an own entry its
    name. ``base``, ``mine`` and ``theirs`` are the three values: for a part that one side removed the part or
    ``None``, for a unit's group and for an order ids.
    """

    key: str
    about: CollisionSubject
    base: Any
    mine: Any
    theirs: Any
    group: str = ""
    unit: str = ""
    label: str = ""
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged force, and the collisions."""

    force: AnyForce
    collisions: tuple[Collision, ...]


def merge(base: AnyForce, mine: AnyForce, theirs: AnyForce, chosen: Mapping[str, Version] | None = None) -> Merged:
    """Merge the changes that both sides made to ``base``.

    ``chosen`` says by key which version of a collision to use; the default is mine. All parts that either side added
    are kept; where both used the same id, mine get new ones.
    """
    if mine in (theirs, base):
        return Merged(theirs, ())
    if theirs == base:
        return Merged(mine, ())
    return _Merging(base, _renumbered(base, mine, theirs), theirs, chosen or {}).result()


def _ids(force: AnyForce) -> set[str]:
    return {group.id for group in force.groups} | {unit.id for _, unit in force.units()}


def _renumbered(base: AnyForce, mine: AnyForce, theirs: AnyForce) -> AnyForce:
    """My force with new ids for the parts whose ids the other side gave to different ones."""
    # Both sides count ids on from the same serial, so one new id may name two parts.
    duplicates = (_ids(mine) & _ids(theirs)) - _ids(base)
    if not duplicates:
        return mine
    serial = max(base.serial, mine.serial, theirs.serial)
    new: dict[str, str] = {}
    for name in [group.id for group in mine.groups] + [unit.id for _, unit in mine.units()]:
        if name in duplicates:
            serial += 1
            new[name] = f"{name[0]}{serial}"
    groups = (
        replace(
            group,
            id=new.get(group.id, group.id),
            units=tuple(replace(unit, id=new.get(unit.id, unit.id)) for unit in group.units),
        )
        for group in mine.groups
    )
    return replace(mine, groups=tuple(groups), serial=serial)


class _Version:
    """One of the three forces, with its parts by id."""

    def __init__(self, force: AnyForce) -> None:
        self.force = force
        self.groups = {group.id: group for group in force.groups}
        self.units = {unit.id: unit for _, unit in force.units()}
        self.group_of = {unit.id: group.id for group, unit in force.units()}


class _Merging:
    """Merges part by part and collects collisions."""

    def __init__(self, base: AnyForce, mine: AnyForce, theirs: AnyForce, chosen: Mapping[str, Version]) -> None:
        self.base, self.mine, self.theirs = _Version(base), _Version(mine), _Version(theirs)
        self.chosen = chosen
        self.collisions: list[Collision] = []

    def result(self) -> Merged:
        base, mine, theirs = self.base.force, self.mine.force, self.theirs.force
        settings = self.part(base, mine, theirs, "")
        house_rules = self.house_rules()
        entries = self.entries()
        kept_groups = [name for name in self.all_ids("groups") if self.keeps_group(name)]
        placed: dict[str, list[str]] = {name: [] for name in kept_groups}
        for name in self.all_ids("units"):
            where = self.place_of(name, placed) if self.keeps_unit(name, placed) else None
            if where is not None:
                placed[where].append(name)
        order = self.order("", [list(version.groups) for version in self.versions], kept_groups)
        groups = tuple(self.group(name, placed[name]) for name in order)
        force = replace(
            theirs,
            **settings,
            groups=groups,
            house_rules=house_rules,
            entries=entries,
            serial=max(base.serial, mine.serial, theirs.serial),
        )
        return Merged(force, tuple(self.collisions))

    @property
    def versions(self) -> tuple[_Version, _Version, _Version]:
        return self.base, self.mine, self.theirs

    def all_ids(self, parts: str) -> list[str]:
        """The ids of all groups or units of the three forces, each once; theirs come first."""
        ids: dict[str, None] = {}
        for version in (self.theirs, self.mine, self.base):
            ids |= dict.fromkeys(getattr(version, parts))
        return list(ids)

    # Merging one value

    def resolve(self, key: str, about: CollisionSubject, base: Any, mine: Any, theirs: Any, **more: Any) -> Any:
        """The value of the side that changed it; if both did, of the chosen version."""
        if mine in (theirs, base):
            return theirs
        if theirs == base:
            return mine
        return self.collide(key, about, base, mine, theirs, **more)

    def collide(self, key: str, about: CollisionSubject, base: Any, mine: Any, theirs: Any, **more: Any) -> Any:
        """Record a collision; the value of the chosen version."""
        self.collisions.append(Collision(key, about, base, mine, theirs, **more))
        return theirs if self.chosen.get(key) is Version.THEIRS else mine

    def part(self, base: Any, mine: Any, theirs: Any, key: str, **at: str) -> dict[str, Any]:
        """Name, notes, settings (and lock) of a part that all three have."""
        merged = {
            "name": self.resolve(f"{key}:name", CollisionSubject.NAME, base.name, mine.name, theirs.name, **at),
            "notes": self.resolve(f"{key}:notes", CollisionSubject.NOTES, base.notes, mine.notes, theirs.notes, **at),
            "spec": self.spec(base.spec, mine.spec, theirs.spec, f"{key}:spec", "", at),
        }
        if isinstance(base, Unit):
            merged["locked"] = self.resolve(
                f"{key}:locked", CollisionSubject.LOCK, base.locked, mine.locked, theirs.locked, **at
            )
        return merged

    def spec(self, base: Any, mine: Any, theirs: Any, key: str, before: str, at: Mapping[str, str]) -> Any:
        """A declaration's value, field by field."""
        if mine in (theirs, base):
            return theirs
        if theirs == base:
            return mine
        values = {}
        for field in fields_of(type(base)):
            three = [getattr(spec, field.name) for spec in (base, mine, theirs)]
            label = f"{before}{field.ask.label}"
            values[field.name] = self.field(field, three, f"{key}.{field.name}", label, at)
        return type(base)(**values)

    def field(self, field: Field, three: Sequence[Any], key: str, label: str, at: Mapping[str, str]) -> Any:
        base, mine, theirs = three
        if field.kind is Kind.PART and None not in three:
            return self.spec(base, mine, theirs, key, f"{label}, ", at)
        # Rows have no ids: they are matched by place while no side added or removed one; else the list is one value.
        if field.item is not None and None not in three and len(base) == len(mine) == len(theirs):
            return tuple(
                self.field(field.item, row, f"{key}[{index}]", f"{label} {index + 1}", at)
                for index, row in enumerate(zip(base, mine, theirs, strict=True))
            )
        return self.resolve(key, CollisionSubject.SETTING, base, mine, theirs, label=label, field=field, **at)

    def house_rules(self) -> tuple[tuple[str, str], ...]:
        base, mine, theirs = (dict(version.force.house_rules) for version in self.versions)
        merged = {}
        for switch in dict.fromkeys([*theirs, *mine, *base]):
            three = (readings.get(switch) for readings in (base, mine, theirs))
            reading = self.resolve(f":house.{switch}", CollisionSubject.HOUSE_RULE, *three, label=switch)
            if reading is not None:
                merged[switch] = reading
        return tuple(merged.items())

    def entries(self) -> tuple[Any, ...]:
        base, mine, theirs = (
            {(entry.kind, entry.key): entry for entry in version.force.entries} for version in self.versions
        )
        merged = []
        for place in dict.fromkeys([*theirs, *mine, *base]):
            three = [entries.get(place) for entries in (base, mine, theirs)]
            name = next(entry.name for entry in three if entry is not None)
            entry = self.resolve(f":entry.{'/'.join(place)}", CollisionSubject.ENTRY, *three, label=name)
            if entry is not None:
                merged.append(entry)
        return tuple(merged)

    # Which parts remain

    def keeps_group(self, name: str) -> bool:
        base, mine, theirs = (version.groups.get(name) for version in self.versions)
        if base is None or (mine is not None and theirs is not None):
            return True
        keeper = mine or theirs
        if keeper is None or not _is_more(base, keeper):
            return False
        return self.collide(f"{name}:kept", CollisionSubject.KEPT, base, mine, theirs, group=name) is not None

    def keeps_unit(self, name: str, groups: Mapping[str, Any]) -> bool:
        base, mine, theirs = (version.units.get(name) for version in self.versions)
        if base is None or (mine is not None and theirs is not None):
            return True
        keeper, remover = (self.mine, self.theirs) if theirs is None else (self.theirs, self.mine)
        if name not in keeper.units:
            return False
        was_in, is_in = self.base.group_of[name], keeper.group_of[name]
        # Its group was removed as a whole: what becomes of that is one question for the player, not one for each unit.
        if was_in == is_in and was_in not in remover.groups:
            return was_in in groups
        if keeper.units[name] == base and was_in == is_in:
            return False
        return self.collide(f"{name}:kept", CollisionSubject.KEPT, base, mine, theirs, unit=name) is not None

    def place_of(self, name: str, groups: Mapping[str, Any]) -> str | None:
        """The group for a unit; ``None`` when all groups that it could be in are removed."""
        base, mine, theirs = (version.group_of.get(name) for version in self.versions)
        if mine is None or theirs is None:
            group_id = theirs if mine is None else mine
        else:
            group_id = self.resolve(f"{name}:group", CollisionSubject.GROUP, base, mine, theirs, unit=name)
        return next((group for group in (group_id, theirs, mine, base) if group in groups), None)

    def group(self, name: str, members: Sequence[str]) -> AnyGroup:
        base, mine, theirs = (version.groups.get(name) for version in self.versions)
        if base is not None and mine is not None and theirs is not None:
            group: AnyGroup = replace(theirs, **self.part(base, mine, theirs, name, group=name))
        else:
            added = theirs or mine
            assert added is not None  # noqa: S101 (a group that no side has is not kept)
            group = added
        lines = [[unit.id for unit in each.units] if each else [] for each in (base, mine, theirs)]
        order = self.order(name, lines, members, group=name)
        return replace(group, units=tuple(self.unit(unit) for unit in order))

    def unit(self, name: str) -> AnyUnit:
        base, mine, theirs = (version.units.get(name) for version in self.versions)
        if base is not None and mine is not None and theirs is not None:
            merged: AnyUnit = replace(theirs, **self.part(base, mine, theirs, name, unit=name))
            return merged
        added = theirs or mine
        assert added is not None  # noqa: S101 (a unit that no side has is not kept)
        return added

    def order(self, key: str, lines: Sequence[Sequence[str]], members: Sequence[str], **at: str) -> list[str]:
        """The members in the order of the side that changed it; those only the other has follow their neighbours."""
        base, mine, theirs = ([name for name in line if name in members] for line in lines)
        # Only what all three have can be in another order; what was added or removed is no collision.
        common = set(base) & set(mine) & set(theirs)
        three = [tuple(name for name in line if name in common) for line in (base, mine, theirs)]
        merged = self.resolve(f"{key}:order", CollisionSubject.ORDER, *three, **at)
        first, second = (theirs, mine) if merged == three[2] else (mine, theirs)
        line = _one_line(first, second)
        return line + [name for name in members if name not in line]


def _one_line(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The first line, with each name that only the second has after its predecessor there."""
    line = list(first)
    names = set(line)
    before: str | None = None
    for name in second:
        if name not in names:
            line.insert(0 if before is None else line.index(before) + 1, name)
            names.add(name)
        before = name
    return line


def _is_more(base: AnyGroup, group: AnyGroup) -> bool:
    """Whether a group changed in another way than by losing units."""
    if replace(group, units=()) != replace(base, units=()):
        return True
    units_before = {unit.id: unit for unit in base.units}
    return any(units_before.get(unit.id) != unit for unit in group.units)
