"""What a side may know of the other side's hidden units: a number drawn for the match, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulesets.core.codec import encode
from rulesets.core.matches import SIDES, Effect, Entry, Match, MatchState
from rulesets.core.play import REVEALED
from rulesets.core.play_state import GAME

BLANK: Final = "blank-"
"""What the other side's names of hidden bearers begin with, followed by the number drawn."""

Numbers = tuple[Mapping[str, int], Mapping[str, int]]
"""The numbers drawn for the bearers of each side that begin hidden."""


def draw_numbers(match: Match, shuffle: Callable[[list[int]], None]) -> Numbers:
    """A number for each bearer that begins hidden, from 1, drawn by lot within its side."""
    drawn: list[Mapping[str, int]] = []
    for side in SIDES:
        bearers = [bearer for bearer in match.tracks[side] if bearer in match.begin_hidden[side]]
        numbers = list(range(1, len(bearers) + 1))
        shuffle(numbers)
        drawn.append(dict(zip(bearers, numbers, strict=True)))
    return drawn[0], drawn[1]


def revealed_at(log: Iterable[Entry], undone: frozenset[int] = frozenset()) -> dict[tuple[int, str], int]:
    """The number of the entry by which each bearer was revealed first."""
    found: dict[tuple[int, str], int] = {}
    for entry in log:
        for effect in entry.effects:
            if effect.track == REVEALED and effect.after and entry.number not in undone:
                found.setdefault((effect.side, effect.bearer), entry.number)
    return found


@dataclass(frozen=True)
class Viewer:
    """Who looks at a match: a ``side``, or a spectator (``None``), who sees of both sides what the other one may.

    Once the match has ended everybody sees everything.
    """

    match: Match
    numbers: Numbers
    side: int | None

    def knows(self, state: MatchState, side: int, bearer: str) -> bool:
        """Whether the viewer may know what a bearer is."""
        return state.ended or side == self.side or not self.match.is_hidden(state, side, bearer)

    def name(self, state: MatchState, side: int, bearer: str) -> str:
        """The id by which the viewer knows a bearer."""
        return bearer if self.knows(state, side, bearer) else f"{BLANK}{self.numbers[side][bearer]}"

    def bearer(self, side: int, name: str) -> str:
        """The bearer that the viewer calls so; the name itself for what is no blank."""
        if name.startswith(BLANK):
            for bearer, number in self.numbers[side].items():
                if name == f"{BLANK}{number}":
                    return bearer
        return name

    def blanks(self, state: MatchState, side: int) -> list[int]:
        """The numbers of a side's bearers that the viewer may not know, in order."""
        return sorted(n for bearer, n in self.numbers[side].items() if not self.knows(state, side, bearer))

    def entries(self, state: MatchState, log: Sequence[Entry], since: int = 0) -> list[dict[str, Any]]:
        """The entries after the one of that number as plain data, without what the viewer may not know.

        What happened to a unit while it was hidden stays unknown to the other side until the match has ended.
        """
        revealed = revealed_at(log, state.undone)
        return [self._entry(state, entry, revealed) for entry in log[since:]]

    def _entry(self, state: MatchState, entry: Entry, revealed: Mapping[tuple[int, str], int]) -> dict[str, Any]:
        def known(side: int, bearer: str) -> bool:
            if state.ended or side == self.side or bearer == GAME or bearer not in self.match.begin_hidden[side]:
                return True
            return revealed.get((side, bearer), entry.number + 1) <= entry.number

        def name(side: int, bearer: str) -> str:
            return bearer if not bearer or known(side, bearer) else f"{BLANK}{self.numbers[side][bearer]}"

        event = entry.event
        plain = {
            "number": entry.number,
            "side": entry.side,
            "kind": event.kind.value,
            "effects": [self._effect(effect) for effect in entry.effects if known(effect.side, effect.bearer)],
            "proposed": [
                {**encode(change), "bearer": name(change.side, change.bearer)}
                for change in entry.proposed
                if entry.number in state.waiting
            ],
            "of": event.of,
            "agreed": event.agreed,
            "also": list(event.also),
            "turn": event.turn,
            "segment": event.segment,
            "calculator": event.calculator,
            "result": event.result,
        }
        if event.calculator:
            plain["own"], plain["opposing"] = name(entry.side, event.own), name(1 - entry.side, event.opposing)
        return plain

    def _effect(self, effect: Effect) -> dict[str, Any]:
        """What an entry did to a track; ``was`` is the blank's name of a bearer that it reveals."""
        plain = {"side": effect.side, "bearer": effect.bearer, "track": effect.track, "after": list(effect.after)}
        if effect.track == REVEALED:
            plain["was"] = f"{BLANK}{self.numbers[effect.side][effect.bearer]}"
        return plain | {"before": list(effect.before)}
