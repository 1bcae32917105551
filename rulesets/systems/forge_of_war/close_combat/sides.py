"""One side of a close combat: its possible shapes, its blows, and its losses (§26-31)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import NamedTuple

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import successes

from ..command.command_value import CommandTest, success
from ..hits import ANY_NUMBER, Body, Losses, Policy, take
from ..modifiers import modified
from ..tables import DIE, HALF_STRENGTH, Threshold, reached
from .blows import Charge, Fighters, after, blows_at, body_of, fighting_modifiers, marker_limit_of


class SideShape(NamedTuple):
    """The state of a side in the fight: figures left, D-markers, wounds on a hurt figure."""

    figures: int
    markers: int
    hurt: int


WIPED_OUT = 0
"""The number of the shape of a side that is wiped out."""


@dataclass(frozen=True, slots=True, eq=False)
class Blows:
    """A number of dice that hit and miss with these ``odds``, and hit ``maximum`` times at most.

    ``weights`` are those of 0, 1, 2 ... hits, ``at_least`` those of so many or more; ``total`` is the sum.
    """

    dice: int
    odds: tuple[int, int]
    maximum: int
    total: int
    weights: tuple[int, ...]
    at_least: tuple[int, ...]


def blows_of(dice: int, chance: Fraction) -> Blows:
    """The blows of ``dice`` equal dice."""
    if not dice or not chance:
        # Without dice any odds do: even ones keep the numbers small.
        dice, chance = 0, Fraction(1, 2)
    odds = chance.numerator, chance.denominator - chance.numerator
    by_hits = successes(dice, chance).weights()
    maximum = max(by_hits)
    weights = tuple([by_hits.get(hits, 0) for hits in range(maximum + 1)])
    at_least = tuple(accumulate(reversed(weights)))[::-1]
    return Blows(dice, odds, maximum, at_least[0], weights, at_least)


NO_BLOWS = blows_of(0, Fraction(1))
"""The blows of nobody."""


class PairedBlows:
    """The blows in several pairs of shapes: of one shape at several of the enemy, or of several at one."""

    def __init__(self, blows: list[Blows]) -> None:
        """Take the blows, pair by pair."""
        self.blows = blows
        self.kinds = set(blows)
        self.total = lcm(*{each.total for each in self.kinds})
        self.maximum = max(each.maximum for each in self.kinds)


class CombatSide:
    """The shapes, blows, losses and nerve of one side, cached.

    Shapes are numbered. Single hits move a side down a ladder of shapes, on which the number of a shape is the number
    of hits that wipe it out. Shapes off the ladder get the higher numbers, in order of appearance.
    ``foe`` is the other side as it stood before the charge.
    """

    def __init__(self, fighters: Fighters, foe: Fighters, charge: Charge, attacking: bool, house: HouseRules) -> None:
        """Create the side before the charge, at the ``top`` of its ladder."""
        self.fighters, self.foe, self.charge, self.attacking, self.house = fighters, foe, charge, attacking, house
        self.start = fighters.start or fighters.figures
        self._bodies: dict[SideShape, tuple[Body, int]] = {}
        ladder = [SideShape(fighters.figures, fighters.markers, fighters.hurt)]
        while (shape := self._hurt(ladder[-1], 1)).figures and shape != ladder[-1]:
            ladder.append(shape)
        self.top = len(ladder)
        self.shapes = [SideShape(0, 0, 0), *reversed(ladder)]
        self._numbers = {shape: number for number, shape in enumerate(self.shapes)}
        self._down = [shape.figures for shape in ladder]
        self._alone: dict[int, int] = {}
        self._values: dict[tuple[int, int, bool], int] = {}
        self._blows: dict[tuple[int, int, int | None], Blows] = {}
        self._alike: dict[tuple[int, Fraction], Blows] = {}
        self._shapes_after: dict[tuple[int, Blows], dict[int, int]] = {}
        self._nerve: dict[int, int] = {}

    def _as(self, shape: SideShape) -> Fighters:
        contact = self.fighters.contact
        return replace(
            self.fighters,
            figures=shape.figures,
            markers=shape.markers,
            contact=None if contact is None else min(contact, shape.figures),
        )

    def _value(self, own: int, foe: int, initial: bool) -> int:
        """The modified Fighting Value for the D-markers of both sides; figures do not change it."""
        key = (own, foe, initial)
        if key not in self._values:
            me, enemy = replace(self.fighters, markers=own), replace(self.foe, markers=foe)
            changes = fighting_modifiers(me, enemy, self.charge, initial, self.attacking, self.house)
            self._values[key] = modified(me.fv, changes)
        return self._values[key]

    def blows(self, shape: int, foe_markers: int, initial: bool) -> Blows:
        """The blows of this side in one shape at an enemy with so many D-markers."""
        own = self.shapes[shape]
        value = self._value(own.markers, foe_markers, initial)
        key = (own.figures, value, None)
        return self._blows.get(key) or self._cache(key, blows_at(self._as(own), value, self.house))

    def blows_after(self, shape: int) -> Blows:
        """The attackers' blows after first strikes; casualties were in contact and do not strike (§27)."""
        if shape == WIPED_OUT:
            return NO_BLOWS
        own, before = self.shapes[shape], self.fighters
        value = self._value(own.markers, self.foe.markers, True)
        key = (own.figures, value, before.figures - own.figures)
        survivors = after(before, Losses(before.figures - own.figures, own.markers - before.markers, 0))
        return self._blows.get(key) or self._cache(key, blows_at(survivors, value, self.house))

    def _cache(self, key: tuple[int, int, int | None], dice: tuple[int, Fraction]) -> Blows:
        # Equal dice are one object, by which pairs with the same blows are put together.
        if dice not in self._alike:
            self._alike[dice] = blows_of(*dice)
        self._blows[key] = self._alike[dice]
        return self._blows[key]

    def _body(self, shape: SideShape) -> tuple[Body, int]:
        """The side in one shape as a body that takes hits, and the most of them that its owner takes as D-markers."""
        if shape not in self._bodies:
            limit = marker_limit_of(self.fighters)
            if self.fighters.policy is Policy.SPLIT:
                # The hits taken as D-markers earlier in the fight count against the limit.
                limit = max(0, limit - shape.markers + self.fighters.markers)
            self._bodies[shape] = replace(body_of(self._as(shape), self.house), hurt=shape.hurt), limit
        return self._bodies[shape]

    def _hurt(self, shape: SideShape, hits: int) -> SideShape:
        body, limit = self._body(shape)
        losses = take(body, hits, limit, self.house)
        return SideShape(shape.figures - losses.figures, shape.markers + losses.markers, losses.hurt)

    def _after(self, number: int, hits: int) -> int:
        """The shape after so many hits at once."""
        shape = self._hurt(self.shapes[number], hits)
        if not shape.figures:
            return WIPED_OUT
        if shape not in self._numbers:
            self._numbers[shape] = len(self.shapes)
            self.shapes.append(shape)
        return self._numbers[shape]

    def one_by_one(self, shape: int, hits: int) -> bool:
        """Whether up to so many hits at once have the same effect as one by one, down the ladder."""
        if shape > self.top:
            return False
        if shape not in self._alone:
            # Hits on visible figures add up; only hits beyond them are resolved together (AMB-089).
            self._alone[shape] = self._body(self.shapes[shape])[0].visible
        alone = self._alone[shape]
        # Hits beyond the one that wipes the side out change nothing, however many.
        while alone < hits and (number := self._after(shape, alone + 1)) == max(shape - alone - 1, WIPED_OUT):
            alone = alone + 1 if number != WIPED_OUT else ANY_NUMBER
        self._alone[shape] = alone
        return alone >= hits

    def together(self, shapes: Iterable[int], volley: PairedBlows) -> list[int]:
        """The places of the shapes that must take all hits of their blows together."""
        alone = self._alone
        return [
            place
            for place, (shape, blows) in enumerate(zip(shapes, volley.blows, strict=True))
            if alone.get(shape, -1) < blows.maximum and not self.one_by_one(shape, blows.maximum)
        ]

    def shapes_after(self, shape: int, blows: Blows) -> dict[int, int]:
        """The shapes of the side after an enemy's blows, with their weights."""
        key = (shape, blows)
        if key not in self._shapes_after:
            one_by_one = self.one_by_one(shape, blows.maximum)
            shapes: dict[int, int] = {}
            for hits, weight in enumerate(blows.weights):
                if weight:
                    number = max(shape - hits, WIPED_OUT) if one_by_one else self._after(shape, hits)
                    shapes[number] = shapes.get(number, 0) + weight
            self._shapes_after[key] = shapes
        return self._shapes_after[key]

    def down(self, shape: int) -> list[int]:
        """The figures of a shape on the ladder and of those below."""
        return self._down[self.top - shape :] if shape <= self.top else []

    def figures(self, shapes: dict[int, int]) -> int:
        """The weighted sum of the figures of shapes."""
        return sum(self.shapes[shape].figures * weight for shape, weight in shapes.items())

    def nerve(self, shape: int) -> int:
        """The number of rolls in ten with which the side fights on at its activation (§11, §31); ten above a third."""
        if shape not in self._nerve:
            own = self.shapes[shape]
            stays = DIE
            if reached(own.figures, self.start, Threshold.THIRD):
                value = self.fighters.cv + self.fighters.command - own.markers
                value += HALF_STRENGTH * reached(own.figures, self.start, Threshold.HALF)
                stays = int(success(value, CommandTest.ACTIVATION, self.house) * DIE)
            self._nerve[shape] = stays
        return self._nerve[shape]
