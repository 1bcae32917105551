"""The way in for scripts: plain data in and out."""

import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import jsonschema
import pytest

import rulesets
from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.engagements import side_of
from rulesets.core.force_document import decode_force
from rulesets.core.forces.findings import is_legal
from rulesets.core.play.matches import AT_START, Match
from rulesets.core.play.states import GAME
from rulesets.registry import all_rulesets

each_game = pytest.mark.parametrize("game", rulesets.games(), ids=repr)


def test_games_are_those_of_the_registry() -> None:
    assert [game.slug for game in rulesets.games()] == [ruleset.slug for ruleset in all_rulesets()]
    assert rulesets.get("mbt2020").title == "MBT 2020"
    with pytest.raises(KeyError):
        rulesets.get("chess")


@each_game
def test_everything_is_json(game: rulesets.Game) -> None:
    army = game.example()
    unit = army["groups"][0]["units"][0]["id"]
    said: list[Any] = [
        army,
        game.check(army),
        game.card(army, unit),
        game.row(army, unit),
        game.rules(),
        game.quick_reference(),
        game.quick_reference(army),
    ]
    said += [game.house_rules(), game.calculators()]
    assert json.loads(json.dumps(said)) == said


@each_game
def test_the_check_is_that_of_the_game(game: rulesets.Game) -> None:
    army = game.example()
    report = game.check(army)
    findings = game.ruleset.check(decode_force(game.ruleset, army))
    assert report["legal"] is is_legal(findings) is True
    assert [problem["message"] for problem in report["problems"]] == [finding.message for finding in findings]


@each_game
def test_an_empty_question_fits_its_schema_and_has_an_answer(game: rulesets.Game) -> None:
    for calculator in game.calculators():
        slug = calculator["calculator"]
        jsonschema.validate({}, game.schema(slug))
        assert game.ask(slug) == game.ask(slug, {})


@each_game
def test_readings_given_are_played(game: rulesets.Game) -> None:
    army = game.example()
    for rule in game.house_rules():
        for key in rule["readings"]:
            given = {**army, "house_rules": {rule["switch"]: key}}
            assert game.check(army, {rule["switch"]: key}) == game.check(given)
            assert game.quick_reference(army, {rule["switch"]: key}) == game.quick_reference(given)


@each_game
def test_rows_say_what_the_readings_given_say(game: rulesets.Game) -> None:
    army = game.example()
    for rule in game.house_rules():
        for key in rule["readings"]:
            given = {**army, "house_rules": {rule["switch"]: key}}
            for group in army["groups"]:
                for unit in group["units"]:
                    row = game.row(army, unit["id"], {rule["switch"]: key})
                    assert row == game.row(given, unit["id"])
                    assert row["title"] == game.card(given, unit["id"])["title"]


@pytest.mark.parametrize(
    ("slug", "unit", "switch", "key", "was", "then"),
    [
        ("mbt2020", {"sub_class": "INFn", "posture": "ADA"}, "ada_asf_only", "on", "36″ ASF, ECM", "36″ ASF"),
        ("forge-of-war", {"troops": "assault_marines"}, "hpa_av", "7", "CV9-SV8-FV8-AV5-W1", "CV9-SV8-FV8-AV7-W1"),
        ("forum-combat", {"profile": "heavy-weapon-team", "count": 2}, "fc.hwt_units", "two", "×2", "×4"),
    ],
)
def test_a_reading_that_changes_a_unit_changes_its_row(
    slug: str, unit: dict[str, Any], switch: str, key: str, was: str, then: str
) -> None:
    game = rulesets.get(slug)
    army = game.example()
    army["groups"][0]["units"] = [{"id": "x", "spec": unit}]
    usual, other = ([chip["text"] for chip in game.row(army, "x", house)["chips"]] for house in ({}, {switch: key}))
    changed = [(before, after) for before, after in zip(usual, other, strict=True) if before != after]
    assert changed == [(was, then)]


@each_game
def test_the_sentences_of_rules_are_those_of_the_game(game: rulesets.Game) -> None:
    told = game.rules()
    assert [each["rule"] for each in told] == list(game.ruleset.rule_ids)
    severities = {each["rule"]: each["severity"] for each in told if each["severity"]}
    assert severities == {rule.id: rule.severity for rule in game.ruleset.all_rules}
    assert all(each["place"] and each["sentence"] for each in told)
    for rule in game.house_rules():
        for key in rule["readings"]:
            house = HouseRules(game.ruleset.rulings, [(rule["switch"], key)])
            of_play = [each["sentence"] for each in game.rules({rule["switch"]: key}) if not each["severity"]]
            assert of_play == [each.sentence_under(house) for each in game.ruleset.play_rules]


@each_game
def test_without_an_army_the_whole_sheet_follows_the_readings_given(game: rulesets.Game) -> None:
    whole = game.quick_reference()
    for rule in game.house_rules():
        for key in rule["readings"]:
            played = game.quick_reference(None, {rule["switch"]: key})
            assert {section["title"] for section in whole} <= {section["title"] for section in played}
            assert rows_of(played) > 0.9 * rows_of(whole)
    others = {rule["switch"]: min(set(rule["readings"]) - {rule["default"]}) for rule in game.house_rules()}
    assert game.quick_reference(None, others) != whole == game.quick_reference(None, {})


def rows_of(sheet: list[dict[str, Any]]) -> int:
    """How many rows the tables of a sheet have."""
    return sum(len(table["rows"]) for section in sheet for table in section["tables"])


def test_readings_given_stand_beside_those_of_the_army() -> None:
    game = rulesets.get("warstrike")
    army = {**game.example(), "house_rules": {"exact_half": "choice"}}
    both = {**army, "house_rules": {"exact_half": "choice", "destroy_at_once": "on"}}
    other = next(rule for rule in game.house_rules() if rule["switch"] == "destroy_at_once")
    key = next(key for key in other["readings"] if key != other["default"])
    both["house_rules"]["destroy_at_once"] = key
    assert game.quick_reference(army, {"destroy_at_once": key}) == game.quick_reference(both)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda game: game.ask("none"), "MBT 2020 has no calculator 'none'. Its calculators are "),
        (lambda game: game.ask("engagement", {"nonsense": 1}), "nonsense: "),
        (lambda game: game.ask("engagement", {}, {"nonsense": "on"}), "house.nonsense: there is no switch"),
        (lambda game: game.ask("engagement", {}, {"side_arc_r": "nonsense"}), "house.side_arc_r: use one of "),
        (lambda game: game.check({"ruleset": "mbt2020", "groups": 3}), "groups: "),
        (lambda game: game.rules({"nonsense": "on"}), "house.nonsense: there is no switch"),
        (lambda game: game.row(game.example(), "nobody"), "unit: give the id of one of the army’s stands"),
        (lambda game: game.card(game.example(), "nobody"), "unit: give the id of one of the army’s stands"),
    ],
)
def test_bad_input_is_told_with_its_place(ask: Any, message: str) -> None:
    with pytest.raises(rulesets.BadInput) as bad:
        ask(rulesets.get("mbt2020"))
    assert str(bad.value).startswith(message)
    assert str(bad.value.problems[0]) == str(bad.value).splitlines()[0]


def test_a_game_is_read_without_the_others() -> None:
    code = "import sys, rulesets; rulesets.get('forge-of-war'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "rulesets.systems.forge_of_war" in loaded
    assert [name for name in loaded if name in ("rulesets.systems.mbt2020", "rulesets.systems.warstrike")] == []


@each_game
def test_the_catalogue_is_that_of_the_game(game: rulesets.Game) -> None:
    entries = game.catalogue()
    assert json.loads(json.dumps(entries)) == entries
    assert len(entries) == len(list(game.ruleset.catalogue)) == sum(kind["count"] for kind in game.kinds())
    first = entries[0]
    assert first in game.catalogue(first["kind"], f"{first['name'].upper()} {first['key']}")
    assert first in game.catalogue(first["kind"], first["name"].replace(" ", "\u00a0\u200b").replace("-", "‑"))
    assert game.catalogue(first["kind"], "no such words") == []
    with pytest.raises(rulesets.BadInput, match=r"^kind: use one of "):
        game.catalogue("no kind")


def test_a_battlefield_is_plain_and_the_same_each_time() -> None:
    game = rulesets.get("mbt2020")
    field = game.battlefield(7)
    assert json.loads(json.dumps(field)) == field == game.battlefield(7, {})
    drawn = game.rolled_battlefield(7)
    assert [area["id"] for area in field["areas"]] == [area.id for area in drawn.areas]
    assert {area["square"] for area in field["areas"]} <= {square["name"] for square in field["squares"]}
    assert field != game.battlefield(8)
    jsonschema.validate({}, game.battlefield_schema())
    with pytest.raises(rulesets.BadInput, match=r"^Forge of War rolls no battlefields"):
        rulesets.get("forge-of-war").battlefield(7)


@each_game
def test_a_log_leads_to_the_same_state_as_its_events(game: rulesets.Game) -> None:
    army = game.example()
    armies = {"armies": [army, army], "both": True}
    throw = {"side": 0, "event": {"id": "dice", "kind": "dice", "dice": 2, "faces": 6}, "seed": 7, "at": 1000}
    begun = {"side": 0, "event": {"id": "n0", "kind": "next", "turn": 1, "segment": 0}}
    then = game.play({**armies, "events": [begun]})["state"]["segment"]  # those in which nobody can act are passed
    over = [begun, {"side": 0, "event": {"id": "n1", "kind": "next", "turn": 1, "segment": then}}]
    undo = {"side": 1, "event": {"id": "u", "kind": "undo", "of": 3}}
    played = game.play({**armies, "events": [throw, *over, undo]})
    assert (played["state"]["segment"], played["state"]["undone"]) == (then, [3])
    assert [entry["number"] for entry in played["log"]] == [1, 2, 3, 4]
    assert (played["log"][0]["seed"], played["log"][0]["at"]) == (7, 1000)
    assert game.play({**armies, "log": played["log"]}) == played
    assert game.play({**armies, "log": played["log"][:2], "events": [over[1], undo]}) == played


@each_game
def test_a_game_begins_in_the_state_given(game: rulesets.Game) -> None:
    army = game.example()
    armies = {"armies": [army, army], "both": True}
    holder, track = next((unit, each) for unit, found in game.tracks(army).items() if unit != GAME for each in found)
    ticks = [{}, {holder: {track["track"]: [1], "out-of-play": [1]}}]
    begun = game.play({**armies, "start": {"sides": ticks, "turn": 3}})["state"]
    assert (begun["sides"], begun["turn"], begun["segment"]) == (ticks, 3, 0)
    over = {"side": 0, "event": {"id": "n", "kind": "next", "turn": 3, "segment": 0}}
    played = game.play({**armies, "start": begun, "events": [over]})
    assert (played["state"]["sides"], played["state"]["turn"]) == (ticks, 3)
    assert played["state"]["segment"] > 0
    assert game.play({**armies, "start": begun, "log": played["log"]}) == played


@each_game
def test_what_may_come_of_two_units_can_be_played(game: rulesets.Game) -> None:
    army = game.example()
    record = {"armies": [army, army]}
    own, opposing = (army["groups"][0]["units"][place]["id"] for place in (0, -1))
    for way in game.engagements(record, own, opposing):
        calculator, schema = way["calculator"], game.schema(way["calculator"])
        question = game.fill_in(record, calculator, own, opposing)
        jsonschema.validate(question, schema)
        possible = game.results(record, calculator, own, opposing)
        assert possible == game.results(record, calculator, own, opposing, question)
        assert json.loads(json.dumps([way, possible, question])) == [way, possible, question]
        assert possible["results"]
        for each in possible["results"]:
            event = {"side": 0, "event": {**each["event"], "id": "e"}}
            assert game.play({**record, "both": True, "events": [event]})["log"]


def test_each_result_has_its_exact_chance() -> None:
    army = rulesets.get("forge-of-war").example()
    found = rulesets.get("forge-of-war").results({"armies": [army, army]}, "shooting", "u2", "u2")["results"]
    chances = [Fraction(each["chance"]["fraction"]) for each in found]
    assert len(found) > 2
    assert [each["chance"]["decimal"] for each in found] == list(map(float, chances))
    # Independent of the order of results: that nothing happens may have no result of its own.
    assert sum(chances) <= 1
    millionths = (each["event"]["odds"] for each in found)
    both = [(odds["worse"] + odds["better"] - 1_000_000) / 1_000_000 for odds in millionths]
    assert [float(chance) for chance in chances] == pytest.approx(both, abs=2e-6)
    # The players of WarStrike decide where markers go, so no chance decides these results.
    unit = rulesets.get("warstrike").example()
    first, second = (unit["groups"][0]["units"][place]["id"] for place in (0, 1))
    open_results = rulesets.get("warstrike").results({"armies": [unit, unit]}, "under-fire", first, second)["results"]
    assert {each["chance"] for each in open_results if not each["event"].get("odds")} == {None}


@each_game
def test_chances_of_results_are_those_of_the_calculator(game: rulesets.Game) -> None:
    army = game.example()
    record = {"armies": [army, army]}
    units = [unit["id"] for group in army["groups"] for unit in group["units"]]
    pairs = ((own, other) for own in units for other in units)
    own, opposing = next(pair for pair in pairs if game.engagements(record, *pair))
    assert game.ruleset.play is not None
    force = game.ruleset.context(decode_force(game.ruleset, army))
    match = Match(game.ruleset.play, (force, force))
    mine, theirs = side_of(match.deployed(AT_START, 0), own), side_of(match.deployed(AT_START, 1), opposing)
    context = SolveContext(game.ruleset.catalogue, match.contexts[0].house)
    for way in game.engagements(record, own, opposing):
        solver = game.ruleset.calculator(way["calculator"])
        question = decode(solver.question, game.fill_in(record, way["calculator"], own, opposing))
        expected = [each.chance for each in solver.possible(question, mine, theirs, context)]
        found = [each["chance"] for each in game.results(record, way["calculator"], own, opposing)["results"]]
        assert [each and Fraction(each["fraction"]) for each in found] == expected


@each_game
def test_a_row_at_the_table_shows_the_state(game: rulesets.Game) -> None:
    army = game.example()
    unit = army["groups"][0]["units"][0]["id"]
    record = {"armies": [army, army]}
    fresh = game.table_row(record, unit, 1)
    assert {name: fresh[name] for name in ("title", "values", "chips")} == {
        name: game.row(army, unit)[name] for name in ("title", "values", "chips")
    }
    assert (fresh["hurt"], fresh["in_play"]) == (False, True)
    assert {each["track"]: each["boxes"] for each in fresh["tracks"]} == {
        each["track"]: each["boxes"] for each in game.tracks(army)[fresh["holder"]]
    }
    out = game.table_row({**record, "start": {"sides": [{}, {fresh["holder"]: {"out-of-play": [1]}}]}}, unit, 1)
    assert (out["in_play"], out["tracks"]) == (False, fresh["tracks"])
    assert json.loads(json.dumps(out)) == out


@each_game
def test_a_plan_is_plain_data_whose_figures_are_exact(game: rulesets.Game) -> None:
    army = game.example()
    left_out = [unit["id"] for group in army["groups"] for unit in group["units"]][4:]
    plan = game.plan({"armies": [army, army]}, distance=6, left_out=left_out)
    assert json.loads(json.dumps(plan)) == plan
    assert plan["lines"]
    assert sum(Fraction(line["lost"]["fraction"]) for line in plan["lines"]) == Fraction(plan["lost"]["fraction"])
    assert not {line["unit"] for line in plan["lines"]} & set(left_out)


@each_game
def test_a_plan_has_a_line_or_a_reason_for_every_unit(game: rulesets.Game) -> None:
    army = game.example()
    groups = [[unit["id"] for unit in group["units"]] for group in army["groups"]]
    left_out = {group[0] for group in groups[1:]}
    plan = game.plan({"armies": [army, army]}, distance=6, left_out=[*left_out])
    lines, reasons = ([each["unit"] for each in plan[key]] for key in ("lines", "without_line"))
    by_group = game.ruleset.group_card is not None
    acting = {group[0] for group in groups} if by_group else {unit for group in groups for unit in group}
    assert sorted([*lines, *reasons]) == sorted(acting - left_out)
    assert {*plan["idle"]} <= {*reasons}
    assert all(each["reason"] for each in plan["without_line"])


def test_a_plan_says_why_a_unit_has_no_line() -> None:
    game = rulesets.get("forge-of-war")
    army = game.example()
    start = {"sides": [{"u2": {"out-of-play": [1]}, "u8": {"turn": [1]}}, {}]}
    plan = game.plan({"armies": [army, army], "start": start}, left_out=["u5", "u6", "u9", "u10"])
    assert [each["unit"] for each in plan["lines"]] == ["u3"]
    assert plan["without_line"] == [
        {"unit": "u2", "reason": "out of play"},
        {"unit": "u4", "reason": "aboard Carrier 1"},
        {"unit": "u8", "reason": "acted already"},
    ]


@pytest.mark.parametrize(
    ("more", "message"),
    [({"side": 1}, "side: give 0 or 1"), ({"goal": "glory"}, "goal: use one of losses, out, target")],
)
def test_a_plan_that_cannot_be_is_refused(more: dict[str, Any], message: str) -> None:
    game = rulesets.get("warstrike")
    with pytest.raises(rulesets.BadInput) as bad:
        game.plan({"armies": [game.example(), None]}, **more)
    assert str(bad.value).startswith(message)


def test_a_row_at_the_table_counts_what_is_lost() -> None:
    game = rulesets.get("forge-of-war")
    army = game.example()
    row = game.table_row({"armies": [army, None], "start": {"sides": [{"u5": {"strength": [1, 2]}}, {}]}}, "u5")
    assert (row["lost"], row["hurt"]) == ({"figures": 2}, True)
    assert next(each["count"] for each in row["tracks"] if each["track"] == "strength") == 2


@each_game
def test_states_fill_the_question_and_have_consequences(game: rulesets.Game) -> None:
    army = game.example()
    boxes = {
        "mbt2020": ("engagement", "u2", {"u2": {"state": [1]}}, {"u2": {"state": [2]}}),
        "forge-of-war": ("shooting", "u5", {"u5": {"strength": [1, 2]}}, {"u5": {"strength": [1, 2, 3, 4, 5, 6]}}),
        "warstrike": ("what-happens-next", "u3", {"u3": {"markers": [1]}}, {"u3": {"models": [1, 2, 3, 4, 5, 6]}}),
        "forum-combat": ("shooting", "u2", {"g1": {"hp-1a": [1]}}, {"g1": {"broken": [1]}}),
    }
    calculator, unit, hurt, worse = boxes[game.slug]
    fresh, record = {"armies": [army, army]}, {"armies": [army, army], "start": {"sides": [hurt, worse]}}
    assert game.fill_in(fresh, calculator, unit, unit) != game.fill_in(record, calculator, unit, unit)
    assert game.fill_in(record, calculator, unit, unit) != game.fill_in(record, calculator, unit, unit, side=1)
    assert game.consequences(fresh) == [[], []]
    _, theirs = game.consequences(record)
    assert next(iter(worse)) in {each["holder"] for each in theirs}
    assert {change["side"] for each in theirs for change in each["offers"]} <= {1}
    assert json.loads(json.dumps(theirs)) == theirs


def test_without_units_two_forces_fill_the_question() -> None:
    game = rulesets.get("mbt2020")
    army = game.example()
    fakes = game.fill_in({"armies": [army, army]}, "fakes")
    assert game.ask("fakes", fakes) != game.ask("fakes")
    assert game.fill_in({"armies": [army, army]}, "engagement") == {}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda game, record: game.fill_in(record, "engagement", "u1"), "own: give the id of a unit of side 0"),
        (
            lambda game, record: game.fill_in(record, "engagement", "u2", "u3"),
            "opposing: give the id of a unit of",
        ),
        (
            lambda game, record: game.fill_in(record, "engagement", side=1),
            "side: give 0 or 1, the number of a side that has",
        ),
        (lambda game, record: game.fill_in(record, "engagement", side=2), "side: give 0 or 1"),
        (lambda game, record: game.fill_in(record, "nonsense", "u2"), "MBT 2020 has no calculator 'nonsense'"),
        (lambda game, record: game.engagements(record, "u2", side=2), "side: give 0 or 1"),
        (lambda game, record: game.results(record, "engagement", ""), "own: give the id of a unit"),
        (lambda game, record: game.results(record, "engagement", "u2", question={"turn": 1}), "turn: give an object"),
        (lambda game, record: game.consequences({**record, "evens": []}), "evens: there is no such field"),
    ],
)
def test_a_question_about_units_that_cannot_be_is_refused(ask: Any, message: str) -> None:
    game = rulesets.get("mbt2020")
    with pytest.raises(rulesets.BadInput) as bad:
        ask(game, {"armies": [game.example(), None]})
    assert str(bad.value).startswith(message)


EVENT = {"side": 0, "event": {"id": "a", "changes": [{"track": "strength", "amount": 1, "holder": "u2"}]}}
ENTRY = {"number": 1, **EVENT, "made": EVENT["event"]["changes"]}  # type: ignore[index]
ANSWER = {"number": 1, "side": 1, "event": {"id": "b", "kind": "answer", "of": 1}}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"armies": None}, "armies: give the armies of both sides"),
        ({"armies": [None, None]}, "armies[0]: give an object"),
        ({"armies": [{"ruleset": "mbt2020"}, None]}, "armies[0].ruleset: this is not a Forge of War army"),
        ({"house_rules": {"nonsense": "on"}}, "armies[0].house_rules.nonsense: "),
        ({"house_rules": 5}, "armies[0].house_rules: give an object"),
        ({"events": 5}, "events: give a list"),
        ({"evens": []}, "evens: there is no such field. Did you mean 'events'?"),
        ({"events": [EVENT, {**EVENT, "side": 1}]}, "events[1]: "),
        ({"start": 5}, "start: give an object"),
        ({"start": {"turn": 0}}, "start.turn: enter a number from 1"),
        ({"start": {"sides": [{}]}}, "start.sides: give the ticks of both sides"),
        ({"start": {"places": [{}]}}, "start.places: give the places of both sides"),
        ({"start": {"places": [{"u2": [1]}, {}]}}, "start.places[0].u2: give two numbers"),
        ({"start": {"places": [{"u99": [1, 1]}, {}]}}, "start.places[0].u99: there is no such field"),
        (
            {"start": {"sides": [{"u2": {"strength": [99]}}, {}]}},
            "start.sides[0].u2.strength[0]: enter a number from 1",
        ),
        ({"start": {"sides": [{}, {"u2": {}}]}}, "start.sides[1].u2: there is no such field"),
        ({"log": [{**ENTRY, "number": 2}]}, "log[0].number: give 1"),
        ({"log": [ANSWER]}, "log[0].event.of: give the number of an earlier entry"),
        ({"log": [{**ENTRY, "made": [{"track": "strength", "amount": 6, "holder": "u2"}]}]}, "log: Entry 1 does"),
    ],
)
def test_a_record_that_cannot_be_is_refused_with_its_place(record: dict[str, Any], message: str) -> None:
    game = rulesets.get("forge-of-war")
    with pytest.raises(rulesets.BadInput) as bad:
        game.play({"armies": [game.example(), None], **record})
    assert str(bad.value).startswith(message)


def test_a_question_takes_its_distance_from_the_places_on_the_map() -> None:
    game = rulesets.get("mbt2020")
    army = game.example()
    record = {"armies": [army, army], "start": {"places": [{"u2": [0, 0]}, {"u2": [4, 41]}]}}
    assert game.fill_in(record, "engagement", "u2", "u2")["conditions"]["distance"] == 10
    assert game.fill_in(record, "engagement", "u2", "u2")["conditions"]["part"] == "1/2"
    assert "distance" not in game.fill_in(record, "engagement", "u2", "u3").get("conditions", {})


def test_results_are_those_at_the_distance_on_the_map() -> None:
    game = rulesets.get("forge-of-war")
    army = game.example()
    record = {"armies": [army, army], "start": {"places": [{"u5": [0, 0]}, {"u5": [0, 4 * 21]}]}}
    filled = game.fill_in(record, "shooting", "u5", "u5")
    assert filled["distance"] == 21
    assert game.results(record, "shooting", "u5", "u5") == game.results(record, "shooting", "u5", "u5", filled)
    assert game.results(record, "shooting", "u5", "u5") != game.results(
        record, "shooting", "u5", "u5", {**filled, "distance": 10}
    )
