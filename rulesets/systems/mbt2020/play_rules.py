"""The rules of play that answers cite, by chapters of the rulebook and numbers of the tactical factors."""

from __future__ import annotations

from typing import Final

from rulesets.core.calculators import percent
from rulesets.core.rules import PlayRule
from rulesets.core.wording import counted
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.tables import Factor, Move


def _shifts(factor: Factor) -> PlayRule:
    side = "right" if factor.shift > 0 else "left"
    sentence = f"{counted(abs(factor.shift), 'column')} to the {side}: {factor.when}."
    return PlayRule(factor.id, "Tactical factors", sentence.replace("'", "’"))


def _distances(move: Move) -> str:
    return f"{move.tactical}/{move.march}″ (bad going {move.bad_tactical}/{move.bad_march}″)"


_LEAST_AWC = [score for zones in tables.AWC_SCORES.values() for score in zones.values()]

PLAY_RULES: Final = (
    PlayRule(
        "Mode",
        "Mode",
        "A stand keeps its mode all game, but for helicopters, which change between STATIC and MOBILE. STATIC stays "
        "where it was deployed and moves only when Repulsed.",
    ),
    PlayRule(
        "Engagement",
        "Conducting engagement",
        "A stand engages the kinds of stand that are listed for its posture, within the range given there for the "
        "target’s posture and mode, and one target a turn. The engagement is mutual when the target may engage it back "
        "from there, else unilateral.",
    ),
    PlayRule(
        "Arcs",
        "Front, flank, rear and shooting arcs",
        "ARMOUR and CAS engage to their front, stands of the INFANTRY class to front and side, all others all round.",
    ),
    PlayRule(
        "Tactical factors",
        "Tactical factors",
        "The owning player alone counts the factors, each line once. Columns to the right less columns to the left "
        f"give the column of the results table, {tables.MOST_SHIFTS} from the green one at most.",
    ),
    *(_shifts(factor) for factor in tables.FACTORS.values()),
    PlayRule(
        "Terrain",
        "Terrain; Terrain rules",
        "SFH, LFA, H, built-up areas, minor features and smoke between two stands on the table block the line of "
        "sight: they engage in contact only. Ground is good going, bad going or closed by who crosses it, and a road "
        "is good going but in jungle; at night everything else is bad. A square holds an MBUA on a d6 of "
        f"{min(tables.MBUA_SCORES.values())}+ or {max(tables.MBUA_SCORES.values())}+, as its zone says.",
    ),
    PlayRule(
        "Illumination",
        "Illumination",
        "A stand in illumination is engaged as far as by day; adverse weather halves the range all the same.",
    ),
    PlayRule(
        "Night, AWC",
        "Time of day and night fighting; Adverse weather conditions",
        "Dusk, dawn and night halve ranges, and so does adverse weather; what reaches any range keeps it.",
    ),
    PlayRule(
        "AWC",
        "Adverse weather conditions",
        f"A d6 tells whether the weather is adverse: from {min(_LEAST_AWC)}+ to {max(_LEAST_AWC)}+, by season and "
        "zone. It halves ranges, makes smoke useless, and keeps CAS from engaging INFANTRY and ARMOUR.",
    ),
    PlayRule(
        "Deployment",
        "Deployment",
        f"On-table stands are deployed within {tables.DEPLOY_DEPTH}″ of their own edge, STATIC infantry and armour "
        f"within {tables.DEPLOY_STATIC}″, none within {tables.DEPLOY_KEEPS_OFF}″ of an opposing stand. Aircraft and "
        f"artillery wait off the table, in a zone up to {tables.OFF_TABLE_DEPTH}″ deep.",
    ),
    PlayRule(
        "Movement",
        "Movement",
        f"Tactical move and march: INF- {_distances(tables.MOVE_INF_MINUS)}; INFn, INF+ and all ADA and PDA "
        f"{_distances(tables.MOVE_INF)}; MBT- {_distances(tables.MOVE_MBT_MINUS)}; MBTn and MBT+ "
        f"{_distances(tables.MOVE_MBT)}. A march keeps {tables.MARCH_KEEPS_OFF}″ away from opposing stands; FAST goes "
        "at least half of the move that it makes.",
    ),
    PlayRule(
        "Turn sequence",
        "The turn sequence",
        "Each round has its order: ASF and ECM, CAS, CBA, ADA and PDA, OTF, then one battle group. CBA engages "
        "only what engaged in the opponent’s last round.",
    ),
    PlayRule(
        "Results table",
        "Results table",
        "A Pinned stand that is Pinned again becomes Repulsed, a Repulsed one that is Repulsed again neutralised: it "
        "is removed from play. On being Repulsed a stand on the table goes half of its tactical good-going move "
        "straight to its own edge; ADA and PDA are neutralised instead, aircraft leave the table for good.",
    ),
    PlayRule(
        "Smoke",
        "Smoke",
        f"A smoke screen of {tables.SMOKE_SIDE}″ square blocks the line of sight until the turn ends. A battery has "
        f"smoke for {counted(tables.TURNS_OF_ROUNDS, 'turn')}, as it has illumination, unless one side attacks and the "
        "other defends.",
    ),
    PlayRule(
        "Victory conditions",
        "Victory conditions",
        f"A battle group is Fragile with {percent(tables.GROUP_REPULSED)} of its stands Repulsed or "
        f"{percent(tables.GROUP_NEUTRALISED)} neutralised, an army with {percent(tables.ARMY_REPULSED)} or "
        f"{percent(tables.ARMY_NEUTRALISED)}. Stands count as they are now.",
    ),
)
