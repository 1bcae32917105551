"""A close combat fought to the end, round by round (§26-31)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import add, mul
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
from rulesets.core.houserules import House
from rulesets.core.reference import Tone, table
from rulesets.systems.forge_of_war.close_combat import (
    FIGHTERS,
    OPEN_CHARGE,
    Charge,
    Fighters,
    Strike,
    after,
    body_of,
    check_fighters,
    chosen_by,
    defenders_first,
    no_troops,
    sides_prefill,
    strike,
)
from rulesets.systems.forge_of_war.command import CommandTest, success
from rulesets.systems.forge_of_war.hits import Body, Policy, Taken, take
from rulesets.systems.forge_of_war.tables import DIE, Threshold, reached

MOST_WOUNDS = 40
"""Wounds of one side up to which a fight is worked out to the end."""

MOST_ROUNDS = 12

MOST_WORK = 3_000_000
"""Products of chances that one round may take; a fight that would need more is told as far as it got."""


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
    """So many dice that hit and miss with these weights: weights of 0, 1, 2 ... hits, and their sum.

    ``number`` tells them from other blows of the same side.
    """

    number: int
    dice: int
    hit: int
    miss: int
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
        self._alike: dict[tuple[int, int, int], Blows] = {}
        self._struck: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._hit: dict[tuple[int, int], int] = {}
        self._bodies: dict[int, tuple[Body, int]] = {}
        self._one_by_one: dict[tuple[int, int], bool] = {}
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
            self._keep(key, strike(self._as(own), enemy, self.charge, initial, self.attacking, self.house))
        return self._blows[key]

    def blows_after(self, shape: int) -> Blows:
        """The attackers' hits after first strikes; casualties were in contact and do not strike (§27)."""
        own, before = self.shapes[shape], self.fighters
        key = (own.figures, own.markers, -1, True)
        if key not in self._blows:
            left = after(before, Taken(before.figures - own.figures, own.markers - before.markers, 0))
            self._keep(key, strike(left, self.foe, self.charge, True, True, self.house))
        return self._blows[key]

    def _keep(self, key: tuple[int, int, int, bool], blows: Strike) -> None:
        hit, of = blows.chance.numerator, blows.chance.denominator
        same = self._alike.get((blows.dice, hit, of))
        if same is None:
            weights = blows.hits.weights()
            row = tuple(weights.get(count, 0) for count in range(max(weights) + 1))
            same = Blows(len(self._alike), blows.dice, hit, of - hit, row, blows.hits.total)
            self._alike[blows.dice, hit, of] = same
        self._blows[key] = same

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
            body, limit = self._body(shape)
            lost = take(body, hits, limit, self.house)
            self._hit[key] = self._number(Shape(own.figures - lost.figures, own.markers + lost.markers, lost.hurt))
        return self._hit[key]

    def _body(self, shape: int) -> tuple[Body, int]:
        """The side in a shape as a body that takes hits, and how many of them its owner takes as D-markers."""
        if shape not in self._bodies:
            own = self.shapes[shape]
            limit = chosen_by(self.fighters)
            if self.fighters.policy is Policy.SPLIT:
                limit = max(0, limit - own.markers + self.fighters.markers)
            self._bodies[shape] = replace(body_of(self._as(own), self.house), hurt=own.hurt), limit
        return self._bodies[shape]

    @cached_property
    def chain(self) -> list[int]:
        """The shapes through which the side goes when it is hit once, and once again, until it is gone."""
        shapes = [self.begin]
        while (shape := self._after(shapes[-1], 1)) != GONE:
            shapes.append(shape)
        return shapes

    @cached_property
    def links(self) -> dict[int, int]:
        """Where on the chain each shape stands."""
        return {shape: place for place, shape in enumerate(self.chain)}

    def one_by_one(self, shape: int, blows: Blows) -> bool:
        """Whether an enemy's blows do the same as their hits one after the other, all along the chain."""
        key = (shape, blows.number)
        if key not in self._one_by_one:
            place = self.links.get(shape)
            ahead = [] if place is None else self.chain[place:]
            self._one_by_one[key] = place is not None and all(
                self._after(shape, hits) == (ahead[hits] if hits < len(ahead) else GONE)
                for hits, weight in enumerate(blows.weights)
                if weight
            )
        return self._one_by_one[key]

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


Columns = list[tuple[int, int, list[int]]]
"""For each shape that a side may come out in: the first row that leads there, and the weights from that row on."""


class Row(NamedTuple):
    """One shape of the attackers in a round: the defenders' shapes beside it, least harmed first, and their weights.

    ``attack`` and ``defence`` are both sides' blows in each of these pairs.
    """

    own: int
    foes: tuple[int, ...]
    weights: list[int]
    attack: list[Blows]
    defence: list[Blows]


FEW = 3
"""Rows from which on it pays to roll their dice one by one together."""


def _columns(rows: list[list[tuple[int, int]]]) -> Columns:
    """Rows of (shape, weight) turned round."""
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
        self._columns: dict[tuple[int, tuple[int, ...]], tuple[Columns, Columns]] = {}

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

    def _rows(self) -> list[Row]:
        side, enemy = self.attackers, self.defenders
        by_own: dict[int, list[tuple[int, int]]] = {}
        for (own, foe), weight in self.live.items():
            by_own.setdefault(own, []).append((foe, weight))
        rows = []
        for own, pairs in by_own.items():
            pairs.sort(key=lambda pair: enemy.harm(pair[0]))
            foes = tuple(foe for foe, _ in pairs)
            attack = [side.blows(own, enemy.shapes[foe], False) for foe in foes]
            defence = [enemy.blows(foe, side.shapes[own], False) for foe in foes]
            rows.append(Row(own, foes, [weight for _, weight in pairs], attack, defence))
        return rows

    def round(self, most_work: int) -> bool:
        """A later round: both sides strike at once; ``False`` when it would take more than ``most_work`` products."""
        rows = self._rows()
        work = sum(
            len(a.weights) * len(d.weights) for row in rows for a, d in zip(row.attack, row.defence, strict=True)
        )
        if work * (1 + self.total.bit_length() // 500) > most_work:
            return False
        attack = lcm(*{blows.total for row in rows for blows in row.attack})
        defence = lcm(*{blows.total for row in rows for blows in row.defence})
        self._scale(attack * defence)
        scaled = [
            row._replace(
                weights=[
                    weight * (attack // blows.total * (defence // back.total))
                    for weight, blows, back in zip(row.weights, row.attack, row.defence, strict=True)
                ]
            )
            for row in rows
        ]
        following: dict[int, dict[int, int]] = {}
        for group in self._alike(scaled):
            if len(group) < FEW:
                for row in group:
                    self._at_once(row, following)
            else:
                self._die_by_die(group, following)
        self._settle(following)
        return True

    def _alike(self, rows: list[Row]) -> Iterable[list[Row]]:
        """Rows whose dice hit alike, where hits may be taken one by one; the others each for itself."""
        groups: dict[tuple[int, ...], list[Row]] = {}
        for row in rows:
            first = row.attack[0]
            alike = all(
                blows.number == first.number and self.defenders.one_by_one(foe, blows)
                for foe, blows in zip(row.foes, row.attack, strict=True)
            )
            groups.setdefault((first.hit, first.miss) if alike else (row.own,), []).append(row)
        return groups.values()

    def _at_once(self, row: Row, following: dict[int, dict[int, int]]) -> None:
        """Add what one row leads to: sums of products over the defenders' shapes before the round."""
        side, enemy = self.attackers, self.defenders
        key = (row.own, row.foes)
        if key not in self._columns:
            self._columns[key] = (
                _columns([side.struck(row.own, back) for back in row.defence]),
                _columns([enemy.struck(foe, blows) for foe, blows in zip(row.foes, row.attack, strict=True)]),
            )
        to_own, to_foe = self._columns[key]
        for state, begin, parts in to_own:
            shares = [0] * begin
            shares += map(mul, row.weights[begin:], parts)
            target = following.setdefault(state, {})
            for other, first, column in to_foe:
                gain = sum(map(mul, shares[first:], column))
                if gain:
                    target[other] = target.get(other, 0) + gain

    def _die_by_die(self, rows: list[Row], following: dict[int, dict[int, int]]) -> None:
        """Add what rows with dice that hit alike lead to, one die at a time for all of them together.

        A die moves the defenders one link along their chain or leaves them; rows with fewer dice join later.
        """
        side, enemy = self.attackers, self.defenders
        hit, miss = rows[0].attack[0].hit, rows[0].attack[0].miss
        links, size = enemy.links, len(enemy.chain)
        joining: dict[int, dict[int, list[int]]] = {}
        for row in rows:
            dice = row.attack[0].dice
            for foe, weight, back in zip(row.foes, row.weights, row.defence, strict=True):
                for state, part in side.struck(row.own, back):
                    piles = joining.setdefault(state, {})
                    if dice not in piles:
                        piles[dice] = [0] * size
                    piles[dice][links[foe]] += weight * part
        for state, piles in joining.items():
            along = [0] * size
            mass = 0
            for dice in range(max(piles), -1, -1):
                if dice in piles:
                    along = list(map(add, along, piles[dice]))
                    mass += sum(piles[dice]) * (hit + miss) ** dice
                if dice:
                    along = [miss * here + hit * before for here, before in zip(along, [0, *along], strict=False)]
            target = following.setdefault(state, {})
            for shape, weight in zip([*enemy.chain, GONE], [*along, mass - sum(along)], strict=True):
                if weight:
                    target[shape] = target.get(shape, 0) + weight

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
    for number in range(1, question.rounds):
        if not melee.live:
            break
        melee.test(attackers=number % 2 == 0)
        if not melee.round(MOST_WORK):
            break
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
    unsuited=no_troops,
)
