"""How an army is displayed: list rows, unit cards, labels for the models' bases, tokens and the summary."""

from dataclasses import replace
from typing import NamedTuple

from rulesets.core.calculators import percent
from rulesets.core.cards import Card, Chip, Label, Standing, Symbol, SymbolSet, Tint, Token, UnitRow, tokens_of
from rulesets.core.declarations.fields import Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table, Tone, table
from rulesets.core.wording import count_of, isolated

from .catalogue import MARKERS, MEANINGS
from .falling_back import limits
from .house_rules import WORDS
from .legality import WarContext, WarPlatoon
from .orders import role_of
from .phase import LeaderRole
from .snap_fire import full_shots, snap_shots
from .suppression import Check, leaderless_ld, resolved_roll
from .tables import DOUBLE, NOT_DEFINED
from .tracks import printed_tracks
from .units import (
    BEYOND,
    INCHES,
    ModelRank,
    Models,
    UnitType,
    WarUnit,
    Weapon,
    at_least_zero,
    context_of,
    title_of,
    weapons_of,
)

_ORDER = WORDS.sentence("order", "each", "dice")
_INSPIRATION = WORDS.sentence("inspiration", "nv")
_BACK = WORDS.sentences("back", "markers", "ld", "nv", "full", "snap")
_OF_GROUP = WORDS.sentences("group", "units", "models", "half")

TINTS = {
    UnitType.INFANTRY: Tint.OLIVE,
    UnitType.COMMAND: Tint.COBALT,
    UnitType.VEHICLE: Tint.STEEL,
    UnitType.MONSTER: Tint.PLUM,
}
ICONS = {
    UnitType.INFANTRY: "bolter-gun",
    UnitType.COMMAND: "flag-objective",
    UnitType.VEHICLE: "battle-mech",
    UnitType.MONSTER: "monster-grasp",
}
ROLE_WORDS = {
    LeaderRole.NONE: "",
    LeaderRole.OFFICER: "Officer",
    LeaderRole.INSPIRING_OFFICER: "Officer, Inspiring",
    LeaderRole.INSPIRING_HERO: "Hero, Inspiring",
}


def _or_dash(value: int | None) -> str:
    return "–" if value is None else str(value)


def _symbol(spec: WarUnit) -> Symbol:
    return Symbol(SymbolSet.ICON, ICONS[spec.context.unit_type], spec.context.unit_type.label)


def _subtitle(unit: Unit[WarUnit]) -> str:
    """The kind of unit, if it is not the title."""
    return "" if unit.spec.profile == title_of(unit) else unit.spec.profile


def row(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> UnitRow:
    """A unit in a list: its models, its check, and what it does for others."""
    spec = unit.spec
    strength = count_of(spec.starting, "model", "models")
    chips = [
        Chip(strength),
        Chip(
            f"Ld {_or_dash(spec.ld)} · Nv {_or_dash(spec.nv)}",
            hint="Leadership: dice to roll. Nerve: one must show this or less, 1 lower for each marker after the first",
        ),
    ]
    role = ROLE_WORDS[role_of(spec)]
    if role:
        chips.append(Chip(role, Tone.STRONG))
    if spec.context.points:
        chips.append(Chip(f"{spec.context.points} pts", Tone.MUTED, BEYOND))
    return UnitRow(title_of(unit), _subtitle(unit), _symbol(spec), tuple(chips), strength=strength)


def standing(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Standing:
    """The numbers of the platoon and of the unit in it (empty for a unit outside the army), and its role."""
    number, role = context.group_numbers.get(group.id), ROLE_WORDS[role_of(unit.spec)]
    if number is None:
        return Standing("", "", role)
    platoon = context.force.groups[number - 1]
    place = context.number(unit, platoon)
    corner = f"{number}·{place}" if place <= len(platoon.units) else ""
    return Standing(corner, corner, role)


def _arms(spec: WarUnit, context: WarContext) -> tuple[Table, ...]:
    weapons = list(weapons_of(spec, context.catalogue))
    if not weapons:
        return ()
    arms = [(weapon.full_rof, number) for _, weapon, number in weapons]
    shots = context.house.resolve(lambda rounding: snap_shots(arms, rounding), "snap_rounding")
    rows: list[tuple[object, ...]] = [
        (name, number, weapon.full_rof, weapon.snap_rof) for name, weapon, number in weapons
    ]
    note = f"Whole unit: {count_of(full_shots(arms), 'shot')}, {shots} with Snap Fire."
    return (table("Weapons", "**Weapon | >No. | >RoF | >Snap", rows, note),)


def _dice(ld: int) -> str:
    return f"{ld} {'die' if ld == 1 else 'dice'}"


def _lines(spec: WarUnit, house: HouseRules) -> tuple[Line, ...]:
    lines = []
    ld = at_least_zero(spec.ld)
    if spec.starting > 1:
        lines.append(Line("Models", f"{', '.join(_model_words(models) for models in spec.model_rows)}."))
        leaderless = house.resolve(lambda reading: leaderless_ld(ld, reading), "leaderless_ld")
        if leaderless < ld:
            lines.append(Line("Leader lost", f"the unit rolls {_dice(leaderless)}."))
    if spec.officers:
        each = "" if spec.officers == 1 else f" from each of {spec.officers} Officers"
        lines.append(Line("Order", _ORDER(house, each=each, dice=_dice(ld))))
    if spec.inspires:
        nv = at_least_zero(spec.nv)
        lines.append(Line("Inspiration", _INSPIRATION(house, nv=nv)))
    lines += [Line(models.name or "Model", models.special_rules) for models in spec.model_rows if models.special_rules]
    return tuple(lines)


def _with_double(value: int | None) -> str:
    """A distance, and twice the distance."""
    inches = at_least_zero(value)
    return "–" if value is None else f"{inches}/{DOUBLE * inches}{INCHES}"


def _model_words(models: Models) -> str:
    rank = models.rank.label if models.rank is not ModelRank.NONE else ""
    leads = "leader" if models.number == 1 else "one leads"
    titles = [title for title in (leads * models.leader, rank, "Inspiring" * models.inspiring) if title]
    words = f"{models.number} × {models.name or 'model'}" if models.number > 1 else models.name or "model"
    return f"{words} ({', '.join(titles)})" if titles else words


def _context(name: str, spec: WarUnit | Models | Weapon) -> tuple[str, ...]:
    """The fields beyond the Action Phase in one phrase, if any are set; without the type, which is the symbol."""
    phrases = ", ".join(
        f"{field.ask.label} {value.label if isinstance(value, Choice) else value}{field.ask.unit}"
        for field, value in context_of(spec)
        if not isinstance(value, UnitType)
    )
    return (f"{name} {phrases}".strip(),) if phrases else ()


def _beyond(spec: WarUnit, context: WarContext) -> tuple[Line, ...]:
    """All fields beyond the Action Phase that are set, under their heading."""
    phrases = [phrase for models in spec.model_rows for phrase in _context(models.name or "Model", models)]
    phrases += [phrase for name, weapon, _ in weapons_of(spec, context.catalogue) for phrase in _context(name, weapon)]
    phrases += _context("", spec)
    return (Line(BEYOND, "; ".join(phrases)),) if phrases else ()


def stats(spec: WarUnit) -> tuple[Stat, ...]:
    """The unit's numbers: Mv, Aw, Ld, Nv and its models."""
    return (
        Stat("Mv", _with_double(spec.mv), f"{MEANINGS['Mv']}, doubled At The Double! and when falling back"),
        Stat("Aw", _with_double(spec.aw), f"{MEANINGS['Aw']}, doubled for Snap Fire in Open Fire!"),
        Stat("Ld", _or_dash(spec.ld), MEANINGS["Ld"]),
        Stat("Nv", _or_dash(spec.nv), MEANINGS["Nv"]),
        Stat("Models", str(spec.starting), "Models at the start"),
    )


class _Leaders(NamedTuple):
    """The Ld of an army's Officers and the Nv of its inspirers, each once."""

    officers: tuple[int, ...]
    inspirers: tuple[int, ...]


def _leaders(group: WarPlatoon, context: WarContext) -> _Leaders:
    specs = [unit.spec for _, unit in context.force.units()]
    return _Leaders(
        tuple(sorted({at_least_zero(spec.ld) for spec in specs if spec.officers})),
        tuple(sorted({at_least_zero(spec.nv) for spec in specs if spec.inspires})),
    )


def _back(spec: WarUnit, group: WarPlatoon, context: WarContext) -> tuple[Line, ...]:
    """Numbers worked out beforehand: the chance to act by markers and by who helps, the dice of all weapons."""
    house, nerve = context.house, at_least_zero(spec.nv)
    leaders = context.of_group(_leaders, group)
    own = Check(ld=at_least_zero(spec.ld), nv=nerve)
    checks = [(_BACK["acts"](house, markers=nerve), own)]
    if spec.starting > 1:
        checks.append((_BACK["leaderless"](house), replace(own, leader_lost=True)))
    for ld in leaders.officers:
        checks.append((_BACK["ordered"](house, ld=ld), replace(own, officer_ld=ld)))
    for nv in leaders.inspirers:
        checks.append((_BACK["inspired"](house, nv=nv), replace(own, inspirer_nv=nv)))
    chances = {
        term: [percent(resolved_roll(replace(check, markers=markers), house).chance) for markers in range(1, nerve + 1)]
        for term, check in checks
    }
    # The same chances twice say nothing.
    told = [(term, each) for term, each in chances.items() if term == checks[0][0] or each != chances[checks[0][0]]]
    lines = [Line(term, " · ".join(each)) for term, each in told if each]
    for name, weapon, number in weapons_of(spec, context.catalogue):
        full, snap = count_of(number * weapon.full_rof, "die", "dice"), number * weapon.snap_rof
        lines.append(Line(f"{number} × {name}", _BACK["dice"](house, full=full, snap=snap)))
    return tuple(lines)


def card(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Card:
    """A unit's card: characteristics, weapons, the number to roll by markers, and the models with both limits."""
    spec = unit.spec
    return Card(
        title_of(unit),
        _subtitle(unit),
        standing(unit, group, context).corner,
        context.force.spec.colour.tint(TINTS[spec.context.unit_type]),
        _symbol(spec),
        stats(spec),
        _arms(spec, context),
        _lines(spec, context.house) + _beyond(spec, context),
        printed_tracks(spec, context.house),
        ROLE_WORDS[role_of(spec)] or (f"Leader: {spec.leader}" if spec.leader else ""),
        _back(spec, group, context),
    )


def labels(context: WarContext) -> tuple[Label, ...]:
    """A label for the base of every model: the unit's number on top, its name underneath; leaders have a star."""
    all_labels = []
    for group, unit in context.force.units():
        corner = standing(unit, group, context).short
        for models in unit.spec.model_rows:
            for number in range(models.number):
                leads = number == 0 and (models.leader or unit.spec.starting == 1)
                rank = models.rank.label if models.rank is not ModelRank.NONE else ""
                lines = tuple(line for line in (models.name, rank, group.name) if line)
                tint = context.force.spec.colour.tint(TINTS[unit.spec.context.unit_type])
                all_labels.append(
                    Label(corner, title_of(unit), lines, corner, _symbol(unit.spec), leads, tint=tint, holder=unit.id)
                )
    return tuple(all_labels)


def tokens(context: WarContext) -> tuple[Token, ...]:
    """The markers that the army may need: suppression, a state for each unit, an order for each Officer."""
    specs = [unit.spec for _, unit in context.force.units()]
    shares = [limits(spec.starting, context.house) for spec in specs]
    numbers = {
        "units": len(specs),
        "nerve": sum(at_least_zero(spec.nv) for spec in specs),
        "inspired": len(specs) if any(spec.inspires for spec in specs) else 0,
        "officers": sum(spec.officers for spec in specs),
        "forced": sum(share.forced_span != "–" for share in shares),
        "destroyed": sum(share.destroyed > 0 for share in shares),
    }
    return tokens_of(MARKERS, numbers)


def group_lines(group: WarPlatoon, context: WarContext) -> tuple[Line, ...]:
    """What a platoon has to know: who gives orders and inspires, how far, and half of its models."""
    house, lines = context.house, []
    for term, word, units in (
        ("Officers", "officers", [unit for unit in group.units if unit.spec.officers]),
        ("Inspiring", "inspiring", [unit for unit in group.units if unit.spec.inspires]),
    ):
        if units:
            names = ", ".join(isolated(title_of(unit)) for unit in units)
            lines.append(Line(term, _OF_GROUP[word](house, units=names)))
    models = sum(unit.spec.starting for unit in group.units)
    if models:
        lines.append(Line("Models", _OF_GROUP["models"](house, models=models, half=models // 2)))
    return tuple(lines)


def summary(context: WarContext) -> tuple[Line, ...]:
    """The lines at a roster's head: units, models, leaders, and points where there are any."""
    specs = [unit.spec for _, unit in context.force.units()]
    points, limit = sum(spec.context.points for spec in specs), context.force.spec.points_limit
    lines = [
        Line("Units", str(len(specs))),
        Line("Models", str(sum(spec.starting for spec in specs))),
        Line("Officers", str(sum(spec.officers for spec in specs))),
        Line("Inspiring units", str(sum(spec.inspires for spec in specs))),
    ]
    if points or limit is not None:
        total = f"{points} of {limit}" if limit is not None else str(points)
        lines.append(Line("Points", f"{total} ({NOT_DEFINED})"))
    return tuple(lines)
