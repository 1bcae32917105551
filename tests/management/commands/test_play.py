import json

import pytest

from rulesets.game import Game
from tests.management.running import run


def test_a_log_is_replayed_and_goes_on(pebbles):
    army = Game(pebbles).example()
    unit = army["groups"][0]["units"][0]["id"]
    chip = {"id": "a", "changes": [{"track": "chips", "amount": 1, "holder": unit, "side": 0}]}
    record = {"armies": [army, None], "events": [{"side": 0, "event": chip}]}
    code, out, err = run("play", "-", given=json.dumps(record))
    assert (code, err) == (0, "")
    played = json.loads(out)
    assert played["state"]["sides"] == [{unit: {"chips": [1]}}, {}]
    further = {"armies": [army, None], "log": played["log"], "events": [{"side": 0, "event": {**chip, "id": "b"}}]}
    assert json.loads(run("play", "-", given=json.dumps(further))[1])["state"]["sides"][0] == {unit: {"chips": [1, 2]}}


@pytest.mark.parametrize("given", ["", "[]", '{"armies": []}', '{"armies": [{"ruleset": "chess"}]}'])
def test_what_is_no_record_ends_with_2(given):
    code, out, err = run("play", "-", given=given)
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: ")
