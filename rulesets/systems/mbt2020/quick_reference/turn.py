"""The blocks on movement, the turn, deployment and being Fragile."""

from __future__ import annotations

from rulesets.core.reference import Line, Section
from rulesets.core.tables import table
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.fragile import EXAMPLE_ARMIES, NO_EFFECT, army_limits, group_limits
from rulesets.systems.mbt2020.legality import fakes_rounded, most_fakes, stands_in
from rulesets.systems.mbt2020.quick_reference.need import Need, P
from rulesets.systems.mbt2020.scenario_sheet import blanks_at_first
from rulesets.systems.mbt2020.tables import Move
from rulesets.systems.mbt2020.turn_sequence import TURN, round_parts
from rulesets.systems.mbt2020.units import GeneralClass, Mode, Rank


def _move_row(name: str, move: Move) -> tuple[object, ...]:
    return name, f"{move.tactical}/{move.march}″", f"{move.bad_tactical}/{move.bad_march}″"


def movement_block(need: Need) -> Section:
    """Moves over good and bad going."""
    rows = []
    if need.sort(GeneralClass.INFANTRY, Rank.MINUS):
        rows.append(_move_row("INF-", tables.MOVE_INF_MINUS))
    if need.sort(GeneralClass.INFANTRY, Rank.NORM, Rank.PLUS) or need.posture(P.ADA, P.PDA):
        rows.append(_move_row("INFn, INF+, all ADA, PDA", tables.MOVE_INF))
    if need.sort(GeneralClass.ARMOUR, Rank.MINUS):
        rows.append(_move_row("MBT-", tables.MOVE_MBT_MINUS))
    if need.sort(GeneralClass.ARMOUR, Rank.NORM, Rank.PLUS):
        rows.append(_move_row("MBTn, MBT+", tables.MOVE_MBT))
    rows.append(_move_row("Blank, fake", tables.MOVE_BLANK))
    flights = ", flights too" if need.house.on("flights_near_bghq") else ""
    lines = [
        Line("March", f"before tactical moves; not to within {tables.MARCH_KEEPS_OFF}″ of an opposing stand"),
        Line("BGHQ", f"on-table stands stay within {tables.BGHQ_COMMAND}″ of it{flights}"),
        Line("Night", "bad going except by road"),
    ]
    if need.mode(Mode.FAST):
        lines.append(Line("FAST", "goes at least half its distance"))
    if need.mode(Mode.STATIC):
        lines.append(Line("STATIC", "moves only when Repulsed"))
    if need.house.on("blank_keeps_mode"):
        lines.append(Line("Blanks", "in STATIC or FAST keep to their mode"))
    return Section(
        "movement", "Movement", (table("Tactical/march", "**Stand | ^Good going | ^Bad going", rows),), tuple(lines)
    )


def turn_block(need: Need) -> Section:
    """The order of a round."""
    rows: list[tuple[object, ...]] = [
        (number, part.who, part.does)
        for number, part in enumerate(round_parts(need.house), 1)
        if not part.postures or need.posture(*part.postures)
    ]
    return Section(
        "turn",
        "Turn",
        (table("Each round, the owning player", "^No. | **Who | ******Does", rows),),
        (Line("Turn", TURN),),
    )


def deployment_block(need: Need) -> Section:
    """Where stands and fakes are deployed."""
    rows: list[tuple[object, ...]] = [("On-table stands", f"within {tables.DEPLOY_DEPTH}″ of their own edge")]
    if need.mode(Mode.STATIC) and (need.sort(GeneralClass.INFANTRY) or need.sort(GeneralClass.ARMOUR)):
        rows.append(("STATIC infantry, armour", f"within {tables.DEPLOY_STATIC}″ of their own edge"))
    batteries = need.posture(P.OTF) if need.readings.cba_on_table else need.sort(GeneralClass.ARTILLERY)
    if need.sort(GeneralClass.AIRCRAFT) or batteries:
        who = "Aircraft, OTF" if need.readings.cba_on_table else "Aircraft, artillery"
        rows.append((who, f"off the table, a zone up to {tables.OFF_TABLE_DEPTH}″ deep"))
    rows.append(("Opposing stands", f"not within {tables.DEPLOY_KEEPS_OFF}″"))
    fakes = f"if agreed, up to {tables.FAKES_SHARE * 100} % extra, {fakes_rounded(need.house)}"
    if len(need.armies) == 1:
        # A sheet to share tells nobody how many fakes the other player has.
        (force,) = (army.force for army in need.armies)
        fakes = f"{force.spec.fakes} of {most_fakes(stands_in(force), need.house)} allowed, if agreed"
    return Section(
        "deployment",
        "Deployment and blanks",
        (table("Where", "*What | ***Where", rows),),
        (
            Line("Order", "winner of a throw says who begins; one battle group each in turn"),
            Line(
                "Blanks",
                f"{blanks_at_first(need.house)} at first; the stand is shown when an opposing REC comes "
                f"within {tables.REVEAL_DISTANCE}″",
            ),
            Line("Fakes", fakes),
        ),
    )


def fragile_block(need: Need) -> Section:
    """The losses at which each player's battle groups and army become Fragile."""
    groups = {len(group.units) for army in need.armies for group in army.force.groups}
    armies = {stands_in(army.force) for army in need.armies}
    if need.all:
        groups, armies = {tables.STANDS_IN_A_GROUP}, set(EXAMPLE_ARMIES)
    rows: list[tuple[object, ...]] = [(f"Battle group of {size}", *group_limits(size)) for size in sorted(groups)]
    rows.extend((f"Army of {stands}", *army_limits(stands)) for stands in sorted(armies))
    aircraft = "aircraft that left" if need.house.on("departed_count") else "aircraft that left when Repulsed"
    return Section(
        "fragile",
        "Fragile",
        (table("Fragile at", "**Whole | ^Repulsed | ^Neutralised", rows),),
        (Line("Count", f"stands as they are now; {aircraft} count as Repulsed"), Line("Effect", NO_EFFECT)),
    )
