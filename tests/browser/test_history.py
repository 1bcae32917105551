"""Two browsers editing one army, its history, dropped files and suggestions."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import FilePayload, Page, expect

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from tests.browser.accessibility import assert_accessible
from tests.browser.test_builder import choose, field, found, said, status, unfold, units

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _empty_desk():
    """Clear the cache of armies."""
    ARMIES.cache.clear()


def tank_group(page: Page) -> None:
    """An army of one ready group."""
    found(page)
    page.locator("#first-step").get_by_role("button", name="Tank group", exact=True).click()
    expect(units(page)).to_have_count(12)


def sign_in(page: Page, address: str) -> None:
    """As Alice, who has an account."""
    alice, _ = User.objects.get_or_create(username="alice")
    session = Client()
    session.force_login(alice)
    page.context.add_cookies([{"name": "sessionid", "value": session.cookies["sessionid"].value, "url": address}])


def test_two_browsers_edit_one_army_at_once_and_nothing_is_lost(open_page: Callable[..., Page], live_server):
    desk, phone = open_page(), open_page(360, 740, has_touch=True, is_mobile=True)
    for page in (desk, phone):
        sign_in(page, live_server.url)
    tank_group(desk)
    address = desk.url.split("?")[0]
    phone.goto(address)
    expect(units(phone)).to_have_count(12)

    choose(desk, 2)
    field(desk, "Posture").select_option("LAS")
    said(desk, "Challenger 2: Posture: ARMOUR → LAS")
    units(desk).nth(11).get_by_role("button", name="One more").click()
    expect(units(desk)).to_have_count(13)

    # The other browser shows the older army: the same stand gets another posture, and also a name.
    unfold(phone)
    units(phone).nth(2).locator(".unit-link").tap()
    field(phone, "Posture").select_option("PDA")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Newer changes were saved")
    assert_accessible(phone)
    expect(phone.locator(".versions li")).to_have_count(3)
    collision = phone.get_by_role("group", name=re.compile("Posture"))
    expect(collision).to_contain_text("yours: PDA")
    expect(collision).to_contain_text("the other: LAS")
    collision.get_by_label("the other: LAS").check()
    phone.get_by_role("button", name="Merge both").tap()
    expect(units(phone)).to_have_count(13)
    assert load_head(Army.objects.get()).force.groups[0].units[2].spec.posture.value == "LAS"

    # Back at the first browser, whose page is now the older one: changes without a conflict are merged at once.
    choose(desk, 0)
    field(desk, "Notes").fill("From the desk")
    field(desk, "Notes").blur()
    expect(desk.locator("#said")).to_contain_text("Changes made elsewhere in the meantime are included.")
    expect(units(desk)).to_have_count(13)
    assert load_head(Army.objects.get()).force.groups[0].units[0].notes == "From the desk"

    kept = list(Revision.objects.order_by("number").values_list("aside", flat=True))
    assert kept == [False, False, False, False, True, False, True, False]
    desk.goto(f"{address}history")
    expect(desk.locator(".revision")).to_have_count(8)
    expect(desk.get_by_text("Set aside")).to_have_count(2)


def test_the_past_is_looked_at_compared_and_restored(desktop: Page):
    tank_group(desktop)
    unfold(desktop)
    units(desktop).nth(3).get_by_role("button", name="Remove").click()
    expect(units(desktop)).to_have_count(11)
    desktop.locator(".builder-menu summary").click()
    desktop.get_by_role("link", name="History").click()
    expect(desktop.locator(".revision h2")).to_have_text(
        [re.compile("Removed Challenger 2"), re.compile("Added Tank group"), re.compile("New army")]
    )
    desktop.get_by_role("button", name="Compare the two selected").click()
    expect(desktop.locator(".differences tbody tr")).to_have_count(1)
    expect(desktop.locator(".differences")).to_contain_text("MBTn MOBILE")
    assert_accessible(desktop)
    desktop.get_by_role("button", name="Restore revision 2").click()
    expect(units(desktop)).to_have_count(12)
    desktop.get_by_role("button", name=re.compile("^Undo: Restored revision 2")).click()
    expect(units(desktop)).to_have_count(11)
    desktop.reload()
    desktop.get_by_role("button", name=re.compile("^Redo: Restored revision 2")).click()
    expect(units(desktop)).to_have_count(12)


DROP = """text => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "army.json", { type: "application/json" }));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: carried }));
}"""


def test_a_file_is_saved_dropped_or_chosen_looked_into_and_stored(desktop: Page):
    tank_group(desktop)
    address = desktop.url.split("?")[0]
    desktop.goto(f"{address}files")
    with desktop.expect_download() as download:
        desktop.get_by_role("link", name=re.compile("Download Army file")).click()
    text = download.value.path().read_text()
    desktop.goto("/armies/import")
    desktop.evaluate(DROP, text.replace('"hq": true', '"hq": false', 1))
    expect(desktop.get_by_role("heading", level=1)).to_have_text("1st Division")
    expect(desktop.get_by_text("This battle group has no BGHQ. Mark one of its stands.")).to_be_visible()
    assert_accessible(desktop)
    desktop.get_by_role("link", name="Another file").click()
    file: FilePayload = {"name": "army.json", "mimeType": "application/json", "buffer": text.encode()}
    desktop.get_by_label("File", exact=True).set_input_files(file)
    expect(desktop.get_by_role("heading", level=1)).to_have_text("1st Division")
    expect(desktop.get_by_text("Legal: no rule is broken")).to_be_visible()
    assert Army.objects.count() == 1
    desktop.get_by_role("button", name="Save this army").click()
    expect(units(desktop)).to_have_count(12)
    assert Army.objects.count() == 2


@pytest.mark.parametrize("width", [360, 1280])
def test_a_group_is_completed_and_a_problem_fixed(open_page: Callable[..., Page], width: int):
    page = open_page(width, 800)
    tank_group(page)
    address = page.url.split("?")[0]
    for left in (11, 10):
        units(page).nth(left).get_by_role("button", name="Remove").click()
        expect(units(page)).to_have_count(left)
    page.goto(f"{address}?at=g1#inspector")
    page.locator("#inspector").get_by_role("link", name="Fill up").click()
    expect(page.locator(".suggestions > li")).to_have_count(3)
    page.locator(".suggestions button").first.click()
    expect(units(page)).to_have_count(12)
    expect(status(page)).to_have_text("Legal")
    told, undo = page.locator("#said"), page.get_by_role("button", name=re.compile("^Undo"))
    expect(told).to_have_text(re.compile("^Completed "))
    expect(page.locator("#messages .alert")).to_have_count(0)
    above, below = undo.bounding_box(), told.bounding_box()
    assert above
    assert below
    top = above["y"] if width == 1280 else above["y"] + above["height"]
    assert top <= below["y"] <= top + 40
    undo.click()
    expect(units(page)).to_have_count(10)
    page.get_by_role("button", name=re.compile("^Redo")).click()
    expect(units(page)).to_have_count(12)
    units(page).nth(0).get_by_role("button", name="Remove").click()
    expect(units(page)).to_have_count(11)
    page.goto(f"{address}#findings")
    page.get_by_role("link", name=re.compile("Fix.*no BGHQ")).click()
    expect(page.locator(".suggestions")).to_contain_text(re.compile("Change BGHQ of .* from no to yes"))
    assert_accessible(page)
    page.locator(".suggestions button").first.click()
    expect(status(page)).to_have_text("1 error")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_random_group_is_added_by_keyboard(open_page: Callable[..., Page], width: int):
    page = open_page(width, 800)
    tank_group(page)
    random = page.get_by_role("link", name="Random battle group")
    random.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Random battle group")
    expect(page.get_by_role("button", name="Add to ")).to_be_focused()
    expect(page.get_by_text("After this: Legal")).to_be_visible()
    assert_accessible(page)
    seed = page.locator("[name=seed]").get_attribute("value")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[name=seed]")).not_to_have_attribute("value", str(seed))
    expect(page.get_by_role("button", name="Add to ")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text(re.compile("Added Random battle group"))
    expect(page.locator("#groups > section")).to_have_count(2)
    expect(status(page)).to_have_text("Legal")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#groups > section")).to_have_count(1)
