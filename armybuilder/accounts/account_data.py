"""What accounts own: each model with its export and how its rows are handed over to an account.

Deleting an account deletes its rows of all these models, by the cascade of their foreign keys.
"""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import Model, QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from armybuilder.api.models import Token
from armybuilder.armies.models import Army, ArmyPicture, Revision, Tag, Visit
from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.catalogue.writing import NameIndex
from armybuilder.desk.models import Battle, BattleRevision, WithdrawnLink
from armybuilder.house_rules.models import HouseRuleSet
from armybuilder.matches.log import load_match
from armybuilder.matches.models import Match, MatchForce, MatchRevision, Seat
from armybuilder.printing.models import SETUP_NAME_LENGTH, PrintJob, Setup
from armybuilder.revisions.store import exported, plain_document
from armybuilder.schema_forms.names import free_name
from armybuilder.sharing.models import LinkPicture, Opponent, Share
from armybuilder.site.claims import Claim, read_claim
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.wording import count_of

Row = dict[str, Any]


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _picture(image: bytes | memoryview) -> str:
    return b64encode(bytes(image)).decode()


def _army(army: Army) -> Row:
    return {
        "id": army.pk,
        "created": _time(army.created),
        "deleted": _time(army.deleted),
        "archived": _time(army.archived),
        "folder": army.folder,
        "tags": [tag.name for tag in army.tags.all()],
        "pictures": [{"part": each.part, "webp": _picture(each.image)} for each in army.pictures.all()],
        "head": army.head,
        "revisions": exported(army.revisions.all()),
    }


def _battle(battle: Battle) -> Row:
    return {
        "id": battle.pk,
        "game": battle.ruleset,
        "created": _time(battle.created),
        "deleted": _time(battle.deleted),
        "draft": battle.draft,
        "shared": bool(battle.link_token),
        "links_withdrawn": [_time(each.withdrawn) for each in battle.withdrawn_links.all()],
        "head": battle.head,
        "steps": exported(battle.revisions.all()),
    }


def _match(match: Match) -> Row:
    """A game as its creator may see it: while units are hidden, without the army and the secrets of the other side."""
    hides = match.hides and not match.ended
    forces = [force for force in match.forces.all() if not (hides and force.side)]
    return {
        "id": match.pk,
        "game": match.ruleset,
        "name": match.name,
        "created": _time(match.created),
        "deleted": _time(match.deleted),
        "house rules": match.house_rules,
        "battlefield": match.battlefield,
        "armies": [{"side": each.side, "document": plain_document(each.document)} for each in forces],
        "log": _known_log(match)
        if hides
        else [_log_entry(revision.entry) for revision in match.revisions.all() if revision.entry],
    }


def _known_log(match: Match) -> list[Row]:
    """The log of a game that hides units, as its creator sees it; empty if the site no longer has its rules."""
    try:
        loaded = load_match(match)
    except Http404:
        return []
    return loaded.viewer(0).entries(loaded.state, loaded.log)


def _log_entry(entry: Row) -> Row:
    """A log entry without its choice, which the other side may not know yet; ``hands`` has it once it may."""
    return {**entry, "event": {**entry["event"], "choice": None}}


def _seat(seat: Seat) -> Row:
    return {"match": seat.match_id, "side": seat.side, "taken": _time(seat.taken), "withdrawn": _time(seat.withdrawn)}


def _house_rule_set(rules: HouseRuleSet) -> Row:
    return {
        "ruleset": rules.ruleset,
        "name": rules.name,
        "rules": rules.rules,
        "usual": rules.usual,
        "shared": bool(rules.token),
        "deleted": rules.deleted is not None,
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
    return {"name": setup.name, "created": _time(setup.created), "choices": setup.choices}


def _link(link: Share) -> Row:
    return {
        "address": link.get_absolute_url(),
        "army": link.army_id,
        "revision": link.revision,
        "notes": link.notes,
        "blanks": link.blanks,
        "created": _time(link.created),
        "revoked": _time(link.revoked),
    }


def _opponent(opponent: Opponent) -> Row:
    return {
        "address": opponent.share.get_absolute_url(),
        "name": str(opponent.share),
        "created": _time(opponent.created),
    }


def _token(token: Token) -> Row:
    return {
        "name": token.name,
        "scope": token.scope,
        "created": _time(token.created),
        "last used": _time(token.last_used),
    }


def _change_owner(rows: QuerySet[Any], user: AbstractBaseUser) -> None:
    rows.update(owner=user, claim_hash="")


def _hand_over_armies(rows: QuerySet[Army], user: AbstractBaseUser) -> None:
    """Hand a browser's armies over to an account; example armies stay without an owner."""
    _change_owner(rows.filter(example=False), user)


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


def _hand_over_house_rules(rows: QuerySet[HouseRuleSet], user: AbstractBaseUser) -> None:
    """Add a number to names that the account uses already; its own sets for new armies stay in use."""
    own = HouseRuleSet.objects.filter(owner_id=user.pk, deleted=None)
    for rules in rows:
        of_game = own.filter(ruleset=rules.ruleset)
        if rules.deleted is None:
            rules.name = free_name(rules.name, of_game.values_list("name", flat=True), NAME_LENGTH)
        rules.usual = rules.usual and not of_game.filter(usual=True).exists()
        rules.owner_id, rules.claim_hash = user.pk, ""
        rules.save()


def _hand_over_opponents(rows: QuerySet[Opponent], user: AbstractBaseUser) -> None:
    """Drop opponents whose link the account has already."""
    rows.filter(share__in=Opponent.objects.filter(owner_id=user.pk).values("share")).delete()
    _change_owner(rows, user)


@dataclass(frozen=True, slots=True)
class OwnedModel:
    """A model whose rows accounts own.

    ``rows`` are all rows of the model as the export reads them, ``owner`` is the lookup of their user. They are
    exported by ``export`` under ``name``, within the ``section`` of the file if one is given. ``parts`` are the models
    whose rows belong to a row and are exported with it. ``hand_over`` gives a browser's rows to a user; it is ``None``
    if browsers own none, or if the rows follow their army.
    """

    name: str
    rows: QuerySet[Any]
    export: Callable[[Any], Row]
    parts: tuple[type[Model], ...] = ()
    owner: str = "owner"
    section: str = ""
    hand_over: Callable[[QuerySet[Any], AbstractBaseUser], None] | None = _change_owner


OWNED_MODELS: tuple[OwnedModel, ...] = (
    OwnedModel(
        "armies",
        Army.objects.prefetch_related("revisions", "tags", "pictures").order_by("created"),
        _army,
        (Revision, Tag, ArmyPicture),
        hand_over=_hand_over_armies,
    ),
    OwnedModel("house rules", HouseRuleSet.objects.all(), _house_rule_set, hand_over=_hand_over_house_rules),
    OwnedModel(
        "battles",
        Battle.objects.prefetch_related("revisions", "withdrawn_links").order_by("created"),
        _battle,
        (BattleRevision, WithdrawnLink),
    ),
    OwnedModel(
        "games at the table",
        Match.objects.prefetch_related("revisions", "forces").order_by("created"),
        _match,
        (MatchRevision, MatchForce),
    ),
    OwnedModel("seats", Seat.objects.order_by("taken"), _seat),
    OwnedModel(
        "entries",
        EntryRow.objects.select_related("picture").order_by("ruleset", "kind", "key"),
        _entry,
        (EntryPicture,),
        hand_over=_hand_over_entries,
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
            words = f"{count_of(armies, 'army', 'armies')} of this browser {'is' if armies == 1 else 'are'}"
            messages.success(request, f"{words} in your account now.", fail_silently=True)
