"""How far a stand goes, and what is said of it."""

import pytest

from tests.rulesets.mbt2020.shorthand import ask, stand

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
