"""What a player builds: a force of groups of units, and the edits that turn one force into the next.

Everything is immutable; an edit returns a new force and raises ``NoSuchPart`` for an id that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.fields import fields_of
from rulesets.core.names import Names

F = TypeVar("F")
G = TypeVar("G")
U = TypeVar("U")


class NoSuchPart(KeyError):
    """The force has no group or unit of that id."""


@dataclass(frozen=True, slots=True)
class Unit(Generic[U]):
    """What moves and fights as one; ``spec`` is the game's declaration, ``name`` the player's own (may be empty).

    Suggestions do not change a ``locked`` unit.
    """

    id: str
    spec: U
    name: str = ""
    notes: str = ""
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Group(Generic[G, U]):
    """Units that belong together (battle group, platoon, squad ...)."""

    id: str
    name: str
    spec: G
    units: tuple[Unit[U], ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Force(Generic[F, G, U]):
    """A whole army of one game.

    ``house_rules`` are (switch, reading) pairs that differ from the defaults, ``entries`` the player's own
    catalogue entries that this force uses (so that a force is complete in itself), ``serial`` the last number
    given to a group or unit.
    """

    ruleset: str
    name: str
    spec: F
    groups: tuple[Group[G, U], ...] = ()
    notes: str = ""
    house_rules: tuple[tuple[str, str], ...] = ()
    entries: tuple[Entry[Any], ...] = field(default=())
    serial: int = 0

    def units(self) -> Iterator[tuple[Group[G, U], Unit[U]]]:
        """Every unit with its group, in order."""
        for group in self.groups:
            for unit in group.units:
                yield group, unit

    def group(self, group_id: str) -> Group[G, U]:
        """The group of that id; raises ``NoSuchPart``."""
        for group in self.groups:
            if group.id == group_id:
                return group
        raise NoSuchPart(group_id)

    def unit(self, unit_id: str) -> tuple[Group[G, U], Unit[U]]:
        """The unit of that id with its group; raises ``NoSuchPart``."""
        for group, unit in self.units():
            if unit.id == unit_id:
                return group, unit
        raise NoSuchPart(unit_id)

    def with_ids(self) -> Force[F, G, U]:
        """The same force with an id for every group and unit, and a ``serial`` not below any of them."""
        used = [group.id for group in self.groups] + [unit.id for _, unit in self.units()]
        # From the ids too, as those of a file may be higher than the serial that it gives.
        numbers = [int(name[1:]) for name in used if name[1:].isdecimal() and name[1:].isascii()]
        serial = max([self.serial, *numbers])
        if all(used):
            return self if serial == self.serial else replace(self, serial=serial)
        groups = []
        for group in self.groups:
            if not group.id:
                serial += 1
                group = replace(group, id=f"g{serial}")
            units = []
            for unit in group.units:
                if not unit.id:
                    serial += 1
                    unit = replace(unit, id=f"u{serial}")
                units.append(unit)
            groups.append(replace(group, units=tuple(units)))
        return replace(self, groups=tuple(groups), serial=serial)


class UnitNames(Generic[F, G, U]):
    """The units of a force by name, for fields that name one."""

    def __init__(self, force: Force[F, G, U], title: Callable[[Unit[U], Group[G, U]], str]) -> None:
        """Index every unit by ``title``: its own name or another."""
        self._units = [(title(unit, group), group.id, unit) for group, unit in force.units()]
        self._places = Names((name, place) for place, (name, _, _) in enumerate(self._units))

    def find(self, name: str, group: Group[G, U], referrer: Unit[U]) -> tuple[Unit[U], ...]:
        """The units that ``referrer`` in that group means by a name: others of its group, else of the whole force."""
        named = [self._units[place] for place in self._places.all(name)]
        # Exactly that name goes before names that only read like it.
        others = [each for each in named if each[0] == name and each[2].id != referrer.id]
        others = others or [each for each in named if each[2].id != referrer.id]
        beside = tuple(unit for _, group_id, unit in others if group_id == group.id)
        return beside or tuple(unit for _, _, unit in others)


AnyForce = Force[Any, Any, Any]
AnyGroup = Group[Any, Any]
AnyUnit = Unit[Any]
"""Parts of any game."""


def _insert(items: tuple[Any, ...], new: tuple[Any, ...], position: int | None) -> tuple[Any, ...]:
    at = len(items) if position is None else max(0, min(position, len(items)))
    return items[:at] + new + items[at:]


def _change_groups(
    force: Force[F, G, U], group_id: str, change: Callable[[Group[G, U]], Group[G, U] | None]
) -> Force[F, G, U]:
    force.group(group_id)
    changed = (change(group) if group.id == group_id else group for group in force.groups)
    return replace(force, groups=tuple(group for group in changed if group is not None))


def add_group(
    force: Force[F, G, U], name: str, spec: G, units: tuple[Unit[U], ...] = (), position: int | None = None
) -> Force[F, G, U]:
    """A new group at ``position`` (default: last); it and its units get new ids."""
    fresh: Group[G, U] = Group("", name, spec, tuple(replace(unit, id="") for unit in units))
    return replace(force, groups=_insert(force.groups, (fresh,), position)).with_ids()


def change_group(force: Force[F, G, U], group_id: str, **changes: Any) -> Force[F, G, U]:
    """The group with another ``name``, ``notes``, ``spec`` or ``units``."""
    return _change_groups(force, group_id, lambda group: replace(group, **changes))


def remove_group(force: Force[F, G, U], group_id: str) -> Force[F, G, U]:
    """The force without that group and its units."""
    return _change_groups(force, group_id, lambda group: None)


def copy_group(force: Force[F, G, U], group_id: str, name: str) -> Force[F, G, U]:
    """A copy of the group, named ``name``, right after it."""
    group = force.group(group_id)
    fresh = replace(group, id="", name=name, units=tuple(replace(unit, id="") for unit in group.units))
    at = force.groups.index(group) + 1
    return replace(force, groups=_insert(force.groups, (fresh,), at)).with_ids()


def move_group(force: Force[F, G, U], group_id: str, position: int) -> Force[F, G, U]:
    """The group at another place among the groups (0 is first)."""
    group = force.group(group_id)
    rest = tuple(other for other in force.groups if other.id != group_id)
    return replace(force, groups=_insert(rest, (group,), position))


def add_units(
    force: Force[F, G, U], group_id: str, units: tuple[Unit[U], ...], position: int | None = None
) -> Force[F, G, U]:
    """New units in a group at ``position`` (default: last), with new ids."""
    fresh = tuple(replace(unit, id="") for unit in units)
    changed = _change_groups(force, group_id, lambda group: replace(group, units=_insert(group.units, fresh, position)))
    return changed.with_ids()


def change_unit(force: Force[F, G, U], unit_id: str, **changes: Any) -> Force[F, G, U]:
    """The unit with another ``name``, ``notes``, ``spec`` or lock."""
    group, _ = force.unit(unit_id)
    return _change_groups(
        force,
        group.id,
        lambda g: replace(g, units=tuple(replace(u, **changes) if u.id == unit_id else u for u in g.units)),
    )


def remove_unit(force: Force[F, G, U], unit_id: str) -> Force[F, G, U]:
    """The force without that unit."""
    group, _ = force.unit(unit_id)
    return _change_groups(
        force, group.id, lambda g: replace(g, units=tuple(unit for unit in g.units if unit.id != unit_id))
    )


def copy_unit(force: Force[F, G, U], unit_id: str, times: int = 1) -> Force[F, G, U]:
    """``times`` copies of the unit right after it; a copy is not locked."""
    group, unit = force.unit(unit_id)
    return add_units(force, group.id, (replace(unit, locked=False),) * times, group.units.index(unit) + 1)


def move_unit(force: Force[F, G, U], unit_id: str, group_id: str, position: int | None = None) -> Force[F, G, U]:
    """The unit at another place, in the same or another group (0 is first; default: last)."""
    _, unit = force.unit(unit_id)
    return _change_groups(
        remove_unit(force, unit_id),
        group_id,
        lambda group: replace(group, units=_insert(group.units, (unit,), position)),
    )


def for_opponent(force: Force[F, G, U]) -> Force[F, G, U]:
    """The force as an opponent may see it before the game: no notes or locks, and every secret field at its default."""
    open_force = without_notes(force)
    groups = tuple(
        replace(
            group,
            spec=_without_secrets(group.spec),
            units=tuple(replace(unit, spec=_without_secrets(unit.spec), locked=False) for unit in group.units),
        )
        for group in open_force.groups
    )
    return replace(open_force, spec=_without_secrets(open_force.spec), groups=groups)


def _without_secrets(spec: Any) -> Any:
    return replace(spec, **{field.name: field.default for field in fields_of(type(spec)) if field.ask.secret})


def without_notes(force: Force[F, G, U]) -> Force[F, G, U]:
    """The force without the notes on the army, its groups and its units."""
    groups = tuple(
        replace(group, notes="", units=tuple(replace(unit, notes="") for unit in group.units)) for group in force.groups
    )
    return replace(force, groups=groups, notes="")
