"""A player who uses only a keyboard."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

MOST_KEYS = 30
"""From the front page to a PDF."""
MOST_TABS = 30
"""In a row: nobody goes on for longer."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Keys:
    """The keys of a player, counted."""

    def __init__(self, page: Page) -> None:
        """Begin without any."""
        self.page, self.count = page, 0

    def press(self, key: str) -> None:
        """Press one key."""
        self.page.keyboard.press(key)
        self.count += 1

    def reach(self, place: Locator, key: str = "Tab") -> None:
        """Go to a place with the Tab key, or back with Shift."""
        for _ in range(MOST_TABS):
            if place.evaluate("(element) => element === document.activeElement"):
                return
            self.press(key)
        pytest.fail(f"{place} is too far away")

    def skip(self, name: str) -> None:
        """Follow a skip link of a page that was just opened."""
        self.reach(self.page.get_by_role("link", name=name, exact=True))
        self.press("Enter")


@pytest.mark.parametrize("width", [1280, 360])
def test_the_way_from_the_front_page_to_a_pdf_takes_few_keys(open_page, width):
    page = open_page(width, 740, newcomer=True)
    page.goto("/")
    keys = Keys(page)
    keys.skip("Skip to the content")
    keys.reach(page.get_by_role("button", name="Start an army for MBT 2020"))
    keys.press("Enter")
    expect(page.locator("#first-step")).to_be_visible()
    expect(page.locator("#first-step h2")).to_be_focused()
    keys.reach(page.locator("#first-step").get_by_role("button").first)
    keys.press("Enter")
    expect(page.locator("#state .builder-status")).to_have_text("Legal")
    expect(page.locator("#groups .group-link")).to_be_focused()
    keys.reach(page.locator("#army .skip-link"), "Shift+Tab")
    keys.press("Enter")
    expect(page.locator("#print")).to_be_focused()
    keys.press("Enter")
    page.get_by_role("heading", name="Print", exact=True).wait_for()
    keys.skip("Skip to Make the PDF")
    expect(page.get_by_role("button", name="Make the PDF")).to_be_focused()
    with page.expect_download() as download:
        keys.press("Enter")
    assert "✓ LEGAL" in PdfReader(download.value.path()).pages[0].extract_text()
    assert keys.count <= MOST_KEYS
