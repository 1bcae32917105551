"""Look at a database of before through the site, as the browser that owns it; prints what was seen as JSON.

Run as a program, which the settings of the tests give a data folder of its own.
"""

import json
import lzma
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command
from django.test.utils import setup_test_environment

STORED = Path(__file__).parent
HEADLINE = re.compile(r'<section[^>]*id="answer".*?<h2[^>]*>(.*?)</h2>', re.DOTALL)


def headline(page: str) -> str:
    found = HEADLINE.search(page)
    return unescape(re.sub("<[^>]+>", "", found[1]).strip()) if found else ""


def ticked(page: str, tick: str) -> bool:
    """Whether a box that was ticked on the page of an army in play is ticked in its game."""
    holder, slug, boxes = tick.split(":")
    found = re.search(r'<script id="match-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    ticks = json.loads(found[1])["ticks"][0] if found else {}
    return bool(ticks.get(holder, {}).get(slug) == [int(box) for box in boxes.split(",")])


def visit(expected: dict[str, Any]) -> dict[str, Any]:
    from tests.of_parts import of_parts
    from tests.visitors import ALICE, browser_of

    alice = browser_of(ALICE)
    seen: dict[str, Any] = {"armies": {}, "headlines": {}, "shares": {}, "battlefields": {}}
    for game, army in expected["armies"].items():
        address = f"/armies/{army['pk']}"
        seen["armies"][game] = {
            "file": alice.get(f"{address}/export").json(),
            "history": alice.get(f"{address}/history").status_code,
            "ticked": ticked(alice.get(f"{address}/in-play", follow=True).text, army["tick"]),
        }
    for address in expected["headlines"]:
        seen["headlines"][address] = headline(alice.get(address).text)
    for token in expected["shares"]:
        seen["shares"][token] = alice.get(f"/s/{token}/").status_code
    for address in expected["battlefields"]:
        seen["battlefields"][address] = alice.get(address).status_code
    for visit_stored in of_parts("visit_stored"):
        seen |= visit_stored(alice, expected)
    return seen


if __name__ == "__main__":
    django.setup()
    setup_test_environment()
    packed = (STORED / "database.sqlite3.xz").read_bytes()
    Path(settings.DATABASES["default"]["NAME"]).write_bytes(lzma.decompress(packed))
    call_command("migrate", verbosity=0, interactive=False)
    json.dump(visit(json.loads((STORED / "expected.json").read_text())), sys.stdout)
