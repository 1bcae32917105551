"""The game that is played with an army: where "Play" and codes on cards lead, and its state for prints."""

from urllib.parse import urlencode

from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.access import own_army
from armybuilder.armies.current_state import CurrentState, hiding_game_requested, state_requested
from armybuilder.armies.models import Army
from armybuilder.matches.log.seats import matches_of, seat_of
from armybuilder.matches.log.store import MATCHES, game_of, load_match, readable
from armybuilder.matches.models import Match, MatchForce
from armybuilder.matches.screen.match_list import turn_words
from armybuilder.sharing.links import find_share
from armybuilder.site.limits import limit
from rulesets.core.play.matches import MatchState
from rulesets.core.play.states import GAME, PlayState


def current_force(army: Army) -> MatchForce | None:
    """The army's side of its most recent match that has not ended."""
    running = Match.objects.filter(deleted=None, ended=False)
    return MatchForce.objects.filter(army=army.pk, match__in=running).order_by("match__updated").last()


@receiver(state_requested)
def state_in_match(army: Army, **kwargs: object) -> CurrentState | None:
    """How an army stands in the match played with it, by the army's own ids; ``None`` without one."""
    deployed = current_force(army)
    if deployed is None:
        return None
    state = MATCHES.load_head(deployed.match)
    ticks = state.sides[deployed.side].ticks
    boxes = PlayState({deployed.ids.get(holder, holder): tracks for holder, tracks in ticks.items()})
    return CurrentState(boxes, _moment(deployed.match, state))


def _moment(match: Match, state: MatchState) -> str:
    """The turn, the segment and the conditions of the game, and when its last event was."""
    ruleset = game_of(match)
    conditions = state.conditions.of(GAME, ruleset.play.conditions if ruleset.play else ()).tracks
    told = [f"{track.title} {track.title_of(track.ticks[0])}" for track in conditions if track.ticks]
    return " · ".join((turn_words(match, state), *told, f"{localtime(match.updated):%-d %B %Y, %H:%M %Z}"))


@receiver(hiding_game_requested)
def game_that_hides(army: Army, **kwargs: object) -> Match | None:
    """A running match that hides units of the army."""
    running = Match.objects.filter(deleted=None, ended=False, hides=True)
    return running.filter(forces__army=army.pk).order_by("updated").last()


@never_cache
@require_safe
def in_play(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to the game played with an army, or to the form to begin one."""
    army = own_army(request, address)
    deployed = current_force(army)
    if deployed is not None:
        return HttpResponseRedirect(deployed.match.get_absolute_url())
    new = reverse("matches:new", args=[army.game])
    return HttpResponseRedirect(f"{new}?{urlencode({'own': army.pk})}")


@never_cache
@require_safe
@limit("shared")
@readable
def scanned(request: HttpRequest, token: str, holder: str) -> HttpResponse:
    """Redirect from the code on a printed card to its unit in the visitor's running game with that army.

    Without such a game to the army, and to the game alone where the visitor may not know the unit.
    """
    share = find_share(token)
    match = matches_of(request).filter(ended=False, forces__army=share.army_id).order_by("-updated").first()
    if match is None:
        return HttpResponseRedirect(share.get_absolute_url())
    seat = seat_of(request, match.pk)
    loaded, side = load_match(match), seat.side or 0
    force = match.forces.filter(army=share.army_id).order_by("side" if side == 0 else "-side")[0]
    found = next((now for now, before in force.ids.items() if before == holder), holder)
    known = found in loaded.setup.tracks[force.side] and loaded.viewer(seat.side).knows(loaded.state, force.side, found)
    return HttpResponseRedirect(f"{match.get_absolute_url()}{f'#unit-{force.side}-{found}' if known else ''}")
