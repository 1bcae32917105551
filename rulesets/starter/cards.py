"""A unit in lists, on its card and on its label, as data."""

from rulesets.core.cards import Card, Chip, Label, Standing, Symbol, SymbolSet, Token, UnitRow
from rulesets.core.forces.force import Group, Unit
from rulesets.core.reference import Line
from rulesets.core.tables import Stat
from rulesets.core.wording import isolated

from .legality import Context, points_in, points_of
from .tracks import tracks
from .units import Squad, Troops, TroopType


def row(unit: Unit[Troops], squad: Group[Squad, Troops], context: Context) -> UnitRow:
    """The unit in a list."""
    entry = context.catalogue.get("troop-type", unit.spec.troop_type)
    name = entry.name if entry else unit.spec.troop_type
    chips = (Chip(f"{unit.spec.models} models"), Chip(f"{points_of(unit.spec, context)} pts"))
    return UnitRow(unit.name or name, name, Symbol(SymbolSet.ICON, "brodie-helmet", name), chips)


def standing(unit: Unit[Troops], squad: Group[Squad, Troops], context: Context) -> Standing:
    """Where the unit stands in its army."""
    number = context.number(unit, squad)
    return Standing(f"{isolated(squad.name) or context.group_number(squad)} · {number}", str(number))


def stats(unit: Unit[Troops], context: Context) -> tuple[Stat, ...]:
    """The unit's values; none while its troop type is unknown."""
    troop_type = context.catalogue.spec(TroopType, "troop-type", unit.spec.troop_type)
    if troop_type is None:
        return ()
    return Stat("M", f"{troop_type.move}″", "Move"), Stat("S", f"{troop_type.skill}+", "Skill")


def card(unit: Unit[Troops], squad: Group[Squad, Troops], context: Context) -> Card:
    """The unit's card."""
    list_row = row(unit, squad, context)
    return Card(
        list_row.title,
        list_row.subtitle,
        standing(unit, squad, context).corner,
        symbol=list_row.symbol,
        stats=stats(unit, context),
        tracks=tuple(track for track in tracks(unit, squad, context) if track.printed),
    )


def labels(context: Context) -> tuple[Label, ...]:
    """A label for each unit's base."""
    return tuple(
        Label(squad.name, row(unit, squad, context).title, corner=standing(unit, squad, context).short, holder=unit.id)
        for squad, unit in context.force.units()
    )


def tokens(context: Context) -> tuple[Token, ...]:
    """The game has no markers."""
    return ()


def summary(context: Context) -> tuple[Line, ...]:
    """The army in a few lines."""
    return (Line("Points", f"{points_in(context)} of {context.force.spec.points_limit}"),)
