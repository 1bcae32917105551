"""The luck of a match in words and bars, for its report."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from armybuilder.matches.history.bars import ExpectedAndReal, expected_and_real
from rulesets.core.calculators import percent
from rulesets.core.declarations.codec import decode
from rulesets.core.play.decided import without_effect
from rulesets.core.play.definition import Harm
from rulesets.core.play.luck import Losses as LossesOfSide
from rulesets.core.play.luck import Luck, Moment, Odds, luck_of
from rulesets.core.play.matches import SIDES

_ANSWER: Final = itemgetter("number", "kind", "of", "agreed")


@dataclass(frozen=True, slots=True)
class LuckyMoment:
    """An engagement with an unlikely result: its entry, its turn, who engaged, what came of it, and how likely."""

    number: int
    turn: int
    who: str
    what: str
    chance: str


@dataclass(frozen=True, slots=True)
class TurnLuck:
    """The losses of both sides in a turn; the last row, with no turn, has all of them."""

    turn: int | None
    sides: tuple[ExpectedAndReal, ...]


@dataclass(frozen=True, slots=True)
class LuckReport:
    """The luck of a match; ``harm`` is the plural of what is lost, empty where nothing was and had to be expected.

    ``whole`` says for each side how likely its losses of the whole match were, compared with the other's.
    """

    harm: str
    sides: tuple[str, str]
    turns: tuple[TurnLuck, ...]
    luckiest: tuple[LuckyMoment, ...]
    unluckiest: tuple[LuckyMoment, ...]
    whole: tuple[str, ...] = ()

    @property
    def lengths(self) -> set[int]:
        """The lengths of its bars."""
        return {
            length for turn in self.turns for each in turn.sides for length in (each.expected_length, each.real_length)
        }


def luck_report(
    entries: Sequence[Mapping[str, Any]],
    turns: Mapping[int, int],
    waiting: Iterable[int],
    what: Mapping[int, str],
    sides: tuple[str, str],
    harm: Harm | None,
) -> LuckReport | None:
    """The luck of a match from its entries as a viewer may know them; ``None`` where no result had known odds.

    ``entries`` leave out those that were undone. ``turns`` and ``what`` are the turn and the words of each entry by
    number, ``waiting`` the entries without an answer so far, which neither count nor correct anything.
    """
    left_out = without_effect(map(_ANSWER, entries), waiting)
    luck = luck_of(
        Moment(plain["number"], turns[plain["number"]], plain["asking"], decode(Odds, odds))
        for plain in entries
        if plain["number"] not in left_out
        for odds in plain.get("odds", ())
    )
    if not luck.moments:
        return None

    def moment(each: Moment, chance: Fraction, words: str) -> LuckyMoment:
        likely = f"{percent(chance, 1)} chance of this result or {words}"
        return LuckyMoment(each.number, each.turn, sides[each.side], what[each.number], likely)

    rows = _rows(luck)
    return LuckReport(
        harm.words if harm and rows else "",
        sides,
        rows,
        tuple(moment(each, each.better, "better") for each in luck.luckiest),
        tuple(moment(each, each.worse, "worse") for each in luck.unluckiest),
        tuple(
            f"{sides[side]}: {percent(chance, 1)} chance of an overall balance of losses this bad or worse."
            for side in SIDES
            if (chance := luck.this_or_worse(side)) is not None
        ),
    )


def _rows(luck: Luck) -> tuple[TurnLuck, ...]:
    maximum = max(
        (number for each in luck.losses.values() for number in (each.expected, each.real)), default=Fraction(0)
    )
    if not maximum:
        return ()

    def row(turn: int | None, of_sides: Sequence[LossesOfSide], maximum: Fraction) -> TurnLuck:
        return TurnLuck(
            turn, tuple(expected_and_real(side, each, maximum) for side, each in zip(SIDES, of_sides, strict=True))
        )

    turns = sorted({turn for turn, _ in luck.losses})
    totals = [luck.total(side) for side in SIDES]
    in_all = max(number for each in totals for number in (each.expected, each.real))
    by_turn = (row(turn, [luck.losses.get((turn, side), LossesOfSide()) for side in SIDES], maximum) for turn in turns)
    return (*by_turn, row(None, totals, in_all))
