import json

from rulesets.game import Game
from rulesets.registry import all_rulesets
from tests.management.running import run


def test_entries_are_listed_and_narrowed(pebbles):
    code, out, err = run("catalogue", "pebbles")
    assert (code, err) == (0, "")
    entries = json.loads(out)
    assert entries == Game(pebbles).catalogue()
    assert [entry["key"] for entry in entries if entry["kind"] == "stone"] == ["flint", "slate", "brick"]
    assert entries[0] == {
        "kind": "stone",
        "key": "flint",
        "name": "Flint",
        "cite": entries[0]["cite"],
        "source": "rulebook",
        "spec": entries[0]["spec"],
    }
    narrowed = json.loads(run("catalogue", "pebbles", "--kind", "stone", "--search", "LA sl")[1])
    assert [entry["name"] for entry in narrowed] == ["Slate"]


def test_without_a_game_the_games_are_listed(pebbles):
    listed = json.loads(run("catalogue")[1])
    assert [each["game"] for each in listed] == [game.slug for game in all_rulesets()]
    own = next(each for each in listed if each["game"] == "pebbles")
    assert own["kinds"] == Game(pebbles).kinds()
    assert {"kind": "stone", "title": "Stone", "plural": "Stones", "count": 3} in own["kinds"]


def test_what_there_is_not_ends_with_2(pebbles):
    assert run("catalogue", "chess")[0] == 2
    code, out, err = run("catalogue", "pebbles", "--kind", "gem")
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: kind: use one of ")
