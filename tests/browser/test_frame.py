import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_theme_is_chosen_and_kept(desktop):
    desktop.goto("/")
    html = desktop.locator("html")
    expect(html).to_have_attribute("data-bs-theme", "light")
    desktop.get_by_role("button", name="Dark").click()
    expect(html).to_have_attribute("data-bs-theme", "dark")
    desktop.goto("/")
    expect(html).to_have_attribute("data-bs-theme", "dark")
    expect(desktop.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_the_header_has_one_row_on_a_phone_signed_in_or_not(phone, live_server, client):
    phone.goto("/")
    heights = [phone.locator(".site-header").bounding_box()["height"]]
    client.force_login(User.objects.create_user("charlie"))
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    phone.context.add_cookies([cookie])
    phone.goto("/")
    expect(phone.get_by_role("link", name="Account")).to_be_visible()
    heights.append(phone.locator(".site-header").bounding_box()["height"])
    assert heights[0] == heights[1] < 50


def test_the_games_are_a_menu_on_a_phone(phone):
    phone.goto("/mbt2020/")
    games = phone.get_by_role("navigation", name="Games")
    expect(games).to_be_hidden()
    phone.get_by_role("button", name="Games").press("Enter")
    expect(games.get_by_role("link", name="MBT 2020")).to_have_attribute("aria-current", "true")
    assert_accessible(phone)
    phone.keyboard.press("Escape")
    expect(games).to_be_hidden()
    phone.get_by_role("button", name="Games").click()
    games.get_by_role("link", name="WarStrike").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("WarStrike")


def test_first_tab_stop_skips_to_the_content(desktop):
    desktop.goto("/")
    desktop.keyboard.press("Tab")
    expect(desktop.get_by_role("link", name="Skip to the content")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(desktop.locator("main")).to_be_focused()


def test_own_fonts_are_used(desktop):
    desktop.goto("/")
    desktop.evaluate("document.fonts.ready")
    loaded = desktop.evaluate("[...document.fonts].filter(font => font.status == 'loaded').map(font => font.family)")
    # Until they are there, fonts of the device stand in, as “Barlow from Arial”.
    assert {family for family in loaded if " from " not in family} == {"Barlow", "Barlow Condensed"}


def test_htmx_sends_the_token_and_shows_errors_as_messages(desktop):
    desktop.goto("/")
    desktop.evaluate("htmx.ajax('POST', '/theme', {values: {theme: 'dark'}, swap: 'none'})")
    desktop.goto("/")
    expect(desktop.locator("html")).to_have_attribute("data-bs-theme", "dark")

    desktop.evaluate("htmx.ajax('POST', '/theme', {values: {theme: 'purple'}, target: 'main'})")
    message = desktop.get_by_role("status").locator(".alert")
    expect(message).to_contain_text("Nothing was changed.")
    expect(desktop.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(desktop)
    message.get_by_role("button").click()
    expect(message).to_have_count(0)


def test_a_request_without_an_answer_is_reported(open_page):
    page = open_page(expected="htmx: htmx:error: Failed to fetch")
    page.goto("/")
    page.context.set_offline(True)
    page.evaluate("htmx.ajax('GET', '/', {target: 'main'})")
    expect(page.locator("#messages")).to_contain_text("The site could not be reached, so nothing was saved or shown.")


def test_staff_can_use_the_admin_under_the_policy(desktop):
    User.objects.create_superuser("staff", "staff@example.org", "for-the-test")
    desktop.goto("/admin/")
    desktop.locator("[name=login]").fill("staff@example.org")
    desktop.locator("[name=password]").fill("for-the-test")
    desktop.locator("[name=password]").press("Enter")
    desktop.get_by_role("link", name="Users").first.click()
    expect(desktop.get_by_role("link", name="staff", exact=True)).to_be_visible()


def test_pale_text_fails_on_a_page_that_passed_before(desktop):
    desktop.goto("/")
    assert_accessible(desktop)
    paint = "colour => { document.querySelector('main .lead').style.color = colour; }"
    desktop.evaluate(paint, "#e0dccf")
    for only_colours in (False, True):
        with pytest.raises(AssertionError, match="color-contrast"):
            assert_accessible(desktop, only_colours)
    desktop.evaluate(paint, "")
    assert_accessible(desktop)
