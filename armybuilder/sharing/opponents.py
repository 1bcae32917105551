"""The armies that a visitor may choose for a side: own ones, examples, and those of others by their links."""

from django.http import Http404, HttpRequest

from armybuilder.armies.access import armies_of, visible_army
from armybuilder.armies.loaded_army import ArmyChoice, LoadedArmy, SideArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from armybuilder.sharing.links import find_share, load_share
from armybuilder.sharing.models import Opponent, Share
from armybuilder.site.claims import Claim, author_of, owned_by
from armybuilder.site.quotas import quota_transaction
from rulesets.core.ruleset import AnyRuleset

OPPONENT = "opponent"
"""The sort of a shared army in a list of choices."""
MAX_LISTED = 100
MAX_OPPONENTS = 200


class TooManyOpponents(ValueError):
    """More opponents than a visitor may have; the message is for the player."""


def opponents_of(request: HttpRequest) -> list[Opponent]:
    """The visitor's opponents, newest first, including those whose link no longer opens."""
    return list(Opponent.objects.filter(owned_by(request)).select_related("share__army")[:MAX_OPPONENTS])


def is_open(share: Share) -> bool:
    """Whether the link still shows something."""
    return share.revoked is None and share.army.deleted is None


def keep_opponent(request: HttpRequest, claim: Claim, share: Share) -> bool:
    """Keep a shared army as an opponent; whether it is a new one. Raises ``TooManyOpponents``."""
    opponents, author = Opponent.objects.filter(owned_by(request)), author_of(request, claim)
    with quota_transaction("opponents", author.key):
        if opponents.filter(share=share).exists():
            return False
        if opponents.count() >= MAX_OPPONENTS:
            raise TooManyOpponents(f"You have reached the limit of {MAX_OPPONENTS} opponents. Remove one first.")
        _, created = Opponent.objects.get_or_create(share=share, **author.columns)
    return created


def find_army(request: HttpRequest, key: str) -> SideArmy:
    """The army of a key: the address of an own army or an example, or the token of a link.

    Raises ``Http404``, also for a link that shows an army as blanks, and what ``load_head`` raises.
    """
    try:
        army = visible_army(request, key)
    except Http404:
        share = find_share(key)
        if share.blanks:
            raise Http404 from None
        return SideArmy(key, share.army.ruleset, load_share(share))
    return SideArmy(key, army.ruleset, load_head(army))


def load_by_key(key: str) -> LoadedArmy:
    """The army of such a key without a check of the visitor, for a job that the visitor was allowed to start.

    Raises ``Http404`` when it no longer exists, and what ``load_head`` raises.
    """
    army = Army.objects.filter(pk=key, deleted=None).first()
    return load_head(army) if army else load_share(find_share(key))


def armies_to_choose(request: HttpRequest, ruleset: AnyRuleset) -> list[ArmyChoice]:
    """The visitor's armies of the game, most recently changed first, then opponents and examples."""
    own = armies_of(request).filter(deleted=None, ruleset=ruleset.slug)
    opponents = (opponent.share for opponent in opponents_of(request) if is_open(opponent.share))
    examples = Army.objects.filter(example=True, deleted=None, ruleset=ruleset.slug).order_by("pk")
    return [
        *(ArmyChoice(army.pk, str(army)) for army in own[:MAX_LISTED]),
        *(ArmyChoice(share.token, str(share), OPPONENT) for share in opponents if share.army.ruleset == ruleset.slug),
        *(ArmyChoice(army.pk, str(army), "example") for army in examples[:MAX_LISTED]),
    ]
