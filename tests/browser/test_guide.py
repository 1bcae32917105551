"""The guide on a phone, on a desk and on paper."""

import pytest

from armybuilder.guide.pages import PAGES
from rulesets.registry import all_rulesets
from tests.conftest import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNPRINTED = (".site-header", ".site-footer", ".guide-others", ".game-nav", ".guide .btn")


def test_the_whole_guide_fits_a_phone(phone):
    phone.goto("/guide/all/")
    assert_accessible(phone)
    assert phone.locator("article").count() == len(PAGES)


def test_paper_has_the_text_alone(desktop):
    for address in ("/guide/odds/", f"/{all_rulesets()[0].slug}/guide/"):
        desktop.goto(address)
        shown = [part for part in UNPRINTED if desktop.locator(part).first.is_visible()]
        assert len(shown) >= 3
        desktop.emulate_media(media="print")
        assert [part for part in UNPRINTED if desktop.locator(part).first.is_visible()] == []
        assert desktop.get_by_role("heading", level=1).is_visible()
        desktop.emulate_media(media="screen")
