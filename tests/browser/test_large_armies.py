"""An army of 240 stands in the builder: searched, folded, brought into view, and moved by mouse, finger and keys."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core import signing
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES, create_army, load_head
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.core.forces.force import Unit, add_group
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible, assert_accessible_in_every_view
from tests.browser.phones import OpenPage
from tests.visitors import ALICE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def corps(open_page: OpenPage, live_server: Any) -> Any:
    """Open Alice's army of 20 groups of 12 stands: the last has two BGHQs, the 200th stand a name; and an empty one."""
    ARMIES.cache.clear()
    ruleset = get_ruleset("mbt2020")
    template = next(template for template in ruleset.templates if template.slug == "tank")
    units = tuple(Unit("", spec, name) for name, spec in template.units)
    two_led = (*units[:7], replace(units[7], spec=replace(units[7].spec, hq=True)), *units[8:])
    force = ruleset.new_force("Corps")
    for number in range(1, 21):
        named = (*units[:7], Unit("", units[7].spec, "Iron Dukes"), *units[8:])
        force = add_group(force, f"Group {number}", template.group, {17: named, 20: two_led}.get(number, units))
    force = add_group(force, "Reserve", template.group, (), 19)
    army = create_army(LoadedArmy(ruleset, force), "Corps", Author(None, ALICE.hash))

    def loaded(*size: int, **context: Any) -> Page:
        page = open_page(*size, **context)
        signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
        page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
        page.goto(army.get_absolute_url())
        return page

    return loaded


def group(page: Page, name: str) -> Locator:
    """The group of that name."""
    return page.locator(".group").filter(has=page.get_by_role("heading", name=name, exact=True))


def stored(name: str) -> list[str]:
    """The ids of the units that the stored group of that name has."""
    force = load_head(Army.objects.get()).force
    return [unit.id for each in force.groups if each.name == name for unit in each.units]


def shown(page: Page, name: str) -> Any:
    """The ids of the units that the page shows in the group of that name."""
    return group(page, name).locator(".unit").evaluate_all("rows => rows.map((row) => row.id.replace('unit-', ''))")


def jump(page: Page, name: str) -> None:
    """Choose a group in the list of groups."""
    page.locator("#jump > summary").click()
    page.locator("#jump").get_by_role("link", name=name, exact=False).first.click()


def drag_over(page: Page, to: Locator) -> None:
    """Move the dragged part over an element, row by row."""
    box = to.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y, steps=12)
    for step in range(1, 4):
        page.mouse.move(x, y + step)


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag a part by its handle with the mouse."""
    what.hover()
    page.mouse.down()
    drag_over(page, to)
    page.mouse.up()


def test_a_corps_is_searched_folded_and_arranged_by_mouse_and_keys(corps):
    page = corps(1280, 1400)
    rows = page.locator("#groups .unit:visible")
    expect(rows).to_have_count(0)
    page.get_by_role("searchbox", name="Find stands").fill("dukes iron")
    expect(rows).to_have_count(1)
    expect(page.locator("#find-count")).to_have_text("1 of 240")
    page.keyboard.press("Enter")
    expect(rows.locator(".unit-link")).to_be_focused()
    page.keyboard.press("+")
    expect(page.locator("#said")).to_contain_text("Added one more Iron Dukes to Group 17")
    expect(rows).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox", name="Find stands").fill("")
    # The group of the selected unit stays unfolded, and groups that are drawn again keep their folds.
    expect(rows).to_have_count(6)
    expect(group(page, "Group 17").locator(".run-link")).to_contain_text("6 × Challenger 2")
    jump(page, "Group 3")
    expect(group(page, "Group 3").locator(".group-link")).to_be_focused()
    expect(rows).to_have_count(11)
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(6)
    page.get_by_role("button", name="Next problem").click()
    expect(group(page, "Reserve").locator(".group-link")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#said")).to_have_text("Moved Reserve up")

    jump(page, "Group 2")
    group(page, "Group 2").locator(".run-fold > summary").click()
    group(page, "Group 2").locator(".unit").first.hover()
    second, third = stored("Group 2"), stored("Group 3")
    grips = group(page, "Group 2").locator(".unit-grip")
    drag(page, grips.nth(0), group(page, "Group 2").locator(".unit").nth(4))
    expect(page.locator("#said")).to_have_text("Moved Challenger 2 to place 5 of Group 2")
    assert stored("Group 2") == shown(page, "Group 2") == [*second[1:5], second[0], *second[5:]]
    page.keyboard.press("Control+z")
    expect(page.locator("#said")).to_contain_text("Undone: Moved Challenger 2")
    assert stored("Group 2") == shown(page, "Group 2") == second

    # A refused move is reverted.
    page.route("**/edits/move-unit", lambda route: route.fulfill(status=503), times=1)
    drag(page, grips.nth(0), group(page, "Group 2").locator(".unit").nth(4))
    expect(group(page, "Group 2").locator(".unit").first).to_have_id(f"unit-{second[0]}")
    assert stored("Group 2") == shown(page, "Group 2") == second

    # A folded group unfolds under a dragged unit.
    grips.nth(11).hover()
    page.mouse.down()
    drag_over(page, group(page, "Group 3").locator(".group-head"))
    expect(group(page, "Group 3").locator(".unit").first).to_be_visible()
    drag_over(page, group(page, "Group 3").locator(".unit").nth(0))
    page.mouse.up()
    expect(page.locator("#said")).to_have_text(re.compile(r"Moved INF\+ PDA to place \d+ of Group 3"))
    assert stored("Group 2") == shown(page, "Group 2") == second[:11]
    assert stored("Group 3") == shown(page, "Group 3")
    assert sorted(stored("Group 3")) == sorted([second[11], *third])


def test_rows_of_folded_groups_come_when_they_are_needed(corps):
    page = corps(1280, 1000)
    units, third = page.locator("#groups .unit"), group(page, "Group 3")
    expect(units).to_have_count(0)
    page.emulate_media(media="print")
    expect(third.locator(".group-rows")).to_contain_text("3·2 – 3·8 7 × Challenger 2")
    expect(third.locator(".group-rows")).to_be_visible()
    expect(third.get_by_role("link", name="Show the rows")).to_be_hidden()
    page.emulate_media(media="screen")
    # A problem of a unit in a folded group is enough to go to.
    page.evaluate("document.querySelectorAll('.group:has(> .findings)').forEach((group) => group.remove())")
    page.get_by_role("button", name="Next problem").click()
    expect(group(page, "Group 20").locator(".unit-link:focus")).to_be_visible()
    page.reload()
    expect(units).to_have_count(12)
    third.locator(".group-fold > summary").click()
    expect(units).to_have_count(24)
    expect(third.locator(".run-link")).to_be_visible()
    anew = page.context.new_page()
    anew.goto(page.url)
    anew.locator(".finding-link", has_text="already has a BGHQ").click()
    expect(anew.locator("#inspector :focus")).to_have_count(1)
    expect(group(anew, "Group 20").locator(".unit:has([aria-current])")).to_be_visible()
    expect(anew.locator("#groups .unit")).to_have_count(240)


def test_rows_that_do_not_come_are_a_link_away_as_without_scripts(corps):
    page = corps(1280, 1000, expected="htmx: htmx:error: Failed to fetch")
    page.route("**/?open=*", lambda route: route.abort(), times=1)
    third = group(page, "Group 3")
    third.locator(".group-fold > summary").click()
    third.get_by_role("link", name="Show the rows of Group 3").click()
    expect(third.locator(".run-link")).to_be_visible()
    plain = corps(1280, 1000, java_script_enabled=False)
    third = group(plain, "Group 3")
    third.locator(".group-fold > summary").click()
    third.get_by_role("link", name="Show the rows of Group 3").click()
    expect(third.locator(".run-link")).to_be_visible()
    expect(plain.locator("#groups .unit")).to_have_count(12)


def names(page: Page) -> list[str]:
    """The names of the groups as the page shows them."""
    return page.locator(".group h2").all_text_contents()


def test_a_corps_is_arranged_by_finger_on_a_small_phone(corps):
    page = corps(360, 640, has_touch=True, is_mobile=True)
    page.locator("#first-steps [data-hint-close]").tap()
    assert_accessible_in_every_view(page)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for part in page.locator("#find, #find > *, .group-head").all():
        assert part.evaluate("each => each.getBoundingClientRect().right <= 360")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.locator("#jump > summary").tap()
    assert_accessible(page)
    page.get_by_role("button", name="Move by dragging").tap()
    grips = page.locator(".group-grip")
    # They have their place before they can be dragged, and are seen from then on.
    expect(grips.first).to_be_visible()
    size = grips.first.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    touches = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    begin, end = grips.nth(0).bounding_box(), grips.nth(2).bounding_box()
    assert begin is not None
    assert end is not None
    x, top = begin["x"] + 20, begin["y"] + 20
    touch("touchStart", {"x": x, "y": top})
    for step in range(1, 13):
        touch("touchMove", {"x": x, "y": top + step * (end["y"] + 15 - begin["y"]) / 12})
    touch("touchEnd")
    expect(page.locator("#said")).to_have_text(re.compile("Moved Group 1 to place [234]"))
    assert names(page)[0] == "Group 2"
    assert [each.name for each in load_head(Army.objects.get()).force.groups] == names(page)
    page.reload()
    expect(page.locator("#groups .unit:visible")).to_have_count(0)
