"""Going for each mover."""

import itertools

import pytest

from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.movement import Ground, passage
from rulesets.systems.mbt2020.tables import Mover, Passage
from tests.rulesets.mbt2020.quick_reference.sheets import sheet
from tests.rulesets.mbt2020.shorthand import ask, refused, stand

GOING = {
    # ground: INF-, INFn or INF+, ARMOUR
    "good": ("good", "good", "good"),
    "bad": ("bad", "bad", "bad"),
    "O": ("good", "good", "good"),
    "H": ("good", "bad", "no"),
    "LFA": ("good", "bad", "no"),
    "SFH": ("bad", "no", "no"),
    "built-up": ("bad", "bad", "bad"),
}


JUNGLE = {"LFA": ("bad", "bad", "no"), "SFH": ("no", "no", "no")}


TRAINED = {"LFA": ("bad", "bad", "no"), "SFH": ("bad", "bad", "no")}


FAR = {"INF- INFANTRY": (4, 2), "INFn INFANTRY": (8, 4), "MBTn": (8, 4)}


@pytest.mark.parametrize(
    ("ground", "jungle", "trained"),
    [
        *((ground, False, False) for ground in GOING),
        *((ground, True, trained) for ground in JUNGLE for trained in (False, True)),
    ],
)
def test_going(ground, jungle, trained):
    table = TRAINED if trained else JUNGLE if jungle else GOING
    for (text, (good, bad)), going in zip(FAR.items(), table[ground], strict=True):
        for road, night in itertools.product((False, True), repeat=2):
            expected = going
            if road and ground != "built-up":
                expected = "bad" if jungle and ground == "SFH" else "good"
            elif night and going == "good":
                expected = "bad"
            question = {"kind": stand(text), "ground": ground, "road": road, "night": night}
            answer = ask("movement", question | {"jungle": jungle, "jungle_trained": trained})
            said = {"good": f"{good}″ tactical", "bad": f"{bad}″ tactical", "no": "Impassable."}[expected]
            assert answer.headline.startswith(said), (text, ground, road, night)


def test_only_forest_is_jungle():
    assert refused("movement", {"ground": "H", "jungle": True})[0] == "jungle"


def test_the_rule_of_play_and_the_sheet_say_where_roads_are_bad_as_the_calculator_does() -> None:
    """Through jungle SFH and, by our reading, in towns; not through jungle LFA."""
    bad = {
        (ground, jungle)
        for ground in Ground
        for jungle in (False, True)
        if any(passage(mover, ground, road=True, jungle=jungle)[0] is not Passage.GOOD for mover in Mover)
    }
    assert bad == {(Ground.SFH, True), (Ground.BUILT_UP, False), (Ground.BUILT_UP, True)}
    (terrain,) = (rule for rule in RULESET.play_rules if rule.id == "Terrain")
    assert "A road is good going except through jungle SFH and built-up areas;" in terrain.sentence
    assert next(line.text for line in sheet()["terrain"].lines if line.term == "Roads") == (
        "good going; through jungle SFH or inside MBUA, BUA bad"
    )
