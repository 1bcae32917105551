"""What accounts own of the API: tokens, without their secrets."""

from armybuilder.api.models import Token
from armybuilder.site.owned import OwnedModel, Row, time_of


def _export(token: Token) -> Row:
    return {
        "name": token.name,
        "scope": token.scope,
        "created": time_of(token.created),
        "last used": time_of(token.last_used),
    }


OWNED = (OwnedModel("tokens", Token.objects.all(), _export, hand_over=None),)
