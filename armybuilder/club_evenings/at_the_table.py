"""Games at the table that are pairings of a club evening: they are begun from its page, and their results count."""

from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.club_evenings.access import places_of
from armybuilder.club_evenings.models import Pairing
from armybuilder.matches.log.seats import invite
from armybuilder.matches.log.signals import match_begun, verdict_changed
from armybuilder.matches.models import Match
from armybuilder.site.pages import sent_number
from rulesets.core.play.matches import Verdict

PAIRING: str = "pairing"
"""The name in the address of a new game that gives the number of its pairing."""
_SWAPPED = {Verdict.FIRST.value: Verdict.SECOND.value, Verdict.SECOND.value: Verdict.FIRST.value}


@receiver(match_begun)
def keep_match(request: HttpRequest, match: Match, **kwargs: object) -> None:
    """Note a game that a player of a pairing has begun, and keep the other side's seat ready for the other player."""
    own = places_of(request).values("player")
    pairing = (
        Pairing.objects.filter(Q(first__in=own) | Q(second__in=own), pk=sent_number(request.GET, PAIRING))
        .exclude(second=None)
        .first()
    )
    if pairing is not None:
        pairing.match, pairing.swapped = match.pk, not own.filter(player=pairing.first_id).exists()
        pairing.save(update_fields=["match", "swapped"])
        invite(match, 1)


@receiver(verdict_changed)
def keep_verdict(match: Match, verdict: str, **kwargs: object) -> None:
    """Take over the verdict of a game, unless somebody entered a result by hand."""
    pairings = Pairing.objects.filter(match=match.pk, said_by="")
    pairings.filter(swapped=False).update(verdict=verdict)
    pairings.filter(swapped=True).update(verdict=_SWAPPED.get(verdict, verdict))
