"""The pages of custom games: the list, one game with its document, its versions and its file."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.armies.documents import BadFile
from armybuilder.custom_games.access import games_of, own_game, shared_versions
from armybuilder.custom_games.creation import MAX_GAMES, create_within_limit
from armybuilder.custom_games.drafts import GAMES, Draft, draft_of, read_draft
from armybuilder.custom_games.models import CustomGame
from armybuilder.custom_games.saving import MERGED, reconciled, save_change
from armybuilder.custom_games.versions import Unpublishable, erase, is_published, publish
from armybuilder.interchange.forms import ImportForm
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.site.claims import author_of, keep_claim, make_claim, read_claim
from armybuilder.site.errors import Refused, error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment, sent_number
from armybuilder.submissions.once import once
from rulesets.core.declarations.codec import MAX_PROBLEMS
from rulesets.core.declarations.json_schema import DIALECT, json_schema
from rulesets.core.declarations.problems import Problem
from rulesets.described.document import Game

SCHEMA: Final = {"$schema": DIALECT, "title": "A described game", **json_schema(Game)}
STALE: Final = (
    "This game was also changed in another window or on another device, and some of those changes clash with yours. "
    "Nothing was overwritten. The text below has both sets of changes, with yours where they clash. Save again to keep "
    "yours, or open the game in another tab to compare."
)
ABOUT_DELETED: Final = (
    f"Deleted games still count towards the limit of {MAX_GAMES}. A game deleted for good cannot be restored. "
    "Armies and games at the table that use it stay."
)


# --- the list ----------------------------------------------------------------------------------------


@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The visitor's games, and the ways to a new one."""
    own = list(games_of(request))
    deleted = [each for each in own if each.deleted]
    context = {
        "custom_games": [each for each in own if not each.deleted],
        "shared": shared_versions(request, own),
        "deleted": deleted,
        "just_deleted": next((each for each in deleted if each.pk == request.GET.get("deleted")), None),
        "about_deleted": ABOUT_DELETED,
    }
    response = render(request, "custom_games/games.html", context)
    claim = read_claim(request)
    if claim and own:
        keep_claim(response, claim)
    return response


@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """Start a game from the example of one."""
    return create_for_visitor(request, starter(), "Started from the example")


def starter() -> Draft:
    """The small example that every new game can start from."""
    return read_draft(files("rulesets.starter").joinpath("data/game.json").read_bytes())


@once
@limit("custom-games")
def create_for_visitor(request: HttpRequest, draft: Draft, summary: str) -> HttpResponse:
    """Create a game of the visitor's and redirect to it."""
    claim = make_claim(request)
    author = author_of(request, claim)
    try:
        game = create_within_limit(request, author, draft, summary)
    except Refused as refusal:
        return error_page(request, refusal.status, str(refusal))
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    response = HttpResponseRedirect(game.get_absolute_url())
    keep_claim(response, claim)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("custom-game-files")
def import_game(request: HttpRequest) -> HttpResponse:
    """Import a game from a JSON file or its text; it may have problems, which its page lists."""
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    form.fields["file"].label = "Game file"
    form.fields["file"].widget.attrs["accept"] = ".json"
    context: dict[str, Any] = {"form": form}
    if posted and form.is_valid():
        try:
            draft = read_draft(form.content())
        except BadFile as bad:
            context |= {"problems": bad.problems, "max_problems": MAX_PROBLEMS}
        else:
            return create_for_visitor(request, draft, "Read from a file")
    return render(request, "custom_games/import.html", context, status=400 if posted else 200)


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a game's document."""
    content = orjson.dumps(SCHEMA, option=orjson.OPT_INDENT_2)
    return HttpResponse(content, content_type="application/schema+json")


# --- one game ----------------------------------------------------------------------------------------


@never_cache
@require_safe
def game(request: HttpRequest, address: str) -> HttpResponse:
    """The game with its document, its problems and its versions."""
    game = own_game(request, address)
    response = _page(request, game, GAMES.load_head(game))
    claim = read_claim(request)
    if claim:
        keep_claim(response, claim)
    return response


def _page(
    request: HttpRequest,
    game: CustomGame,
    draft: Draft,
    *,
    text: str = "",
    refusal: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The page of a game; ``text`` is what the player wrote and could not be saved because of the ``refusal``."""
    context = {
        "custom_game": game,
        "text": text or draft.pretty,
        "refusal": refusal,
        "problems": draft.problems,
        "draft": draft,
        "is_published": not draft.problems and is_published(game, draft),
        "versions": game.versions.defer("document"),
        "position": GAMES.position(game),
    }
    return render(request, "custom_games/game.html", context, status=status)


@require_POST
@limit("custom-game-edits")
def save(request: HttpRequest, address: str) -> HttpResponse:
    """Save the document that the player wrote, with mistakes or without."""
    game, text = own_game(request, address), request.POST.get("document", "")
    before, is_late = GAMES.load_head(game), game.head != seen(request)
    try:
        draft = read_draft(text)
        save_change(game, seen(request), lambda document: draft.document)
    except BadFile as bad:
        return _page(request, game, before, text=text, refusal=bad.problems, status=422)
    except TooLarge as refusal:
        return _page(request, game, before, text=text, refusal=(Problem("", str(refusal)),), status=413)
    except Stale:
        game.refresh_from_db()
        both = draft_of(reconciled(game, seen(request), draft.document)).pretty
        return _page(request, game, GAMES.load_head(game), text=both, refusal=(Problem("", STALE),), status=409)
    messages.success(request, MERGED if is_late else "Saved.")
    return HttpResponseRedirect(game.get_absolute_url())


def seen(request: HttpRequest) -> int:
    """The number of the revision that the sending page shows."""
    return sent_number(request.POST, "head")


@require_POST
@limit("custom-game-edits")
def undo(request: HttpRequest, address: str) -> HttpResponse:
    """Return to the previous revision."""
    return _step(request, address, GAMES.undo, "Undone")


@require_POST
@limit("custom-game-edits")
def redo(request: HttpRequest, address: str) -> HttpResponse:
    """Return to the revision that was undone last."""
    return _step(request, address, GAMES.redo, "Redone")


def _step(request: HttpRequest, address: str, step: Callable[[CustomGame, int], str], verb: str) -> HttpResponse:
    game = own_game(request, address)
    try:
        message = f"{verb}: {step(game, seen(request))}"
    except NothingToStep as nothing:
        message = str(nothing)
    except Stale:
        words = f"This game was changed elsewhere, so nothing was {verb.lower()}. Reload the page to see it."
        return error_page(request, 409, words)
    messages.success(request, message)
    return HttpResponseRedirect(game.get_absolute_url())


@require_POST
@limit("custom-games")
def publish_game(request: HttpRequest, address: str) -> HttpResponse:
    """Publish the document that the page shows as the next version."""
    game = own_game(request, address)
    try:
        version = publish(game, seen(request))
    except Unpublishable:
        words = "This game cannot be published yet. Its page lists what is missing. Nothing was published."
        return error_page(request, 422, words)
    except Refused as refusal:
        return error_page(request, refusal.status, str(refusal))
    except Stale:
        words = "This game was changed elsewhere, so nothing was published. Reload the page to see the current version."
        return error_page(request, 409, words)
    messages.success(request, f"Published version {version.number}.")
    return HttpResponseRedirect(game.get_absolute_url())


# --- games as wholes ---------------------------------------------------------------------------------


@never_cache
@require_safe
@limit("custom-game-files")
def export(request: HttpRequest, address: str) -> HttpResponse:
    """The document as a JSON file."""
    game = own_game(request, address)
    return attachment(GAMES.load_head(game).pretty, "application/json", f"{game.name or 'game'}.json")


@require_POST
def copy(request: HttpRequest, address: str) -> HttpResponse:
    """Copy one of the visitor's games as it is."""
    game = own_game(request, address)
    return create_for_visitor(request, GAMES.load_head(game), f"Copied from {game}")


@require_POST
@limit("custom-game-edits")
def delete(request: HttpRequest, address: str) -> HttpResponse:
    """Delete a game; the list then offers to restore it, and armies of its versions stay as they are."""
    game = own_game(request, address)
    CustomGame.objects.filter(pk=game.pk).update(deleted=timezone.now())
    return HttpResponseRedirect(f"{reverse('custom_games:games')}?{urlencode({'deleted': game.pk})}")


@require_POST
@limit("custom-game-edits")
def restore(request: HttpRequest, address: str) -> HttpResponse:
    """Restore a deleted game."""
    if not games_of(request).filter(pk=address).update(deleted=None):
        raise Http404
    return HttpResponseRedirect(reverse("custom_games:games"))


@require_POST
@limit("custom-game-edits")
def erase_game(request: HttpRequest, address: str) -> HttpResponse:
    """Delete a game for good that was deleted before; armies of its versions stay as they are."""
    game = games_of(request).filter(pk=address).exclude(deleted=None).first()
    if game is None:
        raise Http404
    erase(game)
    messages.success(request, f"Deleted {game} for good.")
    return HttpResponseRedirect(reverse("custom_games:games"))
