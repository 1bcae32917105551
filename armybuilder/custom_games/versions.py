"""Published versions of games: made from a draft, never changed, and found by their slug like any game."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import orjson
from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.db.models.signals import post_delete
from django.dispatch import receiver

from armybuilder.armies.examples import store_example
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES
from armybuilder.catalogue.loading import store_catalogue
from armybuilder.catalogue.models import EntryRow
from armybuilder.custom_games.drafts import GAMES, Draft
from armybuilder.custom_games.models import PREFIX, TITLE_LENGTH, CustomGame, GameVersion
from armybuilder.revisions.store import LEVEL, Stale, plain_document
from armybuilder.site.errors import Refused
from rulesets.core.declarations.codec import CodecError, encode
from rulesets.core.declarations.problems import Problem
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.document import MAX_FORMER, FormerRow, Game
from rulesets.described.model import key_of
from rulesets.described.ruleset import from_document, read_game

MAX_VERSIONS: Final = 50
"""How many versions of a game may be published."""


class Unpublishable(ValueError):
    """A draft that cannot be published, with what is wrong and where."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Store the problems; the message has a line for each."""
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def publish(game: CustomGame, expected: int) -> GameVersion:
    """Publish the revision that the player saw as the next version, with its catalogue and its example army.

    Returns the newest version if that is the same already. Raises ``Unpublishable``, ``Stale`` if the game was changed
    since, and ``Refused`` if it has too many versions.
    """
    if game.head != expected:
        raise Stale
    draft = GAMES.load(game, expected)
    if draft.problems:
        raise Unpublishable(draft.problems)
    with transaction.atomic():
        current = CustomGame.objects.select_for_update().get(pk=game.pk)
        newest = current.versions.first()
        if newest is not None and _has(newest, draft):
            return newest
        if current.published >= MAX_VERSIONS:
            words = f"A game can have at most {MAX_VERSIONS} versions. Nothing was published. Copy the game to go on."
            raise Refused(409, words)
        version = _store(current, draft, newest)
        CustomGame.objects.filter(pk=game.pk).update(published=version.number)
    game.published = version.number
    return version


def is_published(game: CustomGame, draft: Draft) -> bool:
    """Whether the newest version is what the draft describes; raises ``CodecError`` if that is no game."""
    newest = game.versions.first()
    return newest is not None and _has(newest, draft)


def _has(version: GameVersion, draft: Draft) -> bool:
    document = _document(version)
    return document is not None and document == _after(document, draft, version.slug)


def _document(version: GameVersion) -> Game | None:
    """What a version was made from; ``None`` if it cannot be read any more."""
    try:
        return read_game(plain_document(version.document))
    except CodecError:
        return None


def _after(before: Game | None, draft: Draft, slug: str) -> Game:
    """The draft as the version of that slug, with the last names of rows that it lost since the version before."""
    document = draft.with_slug(slug)
    if before is None:
        return replace(document, former=())
    known = {(each.kind, each.key): each.name for each in before.former} | dict(_names(before))
    gone = known.keys() - dict(_names(document)).keys()
    former = [FormerRow(*place, name) for place, name in known.items() if place in gone]
    return replace(document, former=tuple(former[-MAX_FORMER:]))


def _names(document: Game) -> Iterator[tuple[tuple[str, str], str]]:
    """The names of a document's rows, by their table and their key."""
    for kind in document.kinds:
        yield from (((kind.slug, key_of(row.key, row.name)), row.name) for row in kind.entries)


def _stored(document: Game) -> bytes:
    # Every field is written, so that later defaults change nothing.
    return zlib.compress(orjson.dumps(encode(document)), LEVEL)


def _store(game: CustomGame, draft: Draft, newest: GameVersion | None) -> GameVersion:
    number = game.published + 1
    document = _after(_document(newest) if newest else None, draft, f"{game.ruleset}-{number}")
    version = GameVersion(
        slug=document.slug,
        stem=game.ruleset,
        number=number,
        title=document.title[:TITLE_LENGTH],
        document=_stored(document),
    )
    version.save(force_insert=True)
    # Not by its slug, by which it would be kept although the transaction may fail. So the example is read again, too.
    ruleset = from_document(document)
    store_catalogue(ruleset)
    example, _ = store_example(ruleset)
    ARMIES.cache.forget_before((example.pk, example.head + 1))
    return version


def document_of_version(slug: str) -> dict[str, Any]:
    """The document of a published version; raises ``KeyError``."""
    document = GameVersion.objects.filter(pk=slug).values_list("document", flat=True).first()
    if document is None:
        raise KeyError(slug)
    return dict(plain_document(document))


def game_of_version(slug: str) -> AnyRuleset:
    """The game that a published version describes; raises ``KeyError``."""
    try:
        return from_document(read_game(document_of_version(slug)))
    except CodecError:
        raise KeyError(slug) from None


def titles_of_versions(slugs: list[str]) -> dict[str, str]:
    """The titles of those versions that are stored."""
    return dict(GameVersion.objects.filter(slug__in=slugs).values_list("slug", "title"))


def erase(game: CustomGame) -> None:
    """Delete a game for good with its revisions; versions that anybody still uses are kept, also for its player."""
    game.owner, game.claim_hash = None, ""
    game.delete()


@receiver(post_delete, sender=CustomGame)
def forget_versions(instance: CustomGame, **kwargs: object) -> None:
    """Delete the versions of a game that is deleted for good, unless others have something of any of them."""
    _forget_unless_used(instance.ruleset, owner=instance.owner_id, claim_hash=instance.claim_hash)


def forget_unused(instance: Any, **kwargs: object) -> None:
    """Delete the versions of a game that was deleted for good, once the last army or the like of them is deleted."""
    stem = instance.ruleset.rpartition("-")[0]
    is_owned = instance.owner_id is not None or instance.claim_hash
    if is_owned and stem.startswith(PREFIX) and not CustomGame.objects.filter(ruleset=stem).exists():
        _forget_unless_used(stem, owner=None, claim_hash="")


def _forget_unless_used(stem: str, **but: Any) -> None:
    """Delete the versions of a game unless anybody has something of them ``but`` its player."""
    begins = f"{stem}-"
    if any(
        model._default_manager.filter(ruleset__startswith=begins)
        .exclude(**but)
        .exclude(owner=None, claim_hash="")
        .exists()
        for model in models_of_versions()
    ):
        return
    GameVersion.objects.filter(stem=stem).delete()
    EntryRow.objects.filter(ruleset__startswith=begins, owner=None, claim_hash="").delete()
    Army.objects.filter(ruleset__startswith=begins, example=True).delete()


def models_of_versions() -> Iterator[type[Model]]:
    """The models of what players have of versions: armies, games at the table and the like."""
    needed = {"ruleset", "owner", "claim_hash"}
    for model in apps.get_models():
        if model is not CustomGame and needed <= {field.name for field in model._meta.get_fields()}:
            yield model
