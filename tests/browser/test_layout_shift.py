"""The first visit over a slow network: little moves when the script and the fonts come at last."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core import signing
from fontTools.ttLib import TTFont
from playwright.sync_api import BrowserContext

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.drawing.fallback_fonts import VENDOR
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.browser.pages import PATIENCE
from tests.visitors import ALICE

GOOD = 0.1
"""The layout shift up to which the Web Vitals call a page good."""
SHIFTS = """
globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
SLOWLY = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
"""A phone's network on a bad day: milliseconds, and bytes a second."""
FONTS = Path(__file__).parents[2] / "static" / "css" / "fonts.css"
FALLBACK = re.compile(
    r'font-family: "(?P<family>[\w ]+) from [^}]*?size-adjust: (?P<size>[\d.]+)%;\s*'
    r"ascent-override: (?P<ascent>[\d.]+)%;\s*descent-override: (?P<descent>[\d.]+)%;\s*line-gap-override: 0%;"
)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_the_tracker_stays_where_it_appears(
    new_context: Callable[..., BrowserContext], live_server, width: int
) -> None:
    loaded = LoadedArmy(get_ruleset("mbt2020"), get_ruleset("mbt2020").demo())
    author = Author(None, ALICE.hash)
    side = ChosenForce(loaded, create_army(loaded, "Begun", author))
    match = begin_match(side, side, {}, author)
    context = new_context(base_url=live_server.url, viewport={"width": width, "height": 740})
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(ALICE.key), "url": live_server.url}])
    page = context.new_page()
    page.add_init_script(SHIFTS)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOWLY)
    page.goto(match.get_absolute_url(), timeout=PATIENCE)
    page.locator("#next:not(:empty)").wait_for(timeout=PATIENCE)
    page.evaluate("document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 500)))")
    assert page.evaluate("shifted") < GOOD


def test_a_local_font_in_the_place_of_ours_has_its_height() -> None:
    folders = {"Barlow": "barlow-5*", "Barlow Condensed": "barlow-condensed-5*"}
    faces = list(FALLBACK.finditer(FONTS.read_text()))
    assert {face["family"] for face in faces} == set(folders)
    for face in faces:
        font = TTFont(next(VENDOR.glob(f"{folders[face['family']]}/*-latin-*.woff2")))
        size, em = float(face["size"]) / 100, font["head"].unitsPerEm
        assert float(face["ascent"]) * size == pytest.approx(100 * font["hhea"].ascent / em, abs=0.2)
        assert float(face["descent"]) * size == pytest.approx(-100 * font["hhea"].descent / em, abs=0.2)
        assert font["hhea"].lineGap == 0
