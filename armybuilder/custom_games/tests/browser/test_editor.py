"""A new player describes a game in the browser: typed, pasted, chosen, undone, published, on a screen and a phone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.custom_games.drafts import GAMES
from armybuilder.custom_games.models import CustomGame
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TROOPS = "Riflemen\nCavalry\nCannon\nScouts\nEngineers\nGuards"
WEAPONS = "Musket\t24\t1\t4\t1\nRifle\t30\t1\t5\t3\nSabre\t1\t2\t4\t1\nField gun\t48\t1\t9\t12\nPistol\t9\t1\t3\t0"
PASTE = """(cell, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  cell.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
}"""


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    GAMES.cache.clear()
    yield
    GAMES.cache.clear()


def begun(page: Page) -> str:
    """Start a game with three answers; returns the address of its editor."""
    page.goto("/your-games/")
    page.get_by_role("link", name="Describe a new game").click()
    page.locator("#begin_title").fill("Hill war")
    page.get_by_label("What are your troops called?").fill(TROOPS)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="The game", level=1)).to_be_visible()
    return page.url.removesuffix("game")


def open_part(page: Page, name: str) -> None:
    """Go to a part by the list of parts, which phones unfold first."""
    link = page.get_by_role("navigation", name="Parts of the game").get_by_role("link", name=name)
    size = page.viewport_size
    if size and size["width"] < 960:
        page.locator(".editor-nav > summary").click()
    link.click()
    expect(page.locator(".editor-nav [aria-current]")).to_contain_text(name)


def kept() -> dict[str, Any]:
    """The stored document."""
    return GAMES.load_head(CustomGame.objects.get()).document


@pytest.mark.parametrize("size", [(1280, 900), (360, 740)])
def test_a_new_player_describes_a_game_and_publishes_it(open_page: Callable[..., Page], size: tuple[int, int]):
    page = open_page(*size)
    begun(page)

    open_part(page, "Troop types")
    page.locator("#id_entries-1-values-0").fill("12")
    page.locator("#id_entries-1-values-1").fill("3")
    card = page.frame_locator("#card")
    expect(card.get_by_role("heading", name="Cavalry")).to_be_visible()  # of the row that is typed in
    expect(card.get_by_text("12″")).to_be_visible()
    page.locator("#id_entries-2-values-5").fill("60")
    assert_accessible(page)

    open_part(page, "Weapons")  # what was typed is saved on the way
    expect(page.locator("#id_entries-0-name")).to_have_value("Rifle")
    assert [row["values"][5] for row in kept()["kinds"][0]["entries"]][2] == "60"
    page.locator("#id_entries-0-name").evaluate(PASTE, WEAPONS)
    expect(page.locator("#id_entries-4-name")).to_have_value("Pistol")
    expect(page.locator("#id_entries-3-values-2")).to_have_value("9")

    open_part(page, "Limits")
    assert [row["name"] for row in kept()["kinds"][1]["entries"]] == ["Musket", "Rifle", "Sabre", "Field gun", "Pistol"]
    for number, of in (("1", "Troop type: Cannon"), ("2", "Troop type: Cavalry"), ("4", "All units")):
        page.get_by_label("Number", exact=True).fill(number)
        page.get_by_label("Which units").select_option(of)
        page.get_by_role("button", name="Add this limit").click()
        expect(page.locator(".editor-said")).to_contain_text("Added: An army has at most")
    expect(page.locator(".editor-items li")).to_have_count(4)
    assert_accessible(page)

    open_part(page, "Dice")
    page.get_by_role("link", name="Attack").click()
    expect(page.locator(".editor-headline")).to_have_text("0.83 wounds on average")
    page.get_by_label("Lowest roll that passes").nth(2).fill("target.svae")
    expect(page.locator(".editor-live")).to_contain_text("Did you mean “save”?")
    page.get_by_label("Lowest roll that passes").nth(2).fill("target.save + 1")
    expect(page.locator(".editor-headline")).to_have_text("1.04 wounds on average")
    expect(page.locator(".editor-live")).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".editor-said")).to_have_text("Saved.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".editor-headline")).to_have_text("0.83 wounds on average")

    open_part(page, "The turn")
    page.get_by_role("button", name="Add: Both players act").click()
    page.get_by_label("Title", exact=True).fill("End of the turn")
    open_part(page, "Boxes in play")
    assert [part["title"] for part in kept()["turn"]] == ["First player", "Second player", "End of the turn"]
    expect(page.get_by_role("link", name="Wounds")).to_be_visible()

    page.get_by_role("link", name="Publish and share").click()
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_role("button", name="Build an army")).to_be_visible()


def test_rows_are_added_while_one_types(open_page: Callable[..., Page]):
    page = open_page()
    begun(page)
    open_part(page, "Troop types")
    rows = page.locator(".editor-grid tbody tr")
    before = rows.count()
    page.locator(f"#id_entries-{before - 1}-name").fill("Sappers")
    expect(rows).to_have_count(before + 1)
    page.keyboard.press("ArrowUp")
    page.keyboard.type("Militia")
    page.get_by_role("button", name="Move row 2 up").click()
    expect(page.locator("#id_entries-0-name")).to_have_value("Cavalry")
    expect(page.get_by_role("button", name="Move row 2 up")).to_be_focused()
    page.get_by_role("button", name="Remove row 2", exact=True).click()
    expect(page.locator("#id_entries-1-name")).to_have_value("Cannon")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".editor-said")).to_have_text("Saved.")
    names = [row["name"] for row in kept()["kinds"][0]["entries"]]
    assert names == ["Cavalry", "Cannon", "Scouts", "Engineers", "Guards", "Militia", "Sappers"]


def test_a_roll_is_added_to_a_calculator(open_page: Callable[..., Page]):
    page = open_page()
    address = begun(page)
    page.goto(f"{address}odds/0")
    rolls = page.get_by_label("Lowest roll that passes")
    before = rolls.count()
    page.locator("button[name=add-row][value=chain-stages]").click()
    expect(rolls).to_have_count(before + 1)


def test_the_card_follows_a_value_that_is_typed_back(open_page: Callable[..., Page]):
    page = open_page()
    address = begun(page)
    page.goto(f"{address}kinds/0")
    card = page.frame_locator("#card")
    for typed in ("12", "6", "12"):
        page.locator("#id_entries-0-values-0").fill(typed)
        expect(card.get_by_text(f"{typed}″")).to_be_visible()


@pytest.mark.parametrize(("size", "folded"), [((1280, 900), False), ((360, 740), True)])
def test_a_name_is_put_into_a_formula(open_page: Callable[..., Page], size: tuple[int, int], folded: bool):
    page = open_page(*size)
    address = begun(page)
    page.goto(f"{address}costs/0")
    formula = page.get_by_label("What a unit costs")
    formula.fill("2 * ")
    if folded:
        expect(page.get_by_role("button", name="troops.points", exact=True)).to_be_hidden()
        page.get_by_text("Names for formulas").click()
    page.get_by_role("button", name="troops.points", exact=True).click()
    expect(formula).to_have_value("2 * troops.points")
    expect(formula).to_be_focused()
    expect(page.locator("#outcome")).to_contain_text("20 pts")


def test_a_form_that_is_refused_keeps_what_was_typed(open_page: Callable[..., Page]):
    page = open_page()
    address = begun(page)
    page.goto(f"{address}kinds/0/fields/0")
    page.get_by_label("Label", exact=True).fill("")
    page.get_by_label("Sign after the number").fill("cm")
    page.get_by_role("link", name="Limits").click()
    expect(page.get_by_role("alert")).to_contain_text("Fill this in")
    expect(page.get_by_label("Sign after the number")).to_have_value("cm")
    page.get_by_label("Label", exact=True).fill("Pace")
    page.get_by_role("link", name="Limits").click()
    expect(page.get_by_role("heading", name="Limits", level=1)).to_be_visible()
    assert kept()["kinds"][0]["fields"][0]["label"] == "Pace"


def test_a_text_column_asks_nothing_about_numbers(open_page: Callable[..., Page]):
    page = open_page(1280, 900)
    address = begun(page)
    page.goto(f"{address}kinds/0")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("button", name="Add: Text").click()
    page.wait_for_url("**/fields/*")
    more = page.locator("summary", has_text="Name in formulas")
    expect(more).to_contain_text("Name in formulas, Help")
    expect(more.get_by_text("Explains the row")).to_be_visible()
    expect(more.get_by_text("Decimals")).to_be_hidden()
    more.click()
    expect(page.get_by_label("Explains the row")).to_be_visible()
    expect(page.get_by_label("Decimals")).to_be_hidden()
    page.get_by_label("It holds").select_option(label="Number")
    expect(page.get_by_label("Decimals")).to_be_visible()
    expect(page.get_by_label("Explains the row")).to_be_hidden()
