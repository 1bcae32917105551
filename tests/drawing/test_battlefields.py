"""Maps of battlefields."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.core.ruleset import AnyRuleset
from tests.battlefields.test_views import MAP, game

__all__ = ["game"]

pytestmark = pytest.mark.django_db


def test_the_map_is_a_picture_true_to_scale(client: Client, game: AnyRuleset) -> None:
    for ink in ("", "black"):
        response = client.get(reverse(MAP, args=[game]), {"seed": "8", "ink": ink})
        assert response.headers["Content-Type"] == "image/svg+xml"
        picture = ElementTree.fromstring(response.content)
        assert picture.get("data-tenths") == picture.get("viewBox", "").split()[2]
        assert "style" not in {name for element in picture.iter() for name in element.attrib}
