"""The pictures on the pages of games."""

import pytest
from lxml import html

from armybuilder.armies.examples import store_example
from armybuilder.drawing.picture_files import size_of
from armybuilder.games.pictures import pictures
from rulesets.registry import all_rulesets

pytestmark = pytest.mark.django_db


def test_every_game_s_card_and_answer_lead_to_their_pages(client):
    for game in all_rulesets():
        store_example(game)
        shown = html.fromstring(client.get(f"/{game.slug}/").text).find_class("game-picture")
        expected = pictures(game)
        assert {"card", "chart"} <= expected.keys() <= {"card", "chart", "map"}
        assert ("map" in expected) == (game.surveyor is not None)
        for figure, picture in zip(shown, expected.values(), strict=True):
            assert figure.xpath(".//img/@src") == [picture.address]
            assert figure.get("href") == picture.page
            drawn = client.get(picture.address)
            assert drawn.headers["Content-Type"] == "image/svg+xml"
            if picture.height:
                assert [each.get("width") for each in figure.iter("img")] == [f"{size_of(drawn.text)[0]:g}"]
                assert picture.height == round(size_of(drawn.text)[1])
            assert client.get(picture.page).status_code == 200
        title = expected["card"].caption.partition(":")[0]
        assert title
        assert title in client.get(expected["card"].page).text
