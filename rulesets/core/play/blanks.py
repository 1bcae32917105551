"""What a side may know of the other side's hidden units: only a number drawn at random for the match."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import entries_used, units_named, with_value
from rulesets.core.forces.force import AnyForce, AnyUnit, for_opponent, without_notes
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.corrections import correctable
from rulesets.core.play.decided import odds_that_count
from rulesets.core.play.definition import REVEALED, REVEALED_TRACK, REVEALS, AnyPlay
from rulesets.core.play.matches import FAKE, NOT_IN_THE_GAME, SIDES, Effect, EventKind, LogEntry, Match, MatchState
from rulesets.core.play.states import GAME, AnyDeployed, DeployedForce, InvalidChange

BLANK: Final = "blank-"
"""Prefix of the names that the other side has for hidden holders, followed by the number drawn."""

Numbers = tuple[Mapping[str, int], Mapping[str, int]]
"""The numbers drawn for the holders of each side that begin hidden."""


def draw_numbers(match: Match, shuffle: Callable[[list[int]], None]) -> Numbers:
    """A random number for each holder that begins hidden, from 1 within its side."""
    by_side: list[Mapping[str, int]] = []
    for side in SIDES:
        holders = [holder for holder in match.tracks[side] if holder in match.begin_hidden[side]]
        numbers = list(range(1, len(holders) + 1))
        shuffle(numbers)
        by_side.append(dict(zip(holders, numbers, strict=True)))
    return by_side[0], by_side[1]


def with_anonymous_ids(
    force: AnyForce, numbers: Mapping[str, int], shuffle: Callable[[list[int]], None]
) -> tuple[AnyForce, dict[str, str]]:
    """The force with ids that reveal nothing about hidden units, and the old ids by the new ones.

    Hidden units get the ``numbers`` drawn for them, the others are numbered in order, groups at random.
    """
    places = list(range(1, len(force.groups) + 1))
    shuffle(places)
    old_ids: dict[str, str] = {}
    groups, visible = [], 0
    for place, group in zip(places, force.groups, strict=True):
        old_ids[f"g{place}"] = group.id
        units = []
        for unit in group.units:
            visible += unit.id not in numbers
            new = f"x{numbers[unit.id]}" if unit.id in numbers else f"u{visible}"
            old_ids[new] = unit.id
            units.append(replace(unit, id=new))
        groups.append(replace(group, id=f"g{place}", units=tuple(units)))
    return replace(force, groups=tuple(groups), serial=len(old_ids)), old_ids


def blanks_at_first(play: AnyPlay, context: CheckContext[Any, Any, Any]) -> int:
    """How many blanks represent a force before a game: its units that begin hidden, and its fakes."""
    return len(Match(play, (context, None), hides=True).begin_hidden[0])


def visible_at_start(play: AnyPlay, context: CheckContext[Any, Any, Any]) -> AnyForce:
    """The part of the force that the other side knows before a game: no notes, no secrets, no hidden units.

    Ids, own entries, and names of groups and other units that would give away hidden ones are left out too.
    """
    force = visible_part(context.force, Match(play, (context, None), hides=True).begin_hidden[0])
    groups = (
        replace(group, id="", units=tuple(replace(unit, id="") for unit in group.units)) for group in force.groups
    )
    return replace(force, groups=tuple(groups)).with_ids()


def visible_part(force: AnyForce, hidden: Collection[str]) -> AnyForce:
    """The part of the force that the other side may know while those units are hidden.

    While some are, no unit names another one, which may be one of them. Its serial is 0, because the last number given
    may be that of a hidden unit.
    """
    groups, open_force = [], for_opponent(force)
    for group in open_force.groups:
        units = tuple(
            replace(unit, spec=_without_unit_names(unit.spec)) if hidden else unit
            for unit in group.units
            if unit.id not in hidden
        )
        if units:
            groups.append(replace(group, name=group.name if len(units) == len(group.units) else "", units=units))
    visible = [unit for group in groups for unit in group.units]
    return replace(open_force, groups=tuple(groups), entries=entries_for(force, visible), serial=0)


def entries_for(force: AnyForce, units: Iterable[AnyUnit]) -> tuple[Entry[Any], ...]:
    """The force's own entries that these units, their groups or the force itself use."""
    specs = [force.spec, *(group.spec for group in force.groups), *(unit.spec for unit in units)]
    used = {(use.kind, use.key) for spec in specs for use in entries_used(spec)}
    return tuple(entry for entry in force.entries if (entry.kind, entry.key) in used)


def _without_unit_names(spec: Any) -> Any:
    for path, _ in tuple(units_named(spec)):
        spec = with_value(spec, path, "")
    return spec


def revealed_at(log: Iterable[LogEntry], undone: frozenset[int] = frozenset()) -> dict[tuple[int, str], int]:
    """The number of the entry that first revealed each holder."""
    numbers: dict[tuple[int, str], int] = {}
    for entry in log:
        for effect in entry.effects:
            if effect.track == REVEALED and effect.after and entry.number not in undone:
                numbers.setdefault((effect.side, effect.holder), entry.number)
    return numbers


@dataclass(frozen=True)
class Viewer:
    """Who looks at a match: a ``side``, or a spectator (``None``), who sees of each side what its opponent may see.

    Once the match has ended, everybody sees everything.
    """

    match: Match
    numbers: Numbers
    side: int | None

    def knows(self, state: MatchState, side: int, holder: str) -> bool:
        """Whether the viewer may know what a holder is.

        A side's groups and its force as a whole are unknown while any of its units is hidden.
        """
        if state.ended or side == self.side or holder == GAME:
            return True
        if holder in self.match.units[side]:
            return not self.match.is_hidden(state, side, holder)
        return not any(self.match.is_hidden(state, side, each) for each in self.match.begin_hidden[side])

    def name(self, state: MatchState, side: int, holder: str) -> str:
        """The id by which the viewer knows a holder; until the end a fake keeps its blank's, as its own is numbered."""
        fake = holder.startswith(FAKE) and side != self.side and not state.ended
        return self._blank(side, holder) if fake or not self.knows(state, side, holder) else holder

    def _blank(self, side: int, holder: str) -> str:
        return f"{BLANK}{self.numbers[side][holder]}"

    def holder(self, state: MatchState, side: int, name: str) -> str:
        """The holder that the viewer means by a name.

        Raises ``InvalidChange`` for an id of the other side that the viewer may not know, as for one that does not
        exist.
        """
        if side == self.side or state.ended or name == GAME:
            return name
        holder = self.of_blank(side, name)
        is_known = holder in self.match.tracks[side] and self.knows(state, side, holder)
        if holder == name and not (is_known and name == self.name(state, side, name)):
            raise InvalidChange(NOT_IN_THE_GAME)
        return holder

    def of_blank(self, side: int, name: str) -> str:
        """The holder of a blank's name; any other name itself."""
        for holder, number in self.numbers[side].items():
            if name == f"{BLANK}{number}":
                return holder
        return name

    def deployed(self, state: MatchState, side: int) -> AnyDeployed | None:
        """A side's force as it stands, as far as the viewer may know it; ``None`` for a side without one."""
        whole = self.match.deployed(state, side)
        if whole is None or side == self.side:
            return whole
        if state.ended:
            return replace(whole, force=without_notes(whole.force))
        force = visible_part(whole.force, whole.hidden)
        if self.blanks(state, side):
            force = replace(force, groups=tuple(replace(group, name="") for group in force.groups))
        states = {holder: now for holder, now in whole.states.items() if self.knows(state, side, holder)}
        return DeployedForce(force, states, whole.conditions)

    def blanks(self, state: MatchState, side: int) -> list[int]:
        """The numbers of a side's holders that the viewer may not know, in order."""
        if state.ended or side == self.side:
            return []
        return sorted(n for holder, n in self.numbers[side].items() if self.match.is_hidden(state, side, holder))

    def places(self, state: MatchState) -> list[dict[str, list[int]]]:
        """The places of each side's units on the map, by the names that the viewer has for them.

        A blank stands on the table for both sides to see, which says nothing of what it is.
        """
        return [
            {self.name(state, side, holder): list(place) for holder, place in of_side.items()}
            for side, of_side in enumerate(state.places)
        ]

    def entries(
        self, state: MatchState, log: Sequence[LogEntry], since: int = 0, until: int | None = None
    ) -> list[dict[str, Any]]:
        """The entries after number ``since``, up to ``until``, as plain data, without what the viewer may not know.

        What happened to a unit while it was hidden stays unknown to the other side until the match has ended.
        """
        revealed = revealed_at(log, state.undone)
        return [self._entry(state, log, entry, revealed) for entry in log[since:until]]

    def knows_entry(self, state: MatchState, entry: LogEntry, revealed: Mapping[tuple[int, str], int]) -> bool:
        """Whether the viewer may know all holders that a player's change is about.

        ``revealed`` are the numbers of the entries that revealed them. An event that is not a change is known:
        it is about the game, or about entries that the log numbers.
        """
        if entry.event.kind not in (EventKind.CHANGE, EventKind.ROLL) or entry.side == self.side:
            return True
        return all(self._knew(state, entry, each.side, each.holder, revealed) for each in entry.effects)

    def knows_changes(self, state: MatchState, entry: LogEntry, revealed: Mapping[tuple[int, str], int]) -> bool:
        """Whether the viewer may know all that an entry changes, and it reveals nothing by its player's will."""
        changes, event = correctable(entry), entry.event
        asked = ((entry.side, event.own), (1 - entry.side, event.opposing)) if event.calculator else ()
        changed = {(each.side, each.holder) for each in changes}
        touched = {*asked, *changed, *((each.side, each.holder) for each in entry.effects)}
        return all(each.track != REVEALED for each in changes) and all(
            self._knew(state, entry, side, holder, revealed) for side, holder in touched if holder
        )

    def undone(self, state: MatchState, log: Sequence[LogEntry]) -> list[int]:
        """The numbers of the entries of which the viewer may know that they were taken back."""
        revealed = revealed_at(log, state.undone)
        told = (each for entry in log for each in self._taken_back(state, log, entry, revealed))
        return sorted(set(told))

    def _taken_back(
        self, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, revealed: Mapping[tuple[int, str], int]
    ) -> list[int]:
        """The entry that an entry takes back, and those that depend on it, as far as the viewer may know."""
        first, *others = entry.taken_back or (0,)
        told = (each for each in others if self.knows_entry(state, log[each - 1], revealed))
        return [first, *told] if first else []

    def _knew(
        self, state: MatchState, entry: LogEntry, side: int, holder: str, revealed: Mapping[tuple[int, str], int]
    ) -> bool:
        """Whether the viewer may know what an entry did to a holder: not while it was hidden, until the end."""
        if not self.knows(state, side, holder):
            return False
        if holder not in self.match.begin_hidden[side] or state.ended or side == self.side:
            return True
        return revealed.get((side, holder), entry.number + 1) <= entry.number

    def _entry(
        self, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, revealed: Mapping[tuple[int, str], int]
    ) -> dict[str, Any]:
        def known(side: int, holder: str) -> bool:
            return self._knew(state, entry, side, holder, revealed)

        def name(side: int, holder: str) -> str:
            if holder in self.numbers[side] and not known(side, holder):
                return self._blank(side, holder)
            return self.name(state, side, holder) if holder in self.match.units[side] else holder

        event = entry.event
        plain = {
            "number": entry.number,
            "side": entry.side,
            "kind": event.kind.value,
            "time": entry.time.isoformat(),
            "effects": [self._effect(state, effect) for effect in entry.effects if known(effect.side, effect.holder)],
            "proposed": [
                {**encode(change), "holder": name(change.side, change.holder)}
                for change in entry.proposed
                if entry.number in state.waiting
            ],
            "of": event.of,
            "agreed": event.agreed,
            "reason": event.reason.value if event.reason else "",
            "also": self._taken_back(state, log, entry, revealed)[1:],
            "turn": event.turn,
            "segment": event.segment,
            "ends": entry.segments_ended,
            "calculator": "",
            "result": "",
        }
        if event.calculator:
            plain["own"], plain["opposing"] = name(entry.side, event.own), name(1 - entry.side, event.opposing)
        plain |= self._correctable(state, log, entry, revealed, name)
        return plain | _of_its_kind(entry, name) | self._engaged(log, entry, known)

    def _correctable(
        self,
        state: MatchState,
        log: Sequence[LogEntry],
        entry: LogEntry,
        revealed: Mapping[tuple[int, str], int],
        name: Callable[[int, str], str],
    ) -> dict[str, Any]:
        """What an entry changed or corrected. What units did while they were hidden stays their player's."""
        meant = log[entry.event.of - 1] if entry.event.kind is EventKind.CORRECT else entry
        changes = entry.event.changes if meant is not entry else correctable(entry)
        if not changes or not replace(self, side=None).knows_changes(state, meant, revealed):
            return {}
        return {"changes": [{**encode(each), "holder": name(each.side, each.holder)} for each in changes]}

    def _engaged(self, log: Sequence[LogEntry], entry: LogEntry, known: Callable[[int, str], bool]) -> dict[str, Any]:
        """The engagement that an entry is of, and what came of it, unless that would give away what a unit is."""
        event = entry.event
        asked = log[event.of - 1] if event.kind is EventKind.ANSWER and entry.came else entry
        if (asked is entry and not event.calculator) or not known(asked.side, asked.event.own):
            return {}
        plain = {"calculator": event.calculator, "result": self._entered(entry)} if event.calculator else {}
        if not known(1 - asked.side, asked.event.opposing):
            return plain
        return plain | self._came(entry, asked.side)

    def _came(self, entry: LogEntry, asking: int) -> dict[str, Any]:
        """What came of a question of the side ``asking``, and the odds of that or of a result that was entered.

        What is lost by the changes of an entered result must be what its odds say.
        """
        plain, came = dict[str, Any](), entry.came
        if came is not None:
            if entry.event.kind is not EventKind.CHANGE:
                plain["result"] = came.result
            if came.dice:
                plain |= {"seed": entry.seed, "rolled": [{**encode(each), "text": each.text} for each in came.dice]}
        elif entry.rolled and not entry.hands:
            plain["decides"] = [f"{each.result}" for each in entry.rolled]
        odds = odds_that_count(self.match.play.harm, entry, asking)
        return plain | ({"odds": [encode(each) for each in odds], "asking": asking} if odds else {})

    def _entered(self, entry: LogEntry) -> str:
        """The result that a player entered, if it came of the question; else the entry's changes say what happened."""
        came, event = entry.came, entry.event
        reveals = replace(REVEALS, holder=event.opposing, side=1 - entry.side)
        if (event.result, event.changes) == (REVEALED_TRACK.title_of(1), (reveals,)):
            return event.result
        if came is None or event.kind is not EventKind.CHANGE:
            return ""
        return came.result if odds_that_count(self.match.play.harm, entry, entry.side) == came.odds else ""

    def _effect(self, state: MatchState, effect: Effect) -> dict[str, Any]:
        """An entry's effect on a track; ``was`` is the blank's name of the holder that it reveals."""
        side, holder = effect.side, effect.holder
        plain = {"side": side, "holder": self.name(state, side, holder), "track": effect.track}
        if effect.track == REVEALED and holder in self.numbers[side]:
            plain["was"] = self._blank(side, holder)
        return plain | {"before": list(effect.before), "after": list(effect.after)}


def _of_its_kind(entry: LogEntry, name: Callable[[int, str], str]) -> dict[str, Any]:
    """The fields that only entries of the clock, the map, the end and throws have."""
    event, plain = entry.event, dict[str, Any]()
    if event.kind is EventKind.PLACE:
        plain |= {"own": name(entry.side, event.own), "opposing": "", "place": list(event.place)}
    if event.kind is EventKind.CLOCK:
        plain |= {"clock": event.clock.value, "whose": event.whose, "seconds": event.seconds}
    if event.kind in (EventKind.END, EventKind.VERDICT):
        plain |= {"verdict": event.verdict.value if event.verdict else "", "result": event.result}
    if entry.throw_text:
        plain |= {"thrown": entry.throw_text, "outcome": entry.outcome.value if entry.outcome else ""}
    return plain
