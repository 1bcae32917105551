"""How a unit is presented: row, card and label; also a force's markers and templates, and the head of its roster.

All are in one module, since they give the same values of a unit in the same words.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rulesets.core.calculators import percent
from rulesets.core.cards import Card, Chip, Label, Standing, Token, TokenShape, UnitRow, tokens_of
from rulesets.core.declarations.catalogue import Source
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Table, Tone, table
from rulesets.core.wording import count_of, isolated

from .catalogue import MARKERS, MEANINGS, NONE, dice_in_words, shot_in_words, specials_in_words, still_bands
from .command.command_value import CommandTest, success
from .fire.shots import Aim, armour_and_cover
from .house_rules import WORDS
from .modifiers import modified, plain
from .movement import care_in_words, dismounted_fighters
from .profiles import Fire, Purpose, Weapon
from .symbols import symbol_of, tint_of
from .tables import (
    FACING_SIGN,
    MARGINS,
    PERMANENT_QUARTER,
    Arm,
    Cover,
    Facing,
    Role,
    Threshold,
    max_survivors,
    permanent_markers,
)
from .tracks import deploys, printed_tracks, systems_of, wounds_marked
from .units import (
    Armed,
    ListedContext,
    ListedGroup,
    ListedUnit,
    Statline,
    display_name,
    is_heavy,
    may_change_stance,
    on_foot,
    played_wv,
    short_name,
    statline,
)

ONE_MAN, CREW = (WORDS.sentence(f"card.{name}", "men") for name in ("one_man", "crew"))
PERMANENT = WORDS.sentence("card.permanent", "numbers")
HELPED, HALVED = WORDS.sentence("group.helped"), WORDS.sentence("group.half", "units")
CREDIT = "For use with Forge of War, 2nd edition, by the Forge of War Development Group."
"""Printed on every sheet and template (they may be passed on free of charge, with this credit)."""

FIGURE_AV = range(6)
"""Armour Values for which a card gives the value of a shot."""
VEHICLE_AV = range(6, 11)
"""Armour Values of vehicles for which a card gives the value of a shot with anti-tank weapons."""


_statline = lru_cache(maxsize=1000)(statline)
"""The cached values in play, since an army needs those of each unit often."""


def _stats(unit: Unit[ListedUnit], context: ListedContext) -> Statline:
    return _statline(unit.spec, context.catalogue, context.house)


def _kind_in_words(stats: Statline) -> str:
    name = stats.entry.name if stats.entry is not None else "Custom values"
    training = stats.training.label if stats.training is not None else "training not chosen"
    return f"{name} · {training}"


def _weapons_in_words(stats: Statline) -> str:
    return ", ".join(f"{armed.count}× {armed.short}" for armed in stats.weapons)


def row(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> UnitRow:
    """A unit in a list: its troops and weapons, strength, values and D-marker cap."""
    stats = _stats(unit, context)
    strength = "vehicle" if stats.is_vehicle else count_of(stats.figures, "figure", "figures")
    chips = [
        Chip(strength, Tone.STRONG),
        Chip(stats.line(), hint="Command, Shooting, Fighting and Armour Values, Wounds"),
        Chip(f"{stats.cap} D", hint="the most D-markers it can take"),
    ]
    if unit.spec.role is not Role.NONE:
        chips.append(Chip(unit.spec.role.label, Tone.GOOD))
    weapons = _weapons_in_words(stats)
    kind = " · ".join(part for part in (_kind_in_words(stats), weapons) if part)
    return UnitRow(
        display_name(unit, context.catalogue),
        kind,
        symbol_of(stats, unit.spec.role),
        tuple(chips),
        strength=strength,
        lists=(("weapons", weapons),),
    )


def standing(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> Standing:
    """The unit's formation, the numbers of both, and its role in the command."""
    number, role = f"{context.group_number(group)}·{context.number(unit, group)}", unit.spec.role
    corner = " · ".join(filter(None, (isolated(group.name), number)))
    return Standing(corner, number, role.label if role is not Role.NONE else "")


def _av_text(stats: Statline) -> str:
    if not stats.is_vehicle or not stats.av_delta:
        return str(stats.av)
    return "/".join(str(stats.av + FACING_SIGN[facing] * stats.av_delta) for facing in Facing)


def _star(stats: Statline, field: str) -> str:
    """A star at values changed from the catalogue row."""
    return "*" if field in stats.changed_fields else ""


def stats_in_words(stats: Statline, house: HouseRules) -> tuple[Stat, ...]:
    """A unit’s values as its card says them: CV, SV, FV, AV, W and move. A vehicle may lack FV and W (§33, §38)."""
    fv, wounds = (plain(value) if value or not stats.is_vehicle else NONE for value in (stats.fv, stats.wounds))
    attacks = f"({stats.attacks})" if stats.attacks != 1 else ""
    av_name = MEANINGS["AV"] + (", front/side/rear" if stats.is_vehicle and stats.av_delta else "")
    return (
        Stat("CV", f"{stats.cv}{_star(stats, 'cv')}", MEANINGS["CV"]),
        Stat("SV", f"{stats.sv}{_star(stats, 'sv')}", MEANINGS["SV"]),
        Stat("FV", f"{fv}{attacks}{_star(stats, 'fv')}", MEANINGS["FV"]),
        Stat("AV", f"{_av_text(stats)}{_star(stats, 'av')}", av_name),
        Stat("W", f"{wounds}{_star(stats, 'wounds')}", MEANINGS["W"]),
        Stat(
            "Move",
            f"{stats.move}″{_star(stats, 'move')}",
            f"Inches for each move action (difficult ground with care: {care_in_words(house)})",
        ),
    )


def _weapons(stats: Statline, house: HouseRules) -> Table:
    rows: list[tuple[object, ...]] = [
        (f"{armed.count}× {armed.short}", *shot_in_words(armed.entry, house)) for armed in stats.weapons
    ]
    return table("Weapons", "***Weapon | ^Range/½ | ^WV | **Dice", rows)


def _other_rounds(armed: Armed, context: ListedContext) -> Iterator[str]:
    """The other ammunition of the same launcher."""
    launcher = armed.weapon.launcher
    for entry in context.catalogue.of_kind("weapon") if launcher else ():
        if isinstance(entry.spec, Weapon) and entry.spec.launcher == launcher and entry.key != armed.entry.key:
            wv = played_wv(entry, context.house)
            yield f"or {short_name(entry)}: WV {wv}, dice {dice_in_words(entry.spec.weight_of_fire)}"


def _weapon_lines(stats: Statline, context: ListedContext) -> Iterator[Line]:
    alike: dict[str, list[str]] = {}
    for armed in stats.weapons:
        moving = still_bands(armed.weapon.weight_of_fire, context.house)
        words = [*specials_in_words(armed.weapon), *_other_rounds(armed, context)]
        if is_heavy(armed.weapon, stats.arm, stats.powered):
            crew = CREW if armed.crew > 1 else ONE_MAN
            words.insert(0, crew(context.house, men=count_of(armed.crew, "man", "men")))
        if stats.is_vehicle and armed.row.mount is not None:
            over = ", fires over friends" if armed.row.mount.fires_over_friends else ""
            words.insert(0, f"{armed.row.mount.label.lower()}{over}")
        if words:
            yield Line(armed.short, "; ".join((*words, *moving)))
        elif moving:
            alike.setdefault(", ".join(moving), []).append(armed.short)
    for text, names in alike.items():
        yield Line(", ".join(names), text)


def _traits(stats: Statline, unit: ListedUnit) -> Iterator[str]:
    if unit.role is not Role.NONE:
        yield unit.role.label
    if stats.terrifying:
        yield "terrifying"
    if stats.jump_packs:
        yield "jump packs"
    if stats.skimmer:
        yield "grav or hover"
    if stats.grenades:
        yield "fragmentation grenades"
    if stats.powered:
        yield "power armour"
    if stats.melee_only or (not stats.ranged and not stats.is_vehicle):
        yield "close combat only"
    if stats.fv_bonus:
        yield f"pistols: FV +{stats.fv_bonus}"
    if stats.close_combat:
        yield f"close combat weapon: FV +{stats.close_combat}"
    if stats.transport:
        yield f"carries {stats.transport}"
    if stats.fights:
        yield "fights hand to hand"


def on_foot_in_words(riders: Statline, context: ListedContext) -> str:
    """What cavalry is on foot, as far as that is chosen, and how many of its figures fight (§5)."""
    men = on_foot(riders, context.catalogue, context.house)
    values = f"{men.entry.name}, {men.line()}, " if men is not None and men.entry is not None else ""
    return f"{values}{dismounted_fighters(riders.figures)} of {riders.figures} fight"


def _lines(unit: Unit[ListedUnit], stats: Statline, context: ListedContext) -> Iterator[Line]:
    traits = ", ".join(_traits(stats, unit.spec))
    if traits:
        yield Line("Traits", traits[0].upper() + traits[1:])
    yield from _weapon_lines(stats, context)
    if stats.features:
        yield Line("Features", stats.features)
    if stats.arm is Arm.CAVALRY:
        yield Line("On foot", on_foot_in_words(stats, context))
    if unit.spec.rides_in:
        yield Line("Rides in", unit.spec.rides_in)
    if unit.spec.attached_to:
        yield Line("With", unit.spec.attached_to)
    if unit.notes:
        yield Line("Notes", unit.notes)


def _shot_values(armed: Armed, stats: Statline, house: HouseRules, arm: Arm, values: range) -> Line:
    """The Shooting Value at a troop type in the open within half range, by the target's AV."""
    at = f"{armed.short} at AV {values.start} to {values.stop - 1}"
    aims = (Aim(0, arm, None, av, Cover.NONE, fast=False) for av in values)
    needed = (plain(modified(stats.sv, armour_and_cover(0, armed.entry, aim, house))) for aim in aims)
    return Line(at, f"hits on {', '.join(needed)} or less")


def _back(stats: Statline, context: ListedContext) -> tuple[Line, ...]:
    """Numbers worked out beforehand: activation by D-markers, shots by AV, when D-markers become permanent."""
    house = context.house
    chances = [percent(success(stats.cv - markers, CommandTest.ACTIVATION, house)) for markers in range(stats.cap + 1)]
    lines = [Line(f"Activates with 0 to {stats.cap} D", " · ".join(chances))]
    if stats.is_vehicle:
        *ladder, worst = (damage.label.lower() for damage in MARGINS)
        steps = [f"{margin} {damage}" for margin, damage in enumerate(ladder)]
        lines.append(Line("Hit value less the die", f"{', '.join(steps)}, {len(steps)} or more {worst}"))
    for armed in stats.ranged:
        if armed.weapon.weight_of_fire.kind is not Fire.AREA:
            lines.append(_shot_values(armed, stats, house, Arm.INFANTRY, FIGURE_AV))
        if armed.weapon.purpose is not Purpose.PERSONNEL:
            lines.append(_shot_values(armed, stats, house, Arm.VEHICLE, VEHICLE_AV))
    stay = [
        f"{permanent_markers(figures, stats.figures, stats.cap)} with {figures} or fewer left"
        for threshold in (Threshold.LOST_HALF, Threshold.LOST_QUARTERS)
        if (figures := max_survivors(stats.figures, threshold))
    ]
    if stay:
        lines.append(Line("Permanent D-markers", PERMANENT(house, numbers=", ".join(stay))))
    return tuple(lines)


_SOURCES: Final = {Source.EXAMPLE: "example profile", Source.OWN: "custom profile"}
"""What a card says of a profile that is not in the rulebook."""


def card(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> Card:
    """A unit's card: values, weapons, traits and boxes; the reverse has calculated chances."""
    stats = _stats(unit, context)
    change_note = "* changed from the list" if stats.changed_fields else ""
    source = _SOURCES.get(stats.entry.source, "") if stats.entry else ""
    title = display_name(unit, context.catalogue)
    return Card(
        title=title,
        subtitle=f"{_kind_in_words(stats).removeprefix(f'{title} · ')}, {stats.cap}\u00a0D",
        corner=standing(unit, group, context).corner,
        tint=context.force.spec.colour.tint(tint_of(stats, unit.spec.role)),
        symbol=symbol_of(stats, unit.spec.role),
        stats=stats_in_words(stats, context.house),
        tables=(_weapons(stats, context.house),) if stats.weapons else (),
        lines=tuple(_lines(unit, stats, context)),
        tracks=printed_tracks(stats, context.house),
        footer=" · ".join(part for part in (change_note, source) if part),
        back=_back(stats, context),
    )


def group_lines(group: ListedGroup, context: ListedContext) -> tuple[Line, ...]:
    """What a formation has to know: who helps it, and at how many figures its units are at half strength."""
    half = [
        f"{isolated(display_name(unit, context.catalogue))} {max_survivors(stats.figures, Threshold.HALF)}"
        for unit in group.units
        if not (stats := _stats(unit, context)).is_vehicle and stats.figures > 1
    ]
    lines = [Line("Command Value", HELPED(context.house))]
    if half:
        lines.append(Line("Half strength", HALVED(context.house, units=", ".join(half))))
    return tuple(lines)


def labels(context: ListedContext) -> tuple[Label, ...]:
    """A label for each unit's tray or lead figure: its name above, its values underneath."""
    labels: list[Label] = []
    for group in context.force.groups:
        for unit in group.units:
            stats = _stats(unit, context)
            labels.append(
                Label(
                    top=display_name(unit, context.catalogue),
                    title=display_name(unit, context.catalogue),
                    lines=tuple(line for line in (stats.line(), f"{stats.cap} D", _weapons_in_words(stats)) if line),
                    corner=standing(unit, group, context).short,
                    symbol=symbol_of(stats, unit.spec.role),
                    star=stats.leader or unit.spec.role.is_command,
                    tint=context.force.spec.colour.tint(tint_of(stats, unit.spec.role)),
                    holder=unit.id,
                )
            )
    return tuple(labels)


def radii(context: ListedContext) -> tuple[int, ...]:
    """The radii of templates that a force's weapons need, smallest first, in inches."""
    agreed_radius = context.force.spec.blast_radius
    radii = set()
    for _, unit in context.force.units():
        for armed in _stats(unit, context).weapons:
            fire = armed.weapon.weight_of_fire
            radii.add(fire.radius if fire.kind is Fire.AREA else 0)
            if armed.weapon.indirect and context.force.spec.indirect_fire:
                radii.add(armed.weapon.blast_radius or agreed_radius)
    return tuple(sorted(radii - {0}))


def tokens(context: ListedContext) -> tuple[Token, ...]:
    """The markers a force may need at once, and its templates in true size."""
    settings = context.force.spec
    units = [(unit, _stats(unit, context)) for _, unit in context.force.units()]
    shooters = sum(bool(stats.ranged) for _, stats in units)
    nimble = sum(may_change_stance(stats) for _, stats in units)
    bodies = [stats for _, stats in units if not stats.is_vehicle and stats.figures > 1]
    vehicles = [stats for _, stats in units if stats.is_vehicle]
    numbers = {
        "units": len(units),
        "caps": sum(stats.cap for _, stats in units),
        "floors": sum(min(stats.cap, PERMANENT_QUARTER) for stats in bodies),
        "bodies": len(bodies),
        "wounds": sum(wounds_marked(stats, context.house) for _, stats in units),
        "shooters": shooters,
        "quarter": -(-len(units) // 4),
        "heavy": sum(deploys(stats, context.house) for _, stats in units),
        "vehicles": len(vehicles),
        "systems": sum(len(systems_of(stats, context.house)) for stats in vehicles),
        "transports": sum(bool(stats.transport) for stats in vehicles),
        "covering": shooters if settings.covering_fire else 0,
        "stances": nimble if settings.stances else 0,
        "reactions": len(units) if settings.reaction_tests else 0,
    }
    templates = (
        Token(f"template-{radius}", CREDIT, TokenShape.ROUND, 200 * radius, 1, f"{radius}″ radius")
        for radius in radii(context)
    )
    return (*tokens_of(MARKERS, numbers), *templates)


def summary(context: ListedContext) -> tuple[Line, ...]:
    """Lines at a roster's head: units, figures, command, transport, and custom values."""
    settings = context.force.spec
    units = [(unit, _stats(unit, context)) for _, unit in context.force.units()]
    vehicles = sum(stats.is_vehicle for _, stats in units)
    figures = sum(stats.figures for _, stats in units if not stats.is_vehicle)
    commander = next(
        (display_name(unit, context.catalogue) for unit, _ in units if unit.spec.role is Role.FORCE_COMMANDER), "none"
    )
    seats = sum(stats.transport for _, stats in units)
    riders = sum(stats.figures for unit, stats in units if unit.spec.rides_in)
    cars = f" and {vehicles} vehicle{'' if vehicles == 1 else 's'}" if vehicles else ""
    lines = [
        Line("Units", f"{len(units)}, one attempt each per turn"),
        Line("Figures", f"{figures}{cars}"),
        Line("Force Commander", isolated(commander)),
    ]
    if seats or riders:
        lines.append(Line("Transport", f"{riders} of {seats} places taken"))
    total = sum(unit.spec.value for unit, _ in units)
    if settings.limit or total:
        limit = f" of {settings.limit}" if settings.limit else ""
        lines.append(Line("Your points", f"{total}{limit}"))
    return tuple(lines)
