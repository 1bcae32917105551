"""A force of Forge of War in a browser: built, shot with from a unit's page, and printed."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, load_head
from tests.browser.downloads import made_pdf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _catalogue() -> None:
    """The games' entries are there, and nothing lies about from another test."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)


def start(page: Page, name: str) -> None:
    """A new force in the builder."""
    page.goto("/armies/new/forge-of-war")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start building").click()
    expect(page.locator("#state .builder-status")).to_have_text("Empty: add a formation to begin")


def add(page: Page, entry: str) -> None:
    """Add one unit of a catalogue entry, and select it."""
    page.locator("#search").fill(entry)
    page.locator("#catalogue .entry:visible", has_text=entry).first.click()
    expect(page.locator("#said")).to_contain_text(f"Added 1 × {entry}")
    expect(page.locator("#inspector h2")).to_have_text(entry)


def choose_unit(page: Page, name: str) -> None:
    """The opposing unit of that name, which its list shows with its place in the army."""
    units = page.get_by_label("Opposing unit")
    units.select_option(units.locator("option", has_text=name).get_attribute("value"))


def resolve(page: Page, **fields: str) -> None:
    """Fill in fields of the selected unit, each stored before the next."""
    for label, value in fields.items():
        field = page.locator("#inspector").get_by_label(label.replace("_", " "), exact=True)
        with page.expect_response(re.compile("/edits/change-unit")):
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.blur()


def arm(page: Page, *weapons: tuple[str, int]) -> None:
    """Fill in the weapons of the selected unit, row by row."""
    rows = page.locator("#inspector .schema-form-row")
    for number, (weapon, count) in enumerate(weapons):
        if rows.count() == number:
            page.locator("#inspector").get_by_role("button", name="Add weapon").click()
        expect(rows).to_have_count(number + 1)
        for label, value in (("Weapon", weapon), ("Number", str(count))):
            field = rows.nth(number).get_by_label(label, exact=True)
            with page.expect_response(re.compile("/edits/change-unit")):
                if label == "Weapon":
                    field.select_option(weapon)
                    field.dispatch_event("change")
                else:
                    field.fill(value)
                    field.blur()


def own_weapon_and_troops(page: Page) -> None:
    """A weapon and a troop type that the rulebook does not have."""
    page.goto("/forge-of-war/catalogue/weapon/new")
    page.locator("#id_name").fill("Sun lance")
    page.get_by_label("Range", exact=True).fill("30")
    page.get_by_label("Weapon Value").fill("3")
    page.locator("#part_spec-weight_of_fire").get_by_label("Weight of fire").select_option("Fixed")
    page.get_by_label("Dice", exact=True).first.fill("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Sun lance is in your catalogue.")
    page.goto("/forge-of-war/catalogue/troop_type/new")
    page.locator("#id_name").fill("Sky Guard")
    page.get_by_label("Armour Value").fill("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Sky Guard is in your catalogue.")


def test_a_force_is_built_shoots_and_is_printed(desktop: Page, tmp_path: Path) -> None:
    own_weapon_and_troops(desktop)
    start(desktop, "Hill 70")
    state = desktop.locator("#state .builder-status")
    units = desktop.locator("#groups .unit")
    desktop.locator("#own-entries").get_by_role("button", name="Sun lance").click()
    expect(desktop.locator("#said")).to_contain_text("Sun lance can be chosen")
    desktop.locator("#own-entries").get_by_role("button", name="Sky Guard").click()
    expect(desktop.locator("#inspector h2")).to_have_text("Sky Guard")
    arm(desktop, ("Sun lance", 10))

    add(desktop, "Armoured Personnel Carrier")
    resolve(desktop, Name="Mule")
    add(desktop, "Line Infantry Troops")
    resolve(desktop, Name="First squad", Rides_in="Mule")
    arm(desktop, ("Assault Rifle", 7), ("Light Support Weapon", 1), ("Sun lance", 2))
    add(desktop, "Marine Leaders")
    resolve(desktop, Name="Captain", Command="Force Commander", Attached_to="First squad")
    expect(state).to_have_text("Legal")
    expect(units).to_have_count(4)

    units.filter(has_text="Mule").locator(".unit-link").click()
    expect(desktop.locator("#inspector h2")).to_have_text("Mule")
    resolve(desktop, Name="Old Mule")
    units.filter(has_text="First squad").locator(".unit-link").click()
    expect(desktop.locator("#inspector h2")).to_have_text("First squad")
    rides_in = desktop.locator("#inspector").get_by_label("Rides in")
    expect(rides_in).to_have_value("Old Mule")
    units.filter(has_text="Old Mule").get_by_role("button", name=re.compile("^Remove")).click()
    expect(state).to_have_text("1 error")
    desktop.locator("#findings .finding-link", has_text="There is no longer another unit called “Old Mule”").click()
    expect(rides_in).to_be_focused()
    desktop.get_by_role("button", name=re.compile("^Undo")).click()
    expect(state).to_have_text("Legal")

    army = desktop.url
    desktop.locator(".lookups").get_by_role("link", name="Shooting", exact=True).click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Shooting")
    weapons = desktop.locator("#rows_q-shooters-volleys .schema-form-row")
    expect(weapons).to_have_count(3)
    expect(weapons.last.get_by_label("Weapon", exact=True).locator("option:checked")).to_have_text("Sun lance")
    desktop.get_by_label("Opposing force").select_option("Hill 70")
    choose_unit(desktop, "Sky Guard")
    target = desktop.locator("#part_q-target")
    expect(target.get_by_label("Armour Value")).to_have_value("2")
    expect(desktop.locator("#answer h2")).to_have_text(re.compile(r"of 10 figures lost on average, 13\.0 hits$"))
    choose_unit(desktop, "Old Mule")
    answer = desktop.locator("#answer")
    expect(answer.locator("h2")).to_have_text("Old Mule is a vehicle. It takes damage instead of losing figures.")
    answer.get_by_role("link", name="Vehicle damage").click()
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Vehicle damage")
    expect(desktop.locator("#part_q-target").get_by_label("Armour Value", exact=True)).to_have_value("7")
    desktop.get_by_role("navigation", name="Calculators").get_by_role("link", name="Comparison").click()
    expect(desktop.locator(".chart-title").first).to_have_text("Each weapon against Old Mule")
    desktop.get_by_label("Opposing unit").select_option("The whole army")
    expect(desktop.locator(".chart-title").first).to_have_text("All weapons against each target")

    desktop.goto(army)
    desktop.get_by_role("link", name="Print").click()
    desktop.get_by_role("checkbox", name="Roster").uncheck()
    download = made_pdf(desktop)
    file = tmp_path / "force.pdf"
    download.save_as(file)
    texts = [page.extract_text() for page in PdfReader(file).pages]
    feet = ("Unit cards 1/1", "quick reference · page 1 of 2", "quick reference · page 2 of 2")
    assert [[foot for foot in feet if foot in text] for text in texts] == [[foot] for foot in feet]
    assert [name for name in ("Sky Guard", "Old Mule", "First squad", "Captain") if name not in texts[0]] == []
    rows = texts[0].replace("\u00a0", " ")
    assert (rows.count("10× Sun lance"), rows.count("2× Sun lance")) == (1, 1)
    assert "Sun lance" in texts[2]


def test_the_main_parts_on_a_phone(phone: Page) -> None:
    start(phone, "Hill 71")
    tabs = phone.get_by_role("navigation", name="Parts of the builder")
    tabs.get_by_role("link", name="Add").click()
    phone.locator("#catalogue").get_by_role("button", name=re.compile("Mechanised platoon")).click()
    expect(phone.locator("#state .builder-status")).to_have_text("Legal")
    tabs.get_by_role("link", name="Force").click()
    phone.locator("#groups .unit", has_text="First squad").locator(".unit-link").click()
    inspector = phone.locator("#inspector")
    expect(inspector.locator("h2")).to_have_text("First squad")
    expect(inspector.get_by_label("Rides in")).to_have_value("Carrier 1")
    tools = inspector.locator(".part-tools > button, .part-tools > .menu > summary")
    expect(tools).to_have_text(["One more", "Up", "Down", "Lock", "Remove"])
    assert len(set(tools.evaluate_all("tools => tools.map((tool) => tool.getBoundingClientRect().top)"))) == 1
    inspector.get_by_role("button", name="Lock").tap()
    expect(inspector.get_by_role("button", name="Lock", pressed=True)).to_be_visible()
    inspector.get_by_role("button", name="Down").tap()
    expect(phone.locator("#chosen-part span")).to_have_text("Mechanised platoon · 1·4")
    # The folded fields of a weapon have the width of its row once they are unfolded.
    weapon = inspector.locator(".schema-form-row").first
    weapon.locator("summary").tap()
    expect(weapon.get_by_label("Crew for each")).to_be_visible()
    inside = "row => row.querySelector('details').offsetWidth - row.querySelector('.schema-form-fields').offsetWidth"
    assert weapon.evaluate(inside) == 0
    phone.locator(".lookups").get_by_role("link", name="Shooting", exact=True).tap()
    phone.get_by_label("Opposing force").select_option("Hill 71")
    widths = "form => [...form.querySelectorAll('select')].map(select => form.clientWidth - select.offsetWidth)"
    expect(phone.get_by_label("Opposing unit")).to_be_visible()
    assert phone.locator(".sides").evaluate(widths) == [0, 0, 0, 0]
    choose_unit(phone, "Weapon team")
    expect(phone.locator("#answer h2")).to_have_text("4.0 of 4 figures lost on average, 14.0 hits")


def test_a_new_row_of_weapons_is_stored_once_a_weapon_is_chosen(desktop: Page) -> None:
    start(desktop, "Hill 72")
    desktop.locator("#catalogue").get_by_role("button", name=re.compile("Infantry platoon")).click()
    state = desktop.locator("#state .builder-status")
    expect(state).to_have_text("Legal")
    desktop.locator("#groups .unit", has_text="First squad").locator(".unit-link").click()
    expect(desktop.locator("#inspector h2")).to_have_text("First squad")
    rows = desktop.locator("#inspector .schema-form-row")
    before = rows.count()
    desktop.locator("#inspector").get_by_role("button", name="Add weapon").click()
    expect(rows).to_have_count(before + 1)
    resolve(desktop, Name="Vanguard")
    expect(desktop.locator("#inspector h2")).to_have_text("Vanguard")
    expect(rows).to_have_count(before + 1)
    expect(state).to_have_text("Legal")
    assert len(stored(desktop).weapons) == before
    rows.last.get_by_label("Weapon", exact=True).select_option("auto_pistol")
    expect(desktop.locator("#said")).to_contain_text("Vanguard: Weapon 4")
    assert stored(desktop).weapons[-1].weapon == "auto_pistol"


def stored(page: Page) -> Any:
    """What the army on the page has stored of the unit called Vanguard."""
    army = Army.objects.get(pk=page.url.split("/armies/")[1].split("/")[0])
    (spec,) = (unit.spec for _, unit in load_head(army).force.units() if unit.name == "Vanguard")
    return spec
