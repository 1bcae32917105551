"""The pages of the editor: a part of a game's document with its form and a preview beside it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.custom_games.access import own_game
from armybuilder.custom_games.drafts import GAMES, Draft, draft_of
from armybuilder.custom_games.editor.forms import PlaceForm, form_of
from armybuilder.custom_games.editor.formula_names import name_groups
from armybuilder.custom_games.editor.limits import PlainLimit, countable, kinds_of_unit, limit_from
from armybuilder.custom_games.editor.outcome import Outcome, detail_of, stored_card, title_at, title_of
from armybuilder.custom_games.editor.parts import FIRST, Part, nav_items, part_of
from armybuilder.custom_games.editor.patterns import new_item, patterns_of
from armybuilder.custom_games.editor.places import (
    APART,
    Document,
    NoSuchPlace,
    Path,
    Place,
    add,
    at,
    move,
    put,
    read_place,
    remove,
)
from armybuilder.custom_games.editor.tables import in_words, read_table, with_table
from armybuilder.custom_games.merging import merge, place_in
from armybuilder.custom_games.models import CustomGame, GameRevision
from armybuilder.custom_games.saving import MERGED, save_change
from armybuilder.custom_games.views import seen
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.schema_forms.forms import SpecForm, as_sentence, form_for, mistakes_of
from armybuilder.schema_forms.widgets import Option, OptionSelect
from armybuilder.site.claims import keep_claim, read_claim
from armybuilder.site.limits import limit
from armybuilder.site.pages import read_number
from armybuilder.spreadsheets.columns import BadTable
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import field_of
from rulesets.core.declarations.problems import Problem
from rulesets.core.wording import count_of
from rulesets.described.document import MAX_ROWS, Game, Kind, SheetTable

PAGE_ROWS: Final = 100
"""Rows of a table on a page."""
MAX_ROW: Final = 999
STALE: Final = (
    "This part was also changed in another window or on another device, and some of those changes clash with yours. "
    "Nothing was overwritten. The form shows both sets of changes, with yours where they clash. Save again to keep "
    "yours, or open the game in another tab to compare."
)
GONE: Final = (
    "The game was changed in another window or on another device, and this part was removed or has a mistake "
    "there. Nothing was overwritten, and what you entered is still here. Correct the game in another tab, then save "
    "here again."
)
NOTHING_DONE: Final = "The game was changed elsewhere, so nothing was done. Try again."


@dataclass(frozen=True)
class Page:
    """A page of the editor: the game, what is edited, and the form if there is one."""

    game: CustomGame
    draft: Draft
    place: Place | Part

    @property
    def words(self) -> str:
        """The place in the address of the page."""
        return self.place.slug if isinstance(self.place, Part) else self.place.address

    @property
    def address(self) -> str:
        """The address of the page."""
        return editor_address(self.game, self.words)

    @cached_property
    def document(self) -> Document:
        """The document, which is parsed once for the page. Nothing changes it: changes make new ones."""
        return self.draft.document

    @property
    def path(self) -> Path:
        """The path of the place, or of the list that the part is."""
        return (self.place.slug,) if isinstance(self.place, Part) else self.place.path

    @property
    def is_list(self) -> bool:
        """Whether the page lists items."""
        return not self.place.fields if isinstance(self.place, Part) else self.place.is_list

    @property
    def is_table(self) -> bool:
        """Whether the page is a table of entries."""
        return isinstance(self.place, Place) and not self.place.is_list and self.place.declaration is Kind

    @property
    def is_sheet_table(self) -> bool:
        """Whether the page is a table of the quick reference."""
        return isinstance(self.place, Place) and not self.place.is_list and self.place.declaration is SheetTable


def editor_address(game: CustomGame, place: Place | Part | str) -> str:
    """The address of a page of the editor."""
    words = place if isinstance(place, str) else place.slug if isinstance(place, Part) else place.address
    return reverse("custom_games:edit", args=[game.pk, words])


def place_named(words: str) -> Place | Part:
    """The part or place that an address names; raises ``NoSuchPlace``."""
    try:
        return part_of(words)
    except KeyError:
        return read_place(words)


def _page_of(request: HttpRequest, address: str, words: str) -> Page:
    """The page of a place as it is, or of a POST as its player saw it; raises ``Http404``."""
    game = own_game(request, address)
    page = _page_at(game, game.head, words)
    if request.method == "POST":
        before = _page_at(game, seen(request), words)
        page = before if before is not None and before.draft.game is not None else page
    if page is None:
        raise Http404
    return page


def _page_at(game: CustomGame, number: int, words: str) -> Page | None:
    """The page of a place at a revision; ``None`` if there is no such one, or no such place in it."""
    try:
        draft, place = GAMES.load(game, number), place_named(words)
        if isinstance(place, Place):
            at(draft.document, place.path)
    except (GameRevision.DoesNotExist, NoSuchPlace):
        return None
    return Page(game, draft, place)


@require_safe
def first(request: HttpRequest, address: str) -> HttpResponse:
    """Go to the first part."""
    return HttpResponseRedirect(editor_address(own_game(request, address), FIRST))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("custom-game-edits")
def edit(request: HttpRequest, address: str, place: str) -> HttpResponse:
    """A part of the document; a POST changes it."""
    page = _page_of(request, address, place)
    if page.draft.game is None:
        return HttpResponseRedirect(page.game.get_absolute_url())
    try:
        if request.method != "POST":
            return _shown(request, page)
        act = _ACTS.get(request.POST.get("do", ""))
        return act(request, page) if act is not None else _save_form(request, page)
    except (IndexError, NoSuchPlace):
        raise Http404 from None


# --- what a POST does ---------------------------------------------------------------------------------


def _change(
    request: HttpRequest,
    page: Page,
    change: Callable[[Document], Document],
    summary: str,
    *,
    clash: str = NOTHING_DONE,
    gone: str = NOTHING_DONE,
) -> Document | None:
    """The document as changed and saved; ``None`` if it became too large, or the same was changed elsewhere.

    Of the latter ``clash`` tells the player, or ``gone`` if the page can no longer be shown.
    """
    try:
        return save_change(page.game, seen(request), change, summary)
    except Stale:
        page.game.refresh_from_db()
        messages.warning(request, gone if _now(page) is None else clash)
    except TooLarge as refusal:
        messages.warning(request, str(refusal))
    return None


def _now(page: Page) -> Page | None:
    """The page as it is now, wherever its item moved; ``None`` if it can no longer be shown."""
    draft = GAMES.load_head(page.game)
    path = place_in(draft.document, page.document, page.path)
    if path is None or draft.game is None:
        return None
    return Page(page.game, draft, page.place if isinstance(page.place, Part) else replace(page.place, path=path))


def _back(page: Page, after: Document | None, before: Document | None = None) -> HttpResponse:
    """The way back to a page, wherever its item moved in the document after a change; to its part if it is gone."""
    after = after or GAMES.load_head(page.game).document
    path = place_in(after, before or page.document, page.path)
    return HttpResponseRedirect(editor_address(page.game, _words(path or page.path[:1])))


def _words(path: Path) -> str:
    return "/".join(map(str, path))


def _refused(request: HttpRequest, page: Page, **more: Any) -> HttpResponse:
    """The page with what was entered, which could not be saved; it is of the present revision where it can be."""
    now = _now(page)
    if now is None:
        page.game.head = seen(request)
    return _shown(request, now or page, status=409, **more)


def _save_form(request: HttpRequest, page: Page) -> HttpResponse:
    if page.is_list:
        raise Http404
    entered = form_of(page.document, page.place, request.POST, game=page.draft.ruleset)
    entered = replace(entered, new=not page.game.published)
    if entered.form.rows_changed or not entered.form.is_valid():
        return _shown(request, page, entered, 200 if entered.form.rows_changed else 422)
    place = title_at(page.document, page.path) if isinstance(page.place, Place) else page.place.title

    is_late = page.game.head != seen(request)
    mine = entered.entered
    after = _change(request, page, lambda document: mine, f"Changed {place}", clash=STALE, gone=GONE)
    if after is None:
        return _refused(request, page, entered=_reconciled(page, mine) or entered)
    following = request.POST.get("next", "")
    if following.startswith(reverse("custom_games:games")):
        return HttpResponseRedirect(following)
    messages.success(request, MERGED if is_late else "Saved.", extra_tags="step")
    return _back(page, after, mine)


def _reconciled(page: Page, mine: Document) -> PlaceForm | None:
    """The form of the page as it is now with the player's changes; ``None`` if it can no longer be shown."""
    now = _now(page)
    if now is None:
        return None
    document = merge(page.document, mine, now.document, prefer_mine=True)
    path = place_in(document, mine, page.path)
    if isinstance(now.place, Place) and path is not None:
        document = put(now.document, now.path, at(document, path))
    return form_of(document, now.place, game=now.draft.ruleset)


def _add(request: HttpRequest, page: Page) -> HttpResponse:
    """Add an item to a list and go to its form."""
    path = _list_of(request, page)
    number = _number(request, "pattern")
    label = patterns_of(path)[number]
    if len(at(page.document, path)) >= _bounds(path)[1]:
        messages.warning(request, f"This list can have at most {_bounds(path)[1]} items.")
        return HttpResponseRedirect(page.address)

    def added(document: Document) -> Document:
        return add(document, path, new_item(document, path, number))

    after = _change(request, page, added, f"Added: {label}")
    if after is None:
        return _back(page, after)
    there = place_in(after, page.document, path)
    new = (*there, len(at(after, there)) - 1) if there else path[:1]
    return HttpResponseRedirect(editor_address(page.game, _words(new)))


def _add_limit(request: HttpRequest, page: Page) -> HttpResponse:
    """Add a limit that was said in a few choices."""
    form = _limit_form(page.document, request.POST)
    if page.path != ("limits",) or not form.is_valid():
        return _shown(request, page, status=422, limit_form=form)
    plain = form.spec()

    def added(document: Document) -> Document:
        return add(document, ("limits",), limit_from(document, plain))

    after = _change(request, page, added, "Added a limit", gone=GONE)
    if after is None:
        return _refused(request, page, limit_form=form)
    messages.success(request, f"Added: {after['limits'][-1]['sentence']}", extra_tags="step")
    return HttpResponseRedirect(page.address)


def _remove(request: HttpRequest, page: Page) -> HttpResponse:
    path, index = _list_of(request, page), _number(request, "index")
    item = at(page.document, (*path, index))
    if len(at(page.document, path)) <= _bounds(path)[0]:
        messages.warning(request, "A game needs at least one of these. Add another one first.")
        return HttpResponseRedirect(page.address)
    after = _change(request, page, lambda document: remove(document, path, index), f"Removed {title_of(item)}")
    if after is not None:
        messages.success(request, f"Removed {title_of(item)}.", extra_tags="step")
    return _back(page, after)


def _move(request: HttpRequest, page: Page) -> HttpResponse:
    path, index = _list_of(request, page), _number(request, "index")
    by = 1 if request.POST["do"] == "down" else -1
    title = title_of(at(page.document, (*path, index)))
    return _back(page, _change(request, page, lambda document: move(document, path, index, by), f"Moved {title}"))


def _paste(request: HttpRequest, page: Page) -> HttpResponse:
    """Paste rows into a table."""
    if not page.is_table:
        raise Http404
    number = int(page.path[1])
    text = request.POST.get("table", "")
    try:
        pasted = read_table(text)
    except BadTable as bad:
        return _shown(request, page, status=422, pasted=text, paste_problem=str(bad))
    after = _change(request, page, lambda document: with_table(document, number, pasted), "Pasted a table", gone=GONE)
    if after is None:
        return _refused(request, page, pasted=text)
    before = len(page.document["kinds"][number]["fields"])
    new = with_table(page.document, number, pasted)["kinds"][number]["fields"][before:]
    guessed = ", ".join(f"{field['label']} ({in_words(field)})" for field in new)
    told = f" New columns: {guessed}. Change a column if its type is wrong." if new else ""
    messages.success(request, f"Pasted {count_of(len(pasted.rows), 'row')}.{told}", extra_tags="step")
    return _back(page, after)


def _step(request: HttpRequest, page: Page) -> HttpResponse:
    """Undo or redo, and stay at the place if it is still there."""
    verb, step = ("Undone", GAMES.undo) if request.POST["do"] == "undo" else ("Redone", GAMES.redo)
    try:
        messages.success(request, f"{verb}: {step(page.game, seen(request))}", extra_tags="step")
    except NothingToStep as nothing:
        messages.success(request, f"{nothing}.", extra_tags="step")
    except Stale:
        messages.warning(request, f"This game was changed elsewhere, so nothing was {verb.lower()}.")
    try:
        at(GAMES.load_head(page.game).document, page.path)
    except NoSuchPlace:
        return HttpResponseRedirect(editor_address(page.game, str(page.path[0])))
    return HttpResponseRedirect(page.address)


_ACTS: Final[dict[str, Callable[[HttpRequest, Page], HttpResponse]]] = {
    "add": _add,
    "limit": _add_limit,
    "remove": _remove,
    "up": _move,
    "down": _move,
    "paste": _paste,
    "undo": _step,
    "redo": _step,
}


def _list_of(request: HttpRequest, page: Page) -> Path:
    """The list that a request changes: that of the page, or one in the item of the page."""
    inside = request.POST.get("list", "")
    path = (*page.path, inside) if inside else page.path
    place = read_place("/".join(map(str, path)))
    if not (place.is_list and (inside or page.is_list)):
        raise NoSuchPlace(path)
    return place.path


def _number(request: HttpRequest, name: str) -> int:
    number = read_number(request.POST.get(name, ""), MAX_ROW)
    if number is None:
        raise IndexError
    return number


def _bounds(path: Path) -> tuple[int, int]:
    """The fewest and the most items of a list."""
    declaration = Game if len(path) == 1 else read_place("/".join(map(str, path[:-1]))).declaration
    ask = field_of(declaration, str(path[-1])).ask
    return ask.min or 0, ask.max or MAX_ROW


# --- what is shown ----------------------------------------------------------------------------------------


def _limit_form(document: Document, data: Any = None) -> SpecForm[PlainLimit]:
    counted = countable(document)

    def faults(plain: PlainLimit) -> Iterator[Problem]:
        if plain.counted not in counted:
            yield Problem("counted", "choose something that this game counts")

    form = form_for(PlainLimit, Catalogue(()), data, ids="new_%s", faults=faults)
    form.drawing.form_fields["counted"].widget = OptionSelect([Option(each.value, each.label) for each in counted])
    options = [Option("", "All units"), *(Option(each.of, each.label) for each in kinds_of_unit(document))]
    form.drawing.form_fields["of"].widget = OptionSelect(options)
    return form


def _shown(
    request: HttpRequest,
    page: Page,
    entered: PlaceForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    problems = page.draft.problems
    if not page.is_list and entered is None:
        entered = form_of(page.document, page.place, problems=problems, game=page.draft.ruleset)
    context: dict[str, Any] = {
        "custom_game": page.game,
        "page": page,
        "place": page.place,
        "title": _title(page),
        "nav": list(nav_items(page.document, [problem.path for problem in problems])),
        "current": page.words,
        "inside": _words(page.path[: 2 if page.path[0] == "kinds" else 1]),
        "is_rare": part_of(str(page.path[0])).rare,
        "position": GAMES.position(page.game),
        "above": _above(page),
        "tool_text": more.pop("pasted", ""),
        **_outcome_context(request, page, page.draft),
        **more,
    }
    if page.is_list:
        context |= {"lists": [_list_context(page, page.path)]}
        if page.path == ("limits",) and "limit_form" not in context:
            context["limit_form"] = _limit_form(page.document)
    if entered is not None:
        context |= _form_context(request, page, entered)
    response = render(request, f"custom_games/editor/{_template(page)}.html", context, status=status)
    claim = read_claim(request)
    if claim:
        keep_claim(response, claim)
    return response


def _title(page: Page) -> str:
    """The heading of a page: the part, or what its item is called, below the links to what it is in."""
    if isinstance(page.place, Part):
        return page.place.title
    item = at(page.document, page.path)
    return title_of(item) if isinstance(item, dict) and title_of(item) else title_at(page.document, page.path)


def _template(page: Page) -> str:
    if page.is_sheet_table:
        return "sheet_table"
    return "table" if page.is_table else "list" if page.is_list else "form"


def _above(page: Page) -> list[tuple[str, str]]:
    """The pages above this one, each with its title."""
    if isinstance(page.place, Part):
        return []
    found = []
    if page.path[0] != "kinds":
        part = part_of(str(page.path[0]))
        found.append((part.title, editor_address(page.game, part)))
    for length in range(2, len(page.path), 2):
        words = "/".join(map(str, page.path[:length]))
        found.append((title_of(at(page.document, page.path[:length])), editor_address(page.game, words)))
    return found


def _list_context(page: Page, path: Path, name: str = "") -> dict[str, Any]:
    """A list of items with what can be done with each; ``name`` is its name in the item of the page."""
    return {
        "name": name,
        "items": [
            {
                "title": title_of(item) or f"{number + 1}",
                "detail": detail_of(item),
                "address": editor_address(page.game, "/".join(map(str, (*path, number)))),
            }
            for number, item in enumerate(at(page.document, path))
        ],
        "patterns": list(enumerate(patterns_of(path))),
        "is_full": len(at(page.document, path)) >= _bounds(path)[1],
    }


def _form_context(request: HttpRequest, page: Page, entered: PlaceForm) -> dict[str, Any]:
    form = entered.form
    context: dict[str, Any] = {"form": form, "rest": [as_sentence(each.message) for each in entered.rest]}
    context["mistakes"] = list(mistakes_of(form, form.full_labels)) if form.is_bound else []
    game = page.draft.game
    if game is not None:
        context["name_groups"] = list(name_groups(game, entered))
    if isinstance(page.place, Place):
        names = (name for name in APART.get(page.place.declaration, ()) if name != "entries")
        context["lists"] = [_list_context(page, (*page.path, name), name) for name in names]
    if page.is_table:
        context |= _table_context(request, page, form)
    if page.is_sheet_table:
        context |= _sheet_table_context(form)
    return context


def _table_context(request: HttpRequest, page: Page, form: SpecForm[Any]) -> dict[str, Any]:
    """A table: its columns with their addresses, and some of its rows with a bound field for each cell."""
    columns, rows = form.plain["fields"], form.plain["entries"]
    start = read_number(request.GET.get("from", "0"), MAX_ROW) or 0
    start = start if start < len(rows) else 0
    end = min(start + PAGE_ROWS, len(rows))
    return {
        "columns": [
            (column["label"], editor_address(page.game, "/".join(map(str, (*page.path, "fields", number)))))
            for number, column in enumerate(columns)
        ],
        "row_count": len(rows),
        "max_rows": MAX_ROWS,
        "rows": [_row(form, number, len(columns)) for number in range(start, end)],
        "earlier": max(0, start - PAGE_ROWS) if start else None,
        "later": end if end < len(rows) else None,
    }


def _sheet_table_context(form: SpecForm[Any]) -> dict[str, Any]:
    """A table of the quick reference: the bound fields of its headings and of each row."""
    columns = range(len(form.plain["headings"]))
    rows = form.plain["rows"]
    return {
        "columns": [(form[f"headings-{place}"], f"headings-{place}") for place in columns],
        "max_columns": field_of(SheetTable, "headings").ask.max,
        "row_count": len(rows),
        "max_rows": field_of(SheetTable, "rows").ask.max,
        "rows": [
            {
                "at": f"rows-{number}",
                "number": number,
                "cells": [form[f"rows-{number}-cells-{place}"] for place in columns],
            }
            for number in range(len(rows))
        ],
    }


def _row(form: SpecForm[Any], number: int, columns: int) -> dict[str, Any]:
    name = f"entries-{number}"
    return {
        "at": name,
        "number": number,
        "name": form[f"{name}-name"],
        "key": form[f"{name}-key"].value(),
        "cells": [form[f"{name}-values-{place}"] for place in range(columns)],
    }


def _outcome_context(request: HttpRequest, page: Page, draft: Draft) -> dict[str, Any]:
    row = read_number(request.POST.get("shown", request.GET.get("shown", "0")), MAX_ROW) or 0
    outcome = Outcome(draft, page.place, row)
    return {"outcome": outcome, "card": outcome.store_card(request)}


@require_POST
@limit("custom-game-edits")
def preview(request: HttpRequest, address: str, place: str) -> HttpResponse:
    """A preview of the document with what is in a form, which is not saved."""
    page = _page_of(request, address, place)
    if page.is_list or page.draft.game is None:
        raise Http404
    entered = form_of(page.document, page.place, request.POST, game=page.draft.ruleset)
    mistakes = [] if entered.form.is_valid() else list(mistakes_of(entered.form, entered.form.full_labels))
    draft = page.draft if mistakes else draft_of(entered.entered)
    context = {"custom_game": page.game, "page": page, "mistakes": mistakes, **_outcome_context(request, page, draft)}
    return render(request, "custom_games/editor/outcome.html", context)


@never_cache
@require_safe
def card(request: HttpRequest, address: str, digest: str) -> HttpResponse:
    """The page of a card, in a frame."""
    own_game(request, address)
    return stored_card(digest)
