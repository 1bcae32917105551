"""Armies for programs: read, changed from the revision that was read, shared."""

from typing import Any

import pytest

import rulesets
from armybuilder.api import armies
from armybuilder.api.armies import EDIT_NAMES
from armybuilder.armies import importing
from armybuilder.armies.files import army_of
from armybuilder.armies.formats import FORMATS
from armybuilder.armies.models import Army, ImportJob, Revision
from armybuilder.armies.revisions import ARMIES, load_head, save
from armybuilder.claims import Author
from armybuilder.jobs import running

pytestmark = pytest.mark.django_db


@pytest.fixture
def army(writer) -> dict[str, Any]:
    """The example army of a game, stored by a program."""
    answer = writer("POST", "/armies", rulesets.get("mbt2020").example())
    assert answer.status_code == 201
    assert (answer.headers["Location"], answer.headers["ETag"]) == (f"/api/v1/armies/{answer.json()['id']}", '"1"')
    made: dict[str, Any] = answer.json()
    return made


def test_an_army_is_created_read_and_listed(army, writer, reader, stranger, anybody):
    game = rulesets.get("mbt2020")
    assert army["army"] == game.example()
    assert {name: army[name] for name in ("legal", "problems")} == game.check(army["army"])
    path = f"/armies/{army['id']}"
    assert reader("GET", path).json() | {"report": []} == army
    assert reader("GET", path, If_None_Match='"1"').status_code == 304
    assert [each["id"] for each in reader("GET", "/armies").json()["armies"]] == [army["id"]]
    assert stranger("GET", "/armies").json()["armies"] == []
    assert {who("GET", path).status_code for who in (stranger, anybody)} == {404}
    assert anybody("GET", "/armies").status_code == 401
    refused = reader("POST", "/armies", game.example())
    assert (refused.status_code, refused.json()["detail"][:25]) == (403, "This token may only read.")
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
    monkeypatch.setattr(armies, "MOST_ARMIES", 0)
    assert writer("POST", "/armies", {"ruleset": "mbt2020"}).status_code == 409
    assert Army.objects.filter(example=False).count() == 0


def test_a_change_of_an_older_revision_is_refused_with_both_named(army, writer):
    path = f"/armies/{army['id']}"
    changed = {**army["army"], "name": "Second try"}
    missing = writer("PUT", path, changed)
    assert (missing.status_code, missing.json()["errors"][0]["path"]) == (428, "If-Match")
    saved = writer("PUT", path, changed, If_Match='"1"')
    assert (saved.status_code, saved.headers["ETag"], saved.json()["revision"], saved.json()["name"]) == (
        200,
        '"2"',
        2,
        "Second try",
    )
    late = writer("PUT", path, {**changed, "name": "Late"}, If_Match='W/"1"')
    told = late.json()
    assert (late.status_code, told["sent"], told["current"], late.headers["ETag"]) == (412, 1, 2, '"2"')
    assert [(each["path"], '"2"' in each["message"]) for each in told["errors"]] == [("If-Match", True)]
    assert "revision 1" in told["detail"]
    assert "revision 2 (“Changed by Writer”)" in told["detail"]
    for sent in ('"99"', '"x"', '"' + "9" * 5000 + '"'):
        refused = writer("PUT", path, changed, If_Match=sent)
        assert (refused.status_code, refused.json()["sent"], refused.json()["current"]) == (412, None, 2)
    assert writer("PUT", path, {**changed, "name": "Whatever"}, If_Match="*").json()["revision"] == 3
    assert not Revision.objects.filter(aside=True).exists()
    wrong = writer("PUT", path, {"ruleset": "warstrike"}, If_Match='"3"')
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "ruleset")
    assert Army.objects.get(pk=army["id"]).ruleset == "mbt2020"


def test_of_two_changes_at_once_one_is_refused(army, writer, person, monkeypatch):
    stored = Army.objects.get(pk=army["id"])
    read = army_of

    def meanwhile(data):
        save(stored, 1, load_head(stored), "Meanwhile", Author(person, ""))
        return read(data)

    monkeypatch.setattr(armies, "army_of", meanwhile)
    late = writer("PUT", f"/armies/{army['id']}", {**army["army"], "name": "Late"}, If_Match='"1"')
    assert (late.status_code, late.json()["sent"], late.json()["current"]) == (412, 1, 2)
    assert ARMIES.position(Army.objects.get(pk=army["id"])).aside == ()


def test_edits_are_those_of_the_builder_with_undo(army, writer):
    path = f"/armies/{army['id']}"
    unit = army["army"]["groups"][0]["units"][0]["id"]
    copied = writer("POST", f"{path}/edits/copy-unit", {"unit": unit}, If_Match='"1"').json()
    assert copied["done"].startswith("Added one more")
    assert len(copied["army"]["groups"][0]["units"]) == len(army["army"]["groups"][0]["units"]) + 1
    undone = writer("POST", f"{path}/edits/undo", {}, If_Match='"2"')
    assert (undone.json()["army"], undone.headers["ETag"]) == (army["army"], '"1"')
    assert writer("POST", f"{path}/edits/undo", {}, If_Match='"1"').status_code == 409
    for name, sent, place, right in (
        ("copy-unit", {"unit": "gone"}, "unit", "should be the id of a stand of this army, is 'gone'"),
        ("copy-unit", {}, "unit", "is missing: Unit"),
        ("remove-group", {"group": "gone"}, "group", "should be the id of a battle group of this army, is 'gone'"),
        ("add-units", {}, "entry", "is missing: Catalogue entry"),
        ("add-units", {"entry": "tank/x"}, "entry", "should be KIND/KEY"),
        ("add-units", {"entry": "troop_type/chalenger 2"}, "entry", "did you mean “Challenger 2”?"),
        ("add-template", {"template": "zoo"}, "template", "should be one of"),
        ("shrink", {}, "name", "should be one of add-group"),
    ):
        refused = writer("POST", f"{path}/edits/{name}", sent, If_Match='"1"')
        told = refused.json()["errors"][0]
        assert (refused.status_code, told["path"]) == (404 if place == "name" else 422, place)
        assert right in told["message"]
    assert writer("POST", f"{path}/edits/copy-unit", {"unit": unit}, If_Match='"2"').status_code == 412
    assert (
        writer("POST", f"{path}/edits/copy-unit", {"unti": unit}, If_Match='"1"').json()["errors"][0]["path"] == "unti"
    )
    assert "add-units" in EDIT_NAMES


def test_settings_are_changed_by_naming_no_more_than_them(army, writer):
    path = f"/armies/{army['id']}/edits"
    group = army["army"]["groups"][0]
    unit = group["units"][0]
    changed = writer("POST", f"{path}/change-unit", {"unit": unit["id"], "changes": {"name": "Fox"}}, If_Match='"1"')
    assert changed.json()["done"] == f"{group['name']} · Fox · Name: – → Fox"
    assert changed.json()["army"]["groups"][0]["units"][0] == unit | {"name": "Fox"}
    switch, key = next(
        (rule["switch"], key)
        for rule in rulesets.get("mbt2020").house_rules()
        for key in rule["readings"]
        if key != rule["default"]
    )
    for number, (name, words, changes) in enumerate(
        (
            ("change-group", {"group": group["id"]}, {"notes": "left flank"}),
            ("change-army", {}, {"name": "Fifth", "house_rules": {switch: key}}),
        ),
        start=2,
    ):
        sent = words | {"changes": changes}
        changed = writer("POST", f"{path}/{name}", sent, If_Match=f'"{number}"')
        assert changed.status_code == 200, changed.text
    last = changed.json()
    assert (last["name"], last["army"]["house_rules"], last["army"]["groups"][0]["notes"]) == (
        "Fifth",
        {switch: key},
        "left flank",
    )
    for changes, place in (
        ({"spec": {"troop_type": "nonesuch"}}, "changes.spec.troop_type"),
        ({"spec": {"nonesuch": 1}}, "changes.spec.nonesuch"),
        ({"spec": 5}, "changes.spec"),
        ({"id": "u99"}, "changes.id"),
        ([], "changes"),
    ):
        refused = writer("POST", f"{path}/change-unit", {"unit": unit["id"], "changes": changes}, If_Match='"4"')
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)
    assert writer("POST", f"{path}/change-unit", {"unit": "gone"}, If_Match='"4"').status_code == 422
    assert writer("POST", f"{path}/change-army", {}, If_Match='"4"').json()["revision"] == 4


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


def test_a_large_file_is_read_by_a_job_while_the_request_waits(writer, monkeypatch):
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(running, "begin", lambda job: running.run(type(job), job.pk))
    foreign = b"<roster gameSystemName='MBT 2020'><forces><force name='A'><selections><selection name='Challenger 2'/>"
    foreign += b"</selections></force></forces></roster>"
    made = writer("POST", "/armies", foreign, content_type="application/xml").json()
    assert [line["place"] for line in made["report"]] == ["“Challenger 2”"]
    refused = writer("POST", "/armies", b"<!DOCTYPE a><roster/>", content_type="application/xml")
    assert (refused.status_code, len(refused.json()["errors"])) == (422, 1)
    monkeypatch.setattr(running, "begin", lambda job: None)
    monkeypatch.setattr(armies, "MOST_SECONDS", 0.0)
    assert writer("POST", "/armies", foreign, content_type="application/xml").status_code == 503
    assert not ImportJob.objects.exists()


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


def test_a_game_that_reads_an_army_no_more_says_so(army, reader, monkeypatch):
    ARMIES.cache.clear()
    Revision.objects.update(document=ARMIES.pack(b'{"schema": 99, "ruleset": "mbt2020"}'))
    refused = reader("GET", f"/armies/{army['id']}")
    assert (refused.status_code, "saved by another version" in refused.json()["detail"]) == (409, True)
    ARMIES.cache.clear()
