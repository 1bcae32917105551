"""What accounts own of the armies."""

from armybuilder.armies.models import Army, ArmyPicture, Revision, Tag
from armybuilder.armies.visits import unvisited_armies
from armybuilder.revisions.store import exported
from armybuilder.site.owned import OwnedModel, Row, base64_of, change_owner, time_of


def _export(army: Army) -> Row:
    return {
        "id": army.pk,
        "created": time_of(army.created),
        "deleted": time_of(army.deleted),
        "archived": time_of(army.archived),
        "folder": army.folder,
        "tags": [tag.name for tag in army.tags.all()],
        "pictures": [{"part": each.part, "webp": base64_of(each.image)} for each in army.pictures.all()],
        "head": army.head,
        "revisions": exported(army.revisions.all()),
    }


OWNED = (
    OwnedModel(
        "armies",
        Army.objects.prefetch_related("revisions", "tags", "pictures").order_by("created"),
        _export,
        (Revision, Tag, ArmyPicture),
        # Example armies stay without an owner.
        hand_over=lambda armies, user: change_owner(armies.filter(example=False), user),
        large=((Revision, "army__"), (ArmyPicture, "army__")),
        unvisited=unvisited_armies,
    ),
)
