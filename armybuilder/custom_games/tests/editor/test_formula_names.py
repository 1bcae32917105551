"""What the formulas of a form may name: each of it is understood there."""

from collections.abc import Iterator
from typing import Any

import pytest

from armybuilder.custom_games.editor.forms import PlaceForm, form_of, pattern
from armybuilder.custom_games.editor.formula_names import BOUNDED, DICE, FORMULAS, TEXTS, NameGroup, name_groups
from armybuilder.custom_games.editor.parts import part_of
from armybuilder.custom_games.editor.places import NoSuchPlace, Path, Place, at, put, read_place
from armybuilder.custom_games.tests.editor.documents import all_documents, hill_war
from rulesets.core.declarations.codec import CodecError
from rulesets.described.ruleset import from_document, read_game

DOCUMENTS = all_documents()


def groups(address: str) -> list[NameGroup]:
    document = hill_war()
    return list(name_groups(read_game(document), form_of(document, read_place(address))))


def test_a_cost_may_name_what_a_unit_has():
    (group,) = groups("costs/0")
    assert group.fields == "What a unit costs"
    meanings = {name.text: name.meaning for name in group.names}
    assert meanings["models"] == "Models"
    assert meanings["troops.points"] == "Troop type: Points"
    assert meanings["troops == 'riflemen'"] == "Troop type is Riflemen"
    assert meanings["points_limit"] == "Points limit"


def test_each_field_of_a_limit_has_its_names():
    by_fields = {group.fields: group for group in groups("limits/0")}
    assert list(by_fields) == [
        "Message when it is broken",
        "Units that count, Counted for each",
        "At least, At most, Only when",
    ]
    assert by_fields["Message when it is broken"].braces
    assert "points" in {name.text for name in by_fields["At least, At most, Only when"].names}


@pytest.mark.parametrize("name", ["hill-war", "guard", "lanes"])
def test_every_name_that_is_offered_is_understood(name: str):
    document = DOCUMENTS[name]
    tried = 0
    for part in ("unit", "costs", "limits", "tallies", "surcharges", "tracks", "odds"):
        for number in range(len(document.get(part, ()))):
            entered = form_of(document, read_place(f"{part}/{number}"))
            for group in name_groups(read_game(document), entered):
                for path in paths(entered, group):
                    for known in group.names if at(document, path) else ():
                        tried += 1
                        changed = put(document, path, f"1 if {known.text} else 0")
                        assert not unknown_names(changed), (path, known.text)
    assert tried


def paths(entered: PlaceForm, group: NameGroup) -> Iterator[Path]:
    """The places in the document of a group's formulas, but for those that it leaves out."""
    assert isinstance(entered.place, Place)
    for name, field in entered.form.fields.items():
        path = (*entered.place.path, *(int(step) if step.isdigit() else step for step in name.split("-")))
        place = pattern(entered.place.path, name).removeprefix("odds.*.")
        used = place in {*FORMULAS, *BOUNDED, *TEXTS, *DICE} and field.label in group.fields.split(", ")
        if used and not group.braces and entered.form[name].value():
            try:
                at(entered.document, path)
            except NoSuchPlace:
                continue
            yield path


def unknown_names(document: dict[str, Any]) -> list[str]:
    """What a document's formulas name and nobody knows."""
    try:
        from_document(read_game(document))
    except CodecError as refused:
        return [each.message for each in refused.problems if "There is no" in each.message]
    return []


def test_display_may_name_numbers_in_braces():
    document = hill_war()
    found = list(name_groups(read_game(document), form_of(document, part_of("display"))))
    assert all(group.braces for group in found)
    assert {"models", "points"} <= {name.text for name in found[0].names}
