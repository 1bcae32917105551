"""The log of a match: its state, its entries, and new events in the order in which they arrive."""

import time
import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import orjson
from django.db import IntegrityError
from django.db.models import F
from django.http import Http404

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import unpack
from armybuilder.matches.log.signals import verdict_changed
from armybuilder.matches.models import Match, MatchRevision
from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.store import Stale, Store, TooLarge, plain_document
from armybuilder.site.errors import explains_unreadable
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import AT_START, MAX_ENTRIES, Event, LogEntry, MatchState, read_match_state
from rulesets.core.play.matches import Match as MatchSetup
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import InvalidChange
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import new_seed

readable = explains_unreadable("game")

TRIES: Final = 20
"""How often to retry an event when another phone was faster."""


def _verdict_in(state: MatchState) -> str:
    """Who has won, as it is stored."""
    return state.ending.verdict.value if state.ending and state.ending.verdict else ""


MATCHES: Store[Match, MatchRevision, MatchState] = Store(
    MatchRevision,
    "match",
    write=lambda match, state, before: orjson.dumps(state.write()),
    read=lambda match, plain, other: read_match_state(plain),
    columns=lambda match, state: {"ended": state.ended, "verdict": _verdict_in(state)},
    weigh=lambda state, text: len(text),
    cache=LRUCache(16 * 1024 * 1024),
    max_bytes=1024 * 1024,
    too_large="The game has reached the limit of 1 MB. Start a new one.",
    max_revisions=MAX_ENTRIES + 1,
    prune_every=MAX_ENTRIES,
)
"""The states of matches; the revision after the one of number n holds the log's entry n."""

_SETUPS: LRUCache[tuple[MatchSetup, tuple[LoadedArmy, LoadedArmy | None], tuple[str, str]]] = LRUCache(20_000)
"""What does not change while the match has the same forces and players; the limit is that of its units."""
_LOGS: LRUCache[tuple[LogEntry, ...]] = LRUCache(100_000)  # entries, of each match as far as it was read


class UsedId(InvalidChange):
    """Another event has this id already."""


class TooManyEntries(InvalidChange):
    """The log is full."""


def states_now(matches: Collection[Match]) -> dict[str, MatchState]:
    """The current states of matches by their addresses, by one query and without armies.

    A match whose state can no longer be read is left out.
    """
    heads = MatchRevision.objects.filter(match__in=matches, number=F("match__head"))
    documents = heads.order_by().values_list("match", "document")
    states = {}
    for address, document in documents:
        with suppress(zlib.error, AttributeError, KeyError, TypeError, ValueError):
            states[address] = read_match_state(plain_document(document))
    return states


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match with its game, its setup, its two forces (``None`` for an opponent without a list) and its players.

    A player without a name is an empty string.
    """

    match: Match
    ruleset: AnyRuleset
    setup: MatchSetup
    armies: tuple[LoadedArmy, LoadedArmy | None]
    players: tuple[str, str]

    @property
    def state(self) -> MatchState:
        """Its current state."""
        return MATCHES.load_head(self.match)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """All entries up to its head."""
        entries = self.match.head - 1
        entries_read = _LOGS.get((self.match.pk, 0)) or ()
        if len(entries_read) < entries:
            rows = MATCHES.of(self.match).filter(number__gt=len(entries_read) + 1, number__lte=self.match.head)
            new_entries = (decode(LogEntry, entry) for entry in rows.order_by("number").values_list("entry", flat=True))
            entries_read = (*entries_read, *new_entries)
            _LOGS.replace((self.match.pk, 0), entries_read, len(entries_read) + 1)
        return entries_read[:entries]

    def viewer(self, side: int | None) -> Viewer:
        """The match as a side sees it, or a spectator (``None``)."""
        first, second = self.match.numbers
        return Viewer(self.setup, (first, second), side)


def game_of(match: Match) -> AnyRuleset:
    """The match's game; raises ``Http404`` when the site no longer has it, or it cannot be played at the table."""
    try:
        ruleset = match.game
    except KeyError:
        raise Http404 from None
    if ruleset.play is None:
        raise Http404
    return ruleset


def load_match(match: Match) -> LoadedMatch:
    """The match with its forces as they were at its start; raises ``Http404``, and ``CodecError`` as armies do."""
    ruleset = game_of(match)
    key = match.pk, match.forces_changed
    cached = _SETUPS.get(key)
    if cached is None:
        by_side = {
            force.side: with_house_rules(LoadedArmy(ruleset, unpack(ruleset, force.document)), match.house_rules)
            for force in match.forces.all()
        }
        armies = by_side[0], by_side.get(1)
        setup = match_setup(ruleset, armies, hides=match.hides, start=MATCHES.load(match, 1))
        cached = setup, armies, players_of(match)
        _SETUPS.add(key, cached, sum(army.weight for army in armies if army))
    return LoadedMatch(match, ruleset, *cached)


def players_of(match: Match) -> tuple[str, str]:
    """The names of the players of both sides, who took the seats that were given out last."""
    names = {seat.side: seat.player for seat in match.seats.all() if seat.taken}
    return names.get(0, ""), names.get(1, "")


def with_house_rules(army: LoadedArmy, house_rules: Mapping[str, str]) -> LoadedArmy:
    """An army under the house rules of a match."""
    return LoadedArmy(army.ruleset, replace(army.force, house_rules=tuple(sorted(house_rules.items()))))


def match_setup(
    ruleset: AnyRuleset, armies: tuple[LoadedArmy, LoadedArmy | None], *, hides: bool, start: MatchState = AT_START
) -> MatchSetup:
    """The setup of a match of these armies; the game must be one that can be played at the table."""
    assert ruleset.play is not None  # noqa: S101
    own, opposing = armies
    return MatchSetup(ruleset.play, (own.context, opposing.context if opposing else None), hides, start)


def now() -> int:
    """The server's time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


Rolls = Callable[[LoadedMatch, int], tuple[Rolled, ...]]
"""What comes of an event's question with a seed."""


def _number_of(match: Match, side: int, event: Event) -> int | None:
    """The number of an event that is in the log already; raises ``UsedId`` for another one with its id."""
    if not event.id:
        raise InvalidChange("An event needs its own id, which identifies it if it is sent again.")
    existing = MATCHES.of(match).filter(event=event.id).only("number", "side", "entry").first()
    if existing is None:
        return None
    if (existing.side, decode(Event, existing.entry["event"])) != (side, event):
        raise UsedId("Another event with this id was sent before. Reload the page.")
    return existing.number - 1


def submit(match: Match, side: int, event: Event, *, both: bool, rolls: Rolls = lambda loaded, seed: ()) -> int:
    """Add an event of a side to the log and return its number; an event that is sent again is not added twice.

    With ``both`` the player answers for both sides. Raises ``InvalidChange`` with the reason for the player and
    without any change.
    """
    # If an event arrives twice at once, the second save fails, and its next try finds the first.
    for _ in range(TRIES):
        if (sent := _number_of(match, side, event)) is not None:
            return sent
        loaded = load_match(match)
        if len(loaded.log) >= MAX_ENTRIES:
            raise TooManyEntries(f"The game has reached the limit of {MAX_ENTRIES} entries. Start a new one.")
        seed, before = new_seed(), loaded.state
        state, entry = play(
            loaded.setup,
            before,
            loaded.log,
            side,
            event,
            both=both,
            at_once=match.at_once,
            now=now(),
            seed=seed,
            rolled=rolls(loaded, seed),
        )
        log = (*loaded.log, entry)
        columns = {"event": event.id, "side": side, "entry": encode(entry)}
        try:
            MATCHES.save(match, match.head, state, event.kind.label, **columns)
        except TooLarge as error:
            raise InvalidChange(str(error)) from None
        except (Stale, IntegrityError):
            match.refresh_from_db(fields=["head", "latest"])
            continue
        if _verdict_in(state) != _verdict_in(before):
            verdict_changed.send(Match, match=match, verdict=_verdict_in(state))
        _LOGS.replace((match.pk, 0), log, len(log) + 1)
        return entry.number
    raise InvalidChange("Too many devices are saving at once. Try again.")
