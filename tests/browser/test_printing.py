"""Set up, look at, print and print again."""

from collections.abc import Callable

import pikepdf
import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army
from tests.browser.downloads import made_pdf
from tests.conftest import AXE, assert_accessible

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
"""Lists some words of which are wider than their room."""


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


def test_choose_look_print_and_print_again(desktop: Page, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.printing.views.PATIENCE", 60)
    desktop.goto(f"{example}print/")
    shown = preview(desktop)
    expect(shown.locator(".preview-note")).to_contain_text("pages")
    expect(shown.locator(".sheet")).not_to_have_count(0)
    desktop.get_by_role("checkbox", name="Unit cards").uncheck()
    desktop.get_by_role("checkbox", name="Quick-reference sheet").uncheck()
    expect(shown.locator("[data-drawing=card]")).to_have_count(0)
    expect(shown.locator("[data-drawing=roster_unit]")).not_to_have_count(0)
    roster = shown.locator(".sheet").count()
    assert pages_of_download(desktop) == roster
    desktop.get_by_role("checkbox", name="Labels for bases").check()
    desktop.get_by_label("Paper", exact=True).select_option("letter")
    expect(shown.locator("[data-drawing=label_top]")).not_to_have_count(0)
    assert pages_of_download(desktop) == shown.locator(".sheet").count()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_print_shop_is_accessible(open_page: Callable[..., Page], example: str, width: int, theme: str) -> None:
    page = open_page(width, 800, color_scheme=theme)
    page.goto(f"{example}print/")
    expect(preview(page).locator(".sheet")).not_to_have_count(0)
    ground = {"light": "rgb(217, 212, 198)", "dark": "rgb(17, 18, 15)"}[theme]
    expect(preview(page).locator("html")).to_have_css("background-color", ground)
    expect(preview(page).locator(".sheet").first).to_have_css("background-color", "rgb(255, 255, 255)")
    for section in page.locator("details.print-section").all():
        if section.get_attribute("open") is None:
            section.locator("summary").click()
    assert page.evaluate(CUT_WORDS) == []
    assert_accessible(page)


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
        """() => [...document.querySelectorAll('[data-drawing=card] > .drawn')]
            .filter(card => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1)
            .map(card => [card.innerText, card.scrollHeight, card.clientHeight])"""
    )
    assert desktop.locator("[data-drawing=card] > .drawn").count() > 0
    assert overflowing == []
