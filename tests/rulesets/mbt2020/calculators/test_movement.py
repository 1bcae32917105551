"""How far a stand goes, and what is said of it."""

import itertools

import pytest

from tests.rulesets.mbt2020.shorthand import ask, refused, stand

DISTANCES = {
    # sub-class and posture: tactical/march in good and in bad going, and half the good-going move where it retreats
    "INF- INFANTRY": ("4/8″", "2/4″", "2″"),
    "INF- LAS": ("4/8″", "2/4″", "2″"),
    "INF- ADA": ("8/24″", "4/8″", "–"),
    "INF- PDA": ("8/24″", "4/8″", "–"),
    "INFn INFANTRY": ("8/24″", "4/8″", "4″"),
    "INF+ ATM": ("8/24″", "4/8″", "4″"),
    "INF+ PDA": ("8/24″", "4/8″", "–"),
    "MBT-": ("6/16″", "3/8″", "3″"),
    "MBTn": ("8/24″", "4/8″", "4″"),
    "MBT+": ("8/24″", "4/8″", "4″"),
}


@pytest.mark.parametrize("text", DISTANCES)
def test_distances(text):
    good, bad, repulsed = DISTANCES[text]
    answer = ask("movement", {"kind": stand(text)})
    assert [cell.text for cell in answer.tables[0].rows[0][1:]] == [good, bad, repulsed]
    assert answer.headline == f"{good.split('/')[0]}″ tactical, {good.split('/')[1]} march."
    answer = ask("movement", {"kind": stand(text), "ground": "bad"})
    assert answer.headline == f"{bad.split('/')[0]}″ tactical, {bad.split('/')[1]} march."


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


@pytest.mark.parametrize(
    ("text", "more", "headline"),
    [
        ("MBTn STATIC", {}, "STATIC: does not move, unless Repulsed."),
        ("MBTn STATIC", {"blank": True}, "8″ tactical, 24″ march."),
        ("INF- INFANTRY", {"blank": True, "ground": "bad"}, "4″ tactical, 8″ march."),
        ("INFn INFANTRY FAST", {}, "8″ tactical, 24″ march, at least 4″ or 12″."),
        ("MBT- FAST", {"ground": "bad"}, "3″ tactical, 8″ march, at least 1½″ or 4″."),
        ("ARTn OTF SNS", {}, "Stays in the off-table zone."),
        ("AIRn CAS", {}, "Waits a turn at its own edge, then moves to within range of its target and engages."),
        (
            "AIRn ASF",
            {},
            "Comes in up to 36″ from its own edge, does not move once placed, stays 2 turns, then leaves for good.",
        ),
        ("INFn ADA STATIC", {}, "STATIC: does not move."),
        ("MBTn", {"ground": "built-up", "road": True}, "4″ tactical, 8″ march."),
    ],
)
def test_other_moves(text, more, headline):
    assert ask("movement", {"kind": stand(text), **more}).headline == headline


def test_a_built_up_area_by_road_has_one_reading():
    question = {"kind": stand("MBTn"), "ground": "built-up", "road": True}
    for reading, headline in (("off", "4″ tactical, 8″ march."), ("on", "8″ tactical, 24″ march.")):
        for night in (False, True):
            answer = ask("movement", question | {"night": night}, [("road_in_built_up", reading)])
            assert answer.headline == headline
            assert [played.ruling.switch for played in answer.rulings] == ["road_in_built_up"]
    off_road = ask("movement", question | {"road": False}, [("road_in_built_up", "on")])
    assert (off_road.headline, off_road.rulings) == ("4″ tactical, 8″ march.", ())


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("MBTn", "If Repulsed it moves 4″ straight towards its own edge at once."),
        ("INFn PDA", "If Repulsed it is neutralised instead."),
        (
            "AIRn CAS",
            "The movement table has no flights and batteries; ground, road, night, blank and jungle change nothing "
            "for them.",
        ),
    ],
)
def test_notes_on_movement(text, note):
    assert ask("movement", {"kind": stand(text)}).notes[-1] == note


def test_only_forest_is_jungle():
    assert refused("movement", {"ground": "H", "jungle": True})[0] == "jungle"
