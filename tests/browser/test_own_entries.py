"""Own entries in a browser: written by form and by table, and used in an army."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.armies.revisions import ARMIES
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CATALOGUE = "/forge-of-war/catalogue/"


@pytest.fixture(autouse=True)
def _catalogue():
    """The games' entries are there, and nothing lies about from another test."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)


def message(page: Page, words: str) -> None:
    """Expect these words on the page."""
    expect(page.locator("#messages")).to_contain_text(words)


def test_own_entries_by_form_and_by_table_fight_in_an_army(desktop):
    desktop.goto(f"{CATALOGUE}troop_type/")
    desktop.get_by_role("link", name="Write your own").click()
    desktop.locator("#id_name").fill("Sky Guard")
    desktop.get_by_label("Shooting Value").fill("100")
    desktop.get_by_role("button", name="Save", exact=True).click()
    expect(desktop.locator(".invalid-feedback")).to_have_text("Enter a number from -99 to 99, not 100.")
    expect(desktop.locator("#id_name")).to_have_value("Sky Guard")
    assert_accessible(desktop)
    desktop.get_by_label("Shooting Value").fill("6")
    desktop.get_by_role("button", name="Save", exact=True).click()
    message(desktop, "Sky Guard is in your catalogue.")

    desktop.goto(f"{CATALOGUE}weapon/")
    desktop.locator(".buttons .menu summary").click()
    desktop.get_by_role("link", name="Paste a table").click()
    desktop.get_by_label("Table", exact=True).fill(
        "Name\tRange\tWeight of fire\tDice\nSun lance\t30\tfixed\t2\nDud\tfar\tfixed\t1\n"
    )
    desktop.get_by_role("button", name="Check the table").click()
    expect(desktop.locator(".mistakes")).to_have_text("Range: enter a whole number")
    desktop.get_by_role("button", name="Save 1 entry").click()
    message(desktop, "1 entry is in your catalogue. 1 with mistakes left out.")

    desktop.goto("/armies/new/forge-of-war")
    desktop.get_by_role("button", name="Start building").click()
    own = desktop.locator("#own-entries")
    own.get_by_role("button", name="Sun lance").click()
    expect(desktop.locator("#said")).to_contain_text("Sun lance can be chosen in this")
    expect(own).to_contain_text("Available in this army")
    own.get_by_role("button", name="Sky Guard").click()
    expect(desktop.locator("#said")).to_contain_text("Added 1 × Sky Guard")
    expect(desktop.locator("#groups .unit")).to_have_count(1)
    inspector = desktop.locator("#inspector")
    inspector.get_by_role("button", name="Add weapon").click()
    expect(inspector.locator("option", has_text="Sun lance").first).to_be_attached()
    assert_accessible(desktop)


COVERED = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_pasted_entries_go_to_an_army_from_the_first_screen(open_page, width, height):
    page = open_page(width, height)
    page.goto(f"{CATALOGUE}weapon/paste")
    rows = "\n".join(f"Lance {number}\t30\tfixed\t2" for number in range(20))
    page.get_by_label("Table", exact=True).fill(f"Name\tRange\tWeight of fire\tDice\n{rows}")
    page.get_by_role("button", name="Check the table").click()
    save = page.get_by_role("button", name="Save and add")
    expect(save).to_be_in_viewport(ratio=1)
    assert_accessible(page)
    save.click()
    page.locator("#builder").wait_for()
    message(page, "20 entries are in your catalogue.")
    expect(page.locator("#messages > .alert")).to_be_in_viewport(ratio=1)
    assert [page.locator(part).evaluate(COVERED) for part in ("#army-name", "#print", ".builder-menu")] == [False] * 3


@pytest.mark.parametrize("scripts", [True, False])
def test_a_form_shows_what_applies_and_the_card_beside_it(open_page, scripts):
    page = open_page(java_script_enabled=scripts)
    page.goto(f"{CATALOGUE}weapon/new")
    part = page.locator("#part_spec-weight_of_fire")
    by_kind = {
        "Not given": [],
        "Fixed": ["Dice"],
        "By target": ["Dice against infantry", "Dice against a horde", "Dice against a vehicle"],
        "Area": ["Radius"],
    }
    for kind, labels in by_kind.items():
        part.get_by_label("Weight of fire").select_option(kind)
        assert [each.inner_text() for each in part.locator("label").all() if each.is_visible()][1:] == labels
    part.get_by_label("Weight of fire").select_option("By range")
    expect(part.get_by_role("button", name="Add range band")).to_be_visible()
    expect(page.get_by_label("Blast radius")).to_be_hidden()
    page.get_by_label("Indirect fire").check()
    expect(page.get_by_label("Blast radius")).to_be_visible()
    part.get_by_label("Weight of fire").select_option("By target")
    part.get_by_label("Dice against a horde").fill("9")
    page.locator("#id_name").fill("Sun lance")
    page.get_by_label("Range", exact=True).fill("36")
    page.get_by_label("Weapon Value").focus()
    if not scripts:
        page.get_by_role("button", name="Show the card").click()
    card = page.frame_locator("#entry-card").locator("main")
    for words in ("Sun lance", "36″", "0/9/0"):
        expect(card).to_contain_text(words)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.frame_locator(".card-frame").locator("main")).to_contain_text("0/9/0")
    expect(page.locator("main")).not_to_contain_text("Weight of fire")
    if scripts:
        assert_accessible(page)


def test_a_vehicle_is_asked_what_applies_to_its_sub_class(phone):
    phone.goto("/mbt2020/catalogue/troop_type/new")
    asked = {"MBTn": (False, False), "ART+": (False, True), "AIR-": (True, False)}
    for sub_class, shown in asked.items():
        phone.get_by_label("Sub-class").select_option(sub_class)
        boxes = [phone.get_by_role("checkbox", name=name) for name in ("Helicopter", "Rocket launcher")]
        assert tuple(box.is_visible() for box in boxes) == shown


def test_the_card_is_one_tap_from_every_field_on_a_phone(phone):
    phone.goto(f"{CATALOGUE}weapon/new")
    phone.get_by_label("Range", exact=True).fill("36")
    expect(phone.frame_locator("#entry-card").locator("main")).to_contain_text("36″")  # while the field has the focus
    phone.get_by_label("Weapon Value").focus()
    expect(phone.locator("#entry-card")).not_to_be_in_viewport()
    phone.get_by_role("link", name="See the card").click()
    expect(phone.locator("#entry-card")).to_be_in_viewport(ratio=0.5)
    expect(phone.frame_locator("#entry-card").locator("main")).to_contain_text("36″")


def test_the_pages_fit_a_phone(phone):
    for part in ("weapon/new", "troop_type/new"):
        phone.goto(f"{CATALOGUE}{part}")
        assert_accessible(phone)
    phone.goto(f"{CATALOGUE}weapon/paste")
    phone.get_by_label("Table", exact=True).fill(
        "Name\tRange\tweight_of_fire.kind\tweight_of_fire.dice\nSun lance\t30\tfixed\t2\nDud\tfar\tfixed\t1\n"
    )
    phone.get_by_role("button", name="Check the table").click()
    expect(phone.locator(".mistakes")).to_have_text("Range: enter a whole number")
    assert_accessible(phone)


def test_the_card_of_an_entry_is_drawn_whole(open_page):
    page = open_page()
    for address in ("mbt2020/catalogue/troop_type", "forge-of-war/catalogue/weapon", "forum-combat/catalogue/ability"):
        page.goto(f"/{address}/new")
        frame = page.locator("#entry-card").element_handle().content_frame()
        sizes = "each => [each.scrollWidth, each.scrollHeight, each.clientWidth, each.clientHeight]"
        *content, card_width, card_height = frame.locator(".card").evaluate(sizes)
        assert content == [card_width, card_height]
        *content, width, height = frame.locator("html").evaluate(sizes)
        assert content == [width, height]
        assert 0 < width - card_width < 4
        if frame.locator(".low").count() == 0:
            assert 0 < height - card_height < 4
        else:
            # The card of what is no unit ends below what it says.
            ends = "each => each.getBoundingClientRect().bottom"
            last = frame.locator(".card .body > :last-child").evaluate(ends)
            assert 0 < frame.locator(".card").evaluate(ends) - last < 12
            assert height > card_height


def test_the_filters_of_a_kind_are_folded_on_a_phone(phone, desktop):
    for page, folded in ((phone, True), (desktop, False)):
        page.goto(f"{CATALOGUE}weapon/")
        if folded:
            expect(page.get_by_label("Accuracy")).to_be_hidden()
            button = page.locator("summary", has_text="Filter")
            before = button.bounding_box()
            button.click()
            expect(page.get_by_label("Accuracy")).to_be_visible()
            assert button.bounding_box() == pytest.approx(before, abs=6)
        page.get_by_label("Accuracy").select_option(label="Inaccurate")
        expect(page.get_by_role("status").filter(has_text="entries")).to_have_text(re.compile(r"^\s*[1-9] entries"))
        assert_accessible(page)


def test_numbers_of_entries_are_in_line_on_a_phone(phone):
    for kind in ("forum-combat/catalogue/weapon", "forge-of-war/catalogue/vehicle", "warstrike/catalogue/unit"):
        phone.goto(f"/{kind}/")
        rows = phone.locator("tbody tr").all()
        places = {
            tuple(cell.bounding_box()["x"] for cell in row.locator("td.short").all())
            for row in rows
            if row.is_visible()
        }
        (xs,) = places
        assert len(xs) > 3
