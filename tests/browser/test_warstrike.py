"""A platoon in a browser: entered by table and by form, suppressed, planned for, printed."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import expect
from pypdf import PdfReader

from armybuilder.armies.revisions import ARMIES
from tests.browser.accessibility import assert_accessible
from tests.browser.downloads import made_pdf

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = """\
Name\tMv\tAw\tLd\tNv\tModels\tWeapons
Sky Guard\t6\t12\t2\t4\tSergeant, 1, Leader; Trooper, 8; Gunner, 1\tBattle rifle, 9; Squad machine gun, 1
Sky Captain\t6\t12\t3\t5\tCaptain, 1, Leader, Officer, Inspiring\tCarbine
Deserters\t6\t12\t1\t2\tTrooper, 5\tSun gun, 5
"""


@pytest.fixture(autouse=True)
def _catalogue():
    """The games' entries are there, and nothing lies about from another test."""
    ARMIES.cache.clear()
    call_command("load_catalogue", verbosity=0)


def test_a_platoon_is_entered_suppressed_planned_for_and_printed(desktop, tmp_path):
    desktop.goto("/warstrike/catalogue/unit/")
    desktop.locator(".buttons .menu summary").click()
    desktop.get_by_role("link", name="Paste a table").click()
    desktop.get_by_label("Table", exact=True).fill(TABLE)
    desktop.get_by_role("button", name="Check the table").click()
    expect(desktop.locator(".mistakes li")).to_have_text(
        ["Weapons: “Sun gun” is not in the catalogue. Choose another", "Models: mark one model as the leader"]
    )
    desktop.get_by_role("button", name="Save 2 entries").click()
    expect(desktop.locator("#messages")).to_contain_text("2 entries are in your catalogue. 1 with mistakes left out.")

    desktop.get_by_role("link", name="Write your own").click()
    desktop.locator("#id_name").fill("Sky Lieutenant")
    for name, value in (("Mv", "6"), ("Aw", "12"), ("Ld", "3"), ("Nv", "-4")):
        desktop.get_by_label(f"{name}*", exact=True).fill(value)
    desktop.get_by_label("Rank").select_option(label="Officer")
    desktop.get_by_role("button", name="Save", exact=True).click()
    expect(desktop.locator(".invalid-feedback")).to_have_text("Enter 0 or more, not -4.")
    desktop.get_by_label("Nv*", exact=True).fill("4")
    desktop.get_by_role("button", name="Save", exact=True).click()
    expect(desktop.locator("#messages")).to_contain_text("Sky Lieutenant is in your catalogue.")

    desktop.goto("/armies/new/warstrike")
    desktop.get_by_label("Name", exact=True).fill("Sky Force")
    desktop.get_by_role("button", name="Start building").click()
    own, units = desktop.locator("#own-entries"), desktop.locator("#groups .unit")
    for count, name in enumerate(("Sky Captain", "Sky Lieutenant", "Sky Guard", "Sky Guard"), 1):
        own.get_by_role("button", name=name).click()
        expect(units).to_have_count(count)
    expect(desktop.locator("#state .builder-status")).to_have_text("Legal")

    units.nth(2).locator(".unit-link").click()
    nerve = desktop.locator("#inspector").get_by_label("Nv", exact=True)
    nerve.fill("-1")
    nerve.press("Enter")
    expect(desktop.locator("#inspector")).to_contain_text("Nv: enter 0 or more, not -1.")
    expect(nerve).to_have_value("-1")
    desktop.get_by_role("button", name=re.compile("^Undo")).click()
    expect(nerve).to_have_value("4")
    desktop.locator(".builder-menu summary").click()
    desktop.get_by_role("link", name="Name and settings").click()
    desktop.locator(".lookups").get_by_role("link", name="Plan for the phase").click()
    headline = desktop.locator("#answer h2")
    expect(headline).to_have_text("4 of 4 units act on average. Neither an order nor Inspiration helps here.")
    markers = desktop.get_by_label("Markers", exact=True)
    for place, number in enumerate(("1", "0", "3", "9")):
        markers.nth(place).fill(number)
    expect(headline).to_have_text("3.57 of 4 units act on average, 0.72 more than without help.")
    words = "9 markers entered, but only 4 counted: a unit cannot have more markers than its Nv."
    expect(desktop.locator("#answer")).to_contain_text(words)
    plan = desktop.get_by_role("group", name="The plan", exact=True).locator("tbody tr")
    assert [[cell.inner_text() for cell in row.locator("th, td").all()] for row in plan.all()] == [
        ["1", "Sky Captain", "1", "Inspiration", "–", "3", "5", ">99%"],
        ["2", "Sky Lieutenant", "0", "any action", "–", "–", "–", "100%"],
        ["3", "Sky Guard", "3", "any action", "Sky Captain", "3", "2, Inspired 3", "87%"],
        ["4", "Sky Guard", "4", "any action", "Sky Lieutenant", "3", "1, Inspired 2", "70%"],
    ]

    desktop.goto("/armies/")
    desktop.get_by_role("link", name="Sky Force").first.click()
    desktop.get_by_role("link", name="Print", exact=True).first.click()
    desktop.get_by_label("Markers", exact=True).check()
    download = made_pdf(desktop)
    file = tmp_path / "army.pdf"
    download.save_as(file)
    texts = [page.extract_text() for page in PdfReader(file).pages]
    parts = ("Roster · page 1 of 1", "Unit cards 1/1", "quick reference · page 1 of 1", "Markers 1/1")
    assert [[part for part in parts if part in text] for text in texts] == [[part] for part in parts]
    assert [text.count("Sky Guard") for text in texts] == [1, 2, 0, 0], "equal units share a row of the roster"
    assert texts[2].count("The phase ends.") == 1
    assert [texts[3].count(word) for word in ("Suppression", "Gone To Ground", "Inspired", "Order")] == [17, 4, 4, 2]


def test_the_flow_chart_is_drawn_where_there_is_room(desktop, phone):
    for page, drawn in ((desktop, True), (phone, False)):
        page.goto("/warstrike/reference/")
        expect(page.locator("svg.flow")).to_be_visible(visible=drawn)
        expect(page.locator(".flow-steps li").first).to_have_text(
            "Is one of your units yet to act? Pick it. Yes: go to 2. No: go to 11."
        )
        assert_accessible(page)
