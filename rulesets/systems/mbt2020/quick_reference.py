"""The quick-reference sheet, complete or for some armies: its words stand in ``data/quick_reference.toml``."""

from collections.abc import Iterator, Sequence

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Section, house_rules_listed
from rulesets.core.tables import Cell, Tone
from rulesets.core.texts.sheets import Computed, load_sheet
from rulesets.core.wording import either

from . import ranges, tables
from .battlefield_dice import FACES, hours_text
from .catalogue import CATALOGUE
from .encounters import encounters
from .engagement import FACTOR_WHEN, SIDE_ARC, factor_shift, side_arc_words
from .fragile import EXAMPLE_ARMIES, army_limits, group_limits
from .ground import SquareSide
from .house_rules import DATA, RULINGS, WORDS
from .legality import grade_of_region, max_fakes, stands_in, zone_of
from .movement import Ground, passage
from .readings import readings_of
from .results_tables import results_by_throw
from .tables import Mover, Season
from .units import (
    CLASSES,
    ArmyContext,
    GeneralClass,
    Grade,
    Mode,
    Posture,
    Rank,
    Region,
    SubClass,
    Zone,
    kind_of,
)

C, P = GeneralClass, Posture
INFN_UP = (Rank.NORM, Rank.PLUS)

Rows = Iterator[Sequence[object]]


class Need:
    """The contents of a sheet: everything without armies, else what their stands and options need.

    ``posture``, ``mode`` and ``sort`` look at the armies' own stands, ``befalls`` also at those that they may engage.
    """

    def __init__(self, house: HouseRules, armies: tuple[ArmyContext, ...]) -> None:
        """Collect the kinds of stands of the armies, and what these may meet."""
        self.armies = armies
        self.all = not armies
        self.house = house
        self.readings = readings_of(self.house)
        stands = [(stand.spec, army.catalogue) for army in armies for _, stand in army.force.units()]
        kinds = [kind_of(stand, catalogue) for stand, catalogue in stands]
        self.kinds = frozenset(kind for kind in kinds if kind is not None)
        self.sub_classes = frozenset(stand.sub_class for stand, _ in stands)
        by_kind = [encounters(kind, self.readings) for kind in self.kinds]
        self.with_targets = self.kinds.union(*(each.targets for each in by_kind))
        side = {SIDE_ARC} if self.readings.side_arc_r else set()
        self.factors = side.union(tables.FACTORS if self.all else (), *(each.factors for each in by_kind))
        self.postures = frozenset(kind.posture for kind in self.kinds)
        self.modes = frozenset(kind.mode for kind in self.kinds)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue with the armies' own entries; those of the first take precedence."""
        return CATALOGUE.with_entries(entry for army in reversed(self.armies) for entry in army.force.entries)

    def posture(self, *postures: Posture) -> bool:
        """Whether stands in one of these postures are there."""
        return self.all or not self.postures.isdisjoint(postures)

    def mode(self, mode: Mode) -> bool:
        """Whether stands in that mode are there."""
        return self.all or mode in self.modes

    def sort(self, general_class: GeneralClass, *ranks: Rank) -> bool:
        """Whether stands of that class (and of one of these ranks) are there."""
        return self.all or any(
            kind.general_class is general_class and (not ranks or kind.rank in ranks) for kind in self.kinds
        )

    def ranked(self, posture: Posture, *ranks: Rank) -> bool:
        """Whether stands in that posture of one of these ranks are there."""
        return self.all or any(kind.posture is posture and kind.rank in ranks for kind in self.kinds)

    def befalls(self, *postures: Posture) -> bool:
        """Whether stands in one of these postures are there or may be engaged from there."""
        return self.all or any(kind.posture in postures for kind in self.with_targets)

    @property
    def movers(self) -> list[Mover]:
        """The movers that are there."""
        movers = {
            Mover.FOOT: self.sort(C.INFANTRY, Rank.MINUS),
            Mover.CARRIER: self.sort(C.INFANTRY, *INFN_UP),
            Mover.TANK: self.sort(C.ARMOUR),
        }
        return [mover for mover, needed in movers.items() if needed]


def _regions(grade: Grade, house: HouseRules) -> str:
    return ", ".join(region.label for region in Region if grade_of_region(region, house) is grade)


def _sub_classes(need: Need) -> Rows:
    for entry in need.catalogue.of_kind("sub_class"):
        spec: SubClass = entry.spec
        if entry.key in need.sub_classes or (need.all and not spec.optional):
            yield entry.name, spec.criteria


def _postures(need: Need) -> Rows:
    by_class = {posture: general for general in CLASSES for posture in tables.POSTURES[general]}
    return ((each.label, by_class[each].label, each.help) for each in Posture if need.posture(each))


def _attackers(need: Need) -> Iterator[tuple[str, Posture, Rank]]:
    """The stands that engage at ranges of their own; two postures do by rank."""
    for posture in Posture:
        if posture is P.INFANTRY:
            names = {INFN_UP: "INFn, INF+", (Rank.MINUS,): "INF-"}
        elif posture is P.OTF:
            names = {INFN_UP: "OTF, ARTn, ART+", (Rank.MINUS,): "OTF, ART-"}
        else:
            names = {tuple(Rank): posture.label}
        for ranks, name in names.items():
            if need.ranked(posture, *ranks):
                yield name, posture, Rank.NORM if Rank.NORM in ranks else Rank.MINUS


NO_TARGETS = WORDS.sentence("no_targets")


def _ranges(need: Need) -> Rows:
    for name, posture, rank in _attackers(need):
        targets = ranges.targets_of(posture, rank, need.readings)
        yield name, "; ".join(f"{who} {reach}" for who, reach in targets) or NO_TARGETS(need.house)


ARCS = WORDS.sentences("arcs")


def _arcs(need: Need) -> str:
    by_posture = need.readings.arcs_by_posture
    support = (P.LAS, P.ATM, P.ADA, P.PDA) if by_posture else ()
    arcs = {
        "front": need.posture(P.ARMOUR, P.CAS),
        "front_and_side": need.posture(P.INFANTRY) if by_posture else need.sort(C.INFANTRY),
        "all_round": need.posture(P.ASF, P.ECM, P.OTF, P.CBA, *support),
    }
    return "; ".join(ARCS[name](need.house) for name, needed in arcs.items() if needed) or ARCS["unknown"](need.house)


def _factors(need: Need) -> Rows:
    for factor, when in FACTOR_WHEN.items():
        if factor in need.factors:
            shift = factor_shift(factor, need.readings)
            cell = Cell(tables.shift_text(shift), Tone.GOOD if shift > 0 else Tone.BAD)
            yield factor, cell, when(need.house)


def _is_off_table(need: Need) -> bool:
    batteries = need.posture(P.OTF) if need.readings.cba_on_table else need.sort(C.ARTILLERY)
    return need.sort(C.AIRCRAFT) or batteries


def scores_text(scores: Sequence[int]) -> str:
    """The scores of a die in short: ``1``, ``4–5``."""
    return str(scores[0]) if len(scores) == 1 else f"{scores[0]}–{scores[-1]}"


ARMY_ZONE = WORDS.sentence("army_zone")


def _squares(need: Need) -> Rows:
    """The zones by the score of a die, with those of the armies marked; then what their squares hold."""
    home = {zone_of(army.force.spec, army.catalogue) for army in need.armies}
    scores = {zone: scores_text(tables.ZONE_SCORES[zone]) for zone in Zone}
    mark = ARMY_ZONE(need.house)
    yield "Zone", *(Cell(text, Tone.STRONG, mark) if zone in home else Cell(text) for zone, text in scores.items())
    for score in range(FACES):
        yield score + 1, *(tables.MAJOR_FEATURES[zone][score].label for zone in Zone)
    yield "MBUA", *(f"{tables.MBUA_SCORES[zone]}+" for zone in Zone)
    yield "Minor features", *(f"d6 − {less}" if (less := tables.MINOR_LESS[zone]) else "d6" for zone in Zone)


def _going(need: Need) -> Rows:
    if need.movers:
        for feature, passages in tables.GOING.items():
            yield f"{feature.label} {feature.help}", *(passages[mover].label for mover in need.movers)
        yield "MBUA, BUA", *(passage(mover, Ground.BUILT_UP)[0].label for mover in need.movers)


def _seasons(need: Need) -> Rows:
    for season in Season:
        light, weather = tables.TWILIGHT[season], tables.AWC_SCORES[season]
        score = scores_text(tables.SEASON_SCORES[season])
        yield (
            season.label,
            score,
            hours_text(light.dawn),
            hours_text(light.dusk),
            *(f"{weather[zone]}+" for zone in Zone),
        )


WHOLES = WORDS.sentences("wholes", "stands")


def _fragile(need: Need) -> Rows:
    """The losses at which each player's battle groups and army become Fragile."""
    groups = {len(group.units) for army in need.armies for group in army.force.groups}
    armies = {stands_in(army.force) for army in need.armies}
    if need.all:
        groups, armies = {tables.STANDS_IN_A_GROUP}, set(EXAMPLE_ARMIES)
    for stands in sorted(groups):
        yield WHOLES["group"](need.house, stands=stands), *group_limits(stands)
    for stands in sorted(armies):
        yield WHOLES["army"](need.house, stands=stands), *army_limits(stands)


SHEET = load_sheet(
    DATA,
    RULINGS,
    vars(tables),
    Computed(
        tables={"results": lambda need: [results_by_throw(mutual, need.readings) for mutual in (True, False)]},
        rows={
            "sub-classes": _sub_classes,
            "postures": _postures,
            "modes": lambda need: ((mode.label, mode.help) for mode in Mode if need.mode(mode)),
            "ranges": _ranges,
            "factors": _factors,
            "squares": _squares,
            "going": _going,
            "seasons": _seasons,
            "fragile": _fragile,
        },
        lines={"house rules": lambda need: house_rules_listed(need.house.changed())},
        words={
            "arcs": _arcs,
            "fakes": lambda need: str(need.armies[0].force.spec.fakes),
            "minor_features": lambda need: ", ".join(
                f"{scores_text(scores)} {word}" for word, scores in tables.MINOR_FEATURES
            ),
            "mornings": lambda need: scores_text(tables.MORNING_SCORES),
            "max_fakes": lambda need: str(max_fakes(stands_in(need.armies[0].force), need.house)),
            "movers": lambda need: " | ".join(f"^{mover.label}" for mover in need.movers),
            "regions_minus": lambda need: _regions(Grade.MINUS, need.house),
            "regions_norm": lambda need: _regions(Grade.NORM, need.house),
            "regions_plus": lambda need: _regions(Grade.PLUS, need.house),
            "side_arc": lambda need: side_arc_words(need.house),
            "square_sides": lambda need: either(side.label for side in SquareSide),
            "zones": lambda need: " | ".join(f"^{zone.label}" for zone in Zone),
        },
        conditions={
            "air_defence": lambda need: need.posture(P.ADA, P.PDA),
            "air_defence_met": lambda need: need.befalls(P.ADA, P.PDA),
            "aircraft_met": lambda need: need.befalls(*tables.POSTURES[C.AIRCRAFT]),
            "armour": lambda need: need.sort(C.ARMOUR),
            "armour_met": lambda need: need.befalls(P.ARMOUR),
            "asf_or_ecm": lambda need: need.posture(P.ASF, P.ECM),
            "cas": lambda need: need.posture(P.CAS),
            "cba": lambda need: need.posture(P.CBA),
            "complete": lambda need: need.all,
            "distant": lambda need: need.sort(C.AIRCRAFT) or need.sort(C.ARTILLERY),
            "dug_in": lambda need: need.mode(Mode.STATIC) and (need.sort(C.INFANTRY) or need.sort(C.ARMOUR)),
            "fast": lambda need: need.mode(Mode.FAST),
            "helicopters": lambda need: need.all or any(kind.helicopter for kind in need.kinds),
            "inf": lambda need: need.sort(C.INFANTRY, *INFN_UP),
            "inf_minus": lambda need: need.sort(C.INFANTRY, Rank.MINUS),
            "inf_or_air_defence": lambda need: need.sort(C.INFANTRY, *INFN_UP) or need.posture(P.ADA, P.PDA),
            "mbt": lambda need: need.sort(C.ARMOUR, *INFN_UP),
            "mbt_minus": lambda need: need.sort(C.ARMOUR, Rank.MINUS),
            # A sheet to share tells nobody how many fakes the other player has.
            "one_army": lambda need: len(need.armies) == 1,
            "off_table": _is_off_table,
            "otf": lambda need: need.posture(P.OTF),
            "static": lambda need: need.mode(Mode.STATIC),
        },
    ),
    WORDS.texts,
)


def sections(house: HouseRules, armies: tuple[ArmyContext, ...]) -> tuple[Section, ...]:
    """The sheet under these house rules: only rows that the armies' stands and options need, complete without any."""
    return SHEET.sections(house, Need(house, armies))
