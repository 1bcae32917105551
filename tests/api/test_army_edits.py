"""Single edits for programs."""

import pytest

import rulesets
from armybuilder.api.army_edits import EDIT_NAMES

pytestmark = pytest.mark.django_db


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
        ("copy-unit", {"unit": "gone"}, "unit", "give the id of a stand of this army, not 'gone'"),
        ("copy-unit", {}, "unit", "fill in “Unit”"),
        ("remove-group", {"group": "gone"}, "group", "give the id of a battle group of this army, not 'gone'"),
        ("add-units", {}, "entry", "fill in “Catalogue entry”"),
        ("add-units", {"entry": "tank/x"}, "entry", "give KIND/KEY"),
        ("add-units", {"entry": "troop_type/chalenger 2"}, "entry", "Did you mean “Challenger 2”?"),
        ("add-template", {"template": "zoo"}, "template", "use one of"),
        ("shrink", {}, "name", "use one of add-group"),
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
    assert changed.json()["done"] == f"{group['name']} · Fox · Renamed to Fox"
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
