"""What accounts own of club evenings: those that they organise, and their places at others."""

from armybuilder.armies.visits import unvisited_rows
from armybuilder.club_evenings.models import Evening, Pairing, Place, Player
from armybuilder.site.owned import OwnedModel, Row, time_of


def _evening(evening: Evening) -> Row:
    names = {player.pk: player.name for player in evening.players.all()}
    return {
        "address": evening.get_absolute_url(),
        "name": evening.name,
        "game": evening.ruleset,
        "kind": evening.kind,
        "created": time_of(evening.created),
        "players": list(names.values()),
        "left early": [player.name for player in evening.players.all() if player.has_left],
        "pairings": [
            {
                "round": each.round,
                "first": names[each.first_id],
                "second": names[each.second_id] if each.second_id else None,
                "result": each.verdict,
                "entered by": each.said_by,
                "match": each.match,
            }
            for each in evening.pairings.all()
        ],
    }


def _place(place: Place) -> Row:
    return {"evening": place.player.evening.name, "player": place.player.name}


OWNED = (
    OwnedModel(
        "club evenings",
        Evening.objects.prefetch_related("players", "pairings"),
        _evening,
        (Player, Pairing),
        unvisited=lambda: unvisited_rows(Evening.objects.all()),
    ),
    OwnedModel("places at club evenings", Place.objects.select_related("player__evening").order_by("pk"), _place),
)
