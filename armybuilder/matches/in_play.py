"""The game that is played with an army: the target of its "Play" link, and its state for prints."""

from urllib.parse import urlencode

from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.armies.access import own_army
from armybuilder.armies.current_state import hiding_game_requested, state_requested
from armybuilder.armies.models import Army
from armybuilder.matches.log import MATCHES
from armybuilder.matches.models import Match, MatchForce
from rulesets.core.play.states import PlayState


def current_force(army: Army) -> MatchForce | None:
    """The army's side of its most recent match that has not ended."""
    running = Match.objects.filter(deleted=None, ended=False)
    return MatchForce.objects.filter(army=army.pk, match__in=running).order_by("match__updated").last()


@receiver(state_requested)
def state_in_match(army: Army, **kwargs: object) -> PlayState | None:
    """The state of an army in the match played with it, by the army's own ids; ``None`` without one."""
    deployed = current_force(army)
    if deployed is None:
        return None
    ticks = MATCHES.load_head(deployed.match).sides[deployed.side].ticks
    return PlayState({deployed.ids.get(holder, holder): tracks for holder, tracks in ticks.items()})


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
