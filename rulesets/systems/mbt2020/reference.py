"""The quick-reference sheet, complete or with what one army needs, and the lines at a roster's head."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rulesets.core.houserules import House
from rulesets.core.reference import Cell, Line, Section, Tone, table
from rulesets.core.wording import either
from rulesets.systems.mbt2020 import ranges, tables
from rulesets.systems.mbt2020.catalogue import CATALOGUE, RULINGS
from rulesets.systems.mbt2020.composition import (
    general_class_of,
    grade_of,
    grade_of_region,
    most_fakes,
    stands_in,
)
from rulesets.systems.mbt2020.encounters import encounters
from rulesets.systems.mbt2020.engagement import SIDE_ARC, factor_shift, factor_when, readings_of, side_arc_words
from rulesets.systems.mbt2020.fragile import EXAMPLE_ARMIES, NO_EFFECT, army_limits, group_limits
from rulesets.systems.mbt2020.ground import SquareSide, least_depth
from rulesets.systems.mbt2020.movement import PLACED, STREETS, Ground, passage
from rulesets.systems.mbt2020.results import drawn_results
from rulesets.systems.mbt2020.stands import (
    ArmyReview,
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
from rulesets.systems.mbt2020.tables import Move, Mover, Passage, Season

P = Posture
CLASSES: Final = (GeneralClass.ARMOUR, GeneralClass.INFANTRY, GeneralClass.ARTILLERY, GeneralClass.AIRCRAFT)


class _Need:
    """What a sheet must hold: everything, or what the stands and options of one army call for.

    What a stand may do is asked of the army's own; what befalls stands, of those that these may engage as well.
    """

    def __init__(self, review: ArmyReview | None) -> None:
        self.review = review
        self.all = review is None
        self.house = House(RULINGS) if review is None else review.house
        self.readings = readings_of(self.house)
        stands = [] if review is None else [stand.spec for _, stand in review.force.units()]
        kinds = [kind_of(stand, review.catalogue) for stand in stands] if review is not None else []
        self.kinds = frozenset(kind for kind in kinds if kind is not None)
        self.sub_classes = frozenset(stand.sub_class for stand in stands)
        met = [encounters(kind, self.readings) for kind in self.kinds]
        self.involved = self.kinds.union(*(each.targets for each in met))
        side = {SIDE_ARC} if self.readings.side_arc_r else set()
        self.factors = side.union(tables.FACTORS if self.all else (), *(each.factors for each in met))
        self.postures = frozenset(kind.posture for kind in self.kinds)
        self.modes = frozenset(kind.mode for kind in self.kinds)

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

    def befalls(self, *postures: Posture) -> bool:
        """Whether stands in one of these postures are there or may be engaged from there."""
        return self.all or any(kind.posture in postures for kind in self.involved)

    def close_infantry(self) -> bool:
        """Whether INF+ or INFn stands in INFANTRY posture are there."""
        return self.all or any(kind.posture is P.INFANTRY and kind.rank is not Rank.MINUS for kind in self.kinds)


def sections(review: ArmyReview | None) -> tuple[Section, ...]:
    """The sheet: complete for ``None``, else only rows that the army's stands and options need."""
    need = _Need(review)
    return (
        _sub_classes(need),
        _postures(need),
        _ranges(need),
        _factors(need),
        _results(need),
        _movement(need),
        _turn(need),
        _deployment(need),
        _smoke(need),
        _terrain(need),
        _season(need),
        _fragile(need),
    )


def _sub_classes(need: _Need) -> Section:
    catalogue = CATALOGUE if need.review is None else need.review.catalogue
    rows: list[tuple[object, ...]] = []
    for entry in catalogue.of_kind("sub_class"):
        spec: SubClass = entry.spec
        if entry.key in need.sub_classes or (need.all and not spec.optional):
            rows.append((entry.name, spec.criteria))
    lines = [
        Line("Rank", "+ is the best, n the norm, - the rest; ranks compare across classes"),
        Line("Stand", "a platoon (unit), a battery or a flight"),
        *(Line(grade.label, _regions(grade, need.house)) for grade in Grade),
    ]
    if need.all:
        lines.append(Line("FE, MNF, OBS", "optional sub-classes: names only"))
    return Section(
        "sub-classes",
        "Sub-classes and grades",
        (table("Sub-classes", "*Sub-class | *******What it is", rows),),
        tuple(lines),
    )


def _regions(grade: Grade, house: House) -> str:
    return ", ".join(region.label for region in Region if grade_of_region(region, house) is grade)


def _postures(need: _Need) -> Section:
    by_class = {posture: general for general in CLASSES for posture in tables.POSTURES[general]}
    postures: list[tuple[object, ...]] = [
        (posture.label, by_class[posture].label, posture.help) for posture in Posture if need.posture(posture)
    ]
    modes: list[tuple[object, ...]] = [(mode.label, mode.help) for mode in Mode if need.mode(mode)]
    lines = [Line("For good", "posture and mode stay all game; results override the mode")]
    if need.all or any(kind.helicopter for kind in need.kinds):
        lines.append(Line("Helicopters", "may change between STATIC and MOBILE"))
    return Section(
        "postures",
        "Postures and modes",
        (
            table("Postures", "Posture | *Class | ***Role", postures),
            table("Modes", "Mode | ****Meaning", modes),
        ),
        tuple(lines),
    )


def _attackers(need: _Need) -> list[tuple[str, Posture, Rank]]:
    found: list[tuple[str, Posture, Rank]] = []
    for posture in Posture:
        if posture is P.INFANTRY:
            if need.close_infantry():
                found.append(("INFn, INF+", posture, Rank.NORM))
            if need.all or any(kind.posture is posture and kind.rank is Rank.MINUS for kind in need.kinds):
                found.append(("INF-", posture, Rank.MINUS))
        elif posture is P.OTF:
            if need.all or any(kind.posture is posture and kind.rank is not Rank.MINUS for kind in need.kinds):
                found.append(("OTF, ARTn, ART+", posture, Rank.NORM))
            if need.all or any(kind.posture is posture and kind.rank is Rank.MINUS for kind in need.kinds):
                found.append(("OTF, ART-", posture, Rank.MINUS))
        elif need.posture(posture):
            found.append((posture.label, posture, Rank.NORM))
    return found


def _ranges(need: _Need) -> Section:
    rows: list[tuple[object, ...]] = []
    for name, posture, rank in _attackers(need):
        targets = ranges.targets_of(posture, rank, infantry_is_posture=need.readings.infantry_means_posture)
        rows.append((name, "; ".join(f"{who} {reach}" for who, reach in targets) or "nothing"))
    free = "CBA, OTF, ASF, ECM and LAS" if need.readings.las_indirect else "CBA, OTF, ASF and ECM"
    quarter = "a half" if need.readings.halve_once else "a quarter"
    lines = [
        Line("1/2/3″", "against STATIC, MOBILE, FAST"),
        Line("Dusk, dawn, night; AWC", f"half range; both together {quarter}"),
        Line("Blocks sight", "SFH, LFA, H, MBUA, BUA, minor features; smoke"),
        Line("Sight blocked", f"contact only, but for {free}"),
        Line("Once a turn", "a stand engages one target a turn"),
    ]
    if need.readings.infantry_means_posture:
        lines.append(Line("INFANTRY", "as a target: the posture only"))
    if need.posture(P.CAS):
        allowed = "left column more" if need.readings.cas_in_awc else "not against INFANTRY or ARMOUR"
        lines.append(Line("CAS in AWC", allowed))
    if need.posture(P.CBA):
        lines.append(Line("CBA", "only at targets that engaged in the opponent’s last round"))
    if need.sort(GeneralClass.AIRCRAFT) or need.sort(GeneralClass.ARTILLERY):
        lines.append(
            Line(
                "Artillery, aircraft",
                f"targets within {tables.BGHQ_TARGETS}″ of their own BGHQ in a mixed group, else of any friendly BGHQ",
            )
        )
    arcs = (
        ("ARMOUR, CAS: front", need.posture(P.ARMOUR, P.CAS)),
        ("INFANTRY class: front and side", need.sort(GeneralClass.INFANTRY)),
        ("others: all round", need.posture(P.ASF, P.ECM, P.OTF, P.CBA)),
    )
    lines.append(Line("Arcs", "; ".join(text for text, needed in arcs if needed) or "as each stand’s posture says"))
    if need.befalls(P.ARMOUR) and not need.readings.side_arc_r:
        lines.append(Line("ARMOUR on its side", side_arc_words(need.readings.side_arc_r)))
    return Section("ranges", "Who engages whom", (table("Ranges", "Engaging | ****Targets", rows),), tuple(lines))


def _factors(need: _Need) -> Section:
    shown = [one for one in (*tables.FACTORS, SIDE_ARC) if one in need.factors]
    rows: list[tuple[object, ...]] = [
        (one, _shift_cell(factor_shift(one, need.readings)), factor_when(one, need.readings)) for one in shown
    ]
    return Section(
        "factors",
        "Tactical factors",
        (table("Tactical factors", "No. | ^Shift | ******When", rows),),
        (
            Line("Who counts", "the owning player alone; each line once"),
            Line("Sum", f"right less left, {tables.MOST_SHIFTS} columns at most"),
        ),
    )


def _shift_cell(shift: int) -> Cell:
    return Cell(tables.shift_text(shift), Tone.GOOD if shift > 0 else Tone.BAD)


def _results(need: _Need) -> Section:
    made = tuple(drawn_results(mutual, need.readings) for mutual in (True, False))
    now = "" if need.readings.mutual_ignores_range else " here and now"
    lines = [
        Line("Throw", "rock, paper, scissors, seen by the owning player"),
        Line("Mutual", f"each stand may engage the other{now}"),
        Line("Draw", "own stand / opposing stand"),
        Line("P", "Pinned, for good; if Pinned already, Repulsed; Repulsed stays so"),
        Line(
            "R", "Repulsed, for good: half a tactical good-going move to the own edge; if Repulsed already, neutralised"
        ),
        Line("N, D", "neutralised, out of play"),
    ]
    if need.befalls(P.ADA, P.PDA):
        lines.append(Line("ADA, PDA", "Repulsed is neutralised"))
    if need.befalls(*tables.POSTURES[GeneralClass.AIRCRAFT]):
        lines.append(Line("Aircraft", "Repulsed leaves for good"))
    return Section("results", "Results", made, tuple(lines))


def _moved(name: str, move: Move) -> tuple[object, ...]:
    return name, f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″"


def _movement(need: _Need) -> Section:
    rows = []
    if need.sort(GeneralClass.INFANTRY, Rank.MINUS):
        rows.append(_moved("INF-", tables.MOVE_INF_MINUS))
    if need.sort(GeneralClass.INFANTRY, Rank.NORM, Rank.PLUS) or need.posture(P.ADA, P.PDA):
        rows.append(_moved("INFn, INF+, all ADA, PDA", tables.MOVE_INF))
    if need.sort(GeneralClass.ARMOUR, Rank.MINUS):
        rows.append(_moved("MBT-", tables.MOVE_MBT_MINUS))
    if need.sort(GeneralClass.ARMOUR, Rank.NORM, Rank.PLUS):
        rows.append(_moved("MBTn, MBT+", tables.MOVE_MBT))
    rows.append(_moved("Blank, fake", tables.MOVE_BLANK))
    lines = [
        Line("March", f"before tactical moves; not to within {tables.MARCH_KEEPS_OFF}″ of an opposing stand"),
        Line("BGHQ", f"on-table stands stay within {tables.BGHQ_COMMAND}″ of it"),
        Line("Night", "bad going except by road"),
    ]
    if need.mode(Mode.FAST):
        lines.append(Line("FAST", "goes at least half its distance"))
    if need.mode(Mode.STATIC):
        lines.append(Line("STATIC", "moves only when Repulsed"))
    return Section(
        "movement", "Movement", (table("Tactical/march", "**Stand | ^Good going | ^Bad going", rows),), tuple(lines)
    )


def _turn(need: _Need) -> Section:
    entry = tables.AIR_ENTRY
    # Two postures stay on one line, which a narrow column would part.
    segments = (
        (
            need.posture(P.ASF, P.ECM),
            "ASF,\u00a0ECM",
            f"enter up to {entry}″ deep, may engage; each {PLACED}; leave for good after two turns",
        ),
        (
            need.posture(P.CAS),
            "CAS",
            "wait a turn at the own edge, then fly and engage; AIRn, AIR- leave; AIR+, helicopters may stay two "
            "turns more, one target in each",
        ),
        (need.posture(P.CBA), "CBA", "engages OTF, LAS or CBA that engaged in the opponent’s last round"),
        (need.posture(P.ADA, P.PDA), "ADA,\u00a0PDA", "ADA engages ASF and ECM, PDA any aircraft"),
        (need.posture(P.OTF), "OTF", "engages; put a fired marker"),
        (True, "Group", "one battle group moves, marches first, and engages as it comes into range"),
    )
    rows: list[tuple[object, ...]] = [
        (number, who, what) for number, (needed, who, what) in enumerate(segments, 1) if needed
    ]
    return Section(
        "turn",
        "Turn",
        (table("Each round, the owning player", "^No. | **Who | ******Does", rows),),
        (Line("Turn", "two rounds, about an hour; winner of a throw (draw: again) picks first or second"),),
    )


def _deployment(need: _Need) -> Section:
    rows: list[tuple[object, ...]] = [("On-table stands", f"within {tables.DEPLOY_DEPTH}″ of the own edge")]
    if need.mode(Mode.STATIC) and (need.sort(GeneralClass.INFANTRY) or need.sort(GeneralClass.ARMOUR)):
        rows.append(("STATIC infantry, armour", f"within {tables.DEPLOY_STATIC}″ of the own edge"))
    if need.sort(GeneralClass.AIRCRAFT) or need.sort(GeneralClass.ARTILLERY):
        rows.append(("Aircraft, artillery", f"off the table, a zone up to {tables.OFF_TABLE_DEPTH}″ deep"))
    rows.append(("Opposing stands", f"not within {tables.DEPLOY_KEEPS_OFF}″"))
    fakes = (
        f"up to {tables.FAKES_SHARE * 100} % extra, rounded down"
        if need.review is None
        else f"{need.review.force.spec.fakes} of {most_fakes(stands_in(need.review.force))} allowed"
    )
    return Section(
        "deployment",
        "Deployment and blanks",
        (table("Where", "*What | ***Where", rows),),
        (
            Line("Order", "winner of a throw says who begins; one battle group each in turn"),
            Line(
                "Blanks",
                f"all at first; the stand is shown when an opposing REC comes within {tables.REVEAL_DISTANCE}″",
            ),
            Line("Fakes", fakes),
        ),
    )


def _smoke(need: _Need) -> Section:
    lights = need.sort(GeneralClass.INFANTRY, Rank.NORM, Rank.PLUS)
    side, large, small = tables.SMOKE_SIDE, tables.OTF_ILLUMINATION, tables.INFANTRY_ILLUMINATION
    rows: list[tuple[object, ...]] = []
    if need.posture(P.OTF):
        rows.append(("OTF", f"{side}″ × {side}″, placed like an engagement", f"{large}″ across, likewise"))
    if lights:
        rows.append(("INFn, INF+", f"{side}″ × {side}″ beside the stand", f"{small}″ across"))
    if need.sort(GeneralClass.ARMOUR):
        rows.append(("ARMOUR", f"{side}″ × {side}″ beside the stand", "–"))
    lines = [
        Line("Smoke", "blocks sight until the turn ends; useless in AWC"),
        Line("Illumination", "stands in it are engaged at daylight range; AWC still halves it"),
    ]
    if need.posture(P.OTF):
        lines.append(
            Line(
                "Batteries", f"have each for {tables.TURNS_OF_ROUNDS} turns, without limit in an attacker/defender game"
            )
        )
    return Section(
        "smoke",
        "Smoke and illumination",
        (table("Smoke and illumination", "*Stand | **Smoke | *Illumination", rows),),
        tuple(lines),
    )


def scores_text(scores: Sequence[int]) -> str:
    """The scores of a die in short: ``1``, ``4-5``."""
    return str(scores[0]) if len(scores) == 1 else f"{scores[0]}-{scores[-1]}"


def _terrain(need: _Need) -> Section:
    home = None if need.review is None else need.review.force.spec.zone
    headings = " | ".join(f"^{zone.label}" for zone in Zone)
    rows: list[tuple[object, ...]] = [
        ("Zone", *(_home(scores_text(tables.ZONE_SCORES[zone]), zone, home) for zone in Zone))
    ]
    for score in range(6):
        features = (tables.MAJOR_FEATURES[zone][score] for zone in Zone)
        rows.append((score + 1, *(feature.label for feature in features)))
    rows.append(("MBUA", *(f"{tables.MBUA_SCORES[zone]}+" for zone in Zone)))
    rows.append(
        ("Minor", *(f"d6-{less}" if (less := tables.MINOR_LESS[zone]) else "d6" for zone in Zone)),
    )
    made = [table("Zone and squares, by d6", f"d6 | {headings}", rows)]
    movers = [mover for mover, needed in _movers(need) if needed]
    if movers:
        going: list[tuple[object, ...]] = [
            (f"{feature.label} {feature.help}", *(passages[mover].label for mover in movers))
            for feature, passages in tables.GOING.items()
        ]
        going.append(("MBUA, BUA", *(passage(mover, Ground.BUILT_UP)[0].label for mover in movers)))
        made.append(table("Going", "**Ground | " + " | ".join(f"^{mover.label}" for mover in movers), going))
    good_streets = need.house.settle(lambda streets: streets == "on", STREETS)
    streets, _ = passage(Mover.TANK, Ground.BUILT_UP, road=True, good_streets=good_streets)
    bad_roads = ("through jungle SFH", *(["inside MBUA, BUA"] if streets is Passage.BAD else []))
    minor = ", ".join(f"{scores_text(scores)} {word}" for word, scores in tables.MINOR_FEATURES)
    return Section(
        "terrain",
        "Terrain and going",
        tuple(made),
        (
            Line("Zone", "the armies’ common one, else the winner of a throw chooses, or by d6"),
            Line(
                "Minor features",
                f"on open squares: {minor}; {tables.LARGEST_MINOR}″ at most, {tables.MINOR_KEEPS_OFF}″ apart",
            ),
            Line(
                "Squares",
                f"{either(side.label for side in SquareSide)}; a major feature fills a third or more",
            ),
            Line("Roads", f"good going; {either(bad_roads)} bad"),
            Line(
                "Built-up areas",
                f"any ground; MBUA {tables.LARGEST_MBUA}″ square at most; each joined to another by road",
            ),
            Line(
                "Jungle",
                "tropical SFH: road only unless trained; LFA: vehicles by road, bad for troops",
            ),
            Line("River", "if both agree; runs round SFH, H and hills; crossed at bridges only"),
            Line("Placing", "winner of a throw places all, loser picks the edge"),
        ),
    )


def _movers(need: _Need) -> tuple[tuple[Mover, bool], ...]:
    return (
        (Mover.FOOT, need.sort(GeneralClass.INFANTRY, Rank.MINUS)),
        (Mover.CARRIER, need.sort(GeneralClass.INFANTRY, Rank.NORM, Rank.PLUS)),
        (Mover.TANK, need.sort(GeneralClass.ARMOUR)),
    )


def _home(text: str, zone: Zone, home: Zone | None) -> Cell:
    return Cell(text, Tone.STRONG, "this army’s zone") if zone is home else Cell(text)


def _hours(span: tuple[int, int]) -> str:
    return f"{span[0]:02}-{span[1]:02}"


def _season(need: _Need) -> Section:
    rows: list[tuple[object, ...]] = []
    for season in Season:
        light, weather = tables.TWILIGHT[season], tables.AWC_SCORES[season]
        rows.append(
            (
                season.label,
                scores_text(tables.SEASON_SCORES[season]),
                _hours(light.dawn),
                _hours(light.dusk),
                *(f"{weather[zone]}+" for zone in Zone),
            )
        )
    headings = " | ".join(f"^{zone.label}" for zone in Zone)
    return Section(
        "season",
        "Season, light, weather",
        (table("Season, light and AWC, by d6", f"Season | ^d6 | *^Dawn | *^Dusk | {headings}", rows),),
        (Line("Hour", f"d6: {scores_text(tables.MORNING_SCORES)} a.m., else p.m.; then 2d6; an hour a turn"),),
    )


def _fragile(need: _Need) -> Section:
    rows: list[tuple[object, ...]] = []
    if need.review is None:
        rows.append(("Battle group of 12", *group_limits(tables.STANDS_IN_A_GROUP)))
        rows.extend((f"Army of {stands}", *army_limits(stands)) for stands in EXAMPLE_ARMIES)
    else:
        for size in sorted({len(group.units) for group in need.review.force.groups}):
            rows.append((f"Battle group of {size}", *group_limits(size)))
        stands = stands_in(need.review.force)
        rows.append((f"Army of {stands}", *army_limits(stands)))
    return Section(
        "fragile",
        "Fragile",
        (table("Fragile at", "**Whole | ^Repulsed | ^Neutralised", rows),),
        (
            Line("Count", "stands as they are now; aircraft that left count as Repulsed"),
            Line("Effect", NO_EFFECT),
        ),
    )


def summary(review: ArmyReview) -> tuple[Line, ...]:
    """The lines at a roster's head."""
    army = review.force.spec
    stands = stands_in(review.force)
    classes = Counter(general_class_of(stand, review.catalogue) for _, stand in review.force.units())
    counted = ", ".join(f"{classes[one]} {one.label}" for one in (*CLASSES, GeneralClass.NONE) if classes[one])
    nation = review.catalogue.get("nation", army.nation)
    grades = Counter(grade_of(group, army, review.catalogue, review.house) for group in review.force.groups)
    graded = ", ".join(grade.label for grade in Grade if grades[grade]) or "–"
    group_limit, army_limit = group_limits(tables.STANDS_IN_A_GROUP), army_limits(stands)
    lines = [
        Line("Battle groups", f"{len(review.force.groups)} of {army.agreed_groups} agreed"),
        Line("Stands", f"{stands} ({counted})" if counted else str(stands)),
        Line("Grade", f"{graded} ({nation.name})" if nation is not None else graded),
        Line("Fakes", f"{army.fakes} of {most_fakes(stands)} allowed", secret=True),
    ]
    if stands:
        lines.append(
            Line(
                "Fragile",
                f"army {army_limit.repulsed} Repulsed or {army_limit.neutralised} neutralised; "
                f"battle group {group_limit.repulsed} or {group_limit.neutralised}",
            )
        )
        width = tables.TABLE_PER_GROUP * len(review.force.groups)
        lines.append(
            Line("Table", f"{width}″ wide, {least_depth(width)}″ deep or more; or {', '.join(tables.TABLE_SIZES)}")
        )
    if army.fantasy:
        lines.append(Line("Fantasy army", "; ".join(part for part in (army.location, army.insignia) if part) or "–"))
    return tuple(lines)
