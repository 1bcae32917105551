"""Ready groups, whose units are asked for as the game does."""

from typing import Any

import pytest

from armybuilder.custom_games.editor.forms import PlaceForm, form_of
from armybuilder.custom_games.editor.places import read_place
from armybuilder.custom_games.tests.editor.documents import all_documents, hill_war
from rulesets.core.declarations.codec import encode
from rulesets.described.ruleset import from_document, read_game

DOCUMENTS = all_documents()
FIRST = read_place("ready/0")


def ready(document: dict[str, Any], data: dict[str, str] | None = None, number: int = 0) -> PlaceForm:
    """The form of a ready group."""
    return form_of(document, read_place(f"ready/{number}"), data, game=from_document(read_game(document)))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_ready_group_sent_as_shown_is_the_same_group(name: str):
    document = DOCUMENTS[name]
    before = from_document(read_game(document))
    for number in range(len(document.get("ready", ()))):
        form = ready(document, number=number).form
        again = ready(document, {each: str(form[each].value()) for each in form.fields}, number)
        assert again.form.is_valid(), again.form.errors
        after = from_document(read_game(again.entered))
        sides = [list(game.templates[number].build("A").units) for game in (before, after)]
        assert len(sides[0]) == len(sides[1])
        for old, new in zip(*sides, strict=True):
            assert old.name == new.name
            assert encode(old.spec) == encode(new.spec)


def test_a_unit_is_chosen_from_the_tables():
    form = ready(hill_war()).form
    widget: Any = form.fields["units-0-unit-troops"].widget
    assert [option.label for option in widget.listed] == ["Riflemen", "Cavalry", "Cannon"]
    entered = ready(
        hill_war(), {"units-0-unit-troops": "cannon", "units-0-unit-models": "2", "units-0-name": "Big gun"}
    )
    assert entered.form.is_valid()
    group = from_document(read_game(entered.entered)).templates[0].build("A")
    assert (group.units[0].spec.troops, group.units[0].spec.models, group.units[0].name) == ("cannon", 2, "Big gun")
    assert entered.entered["ready"][0]["slug"] == "first-group"


def test_a_unit_is_added():
    entered = ready(hill_war(), {"add-row": "units"})
    assert entered.form.rows_changed
    assert len(entered.form.plain["units"]) == 4


def test_a_number_that_no_unit_can_have_is_refused_at_its_field():
    entered = ready(hill_war(), {"units-1-unit-models": "999"})
    assert list(entered.form.errors) == ["units-1-unit-models"]


def test_a_document_with_mistakes_still_has_a_form():
    assert form_of(hill_war(), FIRST).form.fields["units-0-settings-0-value"]
