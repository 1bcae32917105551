"""What a player gets with a finished PDF."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from armybuilder.armies.examples import store_example
from rulesets.registry import get_ruleset
from tests.browser.accessibility import assert_accessible
from tests.browser.pages import wait_until
from tests.browser.phones import OpenPage

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
    wait_until(page, "() => shared.length")
    assert page.evaluate("shared") == [
        ["Third Platoon (copy).pdf", "application/pdf", True, "Third Platoon (copy)"],
    ]
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("copied")
    assert_accessible(page)
    file = ready.get_by_role("link", name="Open", exact=True).get_attribute("href") or ""
    page.goto(file.removesuffix("/file?open"))
    expect(page).to_have_title(re.compile("^PDF of Third Platoon"))
    shown = page.frame_locator(".print-first iframe")
    expect(shown.locator(".preview-pages > *").first).to_contain_text("Third Platoon (copy)")
    expect(shown.locator(".preview-note")).to_have_count(0)
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


def test_a_finished_pdf_s_next_step_is_not_to_make_it_again(open_page: OpenPage) -> None:
    page = open_page(360, 740)
    store_example(get_ruleset("forum-combat"))
    page.goto("/armies/example-forum-combat/print/")
    make = page.get_by_role("button", name="Make the PDF")
    expect(make).to_be_in_viewport()
    box = "<link rel=stylesheet href=/static/css/printed.css><p class=print-done>Your PDF is ready</p>"
    page.evaluate("(box) => { document.getElementById('made').innerHTML = box; }", box)
    expect(make).not_to_be_in_viewport()
    page.get_by_label("Markers", exact=True).check()
    expect(make).to_be_in_viewport()


@pytest.fixture
def made(open_page: OpenPage) -> Page:
    """A finished PDF of a copied example, on a device that shares files."""
    page = open_page(360, 740, permissions=["clipboard-read", "clipboard-write"])
    page.context.add_init_script(f"({SHARES})();")
    store_example(get_ruleset("forum-combat"))
    page.goto("/armies/example-forum-combat/")
    page.get_by_role("button", name="Make a copy").click()
    page.get_by_role("link", name="Print").first.click()
    with page.expect_download():
        page.get_by_role("button", name="Make the PDF").click()
    page.locator(".print-done").wait_for()
    return page


def refuse_script(route: Route) -> None:
    """Answer a page's script as a site that is too busy, and let its forms through."""
    if route.request.resource_type == "fetch":
        route.fulfill(status=503)
    else:
        route.fallback()


NEVER_WRITES = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('the tap is over')); }"
NO_ITEMS = "() => { delete globalThis.ClipboardItem; }"


@pytest.mark.parametrize("lacking", [NEVER_WRITES, NO_ITEMS], ids=["promised text", "text that came"])
def test_a_link_is_copied_during_the_tap_or_once_it_has_come(made, lacking):
    made.evaluate(lacking)
    made.get_by_role("button", name="Copy link").click()
    expect(made.get_by_text("Link copied.")).to_be_visible()
    made.goto(made.evaluate("navigator.clipboard.readText()"))
    expect(made.get_by_role("heading", level=1)).to_have_text("Third Platoon (copy)")


@pytest.mark.parametrize("lacking", ["() => {}", NO_ITEMS], ids=["promised text", "text that came"])
def test_a_link_that_cannot_be_copied_is_shown(made, lacking):
    made.evaluate(lacking)
    made.route(
        "**/share/link",
        lambda route: route.fulfill(status=503) if route.request.resource_type == "fetch" else route.fallback(),
    )
    made.get_by_role("button", name="Copy link").click()
    expect(made).to_have_url(re.compile(r"/share/\?new="))


def test_a_pdf_that_does_not_come_is_not_shared(made):
    made.route("**/file", lambda route: route.fulfill(status=404))
    made.get_by_role("button", name="Share").click()
    expect(made.locator("#share-said")).to_have_text(
        "The PDF could not be loaded. Try again, or make it again with “Change options”."
    )
    made.unroute("**/file")
    made.get_by_role("button", name="Share").click()
    wait_until(made, "() => shared.length")
    expect(made.locator("#share-said")).to_have_text("")


def test_a_pdf_that_the_device_refuses_to_share_is_named(made):
    made.evaluate("() => { navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError')); }")
    made.get_by_role("button", name="Share").click()
    expect(made.locator("#share-said")).to_have_text(
        "The PDF was not shared. Tap the button again, or download the PDF."
    )


def test_a_list_of_kept_rules_opens_in_sight_on_a_shared_page(made):
    made.get_by_role("button", name="Copy link").click()
    expect(made.get_by_text("Link copied.")).to_be_visible()
    made.goto(made.evaluate("navigator.clipboard.readText()"))
    made.locator(".builder-status").first.click()
    expect(made.locator("#findings")).to_be_in_viewport()
