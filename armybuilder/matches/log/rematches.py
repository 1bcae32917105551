"""A match that follows another: again with the same armies and seats, or continued with a changed army."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from armybuilder.armies.access import armies_of
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head, unpack
from armybuilder.matches.log.creation import ChosenForce, add_force
from armybuilder.matches.log.signals import match_followed
from armybuilder.matches.log.store import MATCHES, load_match, match_setup, submit, with_house_rules
from armybuilder.matches.models import Match, Plans, Seat
from rulesets.core.play.matches import SIDES, Event, EventKind, MatchState
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.play.trackers import Track

TAKEN_OVER: Final = "army-taken-over"
"""The event that ends a match which goes on with a changed army."""


class CannotFollow(ValueError):
    """The match cannot be followed like this; the message is for the player."""


def changed_army(request: HttpRequest, seat: Seat) -> Army | None:
    """The visitor's army of the seat's side, if it was edited since it was added to the match.

    An army with hidden units cannot be updated: with the old numbers the other side would learn which blanks are new
    or gone, and with new numbers its notes about blanks would be about other units.
    """
    if seat.match.ended or seat.side is None:
        return None
    force = seat.match.forces.filter(side=seat.side).first()
    army = armies_of(request).filter(pk=force.army, deleted=None).first() if force else None
    return army if army is not None and force is not None and army.head != force.revision else None


@transaction.atomic
def rematch(match: Match, *, swapped: bool = False) -> Match:
    """A new match with the same armies, as they were in this one, and the same seats, unless one follows already.

    If they are ``swapped``, each player has the other's army, without its notes. Raises ``CannotFollow`` while this one
    is running, and for swapped armies if the other side has none.
    """
    following = _next_match(match)
    if following is not None:
        return following
    if not match.ended:
        raise CannotFollow("This game is still being played. End it first. Its log and report stay.")
    if swapped and not match.forces.filter(side=1).exists():
        raise CannotFollow("The other side has no army to swap.")
    return _create_next(match, MatchState(), {}, swapped=swapped)


@transaction.atomic
def take_over(match: Match, side: int, army: Army) -> Match:
    """End the match, and continue it in another one with the current army of a side.

    Turn, conditions and clocks stay, and so do the states and places of all units that both versions of the army have,
    except boxes that a unit no longer has. Raises ``CannotFollow``, and as ``load_head``.
    """
    following = _next_match(match)
    if following is not None:
        return following
    if match.hides or match.ended:
        raise CannotFollow("You cannot bring a changed army into a game that has ended or that hides units.")
    submit(match, side, Event(TAKEN_OVER, EventKind.END), both=True)
    loaded = load_match(match)
    chosen = ChosenForce(load_head(army), army)
    army_in_match = with_house_rules(chosen.loaded, match.house_rules)
    tracks = match_setup(loaded.ruleset, (army_in_match, None), hides=False).tracks[0]
    sides = list(loaded.state.sides)
    sides[side] = carry_over(sides[side], tracks)
    places = list(loaded.state.places)
    places[side] = {holder: place for holder, place in places[side].items() if holder in tracks}
    state = replace(loaded.state, sides=(sides[0], sides[1]), places=(places[0], places[1]))
    state = replace(state, waiting=frozenset(), undone=frozenset())
    state = replace(state, ended=False, ending=None)
    return _create_next(match, state, {side: chosen})


def carry_over(state: PlayState, tracks: Mapping[str, tuple[Track, ...]]) -> PlayState:
    """The part of a state that holders with these tracks can have."""
    result = PlayState()
    for holder, ticked in state.ticks.items():
        for track in (*tracks[holder], OUT) if holder in tracks else ():
            if track.slug in ticked:
                result = result.set(holder, track.now(ticked[track.slug]))
    return result


def _next_match(match: Match) -> Match | None:
    Match.objects.select_for_update().get(pk=match.pk)  # two phones at once get one match
    return followers_of(match).first()


def followers_of(match: Match) -> QuerySet[Match]:
    """The match that follows, if any."""
    return Match.objects.filter(follows=match.pk, deleted=None)


def _create_next(match: Match, state: MatchState, chosen: Mapping[int, ChosenForce], *, swapped: bool = False) -> Match:
    columns: dict[str, Any] = {"owner_id": match.owner_id, "claim_hash": match.claim_hash}
    new = Match(
        ruleset=match.ruleset,
        name=match.name,
        house_rules=match.house_rules,
        hides=match.hides,
        at_once=match.at_once,
        plans=min(match.plans, Plans.ALLOWED),
        battlefield=match.battlefield,
        follows=match.pk,
        numbers=[{} for _ in SIDES],
        **columns,
    )
    Match.objects.filter(follows=match.pk).update(follows="")  # one that was deleted
    MATCHES.create(new, state, "Start")
    for force in match.forces.all():
        if force.side in chosen:
            add_force(new, force.side, chosen[force.side])
            continue
        loaded = LoadedArmy(match.game, unpack(match.game, force.document))
        if swapped:
            add_force(new, 1 - force.side, ChosenForce(loaded.without_notes))
        else:
            add_force(new, force.side, ChosenForce(loaded), before=force)
    Seat.objects.bulk_create(
        Seat(
            match=new,
            side=seat.side,
            owner_id=seat.owner_id,
            claim_hash=seat.claim_hash,
            taken=seat.taken,
            player=seat.player,
        )
        for seat in match.seats.filter(withdrawn=None)
    )
    match_followed.send(Match, match=match, following=new)
    return new
