"""A close combat fought to the end, round by round (§26-31)."""

from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    SolveContext,
    Step,
    decimal,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, cached_with_readings
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of

from ..catalogue import stats_of_side
from ..close_combat.blows import (
    FIGHTERS,
    OPEN_CHARGE,
    Charge,
    Fighters,
    charge_assumed,
    check_fighters,
    defenders_first,
    no_troops,
    sides_prefill,
)
from ..close_combat.rounds import CloseCombatRounds, End, RoundChances
from ..close_combat.sides import CombatSide

MAX_WOUNDS = 40
"""The most wounds of one side for which a fight is calculated to its end."""

MAX_ROUNDS = 12

MAX_WORK = 1_000_000
"""The most products of chances in one round; a fight that needs more is shown only up to the round before."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Who wins a close combat?"""

    attackers: Annotated[Fighters, Ask("Attackers")] = FIGHTERS
    defenders: Annotated[Fighters, Ask("Defenders")] = FIGHTERS
    charge: Annotated[Charge, Ask("Charge")] = OPEN_CHARGE
    rounds: Annotated[int, Ask("Rounds at most", min=1, max=MAX_ROUNDS)] = 6


_TONES = {
    End.DEFENDERS_GONE: Tone.GOOD,
    End.DEFENDERS_OFF: Tone.GOOD,
    End.ATTACKERS_OFF: Tone.BAD,
    End.ATTACKERS_GONE: Tone.BAD,
}


@cached_with_readings(64)
def stages(question: Fight, house: HouseRules) -> tuple[RoundChances, ...]:
    """The fight after each round; after the charge, defenders and attackers activate alternately."""
    attackers = CombatSide(question.attackers, question.defenders, question.charge, True, house)
    defenders = CombatSide(question.defenders, question.attackers, question.charge, False, house)
    combat = CloseCombatRounds(attackers, defenders)
    combat.charge(defenders_first(question.charge, True, house))
    rounds = [combat.stage()]
    for number in range(1, question.rounds):
        if not combat.live:
            break
        if not combat.round(number % 2 == 0, number == question.rounds - 1, MAX_WORK):
            break
        rounds.append(combat.stage())
    return tuple(rounds)


def _round_by_round(rounds: tuple[RoundChances, ...]) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            number,
            *(percent(stage.ends[end]) for end in End),
            percent(stage.fighting),
            f"{decimal(stage.attackers, 1)} : {decimal(stage.defenders, 1)}" if stage.fighting else "–",
        )
        for number, stage in enumerate(rounds, 1)
    ]
    headings = "> Round | " + " | ".join(f">{end.label}" for end in End) + " | >Fighting | >Figures left then"
    return table("Round by round", headings, rows)


def fight(question: Fight, context: SolveContext) -> Answer:
    """The chances of each end, round by round."""
    house = context.house
    for path, side in (("attackers", question.attackers), ("defenders", question.defenders)):
        check_fighters(side, path)
        if side.figures * side.wounds > MAX_WOUNDS:
            raise QuestionError(
                f"{path}.figures", f"A side may have at most {MAX_WOUNDS} wounds in all here. Enter fewer figures."
            )
    rounds = stages(question, house)
    last = rounds[-1]
    wins = last.ends[End.DEFENDERS_GONE] + last.ends[End.DEFENDERS_OFF]
    loses = last.ends[End.ATTACKERS_GONE] + last.ends[End.ATTACKERS_OFF]
    outcomes = [Outcome(end.label, last.ends[end], _TONES.get(end, Tone.PLAIN)) for end in End]
    outcomes.insert(2, Outcome(f"Still fighting after {count_of(len(rounds), 'round')}", last.fighting, Tone.MUTED))
    a_turn = 1 if len(rounds) > 1 and house.choice("cc_rounds") == "once_per_turn" else 2
    turns = -(-len(rounds) // a_turn)
    return Answer(
        f"{percent(wins)} chance that the attackers win, {percent(loses)} that the defenders do",
        Tone.GOOD if wins > loses else Tone.BAD if wins < loses else Tone.PLAIN,
        (
            Step("§26", "Rounds", str(len(rounds)), f"in {turns} game {'turn' if turns == 1 else 'turns'}"),
            Step("§28", "Attackers win", percent(wins), "defenders wiped out or broken off", Tone.GOOD),
            Step("§28", "Defenders win", percent(loses), "attackers wiped out or broken off", Tone.BAD),
            Step(
                "FOW-P10",
                "At a third or less",
                "tests first",
                "in its activation, and if it fails, it is struck and leaves",
            ),
        ),
        (Chart("How the fight ends", tuple(outcomes)),),
        (_round_by_round(rounds),),
        ("Both sides fight on until one is wiped out or breaks off. Free figures close up between rounds (§29).",),
        assumed=(f"{count_of(question.rounds, 'round')} at most", *charge_assumed(question.charge)),
    )


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both sides from two listed units; the default troops replace a vehicle."""
    fields = sides_prefill(own, opposing)
    for part, side in (("attackers", own), ("defenders", opposing)):
        if side is not None and stats_of_side(side).is_vehicle:
            del fields[part]
    return fields


CALCULATOR = Calculator(
    "fight",
    "Combat to the finish",
    "A close combat round by round: who wins, is wiped out or breaks off.",
    Fight,
    fight,
    _prefill,
    unsuited=no_troops,
)
