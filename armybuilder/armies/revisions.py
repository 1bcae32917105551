"""An army's revisions: the format of their documents and their other columns.

An edit of a revision older than the head is set aside and answered with ``Stale``, so that the player can choose
between both versions; later edits may build on it there.
"""

from dataclasses import fields
from typing import Any

import orjson
from django.utils import timezone
from django.utils.formats import date_format

from armybuilder.armies.loaded_army import MAX_BYTES, LoadedArmy
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.own_entry_index import own_entries_column
from armybuilder.revisions.cache import LRUCache
from armybuilder.revisions.store import Store, plain_document
from armybuilder.site.claims import Author
from rulesets.core.force_document import SCHEMA, decode_force
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import AnyForce
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


def _json(force: AnyForce, groups: tuple[bytes, ...] | None = None) -> bytes:
    """The force as JSON, the same bytes for the same force; ``groups`` are its encoded groups, if known."""
    # As ``encode_force``, whose keys are the fields' names, but without a dict for every part.
    parts = {field.name: getattr(force, field.name) for field in fields(force)}
    if groups is not None:
        parts["groups"] = [orjson.Fragment(group) for group in groups]
    return orjson.dumps({"schema": SCHEMA, **parts, "house_rules": dict(force.house_rules)})


def _encoded_groups(loaded: LoadedArmy, before: LoadedArmy | None = None) -> tuple[bytes, ...]:
    """The groups as JSON; identical objects in ``before`` are not encoded again."""
    if loaded.encoded_groups is None:
        encoded = dict(zip(map(id, before.force.groups), _encoded_groups(before), strict=True)) if before else {}
        groups = tuple(encoded.get(id(group)) or orjson.dumps(group) for group in loaded.force.groups)
        object.__setattr__(loaded, "encoded_groups", groups)
        return groups
    return loaded.encoded_groups


def _read(army: Army, plain: Any, other: LoadedArmy | None) -> LoadedArmy:
    """The army of plain data, which shares equal groups with another revision instead of decoding them again."""
    # Not the army's present game: an earlier revision may be of another version of it.
    ruleset = get_ruleset(plain["ruleset"])
    if other is not None and other.ruleset is ruleset and plain.get("schema") == SCHEMA:
        groups = dict(zip(_encoded_groups(other), other.force.groups, strict=True))
        plain["groups"] = [groups.get(orjson.dumps(group), group) for group in plain["groups"]]
    return LoadedArmy(ruleset, decode_force(ruleset, plain))


def _list_columns(army: Army, loaded: LoadedArmy) -> dict[str, str]:
    """What lists show of an army, and its game."""
    return {
        "name": loaded.force.name,
        "own_entries": own_entries_column(loaded),
        "ruleset": loaded.ruleset.slug,
    }


ARMIES: Store[Army, Revision, LoadedArmy] = Store(
    Revision,
    "army",
    write=lambda army, loaded, before: _json(loaded.force, _encoded_groups(loaded, before)),
    read=_read,
    columns=_list_columns,
    weigh=lambda loaded, text: loaded.weight,
    cache=LRUCache(20_000),  # units, which take some 50 MB
    max_bytes=MAX_BYTES,
    too_large="The army is larger than 2 MB. Shorten its notes and save again.",
    max_revisions=1000,
    prune_every=50,
    keeps_late=True,
)
"""Loading raises ``Revision.DoesNotExist``, ``KeyError`` (no such game) or ``CodecError`` (unreadable by the game)."""


def pack(force: AnyForce) -> bytes:
    """The force as it is stored; raises ``TooLarge``."""
    return ARMIES.pack(_json(force))


def unpack(ruleset: AnyRuleset, document: bytes | memoryview) -> AnyForce:
    """The force of a stored document; raises ``CodecError`` when the game can no longer read it."""
    return decode_force(ruleset, plain_document(document))


def counts(loaded: LoadedArmy) -> tuple[int, int]:
    """How many errors and warnings the army has."""
    return loaded.count(Severity.ERROR), loaded.count(Severity.WARNING)


def _columns(loaded: LoadedArmy, author: Author, edit: str = "") -> dict[str, Any]:
    """The columns of a revision besides its document."""
    errors, warnings = counts(loaded)
    return {
        "author": author.name,
        "claim_hash": author.claim_hash,
        "units": loaded.unit_count,
        "errors": errors,
        "warnings": warnings,
        "edit": edit,
    }


def create_army(loaded: LoadedArmy, summary: str, author: Author, example: str = "") -> Army:
    """A new army of the author's with the force as its first revision; raises ``TooLarge``.

    ``example`` is the address of one that belongs to nobody.
    """
    army = Army(ruleset=loaded.ruleset.slug, **author.columns, example=bool(example))
    army.pk = example or army.pk
    ARMIES.create(army, loaded, summary, **_columns(loaded, author))
    return army


def save(army: Army, expected: int, loaded: LoadedArmy, summary: str, author: Author, edit: str = "") -> Revision:
    """Save the edited revision ``expected`` as the next one, which becomes the head.

    ``edit`` is the id that a device gave the edit, to recognize it when it is sent again. Raises ``Stale`` when the
    head has changed in the meantime (the new revision is then set aside), ``IntegrityError`` when the edit is already
    stored, ``TooLarge``.
    """
    return ARMIES.save(army, expected, loaded, summary, **_columns(loaded, author, edit))


load_revision, load_head = ARMIES.load, ARMIES.load_head


def restore_revision(army: Army, number: int) -> tuple[LoadedArmy, str]:
    """The army as it was at a revision, and the summary of restoring it; raises ``Revision.DoesNotExist``."""
    when = date_format(timezone.localtime(ARMIES.of(army).get(number=number).created), "j F Y, H:i T")
    return load_revision(army, number), f"Restored revision {number} of {when}"
