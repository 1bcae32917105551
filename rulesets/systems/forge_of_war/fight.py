"""A close combat fought to the end, round by round (§26-31)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
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
from rulesets.core.dice import successes
from rulesets.core.houserules import House
from rulesets.core.reference import Tone, table
from rulesets.systems.forge_of_war.close_combat import (
    FIGHTERS,
    OPEN_CHARGE,
    Charge,
    Fighters,
    after,
    blows_at,
    body_of,
    check_fighters,
    chosen_by,
    defenders_first,
    fighting_modifiers,
    no_troops,
    sides_prefill,
)
from rulesets.systems.forge_of_war.command import CommandTest, success
from rulesets.systems.forge_of_war.hits import Body, Policy, Taken, take
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.tables import DIE, Threshold, reached

MOST_WOUNDS = 40
"""Wounds of one side up to which a fight is worked out to the end."""

MOST_ROUNDS = 12

MOST_WORK = 1_000_000
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

    @property
    def most(self) -> int:
        """The most hits they can be."""
        return len(self.weights) - 1

    @property
    def odds(self) -> tuple[int, int]:
        """Hit and miss of one die."""
        return self.hit, self.miss


class Left(NamedTuple):
    """What blows leave of a side: weights of nobody and of somebody, and of the figures left of the latter."""

    gone: int
    lives: int
    figures: int


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
        self._values: dict[tuple[int, int, bool], int] = {}
        self._blows: dict[tuple[int, int, int | None], Blows] = {}
        self._alike: dict[tuple[int, Fraction], Blows] = {}
        self._struck: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._left: dict[tuple[int, int], Left] = {}
        self._hit: dict[tuple[int, int], int] = {}
        self._bodies: dict[int, tuple[Body, int]] = {}
        self._alone: dict[int, int] = {}
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

    def _value(self, own: int, foe: int, initial: bool) -> int:
        """The modified Fighting Value when either side carries so many D-markers; figures do not change it."""
        key = (own, foe, initial)
        if key not in self._values:
            me, enemy = replace(self.fighters, markers=own), replace(self.foe, markers=foe)
            changes = fighting_modifiers(me, enemy, self.charge, initial, self.attacking, self.house)
            self._values[key] = modified(me.fv, changes)
        return self._values[key]

    def blows(self, shape: int, foe_markers: int, initial: bool) -> Blows:
        """The hits that this side strikes in one shape at an enemy with so many D-markers."""
        own = self.shapes[shape]
        value = self._value(own.markers, foe_markers, initial)
        key = (own.figures, value, None)
        return self._blows.get(key) or self._keep(key, blows_at(self._as(own), value, self.house))

    def blows_after(self, shape: int) -> Blows:
        """The attackers' hits after first strikes; casualties were in contact and do not strike (§27)."""
        own, before = self.shapes[shape], self.fighters
        value = self._value(own.markers, self.foe.markers, True)
        key = (own.figures, value, before.figures - own.figures)
        left = after(before, Taken(before.figures - own.figures, own.markers - before.markers, 0))
        return self._blows.get(key) or self._keep(key, blows_at(left, value, self.house))

    def _keep(self, key: tuple[int, int, int | None], blows: tuple[int, Fraction]) -> Blows:
        dice, chance = blows
        if not dice or not chance:
            dice, chance = 0, Fraction(1, 2)
        same = self._alike.get((dice, chance))
        if same is None:
            weights = successes(dice, chance).weights()
            row = tuple(weights.get(count, 0) for count in range(max(weights) + 1))
            hit = chance.numerator
            same = Blows(len(self._alike), dice, hit, chance.denominator - hit, row, sum(row))
            self._alike[dice, chance] = same
        self._blows[key] = same
        return same

    def struck(self, shape: int, blows: Blows) -> list[tuple[int, int]]:
        """The shapes in which the side comes out of an enemy's blows, with their weights."""
        key = (shape, blows.number)
        if key not in self._struck:
            if self.one_by_one(shape, blows.most):
                ahead = self.chain[self.links[shape] :]
                came = [*zip(ahead, blows.weights, strict=False), (GONE, sum(blows.weights[len(ahead) :]))]
            else:
                merged: dict[int, int] = {}
                for hits, weight in enumerate(blows.weights):
                    number = self._after(shape, hits)
                    merged[number] = merged.get(number, 0) + weight
                came = list(merged.items())
            self._struck[key] = [(number, weight) for number, weight in came if weight]
        return self._struck[key]

    def left(self, shape: int, blows: Blows) -> Left:
        """What an enemy's blows leave of the side."""
        key = (shape, blows.number)
        if key not in self._left:
            if self.one_by_one(shape, blows.most):
                weights, figures = blows.weights, self.along[self.links[shape] :]
            else:
                came = [(weight, number) for number, weight in self.struck(shape, blows) if number != GONE]
                weights = tuple(weight for weight, _ in came)
                figures = [self.shapes[number].figures for _, number in came]
            lives = sum(weights[: len(figures)])
            self._left[key] = Left(blows.total - lives, lives, sum(map(mul, weights, figures)))
        return self._left[key]

    def wiped_out(self, shape: int, blows: Blows) -> int:
        """The weight of those of an enemy's hits that leave nobody of the side."""
        return self.left(shape, blows).gone

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
        """The shapes through which the side goes when it is hit once, and once again, while that does anything."""
        shapes = [self.begin]
        while (shape := self._after(shapes[-1], 1)) not in (GONE, shapes[-1]):
            shapes.append(shape)
        return shapes

    @cached_property
    def along(self) -> list[int]:
        """The figures of the shapes along the chain."""
        return [self.shapes[shape].figures for shape in self.chain]

    @cached_property
    def links(self) -> dict[int, int]:
        """Where on the chain each shape stands."""
        return {shape: place for place, shape in enumerate(self.chain)}

    def one_by_one(self, shape: int, hits: int) -> bool:
        """Whether up to so many hits at once do the same as one after the other, along the chain."""
        if self._alone.get(shape, -1) >= hits:
            return True
        if shape not in self.links:
            return False
        if shape not in self._alone:
            # Hits on figures that are seen add up; only those beyond them are dealt with together (AMB-089).
            self._alone[shape] = self._body(shape)[0].visible
        place, alone = self.links[shape], self._alone[shape]
        if alone >= hits:
            return True
        while alone < hits:
            link = place + alone + 1
            if self._after(shape, alone + 1) != (self.chain[link] if link < len(self.chain) else GONE):
                break
            alone += 1
        self._alone[shape] = alone
        return alone >= hits

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


Weights = dict[int, dict[int, int]]
"""For shapes of the attackers, the weights of the defenders' shapes beside them."""


Columns = list[tuple[int, int, Sequence[int]]]
"""For each shape that a side may come out in: the first row that leads there, and the weights from that row on."""


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


def _cut(column: Sequence[int]) -> Sequence[int]:
    """A column without the noughts at its end."""
    end = len(column)
    while end and not column[end - 1]:
        end -= 1
    return column[:end]


class Volleys:
    """The blows of several shapes of one side at one shape of the other, and the weights of each number of hits."""

    def __init__(self, blows: list[Blows]) -> None:
        """Turn the weights of the blows round: a column for each number of hits."""
        self.blows = blows
        self.total = lcm(*{each.total for each in blows})
        self.most = max(each.most for each in blows)
        self.columns = [_cut(column) for column in zip_longest(*(each.weights for each in blows), fillvalue=0)]

    @cached_property
    def at_least(self) -> list[list[int]]:
        """The weights of so many hits or more."""
        sums: list[list[int]] = [[]]
        for column in reversed(self.columns):
            sums.append([a + b for a, b in zip_longest(column, sums[-1], fillvalue=0)])
        return sums[::-1]

    def results(self, side: Side, shape: int) -> Columns:
        """In what shapes the side comes out of them."""
        if not side.one_by_one(shape, self.most):
            return _columns([side.struck(shape, blows) for blows in self.blows])
        ahead = side.chain[side.links[shape] :]
        found: Columns = [(state, 0, column) for state, column in zip(ahead, self.columns, strict=False)]
        if len(self.columns) > len(ahead):
            found.append((GONE, 0, self.at_least[len(ahead)]))
        return found


class Run(NamedTuple):
    """Defenders' shapes ``start`` to ``stop`` of a row that follow one another from a ``link`` of their chain on.

    All of them see the same blows of the attackers.
    """

    blows: Blows
    start: int
    stop: int
    link: int


class Facing:
    """One shape of the attackers and the defenders' shapes beside it, least harmed first: what a round does there.

    ``attack`` and ``defence`` are both sides' blows in each of these pairs, ``to_own`` what becomes of the
    attackers and ``to_foe`` of the defenders. Where hits on the defenders may be taken one by one, ``runs`` tells
    which of the pairs see the same dice.
    """

    def __init__(
        self, attackers: Side, defenders: Side, own: int, foes: list[int], attack: list[Blows], defence: Volleys
    ) -> None:
        """Take the pairs and their blows, and look up what becomes of the attackers."""
        self.own, self.foes, self.attack, self.defence = own, foes, attack, defence
        self.total = lcm(*{blows.total for blows in attack})
        self.to_own = defence.results(attackers, own)
        self.defenders = defenders
        self.runs: list[Run] = []
        self.work = len(self.to_own) * sum(len(blows.weights) for blows in attack)
        pairs = zip(foes, attack, strict=True)
        if all(defenders.one_by_one(foe, blows.most) for foe, blows in pairs):
            self.runs = list(self._runs())
            self.work = len(self.to_own) * sum(run.blows.dice + len(foes) for run in self.runs)

    @cached_property
    def to_foe(self) -> Columns:
        """What becomes of the defenders, but for those wiped out."""
        struck = [self.defenders.struck(foe, blows) for foe, blows in zip(self.foes, self.attack, strict=True)]
        return [column for column in _columns(struck) if column[0] != GONE]

    def _runs(self) -> Iterator[Run]:
        links = [self.defenders.links[foe] for foe in self.foes]
        start = 0
        for stop in range(1, len(links) + 1):
            if stop < len(links) and links[stop] == links[stop - 1] + 1 and self.attack[stop] is self.attack[start]:
                continue
            yield Run(self.attack[start], start, stop, links[start])
            start = stop


class Dice:
    """The attackers' dice of one round, rolled one at a time for all weights that wait for them.

    A die that misses leaves the defenders on their link of the chain, one that hits moves them to the next. Weights
    that wait for fewer dice join the others when only so many are left to roll. A row of weights is packed as one
    whole number with a slot of ``width`` bits for each link, so that a die is rolled for all of them at once.
    """

    def __init__(self, chain: list[int], total: int) -> None:
        """Take the links along which the defenders go, and what all weights come to after the round."""
        self.chain = chain
        self.bytes = (total.bit_length() + 7) // 8
        self.width = 8 * self.bytes
        self.waiting: dict[int, dict[tuple[int, int], dict[int, int]]] = {}

    def add(self, state: int, run: Run, weights: list[int]) -> None:
        """Let weights of a run wait, for a shape in which the attackers come out."""
        size = self.bytes
        row = int.from_bytes(b"".join([weight.to_bytes(size, "big") for weight in weights]), "big")
        row <<= self.width * (len(self.chain) - run.link - len(weights))
        rows = self.waiting.setdefault(state, {}).setdefault(run.blows.odds, {})
        rows[run.blows.dice] = rows.get(run.blows.dice, 0) + row

    def roll(self, following: Weights) -> None:
        """Add the weights of the defenders' shapes that are left after all dice."""
        size, width = self.bytes, self.width
        for state, groups in self.waiting.items():
            rolled = 0
            for (hit, miss), rows in groups.items():
                along = 0
                for dice in range(max(rows), 0, -1):
                    if dice in rows:
                        along += rows[dice]
                    moved = along >> width
                    along = (along if miss == 1 else along * miss) + (moved if hit == 1 else moved * hit)
                rolled += along + rows.get(0, 0)
            packed = rolled.to_bytes(size * len(self.chain), "big")
            target = following.setdefault(state, {})
            for place, shape in enumerate(self.chain):
                weight = int.from_bytes(packed[place * size : (place + 1) * size], "big")
                if weight:
                    target[shape] = target.get(shape, 0) + weight


class Standing(NamedTuple):
    """Weights of the pairs that fight on: of all, and times the figures of either side."""

    pairs: int
    attackers: int
    defenders: int


class Melee:
    """A fight in progress: weights of all pairs of shapes over a common ``total``, and of all ends reached."""

    def __init__(self, attackers: Side, defenders: Side) -> None:
        """Begin before the charge."""
        self.attackers, self.defenders = attackers, defenders
        self.live: Weights = {attackers.begin: {defenders.begin: 1}}
        self.ends: dict[End, int] = dict.fromkeys(End, 0)
        self.total = 1
        self.standing = Standing(1, attackers.fighters.figures, defenders.fighters.figures)
        self._facings: dict[tuple[int, ...], Facing] = {}
        self._volleys: dict[tuple[int, ...], Volleys] = {}

    def _scale(self, factor: int) -> None:
        self.total *= factor
        self.ends = {end: weight * factor for end, weight in self.ends.items()}

    def _settle(self, rows: Weights, gone: int) -> None:
        """Keep the pairs that fight on, and count those at an end: ``gone`` weigh all without attackers.

        The rows leave out those without defenders, which is what the total lacks.
        """
        without = sum(rows.pop(GONE, {}).values())
        self.live = {own: row for own, row in rows.items() if row}
        own_shapes, foe_shapes = self.attackers.shapes, self.defenders.shapes
        by_own = {own: sum(row.values()) for own, row in self.live.items()}
        foes: dict[int, int] = {}
        for row in self.live.values():
            for foe, weight in row.items():
                foes[foe] = foes.get(foe, 0) + weight
        self.standing = Standing(
            sum(by_own.values()),
            sum(own_shapes[own].figures * weight for own, weight in by_own.items()),
            sum(foe_shapes[foe].figures * weight for foe, weight in foes.items()),
        )
        self._count(without, gone)

    def _count(self, without: int, gone: int) -> None:
        """Count ends: those without attackers but with defenders, and all without attackers."""
        self.ends[End.ATTACKERS_GONE] += without
        self.ends[End.BOTH_GONE] += gone - without
        self.ends[End.DEFENDERS_GONE] += self.total - sum(self.ends.values()) - self.standing.pairs

    def charge(self, defenders_strike_first: bool) -> None:
        """The round of the charge, from the single pair of shapes before it."""
        side, enemy = self.attackers, self.defenders
        own, foe = side.begin, enemy.begin
        first = enemy.blows(foe, side.fighters.markers, True)
        struck = side.struck(own, first)
        both = side.blows(own, enemy.fighters.markers, True)
        answers = [side.blows_after(state) if defenders_strike_first else both for state, _ in struck]
        common = lcm(*(answer.total for answer in answers))
        self._scale(first.total * common)
        rows: Weights = {}
        for (state, weight), answer in zip(struck, answers, strict=True):
            row = rows.setdefault(state, {})
            for other, part in enemy.struck(foe, answer):
                if other != GONE:
                    row[other] = row.get(other, 0) + weight * part * (common // answer.total)
        self._settle(rows, side.wiped_out(own, first) * common)

    def _facing(self, own: int, foes: Iterable[int]) -> Facing:
        key = (own, *foes)
        if key not in self._facings:
            side, enemy = self.attackers, self.defenders
            ordered = sorted(foes, key=enemy.harm)
            markers = [enemy.shapes[foe].markers for foe in ordered]
            blows = {number: side.blows(own, number, False) for number in markers}
            attack = [blows[number] for number in markers]
            self._facings[key] = Facing(side, enemy, own, ordered, attack, self._volley(own, ordered))
        return self._facings[key]

    def _volley(self, own: int, foes: list[int]) -> Volleys:
        """The blows of the defenders' shapes, the same at all of the attackers' with as many D-markers."""
        markers = self.attackers.shapes[own].markers
        key = (markers, *foes)
        if key not in self._volleys:
            self._volleys[key] = Volleys([self.defenders.blows(foe, markers, False) for foe in foes])
        return self._volleys[key]

    def round(self, attackers_turn: bool, last: bool, most_work: int) -> bool:
        """A later round, in the activation of one side; ``False`` when it would take more than ``most_work``.

        That side tests if at a third or less; failing, it is struck and leaves (§11, §31). Else both strike at once.
        After the ``last`` round only the ends and the standing are known, not the pairs.
        """
        facings = [self._facing(own, row) for own, row in self.live.items()]
        if sum(facing.work for facing in facings) * (1 + self.total.bit_length() // 500) > most_work:
            return False
        attack = lcm(*{facing.total for facing in facings})
        defence = lcm(*{facing.defence.total for facing in facings})
        self._scale(DIE * attack * defence)
        weighed = [(facing, self._staying(facing, attackers_turn, attack, defence)) for facing in facings]
        if last:
            self._finish(weighed, attack)
        else:
            self._go_on(weighed, attack)
        return True

    def _go_on(self, weighed: list[tuple[Facing, list[int]]], attack: int) -> None:
        """Strike, and keep all pairs that come of it."""
        following: Weights = {}
        dice = Dice(self.defenders.chain, self.total)
        gone = 0
        for facing, weights in weighed:
            gone += attack * self._wiped_out(facing, weights)
            if facing.runs:
                self._wait(facing, weights, attack, dice)
            else:
                self._at_once(facing, weights, attack, following)
        dice.roll(following)
        self._settle(following, gone)

    def _finish(self, weighed: list[tuple[Facing, list[int]]], attack: int) -> None:
        """Strike, and keep no more than how many are left: both sides' losses are independent within a pair."""
        side, enemy = self.attackers, self.defenders
        without = gone = pairs = attackers = defenders = 0
        for facing, weights in weighed:
            for place, weight in enumerate(weights):
                blows = facing.attack[place]
                own = side.left(facing.own, facing.defence.blows[place])
                foe = enemy.left(facing.foes[place], blows)
                weight *= attack // blows.total
                lives = weight * foe.lives
                without += lives * own.gone
                gone += weight * own.gone * blows.total
                pairs += lives * own.lives
                attackers += lives * own.figures
                defenders += weight * foe.figures * own.lives
        self.live = {}
        self.standing = Standing(pairs, attackers, defenders)
        self._count(without, gone)

    def _staying(self, facing: Facing, attackers_turn: bool, attack: int, defence: int) -> list[int]:
        """The weights of the pairs that fight on after the test, with the defenders' dice; counts those that leave."""
        side, enemy = self.attackers, self.defenders
        live, back = self.live[facing.own], facing.defence.blows
        row = [live[foe] for foe in facing.foes]
        nerves = [side.nerve(facing.own) if attackers_turn else enemy.nerve(foe) for foe in facing.foes]
        shares = [defence // blows.total for blows in back]
        if min(nerves) < DIE:
            leaves = [DIE - stays for stays in nerves]
            leaving = attack * defence * sum(map(mul, row, leaves))
            if attackers_turn:
                struck = [side.wiped_out(facing.own, blows) for blows in back]
                gone = attack * leaves[0] * sum(map(mul, row, map(mul, shares, struck)))
                self.ends[End.ATTACKERS_GONE] += gone
                self.ends[End.ATTACKERS_OFF] += leaving - gone
            else:
                pairs = zip(facing.foes, facing.attack, leaves, strict=True)
                struck = [attack // blows.total * part * enemy.wiped_out(foe, blows) for foe, blows, part in pairs]
                gone = defence * sum(map(mul, row, struck))
                self.ends[End.DEFENDERS_GONE] += gone
                self.ends[End.DEFENDERS_OFF] += leaving - gone
        return list(map(mul, row, map(mul, shares, nerves)))

    def _wiped_out(self, facing: Facing, weights: list[int]) -> int:
        """The weight of all in which nobody of the attackers is left."""
        return sum(sum(map(mul, weights[begin:], parts)) for state, begin, parts in facing.to_own if state == GONE)

    def _at_once(self, facing: Facing, weights: list[int], attack: int, following: Weights) -> None:
        """Add what one row leads to: sums of products over the defenders' shapes before the round."""
        rolling = list(map(mul, weights, [attack // blows.total for blows in facing.attack]))
        for state, begin, parts in facing.to_own:
            shares = [0] * begin
            shares += map(mul, rolling[begin:], parts)
            target = following.setdefault(state, {})
            for other, first, column in facing.to_foe:
                gain = sum(map(mul, shares[first:], column))
                if gain:
                    target[other] = target.get(other, 0) + gain

    def _wait(self, facing: Facing, weights: list[int], attack: int, dice: Dice) -> None:
        """Let what one row leads to for the attackers wait for their dice."""
        rolling = list(map(mul, weights, [attack // blows.total for blows in facing.attack]))
        for state, begin, parts in facing.to_own:
            shares = [0] * begin
            shares += map(mul, rolling[begin:], parts)
            for run in facing.runs:
                if run.start < len(shares):
                    dice.add(state, run, shares[run.start : run.stop])

    def stage(self) -> Stage:
        """How the fight stands now."""
        pairs, attackers, defenders = self.standing
        return Stage(
            {end: Fraction(weight, self.total) for end, weight in self.ends.items()},
            Fraction(pairs, self.total),
            Fraction(attackers, pairs or 1),
            Fraction(defenders, pairs or 1),
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
        if not melee.round(number % 2 == 0, number == question.rounds - 1, MOST_WORK):
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
