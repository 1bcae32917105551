"""The rules of play that answers cite, by chapters of the rulebook and numbers of the tactical factors."""

from __future__ import annotations

from typing import Final

from rulesets.core.calculators import percent
from rulesets.core.rules import PlayRule
from rulesets.core.wording import counted
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.tables import Factor, Move
from rulesets.systems.mbt2020.units import Zone


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
        "A stand keeps its mode all game, except helicopters, which change between STATIC and MOBILE. A STATIC stand "
        "stays where it was deployed and moves only when Repulsed.",
    ),
    PlayRule(
        "Engagement",
        "Conducting engagement",
        "A stand engages one target a turn, of a kind listed for its posture and within the range listed for the "
        "target’s posture and mode. The engagement is mutual if the target may engage it back from there, otherwise "
        "unilateral.",
    ),
    PlayRule(
        "Arcs",
        "Front, flank, rear and shooting arcs",
        "ARMOUR and CAS engage to their front, stands of the INFANTRY class to front and side, all others all round. "
        "The diagram of the arcs is lost, so their width is a reading.",
    ),
    PlayRule(
        "Tactical factors",
        "Tactical factors",
        "Only the owning player counts factors, each line once. Shifts to the right minus shifts to the left give the "
        f"column of the results table, at most {tables.MOST_SHIFTS} from the green one.",
    ),
    *(_shifts(factor) for factor in tables.FACTORS.values()),
    PlayRule(
        "Terrain",
        "Terrain; Terrain rules; MBUA and BUA",
        "SFH, LFA, H, built-up areas, minor features and smoke between two stands on the table block their line of "
        "sight, so that they can only engage in contact. Whether ground is good going, bad going or impassable depends "
        "on who crosses it. A road is good going except through jungle SFH and built-up areas; at night everything "
        f"else is bad. A square has an MBUA on a d6 roll of {min(tables.MBUA_SCORES.values())}+ or "
        f"{max(tables.MBUA_SCORES.values())}+, depending on its zone. Armies of one climatic zone fight there: "
        f"{'; '.join(f'{zone.label} ({zone.help})' for zone in Zone)}.",
    ),
    PlayRule(
        "Illumination",
        "Illumination",
        "An illuminated stand can be engaged at the range by day; adverse weather still halves it.",
    ),
    PlayRule(
        "Night, AWC",
        "Time of day and night fighting; Adverse weather conditions",
        "Dusk, dawn and night halve ranges, and so does adverse weather; unlimited ranges stay unlimited.",
    ),
    PlayRule(
        "AWC",
        "Adverse weather conditions",
        f"A d6 roll decides whether the weather is adverse: on {min(_LEAST_AWC)}+ to {max(_LEAST_AWC)}+, depending on "
        "season and zone. It halves ranges, makes smoke useless, and stops CAS from engaging INFANTRY and ARMOUR.",
    ),
    PlayRule(
        "Deployment",
        "Deployment",
        f"On-table stands are deployed within {tables.DEPLOY_DEPTH}″ of their own edge, STATIC infantry and armour "
        f"within {tables.DEPLOY_STATIC}″, none within {tables.DEPLOY_KEEPS_OFF}″ of an opposing stand. Aircraft, "
        "OTF batteries and by our reading CBA batteries "
        f"wait off the table, in a zone up to {tables.OFF_TABLE_DEPTH}″ deep.",
    ),
    PlayRule(
        "Movement",
        "Movement",
        f"Tactical move and march: INF- {_distances(tables.MOVE_INF_MINUS)}; INFn, INF+ and all ADA and PDA "
        f"{_distances(tables.MOVE_INF)}; MBT- {_distances(tables.MOVE_MBT_MINUS)}; MBTn and MBT+ "
        f"{_distances(tables.MOVE_MBT)}. A march stays {tables.MARCH_KEEPS_OFF}″ away from opposing stands; a FAST "
        "stand goes at least half the distance of its move.",
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
        "A Pinned stand that is Pinned again becomes Repulsed; a Repulsed one that is Repulsed again is neutralised "
        "and removed from play. A stand on the table that is Repulsed moves half its good-going move, by our reading "
        "the tactical one, straight towards its own edge; ADA and PDA are neutralised instead, and aircraft leave the "
        "table for good.",
    ),
    PlayRule(
        "Smoke",
        "Smoke",
        f"A smoke screen of {tables.SMOKE_SIDE}″ square blocks the line of sight until the turn ends. A battery has "
        f"smoke for {counted(tables.TURNS_OF_ROUNDS, 'turn')}, and illumination for as many, unless one side attacks "
        "and the other defends.",
    ),
    PlayRule(
        "Victory conditions",
        "Victory conditions",
        f"A battle group is Fragile with {percent(tables.GROUP_REPULSED)} of its stands Repulsed or "
        f"{percent(tables.GROUP_NEUTRALISED)} neutralised, an army with {percent(tables.ARMY_REPULSED)} or "
        f"{percent(tables.ARMY_NEUTRALISED)}. Only the present state of the stands counts.",
    ),
)
