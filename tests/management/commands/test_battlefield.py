import json
from xml.etree import ElementTree

import rulesets
from tests.management.running import run


def test_a_seed_gives_its_battlefield():
    code, out, err = run("battlefield", "mbt2020", "--seed", "7")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"seed": 7, **rulesets.get("mbt2020").battlefield(7)}
    drawn = json.loads(run("battlefield", "mbt2020")[1])
    assert drawn == {"seed": drawn["seed"], **rulesets.get("mbt2020").battlefield(drawn["seed"])}


def test_the_question_is_answered_and_described():
    schema = json.loads(run("battlefield", "mbt2020", "--schema")[1])["question"]
    assert schema["properties"]["size"]["enum"][-1] == "own"
    own = json.loads(run("battlefield", "mbt2020", "-", "--seed", "7", given='{"size": "own", "width": 48}')[1])
    assert own["width"] == 480


def test_the_map_is_drawn():
    code, out, err = run("battlefield", "mbt2020", "--seed", "7", "--svg")
    assert (code, err) == (0, "")
    assert ElementTree.fromstring(out).tag == "{http://www.w3.org/2000/svg}svg"
    assert "@font-face" in out


def test_what_cannot_be_ends_with_2(pebbles):
    for words, given, message in [
        (["pebbles"], "", "Pebbles rolls no battlefields."),
        (["mbt2020", "--seed", "-1"], "", "seed: enter a whole number from 0 to "),
        (["mbt2020", "-"], '{"width": 1000}', "width: enter a number from 12 to 480, not 1000"),
        (["mbt2020", "-"], "[]", "give an object"),
        (["mbt2020", "-"], '{"size": NaN}', "The file is not valid JSON: NaN is not a JSON number"),
    ]:
        code, out, err = run("battlefield", *words, given=given)
        assert (code, out) == (2, "")
        assert err.startswith(f"CommandError: {message}")
