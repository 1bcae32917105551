"""A browser as users have it, where times are compared."""

from typing import Any

import pytest

from tests.conftest import CHROMIUM_FLAGS


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium, which makes better machine code for scripts that run often."""
    return {**browser_type_launch_args, "args": CHROMIUM_FLAGS}
