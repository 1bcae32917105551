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


@pytest.mark.parametrize("posture", ["ADA", "PDA"])
@pytest.mark.parametrize(
    ("sub_class", "reading", "good", "bad"),
    [
        ("INF-", "posture", "8/24″", "4/8″"),
        ("INF-", "class", "4/8″", "2/4″"),
        ("INFn", "class", "8/24″", "4/8″"),
        ("INF+", "class", "8/24″", "4/8″"),
    ],
)
def test_air_defence_moves_by_the_row_that_is_read(posture, sub_class, reading, good, bad):
    answer = ask("movement", {"kind": stand(f"{sub_class} {posture}")}, [("air_defence_moves", reading)])
    assert [cell.text for cell in answer.tables[0].rows[0][1:]] == [good, bad, "–"]
    played = {each.ruling.switch: each.key for each in answer.rulings}
    assert played.get("air_defence_moves") == (reading if sub_class == "INF-" else None)


@pytest.mark.parametrize("text", [text for text in DISTANCES if text not in ("INF- ADA", "INF- PDA")])
def test_no_other_stand_asks_how_air_defence_moves(text):
    by_reading = [ask("movement", {"kind": stand(text)}, [("air_defence_moves", key)]) for key in ("posture", "class")]
    assert by_reading[0] == by_reading[1]
    assert "air_defence_moves" not in {played.ruling.switch for played in by_reading[0].rulings}


@pytest.mark.parametrize(
    ("text", "more", "headline"),
    [
        ("MBTn STATIC", {}, "A STATIC stand does not move unless it is Repulsed."),
        ("MBTn STATIC", {"blank": True}, "8″ tactical, 24″ march."),
        ("INF- INFANTRY", {"blank": True, "ground": "bad"}, "4″ tactical, 8″ march."),
        ("INFn INFANTRY FAST", {}, "8″ tactical, at least 4″. 24″ march, at least 12″."),
        ("MBT- FAST", {"ground": "bad"}, "3″ tactical, at least 1½″. 8″ march, at least 4″."),
        ("ARTn OTF SNS", {}, "It stays in the off-table zone."),
        ("AIRn CAS", {}, "It waits a turn at its own edge, then moves to within range of its target and engages."),
        (
            "AIRn ASF",
            {},
            "It comes in up to 36″ from its own edge, does not move once placed and leaves for good after 2 turns.",
        ),
        ("INFn ADA STATIC", {}, "A STATIC stand does not move."),
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
            assert [played.ruling.switch for played in answer.rulings] == ["road_in_built_up", "repulse_march"]
    off_road = ask("movement", question | {"road": False}, [("road_in_built_up", "on")])
    assert off_road.headline == "4″ tactical, 8″ march."
    assert [played.ruling.switch for played in off_road.rulings] == ["repulse_march"]


@pytest.mark.parametrize(("text", "halves"), [("INF- LAS", (2, 4)), ("MBT-", (3, 8)), ("MBTn", (4, 12))])
def test_a_repulsed_stand_goes_half_of_the_move_that_is_read(text, halves):
    for reading, half in zip(("off", "on"), halves, strict=True):
        answer = ask("movement", {"kind": stand(text)}, [("repulse_march", reading)])
        assert answer.tables[0].rows[0][3].text == f"{half}″"
        assert answer.notes[-1] == f"If it is Repulsed, it moves {half}″ straight towards its own edge at once."
    defence = ask("movement", {"kind": stand("INFn PDA")}, [("repulse_march", "on")])
    assert "repulse_march" not in {played.ruling.switch for played in defence.rulings}


@pytest.mark.parametrize(
    ("text", "halves"), [("INF- LAS", (2, 4)), ("MBT-", (3, 8)), ("MBT- STATIC", (3, 8)), ("MBTn", (4, 12))]
)
def test_a_blank_is_repulsed_as_the_stand_beneath_it(text, halves):
    for reading, half in zip(("off", "on"), halves, strict=True):
        for mode in ("off", "on"):
            readings = [("repulse_march", reading), ("blank_keeps_mode", mode)]
            answer = ask("movement", {"kind": stand(text), "blank": True}, readings)
            blank, shown = answer.tables[0].rows
            assert [cell.text for cell in blank] == ["Blank or fake", "8/24″", "4/8″", "–"]
            assert shown == ask("movement", {"kind": stand(text)}, readings).tables[0].rows[0]
            moves = (
                f"If it is Repulsed, it is shown first and then moves {half}″ straight towards its own edge at once."
            )
            assert answer.notes[-1] == moves
            assert "repulse_march" in {played.ruling.switch for played in answer.rulings}


def test_a_blank_of_air_defence_is_neutralised():
    answer = ask("movement", {"kind": stand("INF- ADA"), "blank": True})
    assert answer.notes[-1] == "If it is Repulsed, it is neutralised instead."
    assert "repulse_march" not in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(
    ("text", "blank", "headline"),
    [
        ("MBTn STATIC", True, "A STATIC stand does not move unless it is Repulsed."),
        ("INFn INFANTRY FAST", True, "8″ tactical, at least 4″. 24″ march, at least 12″."),
        ("MBTn", True, "8″ tactical, 24″ march."),
        ("MBTn STATIC", False, "A STATIC stand does not move unless it is Repulsed."),
    ],
)
def test_a_blank_keeps_to_its_mode_where_so_read(text, blank, headline):
    question = {"kind": stand(text), "blank": blank}
    answer = ask("movement", question, [("blank_keeps_mode", "on")])
    assert answer.headline == headline
    usual = ask("movement", question)
    matters = usual.headline != headline
    for told in (answer, usual):
        assert ("blank_keeps_mode" in {played.ruling.switch for played in told.rulings}) is matters


@pytest.mark.parametrize(("reading", "told"), [("off", "it need not stay within"), ("on", "it stays within")])
def test_a_flight_is_near_its_bghq_where_so_read(reading, told):
    answer = ask("movement", {"kind": stand("AIRn ASF")}, [("flights_near_bghq", reading)])
    assert f"On the table {told} 12″ of its BGHQ." in answer.notes
    assert "flights_near_bghq" in {played.ruling.switch for played in answer.rulings}
    battery = ask("movement", {"kind": stand("ARTn OTF SNS")}, [("flights_near_bghq", reading)])
    assert "flights_near_bghq" not in {played.ruling.switch for played in battery.rulings}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("MBTn", "If it is Repulsed, it moves 4″ straight towards its own edge at once."),
        ("INFn PDA", "If it is Repulsed, it is neutralised instead."),
        (
            "AIRn CAS",
            "The movement table leaves out flights and batteries. Terrain, roads, night, blanks and jungle make "
            "no difference to them.",
        ),
    ],
)
def test_notes_on_movement(text, note):
    assert note in ask("movement", {"kind": stand(text)}).notes
