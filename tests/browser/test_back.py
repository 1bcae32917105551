"""Back to a page that answers a form shows it again."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_back_to_a_refused_form_shows_what_was_typed(desktop):
    desktop.goto("/armies/import")
    desktop.get_by_label("Or paste its text").fill("{}")
    desktop.get_by_role("button", name="Preview").click()
    expect(desktop.get_by_text("Nothing was saved.")).to_be_visible()
    desktop.get_by_role("link", name="Help with links and files").click()
    expect(desktop.get_by_role("heading", level=1)).not_to_have_text("Import an army")
    desktop.go_back()
    expect(desktop.get_by_text("Nothing was saved.")).to_be_visible()
    expect(desktop.get_by_label("Or paste its text")).to_have_value("{}")
