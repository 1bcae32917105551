"""A battle on the desk: placing, painting, orders, phases. A view fetches, asks the game, saves and renders.

All views that change a battle stand in this one module, since they share how a change is saved and answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.claims import keep_claim, read_claim
from armybuilder.desk.access import own_battle
from armybuilder.desk.models import Battle
from armybuilder.desk.page import Page
from armybuilder.desk.revisions import BATTLES, State, desk_of
from armybuilder.desk.writing_orders import checked, with_order
from armybuilder.limits import limit
from armybuilder.pages import error_page, is_htmx, read_number, readable_as, sent_number
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.widgets import Option, OptionSelect
from rulesets.core.desk import ORDERS_FIT, ORDERS_LENGTH, DeskError, Edit, OrdersRefused, Subject
from rulesets.core.seeded import MOST_SEED

MOST_PAINTED: Final = 10_000
TILE: Final = re.compile(r"(\d{1,3}):(\d{1,3})", re.ASCII)
STALE: Final = (
    "This battle was changed in another window or on another device. Nothing was overwritten: reload the page to see "
    "how it stands, then do this again."
)

readable = readable_as("battle")


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
    """The battle; ``at`` names the piece, group or tile to look at, ``form`` opens one. For htmx only that part."""
    found = own_battle(request, address)
    page = _page(found, BATTLES.load_head(found), request)
    if is_htmx(request):
        part = "order_rows" if page.with_form else "chosen"
        response = render(request, f"desk/{part}.html", {"page": page})
    else:
        response = render(request, "desk/battle.html", {"page": page, "ruleset": page.ruleset})
        claim = read_claim(request)
        if claim:
            keep_claim(response, claim)
    patch_vary_headers(response, ["HX-Request"])
    return response


# --- saving ------------------------------------------------------------------------------------------


def _answer(request: HttpRequest, page: Page, part: str = "changed", status: int = 200) -> HttpResponse:
    """What a step changed on the page; without htmx the way back to it."""
    if is_htmx(request):
        return render(request, f"desk/{part}.html", {"page": page, "ruleset": page.ruleset}, status=status)
    if page.checked or page.refused or status != 200:
        return render(request, "desk/battle.html", {"page": page, "ruleset": page.ruleset}, status=status)
    if page.said:
        messages.success(request, page.said)
    at = f"?at={page.at}#chosen" if page.chosen else f"?form=orders&of={page.of}#orders" if page.with_form else ""
    return HttpResponseRedirect(f"{page.battle.get_absolute_url()}{at}")


def _change(
    request: HttpRequest,
    address: str,
    make: Callable[[Battle, State], tuple[State, str]],
    part: str = "changed",
) -> HttpResponse:
    """Make one change of the battle that the page showed and save it; ``make`` also says what it did."""
    found = own_battle(request, address)
    seen = base_version(request)
    try:
        if found.version != seen or _repeated(request, found, make):
            raise Stale
        before = BATTLES.load_head(found)
        state, said = make(found, before)
        if state != before:
            BATTLES.save(found, seen, state, said, _draft_changes(found, before, state))
    except DeskError as refusal:
        return error_page(request, 422, str(refusal))
    except TooLarge as refusal:
        return error_page(request, 413, str(refusal))
    except Stale:
        repeated = _repeated(request, own_battle(request, address), make)
        return _answer(request, repeated, part) if repeated else error_page(request, 409, STALE)
    return _answer(request, replace(_page(found, state, request), before=before, said=f"{said}."), part)


def _repeated(request: HttpRequest, found: Battle, make: Callable[[Battle, State], tuple[State, str]]) -> Page | None:
    """The battle as it stands, where a change was made already, as by a double tap; ``None`` where it was not.

    ``head`` names the revision that the page showed: the change was made if it alone leads from there to the present.
    """
    head = sent_number(request.POST, "head")
    if head in (0, found.head) or BATTLES.position(found).previous != head:
        return None
    before, state = BATTLES.load(found, head), BATTLES.load_head(found)
    try:
        made, said = make(found, before)
    except DeskError:
        return None
    return replace(_page(found, state, request), before=before, said=f"{said}.") if made == state else None


def _draft_changes(found: Battle, before: State, state: State) -> dict[str, str]:
    """As a change of the draft the orders of a round that is taken back, which stand in the box unless others do."""
    desk = desk_of(found.game)
    taken = desk.rounds(state) < desk.rounds(before)
    return {"draft": desk.orders(before)} if taken and not found.draft else {}


def _tile(text: str) -> tuple[int, int]:
    read = TILE.fullmatch(text)
    if read is None:
        raise DeskError("Name the tile by column and row, such as C4.")
    return int(read[1]), int(read[2])


@require_POST
@limit("desk")
@readable
def place(request: HttpRequest, address: str) -> HttpResponse:
    """Set a piece or a group on a tile; without a tile beside the board. ``drawn``: the page shows it there already."""

    def made(found: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(found.game)
        subject, number = request.POST.get("subject", ""), request.POST.get("id", "")[:20]
        tile = _tile(request.POST["tile"]) if request.POST.get("tile") else None
        if subject == Subject.GROUP:
            if tile is None:
                raise DeskError("Name the tile by column and row, such as C4.")
            placed = desk.place_group(state, number, tile)
            said = next(group.title for group in desk.board(state).groups if group.id == number)
        else:
            placed, said = desk.place(state, number, tile), number
        board = desk.board(placed)
        return placed, f"{said} at {board.tile(*tile)}" if tile else f"{said} beside the map"

    return _change(request, address, made, "placed" if request.POST.get("drawn") else "changed")


@require_POST
@limit("desk")
@readable
def paint(request: HttpRequest, address: str) -> HttpResponse:
    """Change the ground of some tiles."""

    def made(found: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(found.game)
        texts = request.POST.get("tiles", "").split(",")
        if len(texts) > MOST_PAINTED:
            raise DeskError(f"At most {MOST_PAINTED} tiles can be painted at once.")
        sign = request.POST.get("sign", "")[:1]
        tiles = tuple(_tile(text) for text in texts)
        painted = desk.paint(state, tiles, sign)
        word = dict(desk.board(painted).legend).get(sign, sign)
        return painted, f"{len(tiles)} tiles {word}" if len(tiles) > 1 else f"1 tile {word}"

    return _change(request, address, made, "placed")


def _edit_form(found: Battle, state: State, edit: Edit[Any], request: HttpRequest) -> SpecForm[Any]:
    """The form of a change by hand: what was sent, or for a look at it what stands now."""
    catalogue, layouts = found.game.catalogue, layouts_of(found.game)
    if request.method == "POST":
        form = form_for(edit.declaration, catalogue, request.POST, ids="edit_%s", layouts=layouts)
    else:
        asked = form_for(edit.declaration, catalogue, request.GET)
        spec = edit.current(state, asked.spec()) if asked.is_valid() else None
        form = form_for(edit.declaration, catalogue, initial=spec, ids="edit_%s", layouts=layouts)
    for name, options in edit.options(state).items():
        form.fields[name].widget = OptionSelect(Option(*option) for option in options)
    return form


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("desk")
@readable
def edit(request: HttpRequest, address: str, name: str) -> HttpResponse:
    """One change by hand: its form, and what becomes of the battle."""
    found = own_battle(request, address)
    desk = desk_of(found.game)
    try:
        asked = desk.edit(name)
    except KeyError:
        raise Http404 from None
    state = BATTLES.load_head(found)
    form = _edit_form(found, state, asked, request)
    page = _page(found, state, request)
    if request.method == "POST":
        if form.is_valid():
            try:
                changed = asked.apply(state, form.spec())
            except DeskError as refusal:
                form.refuse("", str(refusal))
            else:
                return _change(request, address, lambda found, state: (changed, asked.title))
        return _edit_page(request, page, asked, form, 422)
    return _edit_page(request, page, asked, form)


def _edit_page(
    request: HttpRequest, page: Page, asked: Edit[Any], form: SpecForm[Any], status: int = 200
) -> HttpResponse:
    template = "desk/edit_form.html" if is_htmx(request) else "desk/edit.html"
    context = {"page": page, "ruleset": page.ruleset, "edit": asked, "form": form}
    response = render(request, template, context, status=status)
    if is_htmx(request):
        response.headers["HX-Retarget"] = "#chosen"
        response.headers["HX-Reswap"] = "innerHTML"
    patch_vary_headers(response, ["HX-Request"])
    return response


# --- the round ---------------------------------------------------------------------------------------


def _seed(request: HttpRequest) -> int:
    seed = read_number(request.POST.get("seed", "").strip(), MOST_SEED)
    if seed is None:
        raise DeskError("The seed should be a whole number, such as 2417.")
    return seed


@require_POST
@limit("desk")
@readable
def orders(request: HttpRequest, address: str) -> HttpResponse:
    """Put one more order into the text, check it, begin a round with it, or play on by it; ``do`` says which."""
    found = own_battle(request, address)
    state = BATTLES.load_head(found)
    text = request.POST.get("orders", "").replace("\r\n", "\n")
    page = replace(_page(found, state, request), text=text, seed_sent=request.POST.get("seed", "")[:20])
    act, _, squad = request.POST.get("do", "check").partition(" ")
    try:
        if found.version != base_version(request):
            raise Stale
        if len(text) > ORDERS_LENGTH:
            return _orders_refused(request, page, _too_long(text), 422)
        if act == "add":
            return _add_order(request, page, squad)
        if act == "rows":
            shown = replace(page, with_form=True, of=_place(request.POST.get("of", ""), page))
            _save_draft(shown)
            return _answer(request, shown, "orders_answer")
        return _give(request, page, act) if act in ("give", "change") else _check(request, page)
    except Stale:
        now = own_battle(request, address)
        repeated = _repeated(request, now, _given(request, text, act)) if act in ("give", "change") else None
        return _answer(request, repeated) if repeated else _orders_refused(request, page, STALE, 409)


def _given(request: HttpRequest, text: str, act: str) -> Callable[[Battle, State], tuple[State, str]]:
    """What orders make of a battle: a new round, or other orders for the rest of one."""

    def made(found: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(found.game)
        if act == "change":
            return desk.change(state, text), "Other orders"
        begun = desk.give(state, text, _seed(request))
        return begun, f"Orders for round {desk.rounds(begun)}"

    return made


def _too_long(text: str) -> str:
    return f"The orders have {len(text):,} characters; {ORDERS_FIT}. They stand below as sent, but are not saved."


def _save_draft(page: Page) -> None:
    """Keep orders that are not given yet; raises ``Stale``."""
    if page.orders != page.battle.draft:
        BATTLES.compare_and_set(page.battle, page.battle.version, draft=page.orders)


def _orders_refused(request: HttpRequest, page: Page, words: str, status: int) -> HttpResponse:
    return _answer(request, replace(page, refused=words), "orders_answer", status)


def _place(text: str, page: Page) -> int:
    """A place among those that may be ordered."""
    place = read_number(text, len(page.choices) - 1)
    if place is None:
        raise Http404
    return place


def _add_order(request: HttpRequest, page: Page, text: str) -> HttpResponse:
    place = _place(text, page)
    order = " ".join((request.POST.get(f"order-{place}", ""), request.POST.get(f"tile-{place}", ""))).strip()
    shown = replace(page, with_form=True, of=place)
    if not order:
        return _orders_refused(request, shown, "Choose an order first, then add it.", 422)
    added = replace(shown, text=with_order(page.orders, page.choices[place].subject, order), said=f"Added: {order}.")
    if len(added.orders) > ORDERS_LENGTH:
        return _orders_refused(request, shown, _too_long(added.orders), 422)
    _save_draft(added)
    return _answer(request, added, "orders_answer")


@limit("desk-checks")
def _check(request: HttpRequest, page: Page) -> HttpResponse:
    desk = page.desk
    issues = desk.check(page.state, page.orders)
    found = checked(page.orders, issues, desk.forecast(page.state, page.orders))
    _save_draft(page)
    return _answer(request, replace(page, checked=found), "orders_answer")


@limit("desk-checks")
def _give(request: HttpRequest, page: Page, act: str) -> HttpResponse:
    found = page.battle
    try:
        state, said = _given(request, page.orders, act)(found, page.state)
        BATTLES.save(found, found.version, state, said, {"draft": ""})
    except OrdersRefused as refusal:
        _save_draft(page)
        errors = checked(page.orders, refusal.issues, ())
        words = "Nothing was rolled. Correct the orders below and try again; your text is kept."
        return _answer(request, replace(page, checked=errors, refused=words), "orders_answer", 422)
    except DeskError as refusal:
        _save_draft(page)
        return _orders_refused(request, page, str(refusal), 422)
    except TooLarge as refusal:
        return _orders_refused(request, page, str(refusal), 413)
    return _answer(request, replace(_page(found, state, request), before=page.state, said=f"{said}."))


@require_POST
@limit("desk")
@readable
def play(request: HttpRequest, address: str) -> HttpResponse:
    """Play the next phase, or all that are left of the round."""

    def made(found: Battle, state: State) -> tuple[State, str]:
        desk = desk_of(found.game)
        first = next((stage.title for stage in desk.stages(state) if stage.state == "next"), "")
        played = desk.play(state)
        if request.POST.get("do") != "all":
            return played, first
        while desk.stages(played):
            played = desk.play(played)
        return played, f"Round {desk.rounds(played)} to its end"

    return _change(request, address, made)


@require_POST
@limit("desk")
@readable
def back(request: HttpRequest, address: str) -> HttpResponse:
    """Take back the phase that was played last with what was amended after it, or the orders, or the end."""
    return _change(request, address, lambda found, state: (desk_of(found.game).undo(state), "Took the last phase back"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("desk")
@readable
def finish(request: HttpRequest, address: str) -> HttpResponse:
    """End the battle and roll for what is rolled for then."""
    found = own_battle(request, address)
    page = replace(_page(found, BATTLES.load_head(found), request), seed_sent=request.POST.get("seed", "")[:20])
    sent = request.POST if request.method == "POST" else None
    initial = page.desk.ending_ordered(page.state)
    layouts = layouts_of(page.ruleset)
    form = form_for(page.desk.ending, page.ruleset.catalogue, sent, initial, layouts=layouts)
    status = 200
    if sent is not None:
        status = 422
        if form.is_valid():

            def made(found: Battle, state: State) -> tuple[State, str]:
                return desk_of(found.game).finish(state, form.spec(), _seed(request)), "Ended the battle"

            try:
                if found.version == base_version(request):
                    made(found, page.state)
            except DeskError as refusal:
                form.refuse("", str(refusal))
            else:
                return _change(request, address, made)
    context = {"page": page, "ruleset": page.ruleset, "form": form}
    return render(request, "desk/finish.html", context, status=status)


# --- steps back and forth ----------------------------------------------------------------------------


@require_POST
@limit("desk")
@readable
def undo(request: HttpRequest, address: str) -> HttpResponse:
    """Stand the battle on the revision before."""
    return _step(request, address, BATTLES.undo, "Undone")


@require_POST
@limit("desk")
@readable
def redo(request: HttpRequest, address: str) -> HttpResponse:
    """Stand the battle on the revision that was undone last."""
    return _step(request, address, BATTLES.redo, "Redone")


def _step(request: HttpRequest, address: str, step: Callable[[Battle, int], str], done: str) -> HttpResponse:
    found = own_battle(request, address)
    before = state = BATTLES.load_head(found)
    try:
        said = f"{done}: {step(found, base_version(request))}."
        state = BATTLES.load_head(found)
        if changes := _draft_changes(found, before, state):
            BATTLES.compare_and_set(found, found.version, **changes)
    except NothingToStep as nothing:
        said = f"{nothing}."
    except Stale:
        return error_page(request, 409, STALE)
    return _answer(request, replace(_page(found, state, request), before=before, said=said))
