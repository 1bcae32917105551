"""What happens at a club evening: players join, it starts, rounds are paired, results come in."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.shortcuts import get_object_or_404

from armybuilder.club_evenings.models import Evening, Pairing, Place, Player
from armybuilder.club_evenings.pairing import Pair, round_robin, swiss_round
from armybuilder.club_evenings.standings import WIN, Played, Standing, standings_of
from armybuilder.matches.models import PLAYER_LENGTH
from armybuilder.schema_forms.forms import storable
from armybuilder.site.claims import Author
from rulesets.core.names import name_key
from rulesets.core.play.matches import Verdict

MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = 16
MAX_NAMES: Final = 200
"""How many names may be added at once, with those that stand there several times."""
ORGANISER: Final = "the organiser"
"""Who entered a result, where it was no player."""
STARTED: Final = "The evening has started, so players can no longer be removed."
ALL_PAIRED: Final = "All games of this evening are paired. One more player can join if the number of players is odd."


class NotPossible(ValueError):
    """Something that cannot be done now; the message is for the player."""


@contextmanager
def _held(evening: Evening) -> Iterator[Evening]:
    """The evening as it is stored, which others cannot change until the end of the block; raises ``Http404``."""
    with transaction.atomic():
        held = get_object_or_404(Evening.objects.select_for_update(), pk=evening.pk)
        yield held
        held.save()


def join(evening: Evening, name: str, author: Author) -> None:
    """Give the author a place: that of the player of this name, or that of a new player.

    Who has a place already keeps it. Raises ``NotPossible``.
    """
    name = _checked(name)
    with _held(evening) as held:
        if Place.objects.filter(player__evening=held, **author.columns).exists():
            return
        players = list(held.players.select_related("place"))
        player = _named(players, name)
        if player is None:
            player = _new_players(held, players, [name])[0]
        elif hasattr(player, "place"):
            raise NotPossible(f"Somebody has joined as {player} already. Choose another name.")
        Place.objects.create(player=player, **author.columns)


def release(evening: Evening, key: int) -> None:
    """Give a player's place back. The player stays, and somebody else can join by this name."""
    with _held(evening):
        Place.objects.filter(player__evening=evening, player=key).delete()


def add_players(evening: Evening, names: Sequence[str]) -> None:
    """Add players by name, without those who are there already; raises ``NotPossible``."""
    if len(names) > MAX_NAMES:
        raise NotPossible(f"Add at most {MAX_NAMES} names at once.")
    names = [_checked(name) for name in names]
    with _held(evening) as held:
        _new_players(held, list(held.players.all()), names)


def remove_player(evening: Evening, key: int) -> None:
    """Remove a player before the start; raises ``NotPossible``."""
    with _held(evening) as held:
        if held.rounds:
            raise NotPossible(STARTED)
        held.players.filter(pk=key).delete()


def leave(evening: Evening, key: int) -> None:
    """Pair a player no more from now on; one who was in no round is removed.

    Games that were played count. In Swiss rounds the opponent of a game without a result gets a bye, so that the next
    round can be paired.
    """
    with _held(evening) as held:
        player = held.players.filter(pk=key).first()
        if player is None:
            return
        pairings = held.pairings.filter(Q(first=player) | Q(second=player))
        if not pairings.exists():
            player.delete()
            return
        held.players.filter(pk=key).update(has_left=True)
        if held.kind == Evening.Kind.SWISS:
            open_keys = list(pairings.exclude(second=None).filter(verdict="").values_list("pk", flat=True))
            of_opponent = held.pairings.filter(pk__in=open_keys)
            of_opponent.filter(first=player).update(first=F("second"))
            of_opponent.update(second=None, match="", swapped=False)


def come_back(evening: Evening, key: int) -> None:
    """Pair a player again who has left."""
    with _held(evening) as held:
        held.players.filter(pk=key).update(has_left=False)


def _named(players: Sequence[Player], name: str) -> Player | None:
    return next((each for each in players if name_key(each.name) == name_key(name)), None)


def _checked(name: str) -> str:
    """The name as it is stored; raises ``NotPossible``."""
    name = " ".join(name.split())
    # The length comes first: the key of a name is kept in memory.
    if len(name) > PLAYER_LENGTH:
        raise NotPossible(f"“{name[:PLAYER_LENGTH]}…” is too long. A name has at most {PLAYER_LENGTH} characters.")
    if not name_key(name):
        raise NotPossible("Enter a name.")
    if name_key(name) == name_key(ORGANISER):
        raise NotPossible(f"“{name}” cannot be a name, because it marks the results that the organiser enters.")
    try:
        return storable(name, PLAYER_LENGTH)
    except ValidationError as error:
        raise NotPossible(f"“{name}” cannot be a name. {error.message}") from None


def _new_players(evening: Evening, players: Sequence[Player], names: Sequence[str]) -> list[Player]:
    new: list[Player] = []
    for name in names:
        if _named([*players, *new], name) is None:
            new.append(Player(evening=evening, name=name))
    if len(players) + len(new) > MAX_PLAYERS:
        raise NotPossible(f"An evening has at most {MAX_PLAYERS} players.")
    if not all(may_join(evening, len(players) + number) for number in range(len(new))):
        raise NotPossible(ALL_PAIRED)
    highest = max((each.number for each in players), default=0)
    for number, player in enumerate(new, highest + 1):
        player.number = number if evening.rounds else 0
        player.save()
        if evening.rounds and evening.kind == Evening.Kind.ROUND_ROBIN:
            evening.pairings.filter(second=None).update(second=player)
    return new


def may_join(evening: Evening, players: int) -> bool:
    """Whether another player can join so many: where everybody plays everybody, a late one gets the byes as games."""
    return players < MAX_PLAYERS and (not evening.rounds or evening.kind == Evening.Kind.SWISS or players % 2 == 1)


def start(evening: Evening) -> None:
    """Draw the players' numbers and pair: all rounds in which everybody plays everybody, or the first Swiss one.

    An evening that has started stays as it is. Raises ``NotPossible``.
    """
    with _held(evening) as held:
        if held.rounds:
            return
        players = list(held.players.all())
        if len(players) < MIN_PLAYERS:
            raise NotPossible(f"An evening needs at least {MIN_PLAYERS} players.")
        secrets.SystemRandom().shuffle(players)
        for number, player in enumerate(players, 1):
            player.number = number
        Player.objects.bulk_update(players, ["number"])
        if held.kind == Evening.Kind.ROUND_ROBIN:
            rounds = round_robin(players)
        else:
            rounds = [swiss_round(players, dict.fromkeys(players, 0), ())]
        for pairs in rounds:
            _add_round(held, pairs)


def next_round(evening: Evening, seen: int) -> None:
    """Pair the Swiss round after the one that the organiser has ``seen``, once; raises ``NotPossible``."""
    with _held(evening) as held:
        if held.rounds != seen:
            return
        pairings = list(held.pairings.select_related("first", "second"))
        players = list(held.players.all())
        if not may_pair(held, players, pairings):
            if open_games(pairings):
                raise NotPossible("The next round can be paired when all results of this one are in.")
            raise NotPossible("All players who are here have met, so there is no next round.")
        standings = [each for each in standings_at(held, players, pairings) if not each.player.has_left]
        points = {each.player: each.points for each in standings}
        played = [(each.first, each.second) for each in pairings]
        _add_round(held, swiss_round([each.player for each in standings], points, played))


def _add_round(evening: Evening, pairs: Sequence[Pair[Player]]) -> None:
    evening.rounds += 1
    Pairing.objects.bulk_create(
        Pairing(evening=evening, round=evening.rounds, table=table, first=first, second=second)
        for table, (first, second) in enumerate(pairs, 1)
    )


def may_pair(evening: Evening, players: Sequence[Player], pairings: Sequence[Pairing]) -> bool:
    """Whether another Swiss round can be paired: all results are in, and not all who are there have met."""
    is_swiss = evening.rounds > 0 and evening.kind == Evening.Kind.SWISS
    met = {frozenset((each.first_id, each.second_id)) for each in pairings}
    present = [each.pk for each in players if not each.has_left]
    all_met = all(frozenset(pair) in met for pair in combinations(present, 2))
    return is_swiss and not all_met and not open_games(pairings)


def open_games(pairings: Sequence[Pairing]) -> int:
    """How many games have no result and can still be played."""
    return sum(each.is_open for each in pairings)


def standings_at(evening: Evening, players: Sequence[Player], pairings: Sequence[Pairing]) -> list[Standing[Player]]:
    """The standings of an evening; in Swiss rounds a bye is worth a win, and else everybody has as many."""
    bye = WIN if evening.kind == Evening.Kind.SWISS else 0
    played = [Played(each.first, each.second, Verdict(each.verdict) if each.verdict else None) for each in pairings]
    return standings_of(players, played, bye)


def enter_result(pairing: Pairing, seen: str, verdict: str, said_by: str) -> None:
    """Keep a verdict, or none, that somebody enters who has ``seen`` the one before; raises ``NotPossible``."""
    with _held(pairing.evening):
        stored = Pairing.objects.get(pk=pairing.pk)
        if (stored.first_id, stored.second_id) != (pairing.first_id, pairing.second_id):
            raise NotPossible("This pairing has changed since you loaded the page. Load it again.")
        if stored.verdict == verdict:
            return
        if stored.verdict != seen:
            raise NotPossible("Somebody entered another result first. Check it, and change it if it is wrong.")
        stored.verdict, stored.said_by = verdict, said_by if verdict else ""
        stored.save(update_fields=["verdict", "said_by"])
