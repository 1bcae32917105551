"""The games that a player has ended, read by the same few queries however many there are."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404, HttpRequest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import unpack
from armybuilder.matches.history.counting import PastGame, UnitKey, losses_of, outcome_for
from armybuilder.matches.log.photos import address_of
from armybuilder.matches.log.rematches import TAKEN_OVER
from armybuilder.matches.log.seats import sides_of
from armybuilder.matches.log.store import players_of, states_now
from armybuilder.matches.models import Match, MatchForce, MatchRevision, Seat
from armybuilder.revisions.cache import LRUCache
from armybuilder.site.claims import owned_by
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.decided import Decided, decided
from rulesets.core.play.matches import EventKind, LogEntry, MatchState
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import find_ruleset, get_ruleset

MAX_COUNTED: Final = 300
"""The most games that a history counts, the last ones."""
DEFAULT_RULINGS: Final = "Default rulings"
_DECIDING: Final = Q(entry__rolled__0__isnull=False) | Q(entry__event__odds__worse__isnull=False)
_ANSWERING: Final = Q(entry__event__kind__in=[EventKind.ANSWER.value, EventKind.CORRECT.value])


@dataclass(frozen=True, slots=True)
class Tally:
    """What the log of a game says of its end: the note about it, the turn, and what was decided in engagements."""

    note: str
    turn: int
    decided: tuple[Decided, ...]


_UNREAD: Final = Tally("", 0, ())
TALLIES: LRUCache[Tally] = LRUCache(50_000)
"""By the game's address and head; the limit is the number of decided engagements."""


def past_games_of(request: HttpRequest) -> list[PastGame]:
    """The visitor's games that have ended, the last one first."""
    return past_games(Seat.objects.filter(owned_by(request)))


def past_games_up_to(seat: Seat) -> list[PastGame]:
    """The games that have ended of the user or browser that holds a seat, from the seat's game back.

    Of the games before it only the result, the armies and the players are known: their logs are not read.
    """
    return past_games(Seat.objects.filter(owner=seat.owner_id, claim_hash=seat.claim_hash), seat.match)


def has_uncounted_games(request: HttpRequest) -> bool:
    """Whether the visitor has ended more games than are counted."""
    return _ended(Seat.objects.filter(owned_by(request)))[MAX_COUNTED:].exists()


def _ended(seats: QuerySet[Seat]) -> QuerySet[Match]:
    """The games that have ended in which those seats have a side, the last one first."""
    taken = seats.filter(side__isnull=False, withdrawn=None)
    ended = Match.objects.filter(pk__in=taken.values("match"), ended=True, deleted=None)
    goes_on = MatchRevision.objects.filter(match=OuterRef("pk"), event=TAKEN_OVER)
    return ended.exclude(Q(verdict="") & Exists(goes_on)).order_by("-created", "pk")


def past_games(seats: QuerySet[Seat], last: Match | None = None) -> list[PastGame]:
    """The games that have ended in which those seats have a side, the last one first, at most ``MAX_COUNTED``.

    Who has both sides of a game is its first. A game that went on with a changed army does not count here. With a
    ``last`` game, no later one counts, and no other log is read.
    """
    sides, counted = sides_of(seats), _ended(seats)
    forces = Prefetch("forces", MatchForce.objects.defer("document"))
    if last:
        counted = counted.filter(created__lte=last.created)
    counted = counted.select_related("photo").defer("photo__image", "photo__small")
    matches = list(counted.prefetch_related(forces, "seats")[:MAX_COUNTED])
    rulesets = {slug: find_ruleset(slug) for slug in {match.ruleset for match in matches}}
    unread = {match.pk: _UNREAD for match in matches if last and match != last}
    tallies = unread | _tallies([match for match in matches if match.pk not in unread], rulesets)
    return [
        _past_game(match, sides[match.pk], tallies[match.pk], rulesets[match.ruleset])
        for match in matches
        if match.pk in tallies
    ]


def _past_game(match: Match, side: int, tally: Tally, ruleset: AnyRuleset | None) -> PastGame:
    forces = {force.side: force for force in match.forces.all()}
    own, opposing = forces.get(side), forces.get(1 - side)
    caused, suffered, deeds = losses_of(side, tally.decided)
    ids = own.ids if own else {}
    return PastGame(
        match.pk,
        str(match),
        match.created,
        side,
        match.ruleset,
        (own.army or own.name, own.name) if own else ("", ""),
        players_of(match)[1 - side],
        opposing.name if opposing else "",
        _house_rules(match, ruleset),
        outcome_for(side, match.verdict),
        tally.note,
        tally.turn,
        caused,
        suffered,
        {ids.get(unit, unit): losses for unit, losses in deeds.items()},
        address_of(match.pk, match.photo.digest) if hasattr(match, "photo") else "",
    )


def _house_rules(match: Match, ruleset: AnyRuleset | None) -> tuple[str, str]:
    """The readings of a game as a key, and the codes of those that are not the default."""
    key = " ".join([match.ruleset, *(f"{switch}={reading}" for switch, reading in sorted(match.house_rules.items()))])
    words = ", ".join(sorted(match.house_rules))
    # Readings that the site no longer has are told by their keys.
    with suppress(KeyError):
        house = HouseRules(ruleset.rulings if ruleset else (), match.house_rules.items())
        words = ", ".join(each.ruling.id for each in house.changed())
    return key, words or DEFAULT_RULINGS


def names_of_units(games: Iterable[PastGame], keys: Collection[UnitKey]) -> dict[UnitKey, str]:
    """The numbers and names of units in the last game in which each engaged, without those that are not known."""
    last: dict[UnitKey, PastGame] = {}
    for each in games:
        for unit in each.deeds:
            if (key := (each.game, each.army[0], unit)) in keys:
                last.setdefault(key, each)
    rows = MatchForce.objects.filter(match__in={each.address for each in last.values()})
    forces = {(force.match_id, force.side): force for force in rows}
    names = {}
    for key, game in last.items():
        with suppress(CodecError, KeyError, Http404):
            names[key] = _name_of_unit(forces[game.address, game.side], get_ruleset(game.game), key[2])
    return names


def _name_of_unit(stored: MatchForce, ruleset: AnyRuleset, before: str) -> str:
    """The name of a unit by its id in the army; raises ``KeyError``, and as ``unpack``."""
    army = LoadedArmy(ruleset, unpack(ruleset, stored.document))
    now = next((new for new, old in stored.ids.items() if old == before), before)
    group, unit = army.force.unit(now)
    number = ruleset.standing(unit, group, army.context).short
    return f"{number} {ruleset.row(unit, group, army.context).title}".strip()


def _tallies(matches: Iterable[Match], rulesets: Mapping[str, AnyRuleset | None]) -> dict[str, Tally]:
    """What the logs say, by the addresses of the games; a game that can no longer be read is left out."""
    tallies, unread = dict[str, Tally](), dict[str, Match]()
    for match in matches:
        tally = TALLIES.get((match.pk, match.head))
        if tally is None:
            unread[match.pk] = match
        else:
            tallies[match.pk] = tally
    entries = _entries_of(unread)
    for address, state in states_now(unread.values()).items():
        match = unread[address]
        tally = _tally(state, entries.get(address, ()), rulesets[match.ruleset])
        TALLIES.add((address, match.head), tally, len(tally.decided) + 1)
        tallies[address] = tally
    return tallies


def _tally(state: MatchState, entries: Sequence[LogEntry], ruleset: AnyRuleset | None) -> Tally:
    harm = ruleset.play.harm if ruleset and ruleset.play else None
    return Tally(state.ending.note if state.ending else "", state.turn, tuple(decided(harm, entries, state)))


def _entries_of(matches: Collection[str]) -> dict[str, list[LogEntry]]:
    """The entries that decide, answer or correct something, by the addresses of the games, in order."""
    entries: dict[str, list[LogEntry]] = {}
    rows = MatchRevision.objects.filter(_DECIDING | _ANSWERING, match__in=matches).order_by("match", "number")
    for address, entry in rows.values_list("match", "entry").iterator():
        # Entries that the site can no longer read say nothing about luck.
        with suppress(CodecError):
            entries.setdefault(address, []).append(decode(LogEntry, entry))
    return entries
