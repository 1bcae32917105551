"""The blocks on ranges, factors, results and smoke."""

from __future__ import annotations

from rulesets.core.reference import Line, Section
from rulesets.core.tables import Cell, Tone, table
from rulesets.core.wording import phrases
from rulesets.systems.mbt2020 import ranges, tables
from rulesets.systems.mbt2020.eligibility import arc_widths, whose_ecm
from rulesets.systems.mbt2020.engagement import SIDE_ARC, factor_shift, factor_when, side_arc_words
from rulesets.systems.mbt2020.movement import repulse_words
from rulesets.systems.mbt2020.quick_reference.need import Need, P
from rulesets.systems.mbt2020.results_tables import results_by_throw
from rulesets.systems.mbt2020.units import GeneralClass, Posture, Rank


def _attackers(need: Need) -> list[tuple[str, Posture, Rank]]:
    attackers: list[tuple[str, Posture, Rank]] = []
    for posture in Posture:
        if posture is P.INFANTRY:
            if need.close_infantry():
                attackers.append(("INFn, INF+", posture, Rank.NORM))
            if need.all or any(kind.posture is posture and kind.rank is Rank.MINUS for kind in need.kinds):
                attackers.append(("INF-", posture, Rank.MINUS))
        elif posture is P.OTF:
            if need.all or any(kind.posture is posture and kind.rank is not Rank.MINUS for kind in need.kinds):
                attackers.append(("OTF, ARTn, ART+", posture, Rank.NORM))
            if need.all or any(kind.posture is posture and kind.rank is Rank.MINUS for kind in need.kinds):
                attackers.append(("OTF, ART-", posture, Rank.MINUS))
        elif need.posture(posture):
            attackers.append((posture.label, posture, Rank.NORM))
    return attackers


def ranges_block(need: Need) -> Section:
    """Who engages whom, and from how far."""
    rows: list[tuple[object, ...]] = []
    for name, posture, rank in _attackers(need):
        targets = ranges.targets_of(posture, rank, need.readings)
        rows.append((name, "; ".join(f"{who} {reach}" for who, reach in targets) or "nothing"))
    free = phrases("CBA" * (not need.readings.cba_on_table), "OTF", "ASF", "ECM", "LAS" * need.readings.las_indirect)
    quarter = "a half" if need.readings.halve_once else "a quarter"
    both = "; in a mutual one both do" if need.house.on("mutual_engages_both") else ""
    lines = [
        Line("1/2/3″", "against STATIC, MOBILE, FAST"),
        Line("Dusk, dawn, night; AWC", f"half range; both together {quarter}"),
        Line("Blocks sight", "SFH, LFA, H, MBUA, BUA, minor features; smoke"),
        Line("Sight blocked", f"contact only, except for {', '.join(free)}"),
        Line("Once a turn", f"a stand engages one target a turn{both}"),
    ]
    if need.readings.infantry_means_posture:
        lines.append(Line("INFANTRY", "as a target: the posture only"))
    if need.posture(P.CAS):
        effect = "left column more" if need.readings.cas_in_awc else "not against INFANTRY or ARMOUR"
        lines.append(Line("CAS in AWC", effect))
    if need.posture(P.CBA):
        lines.append(Line("CBA", "only at targets that engaged in the opponent’s last round"))
    if need.sort(GeneralClass.AIRCRAFT) or need.sort(GeneralClass.ARTILLERY):
        lines.append(
            Line(
                "Artillery, aircraft",
                f"targets within {tables.BGHQ_TARGETS}″ of their own BGHQ in a mixed group, else of any friendly BGHQ",
            )
        )
    by_posture = need.readings.arcs_by_posture
    infantry = (
        ("INFANTRY posture", need.posture(P.INFANTRY))
        if by_posture
        else ("INFANTRY class", need.sort(GeneralClass.INFANTRY))
    )
    others = (P.ASF, P.ECM, P.OTF, P.CBA, *((P.LAS, P.ATM, P.ADA, P.PDA) if by_posture else ()))
    arcs = (
        ("ARMOUR, CAS: front", need.posture(P.ARMOUR, P.CAS)),
        (f"{infantry[0]}: front and side", infantry[1]),
        ("others: all round", need.posture(*others)),
    )
    lines.append(Line("Arcs", "; ".join(text for text, needed in arcs if needed) or "as each stand’s posture says"))
    lines.append(Line("Front, side, rear", arc_widths(need.house)))
    if need.befalls(P.ARMOUR) and not need.readings.side_arc_r:
        lines.append(Line("ARMOUR on its side", side_arc_words(need.readings.side_arc_r)))
    return Section("ranges", "Who engages whom", (table("Ranges", "Engaging | ****Targets", rows),), tuple(lines))


def factors_block(need: Need) -> Section:
    """The tactical factors, with the columns that each shifts."""
    ids = [one for one in (*tables.FACTORS, SIDE_ARC) if one in need.factors]
    rows: list[tuple[object, ...]] = [
        (one, _shift_cell(factor_shift(one, need.readings)), factor_when(one, need.readings)) for one in ids
    ]
    return Section(
        "factors",
        "Tactical factors",
        (table("Tactical factors", "No. | ^Shift | ******When", rows),),
        (
            Line("Who counts", "the owning player alone; each line once"),
            *([Line("ECM", f"F12 counts that {whose_ecm(need.house)}")] if need.house.on("any_ecm") else []),
            Line("Sum", f"right less left, {tables.MOST_SHIFTS} columns at most"),
        ),
    )


def _shift_cell(shift: int) -> Cell:
    return Cell(tables.shift_text(shift), Tone.GOOD if shift > 0 else Tone.BAD)


def results_block(need: Need) -> Section:
    """The results tables, and when an engagement is mutual."""
    result_tables = tuple(results_by_throw(mutual, need.readings) for mutual in (True, False))
    now = "" if need.readings.mutual_ignores_range else " here and now"
    lines = [
        Line("Throw", "rock, paper, scissors, seen by the owning player"),
        Line("Mutual", f"each stand may engage the other{now}"),
        Line("Draw", "own stand / opposing stand"),
        Line("P", "Pinned, for good; if Pinned already, Repulsed; Repulsed stays so"),
        Line(
            "R",
            f"Repulsed, for good: half a {repulse_words(need.house)} good-going move to its own edge; if Repulsed "
            "already, neutralised",
        ),
        Line("N, D", "neutralised, out of play"),
    ]
    if need.befalls(P.ADA, P.PDA):
        lines.append(Line("ADA, PDA", "Repulsed is neutralised"))
    if need.befalls(*tables.POSTURES[GeneralClass.AIRCRAFT]):
        lines.append(Line("Aircraft", "Repulsed leaves for good"))
    return Section("results", "Results", result_tables, tuple(lines))


def smoke_block(need: Need) -> Section:
    """Smoke and illumination."""
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
    if need.house.on("smoke_engages"):
        lines.append(Line("Instead", "who lays smoke or illuminates engages nothing this turn"))
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
