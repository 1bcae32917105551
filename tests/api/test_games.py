"""Games for programs: the same answers as the games give."""

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import rulesets
from armybuilder.api import games
from armybuilder.armies.documents import army_of
from armybuilder.armies.loaded_army import SideArmy
from armybuilder.calculators.questions import ask
from armybuilder.calculators.sides import Sides, choose
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.catalogue.models import EntryRow
from rulesets.core.declarations.catalogue import Catalogue, Source
from rulesets.core.declarations.fields import with_value
from rulesets.core.force_document import encode_entry
from rulesets.core.plain import plain_answer
from tests.management.running import run
from tests.rulesets.described.games import slugs_with

pytestmark = pytest.mark.django_db

SKIPPING = "/games/pebbles/calculators/skipping"


@pytest.mark.parametrize("game", slugs_with())
def test_the_example_as_it_is_answered_is_checked_and_stored(game, anybody, writer):
    load_catalogue()
    example = anybody("GET", f"/games/{game}/example")
    army = example.json()["army"]
    checked = anybody("POST", f"/games/{game}/check", example.text).json()
    assert (checked["legal"], checked) == (True, rulesets.get(game).check(army))
    made = writer("POST", "/armies", example.text)
    assert (made.status_code, made.json()["army"], made.json()["report"]) == (201, army, [])
    path = f"/armies/{made.json()['id']}"
    replaced = writer("PUT", path, example.text, If_Match='"1"')
    assert (replaced.status_code, replaced.json()["army"]) == (200, army)
    # As a file, and the army as it was answered in turn.
    as_file = writer("POST", "/armies", example.text, content_type="application/octet-stream")
    again = writer("POST", "/armies", made.text)
    assert as_file.json()["army"] == again.json()["army"] == army


@pytest.mark.parametrize("game", slugs_with())
def test_the_example_as_it_is_answered_is_validated_and_imported(game, anybody, client):
    example = anybody("GET", f"/games/{game}/example")
    code, out, err = run("validate", "-", given=example.content)
    assert (code, json.loads(out), err) == (0, rulesets.get(game).check(example.json()["army"]), "")
    code, out, err = run("import", "-", given=example.content)
    assert (code, json.loads(out), err) == (0, example.json()["army"], "")
    preview = client.post("/armies/import", {"text": example.text})
    assert (preview.status_code, "nothing is saved yet" in preview.text) == (200, True)


@pytest.mark.parametrize("game", slugs_with())
def test_results_at_the_table_have_exact_chances(game, anybody):
    front = rulesets.get(game)
    army = front.example()
    record = {"armies": [army, army]}
    units = [unit["id"] for group in army["groups"] for unit in group["units"]]
    pairs = ((own, other) for own in units for other in units)
    own, opposing, way = next(
        (*pair, ways[0]["calculator"]) for pair in pairs if (ways := front.engagements(record, *pair, side=1))
    )
    asked = {"record": record, "calculator": way, "own": own, "opposing": opposing, "side": "second"}
    answered = anybody("POST", f"/games/{game}/results", asked)
    assert (answered.status_code, answered.json()) == (200, front.results(record, way, own, opposing, side=1))
    wrong = anybody("POST", f"/games/{game}/results", {**asked, "own": "nobody"})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "own")


def test_games_say_what_can_be_asked_of_them(pebbles, anybody):
    listed = anybody("GET", "/games").json()["games"]
    assert [each["game"] for each in listed] == [game.slug for game in rulesets.games()]
    front = rulesets.get("pebbles")
    game = anybody("GET", "/games/pebbles").json()
    assert (game["calculators"], game["house_rules"]) == (front.calculators(), front.house_rules())
    assert [(kind["kind"], kind["profile"]["type"]) for kind in game["kinds"]] == [("stone", "object")]
    assert anybody("GET", "/games/pebbles/example").json() == {"army": front.example()}
    asked = anybody("GET", SKIPPING).json()
    assert asked["question"] == front.schema("skipping")
    assert anybody("GET", "/games/pebbles/calculators/flying").status_code == 404


@pytest.mark.parametrize("game", rulesets.games(), ids=lambda game: game.slug)
def test_a_game_has_the_key_to_its_codes(anybody, game):
    codes = anybody("GET", f"/games/{game.slug}").json()["codes"]
    assert [(", ".join(each["codes"]), each["meaning"]) for each in codes] == [
        (each.term, each.meaning) for each in game.ruleset.codes
    ]
    assert codes != []


def test_the_catalogue_is_searched_and_comes_in_pages(pebbles, anybody, writer, person):
    load_catalogue()
    own = {"ruleset": "pebbles", "kind": "stone", "spec": {"weight": 5, "surface": "rough"}, "source": "own"}
    EntryRow.objects.create(key="mine", name="My flint", owner=person, **own)
    names = [entry.name for entry in pebbles.catalogue.of_kind("stone")]
    path = "/games/pebbles/catalogue/stone"
    everything = anybody("GET", path).json()
    assert (everything["count"], [each["name"] for each in everything["entries"]]) == (len(names), names)
    refused = anybody("GET", f"{path}?is-colour=red&is-surface=soft").json()["errors"]
    assert [(each["path"], "is-surface" in each["message"]) for each in refused] == [
        ("is-surface", False),
        ("is-colour", True),
    ]
    paged = [anybody("GET", f"{path}?size=1&page={page}").json() for page in range(1, len(names) + 2)]
    assert [[each["name"] for each in page["entries"]] for page in paged] == [*([name] for name in names), []]
    assert {page["pages"] for page in paged} == {len(names)}
    found = writer("GET", f"{path}?q=flint&is-surface=rough").json()["entries"]
    assert "My flint" in [each["name"] for each in found]
    assert {each["spec"]["surface"] for each in found} == {"rough"}
    assert writer("GET", f"{path}/mine").json()["name"] == "My flint"
    assert anybody("GET", f"{path}/mine").status_code == 404
    for wrong, place in (
        ("page=0", "page"),
        ("size=x", "size"),
        ("source=x", "source"),
        ("is-surface=x", "is-surface"),
    ):
        refused = anybody("GET", f"{path}?{wrong}")
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)


def test_an_answer_is_the_games_own_under_its_house_rules(anybody):
    game = rulesets.get("mbt2020")
    for each in game.calculators():
        slug = each["calculator"]
        assert anybody("POST", f"/games/mbt2020/calculators/{slug}/answer", {}).json() == game.ask(slug)
    switch, reading = next(
        (rule["switch"], key)
        for rule in game.house_rules()
        for key in rule["readings"]
        if game.ask("engagement") != game.ask("engagement", {}, {rule["switch"]: key})
    )
    asked = {"question": {}, "house": {switch: reading}}
    answer = anybody("POST", "/games/mbt2020/calculators/engagement/answer", asked).json()
    assert answer == game.ask("engagement", {}, {switch: reading})
    assert answer["charts"][0]["outcomes"][0]["chance"]["fraction"] == "1/3"


def test_a_reading_there_is_not_is_told_with_its_ruling(anybody):
    game = rulesets.get("mbt2020")
    ruling = next(each for each in game.ruleset.rulings if each.switch)
    for path, body, place in (
        ("calculators/engagement/answer", {"house": {ruling.switch: "x"}}, "house"),
        ("check", {"ruleset": "mbt2020", "house_rules": {ruling.switch: "x"}}, "house_rules"),
    ):
        (error,) = anybody("POST", f"/games/mbt2020/{path}", body).json()["errors"]
        assert (error["path"], error["rule"]) == (f"{place}.{ruling.switch}", ruling.id)
        assert error["message"].startswith("choose ")


@pytest.mark.parametrize(
    ("path", "body", "place", "message"),
    [
        ("answer", [], "body", "give an object (house, question), not a list"),
        ("answer", {"question": []}, "question", "give an object, not a list"),
        ("answer", {"questions": []}, "questions", "there is no such field. Did you mean 'question'?"),
        ("answer", {"house": []}, "house", "give an object (wet_stones), not a list"),
        ("answers", {}, "questions", "fill in “the questions to answer”"),
        ("answers", {"questions": {}}, "questions", "give a list of questions, not an object"),
    ],
)
def test_a_body_is_refused_in_words_where_it_breaks_its_schema(pebbles, anybody, path, body, place, message):
    refused = anybody("POST", f"{SKIPPING}/{path}", body)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["path"]) == (422, place)
    assert error["message"].startswith(message)
    document = anybody("GET", "/openapi.json").json()
    described = document["paths"][f"/api/v1{SKIPPING}/{path}"]["post"]["requestBody"]["content"]["application/json"]
    schema = {**described["schema"], "components": document["components"]}
    assert not Draft202012Validator(schema).is_valid(body)
    assert Draft202012Validator(schema).is_valid({"questions": []} if path == "answers" else {})


def test_a_thousand_questions_are_answered_in_one_call(pebbles, anybody, monkeypatch):
    asked: list[dict[str, Any]] = [{"throws": number % 20 + 1} for number in range(games.MAX_QUESTIONS)]
    asked[7] = {"throws": "many"}
    answers = anybody("POST", f"{SKIPPING}/answers", {"questions": asked}).json()["answers"]
    assert len(answers) == 1000
    problem = answers[7]["problem"]
    assert (problem["status"], problem["errors"][0]["path"]) == (422, "questions[7].throws")
    front = rulesets.get("pebbles")
    for place in (0, 5, 999):
        assert answers[place] == {"answer": front.ask("skipping", asked[place]), "problem": None}
    refused = anybody("POST", f"{SKIPPING}/answers", {"questions": [*asked, {}]})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "questions")
    assert anybody("POST", f"{SKIPPING}/answers", {}).json()["errors"][0]["path"] == "questions"
    monkeypatch.setattr(games, "SECONDS", -1.0)
    late = anybody("POST", f"{SKIPPING}/answers", {"questions": asked[:2]}).json()["answers"]
    assert [(each["answer"], each["problem"]["status"]) for each in late] == [(None, 503)] * 2


def test_an_army_is_checked_without_being_stored(anybody):
    game = rulesets.get("mbt2020")
    army = game.example()
    del army["groups"][0]["units"][0]
    assert anybody("POST", "/games/mbt2020/check", army).json() == game.check(army)
    for wrong, place in (({"ruleset": "chess"}, "ruleset"), ({"schema": 99}, "schema"), ({"groups": [7]}, "groups[0]")):
        refused = anybody("POST", "/games/mbt2020/check", army | wrong)
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)


def test_a_question_is_filled_in_from_armies_as_on_its_page(writer, anybody):
    game = rulesets.get("forum-combat")
    weapon, unit = (game.ruleset.catalogue.of_kind(kind)[0] for kind in ("weapon", "unit"))
    own = [
        encode_entry(replace(weapon, key="sling", name="Sling", source=Source.OWN)),
        encode_entry(
            replace(unit, key="slinger", source=Source.OWN, spec=with_value(unit.spec, "weapons[0]", "sling"))
        ),
    ]
    lines = [{"id": "u1", "spec": {"profile": "slinger"}}, {"id": "u2", "spec": {"profile": unit.key}}]
    army = game.example() | {"entries": own, "groups": [{"id": "g1", "name": "A", "units": lines}]}
    address = writer("POST", "/armies", army).json()["id"]
    first, second = (choose(SideArmy(address, game.slug, army_of(army)), each) for each in ("u1", "u2"))
    query = f"army.own={address}:u1&army.opposing={address}:u2"
    for calculator in game.ruleset.calculators:
        path = f"/games/forum-combat/calculators/{calculator.slug}"
        asked = ask(game.ruleset, calculator, {}, Sides(first, second), Catalogue())
        assert asked.answer is not None
        assert writer("POST", f"{path}/answer?{query}", {}).json() == plain_answer(asked.answer), calculator.slug
        filled = writer("GET", f"{path}?{query}").json()["filled"]
        assert writer("POST", f"{path}/answer?{query}", filled).json() == plain_answer(asked.answer), calculator.slug
    shooting = "/games/forum-combat/calculators/shooting"
    assert writer("GET", f"{shooting}?{query}").json()["filled"] != writer("GET", shooting).json()["filled"]
    for path, who, place in (
        (f"{shooting}?army.own={address}:u1", anybody, "army.own"),
        (f"{shooting}?army.own={address}:u1&army.opposing={address}:u9", writer, "army.opposing"),
        (f"/games/mbt2020/calculators/battlefield-odds?army.own={address}", writer, "army.own"),
    ):
        refused = who("GET", path)
        assert (refused.status_code, [error["path"] for error in refused.json()["errors"]]) == (422, [place])
