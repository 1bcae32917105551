"""Tests of the signs of a browser that no longer draws."""

import pytest
from playwright.sync_api import Page

from tests.browser.drawing import draws, runs_scripts

pytestmark = pytest.mark.browser


def test_a_page_that_is_not_drawn_runs_scripts_all_the_same(page: Page) -> None:
    assert (runs_scripts(page), draws(page)) == (True, True)
    page.evaluate("window.requestAnimationFrame = () => {}")
    assert (runs_scripts(page), draws(page, patience=500)) == (True, False)


def test_a_page_whose_script_does_not_end_runs_no_other(page: Page) -> None:
    page.evaluate("setTimeout(() => { for (const end = Date.now() + 2000; Date.now() < end;); })")
    assert not runs_scripts(page, patience=500)
