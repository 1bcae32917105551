"""A battle on the desk: placing, painting, orders, phases. A view loads, asks the game, saves and renders.

All views that change a battle are in this module, as they save and answer a change in the same way.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.desk.access import own_battle
from armybuilder.desk.models import Battle
from armybuilder.desk.page import Page
from armybuilder.desk.revisions import BATTLES, State, desk_of
from armybuilder.desk.writing_orders import checked_orders, with_order
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.widgets import Option, OptionSelect
from armybuilder.site.claims import keep_claim, read_claim
from armybuilder.site.errors import error_page, explains_unreadable
from armybuilder.site.htmx import is_htmx
from armybuilder.site.limits import limit
from armybuilder.site.pages import read_number, sent_number
from rulesets.core.desk import ORDERS_FIT, ORDERS_LENGTH, DeskError, Edit, OrdersRefused, Subject
from rulesets.core.seeded import MAX_SEED

MAX_PAINTED_TILES: Final = 10_000
TILE: Final = re.compile(r"(\d{1,3}):(\d{1,3})", re.ASCII)
STALE: Final = (
    "This battle was changed in another window or on another device. Nothing was overwritten: reload the page to see "
    "its current state, then try again."
)

readable = explains_unreadable("battle")

Change = Callable[[Battle, State], tuple[State, str]]
"""A change of a battle: its new state and the summary of what was done."""


def base_version(request: HttpRequest) -> int:
    """The version of the battle that the page showed."""
    return sent_number(request.POST, "seen")


def _page(battle: Battle, state: State, request: HttpRequest) -> Page:
    at = request.GET.get("at", "") or request.POST.get("at", "")
    of = request.GET.get("of", "")
    place = read_number(of, 999) or 0
    return Page(battle, battle.game, state, at, with_form=request.GET.get("form") == "orders", of=place)


# --- looking -----------------------------------------------------------------------------------------


@never_cache
@require_safe
@readable
def battle(request: HttpRequest, address: str) -> HttpResponse:
    """The battle; ``at`` selects a piece, group or tile, ``form`` opens the order form. htmx gets only that part."""
    battle = own_battle(request, address)
    page = _page(battle, BATTLES.load_head(battle), request)
    if is_htmx(request):
        part = "order_rows" if page.with_form else "chosen"
        response = render(request, f"desk/{part}.html", {"page": page})
    else:
        response = render(request, "desk/battle.html", {"page": page, "ruleset": page.ruleset})
        claim = read_claim(request)
        if claim:
            keep_claim(response, claim)
    return response


# --- saving ------------------------------------------------------------------------------------------


def _answer(request: HttpRequest, page: Page, part: str = "changed", status: int = 200) -> HttpResponse:
    """The parts of the page that a step changed; without htmx a redirect to the page."""
    if is_htmx(request):
        return render(request, f"desk/{part}.html", {"page": page, "ruleset": page.ruleset}, status=status)
    if page.checked or page.error or status != 200:
        return render(request, "desk/battle.html", {"page": page, "ruleset": page.ruleset}, status=status)
    if page.message:
        messages.success(request, page.message)
    at = f"?at={page.at}#chosen" if page.chosen else f"?form=orders&of={page.of}#orders" if page.with_form else ""
    return HttpResponseRedirect(f"{page.battle.get_absolute_url()}{at}")


def _change(
    request: HttpRequest,
    address: str,
    change: Change,
    part: str = "changed",
) -> HttpResponse:
    """Make one change of the battle that the page showed, and save it."""
    battle = own_battle(request, address)
    version = base_version(request)
    try:
        if battle.version != version or _repeated(request, battle, change):
            raise Stale
        before = BATTLES.load_head(battle)
        state, summary = change(battle, before)
        if state != before:
            BATTLES.save(battle, version, state, summary, _draft_changes(battle, before, state))
    except DeskError as refusal:
        return error_page(request, 422, str(refusal))
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    except Stale:
        repeated = _repeated(request, own_battle(request, address), change)
        return _answer(request, repeated, part) if repeated else error_page(request, 409, STALE)
    return _answer(request, replace(_page(battle, state, request), before=before, message=f"{summary}."), part)


def _repeated(request: HttpRequest, battle: Battle, change: Change) -> Page | None:
    """The battle as it stands if the change was made already, as by a double tap; ``None`` otherwise.

    ``head`` is the revision that the page showed: the change was made if it leads from there straight to the present.
    """
    head = sent_number(request.POST, "head")
    if head in (0, battle.head) or BATTLES.position(battle).previous != head:
        return None
    before, state = BATTLES.load(battle, head), BATTLES.load_head(battle)
    try:
        changed, summary = change(battle, before)
    except DeskError:
        return None
    return replace(_page(battle, state, request), before=before, message=f"{summary}.") if changed == state else None


def _draft_changes(battle: Battle, before: State, state: State) -> dict[str, str]:
    """Return the orders of a round that was taken back as the new draft, unless there is one."""
    desk = desk_of(battle.game)
    is_round_undone = desk.rounds(state) < desk.rounds(before)
    return {"draft": desk.orders(before)} if is_round_undone and not battle.draft else {}


def _tile(text: str) -> tuple[int, int]:
    match = TILE.fullmatch(text)
    if match is None:
        raise DeskError("Name the tile by column and row, for example C4.")
    return int(match[1]), int(match[2])


@require_POST
@limit("desk")
@readable
def place(request: HttpRequest, address: str) -> HttpResponse:
    """Move a piece or a group to a tile, or without one beside the board. ``drawn``: the page already shows it."""

    def move(battle: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(battle.game)
        subject, number = request.POST.get("subject", ""), request.POST.get("id", "")[:20]
        tile = _tile(request.POST["tile"]) if request.POST.get("tile") else None
        if subject == Subject.GROUP:
            if tile is None:
                raise DeskError("Name the tile by column and row, for example C4.")
            moved = desk.place_group(state, number, tile)
            name = next(group.title for group in desk.board(state).groups if group.id == number)
        else:
            moved, name = desk.place(state, number, tile), number
        board = desk.board(moved)
        return moved, f"{name} at {board.tile(*tile)}" if tile else f"{name} off the map"

    return _change(request, address, move, "placed" if request.POST.get("drawn") else "changed")


@require_POST
@limit("desk")
@readable
def paint(request: HttpRequest, address: str) -> HttpResponse:
    """Change the ground of some tiles."""

    def paint_tiles(battle: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(battle.game)
        texts = request.POST.get("tiles", "").split(",")
        if len(texts) > MAX_PAINTED_TILES:
            raise DeskError(f"At most {MAX_PAINTED_TILES} tiles can be painted at once.")
        sign = request.POST.get("sign", "")[:1]
        tiles = tuple(_tile(text) for text in texts)
        painted = desk.paint(state, tiles, sign)
        word = dict(desk.board(painted).legend).get(sign, sign)
        return painted, f"{len(tiles)} tiles {word}" if len(tiles) > 1 else f"1 tile {word}"

    return _change(request, address, paint_tiles, "placed")


def _edit_form(battle: Battle, state: State, edit: Edit[Any], request: HttpRequest) -> SpecForm[Any]:
    """The form of a change by hand, with the data sent or else the current values."""
    catalogue, layouts = battle.game.catalogue, layouts_of(battle.game)
    if request.method == "POST":
        form = form_for(edit.declaration, catalogue, request.POST, ids="edit_%s", layouts=layouts)
    else:
        query = form_for(edit.declaration, catalogue, request.GET)
        spec = edit.current(state, query.spec()) if query.is_valid() else None
        form = form_for(edit.declaration, catalogue, initial=spec, ids="edit_%s", layouts=layouts)
    for name, options in edit.options(state).items():
        form.fields[name].widget = OptionSelect(Option(*option) for option in options)
    return form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("desk")
@readable
def edit(request: HttpRequest, address: str, name: str) -> HttpResponse:
    """One change by hand: show its form, or apply it."""
    battle = own_battle(request, address)
    desk = desk_of(battle.game)
    try:
        edit = desk.edit(name)
    except KeyError:
        raise Http404 from None
    state = BATTLES.load_head(battle)
    form = _edit_form(battle, state, edit, request)
    page = _page(battle, state, request)
    if request.method == "POST":
        if form.is_valid():
            try:
                changed = edit.apply(state, form.spec())
            except DeskError as refusal:
                form.refuse("", str(refusal))
            else:
                return _change(request, address, lambda battle, state: (changed, edit.title))
        return _edit_page(request, page, edit, form, 422)
    return _edit_page(request, page, edit, form)


def _edit_page(
    request: HttpRequest, page: Page, edit: Edit[Any], form: SpecForm[Any], status: int = 200
) -> HttpResponse:
    template = "desk/edit_form.html" if is_htmx(request) else "desk/edit.html"
    context = {"page": page, "ruleset": page.ruleset, "edit": edit, "form": form}
    response = render(request, template, context, status=status)
    if is_htmx(request):
        response.headers["HX-Retarget"] = "#chosen"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


# --- the round ---------------------------------------------------------------------------------------


def _seed(request: HttpRequest) -> int:
    seed = read_number(request.POST.get("seed", "").strip(), MAX_SEED)
    if seed is None:
        raise DeskError("The seed should be a whole number, for example 2417.")
    return seed


@require_POST
@limit("desk")
@readable
def orders(request: HttpRequest, address: str) -> HttpResponse:
    """Add an order to the text, check it, begin a round with it, or change the round's orders; ``do`` says which."""
    battle = own_battle(request, address)
    state = BATTLES.load_head(battle)
    text = request.POST.get("orders", "").replace("\r\n", "\n")
    page = replace(_page(battle, state, request), text=text, sent_seed=request.POST.get("seed", "")[:20])
    act, _, squad = request.POST.get("do", "check").partition(" ")
    try:
        if battle.version != base_version(request):
            raise Stale
        if len(text) > ORDERS_LENGTH:
            return _orders_refused(request, page, _too_long(text), 422)
        if act == "add":
            return _add_order(request, page, squad)
        if act == "rows":
            form_page = replace(page, with_form=True, of=_place(request.POST.get("of", ""), page))
            _save_draft(form_page)
            return _answer(request, form_page, "orders_answer")
        return _give(request, page, act) if act in ("give", "change") else _check(request, page)
    except Stale:
        now = own_battle(request, address)
        repeated = _repeated(request, now, _order_change(request, text, act)) if act in ("give", "change") else None
        return _answer(request, repeated) if repeated else _orders_refused(request, page, STALE, 409)


def _order_change(request: HttpRequest, text: str, act: str) -> Change:
    """The change that gives orders: for a new round, or other ones for the rest of a round."""

    def give(battle: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(battle.game)
        if act == "change":
            return desk.change_orders(state, text), "Other orders"
        started = desk.give_orders(state, text, _seed(request))
        return started, f"Orders for round {desk.rounds(started)}"

    return give


def _too_long(text: str) -> str:
    return f"The orders have {len(text):,} characters. {ORDERS_FIT}. Your text is below. It was not saved."


def _save_draft(page: Page) -> None:
    """Save orders that are not given yet; raises ``Stale``."""
    if page.orders != page.battle.draft:
        BATTLES.compare_and_set(page.battle, page.battle.version, draft=page.orders)


def _orders_refused(request: HttpRequest, page: Page, error: str, status: int) -> HttpResponse:
    return _answer(request, replace(page, error=error), "orders_answer", status)


def _place(text: str, page: Page) -> int:
    """The place of a group among those that can be given orders."""
    place = read_number(text, len(page.choices) - 1)
    if place is None:
        raise Http404
    return place


def _add_order(request: HttpRequest, page: Page, text: str) -> HttpResponse:
    place = _place(text, page)
    order = " ".join((request.POST.get(f"order-{place}", ""), request.POST.get(f"tile-{place}", ""))).strip()
    form_page = replace(page, with_form=True, of=place)
    if not order:
        return _orders_refused(request, form_page, "Choose an order first, then add it.", 422)
    added = replace(
        form_page, text=with_order(page.orders, page.choices[place].subject, order), message=f"Added: {order}."
    )
    if len(added.orders) > ORDERS_LENGTH:
        return _orders_refused(request, form_page, _too_long(added.orders), 422)
    _save_draft(added)
    return _answer(request, added, "orders_answer")


@limit("desk-checks")
def _check(request: HttpRequest, page: Page) -> HttpResponse:
    desk = page.desk
    issues = desk.check(page.state, page.orders)
    checked = checked_orders(page.orders, issues, desk.forecast(page.state, page.orders))
    _save_draft(page)
    return _answer(request, replace(page, checked=checked), "orders_answer")


@limit("desk-checks")
def _give(request: HttpRequest, page: Page, act: str) -> HttpResponse:
    battle = page.battle
    try:
        state, summary = _order_change(request, page.orders, act)(battle, page.state)
        BATTLES.save(battle, battle.version, state, summary, {"draft": ""})
    except OrdersRefused as refusal:
        _save_draft(page)
        errors = checked_orders(page.orders, refusal.issues, ())
        error = "Nothing was rolled. Correct the orders below and try again. Your text is saved."
        return _answer(request, replace(page, checked=errors, error=error), "orders_answer", 422)
    except DeskError as refusal:
        _save_draft(page)
        return _orders_refused(request, page, str(refusal), 422)
    except TooLarge as refusal:
        return _orders_refused(request, page, str(refusal), 413)
    return _answer(request, replace(_page(battle, state, request), before=page.state, message=f"{summary}."))


@require_POST
@limit("desk")
@readable
def play(request: HttpRequest, address: str) -> HttpResponse:
    """Play the next phase, or the rest of the round."""

    def play_phases(battle: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(battle.game)
        first = next((stage.title for stage in desk.stages(state) if stage.state == "next"), "")
        state = desk.play_phase(state)
        if request.POST.get("do") != "all":
            return state, first
        while desk.stages(state):
            state = desk.play_phase(state)
        return state, f"Round {desk.rounds(state)} played to its end"

    return _change(request, address, play_phases)


@require_POST
@limit("desk")
@readable
def back(request: HttpRequest, address: str) -> HttpResponse:
    """Take back the last phase and the changes by hand after it, or the orders, or the end."""
    return _change(request, address, lambda battle, state: (desk_of(battle.game).undo(state), "Undid the last phase"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("desk")
@readable
def finish(request: HttpRequest, address: str) -> HttpResponse:
    """End the battle and make its final rolls."""
    battle = own_battle(request, address)
    page = replace(_page(battle, BATTLES.load_head(battle), request), sent_seed=request.POST.get("seed", "")[:20])
    sent = request.POST if request.method == "POST" else None
    initial = page.desk.ending_ordered(page.state)
    layouts = layouts_of(page.ruleset)
    form = form_for(page.desk.ending, page.ruleset.catalogue, sent, initial, layouts=layouts)
    status = 200
    if sent is not None:
        status = 422
        if form.is_valid():

            def end(battle: Battle, state: State) -> tuple[State, str]:
                return desk_of(battle.game).finish(state, form.spec(), _seed(request)), "Ended the battle"

            try:
                if battle.version == base_version(request):
                    end(battle, page.state)
            except DeskError as refusal:
                form.refuse("", str(refusal))
            else:
                return _change(request, address, end)
    context = {"page": page, "ruleset": page.ruleset, "form": form}
    return render(request, "desk/finish.html", context, status=status)


# --- steps back and forth ----------------------------------------------------------------------------


@require_POST
@limit("desk")
@readable
def undo(request: HttpRequest, address: str) -> HttpResponse:
    """Return the battle to the previous revision."""
    return _step(request, address, BATTLES.undo, "Undone")


@require_POST
@limit("desk")
@readable
def redo(request: HttpRequest, address: str) -> HttpResponse:
    """Return the battle to the revision undone last."""
    return _step(request, address, BATTLES.redo, "Redone")


def _step(request: HttpRequest, address: str, step: Callable[[Battle, int], str], label: str) -> HttpResponse:
    battle = own_battle(request, address)
    before = state = BATTLES.load_head(battle)
    try:
        message = f"{label}: {step(battle, base_version(request))}."
        state = BATTLES.load_head(battle)
        if changes := _draft_changes(battle, before, state):
            BATTLES.compare_and_set(battle, battle.version, **changes)
    except NothingToStep as nothing:
        message = f"{nothing}."
    except Stale:
        return error_page(request, 409, STALE)
    return _answer(request, replace(_page(battle, state, request), before=before, message=message))
