"""The builder in a browser: an army from nothing to legal, by mouse, by keyboard, by thumb and without scripts."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, Route, expect

from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head
from armybuilder.catalogue.loading import load_catalogue
from rulesets.registry import all_rulesets
from tests.browser.accessibility import DESK, PHONE, assert_accessible
from tests.browser.phones import broken_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _empty_desk():
    """Clear the cache of armies."""
    ARMIES.cache.clear()


def found(page: Page, name: str = "1st Division", game: str = "MBT 2020") -> None:
    """From the list of armies to an empty army in the builder."""
    page.goto("/armies/")
    page.locator("summary", has_text="New army").click()
    page.locator(".menu-items").get_by_role("link", name=game).click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def status(page: Page):
    """The state of the army in the bar."""
    return page.locator("#state .builder-status")


def units(page: Page):
    """The rows of the army."""
    return page.locator("#groups .unit")


def said(page: Page, words: str | re.Pattern[str]) -> None:
    """Expect that this was the last edit."""
    expect(page.locator("#said")).to_have_text(words)


def unfold(page: Page) -> None:
    """Unfold the rows of equal units."""
    page.locator(".run-fold").evaluate_all("folds => { for (const fold of folds) fold.open = true; }")


def choose(page: Page, number: int) -> None:
    """Select the unit in that row (from 0), also in a row of equal ones."""
    unfold(page)
    link = units(page).nth(number).locator(".unit-link")
    link.click()
    expect(link).to_have_attribute("aria-current", "true")


def field(page: Page, label: str):
    """A field of the inspector."""
    return page.locator("#inspector").get_by_label(label, exact=True)


# --- journeys ----------------------------------------------------------------------------------------


def test_a_stranger_builds_breaks_and_mends_a_ready_group(desktop):
    found(desktop)
    expect(status(desktop)).to_have_text("Empty: add a battle group to begin")
    desktop.locator("#first-step").get_by_role("button", name="Tank group", exact=True).click()
    said(desktop, "Added Tank group with 12 stands")
    expect(units(desktop)).to_have_count(12)
    expect(status(desktop)).to_have_text("Legal")

    choose(desktop, 3)
    field(desktop, "Posture").select_option("LAS")
    expect(status(desktop)).to_have_text("1 error")
    expect(units(desktop).nth(3).locator(".findings")).to_have_text(
        "An armoured stand cannot take the LAS posture. Choose the posture ARMOUR."
    )

    desktop.locator("#findings .finding-link", has_text="An armoured stand cannot take the LAS posture").click()
    expect(field(desktop, "Posture")).to_be_focused()
    field(desktop, "Posture").select_option("ARMOUR")
    expect(status(desktop)).to_have_text("Legal")

    desktop.get_by_role("button", name="Undo: Challenger 2: Posture: LAS → ARMOUR").click()
    expect(status(desktop)).to_have_text("1 error")
    expect(field(desktop, "Posture")).to_have_value("LAS")
    desktop.reload()
    expect(status(desktop)).to_have_text("1 error")
    desktop.get_by_role("button", name="Redo: Challenger 2: Posture: LAS → ARMOUR").click()
    expect(status(desktop)).to_have_text("Legal")
    expect(field(desktop, "Posture")).to_have_value("ARMOUR")


def test_a_stranger_builds_a_legal_group_stand_by_stand(desktop):
    found(desktop)
    catalogue = desktop.locator("#catalogue")
    catalogue.get_by_label("How many").select_option("8")
    catalogue.get_by_label("Search").fill("chall 2")
    catalogue.get_by_role("button", name="Challenger 2").click()
    expect(units(desktop)).to_have_count(8)
    catalogue.get_by_label("How many").select_option("3")
    catalogue.get_by_label("Search").fill("warrior")
    expect(catalogue.get_by_label("Add to")).to_have_value("g1")
    catalogue.get_by_role("button", name="Warrior").click()
    expect(units(desktop)).to_have_count(11)
    desktop.get_by_role("button", name="One more Warrior, after").click()
    expect(units(desktop)).to_have_count(12)
    expect(status(desktop)).to_have_text("1 error")
    choose(desktop, 0)
    field(desktop, "BGHQ").check()
    expect(status(desktop)).to_have_text("Legal")
    expect(units(desktop).first).to_contain_text("BGHQ")


def test_groups_are_added_named_copied_moved_and_removed(desktop):
    found(desktop)
    desktop.get_by_role("button", name="Add an empty battle group").click()
    expect(desktop.locator("#inspector h2")).to_have_text("Battle group 1")
    field(desktop, "Name").fill("Vanguard")
    field(desktop, "Name").press("Enter")
    heads = desktop.locator(".group-link")
    expect(heads).to_have_text(["Vanguard"])
    desktop.locator("#catalogue .entry").nth(-1).click()
    expect(units(desktop)).to_have_count(1)
    desktop.get_by_role("button", name="Copy Vanguard").click()
    expect(heads).to_have_text(["Vanguard", "Vanguard 2"])
    expect(units(desktop)).to_have_count(2)
    desktop.get_by_role("button", name="Move Vanguard 2 up").click()
    expect(heads).to_have_text(["Vanguard 2", "Vanguard"])
    choose(desktop, 0)
    to_another = desktop.locator("#inspector summary", has_text="Move to")
    to_another.click()
    to_another.press("Escape")
    expect(desktop.get_by_role("button", name="Move there")).to_be_hidden()
    expect(to_another).to_be_focused()
    to_another.press("Enter")
    desktop.get_by_role("button", name="Move there").click()
    expect(desktop.locator(".group").nth(0).locator(".unit")).to_have_count(0)
    expect(desktop.locator(".group").nth(1).locator(".unit")).to_have_count(2)
    desktop.get_by_role("button", name="Remove Vanguard", exact=True).click()
    expect(heads).to_have_text(["Vanguard 2"])
    desktop.keyboard.press("Control+z")
    expect(heads).to_have_text(["Vanguard 2", "Vanguard"])
    expect(units(desktop)).to_have_count(2)
    desktop.reload()
    expect(heads).to_have_text(["Vanguard 2", "Vanguard"])


def test_an_army_is_built_by_keyboard_alone(desktop):
    desktop.goto("/armies/")
    keyboard = desktop.keyboard

    def tab_to(locator) -> None:
        expect(locator).to_be_visible()
        for _ in range(20):
            if locator.evaluate("element => element === document.activeElement"):
                return
            keyboard.press("Tab")
        raise AssertionError(f"no tab leads to {locator}")

    tab_to(desktop.locator("summary", has_text="New army"))
    keyboard.press("Enter")
    tab_to(desktop.locator(".menu-items").get_by_role("link", name="MBT 2020"))
    keyboard.press("Enter")
    expect(desktop.get_by_label("Name", exact=True)).to_be_focused()
    keyboard.type("Keys only")
    keyboard.press("Enter")
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Keys only")
    expect(desktop.locator("#first-step h2")).to_be_focused()
    keyboard.press("Tab")
    expect(desktop.locator("#first-step").get_by_role("button", name="Tank group", exact=True)).to_be_focused()
    keyboard.press("Enter")
    expect(units(desktop)).to_have_count(12)
    # The pressed button is gone; focus is on the new group.
    expect(desktop.locator(".group-link")).to_be_focused()
    # The row of equal units unfolds.
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown"):
        keyboard.press(key)
    third = units(desktop).nth(2).locator(".unit-link")
    expect(third).to_be_focused()
    keyboard.press("+")
    expect(units(desktop)).to_have_count(13)
    expect(third).to_be_focused()
    keyboard.press("Delete")
    expect(units(desktop)).to_have_count(12)
    expect(status(desktop)).to_have_text("Legal")
    expect(third).to_be_focused()
    keyboard.press("Enter")
    expect(third).to_have_attribute("aria-current", "true")
    expect(desktop.get_by_label("Change all 7")).to_be_focused()
    keyboard.press("Escape")
    expect(third).to_be_focused()
    keyboard.press("Alt+ArrowUp")
    expect(units(desktop).nth(1).locator(".unit-link")).to_be_focused()
    keyboard.press("Alt+ArrowUp")
    expect(units(desktop).nth(0).locator(".unit-link")).to_be_focused()
    keyboard.press("Control+z")
    expect(units(desktop).nth(1).locator(".unit-link")).to_have_attribute("aria-current", "true")
    keyboard.press("/")
    expect(desktop.locator("#catalogue").get_by_label("Search")).to_be_focused()
    keyboard.type("warrior")
    keyboard.press("Enter")
    expect(units(desktop)).to_have_count(13)
    keyboard.press("ArrowDown")
    expect(desktop.locator("#catalogue").get_by_role("button", name="Warrior")).to_be_focused()
    keyboard.press("ArrowUp")
    expect(desktop.locator("#catalogue").get_by_label("Search")).to_be_focused()
    units(desktop).nth(0).locator(".unit-link").focus()
    keyboard.press("Control+z")
    expect(units(desktop)).to_have_count(12)
    keyboard.press("Control+y")
    expect(units(desktop)).to_have_count(13)
    for menu in (".builder-menu", "#jump"):
        desktop.locator(f"{menu} > summary").focus()
        keyboard.press("Enter")
        keyboard.press("Tab")
        expect(desktop.locator(menu)).to_have_attribute("open", "")
        keyboard.press("Escape")
        expect(desktop.locator(f"{menu} > summary")).to_be_focused()
        expect(desktop.locator(menu)).not_to_have_attribute("open", "")
    desktop.set_viewport_size({"width": 1280, "height": 500})
    desktop.evaluate("scrollTo(0, document.body.scrollHeight)")
    desktop.locator("#findings .finding-link").first.press("Enter")
    expect(desktop.locator(".group-link")).to_be_focused()
    link, bar = (desktop.locator(part).bounding_box() for part in (".group-link", ".builder-bar"))
    assert link["y"] >= bar["y"] + bar["height"]


@pytest.mark.parametrize("game", [ruleset.slug for ruleset in all_rulesets()])
def test_the_number_of_a_unit_is_in_one_line_on_a_phone(phone, game):
    call_command("make_demo", verbosity=0)
    phone.goto(f"/armies/example-{game}/")
    expect(phone.locator(".unit-number").first).to_be_visible()
    assert broken_words(phone.locator(".unit-number")) == []


def test_an_army_is_built_on_a_phone_one_pane_at_a_time(phone):
    found(phone)
    panes = {name: phone.locator(f"#{name}") for name in ("catalogue", "army", "inspector", "findings")}

    def only(shown: str) -> None:
        for name, pane in panes.items():
            expect(pane).to_be_visible(visible=name == shown)
        expect(phone.locator(".tabs [aria-current]")).to_have_attribute("href", f"#{shown}")

    tabs = phone.get_by_role("navigation", name="Parts of the builder")
    only("army")
    phone.locator("#first-step").get_by_role("button", name="Tank group", exact=True).tap()
    expect(units(phone)).to_have_count(12)
    expect(phone.get_by_role("link", name="Legal")).to_have_count(1)
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    bar = phone.locator(".builder-below").bounding_box()
    assert bar["y"] == 0
    assert bar["height"] < 80
    tabs.get_by_role("link", name="Add").tap()
    only("catalogue")
    phone.locator("#catalogue").get_by_label("Search").fill("warrior")
    panes["catalogue"].get_by_role("button", name="Warrior").tap()
    expect(status(phone)).to_have_text("1 error")
    only("catalogue")
    expect(tabs.locator(".mark")).to_have_class("mark mark-bad")
    tabs.get_by_role("link", name="1 error").tap()
    only("findings")
    panes["findings"].locator(".finding-link", has_text="13 stands").tap()
    only("army")
    units(phone).nth(12).locator(".unit-link").tap()
    only("inspector")
    chosen = phone.locator(".builder-bar").get_by_role("link", name="Warrior")
    expect(chosen).to_be_visible()
    fold, first, third = (
        panes["inspector"].locator(part).bounding_box()
        for part in (".part-card-fold", "#part_name", "#part_spec-vehicle")
    )
    assert fold["height"] <= 110
    assert fold["y"] + fold["height"] <= first["y"]
    assert third["y"] + third["height"] <= tabs.bounding_box()["y"], "the third field is not in the first screen"
    card = panes["inspector"].locator(".part-card")
    assert card.bounding_box()["height"] > 200, "only what is seen of a folded card is small"
    # A tap on the card unfolds it, and an edit leaves it so.
    phone.touchscreen.tap(fold["x"] + 60, fold["y"] + 60)
    field(phone, "Mode").select_option("FAST")
    expect(card.content_frame.locator("main")).to_contain_text("FAST")
    whole, first = card.bounding_box(), panes["inspector"].locator("#part_name").bounding_box()
    assert whole["y"] + whole["height"] <= first["y"]
    panes["inspector"].get_by_text("Whole card").tap()
    expect(panes["inspector"].locator(".part-card-fold")).not_to_have_attribute("open", "")
    chosen.tap()
    only("army")
    expect(units(phone).nth(12)).to_be_in_viewport()
    units(phone).nth(12).locator(".unit-link").tap()
    panes["inspector"].get_by_role("button", name="Remove").tap()
    expect(status(phone)).to_have_text("Legal")
    phone.go_back()
    only("army")
    expect(units(phone)).to_have_count(12)


def test_an_army_is_built_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    found(page)
    page.locator("#first-step").get_by_role("button", name="Tank group", exact=True).click()
    expect(status(page)).to_have_text("Legal")
    page.locator(".run-fold > summary").click()
    units(page).nth(3).locator(".unit-link").click()
    field(page, "Posture").select_option("LAS")
    field(page, "Name").fill("Old guard")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(status(page)).to_have_text("1 error")
    expect(page.locator("#findings")).to_contain_text("Tank group · 4 · Old guard")
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(status(page)).to_have_text("Legal")
    units(page).nth(0).get_by_role("button", name="One more").click()
    expect(units(page)).to_have_count(13)


def test_panes_change_on_a_phone_without_scripts(open_page):
    page = open_page(360, 740, java_script_enabled=False)
    found(page)
    expect(page.locator("#catalogue")).to_be_hidden()
    page.locator(".tabs a[href='#catalogue']").click()
    expect(page.locator("#catalogue")).to_be_visible()
    expect(page.locator("#army")).to_be_hidden()
    assert page.evaluate("scrollY") == 0


def test_only_who_has_a_mouse_is_told_of_keys(desktop, phone):
    for page, is_told in ((desktop, True), (phone, False)):
        found(page)
        page.locator(".builder-menu summary").click()
        expect(page.get_by_role("link", name="My armies").last).to_be_visible()
        expect(page.locator(".builder-keys")).to_be_visible(visible=is_told)


def test_house_rules_of_the_army_are_chosen(desktop):
    found(desktop)
    desktop.locator(".builder-menu summary").click()
    desktop.get_by_role("link", name="House rules").click()
    expect(desktop.locator("#inspector h2")).to_have_text("House rules")
    desktop.get_by_label("It means the posture only").check()
    said(desktop, "House rules: AMB-7")
    assert load_head(Army.objects.get()).force.house_rules == (("infantry_means_posture", "on"),)
    desktop.keyboard.press("Control+z")
    expect(desktop.get_by_label("It means the posture only")).not_to_be_checked()


def test_an_example_is_copied_and_then_changed(desktop):
    call_command("make_demo", verbosity=0)
    desktop.goto("/armies/example-mbt2020/")
    desktop.get_by_role("button", name="Make a copy").click()
    units(desktop).nth(0).get_by_role("button", name="One more").click()
    expect(units(desktop)).to_have_count(25)


# --- haste -------------------------------------------------------------------------------------------


@contextmanager
def in_haste(page: Page, addresses: str = "**/edits/*") -> Iterator[None]:
    """Delay the answers of these addresses until the block ends, however busy the machine is."""
    held: list[Route] = []
    hurrying = True
    page.route(addresses, lambda route: held.append(route) if hurrying else route.continue_())
    yield
    hurrying = False
    for route in held:
        route.continue_()


@pytest.mark.parametrize("game", [ruleset.slug for ruleset in all_rulesets()])
def test_a_name_is_all_that_a_new_army_asks_for(open_page, game):
    page = open_page(1280, 640)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(f"/armies/new/{game}")
        expect(page.get_by_label("Name", exact=True)).to_be_focused()
        assert page.locator(".new-army :is(input:not([type=hidden]), select, textarea):visible").count() == 1
        expect(page.get_by_role("button", name="Start building")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("#first-step")).to_be_visible()


def test_a_refused_setting_is_shown(desktop):
    desktop.goto("/armies/new/mbt2020")
    desktop.get_by_text("More settings").click()
    desktop.get_by_label("Agreed battle groups").fill("-1")
    desktop.locator(".new-army").evaluate("form => { form.noValidate = true; }")
    desktop.get_by_role("button", name="Start building").click()
    expect(desktop.locator(".new-army .invalid-feedback")).to_be_visible()
    assert_accessible(desktop)


def test_the_first_steps_are_explained_once_and_on_request(desktop, phone):
    for page in (phone, desktop):
        found(page, "Example task force (copy)")
        title = page.get_by_role("heading", level=1)
        lines = "title => title.offsetHeight / parseFloat(getComputedStyle(title).lineHeight)"
        assert round(title.evaluate(lines)) == (2 if page is phone else 1)
        steps = page.locator("#first-steps")
        expect(steps.get_by_role("listitem")).to_have_count(3)
        expect(steps).to_be_visible()
        if page is phone:
            page.locator(".tabs").get_by_role("link", name="Edit").click()
            expect(page.locator("#inspector")).to_be_in_viewport()
            expect(steps).to_be_hidden()
            page.locator(".builder-menu summary").click()
            page.get_by_role("button", name="First steps").click()
            expect(steps).to_be_focused()
        steps.get_by_role("button", name="Close").click()
        expect(steps).to_be_hidden()
        expect(page.locator("main")).to_be_focused()
        found(page, "2nd Division")
        expect(steps).to_be_hidden()
        page.locator(".builder-menu summary").click()
        page.get_by_role("button", name="First steps").click()
        expect(steps).to_be_focused()
        expect(steps).to_be_in_viewport()
        expect(page.locator(".builder-menu")).not_to_have_attribute("open", "")


@pytest.fixture
def tanks(desktop, client, live_server):
    """A page with a ready group of 12, made by the same requests as in the journeys above."""
    army = client.post("/armies/new/mbt2020", {"name": "1st Division"}).url
    client.post(f"{army}edits/add-template", {"head": 1, "template": "tank"})
    cookies = [{"name": name, "value": cookie.value, "url": live_server.url} for name, cookie in client.cookies.items()]
    desktop.context.add_cookies(cookies)
    desktop.goto(army)
    unfold(desktop)
    return desktop


def test_the_rules_checked_take_the_room_of_the_side(tanks):
    tanks.set_viewport_size({"width": 1280, "height": 800})
    choose(tanks, 3)
    tanks.locator("#checked > summary").click()
    shown = tanks.locator("#findings").evaluate("""(pane) => {
      const end = pane.getBoundingClientRect().bottom;
      return [...pane.querySelectorAll(".rules-checked li")].filter((rule) =>
        rule.getBoundingClientRect().bottom <= end).length;
    }""")
    assert shown >= 6
    expect(tanks.locator("#inspector h2")).to_be_in_viewport(ratio=1)


def test_card_and_five_fields_are_in_sight_on_a_small_desktop(tanks):
    tanks.set_viewport_size({"width": 1280, "height": 800})
    choose(tanks, 3)
    expect(tanks.locator(".part-card")).to_be_in_viewport(ratio=1)
    for label in ("Name", "Sub-class", "Vehicle", "Posture", "Mode"):
        expect(field(tanks, label)).to_be_in_viewport(ratio=1)


def test_the_tools_of_a_row_stand_beside_its_name_on_any_screen(tanks):
    for width in (1280, 360):
        tanks.set_viewport_size({"width": width, "height": 800})
        row = units(tanks).nth(0)
        number, name = row.locator(".unit-number").bounding_box(), row.locator(".unit-name").bounding_box()
        more, remove = (row.get_by_role("button", name=tool).bounding_box() for tool in ("One more", "Remove"))
        assert number["x"] < name["x"] < more["x"] < remove["x"]
        assert more["y"] == remove["y"] < name["y"] + name["height"]


def test_taps_in_a_row_all_count(tanks):
    button = units(tanks).nth(0).get_by_role("button", name="One more")
    with in_haste(tanks):
        for _ in range(5):
            button.click()
    expect(units(tanks)).to_have_count(17)
    assert Revision.objects.filter(aside=True).count() == 0


def test_text_typed_before_an_answer_arrives_is_kept(tanks):
    choose(tanks, 2)
    name = field(tanks, "Name")
    with in_haste(tanks):
        field(tanks, "Mode").select_option("FAST")
        name.click()
        name.press_sequentially("Iron Dukes of the Rhine")
    said(tanks, "Challenger 2: Mode: MOBILE → FAST")
    expect(name).to_have_value("Iron Dukes of the Rhine")
    expect(field(tanks, "Mode")).to_have_value("FAST")
    name.press("Tab")
    expect(units(tanks).nth(2).locator(".unit-name")).to_have_text("Iron Dukes of the Rhine")
    expect(field(tanks, "Mode")).to_have_value("FAST")


def test_text_typed_in_a_form_survives_the_answer_to_a_tap_elsewhere(tanks):
    choose(tanks, 2)
    name = field(tanks, "Name")
    with in_haste(tanks):
        units(tanks).nth(7).get_by_role("button", name="One more").click()
        name.click()
        name.press_sequentially("Iron Dukes")
    expect(units(tanks)).to_have_count(13)
    name.press_sequentially(" of the Rhine")
    expect(name).to_have_value("Iron Dukes of the Rhine")
    expect(units(tanks).nth(2).locator(".unit-link")).to_have_attribute("aria-current", "true")
    name.press("Tab")
    expect(units(tanks).nth(2).locator(".unit-name")).to_have_text("Iron Dukes of the Rhine")


def test_text_typed_while_another_unit_loads_is_kept(tanks):
    choose(tanks, 2)
    name = field(tanks, "Name")
    with tanks.expect_response("**/*?at=*"), in_haste(tanks, "**/*?at=*"):
        units(tanks).nth(7).locator(".unit-link").click()
        name.click()
        name.press_sequentially("Iron")
    name.press_sequentially(" Dukes")
    expect(name).to_have_value("Iron Dukes")
    name.press("Tab")
    expect(units(tanks).nth(2).locator(".unit-name")).to_have_text("Iron Dukes")


def test_a_link_removed_by_an_answer_holds_up_nothing(tanks):
    with in_haste(tanks):
        units(tanks).nth(5).get_by_role("button", name="Remove").click()
        units(tanks).nth(5).locator(".unit-link").click()
        units(tanks).nth(0).get_by_role("button", name="One more").click()
        units(tanks).nth(0).get_by_role("button", name="One more").click()
    expect(units(tanks)).to_have_count(13)
    said(tanks, re.compile("Added one more Challenger 2 to Tank group"))
    assert Revision.objects.filter(aside=True).count() == 0


def test_a_refused_form_stays_in_view_after_another_unit_is_selected(desktop):
    found(desktop, game="Forge of War")
    desktop.locator("#first-step button").first.click()
    choose(desktop, 0)
    figures = field(desktop, "Figures")
    with in_haste(desktop):
        figures.fill("9999")
        figures.blur()
        units(desktop).nth(1).get_by_role("button", name="One more").click()
        units(desktop).nth(1).locator(".unit-link").click()
    expect(desktop.locator("#inspector .invalid-feedback")).to_be_visible()
    expect(figures).to_have_value("9999")
    figures.fill("4")
    figures.blur()
    expect(desktop.locator("#inspector .invalid-feedback")).to_have_count(0)
    said(desktop, re.compile("Figures: "))


def test_leaving_the_page_waits_until_everything_is_saved(tanks):
    choose(tanks, 2)
    with in_haste(tanks):
        units(tanks).nth(7).get_by_role("button", name="One more").click()
        field(tanks, "Name").press_sequentially("Iron Dukes")
        tanks.locator(".builder-doors > a").first.click()
    expect(tanks).to_have_url(re.compile("/print/"))
    assert load_head(Army.objects.get()).force.groups[0].units[2].name == "Iron Dukes"


def test_the_page_asks_before_unsaved_changes_are_lost(tanks):
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    tanks.on("dialog", stay)
    with in_haste(tanks):
        with tanks.expect_request("**/edits/*"):
            units(tanks).nth(0).get_by_role("button", name="One more").click()
        with tanks.expect_event("dialog"):
            tanks.evaluate("location.reload()")
    expect(units(tanks)).to_have_count(13)
    choose(tanks, 0)
    name = field(tanks, "Name")
    name.press_sequentially("Iron Dukes")
    with tanks.expect_event("dialog"):
        tanks.evaluate("location.reload()")
    name.blur()
    expect(units(tanks).nth(0).locator(".unit-name")).to_have_text("Iron Dukes")
    with tanks.expect_navigation():
        tanks.evaluate("location.reload()")
    assert asked == ["beforeunload", "beforeunload"]


def test_changes_in_a_row_all_count(tanks):
    choose(tanks, 2)
    with in_haste(tanks):
        field(tanks, "Posture").select_option("LAS")
        field(tanks, "Mode").select_option("FAST")
        field(tanks, "Helicopter").check()
        field(tanks, "BGHQ").check()
    said(tanks, "Challenger 2: BGHQ: no → yes")
    spec = load_head(Army.objects.get()).force.groups[0].units[2].spec
    assert (spec.posture.value, spec.mode.value, spec.helicopter, spec.hq) == ("LAS", "FAST", True, True)
    expect(field(tanks, "Posture")).to_have_value("LAS")
    expect(field(tanks, "Mode")).to_have_value("FAST")
    expect(field(tanks, "BGHQ")).to_be_checked()


def test_a_change_is_saved_when_the_next_unit_is_selected_at_once(tanks):
    choose(tanks, 2)
    with in_haste(tanks):
        field(tanks, "Mode").select_option("FAST")
        units(tanks).nth(5).locator(".unit-link").click()
    expect(units(tanks).nth(2)).to_contain_text("FAST")
    expect(units(tanks).nth(5).locator(".unit-link")).to_have_attribute("aria-current", "true")
    expect(field(tanks, "Mode")).to_have_value("MOBILE")
    field(tanks, "Mode").select_option("STATIC")
    expect(units(tanks).nth(5)).to_contain_text("STATIC")
    assert Revision.objects.filter(aside=True).count() == 0


def test_two_pages_of_one_army_lose_nothing(tanks):
    other = tanks.context.new_page()
    other.goto(tanks.url)
    unfold(other)
    units(tanks).nth(0).get_by_role("button", name="One more").click()
    expect(units(tanks)).to_have_count(13)
    units(other).nth(4).get_by_role("button", name="Remove").click()
    said(other, re.compile("Changes made elsewhere in the meantime are included.$"))
    expect(units(other)).to_have_count(12)
    units(tanks).nth(0).get_by_role("button", name="One more").click()
    expect(units(tanks)).to_have_count(13)
    merged = "Added one more Challenger 2 to Tank group.+Changes made elsewhere in the meantime are included.$"
    said(tanks, re.compile(merged))
    assert Revision.objects.filter(aside=True, resolved=False).count() == 0
    for page, name in ((tanks, "Theirs"), (other, "Mine")):
        choose(page, 0)
        field(page, "Name").fill(name)
        field(page, "Name").press("Tab")
        if page is tanks:
            expect(units(page).nth(0).locator(".unit-name")).to_have_text(name)
    expect(other.get_by_role("heading", level=1)).to_have_text("Newer changes were saved")
    assert_accessible(other)
    other.get_by_role("button", name="Merge both").click()
    expect(units(other).nth(0).locator(".unit-name")).to_have_text("Mine")
    expect(units(other)).to_have_count(13)


def test_text_typed_without_a_network_is_sent_when_there_is_one_again(open_page, tanks):
    page = open_page(expected="htmx: htmx:error: Failed to fetch")
    page.context.add_cookies(tanks.context.cookies())
    page.goto(tanks.url)
    choose(page, 2)
    name = field(page, "Name")
    page.context.set_offline(True)
    name.fill("Iron Dukes")
    name.press("Tab")
    expect(page.locator("#messages")).to_contain_text("The site could not be reached, so nothing was saved or shown.")
    notes = field(page, "Notes")
    notes.fill("Of the Rhine")
    page.context.set_offline(False)
    expect(units(page).nth(2).locator(".unit-name")).to_have_text("Iron Dukes")
    expect(notes).to_have_value("Of the Rhine")
    page.reload()
    expect(name).to_have_value("Iron Dukes")
    expect(notes).to_have_value("Of the Rhine")


def test_all_taps_on_an_older_page_are_in_the_version_kept_aside(tanks):
    other = tanks.context.new_page()
    other.goto(tanks.url)
    unfold(other)
    choose(other, 0)
    choose(tanks, 4)
    field(tanks, "Name").fill("Theirs")
    field(tanks, "Name").press("Tab")
    expect(units(tanks).nth(4).locator(".unit-name")).to_have_text("Theirs")
    with in_haste(other):
        for row in (4, 6, 8):
            units(other).nth(row).get_by_role("button", name="Remove").click()
        field(other, "Name").press_sequentially("Typed but not left")
    mine = other.locator(".versions section").nth(0).locator("li")
    expect(mine).to_have_count(4)
    expect(other.locator("#main")).not_to_have_attribute("inert", "")
    assert list(Revision.objects.filter(aside=True).values_list("parent", flat=True)) == [2, 4, 5, 6]
    other.get_by_role("button", name="Merge both").click()
    expect(units(other)).to_have_count(9)
    expect(units(other).nth(0).locator(".unit-name")).to_have_text("Typed but not left")


def test_the_message_of_a_refused_edit_is_in_view(tanks):
    tanks.evaluate("document.querySelector('.unit [name=unit]').value = 'u99'")
    units(tanks).nth(0).get_by_role("button", name="One more").click()
    expect(tanks.locator("#messages")).to_contain_text("This stand or battle group is no longer in the army.")


# --- accessibility -----------------------------------------------------------------------------------


def test_the_builder_is_accessible(desktop):
    page = desktop

    def look() -> None:
        for theme, width in (("dark", DESK), ("light", PHONE)):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
            assert_accessible(page)

    page.goto("/armies/import")
    page.get_by_label("Or paste its text").fill("{}")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved.")
    look()
    found(page)
    look()
    page.locator("#first-step").get_by_role("button", name="Tank group", exact=True).click()
    expect(units(page)).to_have_count(12)
    unfold(page)
    units(page).nth(2).get_by_role("button", name="One more").click()
    expect(status(page)).to_have_text("1 error")
    for pane in ("catalogue", "inspector", "findings"):
        page.goto(f"{page.url.split('#')[0]}#{pane}")
        assert_accessible(page)
    page.goto(f"{page.url.split('#')[0]}#army")
    look()
    page.locator(".builder-menu summary").click()
    look()
    page.get_by_role("link", name="House rules").click()
    expect(page.locator("#inspector h2")).to_have_text("House rules")
    look()
    page.goto("/armies/")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("main")).to_contain_text("Deleted 1st Division.")
    look()


@pytest.mark.parametrize("game", [ruleset.title for ruleset in all_rulesets()])
def test_a_unit_of_every_game_is_edited_accessibly(phone, game):
    found(phone, game=game)
    phone.locator("#first-step button").first.click()
    expect(phone.locator("#tab-state")).to_be_visible()
    units(phone).nth(1).wait_for(state="attached")
    choose(phone, 1)
    field(phone, "Notes").fill("Looked at twice")
    field(phone, "Notes").blur()
    expect(phone.locator("#said")).to_contain_text("Notes: changed")
    assert_accessible(phone)
    phone.set_viewport_size({"width": DESK, "height": 800})
    assert_accessible(phone)


def test_the_number_to_add_applies_to_one_edit(desktop):
    found(desktop, game="Forge of War")
    times = desktop.get_by_label("How many")
    entry = desktop.locator("#catalogue [name=entry]:visible").first
    times.select_option("3")
    entry.click()
    expect(units(desktop)).to_have_count(3)
    expect(times).to_have_value("1")
    entry.click()
    expect(units(desktop)).to_have_count(4)


def test_a_chip_says_what_it_means_on_tap_and_key(desktop, phone):
    call_command("make_demo", verbosity=0)
    for page in (phone, desktop):
        page.goto("/armies/example-mbt2020/")
        chip = page.locator("#groups button.chip", has_text="BGHQ").first
        meaning = page.locator(".meaning")
        expect(meaning).to_be_hidden()
        if page is phone:
            chip.tap()
        else:
            chip.focus()
            page.keyboard.press("Enter")
        expect(meaning).to_have_text("BGHQ: headquarters of its battle group")
        expect(meaning).to_be_in_viewport(ratio=1)
        expect(meaning).to_be_focused()
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()
        expect(chip).to_be_focused()
        assert page.url.endswith("/armies/example-mbt2020/")


def test_headings_and_cells_of_tables_say_what_they_mean(desktop, phone):
    load_catalogue()
    for page, address, shown, words in (
        (phone, "/forge-of-war/catalogue/weapon/", "WV Weapon Value", "WV: Weapon Value"),
        (
            phone,
            "/warstrike/catalogue/unit/",
            "Nv Nerve: roll this or less, and carry no more markers than this",
            "Nv: Nerve: roll this or less, and carry no more markers than this",
        ),
        (desktop, "/warstrike/catalogue/unit/", "Aw", "Aw: Awareness"),
        (phone, "/warstrike/calculators/suppression/", "88.9%", "88.9%: 8/9"),
    ):
        page.goto(address)
        assert page.locator(".table-frame").evaluate("frame => frame.scrollWidth <= frame.clientWidth")
        page.get_by_role("button", name=shown, exact=True).click()
        expect(page.locator(".meaning")).to_have_text(words)
        expect(page.locator(".meaning")).to_be_in_viewport(ratio=1)
    assert_accessible(phone)


def test_a_chip_in_the_players_own_army_selects_nothing(tanks):
    chosen = tanks.locator("#groups [aria-current]").count()
    units(tanks).nth(3).locator("button.chip").first.click()
    expect(tanks.locator(".meaning")).to_be_visible()
    assert tanks.locator("#groups [aria-current]").count() == chosen
