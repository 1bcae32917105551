"""Documents: what is read from them, and what is refused, with its place and what would be right."""

import copy
import json
from typing import Any

import pytest

from rulesets.core.declarations.codec import CodecError, encode
from rulesets.core.declarations.json_schema import json_schema
from rulesets.core.forces.findings import is_legal
from rulesets.described.document import Game
from rulesets.described.ruleset import from_document, read_game, unclear_tables

from .games import DESCRIBED, FOLDER

LANES: dict[str, Any] = json.loads((FOLDER / "lanes.json").read_text("utf-8"))
Path = tuple[str | int, ...]


def changed(path: Path, value: Any) -> dict[str, Any]:
    """The document of Star Lanes with another value at a place."""
    document = copy.deepcopy(LANES)
    part: Any = document
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return document


def problems(document: Any) -> list[tuple[str, str]]:
    try:
        from_document(read_game(document))
    except CodecError as refused:
        return [(problem.path, problem.message) for problem in refused.problems]
    return []


@pytest.mark.parametrize("game", DESCRIBED, ids=lambda game: game.slug)
def test_a_document_is_a_game_whose_example_is_legal(game: Any) -> None:
    assert is_legal(game.check(game.demo()))


def test_a_document_reads_back_as_it_was_written() -> None:
    game = read_game(LANES)
    assert read_game(encode(game)) == game
    assert set(json_schema(Game)["properties"]) == set(encode(game))


def test_rows_of_the_same_name_are_a_game_and_are_named() -> None:
    rows = LANES["kinds"][0]["entries"]
    twins = [{**rows[0], "key": key, "name": name} for key, name in (("one", "Twin"), ("two", "twin "))]
    game = read_game(changed(("kinds", 0, "entries"), [*rows, *twins]))
    (problem,) = unclear_tables(game)
    assert (problem.path, problem.message) == (
        f"kinds[0].entries[{len(rows) + 1}].name",
        "choose another name, since “twin ” is used twice",
    )
    assert from_document(game).slug == game.slug
    assert unclear_tables(read_game(LANES)) == ()


@pytest.mark.parametrize(
    ("path", "value", "place", "message"),
    [
        (
            ("kinds", 0, "entries", 0, "values", 1),
            "9",
            "kinds[0].entries[0].values[1]",
            "enter a number from 2 to 6, not 9",
        ),
        (("kinds", 0, "entries", 0, "values", 0), "far", "kinds[0].entries[0].values[0]", "enter a whole number"),
        (("kinds", 0, "entries", 0, "values"), ["1"], "kinds[0].entries[0].values", "give 10 values, not 1"),
        (
            ("kinds", 0, "entries", 1, "name"),
            "Rangers",
            "kinds[0].entries[1].name",
            "choose another name, since “rangers” is used twice",
        ),
        (("kinds", 0, "entries", 0, "values", 4), "", "kinds[0].entries[0].values[4]", "fill in “Wounds”"),
        (
            ("kinds", 0, "entries", 0, "values", 9),
            "Grenades, Granades",
            "kinds[0].entries[0].values[9]",
            "there is no entry “Granades”. Did you mean “Grenades”?",
        ),
        (
            ("kinds", 0, "fields", 0, "name"),
            "Move",
            "kinds[0].fields[0].name",
            "start with a lower-case letter, then use only lower-case letters, digits and _",
        ),
        (("unit", 1, "name"), "max", "unit[1].name", "choose another name, since “max” has a meaning in formulas"),
        (("unit", 1, "name"), "limit", "unit[1].name", "choose another name, since “limit” is used twice"),
        (("unit", 0, "kind"), "trop", "unit[0].kind", "choose one of the tables: gear, gun, slot, troop"),
        (("unit", 1, "default"), "50", "unit[1].default", "enter a number from 1 to 20, not 50"),
        (("unit", 5, "options"), [], "unit[5].options", "give at least one option"),
        (("costs", 0, "formula"), "modls", "costs[0].formula", "There is no “modls”. Did you mean “models”?"),
        (("limits", 1, "max"), "limt", "limits[1].max", "There is no “limt”. Did you mean “limit”?"),
        (("limits", 1, "message"), "{cnt}", "limits[1].message", "There is no “cnt”. Did you mean “count”?"),
        (
            ("limits", 1, "message"),
            "{count",
            "limits[1].message",
            "Each { needs a }, and each } a {. Write {name}.",
        ),
        (("limits", 1, "field"), "models", "limits[1].field", "there is no such field for the army"),
        (("limits", 0, "min"), "", "limits[0].max", None),
        (
            ("limits", 4, "each"),
            "models",
            "limits[4].each",
            "choose a field of the unit that holds rows of a table, or a list of such a row, such as troop.slots",
        ),
        (("limits", 1, "id"), "L-1", "limits[1]", "choose another name, since “L-1” is used twice"),
        (
            ("upgrades", 0, "value"),
            "models",
            "upgrades[0].value",
            "name a number of an entry of the unit, such as troop.skill",
        ),
        (("odds", 0, "harm"), "wounds", "odds[0].harm", "there is no such track"),
        (("odds", 0, "harm"), "done", "odds[0].harm", "name a track that is counted"),
        (("odds", 0, "acted"), "lost", "odds[0].acted", "name a track whose boxes have names"),
        (
            ("odds", 0, "certain"),
            "1",
            "odds[0]",
            "choose one: rolls one after the other, one roll and a table of results, or a number without dice",
        ),
        (("odds", 0, "fields", 4, "taken"), "trop", "odds[0].fields[4].taken", "a unit has no such field"),
        (
            ("odds", 0, "chain", "hits"),
            "",
            "odds[0].chain.hits",
            "give both the hit points of a model and the models, or neither",
        ),
        (("odds", 0, "chain", "stages", 0, "at_least"), "skill", "odds[0].chain.stages[0].at_least", None),
        (("odds_groups",), LANES["odds_groups"][:1], "odds_groups", "name each calculator once: shooting, morale"),
        (("ready", 0, "units", 0, "settings", 0, "field"), "modls", "ready[0].units[0].settings[0].field", None),
        (
            ("ready", 0, "units", 0, "settings", 0, "value"),
            "21",
            "ready[0].units[0].settings[0].value",
            "enter a number from 1 to 20, not 21",
        ),
        (("example", 0, "group"), "patrols", "example[0].group", "choose one of the ready groups"),
        (("sheet", 0, "lines", 0, "text"), "{ONES}", "sheet[0].lines[0].text", None),
        (("turn", 0, "lines", 0, "text"), "{ONES}", "turn[0].lines[0].text", None),
        (("markers", 0, "per"), "stand", "markers[0].per", "write unit, group or army"),
        (("kinds", 1, "slug"), "Gun 1", "kinds[1].slug", "write small letters, digits and hyphens"),
        (("unit", 1, "max"), 0, "unit[1].max", "give a maximum that is not below the minimum"),
        (("rulings", 0, "default"), "of", "rulings[0].default", "name one of the readings: on, off"),
        (("rulings", 0, "switch"), "models", "rulings[0].switch", "choose another name, since “models” is used twice"),
        (("tracks", 1, "boxes"), "2", "tracks[1]", "give either the number of boxes or their names"),
        (("tracks", 1, "names"), ["A", "a"], "tracks[1].names[1]", "choose another name, since “a” is used twice"),
        (
            ("odds", 0, "chain", "stages", 1, "twice"),
            "6",
            "odds[0].chain.stages",
            "let a score count twice or explode in one roll at most",
        ),
        (
            ("odds", 0, "chain", "stages", 1, "explodes"),
            "6",
            "odds[0].chain.stages",
            "let a score count twice or explode in one roll at most",
        ),
        (
            ("odds", 0, "chain", "stages", 2, "explodes"),
            "6",
            "odds[0].chain.stages[2].explodes",
            "leave this blank, since the roll stops what passes",
        ),
        (("odds", 0, "chain", "stages", 0, "explosions"), 11, "odds[0].chain.stages[0].explosions", None),
        (
            ("odds", 0, "fields", 1, "type"),
            "number",
            "odds[0].fields[1].type",
            "ask for what the field “Drilled” of a unit holds",
        ),
        (("unit", 1, "when"), "count(gear)", "unit[1].when", None),
        (("unit", 1, "among"), "1", "unit[1].among", "leave this blank, since the field holds no rows of a table"),
        (
            ("unit", 6, "among"),
            "entry.size < 3",
            "unit[6].among",
            "“entry” has no “size”. Use one of effect, opens, points, relic.",
        ),
        (("limits", 9, "id"), "GEAR-FITS", "limits[9]", "choose another name, since “GEAR-FITS” is used twice"),
        (("limits", 9, "each"), "troop.points", "limits[9].each", None),
        (("colour",), "pink", "colour", None),
    ],
)
def test_what_is_wrong_is_named_with_its_place(path: Path, value: Any, place: str, message: str | None) -> None:
    document = changed(path, value)
    if path == ("limits", 0, "min"):
        document["limits"][0]["max"] = ""
    found = problems(document)
    assert place in [where for where, _ in found]
    if message is not None:
        assert (place, message) in found


def test_python_adds_what_a_document_cannot_say() -> None:
    document = read_game(LANES)
    alone = from_document(document)
    more = from_document(document, calculators=DESCRIBED[0].calculators, rules=DESCRIBED[0].rules)
    assert more.calculators[-1].slug == "charm"
    assert more.rules[len(alone.rules) :] == DESCRIBED[0].rules
