"""The forms of a document: nothing is lost by them, and what is wrong stands at its field."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.custom_games.editor.forms import form_of
from armybuilder.custom_games.editor.parts import Part, all_parts, part_of
from armybuilder.custom_games.editor.places import APART, Place, read_place
from armybuilder.custom_games.tests.editor.documents import all_documents, hill_war
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.problems import Problem
from rulesets.described.document import Game
from rulesets.described.ruleset import from_document, read_game

DOCUMENTS = all_documents()


def items(document: dict[str, Any]) -> Iterator[Place]:
    """Every place of a document that has a form of its own."""
    for part in all_parts():
        for number, item in enumerate(() if part.fields else document.get(part.slug, ())):
            place = read_place(f"{part.slug}/{number}")
            yield place
            for name in APART.get(place.declaration, ()):
                if name != "entries":
                    yield from (read_place(f"{place.address}/{name}/{n}") for n in range(len(item.get(name, ()))))


def sent(entered: Any) -> dict[str, str]:
    """What a browser sends for a form as it is shown."""
    form = entered.form
    rows = {f"{name}-rows": str(len(value)) for name, value in form.plain.items() if isinstance(value, list)}
    return {**rows, **{name: str(form[name].value()) for name in form.fields}}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_form_sent_as_shown_changes_nothing(name: str):
    document = DOCUMENTS[name]
    places: list[Place | Part] = [*items(document), *(part for part in all_parts() if part.fields)]
    for place in places:
        again = form_of(document, place, sent(form_of(document, place)))
        assert again.form.is_valid(), (place, again.form.errors)
        assert decode(Game, again.entered) == decode(Game, document), place


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_form_changes_its_place_alone(name: str):
    document = DOCUMENTS[name]
    entered = form_of(document, part_of("game"), {"title": "Another title"})
    assert entered.form.is_valid()
    after = decode(Game, entered.entered)
    assert after.title == "Another title"
    assert decode(Game, {**entered.entered, "title": document["title"]}) == decode(Game, document)


def test_every_part_of_a_game_has_a_place():
    named = {name for part in all_parts() for name in part.fields or (part.slug,)}
    assert named == set(Game.__dataclass_fields__) - {"slug", "former"}  # written as a version is published


def test_a_value_that_does_not_fit_is_refused_at_its_field():
    entered = form_of(hill_war(), read_place("kinds/0/fields/0"), {"decimals": "9", "label": "Speed"})
    assert not entered.form.is_valid()
    assert list(entered.form.errors) == ["decimals"]
    assert entered.form["label"].value() == "Speed"


def test_a_blank_label_is_refused_at_its_field():
    entered = form_of(hill_war(), read_place("kinds/0/fields/0"), {"label": " "})
    assert entered.form.errors == {"label": ["Fill this in."]}


def test_a_problem_of_the_document_stands_at_its_field():
    document = form_of(hill_war(), read_place("limits/0"), {"max": "pionts_limit"}).entered
    with pytest.raises(CodecError) as refused:
        from_document(read_game(document))
    entered = form_of(document, read_place("limits/0"), problems=refused.value.problems)
    assert "Did you mean “points_limit”?" in entered.form["max"].help_text
    assert not entered.rest
    elsewhere = form_of(document, read_place("turn/0"), problems=refused.value.problems)
    assert not elsewhere.rest
    assert not any("pionts" in str(field.help_text) for field in elsewhere.form.fields.values())


def test_a_problem_without_a_field_is_said_at_its_place():
    problems = [Problem("limits[0]", "give this"), Problem("limits[10].max", "no"), Problem("turn[0].title", "no")]
    assert form_of(hill_war(), read_place("limits/0"), problems=problems).rest == (problems[0],)


def test_names_are_made_from_labels():
    document = hill_war()
    document["unit"].append({"name": "", "label": "Rate of fire"})
    after = form_of(document, read_place("unit/3"), {"label": "Rate of fire"}).entered
    assert after["unit"][3]["name"] == "rate_of_fire"


def test_a_row_keeps_its_key_under_a_new_name():
    place = read_place("kinds/0")
    document = form_of(hill_war(), place, {"entries-0-name": "Old guard"}).entered
    ruleset = from_document(read_game(document))
    assert [entry.key for entry in ruleset.catalogue.of_kind("troops")] == ["riflemen", "cavalry", "cannon"]
    assert next(entry.name for entry in ruleset.catalogue.of_kind("troops")) == "Old guard"


def test_blank_rows_of_a_table_are_left_out():
    rows = {
        "entries-rows": "9",
        "entries-4-name": "Scouts",
        "entries-4-values-0": "9",
        "entries-7-name": "Guns",
        "entries-7-values-rows": "7",
        "entries-7-values-1": "2",
    }
    after = form_of(hill_war(), read_place("kinds/0"), rows).entered
    assert [row["name"] for row in after["kinds"][0]["entries"]] == ["Riflemen", "Cavalry", "Cannon", "Scouts", "Guns"]
    assert [row["values"][:2] for row in after["kinds"][0]["entries"][3:]] == [["9", ""], ["", "2"]]


def test_fields_that_name_something_offer_what_there_is():
    widget: Any = form_of(hill_war(), read_place("odds/0")).form.fields["harm"].widget
    assert [option.label for option in widget.listed] == ["–", "Wounds"]
    part: Part = part_of("example")
    widget = form_of(hill_war(), part).form.fields["example-0-group"].widget
    assert [option.value for option in widget.listed] == ["", "first-group"]


def test_in_a_new_game_names_follow_their_labels():
    document = hill_war()
    document["kinds"][0]["fields"].append({"name": "new_column", "label": "New column"})
    column = replace(form_of(document, read_place("kinds/0/fields/6"), {"label": "Mounted"}), new=True).entered
    assert column["kinds"][0]["fields"][6]["name"] == "mounted"
    renamed = {"entries-0-name": "Pike", "entries-1-name": "Musket"}
    weapons = replace(form_of(hill_war(), read_place("kinds/1"), renamed), new=True).entered
    ruleset = from_document(read_game(weapons))
    assert [entry.key for entry in ruleset.catalogue.of_kind("weapons")] == ["pike", "musket"]


def test_in_a_new_game_a_name_that_is_used_stays():
    skill = replace(form_of(hill_war(), read_place("kinds/0/fields/1"), {"label": "Aim"}), new=True).entered
    assert skill["kinds"][0]["fields"][1]["name"] == "skill"
    troops = replace(form_of(hill_war(), read_place("kinds/0"), {"entries-0-name": "Old guard"}), new=True).entered
    assert troops["kinds"][0]["entries"][0]["key"] == "riflemen"
