"""What accounts own of the desk: battles."""

from armybuilder.armies.visits import unvisited_rows
from armybuilder.desk.models import Battle, BattleRevision, WithdrawnLink
from armybuilder.revisions.store import exported
from armybuilder.site.owned import OwnedModel, Row, time_of


def _export(battle: Battle) -> Row:
    return {
        "id": battle.pk,
        "game": battle.ruleset,
        "created": time_of(battle.created),
        "deleted": time_of(battle.deleted),
        "draft": battle.draft,
        "shared": bool(battle.link_token),
        "links_withdrawn": [time_of(each.withdrawn) for each in battle.withdrawn_links.all()],
        "head": battle.head,
        "steps": exported(battle.revisions.all()),
    }


OWNED = (
    OwnedModel(
        "battles",
        Battle.objects.prefetch_related("revisions", "withdrawn_links").order_by("created"),
        _export,
        (BattleRevision, WithdrawnLink),
        large=((BattleRevision, "battle__"),),
        unvisited=lambda: unvisited_rows(Battle.objects.all()),
    ),
)
