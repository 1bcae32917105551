"""A browser that no longer draws, which is neither the site's fault nor a test's."""

from playwright.sync_api import Page, TimeoutError

PATIENCE = 5_000
"""Milliseconds for a page to run a script or to draw."""


class BrowserStoppedDrawing(Exception):
    """The scripts of a page run, but the browser draws it no more; taps wait for that in vain."""


def runs_scripts(page: Page, patience: int = PATIENCE) -> bool:
    """Whether scripts of the page run."""
    return _comes_true(page, "() => true", patience)


def draws(page: Page, patience: int = PATIENCE) -> bool:
    """Whether the browser draws the page."""
    return _comes_true(page, "() => new Promise((drawn) => requestAnimationFrame(() => drawn(true)))", patience)


def _comes_true(page: Page, condition: str, patience: int) -> bool:
    try:
        page.wait_for_function(condition, timeout=patience, polling=100)
    except TimeoutError:
        return False
    return True
