"""The game master's desk in a browser: two rounds from pasted orders to the report; by mouse, by keys, by touch."""

import re
import statistics
import time

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, desk_of
from rulesets.registry import all_rulesets
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = next(game for game in all_rulesets() if game.desk)
DESK = desk_of(GAME)
BOARD = DESK.board(DESK.demo())
TOP = "element => Math.round(element.getBoundingClientRect().top)"


@pytest.fixture(autouse=True)
def _empty_cache():
    """Battles loaded by one test do not stay in the cache for the next."""
    BATTLES.cache.clear()


def begin(page: Page) -> None:
    """Open the example battle from the game's page."""
    page.goto(f"/{GAME.slug}/")
    page.locator("main").get_by_role("link", name=DESK.title).click()
    page.get_by_role("button", name="Try the example").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(DESK.name(DESK.demo()))


def expect_piece(page: Page, number: str, x: int, y: int) -> None:
    """Expect a piece on a tile, by the title that the map shows when the mouse is there."""
    place = tile_of(page, x, y)
    page.mouse.move(*place)
    page.mouse.move(place[0] + 1, place[1])
    expect(page.locator("#board-drawn")).to_have_attribute("title", re.compile(f"^{number} "))


def tile_of(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a tile on the screen."""
    place = "([x, y]) => { const map = document.querySelector('.board-map'), m = map.getScreenCTM();"
    place += " const tile = Number(map.dataset.tile); const at = new DOMPoint((x + 0.5) * tile, (y + 0.5) * tile);"
    place += " const p = at.matrixTransform(m); return [p.x, p.y]; }"
    point = page.evaluate(place, [x, y])
    return point[0], point[1]


def stored_place(number: str) -> tuple[int | None, int | None]:
    """The place of a piece in the stored battle."""
    board = DESK.board(BATTLES.load_head(Battle.objects.get()))
    return next((each.x, each.y) for each in board.pieces if each.id == number)


def expect_message(page: Page, words: str) -> None:
    """Expect this message about the last step."""
    expect(page.locator("#said")).to_have_text(words)


def orders(page: Page) -> Locator:
    """The text box for orders."""
    return page.locator("#orders-text")


def play_to_the_end(page: Page) -> None:
    """Play the round phase by phase."""
    for phase in ("Command resolution", "Shooting", "Melee", "Movement", "Morale and objectives"):
        button = page.get_by_role("button", name=f"Play {phase}", exact=True)
        expect(button).to_be_visible()
        button.click()


def test_two_rounds_from_pasted_orders_to_the_report(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    begin(page)

    # A piece by mouse, a squad by mouse, some ground by mouse.
    x, y = tile_of(page, 2, 0)
    page.mouse.move(*tile_of(page, 0, 3))
    page.mouse.down()
    page.mouse.move(x, y + 20, steps=3)
    page.mouse.move(*tile_of(page, 4, 3), steps=3)
    page.mouse.up()
    expect_message(page, "1j at E4.")
    assert stored_place("1j") == (4, 3)
    page.mouse.move(*tile_of(page, 0, 3))
    page.get_by_role("button", name="Undo: 1j at E4").click()
    expect_message(page, "Undone: 1j at E4.")
    assert stored_place("1j") == (0, 3)
    page.get_by_role("button", name="Move squads").click()
    page.mouse.move(*tile_of(page, 1, 9))
    page.mouse.down()
    page.mouse.move(*tile_of(page, 2, 12), steps=4)
    page.mouse.up()
    expect_message(page, "Charlie at B13.")
    assert [stored_place(number) for number in ("3a", "3b", "3d")] == [(1, 12), (2, 12), (1, 13)]
    page.get_by_role("button", name="Paint cover").click()
    page.mouse.move(*tile_of(page, 5, 15))
    page.mouse.down()
    page.mouse.move(*tile_of(page, 8, 15), steps=6)
    page.mouse.up()
    expect_message(page, "4 tiles cover.")

    # An occupied tile: the piece goes back, and the page says why.
    page.get_by_role("button", name="Move pieces").click()
    page.mouse.move(*tile_of(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*tile_of(page, 1, 0), steps=4)
    page.mouse.up()
    expect(page.locator("#messages")).to_contain_text("That cannot be done")
    expect_piece(page, "1a", 0, 0)
    page.get_by_role("button", name="Dismiss").click()

    # Orders with problems: the page lists them, rolls nothing and keeps the text.
    orders(page).fill("Alpha: shoot Nobody\nBravo: move A18")
    page.get_by_role("button", name="Start round 1").click()
    expect(page.locator(".checked-line.is-bad")).to_have_count(2)
    expect(page.locator(".orders-numbers .is-bad")).to_have_text(["1", "2"])
    address = page.locator(".complaint a").last.get_attribute("href")
    assert address == f"/{GAME.slug}/rules/#FC-ORD-11"
    expect(orders(page)).to_have_value("Alpha: shoot Nobody\nBravo: move A18")
    assert_accessible(page)
    assert DESK.rounds(BATTLES.load_head(Battle.objects.get())) == 0

    # Round 1.
    orders(page).fill(DESK.demo_orders)
    page.get_by_role("button", name="Check the orders").click()
    expect(page.locator(".checked-verdict")).to_contain_text("can be played")
    expect(page.locator(".band").first).to_be_visible()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Start round 1").click()
    expect(page.locator(".stage")).to_have_count(5)
    play_to_the_end(page)
    expect(page.locator("#round-title")).to_have_text("Round 1 is over")
    page.get_by_role("button", name="Undo the last phase").click()
    expect(page.get_by_role("button", name="Play Morale and objectives")).to_be_visible()
    page.get_by_role("button", name="Play Morale and objectives").click()
    expect(page.locator(".account")).to_contain_text("Carried forward")

    # An override, from a squad's piece.
    page.locator('#groups [data-at="6a"], #groups [data-at="piece-6a"]').click()
    page.locator("#chosen").get_by_role("link", name="Set HP").click()
    page.locator("#chosen").get_by_label("HP", exact=True).fill("1")
    page.locator("#chosen").get_by_label("Reason").fill("A lucky splinter")
    page.locator("#chosen").get_by_role("button", name="Change it").click()
    expect_message(page, "Set HP.")

    # Round 2, one order by form.
    orders(page).fill("Alpha: shoot Skulkers")
    page.get_by_role("link", name="Enter orders in a form").click()
    expect(page.locator(".order-rows")).to_be_visible()
    page.mouse.click(*tile_of(page, 9, 7))
    expect(page.locator("#chosen")).to_contain_text("Tile J8")
    page.get_by_label("Order for Bravo").select_option("move")
    expect(page.get_by_label("Tile for Bravo")).to_have_value("J8")
    page.get_by_role("button", name="Add the order of Bravo").click()
    expect(orders(page)).to_have_value("Alpha: shoot Skulkers\nBravo: move J8\n")
    page.get_by_role("button", name="Start round 2").click()
    page.get_by_role("button", name="Play the rest of the round").click()
    expect(page.locator("#round-title")).to_have_text("Round 2 is over")

    # The report.
    page.get_by_role("link", name="Report on round 2").click()
    page.get_by_label("Markup").select_option("markdown")
    page.get_by_label("Dice").select_option("every")
    page.get_by_role("button", name="Update").click()
    text = page.get_by_label("The report").input_value()
    assert text.startswith("## Red Hand Ridge, round 2")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".copy-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text
    picture = page.locator(".report-map")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 800
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator(".report-read")).to_contain_text("A lucky splinter")


def test_on_a_phone_by_touch(phone):
    begin(phone)
    phone.touchscreen.tap(*tile_of(phone, 0, 3))
    expect(phone.locator("#chosen h2")).to_contain_text("1j")
    phone.locator("#chosen").get_by_role("button", name="Move 1j").tap()
    phone.touchscreen.tap(*tile_of(phone, 4, 3))
    expect_message(phone, "1j at E4.")
    assert stored_place("1j") == (4, 3)

    # A piece beside the map.
    phone.get_by_text("Change by hand", exact=True).tap()
    phone.locator(".desk-edits").get_by_role("link", name="Place a unit").tap()
    phone.locator("#chosen").get_by_label("Tile").fill("")
    phone.locator("#chosen").get_by_role("button", name="Change it").tap()
    waiting = phone.locator(".board-beside").get_by_role("link", name="1a")
    waiting.tap()
    phone.touchscreen.tap(*tile_of(phone, 5, 1))
    expect_message(phone, "1a at F2.")
    expect(waiting).to_have_count(0)

    # A drag with a finger.
    session = phone.context.new_cdp_session(phone)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end = tile_of(phone, 4, 3), tile_of(phone, 6, 5)
    touch("touchStart", *start)
    for part in (0.25, 0.5, 0.75, 1.0):
        touch("touchMove", *(a + (b - a) * part for a, b in zip(start, end, strict=True)))
    touch("touchEnd")
    expect_message(phone, "1j at G6.")
    assert stored_place("1j") == (6, 5)

    phone.get_by_role("navigation", name="Parts of the desk").get_by_role("link", name="Orders").tap()
    phone.get_by_role("button", name="Start round 1").tap()
    phone.get_by_role("button", name="Play the rest of the round").tap()
    expect(phone.locator("#round-title")).to_have_text("Round 1 is over")
    assert_accessible(phone)


def test_short_fields_stand_side_by_side_on_a_phone(phone):
    phone.goto(f"/{GAME.slug}/calculators/shooting/")
    tops = [phone.get_by_label(name, exact=True).first.evaluate(TOP) for name in ("Units", "ATK")]
    assert tops[0] == tops[1]
    begin(phone)
    tops = [phone.get_by_label("Seed").evaluate(TOP), phone.get_by_role("button", name="Start round 1").evaluate(TOP)]
    assert tops[0] == tops[1]


def test_with_keys_alone(desktop):
    begin(desktop)
    keyboard = desktop.keyboard
    board = desktop.get_by_role("application", name="Map")
    status = desktop.locator("#board-said")
    board.focus()
    for key in ("n", "n", "p"):
        keyboard.press(key)
    expect(status).to_contain_text("1b")
    keyboard.press("Enter")
    expect(status).to_have_text("1b picked up: choose a tile, or press Escape.")
    keyboard.press("Shift+ArrowRight")
    keyboard.press("ArrowDown")
    expect(status).to_have_text("open")
    keyboard.press("Enter")
    expect_message(desktop, "1b at G2.")
    assert stored_place("1b") == (6, 1)
    expect(board).to_be_focused()
    keyboard.press("Enter")
    expect(status).to_contain_text("1b picked up")
    keyboard.press("Escape")
    expect(status).to_have_text("Let go.")
    keyboard.press("Control+z")
    expect_message(desktop, "Undone: 1b at G2.")
    assert stored_place("1b") == (1, 0)

    # The focus stays on the button: phase after phase is played with Enter.
    desktop.get_by_role("button", name="Start round 1").press("Enter")
    desktop.get_by_role("button", name="Play Command resolution").press("Enter")
    expect(desktop.get_by_role("button", name="Play Shooting")).to_be_focused()
    keyboard.press("Enter")
    expect(desktop.get_by_role("button", name="Play Melee")).to_be_focused()


RECORD_KEY_DELAYS = """() => {
  window.times = [];
  addEventListener("keydown", ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))), true);
}"""
"""Records how long after each key press the page is drawn."""


def median_delay(page: Page, box: Locator) -> float:
    """The median of the milliseconds until a line break in the middle of a box is drawn."""
    box.evaluate("box => { box.focus(); box.setSelectionRange(18000, 18000); times.length = 0; }")
    for _ in range(9):
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
    times: list[float] = page.evaluate("times")
    return statistics.median(times)


def test_three_thousand_lines_are_typed_in_as_in_any_box(phone):
    begin(phone)
    phone.context.new_cdp_session(phone).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    text = "Alpha: hold\n" * 2999 + "Alpha: dance"
    phone.evaluate(RECORD_KEY_DELAYS)
    put = "(box, text) => { box.value = text; box.dispatchEvent(new Event('input', { bubbles: true })); }"
    orders(phone).evaluate(put, text)
    delay = median_delay(phone, orders(phone))
    phone.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'bare', rows: 24 }))")
    bare = phone.locator("#bare")
    bare.evaluate("(box, text) => { box.style.whiteSpace = 'pre'; box.value = text; }", text)
    assert delay < 4 * median_delay(phone, bare)
    bare.evaluate("box => box.remove()")

    # The numbers are those of the visible lines, and checked lines are marked.
    orders(phone).evaluate(put, text)
    numbers = phone.locator(".orders-numbers li")
    expect(numbers).to_have_count(100)
    phone.get_by_role("button", name="Check the orders").click()
    expect(phone.locator("#orders-checked")).to_contain_text("2800 more lines are not listed here.")
    orders(phone).evaluate("box => { box.scrollTop = box.scrollHeight; }")
    expect(numbers.last).to_have_text("3000")
    expect(phone.locator(".orders-numbers .is-bad").last).to_have_text("3000")
    level = "element => Math.round(element.getBoundingClientRect().bottom)"
    bottom = orders(phone).evaluate(level)
    assert abs(numbers.last.evaluate(level) - bottom) < 30
    expect(orders(phone)).to_have_value(text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_players_look_at_the_battle_by_its_link(open_page, theme):
    master = open_page(360, 640, has_touch=True, is_mobile=True, color_scheme=theme)
    begin(master)
    master.get_by_role("button", name="Start round 1").click()
    master.get_by_role("button", name="Play the rest of the round").click()
    expect_message(master, "Round 1 played to its end.")
    master.locator(".desk-buttons .menu summary").click()
    master.get_by_role("link", name="Players’ link").click()
    master.get_by_role("button", name="Create a link").click()
    address = master.get_by_label("Address").input_value()

    player = open_page(360, 640, has_touch=True, is_mobile=True, color_scheme=theme)
    player.goto(address)
    expect(player.get_by_role("heading", level=1)).to_have_text(DESK.name(DESK.demo()))
    expect(player.locator(".report-read")).to_contain_text("Carried forward")
    player.locator("#groups-title").scroll_into_view_if_needed()
    player.get_by_role("link", name="1a", exact=True).click()
    expect(player.locator("#chosen")).to_contain_text("1a at")
    assert_accessible(player)

    master.locator(".withdraw summary").click()
    master.get_by_role("button", name="Withdraw it").click()
    expect(master.get_by_role("button", name="Create a link")).to_be_visible()
    player.reload()
    expect(player.get_by_role("heading", level=1)).to_have_text("No longer shared")
    assert_accessible(master)
    master.get_by_role("button", name="Undo the withdrawal of this link").click()
    expect(master.get_by_label("Address")).to_have_value(address)


def test_another_window_saves_first(desktop):
    begin(desktop)
    other = desktop.context.new_page()
    other.goto(desktop.url)
    desktop.get_by_role("button", name="Start round 1").click()
    expect(desktop.get_by_role("button", name="Play Command resolution")).to_be_visible()
    orders(other).fill("Alpha: hold")
    other.get_by_role("button", name="Start round 1").click()
    expect(other.locator("#orders .alert")).to_contain_text("changed in another window")
    expect(orders(other)).to_have_value("Alpha: hold")
    assert DESK.orders(BATTLES.load_head(Battle.objects.get())) == DESK.demo_orders


@pytest.mark.parametrize("width", [1024, 1280])
def test_map_and_tools_are_seen_whole_on_a_desktop(open_page, width):
    page = open_page(width, 768)
    begin(page)
    board = page.locator("#board")
    expect(board.locator("svg")).to_be_visible()
    assert board.evaluate("board => board.scrollWidth <= board.clientWidth")
    tops = page.locator(".map-tools button").evaluate_all("each => each.map(tool => tool.getBoundingClientRect().top)")
    assert len(set(tops)) == 1


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
def test_a_double_tap_plays_one_phase(open_page, pointer):
    page = open_page() if pointer == "mouse" else open_page(360, 740, has_touch=True, is_mobile=True)
    begin(page)
    page.get_by_role("button", name="Start round 1").click()
    play = page.get_by_role("button", name="Play Command resolution")
    play.scroll_into_view_if_needed()
    box = play.bounding_box()
    assert box
    place = box["x"] + 20, box["y"] + box["height"] / 2
    touches = page.context.new_cdp_session(page)
    start = time.time()
    for count in (1, 2):
        if pointer == "mouse":
            page.mouse.move(*place)
            page.mouse.down(click_count=count)
            page.mouse.up(click_count=count)
        else:
            # The taps are 0.2 seconds apart, however long the first response takes.
            at = start + 0.2 * count
            points = [{"x": place[0], "y": place[1]}]
            touches.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points, "timestamp": at})
            touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": at + 0.02})
        # The second tap comes after the first response, and hits the button that has replaced the first one.
        page.locator("#round").get_by_role("button", name="Play Shooting").wait_for()
    page.wait_for_load_state("networkidle")
    expect_message(page, "Command resolution.")
    assert [stage.state for stage in DESK.stages(BATTLES.load_head(Battle.objects.get()))][:2] == ["done", "next"]


def test_a_double_tap_without_scripts_shows_the_round_as_played(open_page):
    page = open_page(java_script_enabled=False)
    begin(page)
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Play the rest of the round").dblclick()
    expect(page.locator("#round-title")).to_have_text("Round 1 is over")
    assert DESK.rounds(BATTLES.load_head(Battle.objects.get())) == 1


def test_the_order_form_is_closed_until_the_response_comes(open_page):
    page = open_page(expected="htmx: htmx:error: Failed to fetch")
    begin(page)
    page.get_by_role("link", name="Enter orders in a form").click()
    pending: list[Route] = []
    page.route("**/orders", lambda route: pending.append(route))
    orders(page).fill("Alpha: shoot Skulkers")
    page.get_by_label("Order for Bravo").select_option("move")
    page.get_by_label("Tile for Bravo").fill("J8")
    with page.expect_request("**/orders"):
        page.get_by_role("button", name="Add the order of Bravo").click()
    expect(page.locator("#orders")).to_have_js_property("inert", True)
    orders(page).evaluate("box => box.focus()")
    page.keyboard.type("lost")
    expect(orders(page)).to_have_value("Alpha: shoot Skulkers")

    pending.pop().continue_()
    expect(orders(page)).to_have_value("Alpha: shoot Skulkers\nBravo: move J8\n")
    expect(page.locator("#orders")).to_have_js_property("inert", False)

    # If no response comes, the form opens again with its contents.
    page.get_by_label("Order for Charlie").select_option("move")
    page.get_by_label("Tile for Charlie").fill("C12")
    with page.expect_request("**/orders"):
        page.get_by_role("button", name="Add the order of Charlie").click()
    expect(page.locator("#orders")).to_have_js_property("inert", True)
    pending.pop().abort()
    expect(page.locator("#orders")).to_have_js_property("inert", False)
    expect(orders(page)).to_have_value("Alpha: shoot Skulkers\nBravo: move J8\n")
    page.unroute("**/orders")
    page.get_by_role("button", name="Add the order of Charlie").click()
    expect(orders(page)).to_have_value("Alpha: shoot Skulkers\nBravo: move J8\nCharlie: move C12\n")


def test_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    begin(page)
    page.get_by_role("button", name="Start round 1").click()
    page.get_by_role("button", name="Play Command resolution").click()
    page.get_by_role("link", name="Charlie").first.click()
    page.locator("#chosen").get_by_role("link", name="Break or rally").click()
    page.get_by_role("button", name="Change it").click()
    expect(page.locator("#groups")).to_contain_text("broken")
    page.get_by_role("button", name="Undo: Break or rally").click()
    expect(page.locator("#groups")).not_to_contain_text("broken")


def test_players_who_watch_see_each_round_as_it_ends(desktop: Page, open_page) -> None:
    begin(desktop)
    battle = Battle.objects.get()
    Battle.objects.update(link_token="watched")
    watching = open_page(360, 640)
    watching.goto("/b/watched/")
    said, board = watching.locator(".desk-said"), watching.locator(".board")
    expect(said).to_have_text("Before round 1.")
    board.evaluate("board => board.scrollTo(120, 0)")
    state = DESK.give_orders(BATTLES.load_head(battle), DESK.demo_orders, 8236417)
    while DESK.stages(state):
        state = DESK.play_phase(state)
    BATTLES.save(battle, battle.head, state, "A round")
    expect(said).to_have_text("Round 1 is over.")
    expect(watching.get_by_role("link", name="Round 1")).to_be_visible()
    assert board.evaluate("board => board.scrollLeft") == 120
