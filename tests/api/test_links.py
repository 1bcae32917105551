"""Links to armies for programs."""

import pytest

pytestmark = pytest.mark.django_db


def test_a_link_shows_the_army_until_it_is_withdrawn(army, writer, stranger, anybody):
    path = f"/armies/{army['id']}"
    link = writer("POST", f"{path}/links", {"frozen": True}).json()
    assert link["address"].endswith(f"/s/{link['link']}/") or link["link"] in link["address"]
    assert writer("GET", f"{path}/links").json() == {"links": [link]}
    shown = anybody("GET", f"/shared/{link['link']}").json()
    assert (shown["name"], shown["blanks"], len(shown["army"]["groups"])) == (
        army["name"],
        0,
        len(army["army"]["groups"]),
    )
    assert stranger("DELETE", f"{path}/links/{link['link']}").status_code == 404
    assert writer("DELETE", f"{path}/links/{link['link']}").status_code == 204
    assert anybody("GET", f"/shared/{link['link']}").status_code == 404
    assert writer("DELETE", f"{path}/links/{link['link']}").status_code == 404


def test_a_link_as_blanks_tells_no_more_than_their_number(army, writer, anybody):
    link = writer("POST", f"/armies/{army['id']}/links", {"blanks": True, "notes": True}).json()
    shown = anybody("GET", f"/shared/{link['link']}").json()
    seen = {unit["id"] for group in shown["army"]["groups"] for unit in group["units"]}
    whole = {unit["id"] for group in army["army"]["groups"] for unit in group["units"]}
    assert (seen < whole, shown["blanks"] > 0) == (True, True)
