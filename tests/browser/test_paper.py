"""What Ctrl+P prints of a page."""

import subprocess
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from armybuilder.armies.examples import store_example
from rulesets.registry import get_ruleset
from tests.printing.reading import bare

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MENUS = ("My armies", "Sign in", "Same as my device", "Make a copy", "Start over", "Expand all", "Find units")
BRIGHT = "getComputedStyle(document.querySelector('h1')).color"


def printed(page: Page, address: str) -> str:
    """What a page says on paper, bare."""
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    text = subprocess.run(["pdftotext", "-", "-"], input=page.pdf(), capture_output=True, check=True).stdout
    return bare(text.decode())


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_are_printed_without_menus_with_open_folds_in_ink(
    open_page: Callable[..., Page], colours: Literal["light", "dark"]
) -> None:
    army, _ = store_example(get_ruleset("forge-of-war"))
    page = open_page(color_scheme=colours)
    papers = {
        "army": printed(page, army.get_absolute_url()),
        "answer": printed(page, "/mbt2020/calculators/engagement/?q-distance=9"),
        "rulings": printed(page, "/forge-of-war/rulings/"),
        "rules": printed(page, "/warstrike/rules/"),
    }
    assert [(name, menu) for name, words in papers.items() for menu in MENUS if bare(menu) in words] == []
    game = get_ruleset("forge-of-war")
    names = [unit.name for group in game.demo().groups for unit in group.units if unit.name]
    assert len(names) > 3
    assert [name for name in names if bare(name) not in papers["army"]] == []
    # The working is folded on the screen.
    assert bare("within 12") in papers["answer"]
    assert [ruling.id for ruling in game.rulings if bare(ruling.question) not in papers["rulings"]] == []
    page.emulate_media(media="print", color_scheme=colours)
    assert page.evaluate(BRIGHT) == "rgb(33, 34, 28)"
