"""Games at the table that are pairings of a club evening: they are begun from its page, and their results count."""

from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.club_evenings.access import places_of
from armybuilder.club_evenings.models import Pairing
from armybuilder.matches.log.seats import controls_both_sides, invite
from armybuilder.matches.log.signals import match_begun, match_followed, verdict_changed
from armybuilder.matches.models import Match
from armybuilder.site.pages import sent_number
from rulesets.core.play.matches import Verdict

PAIRING: str = "pairing"
"""The name in the address of a new game that gives the number of its pairing."""
_SWAPPED = {Verdict.FIRST.value: Verdict.SECOND.value, Verdict.SECOND.value: Verdict.FIRST.value}


@receiver(match_begun)
def keep_match(request: HttpRequest, match: Match, **kwargs: object) -> None:
    """Note a game that a player of a pairing has begun, and keep the other side's seat ready for the other player.

    The first game stays if both players begin one, unless it is deleted.
    """
    own = places_of(request).values("player")
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .filter(Q(first__in=own) | Q(second__in=own), pk=sent_number(request.GET, PAIRING))
        .filter(evening__ruleset=match.ruleset, first__has_left=False, second__has_left=False)
        .first()
    )
    if pairing is not None and not Match.objects.filter(pk=pairing.match, deleted=None).exists():
        pairing.match, pairing.swapped = match.pk, not own.filter(player=pairing.first_id).exists()
        pairing.save(update_fields=["match", "swapped"])
        invite(match, 1)


@receiver(match_followed)
def follow_match(match: Match, following: Match, **kwargs: object) -> None:
    """Take the game that follows one without a verdict for the game of its pairing."""
    if not match.verdict:
        Pairing.objects.filter(match=match.pk).update(match=following.pk)


@receiver(verdict_changed)
def keep_verdict(match: Match, verdict: str, **kwargs: object) -> None:
    """Take over the verdict of a game, unless somebody entered a result by hand.

    In a game against nobody else the verdict is the word of the player who began it.
    """
    for pairing in Pairing.objects.filter(match=match.pk).select_related("first", "second"):
        beginner = str(pairing.second if pairing.swapped else pairing.first)
        said_by = beginner if controls_both_sides(match) else ""
        said = _SWAPPED.get(verdict, verdict) if pairing.swapped else verdict
        stored = Pairing.objects.filter(pk=pairing.pk, match=match.pk, said_by__in=["", said_by])
        stored.update(verdict=said, said_by=said_by if said else "")
