"""The preview's pages."""

import re

import pytest
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.printing.paper import Paper
from armybuilder.printing.preview_views import MAX_PREVIEW_SHEETS
from tests.printing.test_views import address, sent

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_preview_shows_the_pages_and_their_style(alice: Client, army: Army) -> None:
    answer = alice.get(address(army, "preview"))
    assert answer.status_code == 200
    assert all(re.search(rf'<{each}\s+class="', answer.text) for each in ("section", "article"))
    assert "<strong>3 pages</strong>" in answer.text
    assert " style=" not in answer.text
    assert "<style" not in answer.text
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    (style,) = re.findall(r'href="(/print/[0-9a-f]+\.css)"', answer.text)
    css = alice.get(style)
    assert css.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "--sheet-width:210mm" in css.text


def test_a_preview_follows_the_choices(alice: Client, army: Army) -> None:
    shown = alice.post(address(army, "preview"), sent(cards=False, qrs=False, paper=Paper.LETTER))
    (style,) = re.findall(r'href="(/print/[0-9a-f]+\.css)"', shown.text)
    assert "--sheet-width:215.9mm" in alice.get(style).text
    assert "<strong>1 page</strong>" in shown.text
    nothing = alice.post(address(army, "preview"), sent(roster=False, cards=False, qrs=False))
    assert nothing.status_code == 200
    assert "Choose at least one part to print." in nothing.text
    bad = alice.post(address(army, "preview"), sent() | {"ink": "gold"})
    assert "Please correct the options first." in bad.text


def test_a_long_preview_is_cut_short(alice: Client, make_army) -> None:
    army = make_army(size=200)
    shown = alice.get(address(army, "preview"), {"merge": "0", **dict.fromkeys(("roster", "cards", "qrs"), "1")}).text
    assert shown.count("<article") == MAX_PREVIEW_SHEETS * 9
    assert 'class="flowing contents"' in shown
    assert "the preview shows only the first pages of each part" in shown
