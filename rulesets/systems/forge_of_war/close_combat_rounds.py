"""A close combat round by round: the weights of all pairs of both sides' states (§26-31)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import add, mul
from typing import NamedTuple

from rulesets.core.declarations import Choice
from rulesets.systems.forge_of_war.close_combat_sides import GONE, NO_BLOWS, Blows, CombatSide, PairedBlows, blows_of
from rulesets.systems.forge_of_war.tables import DIE


class End(Choice):
    """How a fight ends."""

    DEFENDERS_GONE = "defenders_gone", "Defenders wiped out"
    DEFENDERS_OFF = "defenders_off", "Defenders break off"
    BOTH_GONE = "both_gone", "Both wiped out"
    ATTACKERS_OFF = "attackers_off", "Attackers break off"
    ATTACKERS_GONE = "attackers_gone", "Attackers wiped out"


class RoundChances(NamedTuple):
    """The fight after a round: chances of each end so far and of still fighting, and mean figures of either side."""

    ends: dict[End, Fraction]
    fighting: Fraction
    attackers: Fraction
    defenders: Fraction


class Pairings:
    """One shape of the attackers, and each of several of the defenders' beside it: what a round does in these pairs.

    ``attack`` and ``back`` are the blows that the attackers strike and get. ``together`` are the places of the pairs
    in which the defenders must take all hits together.
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
        """Take the pairs and the blows in each."""
        self.attackers, self.defenders, self.own, self.foes = attackers, defenders, own, foes
        self.attack, self.back = attack, back
        self.one_by_one = attackers.one_by_one(own, back.most)
        self.together = defenders.together(foes, attack)
        results = min(own, back.most) + 1 if self.one_by_one else len(attackers.shapes)
        places = len(attack.blows)
        self.work = results * (
            sum(blows.dice + places for blows in attack.kinds)
            + sum(attack.blows[place].most for place in self.together)
        )

    @cached_property
    def gone(self) -> list[int]:
        """For each pair the weight of the defenders' hits that leave nobody of the attackers."""
        own = self.own
        if self.one_by_one:
            return [blows.at_least[own] if own <= blows.most else 0 for blows in self.back.blows]
        return [self.attackers.struck(own, blows).get(GONE, 0) for blows in self.back.blows]

    @cached_property
    def foes_gone(self) -> list[int]:
        """For each pair the weight of the attackers' hits that leave nobody of the defenders."""
        pairs = zip(self.foes, self.attack.blows, strict=True)
        found = [blows.at_least[foe] if foe <= blows.most else 0 for foe, blows in pairs]
        for place in self.together:
            found[place] = self.defenders.struck(self.foes[place], self.attack.blows[place]).get(GONE, 0)
        return found

    @cached_property
    def lost(self) -> list[int]:
        """For each pair the weight, over both sides' blows, of those that leave nobody of the attackers."""
        return [gone * blows.total for gone, blows in zip(self.gone, self.attack.blows, strict=True)]

    @cached_property
    def won(self) -> list[int]:
        """For each pair the weight, over both sides' blows, of those that leave nobody of the defenders."""
        return [gone * blows.total for gone, blows in zip(self.foes_gone, self.back.blows, strict=True)]

    def figures(self) -> list[int]:
        """For each pair the weighed sum, over both sides' blows, of the attackers' figures where both fight on."""
        side, own = self.attackers, self.own
        if self.one_by_one:
            down = side.down(own)
            left = [sum(map(mul, blows.weights, down)) for blows in self.back.blows]
        else:
            left = [side.figures(side.struck(own, blows)) for blows in self.back.blows]
        return [
            figures * (blows.total - gone)
            for figures, blows, gone in zip(left, self.attack.blows, self.foes_gone, strict=True)
        ]

    def foes_figures(self) -> list[int]:
        """For each pair the weighed sum, over both sides' blows, of the defenders' figures where both fight on."""
        enemy = self.defenders
        pairs = zip(self.foes, self.attack.blows, strict=True)
        left = [sum(map(mul, blows.weights, enemy.down(foe))) for foe, blows in pairs]
        for place in self.together:
            left[place] = enemy.figures(enemy.struck(self.foes[place], self.attack.blows[place]))
        return [
            figures * (blows.total - gone)
            for figures, blows, gone in zip(left, self.back.blows, self.gone, strict=True)
        ]


class Slots:
    """Weights of the attackers' shapes packed in one whole number, with a slot of so many ``bytes`` for each shape.

    What is done to the whole number is done to all of them at once.
    """

    def __init__(self, side: CombatSide, total: int) -> None:
        """Make slots that have room for all weights together."""
        self.side = side
        self.bytes = (total.bit_length() + 7) // 8
        self._hits: dict[Blows, int] = {}

    def pack(self, weights: Iterable[int]) -> int:
        """One number of weights, the first in the lowest slot."""
        return int.from_bytes(b"".join([weight.to_bytes(self.bytes, "little") for weight in weights]), "little")

    def unpack(self, packed: int) -> list[int]:
        """The weight of each shape."""
        size = self.bytes
        end = size * len(self.side.shapes)
        row = packed.to_bytes(end, "little")
        return [int.from_bytes(row[place : place + size], "little") for place in range(0, end, size)]

    def struck(self, weights: Sequence[int], pairings: Pairings) -> list[int]:
        """In what shapes the attackers come out of the blows they get in the pairs of a facing with such weights."""
        width, own = 8 * self.bytes, pairings.own
        if not pairings.one_by_one:
            came = [self.side.struck(own, blows) for blows in pairings.back.blows]
            return [
                weight and weight * self.pack([each.get(number, 0) for number in range(max(each) + 1)])
                for weight, each in zip(weights, came, strict=True)
            ]
        # Hits come packed from the most down, so that each hit is one slot towards those who are gone.
        packed = [self._hits.get(blows) or self._pack_hits(blows) for blows in pairings.back.blows]
        return [
            weight * each << width * (own - blows.most)
            if own >= blows.most
            else weight * ((each >> width * (blows.most - own)) + blows.at_least[own + 1])
            for weight, each, blows in zip(weights, packed, pairings.back.blows, strict=True)
        ]

    def _pack_hits(self, blows: Blows) -> int:
        self._hits[blows] = packed = self.pack(reversed(blows.weights))
        return packed


def _rolled(rows: dict[int, list[int]], odds: tuple[int, int]) -> list[int]:
    """Weights of a side's shapes after dice at these odds, when a row of them waits for so many dice each.

    Rows that wait for fewer dice join the others when only so many are left to roll. A die that misses leaves the
    side on its place of the ladder, one that hits moves it a place down. The rows are without those who are gone,
    the result has them first.
    """
    hit, miss = odds
    gone, along = 0, [0] * len(next(iter(rows.values())))
    for dice, then in pairwise([*sorted(rows, reverse=True), 0]):
        along = list(map(add, along, rows[dice]))
        if dice - then > 1 < hit:
            blows = blows_of(dice - then, Fraction(hit, hit + miss))
            gone = blows.total * gone + sum(map(mul, along, blows.at_least[1:]))
            along = [sum(map(mul, along[place:], blows.weights)) for place in range(len(along))]
            continue
        for _ in range(dice - then):
            moved = along if hit == 1 else [hit * weight for weight in along]
            kept = along if miss == 1 else [miss * weight for weight in along]
            gone = (hit + miss) * gone + moved[0]
            along = [*map(add, kept, moved[1:]), kept[-1]]
    return [gone, *along]


def _shares(volleys: Iterable[PairedBlows]) -> tuple[int, dict[Blows, int]]:
    """A total that the blows of all volleys can have in common, and by what the weights of each go into it."""
    volleys = set(volleys)
    total = lcm(*{volley.total for volley in volleys})
    return total, {blows: total // blows.total for volley in volleys for blows in volley.kinds}


class StillFighting(NamedTuple):
    """Weights of the pairs that fight on: of all, and times the figures of either side."""

    pairs: int
    attackers: int
    defenders: int


class CloseCombatRounds:
    """A fight in progress: weights of all pairs of shapes over a common ``total``, and of all ends reached."""

    def __init__(self, attackers: CombatSide, defenders: CombatSide) -> None:
        """A fight before its first round; no end has been reached yet."""
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
        """Keep the pairs that fight on, and count those at an end: a row of the defenders' for each own shape."""
        gone, *rows = rows
        self.ends[End.BOTH_GONE] += gone[GONE]
        self.ends[End.ATTACKERS_GONE] += sum(gone[1:])
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
        struck = side.struck(side.top, enemy.blows(enemy.top, side.fighters.markers, True))
        at_once = NO_BLOWS if defenders_strike_first else side.blows(side.top, enemy.fighters.markers, True)
        answers = [side.blows_after(own) if defenders_strike_first else at_once for own in struck]
        common = lcm(*{answer.total for answer in answers})
        came = [enemy.struck(enemy.top, answer) for answer in answers]
        self._scale(sum(struck.values()) * common)
        rows = [[0] * len(enemy.shapes) for _ in side.shapes]
        for (own, weight), answer, foes in zip(struck.items(), answers, came, strict=True):
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

    def round(self, attackers_turn: bool, last: bool, most_work: int) -> bool:
        """A later round, in the activation of one side; ``False`` when it would take more than ``most_work``.

        That side tests if at a third or less; failing, it is struck and leaves (§11, §31). Else both strike at once.
        After the ``last`` round only the ends and the standing are known, not the pairs.
        """
        all_pairings = [self._pairings_of(own) for own in self.live]
        if sum(pairings.work for pairings in all_pairings) * (1 + self.total.bit_length() // 500) > most_work:
            return False
        attack, attacks = _shares(pairings.attack for pairings in all_pairings)
        back, backs = _shares(pairings.back for pairings in all_pairings)
        self._scale(DIE * attack * back)
        shares, whole = attacks | backs, attack * back
        nerves = [] if attackers_turn else [self.defenders.nerve(foe) for foe in self.foes]
        weighed = [(pairings, self._staying(pairings, nerves, shares, whole)) for pairings in all_pairings]
        if last:
            self._finish(weighed)
        else:
            self._go_on(weighed)
        return True

    def _staying(self, pairings: Pairings, nerves: list[int], shares: dict[Blows, int], whole: int) -> list[int]:
        """The weights of the pairs that fight on after the test, over both sides' blows; counts those that leave.

        ``nerves`` are the defenders' in their turn, and empty in the attackers'; ``shares`` are what the weights of
        blows go by into the ``whole``.
        """
        row = self.live[pairings.own]
        parts = [
            shares[blows] * shares[back] for blows, back in zip(pairings.attack.blows, pairings.back.blows, strict=True)
        ]
        gone, off, ends = End.DEFENDERS_GONE, End.DEFENDERS_OFF, pairings.won
        if not nerves:
            gone, off, ends = End.ATTACKERS_GONE, End.ATTACKERS_OFF, pairings.lost
            nerves = [self.attackers.nerve(pairings.own)] * len(row)
        if min(nerves) < DIE:
            leaving = [weight * (DIE - stays) for weight, stays in zip(row, nerves, strict=True)]
            struck = sum(map(mul, leaving, map(mul, parts, ends)))
            self.ends[gone] += struck
            self.ends[off] += whole * sum(leaving) - struck
        return list(map(mul, row, map(mul, parts, nerves)))

    def _go_on(self, weighed: list[tuple[Pairings, list[int]]]) -> None:
        """Strike, and keep all pairs that come of it."""
        enemy = self.defenders
        slots = Slots(self.attackers, self.total)
        waiting: dict[tuple[int, int], dict[int, list[int]]] = {}
        came: defaultdict[int, int] = defaultdict(int)
        for pairings, weights in weighed:
            landed = slots.struck(weights, pairings)
            for place in pairings.together:
                for foe, part in enemy.struck(self.foes[place], pairings.attack.blows[place]).items():
                    came[foe] += landed[place] * part
                landed[place] = 0
            for blows in pairings.attack.kinds:
                row = [0] * enemy.top
                for foe, weight, of in zip(self.foes, landed, pairings.attack.blows, strict=True):
                    if weight and of is blows:
                        row[foe - 1] = weight
                rows = waiting.setdefault(blows.odds, {})
                rows[blows.dice] = list(map(add, rows[blows.dice], row)) if blows.dice in rows else row
        for odds, rows in waiting.items():
            for foe, packed in enumerate(_rolled(rows, odds)):
                came[foe] += packed
        columns = [slots.unpack(came[foe]) for foe in range(len(enemy.shapes))]
        self._count([list(row) for row in zip(*columns, strict=True)])

    def _finish(self, weighed: list[tuple[Pairings, list[int]]]) -> None:
        """Strike, and keep no more than how many are left: both sides' losses are independent within a pair."""
        before = self.total - sum(self.ends.values())
        lost = won = both = attackers = defenders = 0
        for pairings, weights in weighed:
            lost += sum(map(mul, weights, pairings.lost))
            won += sum(map(mul, weights, pairings.won))
            both += sum(map(mul, weights, map(mul, pairings.gone, pairings.foes_gone)))
            attackers += sum(map(mul, weights, pairings.figures()))
            defenders += sum(map(mul, weights, pairings.foes_figures()))
        self.ends[End.ATTACKERS_GONE] += lost - both
        self.ends[End.DEFENDERS_GONE] += won - both
        self.ends[End.BOTH_GONE] += both
        self.live = {}
        self.still_fighting = StillFighting(before - lost - won + both, attackers, defenders)

    def stage(self) -> RoundChances:
        """How the fight stands now."""
        pairs, attackers, defenders = self.still_fighting
        return RoundChances(
            {end: Fraction(weight, self.total) for end, weight in self.ends.items()},
            Fraction(pairs, self.total),
            Fraction(attackers, pairs or 1),
            Fraction(defenders, pairs or 1),
        )
