"""What a player gets with a finished PDF."""

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from armybuilder.armies.examples import store_example
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHARES = """() => {
  globalThis.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ files: [file], title }) => shared.push([file.name, file.type, file.size > 1000, title]);
}"""
COPIES = "() => { navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; }"


@pytest.mark.parametrize("width", [1280, 360])
def test_a_finished_pdf_downloads_and_offers_what_comes_next(open_page, width):
    page = open_page(width, 740)
    page.context.add_init_script(f"({SHARES})(); ({COPIES})();")
    store_example(get_ruleset("forum-combat"))
    page.goto("/armies/example-forum-combat/")
    page.get_by_role("button", name="Make a copy").click()
    page.get_by_role("link", name="Print").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the PDF").click()
    assert len(PdfReader(download.value.path()).pages) > 0
    # Beside the options, or on the page that waits for a longer one.
    ready = page.locator(".print-done")
    expect(ready).to_contain_text("Your PDF is ready")
    opened = page.request.get(page.get_by_role("link", name="Open", exact=True).get_attribute("href") or "")
    assert opened.headers["content-disposition"].startswith("inline")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => shared.length")
    assert page.evaluate("shared") == [
        ["Third Platoon (copy).pdf", "application/pdf", True, "Third Platoon (copy)"],
    ]
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("copied")
    assert_accessible(page)
    file = ready.get_by_role("link", name="Open", exact=True).get_attribute("href") or ""
    page.goto(file.removesuffix("/file?open"))
    first = page.frame_locator(".print-first iframe").locator(".preview-pages > *").first
    expect(first).to_contain_text("Third Platoon (copy)")
    expect(page.get_by_role("link", name="Download the PDF")).to_be_focused()
    assert_accessible(page)
    page.get_by_role("link", name="Change options").click()
    expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
    page.goto("/armies/")
    page.get_by_role("button", name="Copy link: Third Platoon (copy)").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("copied") == link
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Third Platoon (copy)")
