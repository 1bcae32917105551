import pytest
from playwright.sync_api import expect

from tests.conftest import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/", "/nothing-here"])
@pytest.mark.parametrize("width", [360, 1280])
def test_frame_is_accessible(open_page, width, address, theme):
    page = open_page(width, 800, color_scheme=theme)
    with page.expect_response("**" + address):
        page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
    assert_accessible(page)


def test_theme_is_chosen_and_kept(desktop):
    desktop.goto("/")
    html = desktop.locator("html")
    expect(html).to_have_attribute("data-bs-theme", "light")
    desktop.get_by_role("button", name="Dark").click()
    expect(html).to_have_attribute("data-bs-theme", "dark")
    desktop.goto("/")
    expect(html).to_have_attribute("data-bs-theme", "dark")
    expect(desktop.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


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
    assert sorted(loaded) == ["Barlow", "Barlow Condensed"]
