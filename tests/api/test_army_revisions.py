"""The revision that a change of an army names."""

import pytest

from armybuilder.api import armies
from armybuilder.armies.documents import army_of
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import ARMIES, load_head, save
from armybuilder.site.claims import Author

pytestmark = pytest.mark.django_db


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
