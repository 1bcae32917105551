"""States of stands, and the switches of engagements."""

from rulesets.systems.mbt2020.engagement import after, repulsed_state
from rulesets.systems.mbt2020.engagement_state import State
from rulesets.systems.mbt2020.units import GeneralClass, Posture
from tests.rulesets.mbt2020.test_engagement import ALL

PLAIN = {
    ("ok", "P"): "pinned",
    ("pinned", "P"): "repulsed",
    ("repulsed", "P"): "repulsed",
    ("ok", "R"): "repulsed",
    ("pinned", "R"): "repulsed",
    ("repulsed", "R"): "neutralised",
    ("ok", "N"): "neutralised",
    ("pinned", "N"): "neutralised",
    ("repulsed", "N"): "neutralised",
    ("ok", "D"): "neutralised",
    ("pinned", "D"): "neutralised",
    ("repulsed", "D"): "neutralised",
    ("ok", "-"): "ok",
    ("pinned", "-"): "pinned",
    ("repulsed", "-"): "repulsed",
}


def test_states():
    for stand in ALL:
        for (state, mark), expected in PLAIN.items():
            if state == "repulsed" and repulsed_state(stand) is not State.REPULSED:
                continue
            if expected == "repulsed" and stand.general_class is GeneralClass.AIRCRAFT:
                expected = "left"
            if expected == "repulsed" and stand.posture in (Posture.ADA, Posture.PDA):
                expected = "neutralised"
            assert after(stand, State(state), mark).value == expected, (stand, state, mark)
