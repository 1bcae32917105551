"""How stands are displayed: row, card and label; the game's markers, and the lines at a roster's head."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

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
from rulesets.core.tables import Stat, Tone, table
from rulesets.core.wording import either

from . import ranges, tables
from .catalogue import MARKERS
from .eligibility import ON_GROUND, illumination, is_infantry_target, lays_smoke, stays_off_table
from .engagement import SIDE_ARC, factor_shift, repulsed_state
from .engagement_state import State
from .fragile import army_limits, group_limits
from .ground import SIZE_TEXTS, min_depth
from .house_rules import WORDS
from .legality import (
    begins_hidden,
    general_class_of,
    grade_of,
    grade_of_region,
    max_fakes,
    region_of,
    stands_in,
)
from .movement import move_of, repulse_move, retreats
from .readings import Readings, readings_of
from .symbols import symbol_of
from .tracks import printed_state
from .units import (
    CLASSES,
    ArmyContext,
    GeneralClass,
    Grade,
    Mode,
    Posture,
    Rank,
    StandGroup,
    StandKind,
    StandUnit,
    SubClass,
    TroopType,
    kind_of,
    sub_class_name,
)

TINTS: Final = {
    GeneralClass.ARMOUR: Tint.OLIVE,
    GeneralClass.INFANTRY: Tint.RUST,
    GeneralClass.ARTILLERY: Tint.PLUM,
    GeneralClass.AIRCRAFT: Tint.COBALT,
    GeneralClass.NONE: Tint.OCHRE,
}

FLARE: Final = Symbol(SymbolSet.ICON, "explosion-rays", "Illumination")
"""The icon of small markers of illumination."""
PINNED_SHARE: Final = Fraction(1, 2)
REPULSED_SHARE: Final = tables.ARMY_REPULSED
MAX_SMOKE: Final = 12
HEADQUARTERS: Final = "BGHQ"
MAX_TARGETS_LENGTH: Final = 9
"""Most letters of targets that a chip names behind their range."""


def vehicle_name(stand: StandUnit, context: ArmyContext) -> str:
    """The name of a stand's vehicle; empty when it has none."""
    entry = context.catalogue.get("troop_type", stand.spec.vehicle)
    return entry.name if entry is not None else stand.spec.vehicle


def role_of(stand: StandUnit, context: ArmyContext) -> str:
    """Sub-class, posture and mode in the players' shorthand."""
    spec = stand.spec
    sub_class = context.catalogue.spec(SubClass, "sub_class", spec.sub_class)
    of_armour = sub_class is not None and sub_class.general_class is GeneralClass.ARMOUR
    posture = () if spec.posture is Posture.ARMOUR and of_armour else (spec.posture.label,)
    return " ".join((sub_class_name(spec, context.catalogue), *posture, spec.mode.label))


def title_of(stand: StandUnit, context: ArmyContext) -> str:
    """The name of a stand: the player's own, else its vehicle, else its sub-class and posture."""
    return stand.name or vehicle_name(stand, context) or role_of(stand, context).rsplit(" ", 1)[0]


def _kind_words(stand: StandUnit, context: ArmyContext) -> str:
    """What a stand's title does not say: its vehicle, if the title is the player's, and its role, or only its mode."""
    vehicle, title, role = vehicle_name(stand, context), title_of(stand, context), role_of(stand, context)
    said = title if not stand.name and not vehicle else ""
    return " · ".join(part for part in ("" if vehicle == title else vehicle, role.removeprefix(said).strip()) if part)


def mark_of(group: StandGroup, context: ArmyContext) -> str:
    """A battle group's mark: its own, else its number in the army."""
    return group.spec.label or str(context.group_number(group))


def standing(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Standing:
    """The stand's battle group and its number there, and whether it is the BGHQ."""
    mark, number = mark_of(group, context), context.number(stand, group)
    return Standing(f"BG {mark}·{number}", f"{mark}·{number}", HEADQUARTERS if stand.spec.hq else "")


def tint_of(group: StandGroup, kind: StandKind | None) -> str:
    """The colour of a stand's label: its battle group's, else that of its general class."""
    return group.spec.colour.tint(TINTS[kind.general_class if kind is not None else GeneralClass.NONE])


def map_symbol(stand: StandUnit, kind: StandKind | None, context: ArmyContext) -> Symbol | None:
    """A stand's map symbol; ``None`` for obstacles and unknown sub-classes."""
    if kind is None:
        return None
    vehicle = context.catalogue.spec(TroopType, "troop_type", stand.spec.vehicle)
    return symbol_of(kind, hq=stand.spec.hq, rockets=vehicle is not None and vehicle.rockets)


def moves(kind: StandKind, house: HouseRules) -> tuple[str, str]:
    """Tactical and march distance, in good and in bad going; dashes for stands without a row in the movement table."""
    move = move_of(kind, house)
    if move is None or kind.mode is Mode.STATIC:
        return "–", "–"
    return f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″"


def row(stand: StandUnit, group: StandGroup, context: ArmyContext) -> UnitRow:
    """A stand in a list."""
    kind = kind_of(stand.spec, context.catalogue)
    chips = []
    if stand.spec.hq:
        chips.append(Chip(HEADQUARTERS, Tone.STRONG, _SAID["headquarters"](context.house)))
    if kind is not None:
        good, bad = moves(kind, context.house)
        if good != "–":
            chips.append(Chip(good, hint=_SAID["both_goings"](context.house, bad=bad)))
        chips += _range_chips(kind, context.house)
    if stand.spec.helicopter:
        chips.append(Chip("helicopter", hint=_SAID["helicopter"](context.house)))
    symbol = map_symbol(stand, kind, context)
    return UnitRow(title_of(stand, context), _kind_words(stand, context), symbol, tuple(chips))


def values(stand: StandUnit, group: StandGroup, context: ArmyContext) -> tuple[Stat, ...]:
    """The values of a stand that players need most: its moves, or its posture and mode, and its main range."""
    kind = kind_of(stand.spec, context.catalogue)
    return () if kind is None else _values_of(kind, context.house.untraced)


@lru_cache(maxsize=512)
def _values_of(kind: StandKind, house: HouseRules) -> tuple[Stat, ...]:
    *_, engages = _range_chips(kind, house)
    return (*list(_stats(kind, house))[:2], Stat("Engages", engages.text if engages.hint else "nothing", engages.hint))


def _range_chips(kind: StandKind, house: HouseRules) -> list[Chip]:
    """The ranges at INFANTRY and at ARMOUR, or, for a stand that engages neither, at the rulebook's first target.

    The rulebook calls these the normal postures, so most targets are in them.
    """
    targets = ranges.targets_of(kind.posture, kind.rank, readings_of(house))
    if not targets:
        return [Chip("does not attack", Tone.MUTED)]
    usual: dict[str, list[str]] = {}
    reach = tables.reach_of(kind.posture, kind.rank)
    for target in (Posture.INFANTRY, Posture.ARMOUR):
        if target in reach:
            usual.setdefault(ranges.reach_text(reach[target]), []).append(target.label)
    pairs = [(", ".join(names), how_far) for how_far, names in usual.items()] or targets[:1]
    hint = f"engages {' · '.join(map(' '.join, targets))}"
    return [Chip(how_far if len(who) > MAX_TARGETS_LENGTH else f"{how_far} {who}", hint=hint) for who, how_far in pairs]


def card(stand: StandUnit, group: StandGroup, context: ArmyContext) -> Card:
    """A stand's card."""
    kind = kind_of(stand.spec, context.catalogue)
    grade = grade_of(group, context.force.spec, context.catalogue, context.house)
    stands = standing(stand, group, context)
    subtitle = f"{_kind_words(stand, context)}{' helicopter' if stand.spec.helicopter else ''}"
    footer = f"{stands.lead} · {grade.label}" if stands.lead else grade.label
    plain = Card(
        title_of(stand, context),
        subtitle,
        stands.corner,
        group.spec.colour.tint(context.force.spec.colour.tint(tint_of(group, kind))),
        map_symbol(stand, kind, context),
        footer=footer,
    )
    if kind is None:
        return replace(plain, lines=(Line("Rules", _SAID["no_rules"](context.house)),))
    readings = readings_of(context.house)
    engages = ranges.targets_of(kind.posture, kind.rank, readings)
    return replace(
        plain,
        stats=tuple(_stats(kind, context.house)),
        tables=(table("Engages", "*Target | >Range", [tuple(pair) for pair in engages]),) if engages else (),
        lines=tuple(_lines(stand, kind, context.house)),
        tracks=(printed_state(kind),),
    )


def _stats(kind: StandKind, house: HouseRules) -> Iterator[Stat]:
    good, bad = moves(kind, house)
    if good != "–":
        yield Stat("Good", good, _SAID["good_going"](house))
        yield Stat("Bad", bad, _SAID["bad_going"](house))
    yield Stat("Posture", kind.posture.label)
    yield Stat("Mode", kind.mode.label)


def _lines(stand: StandUnit, kind: StandKind, house: HouseRules) -> Iterator[Line]:
    readings = readings_of(house)
    by = ranges.engaged_by(kind, readings)
    if not tables.reach_of(kind.posture, kind.rank):
        yield Line("Engages", "nothing")
    yield Line("Engaged by", " · ".join(f"{who} {reach}" for who, reach in by) or "nothing")
    own, opposing = _factors(kind, house)
    if own:
        yield Line("Engaging", " · ".join(own))
    if opposing:
        yield Line("As target", " · ".join(opposing))
    if kind.posture is Posture.REC:
        yield Line("Reveals", _SAID["reveals"](house))
    move = move_of(kind, house)
    if kind.mode is Mode.FAST:
        yield Line("Moves", _SAID["fast"](house))
    elif kind.mode is Mode.STATIC and move is not None:
        back = _SAID["static"](house, distance=repulse_move(move, house)) if retreats(kind) else "never"
        yield Line("Moves", back)
    elif kind.posture in (Posture.ASF, Posture.ECM):
        yield Line("Moves", _STAYS_IN_PLACE(house))
    after_repulse = repulsed_state(kind)
    if after_repulse is not State.REPULSED:
        yield Line("If Repulsed", "leaves for good" if after_repulse is State.LEFT else after_repulse.label)
    if stand.notes:
        yield Line("Notes", stand.notes)


_OWN_WORDS: Final = WORDS.sentences("own_factors")
"""A card's words for the factors that its stand meets often."""

_TARGET_WORDS: Final = WORDS.sentences("target_factors")
"""A card's words for the factors of stands that engage it."""

_TARGET_PACED: Final = WORDS.sentence("target_paced", "mode")
_STAYS_IN_PLACE: Final = WORDS.sentence("stays_in_place")
_SAID: Final = WORDS.sentences(
    "card", "bad", "distance", "army_repulsed", "army_neutralised", "group_repulsed", "group_neutralised"
)


def _factors(kind: StandKind, house: HouseRules) -> tuple[list[str], list[str]]:
    """The factors that a stand meets often: its own, and those of stands that engage it."""
    readings = readings_of(house)
    own = {
        Posture.INFANTRY: ["F3", "F7"] if kind.rank is not Rank.MINUS else [],
        Posture.ATM: ["F8", "F9"],
        Posture.LAS: ["F10"],
        Posture.CBA: ["F11"],
        Posture.ECM: [] if readings.infantry_means_posture else ["F5"],
        Posture.CAS: ["F5"] if readings.cas_in_awc else [],
    }.get(kind.posture, [])
    on_ground = kind.general_class in ON_GROUND
    reach = tables.reach_of(kind.posture, kind.rank)
    if kind.mode in (Mode.MOBILE, Mode.FAST) and on_ground and reach:
        own = [*own, "F13"]
    if readings.side_arc_r and Posture.ARMOUR in reach:
        own = [*own, SIDE_ARC]
    infantry, armour = is_infantry_target(kind, readings), kind.general_class is GeneralClass.ARMOUR
    jammed = readings.cas_in_awc or kind.posture in (Posture.ADA, Posture.PDA)
    applies = {
        "F3": armour,
        "F4": on_ground or (readings.unit_means_stand and kind.mode is Mode.STATIC),
        "F5": jammed and (infantry or armour),
        "F7": kind.posture is Posture.CAS,
        "F8": armour,
        "F10": infantry,
        "F11": kind.mode is Mode.SNS,
        "F12": kind.mode is Mode.MOBILE or kind.general_class is GeneralClass.AIRCRAFT,
        "F16": infantry,
        SIDE_ARC: armour and readings.side_arc_r,
    }
    opposing = [factor for factor, meets in applies.items() if meets]
    return (
        [f"{tables.shift_text(_own_shift(one, readings))} {_OWN_WORDS[one](house)}" for one in own],
        [f"{tables.shift_text(factor_shift(one, readings))} {_target_words(one, kind, house)}" for one in opposing],
    )


def _own_shift(factor_id: str, readings: Readings) -> int:
    """The columns that a factor shifts, with those of a factor that always counts with it."""
    beside = factor_shift("F4", readings) if factor_id == "F9" and readings.atm_sums_f4 else 0
    return factor_shift(factor_id, readings) + beside


def _target_words(factor_id: str, kind: StandKind, house: HouseRules) -> str:
    if factor_id == "F4" and kind.mode is not Mode.MOBILE:
        return _TARGET_PACED(house, mode=kind.mode.label)
    return _TARGET_WORDS[factor_id](house)


_OF_GROUP: Final = WORDS.sentences("group", "stand", "repulsed", "neutralised", "stands")


def group_lines(group: StandGroup, context: ArmyContext) -> tuple[Line, ...]:
    """What a battle group has to know: its BGHQ and the distance to it, and when it is Fragile."""
    house, limits = context.house, group_limits(len(group.units))
    bghq = next((stand for stand in group.units if stand.spec.hq), None)
    lines = [Line("BGHQ", _OF_GROUP["no_bghq"](house))]
    if bghq is not None:
        stand = f"{context.number(bghq, group)} {title_of(bghq, context)}"
        lines = [Line("BGHQ", _OF_GROUP["bghq"](house, stand=stand))]
    if group.units:
        numbers = {"repulsed": limits.repulsed, "neutralised": limits.neutralised, "stands": len(group.units)}
        lines.append(Line("Fragile", _OF_GROUP["fragile"](house, **numbers)))
    return tuple(lines)


def labels(context: ArmyContext) -> tuple[Label, ...]:
    """Both sides of every stand's base, and of the fakes, which the battle groups get in turn."""
    all_labels, readings = list[Label](), readings_of(context.house)
    for group in context.force.groups:
        mark = mark_of(group, context)
        tint = group.spec.colour.tint(context.force.spec.colour.tint(""))
        grade = grade_of(group, context.force.spec, context.catalogue, context.house)
        for stand in group.units:
            kind = kind_of(stand.spec, context.catalogue)
            all_labels.append(
                Label(
                    top=mark,
                    title=title_of(stand, context),
                    lines=(_kind_words(stand, context), grade.label),
                    corner=standing(stand, group, context).short,
                    symbol=map_symbol(stand, kind, context),
                    star=stand.spec.hq,
                    tint=tint,
                    hidden=begins_hidden(stand, context),
                    off_table=kind is not None and stays_off_table(kind.posture, readings),
                    holder=stand.id,
                )
            )
    groups = context.force.groups
    for number in range(context.force.spec.fakes if groups else 0):
        group = groups[number % len(groups)]
        tint = group.spec.colour.tint(context.force.spec.colour.tint(""))
        all_labels.append(Label(mark_of(group, context), "FAKE", fake=True, tint=tint, hidden=True))
    return tuple(all_labels)


def tokens(context: ArmyContext) -> tuple[Token, ...]:
    """The markers that an army may need at the same time."""
    kinds = [kind for _, stand in context.force.units() if (kind := kind_of(stand.spec, context.catalogue))]
    stands = stands_in(context.force)
    batteries = sum(kind.posture is Posture.OTF for kind in kinds)
    lights = sum(illumination(kind) == tables.INFANTRY_ILLUMINATION for kind in kinds)
    smoke, large, small = (
        100 * side for side in (tables.SMOKE_SIDE, tables.OTF_ILLUMINATION, tables.INFANTRY_ILLUMINATION)
    )
    aircraft = sum(kind.general_class is GeneralClass.AIRCRAFT for kind in kinds)
    numbers = {
        "pinned": math.ceil(stands * PINNED_SHARE),
        "repulsed": math.ceil(stands * REPULSED_SHARE),
        "batteries": batteries,
        "salvoes": batteries * tables.TURNS_OF_ROUNDS,
        "engagers": sum(kind.posture not in (Posture.REC, Posture.OTF) for kind in kinds),
        "aircraft": aircraft,
        "strikers": sum(kind.posture is Posture.CAS for kind in kinds),
        "helicopters": sum(stand.spec.helicopter for _, stand in context.force.units()),
        "sides": len(context.force.groups),
    }
    areas = (
        Token("smoke", "Smoke", TokenShape.SQUARE, smoke, min(MAX_SMOKE, sum(map(lays_smoke, kinds))), "smoke"),
        Token("light-otf", "Illumination", TokenShape.ROUND, large, min(MAX_SMOKE, batteries), "light"),
        Token("light-inf", FLARE.text, TokenShape.ROUND, small, min(MAX_SMOKE, lights), symbol=FLARE),
    )
    return (*tokens_of(MARKERS, numbers), *(token for token in areas if token.count))


def summary(context: ArmyContext) -> tuple[Line, ...]:
    """The lines at a roster's head."""
    army = context.force.spec
    stands = stands_in(context.force)
    classes = Counter(general_class_of(stand, context.catalogue) for _, stand in context.force.units())
    class_counts = ", ".join(f"{classes[one]} {one.label}" for one in (*CLASSES, GeneralClass.NONE) if classes[one])
    nation = context.catalogue.get("nation", army.nation)
    grades = Counter(grade_of(group, army, context.catalogue, context.house) for group in context.force.groups)
    if not grades and nation is not None:
        grades[grade_of_region(region_of(army, context.catalogue), context.house)] += 1
    grade_names = ", ".join(grade.label for grade in Grade if grades[grade]) or "–"
    group_limit, army_limit = group_limits(tables.STANDS_IN_A_GROUP), army_limits(stands)
    agreed = ", as agreed" if army.agreed_groups == len(context.force.groups) else f" ({army.agreed_groups} agreed)"
    fakes = f"{army.fakes or 'none'} (up to {max_fakes(stands, context.house)} blank stands)"
    lines = [
        Line("Battle groups", f"{len(context.force.groups)}{agreed}"),
        Line("Stands", f"{stands} ({class_counts})" if class_counts else str(stands)),
        Line("Grade", f"{grade_names} ({nation.name})" if nation is not None else grade_names),
        Line("Fakes", fakes, secret=True),
    ]
    if stands:
        fragile = _SAID["fragile"](
            context.house,
            army_repulsed=army_limit.repulsed,
            army_neutralised=army_limit.neutralised,
            group_repulsed=group_limit.repulsed,
            group_neutralised=group_limit.neutralised,
        )
        lines.append(Line("Fragile", fragile))
        width = tables.TABLE_PER_GROUP * len(context.force.groups)
        lines.append(
            Line("Table", f"at least {width}″ × {min_depth(width, context.house)}″, or a standard {either(SIZE_TEXTS)}")
        )
    if army.fantasy:
        lines.append(Line("Fantasy army", "; ".join(part for part in (army.location, army.insignia) if part) or "–"))
    return tuple(lines)
