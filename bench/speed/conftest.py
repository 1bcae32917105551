"""The fixtures of the tests, and a browser as users have it."""

from typing import Any

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, which makes better machine code for scripts that run often."""
    from tests.browser.pages import CHROMIUM_FLAGS  # a plugin of the tests, which pytest has to import first

    return {**browser_type_launch_args, "args": CHROMIUM_FLAGS}
