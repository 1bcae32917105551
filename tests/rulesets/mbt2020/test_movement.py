"""Going for each mover."""

import itertools

import pytest

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
            said = {"good": f"{good}″ tactical", "bad": f"{bad}″ tactical", "no": "The ground is impassable."}[expected]
            assert answer.headline.startswith(said), (text, ground, road, night)


def test_only_forest_is_jungle():
    assert refused("movement", {"ground": "H", "jungle": True})[0] == "jungle"
