"""Armies for programs: created, read, listed, replaced and put away."""

import pytest

import rulesets
from armybuilder.api import imports
from armybuilder.armies.documents import army_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES
from armybuilder.interchange.formats import FORMATS

pytestmark = pytest.mark.django_db


def test_an_army_is_created_read_and_listed(army, writer, reader, stranger, anybody):
    game = rulesets.get("mbt2020")
    assert army["army"] == game.example()
    assert {name: army[name] for name in ("legal", "problems")} == game.check(army["army"])
    path = f"/armies/{army['id']}"
    assert reader("GET", path).json() | {"report": []} == army
    for tag, status in (('"1"', 304), ("*", 304), ('"2"', 200)):
        assert reader("GET", path, If_None_Match=tag).status_code == status
    assert [each["id"] for each in reader("GET", "/armies").json()["armies"]] == [army["id"]]
    assert stranger("GET", "/armies").json()["armies"] == []
    assert {who("GET", path).status_code for who in (stranger, anybody)} == {404}
    assert anybody("GET", "/armies").status_code == 401
    refused = reader("POST", "/armies", game.example())
    assert (refused.status_code, refused.json()["detail"][:24]) == (403, "This token is read-only.")
    text = reader("GET", f"{path}/files/text")
    assert (text.headers["Content-Type"], army["name"] in text.text) == ("text/plain; charset=utf-8", True)
    nothing = reader("GET", f"{path}/files/papyrus")
    assert (nothing.status_code, nothing.json()["errors"][0]["path"]) == (404, "format")


def test_what_is_no_army_of_a_game_is_refused_with_its_places(writer, monkeypatch):
    example = rulesets.get("mbt2020").example()
    example["groups"][0]["units"][0]["spec"]["troop_type"] = "nonesuch"
    for wrong, place in (
        ({"ruleset": "chess"}, "ruleset"),
        ({}, "ruleset"),
        (example, "groups[0].units[0].spec.troop_type"),
    ):
        refused = writer("POST", "/armies", wrong)
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)
    monkeypatch.setattr(imports, "MAX_ARMIES", 0)
    assert writer("POST", "/armies", {"ruleset": "mbt2020"}).status_code == 409
    assert Army.objects.filter(example=False).count() == 0


def test_a_file_of_any_format_becomes_an_army_with_a_report(army, writer, reader):
    game = rulesets.get("mbt2020").ruleset
    loaded = army_of(army["army"])
    for each in FORMATS:
        if each.read is not None:
            made = writer("POST", "/armies", each.write(loaded), content_type="application/octet-stream")
            assert made.status_code == 201, made.text
            assert (made.json()["army"] == army["army"], made.json()["report"]) == (each.complete, []), each.slug
    foreign = b"<roster gameSystemName='MBT 2020'><forces><force name='A'><selections><selection name='Challenger 2'/>"
    foreign += b"<selection name='Challenger 9'/></selections></force></forces></roster>"
    made = writer("POST", "/armies", foreign, content_type="application/xml").json()
    assert [(line["place"], line["left_out"]) for line in made["report"]] == [
        ("“Challenger 2”", False),
        ("“Challenger 9”", True),
    ]
    assert [unit["name"] for group in made["army"]["groups"] for unit in group["units"]] == [""]
    for wrong in (b"<!DOCTYPE a><roster/>", b"PK\x03\x04", b"", game.title.encode()):
        refused = writer("POST", "/armies", wrong, content_type="text/plain")
        assert (refused.status_code, bool(refused.json()["errors"])) == (422, True)
    assert reader("POST", "/armies", foreign, content_type="application/xml").status_code == 403


def test_an_army_is_put_away_unless_it_has_changed(army, writer, reader):
    path = f"/armies/{army['id']}"
    assert reader("DELETE", path).status_code == 403
    assert writer("DELETE", path, If_Match='"9"').status_code == 412
    assert writer("DELETE", path, If_Match='"1"').status_code == 204
    assert (writer("GET", path).status_code, Army.objects.get(pk=army["id"]).deleted is None) == (404, False)
    assert writer("DELETE", path).status_code == 404


def test_the_history_holds_every_revision(army, writer, reader):
    path = f"/armies/{army['id']}"
    writer("POST", f"{path}/edits/add-group", {}, If_Match='"1"')
    told = reader("GET", f"{path}/revisions").json()
    assert (told["current"], [(each["revision"], each["parent"]) for each in told["revisions"]]) == (
        2,
        [(2, 1), (1, None)],
    )
    assert told["revisions"][1]["done"] == "Sent by Writer"
    assert reader("GET", f"{path}/revisions/1").json()["army"] == army["army"]
    assert {reader("GET", f"{path}/revisions/{number}").status_code for number in ("7", "9" * 40)} == {404}


def test_a_game_that_reads_an_army_no_more_says_so(army, reader, monkeypatch):
    ARMIES.cache.clear()
    Revision.objects.update(document=ARMIES.pack(b'{"schema": 99, "ruleset": "mbt2020"}'))
    refused = reader("GET", f"/armies/{army['id']}")
    assert (refused.status_code, "saved by another version" in refused.json()["detail"]) == (409, True)
    ARMIES.cache.clear()
