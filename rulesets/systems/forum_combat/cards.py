"""How squads and units are shown: rows, cards, labels, tokens, and the lines at the head of a roster."""

from collections.abc import Iterator
from functools import lru_cache

from rulesets.core.calculators import percent
from rulesets.core.cards import (
    Card,
    Chip,
    Label,
    Standing,
    Symbol,
    SymbolSet,
    Tint,
    Token,
    TokenShape,
    UnitRow,
    tokens_of,
)
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table, Tone, table
from rulesets.core.wording import count_of, isolated

from . import tables
from .attacks import hit_chance, hit_number, range_cap, save_needed, save_number, wound_number
from .catalogue import MARKERS, MEANINGS, reach, save_label, tags
from .house_rules import WORDS
from .legality import Roster, points
from .morale import control, pass_chance
from .movement import allowance
from .tracks import (
    command_points,
    count_squad,
    health_tracks,
    printed_tracks,
    squad_place,
)
from .units import (
    Ability,
    Armed,
    Member,
    Profile,
    SquadGroup,
    TroopUnit,
    UnitKind,
    WeaponType,
    best_leadership,
    leadership,
    member,
    members,
    slowest,
    units_of,
)
from .units import piece_name as piece_name

ICONS = {
    UnitKind.INFANTRY: "brodie-helmet",
    UnitKind.TEAM: "machine-gun",
    UnitKind.HERO: "star-medal",
    UnitKind.VEHICLE: "apc",
    UnitKind.OTHER: "person",
}

TINTS = {
    UnitKind.INFANTRY: Tint.OLIVE,
    UnitKind.TEAM: Tint.STEEL,
    UnitKind.HERO: Tint.PLUM,
    UnitKind.VEHICLE: Tint.UMBER,
    UnitKind.OTHER: Tint.RUST,
}

TOKEN_SIZE = 100
"""Diameter of a numbered token in hundredths of an inch."""

CACHED_TABLES = 256
"""Weapon tables in the cache: an army has many units of one kind."""

TOUGHNESSES = range(1, 9)
AP_VALUES = range(5)
MAX_ABANDONED = 3
"""What the backs of cards and the quick reference work out beforehand."""

_BACK = WORDS.sentences("back", "acc", "strength", "sav", "ld")

OBJECTIVES = 3
"""The number of objective markers; the rulebook gives none."""


def _symbol(line: Member) -> Symbol:
    return Symbol(SymbolSet.ICON, ICONS[line.profile.kind], line.profile.kind.label)


def row(unit: TroopUnit, squad: SquadGroup, context: Roster) -> UnitRow:
    """A line of a squad in a list."""
    line = member(unit, context.catalogue)
    units = unit_size(unit, context)
    if line is None:
        title, unknown = unit.name or unit.spec.profile or "No unit", (Chip("?", Tone.BAD),)
        return UnitRow(title, "not in the catalogue", None, unknown, count=units)
    chips = [Chip(f"×{units}", Tone.STRONG, f"{units} identical units")] if units > 1 else []
    if unit.spec.cp:
        chips.append(Chip(f"{unit.spec.cp} CP", Tone.GOOD, "Command Points, to spend on abilities"))
    chips.append(Chip(f"T {line.profile.t} · SAV {save_label(line.profile.sav)}", hint="Toughness and save"))
    weapon = line.arms[0].name if line.arms else ""
    if line.arms:
        first = line.arms[0].weapon
        reaches = "Melee" if first.type is WeaponType.MELEE else f"Range {first.rng}"
        hits = f"{count_of(first.atk, 'attack')} at {first.acc}+"
        hint = f"{reaches}, {hits}, Strength {first.strength}, Armor Penetration {first.ap}, Damage {first.dmg}"
        chips.append(Chip(weapon, hint=hint))
    kind = line.name if line.title != line.name else "" if unit.spec.role else line.profile.kind.label
    subtitle = " · ".join(part for part in (kind, unit.spec.role) if part)
    return UnitRow(line.title, subtitle, _symbol(line), tuple(chips), count=units, lists=(("weapons", weapon),))


def standing(unit: TroopUnit, squad: SquadGroup, context: Roster) -> Standing:
    """The line's squad and the names of its units in a combat (or its number if it has no profile), and its role."""
    name, place, line = isolated(squad.name) or "Squad", squad_place(squad, context), member(unit, context.catalogue)
    if line is None:
        number = context.number(unit, squad)
        return Standing(f"{name} · {place + 1}, unit {number}", str(number))
    counts = context.of_group(count_squad, squad)
    first = counts.before.get(unit.id, counts.units)
    names, units = piece_name(place, first), units_of(line, context.house)
    if units > 1:
        names += f"–{piece_name(place, first + units - 1)}"
    hero = UnitKind.HERO.label if line.profile.kind is UnitKind.HERO else ""
    return Standing(f"{name} · {names}", names, unit.spec.role or hero)


@lru_cache(maxsize=CACHED_TABLES)
def weapons_table(arms: tuple[Armed, ...]) -> Table:
    """Each weapon once, with its range and the longest range that bonuses allow."""
    rows: list[tuple[object, ...]] = []
    for armed in dict.fromkeys(arms):
        weapon = armed.weapon
        longest = "–" if weapon.type is WeaponType.MELEE else str(range_cap(weapon.rng, weapon.rng))
        numbers = (weapon.atk, f"{weapon.acc}+", weapon.strength, weapon.ap, weapon.dmg)
        rows.append((armed.name, reach(weapon), longest, *numbers, tags(weapon)))
    headings = "***Weapon | >RNG | >MAX | >ATK | >ACC | >STR | >AP | >DMG | **SPC"
    return table("Weapons", headings, rows)


def ordered_by(squad: SquadGroup) -> str:
    """Who orders a squad, as its cards say it; empty if nobody is named."""
    return f"ordered by {squad.spec.owner}" if squad.spec.owner else ""


def _abilities(unit: TroopUnit, context: Roster) -> Iterator[Line]:
    for key in unit.spec.abilities:
        entry = context.catalogue.get("ability", key)
        if entry is not None and isinstance(entry.spec, Ability):
            ability = entry.spec
            when = f"{ability.phase.label} phase{', at once' if ability.immediately else ''}"
            limit = f" {ability.limit}" if ability.limit else ""
            whom = ability.target.label.lower()
            yield Line(f"{entry.name} ({ability.cost} CP)", f"{when}, on {whom}. {ability.effect}{limit}")


def stats(unit: TroopUnit, context: Roster) -> tuple[Stat, ...]:
    """The characteristics of a line's units; empty if its profile is not in the catalogue."""
    line = member(unit, context.catalogue)
    return () if line is None else _stats(line.profile)


def _stats(profile: Profile) -> tuple[Stat, ...]:
    return (
        Stat("MOV", str(profile.mov), MEANINGS["MOV"]),
        Stat("T", str(profile.t), MEANINGS["T"]),
        Stat("SAV", save_label(profile.sav), MEANINGS["SAV"]),
        Stat("HP", str(profile.hp), MEANINGS["HP"]),
        Stat("LD", f"{profile.ld}+", MEANINGS["LD"]),
        Stat("CON", str(profile.con), MEANINGS["CON"]),
        Stat("ENG", str(profile.eng), MEANINGS["ENG"]),
    )


def _back(line: Member, house: HouseRules) -> Iterator[Line]:
    """Numbers worked out beforehand: hits by modifier, wounds by toughness, saves by AP, morale by units abandoned."""
    weapons, profile, limit = [armed.weapon for armed in line.arms], line.profile, tables.ACC_LIMIT
    for acc in sorted({weapon.acc for weapon in weapons}):
        chances = (percent(hit_chance(hit_number(acc, net), house)) for net in range(-limit, limit + 1))
        yield Line(_BACK["hits"](house, acc=acc), " · ".join(chances))
    for strength in sorted({weapon.strength for weapon in weapons}):
        numbers = (f"{wound_number(strength, toughness)}+" for toughness in TOUGHNESSES)
        yield Line(_BACK["wounds"](house, strength=strength), " · ".join(numbers))
    needed = (save_needed(save_number(profile.sav, ap), house) for ap in AP_VALUES)
    saves = " · ".join("–" if number is None else f"{number}+" for number in needed)
    yield Line(_BACK["saves"](house, sav=save_label(profile.sav)), saves)
    holding = (percent(pass_chance(profile.ld, abandoned)) for abandoned in range(MAX_ABANDONED + 1))
    yield Line(_BACK["holds"](house, ld=profile.ld), " · ".join(holding))


def card(unit: TroopUnit, squad: SquadGroup, context: Roster) -> Card:
    """The card of a line: statline, weapons, and HP boxes for each of its units."""
    line = member(unit, context.catalogue)
    place = squad_place(squad, context)
    corner = standing(unit, squad, context).corner
    if line is None:
        missing = unit.spec.profile or "No unit chosen"
        return Card(unit.name or missing, "not in the catalogue", corner, lines=(Line("Unit", missing),))
    counts = context.of_group(count_squad, squad)
    before = counts.before.get(unit.id, counts.units)
    profile = line.profile
    kind = line.name if line.title != line.name else profile.kind.label
    player = f"played by {unit.spec.player}" if unit.spec.player else ""
    kinds = f"{line.count} × {kind}" if line.count > 1 else kind
    about = " · ".join(part for part in (unit.spec.role, player, kinds) if part)
    return Card(
        line.title,
        about,
        corner,
        context.force.spec.colour.tint(TINTS[profile.kind]),
        _symbol(line),
        _stats(profile),
        (weapons_table(line.arms),) if line.arms else (),
        (*_abilities(unit, context), Line("Morale", counts.check.words)),
        (
            *command_points(unit),
            *health_tracks(line, place, before, context.house),
        ),
        ordered_by(squad),
        tuple(_back(line, context.house)),
    )


def squad_card(squad: SquadGroup, context: Roster) -> Card:
    """One card for a whole squad: its movement, control and morale, its units, weapons and boxes."""
    counts = context.of_group(count_squad, squad)
    lines, units, check = counts.lines, counts.units, counts.check
    place, mov, house = squad_place(squad, context), slowest(lines), context.house
    own, hero = leadership(lines, house)
    free, minimum = (
        [allowance(mov, shot=shot, broken=False, downed=downed, house=house) for shot in (True, False)]
        for downed in (0, 2 * mov)
    )
    values = [line.profile.con for line in lines for _ in range(units_of(line, house))]
    best = best_leadership(own, hero)
    heroes = [line for line in lines if line.profile.kind is UnitKind.HERO]
    return Card(
        squad.name or f"Squad {place + 1}",
        f"{units} units" if units != 1 else "1 unit",
        f"Squad {place + 1}",
        context.force.spec.colour.tint(TINTS[lines[0].profile.kind] if lines else ""),
        _symbol(lines[0]) if lines else None,
        (
            Stat("MOV", f"{free[0]}/{free[1]}", "Movement with and without shooting"),
            Stat("MIN", f"{minimum[0]}/{minimum[1]}", "Least movement with downed"),
            Stat("LD", f"{best}+" if best is not None else "–", "Leadership, with the hero"),
            Stat("CON", str(control(values, house)), "Control of all units together"),
            Stat("CHECK", check.short, check.words.capitalize()),
        ),
        (
            _units_table(lines),
            weapons_table(tuple(armed for line in lines for armed in line.arms)),
        ),
        tuple(line for hero_line in heroes for line in _abilities(hero_line.unit, context)),
        printed_tracks(squad, context),
        ordered_by(squad),
    )


def _units_table(lines: tuple[Member, ...]) -> Table:
    rows: list[tuple[object, ...]] = []
    for line in lines:
        profile = line.profile
        numbers = (profile.t, save_label(profile.sav), profile.hp, f"{profile.ld}+", profile.con)
        weapons = ", ".join(armed.name for armed in line.arms)
        kind = f" ({line.name})" if line.title != line.name else ""
        rows.append((f"{line.count} × {line.title}{kind}", *numbers, weapons))
    return table("Units", "***Unit | >T | >SAV | >HP | >LD | >CON | ****Weapons", rows)


def group_lines(squad: SquadGroup, context: Roster) -> tuple[Line, ...]:
    """What a squad has to know: the values of the whole squad, and its heroes' abilities."""
    card = squad_card(squad, context)
    return (*(Line(stat.name, stat.value) for stat in card.stats), *card.lines)


def labels(context: Roster) -> tuple[Label, ...]:
    """One label for each unit, with its number on top."""
    unit_labels: list[Label] = []
    house = context.house
    for place, squad in enumerate(context.force.groups):
        number = 0
        for line in members(squad, context.catalogue):
            arms = tuple(armed.name for armed in line.arms[:2])
            for _ in range(units_of(line, house)):
                unit_labels.append(
                    Label(
                        piece_name(place, number),
                        line.title,
                        arms,
                        squad.name,
                        _symbol(line),
                        star=line.profile.kind is UnitKind.HERO,
                        tint=context.force.spec.colour.tint(TINTS[line.profile.kind]),
                        holder=squad.id,
                        unit=line.unit.id,
                    )
                )
                number += 1
    return tuple(unit_labels)


def unit_size(unit: TroopUnit, context: Roster) -> int:
    """How many units a line of a squad fields; one whose profile is not in the catalogue counts as written."""
    line = member(unit, context.catalogue)
    return unit.spec.count if line is None else units_of(line, context.house)


def _count(context: Roster) -> int:
    return sum(unit_size(unit, context) for _, unit in context.force.units())


def tokens(context: Roster) -> tuple[Token, ...]:
    """A numbered token for each unit, and markers for the states of squads and units."""
    squads, house = len(context.force.groups), context.house
    units = [unit.spec for _, unit in context.force.units()]
    lines = [line for squad in context.force.groups for line in members(squad, context.catalogue)]
    numbers = {
        "half": max(1, _count(context) // 2),
        "health": sum(units_of(line, house) * max(0, line.profile.hp - 1) for line in lines),
        "squads": max(1, squads),
        "pairs": max(1, (squads + 1) // 2),
        "abilities": sum(len(unit.abilities) for unit in units),
        "points": sum(unit.cp for unit in units),
        "objectives": OBJECTIVES,
    }
    pieces = (
        Token(f"unit-{label.top}", label.title, TokenShape.ROUND, TOKEN_SIZE, 1, label.top, label.tint)
        for label in labels(context)
    )
    return (*pieces, *tokens_of(MARKERS, numbers))


def summary(context: Roster) -> tuple[Line, ...]:
    """Squads, units, Command Points, and the game master's budget."""
    units = [unit for _, unit in context.force.units()]
    lines = [
        Line("Side", context.force.spec.side.label),
        Line("Squads", str(len(context.force.groups))),
        Line("Units", str(_count(context))),
    ]
    cp = sum(unit.spec.cp for unit in units)
    if cp:
        lines.append(Line("Command Points", str(cp)))
    spent, budget = points(context), context.force.spec.budget
    if budget or spent:
        lines.append(Line("Points", f"{spent} of {budget}" if budget else str(spent)))
    return tuple(lines)
