"""Whether a page can be used by everybody, as far as axe sees it."""

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[1] / "vendor" / "axe-4.14.1" / "axe.min.js"
UNFOLD = "document.querySelectorAll('details').forEach((details) => { details.open = true; })"
"""Opens all details of a page."""
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours. They take more than half of its time."""
COLOURS = """() => {
  const grounds = new Map();
  const ground = (element) => {
    if (!element) return "";
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join(" ");
      const below = ground(element.parentElement);
      grounds.set(element, own === "rgba(0, 0, 0, 0) none 1" ? below : `${below} ${own}`);
    }
    return grounds.get(element);
  };
  const hasText = (element) => element.matches("input, select, textarea")
    || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1);
  const isSeen = (element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && right > 0 && bottom + scrollY > 0
      && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const look = (element) => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(element);
    const around = element.localName === "a" ? getComputedStyle(element.parentElement).color : "";
    return [color, fontSize, fontWeight, textDecorationLine, textShadow, around, ground(element)].join(" ");
  };
  const enabled = "body *:not(:disabled, [aria-disabled='true'], [aria-disabled='true'] *)";
  const texts = [...document.querySelectorAll(enabled)].filter((element) => hasText(element) && isSeen(element));
  return [...new Set(texts.map(look))];
}"""
"""Script that returns what the contrast of the page's texts depends on: their colours, sizes and backgrounds."""
PASSED_COLOURS: set[str] = set()
"""The results of ``COLOURS`` for pages whose colours axe has passed in this process."""
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHONE, DESK = 360, 1280
"""Widths in which pages are checked, in pixels."""


def assert_accessible(page: Page, only_colours: bool = False) -> None:
    """The page breaks no rule of axe, or none about colours, and does not scroll sideways.

    Rules about colours are left out where all that they depend on has passed before.
    """
    colours = set(page.evaluate(COLOURS))
    passed = colours <= PASSED_COLOURS
    if not (only_colours and passed):
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        if only_colours:
            options["runOnly"] = {"type": "rule", "values": COLOUR_RULES}
        elif passed:
            options["rules"] = {rule: {"enabled": False} for rule in COLOUR_RULES}
        violations = page.evaluate("async (options) => (await axe.run(options)).violations", options)
        found = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
        assert found == [], f"{page.url}: {json.dumps(found, indent=1)}"
        PASSED_COLOURS.update(colours)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def assert_accessible_in_every_view(page: Page) -> None:
    """The page is accessible once in each theme: light on a phone, dark on a desktop."""
    for width, theme in zip((PHONE, DESK), THEMES, strict=True):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-bs-theme", theme)
        assert_accessible(page)
