"""A close combat round by round: the weights of all pairs of both sides' states (§26-31)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import add, mul
from typing import NamedTuple

from rulesets.core.declarations.fields import Choice

from ..tables import DIE
from .sides import NO_BLOWS, WIPED_OUT, Blows, CombatSide, PairedBlows, blows_of


class End(Choice):
    """The end of a fight."""

    DEFENDERS_GONE = "defenders_gone", "Defenders wiped out"
    DEFENDERS_OFF = "defenders_off", "Defenders break off"
    BOTH_GONE = "both_gone", "Both wiped out"
    ATTACKERS_OFF = "attackers_off", "Attackers break off"
    ATTACKERS_GONE = "attackers_gone", "Attackers wiped out"


class RoundChances(NamedTuple):
    """The fight after a round: the chances of each end and of fighting on, and the mean figures of each side."""

    ends: dict[End, Fraction]
    fighting: Fraction
    attackers: Fraction
    defenders: Fraction


class Pairings:
    """The effects of a round on pairs of one shape of the attackers with several of the defenders.

    ``attack`` and ``back`` are the blows of the attackers and of the defenders. ``together`` are the places of the
    pairs in which the defenders must take all hits together.
    """

    def __init__(
        self,
        attackers: CombatSide,
        defenders: CombatSide,
        own: int,
        foes: tuple[int, ...],
        attack: PairedBlows,
        back: PairedBlows,
    ) -> None:
        """Create the pairs with the blows in each."""
        self.attackers, self.defenders, self.own, self.foes = attackers, defenders, own, foes
        self.attack, self.back = attack, back
        self.one_by_one = attackers.one_by_one(own, back.maximum)
        self.together = defenders.together(foes, attack)
        results = min(own, back.maximum) + 1 if self.one_by_one else len(attackers.shapes)
        places = len(attack.blows)
        self.work = results * (
            sum(blows.dice + places for blows in attack.kinds)
            + sum(attack.blows[place].maximum for place in self.together)
        )

    @cached_property
    def wipe_outs(self) -> list[int]:
        """The weight, for each pair, of the defenders' hits that wipe out the attackers."""
        own = self.own
        if self.one_by_one:
            # On the ladder the number of a shape is that of the hits that wipe it out.
            return [blows.at_least[own] if own <= blows.maximum else 0 for blows in self.back.blows]
        return [self.attackers.shapes_after(own, blows).get(WIPED_OUT, 0) for blows in self.back.blows]

    @cached_property
    def foe_wipe_outs(self) -> list[int]:
        """The weight, for each pair, of the attackers' hits that wipe out the defenders."""
        pairs = zip(self.foes, self.attack.blows, strict=True)
        weights = [blows.at_least[foe] if foe <= blows.maximum else 0 for foe, blows in pairs]
        for place in self.together:
            weights[place] = self.defenders.shapes_after(self.foes[place], self.attack.blows[place]).get(WIPED_OUT, 0)
        return weights

    @cached_property
    def defeats(self) -> list[int]:
        """The weight, for each pair and over both sides' blows, of those that wipe out the attackers."""
        return [weight * blows.total for weight, blows in zip(self.wipe_outs, self.attack.blows, strict=True)]

    @cached_property
    def victories(self) -> list[int]:
        """The weight, for each pair and over both sides' blows, of those that wipe out the defenders."""
        return [weight * blows.total for weight, blows in zip(self.foe_wipe_outs, self.back.blows, strict=True)]

    def figures(self) -> list[int]:
        """The weighted sum, for each pair, of the attackers' figures where both sides fight on."""
        side, own = self.attackers, self.own
        if self.one_by_one:
            down = side.down(own)
            sums = [sum(map(mul, blows.weights, down)) for blows in self.back.blows]
        else:
            sums = [side.figures(side.shapes_after(own, blows)) for blows in self.back.blows]
        return [
            figures * (blows.total - weight)
            for figures, blows, weight in zip(sums, self.attack.blows, self.foe_wipe_outs, strict=True)
        ]

    def foes_figures(self) -> list[int]:
        """The weighted sum, for each pair, of the defenders' figures where both sides fight on."""
        enemy = self.defenders
        pairs = zip(self.foes, self.attack.blows, strict=True)
        sums = [sum(map(mul, blows.weights, enemy.down(foe))) for foe, blows in pairs]
        for place in self.together:
            sums[place] = enemy.figures(enemy.shapes_after(self.foes[place], self.attack.blows[place]))
        return [
            figures * (blows.total - weight)
            for figures, blows, weight in zip(sums, self.back.blows, self.wipe_outs, strict=True)
        ]


class Slots:
    """Weights of the attackers' shapes packed into one integer, with a slot of ``bytes`` bytes for each shape.

    Arithmetic on the integer applies to all of them at once.
    """

    def __init__(self, side: CombatSide, total: int) -> None:
        """Create slots that have room for the sum of all weights."""
        self.side = side
        self.bytes = (total.bit_length() + 7) // 8
        self._hits: dict[Blows, int] = {}

    def pack(self, weights: Iterable[int]) -> int:
        """Pack weights into one integer, the first in the lowest slot."""
        return int.from_bytes(b"".join([weight.to_bytes(self.bytes, "little") for weight in weights]), "little")

    def unpack(self, packed: int) -> list[int]:
        """Unpack the weight of each shape."""
        size = self.bytes
        end = size * len(self.side.shapes)
        row = packed.to_bytes(end, "little")
        return [int.from_bytes(row[place : place + size], "little") for place in range(0, end, size)]

    def after_blows(self, weights: Sequence[int], pairings: Pairings) -> list[int]:
        """The packed shapes of the attackers after the defenders' blows, for pairs with these weights."""
        width, own = 8 * self.bytes, pairings.own
        if not pairings.one_by_one:
            shapes = [self.side.shapes_after(own, blows) for blows in pairings.back.blows]
            return [
                weight and weight * self.pack([each.get(number, 0) for number in range(max(each) + 1)])
                for weight, each in zip(weights, shapes, strict=True)
            ]
        # Hits are packed in descending order, so that each hit shifts by one slot towards ``WIPED_OUT``.
        packed = [self._hits.get(blows) or self._pack_hits(blows) for blows in pairings.back.blows]
        return [
            weight * each << width * (own - blows.maximum)
            if own >= blows.maximum
            else weight * ((each >> width * (blows.maximum - own)) + blows.at_least[own + 1])
            for weight, each, blows in zip(weights, packed, pairings.back.blows, strict=True)
        ]

    def _pack_hits(self, blows: Blows) -> int:
        self._hits[blows] = packed = self.pack(reversed(blows.weights))
        return packed


def _roll(rows: dict[int, list[int]], odds: tuple[int, int]) -> list[int]:
    """Weights of a side's shapes after dice at these odds; each row of weights has its own number of dice.

    Rows with fewer dice join the others when only that many are left to roll. A miss leaves the side at its place on
    the ladder, a hit moves it one place down. The rows omit sides that are wiped out; the result has them first.
    """
    hit, miss = odds
    wiped_out, along = 0, [0] * len(next(iter(rows.values())))
    for dice, then in pairwise([*sorted(rows, reverse=True), 0]):
        along = list(map(add, along, rows[dice]))
        # Several dice at once take one multiplication for each place; one at a time only adds where a hit weighs 1.
        if dice - then > 1 < hit:
            blows = blows_of(dice - then, Fraction(hit, hit + miss))
            wiped_out = blows.total * wiped_out + sum(map(mul, along, blows.at_least[1:]))
            along = [sum(map(mul, along[place:], blows.weights)) for place in range(len(along))]
            continue
        for _ in range(dice - then):
            hits = along if hit == 1 else [hit * weight for weight in along]
            misses = along if miss == 1 else [miss * weight for weight in along]
            wiped_out = (hit + miss) * wiped_out + hits[0]
            along = [*map(add, misses, hits[1:]), misses[-1]]
    return [wiped_out, *along]


def _shares(volleys: Iterable[PairedBlows]) -> tuple[int, dict[Blows, int]]:
    """A common total for the blows of all volleys, and the factor of each to reach it."""
    volleys = set(volleys)
    total = lcm(*{volley.total for volley in volleys})
    return total, {blows: total // blows.total for volley in volleys for blows in volley.kinds}


class StillFighting(NamedTuple):
    """Weights of the pairs that fight on: their sum, and those multiplied by the figures of each side."""

    pairs: int
    attackers: int
    defenders: int


class CloseCombatRounds:
    """A fight in progress: weights of all pairs of shapes over a common ``total``, and of all ends reached."""

    def __init__(self, attackers: CombatSide, defenders: CombatSide) -> None:
        """Create a fight before its first round."""
        self.attackers, self.defenders = attackers, defenders
        self.foes: tuple[int, ...] = ()
        self.live: dict[int, list[int]] = {}
        """For each shape of the attackers that fights on, the weights of the defenders' shapes beside it, ``foes``."""
        self.ends: dict[End, int] = dict.fromkeys(End, 0)
        self.total = 1
        self.still_fighting = StillFighting(1, attackers.fighters.figures, defenders.fighters.figures)
        self._pairings: dict[tuple[int, tuple[int, ...]], Pairings] = {}
        self._paired_blows: dict[tuple[int, tuple[int, ...]], PairedBlows] = {}

    def _scale(self, factor: int) -> None:
        self.total *= factor
        self.ends = {end: weight * factor for end, weight in self.ends.items()}

    def _count(self, rows: list[list[int]]) -> None:
        """Store the pairs that fight on, and count those that ended; ``rows`` has defenders' weights by own shape."""
        wiped_out, *rows = rows
        self.ends[End.BOTH_GONE] += wiped_out[WIPED_OUT]
        self.ends[End.ATTACKERS_GONE] += sum(wiped_out[1:])
        without, *by_foe = map(sum, zip(*rows, strict=True))
        self.ends[End.DEFENDERS_GONE] += without
        self.foes = tuple(foe for foe, weight in enumerate(by_foe, 1) if weight)
        by_own = [sum(row[1:]) for row in rows]
        self.live = {own: [rows[own - 1][foe] for foe in self.foes] for own, weight in enumerate(by_own, 1) if weight}
        self.still_fighting = StillFighting(
            sum(by_own),
            sum(map(mul, by_own, [shape.figures for shape in self.attackers.shapes[1:]])),
            sum(map(mul, by_foe, [shape.figures for shape in self.defenders.shapes[1:]])),
        )

    def charge(self, defenders_strike_first: bool) -> None:
        """The round of the charge, from the single pair of shapes before it."""
        side, enemy = self.attackers, self.defenders
        own_shapes = side.shapes_after(side.top, enemy.blows(enemy.top, side.fighters.markers, True))
        at_once = NO_BLOWS if defenders_strike_first else side.blows(side.top, enemy.fighters.markers, True)
        answers = [side.blows_after(own) if defenders_strike_first else at_once for own in own_shapes]
        common = lcm(*{answer.total for answer in answers})
        foe_shapes = [enemy.shapes_after(enemy.top, answer) for answer in answers]
        self._scale(sum(own_shapes.values()) * common)
        rows = [[0] * len(enemy.shapes) for _ in side.shapes]
        for (own, weight), answer, foes in zip(own_shapes.items(), answers, foe_shapes, strict=True):
            for foe, part in foes.items():
                rows[own][foe] += weight * part * (common // answer.total)
        self._count(rows)

    def _pairings_of(self, own: int) -> Pairings:
        key = (own, self.foes)
        if key not in self._pairings:
            side, enemy = self.attackers, self.defenders
            markers = [enemy.shapes[foe].markers for foe in self.foes]
            blows = {number: side.blows(own, number, False) for number in set(markers)}
            attack = PairedBlows([blows[number] for number in markers])
            self._pairings[key] = Pairings(side, enemy, own, self.foes, attack, self._back(side.shapes[own].markers))
        return self._pairings[key]

    def _back(self, markers: int) -> PairedBlows:
        """The blows of the defenders' shapes at an enemy with so many D-markers."""
        key = (markers, self.foes)
        if key not in self._paired_blows:
            self._paired_blows[key] = PairedBlows([self.defenders.blows(foe, markers, False) for foe in self.foes])
        return self._paired_blows[key]

    def round(self, attackers_turn: bool, last: bool, max_work: int) -> bool:
        """Play a later round, in the activation of one side; ``False`` if it would take more than ``max_work``.

        That side tests if at a third or less; if it fails, it is struck and leaves (§11, §31). Otherwise both strike at
        once. After the ``last`` round only the ends and totals are known, not the pairs.
        """
        # The weights grow with every round, and multiplying numbers of thousands of bits takes longer.
        all_pairings = [self._pairings_of(own) for own in self.live]
        if sum(pairings.work for pairings in all_pairings) * (1 + self.total.bit_length() // 500) > max_work:
            return False
        attack, attacks = _shares(pairings.attack for pairings in all_pairings)
        back, backs = _shares(pairings.back for pairings in all_pairings)
        self._scale(DIE * attack * back)
        # Each side makes blows of its own, so no key is in both.
        shares, whole = attacks | backs, attack * back
        nerves = [] if attackers_turn else [self.defenders.nerve(foe) for foe in self.foes]
        weighted_pairings = [(pairings, self._staying(pairings, nerves, shares, whole)) for pairings in all_pairings]
        if last:
            self._finish(weighted_pairings)
        else:
            self._go_on(weighted_pairings)
        return True

    def _staying(self, pairings: Pairings, nerves: list[int], shares: dict[Blows, int], whole: int) -> list[int]:
        """The weights of the pairs that fight on after the test, over both sides' blows; counts those that leave.

        ``nerves`` are those of the defenders in their turn, and empty in the attackers'; ``shares`` are the factors
        that bring the weights of blows to the ``whole``.
        """
        row = self.live[pairings.own]
        parts = [
            shares[blows] * shares[back] for blows, back in zip(pairings.attack.blows, pairings.back.blows, strict=True)
        ]
        wiped_out_end, off_end, ends = End.DEFENDERS_GONE, End.DEFENDERS_OFF, pairings.victories
        if not nerves:
            wiped_out_end, off_end, ends = End.ATTACKERS_GONE, End.ATTACKERS_OFF, pairings.defeats
            nerves = [self.attackers.nerve(pairings.own)] * len(row)
        if min(nerves) < DIE:
            leaving = [weight * (DIE - stays) for weight, stays in zip(row, nerves, strict=True)]
            wiped_out = sum(map(mul, leaving, map(mul, parts, ends)))
            self.ends[wiped_out_end] += wiped_out
            self.ends[off_end] += whole * sum(leaving) - wiped_out
        return list(map(mul, row, map(mul, parts, nerves)))

    def _go_on(self, weighted_pairings: list[tuple[Pairings, list[int]]]) -> None:
        """Strike, and store all resulting pairs."""
        enemy = self.defenders
        slots = Slots(self.attackers, self.total)
        waiting: dict[tuple[int, int], dict[int, list[int]]] = {}
        by_foe: defaultdict[int, int] = defaultdict(int)
        for pairings, weights in weighted_pairings:
            packed_weights = slots.after_blows(weights, pairings)
            for place in pairings.together:
                for foe, part in enemy.shapes_after(self.foes[place], pairings.attack.blows[place]).items():
                    by_foe[foe] += packed_weights[place] * part
                # Its hits are done, so that the dice below leave it out.
                packed_weights[place] = 0
            for blows in pairings.attack.kinds:
                row = [0] * enemy.top
                for foe, weight, of in zip(self.foes, packed_weights, pairings.attack.blows, strict=True):
                    if weight and of is blows:
                        row[foe - 1] = weight
                # Dice at the same odds are rolled together, however many pairs roll them.
                rows = waiting.setdefault(blows.odds, {})
                rows[blows.dice] = list(map(add, rows[blows.dice], row)) if blows.dice in rows else row
        for odds, rows in waiting.items():
            for foe, packed in enumerate(_roll(rows, odds)):
                by_foe[foe] += packed
        columns = [slots.unpack(by_foe[foe]) for foe in range(len(enemy.shapes))]
        self._count([list(row) for row in zip(*columns, strict=True)])

    def _finish(self, weighted_pairings: list[tuple[Pairings, list[int]]]) -> None:
        """Strike, and store only the totals: both sides' losses are independent within a pair."""
        before = self.total - sum(self.ends.values())
        defeats = victories = both = attackers = defenders = 0
        for pairings, weights in weighted_pairings:
            defeats += sum(map(mul, weights, pairings.defeats))
            victories += sum(map(mul, weights, pairings.victories))
            both += sum(map(mul, weights, map(mul, pairings.wipe_outs, pairings.foe_wipe_outs)))
            attackers += sum(map(mul, weights, pairings.figures()))
            defenders += sum(map(mul, weights, pairings.foes_figures()))
        self.ends[End.ATTACKERS_GONE] += defeats - both
        self.ends[End.DEFENDERS_GONE] += victories - both
        self.ends[End.BOTH_GONE] += both
        self.live = {}
        self.still_fighting = StillFighting(before - defeats - victories + both, attackers, defenders)

    def stage(self) -> RoundChances:
        """The chances of the fight so far."""
        pairs, attackers, defenders = self.still_fighting
        return RoundChances(
            {end: Fraction(weight, self.total) for end, weight in self.ends.items()},
            Fraction(pairs, self.total),
            Fraction(attackers, pairs or 1),
            Fraction(defenders, pairs or 1),
        )
