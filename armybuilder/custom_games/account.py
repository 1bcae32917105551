"""What accounts own of their games: drafts with their revisions, and published versions."""

from django.db.models import QuerySet

from armybuilder.armies.visits import unvisited_rows
from armybuilder.custom_games.models import CustomGame, GameRevision, GameVersion, WithdrawnGameLink
from armybuilder.revisions.store import exported, plain_document
from armybuilder.site.owned import OwnedModel, Row, time_of


def _export(game: CustomGame) -> Row:
    return {
        "id": game.pk,
        "name": game.name,
        "created": time_of(game.created),
        "deleted": time_of(game.deleted),
        "shared": bool(game.link_token),
        "links_withdrawn": [time_of(each.withdrawn) for each in game.withdrawn_links.all()],
        "head": game.head,
        "revisions": exported(game.revisions.all()),
        "versions": [
            {
                "slug": version.slug,
                "number": version.number,
                "created": time_of(version.created),
                "document": plain_document(version.document),
            }
            for version in game.versions.all()
        ],
    }


def _unvisited() -> QuerySet[CustomGame]:
    return unvisited_rows(CustomGame.objects.all())


OWNED = (
    OwnedModel(
        "your_games",
        CustomGame.objects.prefetch_related("revisions", "versions", "withdrawn_links").order_by("created"),
        _export,
        (GameRevision, WithdrawnGameLink),
        large=((GameRevision, "custom_game__"), (GameVersion, "custom_game__")),
        unvisited=_unvisited,
    ),
)
