"""A close combat fought to the end, round by round (§26-31)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Annotated, NamedTuple

from rulesets.core.asks import Ask, Choice
from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Setting,
    Step,
    decimal,
    percent,
)
from rulesets.core.dice import Distribution, certain
from rulesets.core.houserules import House
from rulesets.core.reference import Tone, table
from rulesets.systems.forge_of_war.close_combat import (
    FIGHTERS,
    OPEN_CHARGE,
    Charge,
    Fighters,
    after,
    body_of,
    check_fighters,
    chosen_by,
    defenders_first,
    sides_prefill,
    strike,
)
from rulesets.systems.forge_of_war.command import CommandTest, success
from rulesets.systems.forge_of_war.hits import Policy, Taken, take
from rulesets.systems.forge_of_war.tables import DIE, Threshold, reached

MOST_WOUNDS = 40
"""Wounds of one side up to which a fight is worked out to the end."""

MOST_ROUNDS = 12

MOST_WORK = 20_000_000
"""Products of chances that one answer may take; a fight that would need more is told as far as it got."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Who wins a close combat?"""

    attackers: Annotated[Fighters, Ask("Attackers")] = FIGHTERS
    defenders: Annotated[Fighters, Ask("Defenders")] = FIGHTERS
    charge: Annotated[Charge, Ask("Charge")] = OPEN_CHARGE
    rounds: Annotated[int, Ask("Rounds at most", min=1, max=MOST_ROUNDS)] = 6


class End(Choice):
    """How a fight ends."""

    DEFENDERS_GONE = "defenders_gone", "Defenders wiped out"
    DEFENDERS_OFF = "defenders_off", "Defenders break off"
    BOTH_GONE = "both_gone", "Both wiped out"
    ATTACKERS_OFF = "attackers_off", "Attackers break off"
    ATTACKERS_GONE = "attackers_gone", "Attackers wiped out"


_TONES = {
    End.DEFENDERS_GONE: Tone.GOOD,
    End.DEFENDERS_OFF: Tone.GOOD,
    End.ATTACKERS_OFF: Tone.BAD,
    End.ATTACKERS_GONE: Tone.BAD,
}


class Shape(NamedTuple):
    """A side as it stands in the fight: figures left, D-markers, wounds on a hurt figure."""

    figures: int
    markers: int
    hurt: int


GONE = 0
"""Number of the shape of a side that is wiped out."""


class Stage(NamedTuple):
    """The fight after a round: chances of each end so far and of still fighting, and mean figures of either side."""

    ends: dict[End, Fraction]
    fighting: Fraction
    attackers: Fraction
    defenders: Fraction


class Blows(NamedTuple):
    """Weights of 0, 1, 2 ... hits, and their sum; ``number`` tells them from other blows."""

    number: int
    weights: tuple[int, ...]
    total: int


class Side:
    """One side's blows, losses and nerve, kept once worked out.

    Its shapes are numbered as they turn up, so that a fight is sums over small whole numbers; ``foe`` is the
    other side as it stood before the charge.
    """

    def __init__(self, fighters: Fighters, foe: Fighters, charge: Charge, attacking: bool, house: House) -> None:
        """Take the side as it stands before the charge; its shape then has number 1."""
        self.fighters, self.foe, self.charge, self.attacking, self.house = fighters, foe, charge, attacking, house
        self.start = fighters.start or fighters.figures
        self.shapes = [Shape(0, 0, 0)]
        self._numbers = {self.shapes[GONE]: GONE}
        self.begin = self._number(Shape(fighters.figures, fighters.markers, 0))
        self._blows: dict[tuple[int, int, int, bool], Blows] = {}
        self._struck: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._hit: dict[tuple[int, int], int] = {}
        self._nerve: dict[int, int] = {}

    def _number(self, shape: Shape) -> int:
        if shape.figures == 0:
            return GONE
        if shape not in self._numbers:
            self._numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
        return self._numbers[shape]

    def harm(self, number: int) -> tuple[int, ...]:
        """Sorts shapes: the least harmed first."""
        shape = self.shapes[number]
        return -shape.figures, shape.hurt, shape.markers

    def _as(self, shape: Shape) -> Fighters:
        contact = self.fighters.contact
        return replace(
            self.fighters,
            figures=shape.figures,
            markers=shape.markers,
            contact=None if contact is None else min(contact, shape.figures),
        )

    def blows(self, shape: int, foe: Shape, initial: bool) -> Blows:
        """The hits that this side strikes in one shape at an enemy in another."""
        own = self.shapes[shape]
        key = (own.figures, own.markers, foe.markers, initial)
        if key not in self._blows:
            enemy = replace(self.foe, markers=foe.markers)
            self._keep(key, strike(self._as(own), enemy, self.charge, initial, self.attacking, self.house).hits)
        return self._blows[key]

    def blows_after(self, shape: int) -> Blows:
        """The attackers' hits after first strikes; casualties were in contact and do not strike (§27)."""
        own, before = self.shapes[shape], self.fighters
        key = (own.figures, own.markers, -1, True)
        if key not in self._blows:
            left = after(before, Taken(before.figures - own.figures, own.markers - before.markers, 0))
            self._keep(
                key, strike(left, self.foe, self.charge, True, True, self.house).hits if own.figures else certain(0)
            )
        return self._blows[key]

    def _keep(self, key: tuple[int, int, int, bool], hits: Distribution[int]) -> None:
        weights = hits.weights()
        row = tuple(weights.get(count, 0) for count in range(max(weights) + 1))
        self._blows[key] = Blows(len(self._blows), row, hits.total)

    def struck(self, shape: int, blows: Blows) -> list[tuple[int, int]]:
        """The shapes in which the side comes out of an enemy's blows, with their weights."""
        key = (shape, blows.number)
        if key not in self._struck:
            merged: dict[int, int] = {}
            for hits, weight in enumerate(blows.weights):
                if weight:
                    number = self._after(shape, hits)
                    merged[number] = merged.get(number, 0) + weight
            self._struck[key] = list(merged.items())
        return self._struck[key]

    def _after(self, shape: int, hits: int) -> int:
        """The shape after so many hits."""
        key = (shape, hits)
        if key not in self._hit:
            own = self.shapes[shape]
            body = replace(body_of(self._as(own), self.house), hurt=own.hurt)
            limit = chosen_by(self.fighters)
            if self.fighters.policy is Policy.SPLIT:
                limit = max(0, limit - own.markers + self.fighters.markers)
            lost = take(body, hits, limit, self.house)
            self._hit[key] = self._number(Shape(own.figures - lost.figures, own.markers + lost.markers, lost.hurt))
        return self._hit[key]

    def nerve(self, shape: int) -> int:
        """In how many of ten cases the side fights on at its own activation (§11, §31); ten while above a third."""
        if shape not in self._nerve:
            own = self.shapes[shape]
            stays = DIE
            if reached(own.figures, self.start, Threshold.THIRD):
                value = self.fighters.cv + self.fighters.command - own.markers
                value -= reached(own.figures, self.start, Threshold.HALF)
                stays = int(success(value, CommandTest.ACTIVATION, self.house) * DIE)
            self._nerve[shape] = stays
        return self._nerve[shape]


Weights = dict[tuple[int, int], int]


def _columns(rows: list[list[tuple[int, int]]]) -> list[tuple[int, int, list[int]]]:
    """Rows of (shape, weight) turned round: each shape, the first row that leads to it, the weights from there on."""
    columns: dict[int, tuple[int, list[int]]] = {}
    for number, row in enumerate(rows):
        for shape, weight in row:
            if shape not in columns:
                columns[shape] = (number, [])
            first, column = columns[shape]
            column += [0] * (number - first - len(column))
            column.append(weight)
    return [(shape, first, column) for shape, (first, column) in columns.items()]


class Melee:
    """A fight in progress: weights of all pairs of shapes over a common ``total``, and of all ends reached."""

    def __init__(self, attackers: Side, defenders: Side) -> None:
        """Begin before the charge."""
        self.attackers, self.defenders = attackers, defenders
        self.live: Weights = {(attackers.begin, defenders.begin): 1}
        self.ends: dict[End, int] = dict.fromkeys(End, 0)
        self.total = 1

    def _scale(self, factor: int) -> None:
        self.total *= factor
        self.ends = {end: weight * factor for end, weight in self.ends.items()}

    def _settle(self, rows: dict[int, dict[int, int]]) -> None:
        """Keep the pairs that fight on, and count those at an end."""
        gone = rows.pop(GONE, {})
        self.ends[End.BOTH_GONE] += gone.pop(GONE, 0)
        self.ends[End.ATTACKERS_GONE] += sum(gone.values())
        self.ends[End.DEFENDERS_GONE] += sum(row.pop(GONE, 0) for row in rows.values())
        self.live = {(own, foe): weight for own, row in rows.items() for foe, weight in row.items()}

    def charge(self, defenders_strike_first: bool) -> None:
        """The round of the charge, from the single pair of shapes before it."""
        ((own, foe),) = self.live
        side, enemy = self.attackers, self.defenders
        first = enemy.blows(foe, side.shapes[own], True)
        struck = side.struck(own, first)
        both = side.blows(own, enemy.shapes[foe], True)
        answers = [side.blows_after(state) if defenders_strike_first else both for state, _ in struck]
        common = lcm(*(answer.total for answer in answers))
        self._scale(first.total * common)
        rows: dict[int, dict[int, int]] = {}
        for (state, weight), answer in zip(struck, answers, strict=True):
            row = rows.setdefault(state, {})
            for other, part in enemy.struck(foe, answer):
                row[other] = row.get(other, 0) + weight * part * (common // answer.total)
        self._settle(rows)

    def test(self, attackers: bool) -> None:
        """The side whose activation it is tests if at a third or less; failing, it is struck and leaves (§11, §31)."""
        side, other = (self.attackers, self.defenders) if attackers else (self.defenders, self.attackers)
        mine, theirs = (0, 1) if attackers else (1, 0)
        failing = [(pair, weight) for pair, weight in self.live.items() if side.nerve(pair[mine]) < DIE]
        if not failing:
            return
        struck = []
        for pair, weight in failing:
            blows = other.blows(pair[theirs], side.shapes[pair[mine]], False)
            gone = sum(part for state, part in side.struck(pair[mine], blows) if state == GONE)
            struck.append((weight * (DIE - side.nerve(pair[mine])), gone, blows.total))
        common = lcm(*{total for *_, total in struck})
        self._scale(DIE * common)
        off = End.ATTACKERS_OFF if attackers else End.DEFENDERS_OFF
        lost = End.ATTACKERS_GONE if attackers else End.DEFENDERS_GONE
        for weight, gone, total in struck:
            self.ends[lost] += weight * gone * (common // total)
            self.ends[off] += weight * (total - gone) * (common // total)
        kept = ((pair, weight * side.nerve(pair[mine]) * common) for pair, weight in self.live.items())
        self.live = {pair: weight for pair, weight in kept if weight}

    def work(self) -> int:
        """Products that the next round takes, more the longer the numbers have grown."""
        side, enemy = self.attackers, self.defenders
        products = 0
        for own, foe in self.live:
            struck = len(side.blows(own, enemy.shapes[foe], False).weights)
            products += struck * len(enemy.blows(foe, side.shapes[own], False).weights)
        return products * (1 + self.total.bit_length() // 500)

    def round(self) -> None:
        """A later round: both sides strike at once.

        For each shape of the attackers and each shape they come out in, what becomes of the defenders is a sum of
        products over the defenders' shapes before; the sums run without a Python step for each product.
        """
        side, enemy = self.attackers, self.defenders
        by_own: dict[int, list[tuple[int, int, Blows, Blows]]] = {}
        for (own, foe), weight in sorted(self.live.items(), key=lambda item: enemy.harm(item[0][1])):
            blows = side.blows(own, enemy.shapes[foe], False)
            by_own.setdefault(own, []).append((foe, weight, blows, enemy.blows(foe, side.shapes[own], False)))
        rows = list(by_own.values())
        attack = lcm(*{blows.total for row in rows for *_, blows, _ in row})
        defence = lcm(*{back.total for row in rows for *_, back in row})
        self._scale(attack * defence)
        after_round: dict[int, dict[int, int]] = {}
        for own, row in by_own.items():
            weights = [weight * (attack // blows.total) * (defence // back.total) for _, weight, blows, back in row]
            to_foe = _columns([enemy.struck(foe, blows) for foe, _, blows, _ in row])
            for state, begin, parts in _columns([side.struck(own, back) for *_, back in row]):
                shares = [0] * begin
                shares += map(mul, weights[begin:], parts)
                target = after_round.setdefault(state, {})
                for other, first, column in to_foe:
                    gain = sum(map(mul, shares[first:], column))
                    if gain:
                        target[other] = target.get(other, 0) + gain
        self._settle(after_round)

    def stage(self) -> Stage:
        """How the fight stands now."""
        fighting = sum(self.live.values())
        own = sum(self.attackers.shapes[pair[0]].figures * weight for pair, weight in self.live.items())
        foe = sum(self.defenders.shapes[pair[1]].figures * weight for pair, weight in self.live.items())
        return Stage(
            {end: Fraction(weight, self.total) for end, weight in self.ends.items()},
            Fraction(fighting, self.total),
            Fraction(own, fighting or 1),
            Fraction(foe, fighting or 1),
        )


def stages(question: Fight, house: House) -> tuple[Stage, ...]:
    """The fight after each round; after the charge the defenders activate next, then the attackers, in turn."""
    attackers = Side(question.attackers, question.defenders, question.charge, True, house)
    defenders = Side(question.defenders, question.attackers, question.charge, False, house)
    melee = Melee(attackers, defenders)
    melee.charge(defenders_first(question.charge, True, house))
    found = [melee.stage()]
    work = 0
    for number in range(1, question.rounds):
        if not melee.live:
            break
        melee.test(attackers=number % 2 == 0)
        work += melee.work()
        if work > MOST_WORK:
            break
        melee.round()
        found.append(melee.stage())
    return tuple(found)


def _check(question: Fight) -> None:
    for path, side in (("attackers", question.attackers), ("defenders", question.defenders)):
        check_fighters(side, path)
        if side.figures * side.wounds > MOST_WOUNDS:
            raise QuestionError(
                f"{path}.figures",
                f"A side may have {MOST_WOUNDS} wounds in all here; enter fewer figures.",
            )


def fight(question: Fight, setting: Setting) -> Answer:
    """The chances of each end, round by round."""
    house = setting.house
    _check(question)
    found = stages(question, house)
    last = found[-1]
    wins = last.ends[End.DEFENDERS_GONE] + last.ends[End.DEFENDERS_OFF]
    loses = last.ends[End.ATTACKERS_GONE] + last.ends[End.ATTACKERS_OFF]
    outcomes = [Outcome(end.label, last.ends[end], _TONES.get(end, Tone.PLAIN)) for end in End]
    outcomes.insert(2, Outcome(f"Still fighting after {len(found)} rounds", last.fighting, Tone.MUTED))
    rows: list[tuple[object, ...]] = [
        (
            number,
            *(percent(stage.ends[end]) for end in End),
            percent(stage.fighting),
            f"{decimal(stage.attackers, 1)} : {decimal(stage.defenders, 1)}" if stage.fighting else "–",
        )
        for number, stage in enumerate(found, 1)
    ]
    headings = "> Round | " + " | ".join(f">{end.label}" for end in End) + " | >Fighting | >Figures left then"
    a_turn = 1 if len(found) > 1 and house.choice("cc_rounds") == "once_per_turn" else 2
    turns = -(-len(found) // a_turn)
    return Answer(
        f"{percent(wins)} the attackers win, {percent(loses)} the defenders",
        Tone.GOOD if wins > loses else Tone.BAD if wins < loses else Tone.PLAIN,
        (
            Step("§26", "Rounds", str(len(found)), f"in {turns} game {'turn' if turns == 1 else 'turns'}"),
            Step("§28", "Attackers win", percent(wins), "defenders wiped out or broken off", Tone.GOOD),
            Step("§28", "Defenders win", percent(loses), "attackers wiped out or broken off", Tone.BAD),
            Step(
                "FOW-P10",
                "At a third or less",
                "tests first",
                "in its activation; failing, it is struck and leaves",
            ),
        ),
        (Chart("How the fight ends", tuple(outcomes)),),
        (table("Round by round", headings, rows),),
        ("Both sides fight on until wiped out or broken off; free figures close up between rounds (§29).",),
    )


FIGHT = Calculator(
    "fight",
    "Fight to the end",
    "A close combat round by round: who wins, is wiped out or breaks off.",
    Fight,
    fight,
    sides_prefill,
)
