"""What accounts own, of all parts of the site: exported, and handed over to an account by a browser.

Deleting an account deletes its rows of all these models, by the cascade of their foreign keys.
"""

from base64 import b64encode
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Model, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.module_loading import import_string

from armybuilder.api.models import Token
from armybuilder.armies.models import Army, ArmyPicture, Revision, Tag, Visit
from armybuilder.armies.visits import unvisited_armies
from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.catalogue.writing import NameIndex
from armybuilder.printing.models import SETUP_NAME_LENGTH, PrintJob, Setup
from armybuilder.revisions.store import exported
from armybuilder.schema_forms.names import free_name
from armybuilder.sharing.models import LinkPicture, Opponent, Share
from armybuilder.site.claims import Claim, read_claim
from armybuilder.site.owned import OwnedModel, Row, change_owner, time_of
from armybuilder.site.parts import all_parts
from rulesets.core.wording import count_of


def _picture(image: bytes | memoryview) -> str:
    return b64encode(bytes(image)).decode()


def _army(army: Army) -> Row:
    return {
        "id": army.pk,
        "created": time_of(army.created),
        "deleted": time_of(army.deleted),
        "archived": time_of(army.archived),
        "folder": army.folder,
        "tags": [tag.name for tag in army.tags.all()],
        "pictures": [{"part": each.part, "webp": _picture(each.image)} for each in army.pictures.all()],
        "head": army.head,
        "revisions": exported(army.revisions.all()),
    }


def _entry(row: EntryRow) -> Row:
    return {
        "ruleset": row.ruleset,
        "kind": row.kind,
        "key": row.key,
        "name": row.name,
        "spec": row.spec,
        "picture": _picture(row.picture.image) if hasattr(row, "picture") else None,
    }


def _collection(collection: Collection) -> Row:
    return {
        "ruleset": collection.ruleset,
        "name": collection.name,
        "address": collection.get_absolute_url(),
        "entries": [f"{row.kind}/{row.key}" for row in collection.entries.all()],
    }


def _setup(setup: Setup) -> Row:
    return {"name": setup.name, "created": time_of(setup.created), "choices": setup.choices}


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


def _token(token: Token) -> Row:
    return {
        "name": token.name,
        "scope": token.scope,
        "created": time_of(token.created),
        "last used": time_of(token.last_used),
    }


def _hand_over_entries(rows: QuerySet[EntryRow], user: AbstractBaseUser) -> None:
    """Drop entries that the account has with the same name and profile; rename those with the same name only."""
    indexes: dict[tuple[str, str], NameIndex] = {}
    for row in EntryRow.objects.filter(owner_id=user.pk):
        indexes.setdefault((row.ruleset, row.kind), NameIndex()).add(row)
    for row in rows.order_by("pk"):
        index = indexes.setdefault((row.ruleset, row.kind), NameIndex())
        same = index.named(row.name)
        if same is not None and same.spec == row.spec:
            row.delete()
            continue
        row.name, row.key = index.free_name(row.name), index.free_key(row.key)
        row.owner_id, row.claim_hash = user.pk, ""
        row.save()
        index.add(row)


def _hand_over_setups(rows: QuerySet[Setup], user: AbstractBaseUser) -> None:
    """Add a number to names that the account uses already."""
    names = set(Setup.objects.filter(owner_id=user.pk).values_list("name", flat=True))
    for setup in rows:
        setup.name = free_name(setup.name, names, SETUP_NAME_LENGTH, " ({})")
        setup.owner_id, setup.claim_hash = user.pk, ""
        setup.save()
        names.add(setup.name)


def _hand_over_opponents(rows: QuerySet[Opponent], user: AbstractBaseUser) -> None:
    """Drop opponents whose link the account has already."""
    rows.filter(share__in=Opponent.objects.filter(owner_id=user.pk).values("share")).delete()
    change_owner(rows, user)


OWNED_MODELS: tuple[OwnedModel, ...] = (
    OwnedModel(
        "armies",
        Army.objects.prefetch_related("revisions", "tags", "pictures").order_by("created"),
        _army,
        (Revision, Tag, ArmyPicture),
        # Example armies stay without an owner.
        hand_over=lambda armies, user: change_owner(armies.filter(example=False), user),
        large=((Revision, "army__"), (ArmyPicture, "army__")),
        unvisited=unvisited_armies,
    ),
    *(owned for part in all_parts() if part.owned for owned in import_string(part.owned)),
    OwnedModel(
        "entries",
        EntryRow.objects.select_related("picture").order_by("ruleset", "kind", "key"),
        _entry,
        (EntryPicture,),
        hand_over=_hand_over_entries,
        large=((EntryPicture, "entry__"),),
    ),
    OwnedModel(
        "collections",
        Collection.objects.filter(withdrawn=None).prefetch_related("entries").order_by("created"),
        _collection,
    ),
    OwnedModel("tokens", Token.objects.all(), _token, hand_over=None),
    OwnedModel("print set-ups", Setup.objects.all(), _setup, hand_over=_hand_over_setups),
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
"""What an account owns, in the order of the exported file."""

NOT_EXPORTED: tuple[type[Model], ...] = (PrintJob, LinkPicture, Visit)
"""Models of an account that are not exported: print jobs, copies of exported pictures, and
the days of browsers' last visits."""


def export_account(user: AbstractBaseUser) -> dict[str, Any]:
    """Return everything that the account owns, as plain data."""
    data: dict[str, Any] = {}
    for owned in OWNED_MODELS:
        section = data.setdefault(owned.section, {}) if owned.section else data
        section[owned.name] = [owned.export(row) for row in owned.rows.filter(**{owned.owner: user})]
    return data


@transaction.atomic
def hand_over(claim: Claim, user: AbstractBaseUser) -> None:
    """Give the user everything that the browser with that claim owns."""
    for owned in OWNED_MODELS:
        if owned.hand_over is not None:
            owned.hand_over(owned.rows.filter(owner=None, claim_hash=claim.hash), user)


@receiver(user_logged_in)
def hand_over_on_sign_in(request: HttpRequest, user: AbstractBaseUser, **kwargs: object) -> None:
    """Hand the browser's data over to the user who signs in or up, with a message about the armies."""
    claim = read_claim(request)
    if claim is not None:
        armies = Army.objects.filter(owner=None, claim_hash=claim.hash, example=False, deleted=None).count()
        hand_over(claim, user)
        if armies:
            words = f"{count_of(armies, 'army', 'armies')} from this browser {'is' if armies == 1 else 'are'}"
            messages.success(request, f"{words} in your account now.", fail_silently=True)
