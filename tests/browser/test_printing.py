"""Set up, look at, print and print again."""

from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from django.core.management import call_command
from playwright.sync_api import BrowserContext, Page, expect

from armybuilder.armies.models import Army
from tests.browser.accessibility import AXE, DESK, PHONE, THEMES, assert_accessible, assert_accessible_in_every_view
from tests.browser.downloads import made_pdf
from tests.browser.pages import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


CUT_WORDS = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("#print-choices select")].filter((list) => {
        const style = getComputedStyle(list);
        pen.font = style.font;
        const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return [...list.options].some((option) => pen.measureText(option.text).width > room + 0.5);
    }).map((list) => list.name);
}"""
"""Script that returns the lists with words wider than their space."""


@pytest.fixture
def example() -> str:
    """The address of the first game's example army."""
    call_command("make_demo", verbosity=0)
    army = Army.objects.filter(example=True).order_by("pk")[0]
    return army.get_absolute_url()


def preview(page: Page):
    return page.frame_locator("iframe[name=preview]")


def pages_of_download(page: Page) -> int:
    download = made_pdf(page)
    assert download.suggested_filename.endswith(".pdf")
    with pikepdf.open(download.path()) as pdf:
        return len(pdf.pages)


def test_choose_look_print_and_print_again(desktop: Page, example: str) -> None:
    desktop.goto(f"{example}print/")
    shown = preview(desktop)
    expect(shown.locator(".preview-note")).to_contain_text("pages")
    expect(shown.locator(".preview-pages > *")).not_to_have_count(0)
    desktop.get_by_role("checkbox", name="Unit cards").uncheck()
    desktop.get_by_role("checkbox", name="Quick reference").uncheck()
    expect(shown.locator("article")).to_have_count(0)
    expect(shown.locator(".roster")).to_have_count(1)
    expect(shown.locator(".preview-note")).to_contain_text("1 page")
    assert pages_of_download(desktop) == 1
    desktop.get_by_role("checkbox", name="Labels for bases").check()
    desktop.get_by_label("Paper", exact=True).select_option("letter")
    expect(shown.locator("article")).not_to_have_count(0)
    pages = pages_of_download(desktop)
    expect(shown.locator(".preview-note")).to_contain_text(f"{pages} pages")


def test_until_the_preview_comes_a_page_says_so(
    new_context: Callable[..., BrowserContext], live_server: Any, example: str
) -> None:
    page = new_context(base_url=live_server.url, color_scheme="dark").new_page()
    page.route("**/print/preview", lambda route: None)
    page.goto(f"{example}print/", wait_until="commit")
    page.wait_for_load_state("domcontentloaded")
    page.evaluate("async () => { await document.fonts.ready; }")
    said = page.get_by_text("Preparing the preview…")
    seen = said.screenshot()
    page.locator("iframe").evaluate("frame => frame.remove()")
    assert said.screenshot() == seen


IN_VIEW = """button => {
    const box = button.getBoundingClientRect();
    const corners = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
    return corners.every(([x, y]) => document.elementFromPoint(x, y) === button);
}"""
"""Script that returns whether a whole button can be seen and tapped."""

COVERED = """() => {
    const fields = [...document.querySelectorAll(".print-desk :is(input, select, button, summary, a)")];
    const bar = document.querySelector(".print-go");
    return fields.filter((field) => {
        if (field.disabled || field.tabIndex < 0 || !field.checkVisibility()) return false;
        field.focus();
        return field.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    }).map((field) => field.name || field.textContent);
}"""
"""Script that returns the fields that lie behind the bar of buttons when focused."""


def test_the_pdf_is_one_tap_away_wherever_the_page_stands(desktop: Page, example: str) -> None:
    desktop.goto(f"{example}print/")
    expect(preview(desktop).locator(".preview-pages > *")).not_to_have_count(0)
    button = desktop.get_by_role("button", name="Make the PDF")
    for width, height in ((PHONE, 640), (DESK, 800)):
        desktop.set_viewport_size({"width": width, "height": height})
        for place in (0, 0.25, 0.5, 0.75, 1):
            desktop.evaluate("place => scrollTo(0, place * document.documentElement.scrollHeight)", place)
            assert button.evaluate(IN_VIEW), (width, place)
        assert desktop.evaluate(COVERED) == []


KEEP_SAID = """() => {
    window.said = [];
    const watch = new MutationObserver(() => said.push(making.textContent));
    watch.observe(making, { childList: true });
}"""
"""Script that keeps everything that the page says while a PDF is made."""


def test_the_page_says_that_the_pdf_is_being_made_until_it_comes(phone: Page, example: str) -> None:
    phone.goto(f"{example}print/")
    phone.evaluate(KEEP_SAID)
    for times in (1, 2):
        with phone.expect_download():
            phone.get_by_role("button", name="Make the PDF").press("Enter")
        wait_until(phone, f"said.length === {2 * times}")
        assert phone.evaluate("said") == ["Making the PDF…", ""] * times


def test_pages_on_a_phone_show_the_last_choices_in_one_tap(phone: Page, example: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{example}print/")
    expect(preview(phone).locator(".preview-pages > *")).not_to_have_count(0)
    shown, parts = phone.locator(".print-preview").bounding_box(), phone.locator(".print-parts").bounding_box()
    assert shown
    assert parts
    assert shown["y"] + shown["height"] <= min(640, parts["y"])
    phone.get_by_role("checkbox", name="Unit cards").uncheck()
    phone.get_by_role("checkbox", name="Quick reference").uncheck()
    expect(preview(phone).locator("article")).to_have_count(0)
    phone.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    phone.get_by_role("button", name="Update the preview").tap()
    expect(phone.locator(".print-preview")).to_be_in_viewport(ratio=1)
    phone.get_by_role("checkbox", name="Roster").uncheck()
    phone.get_by_role("button", name="Make the PDF").tap()
    expect(phone.get_by_role("alert")).to_have_text("Choose at least one part to print.")
    expect(phone.get_by_role("alert")).to_be_in_viewport(ratio=1)
    assert_accessible(phone)
    phone.get_by_role("checkbox", name="Roster").check()
    pages = pages_of_download(phone)
    phone.goto(f"{example}print/")
    expect(phone.get_by_text("These are the options you used last.")).to_have_count(1)
    assert pages_of_download(phone) == pages
    phone.get_by_role("link", name="Default options").tap()
    expect(phone.get_by_role("checkbox", name="Unit cards")).to_be_checked()


def test_the_options_are_two_screens_of_a_phone(phone: Page, example: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{example}print/")
    form = phone.locator("#print-choices").bounding_box()
    assert form
    assert form["height"] <= 2 * 640
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_the_print_page_is_accessible(desktop: Page, example: str) -> None:
    desktop.goto(f"{example}print/")
    expect(preview(desktop).locator(".preview-pages > *")).not_to_have_count(0)
    for section in desktop.locator("details.print-section").all():
        if section.get_attribute("open") is None:
            section.locator("summary").click()
    for theme, ground in zip(THEMES, ("rgb(217, 212, 198)", "rgb(17, 18, 15)"), strict=True):
        desktop.emulate_media(color_scheme=theme)
        expect(preview(desktop).locator("html")).to_have_css("background-color", ground)
        sheet = preview(desktop).locator(".preview-pages > *").first
        expect(sheet).to_have_css("background-color", "rgb(255, 255, 255)")
    for width in (PHONE, DESK):
        desktop.set_viewport_size({"width": width, "height": 800})
        assert desktop.evaluate(CUT_WORDS) == []
    assert_accessible_in_every_view(desktop)
    desktop.keyboard.press("/")
    desktop.keyboard.type("smoke")
    expect(desktop.locator("#search-results a")).not_to_have_count(0)


def test_the_preview_itself_is_accessible(desktop: Page, example: str) -> None:
    desktop.goto(f"{example}print/preview?labels=true&tokens=true")
    desktop.evaluate(AXE.read_text())
    found = desktop.evaluate("async () => (await axe.run()).violations")
    assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == []


def test_pages_on_the_screen_measure_as_on_paper(desktop: Page, example: str) -> None:
    """Nothing of a card is cut off or runs over in the browser either, which breaks lines with the same fonts."""
    desktop.goto(f"{example}print/preview?roster=false&qrs=false")
    desktop.evaluate("Promise.all([...document.fonts].map(font => font.load()))")
    overflowing = desktop.evaluate(
        """() => [...document.querySelectorAll('article[data-fit]')]
            .filter(card => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1)
            .map(card => [card.innerText, card.scrollHeight, card.clientHeight])"""
    )
    assert desktop.locator("article[data-fit]").count() > 0
    assert overflowing == []
