"""What accounts own of sharing: links to their armies, and opponents."""

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from armybuilder.sharing.models import LinkPicture, Opponent, Share
from armybuilder.site.owned import OwnedModel, Row, change_owner, time_of


def _link(link: Share) -> Row:
    return {
        "address": link.get_absolute_url(),
        "army": link.army_id,
        "revision": link.revision,
        "notes": link.notes,
        "blanks": link.blanks,
        "created": time_of(link.created),
        "revoked": time_of(link.revoked),
    }


def _opponent(opponent: Opponent) -> Row:
    return {
        "address": opponent.share.get_absolute_url(),
        "name": str(opponent.share),
        "created": time_of(opponent.created),
    }


def _hand_over_opponents(rows: QuerySet[Opponent], user: AbstractBaseUser) -> None:
    """Drop opponents whose link the account has already."""
    rows.filter(share__in=Opponent.objects.filter(owner_id=user.pk).values("share")).delete()
    change_owner(rows, user)


OWNED = (
    OwnedModel(
        "links",
        Share.objects.defer("document").order_by("created"),
        _link,
        owner="army__owner",
        section="sharing",
        hand_over=None,
        large=((Share, "army__"), (LinkPicture, "share__army__")),
    ),
    OwnedModel(
        "opponents",
        Opponent.objects.select_related("share__army").order_by("created"),
        _opponent,
        section="sharing",
        hand_over=_hand_over_opponents,
    ),
)
