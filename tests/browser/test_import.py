"""A list that is pasted on a phone: read, mended line by line, and saved."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import load_head
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = """Alpha
- 8 Challenger 2
- 1 Warrior (BGHQ)
- 1 Ajax
- 1 Leopard 2
- 2 Chalenger 3 (BGHQ)
- 3 Some armoured recovery vehicle with a very long name that nobody knows

Bravo
- 1 Apache
- 4 Ajaxx
"""
OTHERS = [("ajax", False), ("leopard-2", False)]
TIE = "1 Captain\n1 Ajax\n"


@pytest.fixture(autouse=True)
def _entries():
    call_command("load_catalogue", verbosity=0)


def paste(page, text):
    page.goto("/armies/import")
    page.get_by_label("Or paste its text").fill(text)
    page.get_by_role("button", name="Preview").click()


def test_a_list_is_mended_line_by_line_and_saved(phone):
    paste(phone, LIST)
    lines = phone.get_by_role("group", name="Lines that were not read")
    expect(lines.get_by_role("combobox")).to_have_count(3)
    assert_accessible(phone)
    lines.get_by_label("2 Chalenger 3 (BGHQ)").select_option(label="2 × Challenger 3")
    lines.get_by_label("4 Ajaxx").select_option(label="4 × Ajax")
    phone.get_by_role("button", name="Add what you chose").click()
    report = phone.get_by_role("region", name="Report on the file")
    expect(report).to_contain_text("You chose 2 × Challenger 3.")
    expect(lines.get_by_role("combobox")).to_have_count(1)
    assert_accessible(phone)
    phone.get_by_role("button", name="Save with these choices").click()
    expect(phone.locator("#groups .unit").first).to_be_attached()
    groups = load_head(Army.objects.get()).force.groups
    kept = [[(unit.spec.vehicle, unit.spec.hq) for unit in group.units] for group in groups]
    assert kept == [
        [*[("challenger-2", False)] * 8, ("warrior", True), *OTHERS, *[("challenger-3", True)] * 2],
        [("apache", False), *[("ajax", False)] * 4],
    ]


def test_the_game_of_a_list_that_fits_two_is_chosen(phone):
    paste(phone, TIE)
    question = phone.get_by_role("group", name="Game")
    expect(question.get_by_role("button")).to_have_text(["MBT 2020", "WarStrike"])
    assert_accessible(phone)
    question.get_by_role("button", name="WarStrike").click()
    expect(phone.get_by_label("1 Ajax")).to_be_visible()
    assert not Army.objects.exists()


def test_a_file_is_read_again_in_another_encoding(phone, tmp_path):
    file = tmp_path / "list.txt"
    file.write_bytes("## 傈瞒\n4 Challenger 2".encode("gb18030"))
    phone.goto("/armies/import")
    phone.get_by_label("File", exact=True).set_input_files(file)
    question = phone.get_by_role("group", name="Encoding")
    expect(phone.get_by_role("heading", name="전차")).to_be_visible()
    assert_accessible(phone)
    question.get_by_role("button", name="GB 18030 (Chinese): 傈瞒").click()
    expect(phone.get_by_role("heading", name="傈瞒")).to_be_visible()
    phone.get_by_role("button", name="Save this army").click()
    expect(phone.locator("#groups .unit").first).to_be_attached()
    assert [group.name for group in load_head(Army.objects.get()).force.groups] == ["傈瞒"]
