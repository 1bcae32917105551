"""Morale, control of objectives, and who survives the combat (FC-MOR, FC-OBJ, FC-END)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.asks import Ask
from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Setting,
    Side,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.dice import Distribution, at_least, dice, mean, successes
from rulesets.core.houserules import House
from rulesets.core.reference import Table, Tone, table
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.catalogue import house_of
from rulesets.systems.forum_combat.questions import squad_of
from rulesets.systems.forum_combat.squads import best_leadership, health, leadership, strength


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of a squad: units at the start, standing and not killed; HP at the start and left."""

    start: int
    standing: int
    living: int
    hp_start: int
    hp_left: int


def is_below_half(left: Strength, measure: str, single: str) -> bool:
    """Whether a squad is below half strength, by readings of FC-A33 and FC-A33c (FC-MOR-1)."""
    if measure == "hp" or (left.start == 1 and single == "hp"):
        return 2 * left.hp_left < left.hp_start
    return 2 * (left.standing if measure == "standing" else left.living) < left.start


def owes_check(left: Strength, house: House) -> bool:
    """Whether a squad is below half strength and still has somebody to roll (FC-MOR-1)."""
    if not left.standing or (left.standing, left.hp_left) == (left.start, left.hp_start):
        return False
    return house.settle(
        lambda measure, single: is_below_half(left, measure, single), "fc.strength", "fc.single_unit_half"
    )


def most_below_half(start: int) -> int:
    """The most of so many that is less than half of them."""
    return (start - 1) // 2


STRENGTHS = {"standing": "standing", "hp": "HP", "living": "not killed"}
"""What is counted by each reading of FC-A33, as it stands behind a number."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """When a squad owes a check: at ``most`` of ``start`` or fewer by a reading of FC-A33 (FC-MOR-1)."""

    most: int
    start: int
    measure: str

    @property
    def counts_standing(self) -> bool:
        """Whether standing units are counted."""
        return self.measure == "standing"

    @property
    def short(self) -> str:
        """The same in a word: a number of standing units, or a number and what it counts."""
        if not self.most:
            return "–"
        return f"≤ {self.most}" if self.counts_standing else f"≤ {self.most} {STRENGTHS[self.measure]}"

    @property
    def words(self) -> str:
        """The same in words."""
        if not self.most:
            return "no check while anybody stands"
        return f"check at {self.most} of {self.start} {STRENGTHS[self.measure]} or fewer"


def first_check(units: int, hp: int, house: House) -> Threshold:
    """When a squad of so many units, with so many HP in all when unhurt, owes its first check."""
    measure = house.choice("fc.strength")
    if units == 1 and house.choice("fc.single_unit_half") == "hp":
        measure = "hp"
    start = hp if measure == "hp" else units
    return Threshold(max(0, most_below_half(start)), start, measure)


def control(values: Collection[int], house: House) -> int:
    """The CON of a squad from those of its units: of all, or of the best (FC-OBJ-1, FC-A37b)."""
    return house.settle(lambda how: sum(values) if how == "sum" else max(values, default=0), "fc.con_sum")


def objective_radius(house: House) -> int:
    """Within how many tiles a squad is near an objective that has no radius of its own (FC-A37)."""
    return int(house.choice("fc.obj_radius"))


BROKEN = f"no CON for objectives, half movement, {tables.BROKEN_ACC} ACC"
"""What a break does, in words (FC-MOR-3)."""


def pass_chance(ld: int, abandoned: int, bonus: int = 0) -> Fraction:
    """The chance to hold: 2d6 less one for each unit abandoned this round, against LD (FC-MOR-2)."""
    return at_least(dice(tables.MORALE_DICE, tables.FACES), ld + abandoned - bonus)


def deaths(at_risk: int) -> Distribution[int]:
    """How many of those at risk die for good (FC-END-2)."""
    return successes(at_risk, Fraction(tables.DEATH, tables.FACES))


# --- morale ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Morale:
    """What is asked of a morale check."""

    ld: Annotated[int, Ask("LD", "Lower is better", unit="+", min=2, max=12)] = 7
    hero_ld: Annotated[int | None, Ask("LD of the hero", "Who stands with them", unit="+", min=2, max=12)] = None
    abandoned: Annotated[int, Ask("Abandoned this round", "1 off the roll for each", min=0, max=80)] = 0
    bonus: Annotated[int, Ask("To the roll", "Abilities and the like", min=-6, max=6, advanced=True)] = 0
    start: Annotated[int, Ask("Units at the start", min=1, max=80, section="Strength")] = 10
    standing: Annotated[int, Ask("Units standing", min=0, max=80, section="Strength")] = 4
    downed: Annotated[int, Ask("Downed, not killed", min=0, max=80, section="Strength", advanced=True)] = 0
    hp_start: Annotated[
        int | None, Ask("HP at the start", "Empty: one a unit", min=1, max=4800, section="Strength", advanced=True)
    ] = None
    hp_left: Annotated[
        int | None, Ask("HP left", "Empty: one a unit", min=0, max=4800, section="Strength", advanced=True)
    ] = None


def _odds(ld: int, bonus: int) -> Table:
    rows: list[tuple[object, ...]] = [
        (f"{number}+", *(percent(pass_chance(number, abandoned, bonus)) for abandoned in range(4)))
        for number in range(max(2, ld - 2), min(12, ld + 2) + 1)
    ]
    return table("To hold", "LD | >None abandoned | >1 | >2 | >3", rows)


def _why(left: Strength, house: House) -> str:
    """What is left of a squad, and when it owes a check."""
    return f"{left.standing} of {left.start} stand; {first_check(left.start, left.hp_start, house.fresh()).words}"


def check(question: Morale, setting: Setting) -> Answer:
    """Whether a check is owed, and the chance to hold."""
    if question.standing + question.downed > question.start:
        raise QuestionError("standing", f"{question.start} started, so no more can be left.")
    left = Strength(
        question.start,
        question.standing,
        question.standing + question.downed,
        question.hp_start if question.hp_start is not None else question.start,
        question.hp_left if question.hp_left is not None else question.standing,
    )
    if left.hp_left > left.hp_start:
        raise QuestionError("hp_left", f"The squad started with {left.hp_start} HP, so no more can be left.")
    owed = owes_check(left, setting.house)
    ld = min(question.ld, question.hero_ld or question.ld)
    holds = pass_chance(ld, question.abandoned, question.bonus)
    if not owed:
        headline = "Nobody is left to roll" if not question.standing else "No check: not below half strength"
    else:
        headline = f"{percent(holds)} to hold, {percent(1 - holds)} to break"
    need = ld + question.abandoned - question.bonus
    whose = "the hero's" if ld != question.ld else "its own"
    return Answer(
        headline,
        Tone.PLAIN if not owed else Tone.GOOD if holds >= Fraction(1, 2) else Tone.BAD,
        (
            Step("FC-MOR-1", "Owes a check", "yes" if owed else "no", _why(left, setting.house)),
            Step("FC-MOR-2", "LD", f"{ld}+", whose),
            Step(
                "FC-MOR-2",
                f"{tables.MORALE_ROLL} must show",
                f"{need}+",
                f"{question.abandoned} abandoned, bonus {question.bonus:+d}",
            ),
        ),
        (
            Chart(
                "The check, if it is rolled",
                (Outcome("Holds", holds, Tone.GOOD), Outcome("Breaks", 1 - holds, Tone.BAD)),
            ),
        ),
        (_odds(ld, question.bonus),),
        (f"Broken: {BROKEN}.",),
    )


def _fill_morale(own: Side, opposing: Side | None) -> dict[str, Any]:
    lines, house = squad_of(own), house_of(own.force)
    mine, hero = leadership(lines, house)
    units, hp = strength(lines, house), health(lines, house)
    best = best_leadership(mine, hero)
    return {
        "ld": mine if mine is not None else best if best is not None else 7,
        "hero_ld": hero,
        "start": max(1, units),
        "standing": most_below_half(units),
        "hp_start": hp or None,
        "hp_left": most_below_half(units),
    }


MORALE = Calculator("morale", "Morale", "Whether a squad holds.", Morale, check, _fill_morale)


# --- after the combat --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What is asked when the losses are counted."""

    abandoned: Annotated[int, Ask("Abandoned in the field", "Downed", min=0, max=200)] = 2
    wiped: Annotated[int, Ask("Downed of wiped squads", "No unit of the squad stands", min=0, max=200)] = 3
    kept: Annotated[int, Ask("Downed kept with their squads", min=0, max=200)] = 0
    killed: Annotated[int, Ask("Killed outright", min=0, max=200)] = 0
    won: Annotated[bool, Ask("The players have won", advanced=True)] = False


def at_risk(abandoned: int, wiped: int, won: bool, house: House) -> int:
    """How many roll for their lives (FC-END-2, FC-A39)."""
    return house.settle(
        lambda saved: abandoned + (0 if won and saved == "on" else wiped),
        "fc.win_saves_downed",
    )


def tally(question: Aftermath, setting: Setting) -> Answer:
    """Who dies for good."""
    risk = at_risk(question.abandoned, question.wiped, question.won, setting.house)
    dying = deaths(risk)
    safe = question.kept + question.abandoned + question.wiped - risk
    total = mean(dying) + question.killed
    return Answer(
        f"{decimal(mean(dying), 1)} of {risk} die on average; {percent(dying.chance(0))} that all live",
        Tone.PLAIN if not risk else Tone.FAIR,
        (
            Step("FC-END-1", "Wounded who live", str(safe)),
            Step("FC-END-2", "Roll for their lives", str(risk), f"1 to {tables.DEATH} on a d6 is death"),
            Step("FC-END-2", "Expected deaths among them", decimal(mean(dying))),
            Step(
                "FC-END-3",
                "Expected dead in all",
                decimal(total),
                f"{question.killed} killed outright",
            ),
        ),
        (amounts("Deaths", dying, lambda lost: Tone.BAD if lost else Tone.GOOD),),
    )


AFTERMATH = Calculator("aftermath", "After the combat", "Which of the downed die for good.", Aftermath, tally)
