"""Pictures of symbols at addresses."""

import xml.etree.ElementTree as ET

import pytest

from tests.drawing.test_symbols import TANK_PLATOON


def test_a_symbol_has_an_address(client) -> None:
    answer = client.get(f"/symbols/app6/{TANK_PLATOON}.svg?variant=hostile-plain")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    ET.fromstring(answer.content)
    assert client.get("/symbols/icon/tank.svg").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "app6/123.svg",
        "app7/10031000141205000000.svg",
        "app6/10031000141205000000.svg?variant=neutral",
        "icon/no-such-icon.svg",
    ],
)
def test_no_symbol_no_picture(client, address: str) -> None:
    assert client.get(f"/symbols/{address}").status_code == 404


def test_pictures_are_only_for_looking(client) -> None:
    assert client.post("/symbols/icon/tank.svg").status_code == 405
