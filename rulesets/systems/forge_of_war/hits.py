"""Rolling to hit with a value that may be 0 or less, and the losses from hits (§12, §24, §25, §28)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.fields import Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.core.wording import thrown

from .dice import Need, chance_of, throw_for
from .modifiers import plain
from .tables import DIE, POOL_OFFSET


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice rolled at one modified value: a number of figures with ``each`` dice."""

    figures: int
    each: int
    value: int

    @property
    def dice(self) -> int:
        """All dice, before a low value reduces them."""
        return self.figures * self.each

    @property
    def divisor(self) -> int:
        """The divisor of the dice at a value of 0 or less (§24, §28)."""
        return POOL_OFFSET - self.value


def is_hit(score: int, value: int, house: HouseRules) -> bool:
    """Whether a die hits (§24); at a value of 0 or less, whether a 1 that is rolled again does."""
    if value <= 0:
        return score <= DIE + value
    return score <= value and not (score == DIE and house.on("shoot_nat10_miss"))


def to_hit(value: int, what: str, house: HouseRules) -> tuple[Need, ...]:
    """What a die needs to hit; at 0 or less a 1 is rolled again and must reach 10 less the shortfall (§24, §28)."""

    def hits(score: int) -> bool:
        return is_hit(score, value, house)

    if value >= 1:
        return (Need(what, f"{min(value, DIE)} or less", hits),)
    return (
        Need(what, "1", lambda score: score == 1),
        Need(f"{what}, re-rolling each 1", f"{DIE + value} or less", hits),
    )


def die_chance(value: int, house: HouseRules) -> Fraction:
    """The chance of one die to hit."""
    return chance_of(to_hit(value, "", house))


def hits_at(dice: int, value: int, what: str, context: SolveContext) -> Distribution[int]:
    """The hits of dice at a value; those that cannot hit are not rolled."""
    return throw_for(dice if can_hit(value) else 0, to_hit(value, what, context.house), context.roller)


def dice_words(pool: Pool, dice: int, chance: Fraction) -> str:
    """The dice actually rolled at a value, and what each of them needs to hit."""
    low = int(chance * DIE)
    if not dice:
        return "no dice to roll"
    if pool.value > 0 and dice == 1:
        return f"roll {thrown(dice, DIE)}, which {'always hits' if low == DIE else f'hits on {low} or less'}"
    if pool.value > 0:
        need = "every die hits" if low == DIE else f"each {low} or less hits"
        each = f" ({pool.each} for each of {pool.figures})" if pool.each > 1 < pool.figures else ""
        return f"roll {thrown(dice, DIE)}{each}, and {need}"
    below = f"{-pool.value} below 0" if pool.value else "0"
    fewer = f"{_divided(pool, dice)}, because the value is {below}. "
    again = DIE + pool.value
    if not can_hit(pool.value):
        words = f"{'It' if dice < pool.dice else 'it'} cannot hit, as a 1 is re-rolled and would need {plain(again)}"
    else:
        words = f"{'Each' if dice < pool.dice else 'each'} 1 is re-rolled and hits on {again}"
    return f"{fewer if dice < pool.dice else ''}{words} or less"


def _divided(pool: Pool, dice: int) -> str:
    """How a low value made so many dice of a pool; weapons that are rounded together share what is left over."""
    rounded = " and rounded up" if pool.dice % pool.divisor else ""
    if dice == -(-pool.dice // pool.divisor):
        return f"{pool.dice} divided by {pool.divisor}{rounded}"
    if dice == -(-pool.figures // pool.divisor) * pool.each:
        return f"{pool.figures} figures divided by {pool.divisor} and rounded up, {pool.each} dice for each"
    return f"{pool.dice} divided by {pool.divisor} and rounded together with other weapons"


def can_hit(value: int) -> bool:
    """Whether dice at that value may hit at all."""
    return value > -DIE


def _shares(pools: Sequence[Pool], by_figures: bool, group: str) -> tuple[int, ...]:
    """Dice of each pool at a value of 0 or less, rounded up once for each group (AMB-077, AMB-077b).

    The extra die goes to the best value first.
    """
    counts = [0] * len(pools)
    groups: dict[int, list[int]] = {}
    for index, pool in enumerate(pools):
        groups.setdefault({"weapon": index, "value": pool.value, "unit": 0}[group], []).append(index)
    for members in groups.values():
        quotas = {i: Fraction(pools[i].figures if by_figures else pools[i].dice, pools[i].divisor) for i in members}
        # The group as a whole is rounded up, so it has these dice more than its pools rounded down.
        spare = -(-sum(quotas.values()) // 1) - sum(int(quota) for quota in quotas.values())
        for index in sorted(members, key=lambda i: (-pools[i].value, -(quotas[i] % 1))):
            extra = 1 if spare > 0 and quotas[index] % 1 else 0
            spare -= extra
            counts[index] = (int(quotas[index]) + extra) * (pools[index].each if by_figures else 1)
    return tuple(counts)


def dice_to_roll(pools: Sequence[Pool], house: HouseRules) -> tuple[int, ...]:
    """The number of dice that each pool actually rolls: fewer at values of 0 or less (AMB-076, AMB-077)."""
    counts = [pool.dice if pool.value > 0 else -(-pool.dice // pool.divisor) for pool in pools]
    # Hopeless dice take no part in rounding.
    low = [index for index, pool in enumerate(pools) if can_hit(pool.value) and pool.value <= 0 < pool.dice]
    low_pools = [pools[index] for index in low]

    def by_readings(divisor: str, basis: str, group: str) -> tuple[int, ...]:
        if divisor == "off":
            return tuple(pool.dice for pool in low_pools)
        return _shares(low_pools, basis == "figures", group)

    if low:
        shares = house.resolve(by_readings, "zero_pool_divisor", "zero_pool_basis", "zero_pool_group")
        for index, share in zip(low, shares, strict=True):
            counts[index] = share
    return tuple(counts)


def pool_hits(pool: Pool, what: str, context: SolveContext) -> Distribution[int]:
    """Hits of a single pool."""
    return hits_at(dice_to_roll((pool,), context.house)[0], pool.value, what, context)


class Policy(Choice):
    """The losses that the owner of a unit takes first (§12)."""

    MARKERS = "markers", "D-markers first"
    FIGURES = "figures", "Figures first"
    SPLIT = "split", "Some D-markers, then figures"

    @property
    def words(self) -> str:
        """The label inside a sentence."""
        return self.label if self is Policy.MARKERS else self.label[0].lower() + self.label[1:]


ANY_NUMBER = 10**6


def marker_limit(policy: Policy, split: int) -> int:
    """The most hits that the owner takes as D-markers by choice."""
    return {Policy.MARKERS: ANY_NUMBER, Policy.FIGURES: 0, Policy.SPLIT: split}[policy]


@dataclass(frozen=True, slots=True)
class Body:
    """A unit that takes hits.

    ``hurt`` wounds are already taken by one of its figures of ``wounds`` each; ``visible`` figures can be seen
    (or are in contact); ``cap`` is the most D-markers it may carry.
    """

    figures: int
    visible: int
    markers: int
    cap: int
    wounds: int = 1
    hurt: int = 0

    @property
    def remaining(self) -> int:
        """D-markers it may still take."""
        return max(0, self.cap - self.markers)


class Losses(NamedTuple):
    """The losses from hits: figures lost, D-markers gained, hits without effect, and wounds on a surviving figure."""

    figures: int
    markers: int
    wasted: int
    hurt: int = 0


def take(body: Body, hits: int, limit: int, house: HouseRules) -> Losses:
    """The losses from ``hits`` when the owner takes at most ``limit`` of them as D-markers (§12, §25; AMB-089)."""
    reach = _reach(body, hits, house)
    excess, plain = max(0, hits - reach), min(hits, reach)
    first = _split(body, excess, plain, limit, excess_first=True)
    # The reading is asked only where the order changes the losses: other answers do not depend on it.
    if excess and body.remaining:
        second = _split(body, excess, plain, limit, excess_first=False)
        if second != first and house.choice("excess_hits_order") == "chosen_first":
            return second
    return first


def _reach(body: Body, hits: int, house: HouseRules) -> int:
    """Hits that can harm figures: the number of visible ones, or of the wounds they have left (AMB-089b)."""
    if body.wounds <= 1 or hits <= body.visible:
        return body.visible
    if house.choice("visible_basis") == "figures":
        return body.visible
    return max(0, body.visible * body.wounds - body.hurt)


def _split(body: Body, excess: int, plain: int, limit: int, excess_first: bool) -> Losses:
    remaining = body.remaining
    if excess_first:
        # Hits in excess of the visible figures can only become D-markers, so no limit applies to them.
        forced = min(excess, remaining)
        voluntary = min(plain, limit, remaining - forced)
    else:
        voluntary = min(plain, limit, remaining)
        forced = min(excess, remaining - voluntary)
    wounds = plain - voluntary
    total = min(body.hurt + wounds, body.figures * body.wounds)
    casualties = total // body.wounds
    hurt = 0 if casualties == body.figures else total % body.wounds
    return Losses(casualties, forced + voluntary, excess - forced + (body.hurt + wounds - total), hurt)


def losses_by_hits(hits: Distribution[int], body: Body, limit: int, house: HouseRules) -> Distribution[Losses]:
    """The distribution of the losses from the hits."""
    return hits.map(lambda count: take(body, count, limit, house))
