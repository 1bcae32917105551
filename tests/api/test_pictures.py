"""Pictures for forum posts."""

from urllib.parse import quote

import pytest

import rulesets

pytestmark = pytest.mark.django_db
KINDS = {"png": ("image/png", b"\x89PNG"), "svg": ("image/svg+xml", b"<svg")}


def assert_is_a_picture_for_other_sites(anybody, path: str, query: str = "") -> None:
    for ending, (content_type, begins) in KINDS.items():
        answer = anybody("GET", f"/pictures/{path}.{ending}{query}")
        assert (answer.status_code, answer.headers["Content-Type"], answer.content[:4]) == (200, content_type, begins)
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "Cookie" not in answer.headers["Vary"]
    assert anybody("GET", f"/pictures/{path}.gif{query}").status_code == 404


def test_charts_have_addresses(pebbles, anybody):
    path = "/pictures/charts/pebbles/skipping/1.svg"
    assert_is_a_picture_for_other_sites(anybody, "charts/pebbles/skipping/1", "?q-throws=5")
    usual, other, same = (
        anybody("GET", f"{path}{query}").text for query in ("", "?q-throws=5", "?q-throws=5&army.own=")
    )
    assert (usual == other, other == same) == (False, True)
    for missing, place in (("/99.svg", "number"), ("/1.gif", "ending")):
        nothing = anybody("GET", path.replace("/1.svg", missing))
        assert (nothing.status_code, nothing.json()["errors"][0]["path"]) == (404, place)
    refused = anybody("GET", f"{path}?q-throws=many")
    (wrong,) = refused.json()["errors"]
    assert (refused.status_code, wrong["path"], "whole number" in wrong["message"]) == (422, "q-throws", True)


def test_cards_have_addresses_for_those_who_may_see_the_army(writer, stranger, anybody):
    army = writer("POST", "/armies", rulesets.get("mbt2020").example()).json()
    unit = army["army"]["groups"][0]["units"][0]["id"]
    link = writer("POST", f"/armies/{army['id']}/links", {}).json()["link"]
    assert_is_a_picture_for_other_sites(anybody, f"cards/{link}/{unit}")
    own = f"/pictures/cards/{army['id']}/{unit}.svg"
    assert [who("GET", own).status_code for who in (writer, stranger, anybody)] == [200, 404, 404]
    assert anybody("GET", f"/pictures/cards/{link}/nobody.svg").status_code == 404
    blanks = writer("POST", f"/armies/{army['id']}/links", {"blanks": True}).json()["link"]
    assert anybody("GET", f"/pictures/cards/{blanks}/{unit}.svg").status_code == 404


def test_cards_show_neither_notes_nor_secrets(writer, anybody):
    plain = rulesets.get("mbt2020").example()
    first, second = plain["groups"][0]["units"][:2]
    assert (first["spec"]["hq"], second["spec"].get("hq", False)) == (True, False)
    open_cards = []
    for marked, other in ((first, second), (second, first)):
        marked["spec"]["hq"], other["spec"]["hq"], marked["notes"] = True, False, "Behind the wood"
        army = writer("POST", "/armies", plain).json()["id"]
        link = writer("POST", f"/armies/{army}/links", {"notes": True}).json()["link"]
        open_cards.append([anybody("GET", f"/pictures/cards/{link}/{each['id']}.svg").text for each in (first, second)])
    assert open_cards[0] == open_cards[1]
    assert "BGHQ" not in open_cards[0][0]


def test_cards_of_groups_have_addresses_in_games_with_such(writer, anybody):
    drawn = {}
    for game in ("forum-combat", "mbt2020"):
        army = writer("POST", "/armies", rulesets.get(game).example()).json()
        link = writer("POST", f"/armies/{army['id']}/links", {}).json()["link"]
        group = army["army"]["groups"][0]
        drawn[game] = [
            anybody("GET", f"/pictures/cards/{link}/{each['id']}.svg") for each in (group, group["units"][0])
        ]
    assert [each.status_code for game in drawn.values() for each in game] == [200, 200, 404, 200]
    squad, unit = drawn["forum-combat"]
    assert ("CHECK" in squad.text, "CHECK" in unit.text) == (True, False)


def test_maps_have_addresses(anybody):
    assert_is_a_picture_for_other_sites(anybody, "maps/mbt2020", "?seed=7")
    for query, place in (("", "seed"), (f"?seed={quote('9' * 5000)}", "seed"), ("?seed=7&moved=x", "moved")):
        refused = anybody("GET", f"/pictures/maps/mbt2020.svg{query}")
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)
    refused = anybody("GET", "/pictures/maps/mbt2020.svg?seed=7&size=9x9")
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "size")
    assert anybody("GET", "/pictures/maps/forum-combat.svg?seed=7").status_code == 404
