"""Set up a print, look at it, print it, save the set-up, and print it again; on a phone, and with a mistake."""

from collections.abc import Callable

import pikepdf
import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.test_printing import example, preview

__all__ = ["example"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def printed(page: Page, button: str) -> list[tuple[float, float]]:
    """The sheets of the PDF that a button gives, in millimetres."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    with pikepdf.open(download.value.path()) as pdf:
        boxes = [[float(number) for number in each.mediabox] for each in pdf.pages]
    return [(round(box[2] * 25.4 / 72), round(box[3] * 25.4 / 72)) for box in boxes]


def test_set_up_look_print_keep_and_print_again(desktop: Page, example: str) -> None:
    desktop.goto(f"{example}print/")
    shown = preview(desktop)
    for part in ("Unit cards", "Quick reference"):
        desktop.get_by_label(part, exact=True).uncheck()
    desktop.get_by_label("Labels for bases", exact=True).check()
    desktop.get_by_label("Battle log", exact=True).check()
    desktop.get_by_label("Labels on").select_option("5160")
    desktop.get_by_label("Start at label").fill("4")
    desktop.get_by_label("Start at label").blur()
    expect(shown.locator(".top")).not_to_have_count(0)

    desktop.get_by_label("Start at label").fill("31")
    desktop.get_by_role("button", name="Make the PDF").click()
    told = "A sheet has 30 labels. Start with one from 1 to 30."
    expect(desktop.get_by_role("alert")).to_have_text(f"Start at label: {told}")
    expect(desktop.get_by_text(told, exact=True)).to_be_visible()
    desktop.get_by_label("Start at label").fill("4")
    sheets = printed(desktop, "Make the PDF")
    assert {(210, 297), (216, 279)} == set(sheets)

    desktop.get_by_label("Name", exact=True).fill("Club night")
    desktop.get_by_role("button", name="Save", exact=True).click()
    expect(desktop.get_by_text("Saved as “Club night”.")).to_be_visible()
    assert_accessible(desktop)
    assert printed(desktop, "Print Club night") == sheets

    desktop.get_by_label("Ink").select_option("mono")
    desktop.get_by_role("button", name="Save changes to “Club night”").click()
    expect(desktop.get_by_label("Ink")).to_have_value("mono")
    desktop.get_by_role("button", name="Delete Club night").click()
    expect(desktop.get_by_role("link", name="Club night")).to_have_count(0)
    expect(desktop.get_by_label("Name", exact=True)).to_have_value("Club night")
    expect(desktop.get_by_label("Ink")).to_have_value("mono")


def test_every_part_is_shown_and_fits_its_sheet_on_a_phone(open_page: Callable[..., Page], example: str) -> None:
    page = open_page(360, 740, has_touch=True, is_mobile=True)
    every = "&".join(
        f"{part}=1" for part in ("roster", "cards", "qrs", "labels", "strips", "tokens", "templates", "log")
    )
    page.goto(f"{example}print/?{every}")
    shown = preview(page)
    for drawn in (".roster .chip", ".card", ".quick-reference .band", ".top"):
        expect(shown.locator(drawn)).not_to_have_count(0)
    expect(shown.locator(".preview-note")).to_contain_text("pages")
    assert_accessible(page)
