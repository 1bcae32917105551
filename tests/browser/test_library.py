"""A player's library in a browser: put in order, shared, loaded by somebody else on a phone, played against."""

import re
from io import BytesIO

import pytest
from django.core.management import call_command
from PIL import Image
from playwright.sync_api import Page, expect

from armybuilder.armies.examples import store_example
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import ArmyPicture
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.phones import begin_example
from tests.browser.test_builder import choose
from tests.visitors import ALICE, browser_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _fresh():
    """The games' entries are there, and nothing lies about from another test."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)


def found(page: Page, name: str) -> None:
    """Found an army from the first ready group."""
    page.goto("/armies/new/mbt2020")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start building").click()
    page.locator("#first-step button").first.click()
    expect(page.locator("#groups .unit")).to_have_count(12)


def let_in(page: Page, site: str) -> None:
    """The page's browser is Alice's."""
    cookies = browser_of(ALICE).cookies.items()
    page.context.add_cookies([{"name": name, "value": each.value, "url": site} for name, each in cookies])


def photograph() -> bytes:
    """A large picture, as phones make them."""
    made = BytesIO()
    Image.effect_noise((2400, 1800), 90).convert("RGB").save(made, "JPEG", quality=92)
    return made.getvalue()


def test_an_army_is_put_in_order_shared_and_played_against(desktop, phone):
    found(desktop, "Reserve")
    found(desktop, "Iron Brigade")
    rows = desktop.locator("#groups .unit")
    choose(desktop, 1)
    inspector = desktop.locator("#inspector")
    inspector.get_by_label("Notes").fill("Keep behind the hill")
    inspector.get_by_label("Notes").blur()
    expect(rows.nth(1).locator(".part-notes")).to_have_text("Keep behind the hill")
    photo = photograph()
    assert len(photo) > 1_500_000, "the page makes it smaller before it is sent"
    inspector.get_by_label("Picture", exact=True).set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
    )
    inspector.get_by_role("button", name="Save the picture").click()
    expect(rows.nth(1).locator(".unit-picture")).to_be_visible()
    assert ArmyPicture.objects.get().width == 1280
    choose(desktop, 2)
    expect(inspector.locator(".part-picture")).to_have_count(1)
    expect(inspector.locator(".part-picture img")).to_have_count(0)
    assert_accessible(desktop)

    desktop.get_by_role("link", name="My armies").first.click()
    desktop.get_by_label("Tick Reserve").check()
    bar = desktop.get_by_role("form", name="With the ticked armies")
    bar.get_by_label("Folder or campaign").fill("Winter")
    bar.get_by_role("button", name="Move", exact=True).click()
    expect(desktop.locator("#messages")).to_contain_text("1 army moved to Winter.")
    names = desktop.locator("li.army h2")
    expect(names).to_have_text(["Iron Brigade", "Reserve"])
    desktop.locator("summary", has_text="Filter").click()
    desktop.locator("main").get_by_label("Search").fill("hill")
    expect(names).to_have_text(["Iron Brigade"])
    desktop.locator("main").get_by_label("Search").fill("")
    desktop.get_by_label("Folder", exact=True).select_option("Winter")
    expect(names).to_have_text(["Reserve"])
    assert_accessible(desktop)
    desktop.keyboard.press("Escape")
    desktop.get_by_role("button", name="Delete Reserve").click()
    desktop.get_by_role("button", name="Undo").click()
    expect(names).to_have_text(["Iron Brigade", "Reserve"])

    desktop.get_by_role("link", name="Share Iron Brigade").click()
    desktop.get_by_role("button", name="Create a link").click()
    address = desktop.locator("input[readonly]").input_value()
    code = desktop.get_by_alt_text("QR code of this link")
    expect(code).to_be_visible()
    expect(code).not_to_have_js_property("naturalWidth", 0)

    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Iron Brigade")
    expect(phone.locator("#groups .unit")).to_have_count(12)
    expect(phone.locator(".unit-picture")).to_be_visible()
    expect(phone.get_by_text("Keep behind the hill")).to_have_count(0)
    expect(phone.locator("#findings")).to_contain_text("Legal")
    expect(phone.get_by_role("link", name="Play against it")).to_have_attribute(
        "href", re.compile(r"^/mbt2020/matches/new\?opposing=")
    )
    phone.locator(".shared-notice summary").click()
    phone.get_by_role("button", name="Save to opponents").click()
    expect(phone.get_by_role("link", name="Saved to your list of opponents")).to_be_visible()
    phone.locator(".shared-notice summary").click()
    phone.get_by_role("button", name="Copy to my armies").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Iron Brigade (copy)")
    phone.goto("/armies/")
    phone.get_by_label(re.compile("^Tick ")).check()
    assert_accessible(phone)

    phone.goto("/mbt2020/calculators/engagement/")
    phone.get_by_label("Your army").select_option("Iron Brigade (copy)")
    phone.get_by_label("Opposing army").select_option("Iron Brigade (opponent)")
    expect(phone.get_by_label("Opposing unit")).to_be_visible()
    phone.goto("/opponents/")
    assert_accessible(phone)

    desktop.locator(".withdraw summary").click()
    desktop.get_by_role("button", name="Withdraw it").click()
    expect(desktop.locator("#messages")).to_contain_text("The link was withdrawn")
    phone.reload()
    expect(phone.get_by_text("The link was withdrawn.")).to_be_visible()
    assert phone.goto(address).status == 410
    expect(phone.get_by_role("heading", level=1)).to_have_text("No longer shared")
    assert_accessible(desktop)
    desktop.get_by_role("button", name="Undo").click()
    assert phone.goto(address).status == 200


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_first_army_and_the_first_game_are_in_the_first_screen(open_page, live_server, width, height):
    game = get_ruleset("mbt2020")
    create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
    begin_example(game.slug)
    page = open_page(width, height)
    let_in(page, live_server.url)
    for address in ("/armies/", "/matches/"):
        page.goto(address)
        box = page.locator("li.army").first.bounding_box()
        assert box["y"] + box["height"] <= height
        for menu in page.locator(".library-head summary").all():
            menu.click()
            panel = page.locator(".library-head .menu[open] > .sheet").bounding_box()
            assert panel["x"] >= 0
            assert panel["x"] + panel["width"] <= width
            assert_accessible(page)
            page.locator("h1").click()
            expect(page.locator(".library-head .menu[open]")).to_have_count(0)


@pytest.mark.parametrize(("width", "height", "beside"), [(360, 640, []), (740, 360, ["Print"]), (1280, 800, ["Print"])])
def test_the_menu_of_a_row_has_what_cards_offer(open_page, live_server, width, height, beside):
    game = get_ruleset("mbt2020")
    for name in ("New army", "Second army"):
        create_army(LoadedArmy(game, game.demo()), name, Author(None, ALICE.hash))
    create_army(LoadedArmy(game, game.new_force()), "New army", Author(None, ALICE.hash))
    page = open_page(width, height, permissions=["clipboard-read", "clipboard-write"])
    let_in(page, live_server.url)
    page.goto("/armies/?view=")
    on_card = page.locator("li.army[data-army]").first.locator(".army-tools").locator("a, button")
    expect(on_card).to_have_text(["Copy", "Copy link", "Share", "Print", "Delete"])
    assert len({(each.bounding_box() or {})["y"] for each in on_card.all()}) == 1
    page.goto("/armies/?view=rows&sort=size")
    rows = page.locator("li.army[data-army]")
    heights = {(each.bounding_box() or {})["height"] for each in rows.all()}
    assert max(heights) <= 64
    assert max(heights) - min(heights) <= 1
    row = rows.first
    tools = row.locator(".army-tools").locator("a:visible, button:visible")
    expect(row.locator("time")).to_be_visible()
    expect(tools).to_have_text(beside)
    row.get_by_label("More for").click()
    expect(tools).to_have_text([*beside, "Copy", "Copy link", "Share", *(["Print"] if not beside else []), "Delete"])
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert_accessible(page)
    row.get_by_role("button", name="Copy link").click()
    expect(row.get_by_role("status")).to_have_text("Link copied.")
    assert "/s/" in page.evaluate("() => navigator.clipboard.readText()")
    row.get_by_role("button", name="Copy 3rd").click()
    page.locator("#builder").wait_for()


def test_empty_lists_show_pictures_and_the_way_on(phone):
    store_example(get_ruleset("mbt2020"))
    for address, way in (
        ("/armies/", "Start an army for MBT 2020"),
        ("/matches/", None),
        ("/opponents/", "How links work"),
    ):
        phone.goto(address)
        picture = phone.locator("main img").first
        picture.scroll_into_view_if_needed()
        expect(picture).not_to_have_js_property("naturalWidth", 0)
        if way:
            expect(phone.get_by_role("button", name=way).or_(phone.get_by_role("link", name=way))).to_be_visible()
        assert_accessible(phone)


def test_own_entries_are_shared_as_a_set(desktop, phone):
    desktop.goto("/forge-of-war/catalogue/weapon/new")
    desktop.locator("#id_name").fill("Sun lance")
    desktop.get_by_label("Range", exact=True).fill("30")
    desktop.get_by_label("Weapon Value").fill("3")
    desktop.locator("#part_spec-weight_of_fire").get_by_label("Weight of fire").select_option("Fixed")
    desktop.get_by_label("Dice", exact=True).first.fill("2")
    desktop.get_by_role("button", name="Save", exact=True).click()
    desktop.get_by_label("Picture (for example, insignia)").set_input_files(
        {"name": "sun.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
    )
    desktop.get_by_role("button", name="Save the picture").click()
    expect(desktop.get_by_alt_text("Picture of Sun lance")).to_be_visible()
    assert_accessible(desktop)
    desktop.goto("/forge-of-war/collections/")
    desktop.get_by_label("Name").fill("Sun weapons")
    desktop.get_by_label("Sun lance").check()
    desktop.get_by_role("button", name="Create the set").click()
    phone.goto(desktop.locator("input[readonly]").input_value())
    expect(phone.get_by_role("row", name=re.compile("Sun lance"))).to_contain_text("new to you")
    phone.get_by_role("button", name="Copy to my catalogue").click()
    expect(phone.locator("#messages")).to_contain_text("1 entry was added to your catalogue.")
    expect(phone.get_by_role("link", name="Sun lance")).to_be_visible()
