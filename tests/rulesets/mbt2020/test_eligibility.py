"""Who may engage whom."""

from fractions import Fraction

import pytest

from rulesets.systems.mbt2020.eligibility import Restriction
from rulesets.systems.mbt2020.engagement_state import (
    Arc,
    Light,
)
from rulesets.systems.mbt2020.ranges import InchPart
from tests.rulesets.mbt2020.fights import fight


def test_any_range_is_not_halved():
    night = {"light": Light.NIGHT, "awc": True}
    assert fight("ARTn OTF SNS", "MBTn", 100, **night).allowed


@pytest.mark.parametrize(
    ("own", "opposing", "distance", "given", "closed"),
    [
        ("INFn REC", "INFn INFANTRY", 0, {}, [Restriction.KIND]),
        ("ART- OTF STATIC", "MBTn MOBILE", 10, {}, [Restriction.KIND]),
        ("ART- OTF STATIC", "MBTn STATIC", 90, {}, []),
        ("MBTn", "MBTn", 13, {}, [Restriction.RANGE]),
        ("MBTn", "MBTn", 12, {}, []),
        ("MBTn", "MBTn", 3, {"line_of_sight": False}, [Restriction.SIGHT]),
        ("MBTn", "MBTn", 0, {"line_of_sight": False}, []),
        ("INFn LAS", "INFn INFANTRY", 3, {"line_of_sight": False}, [Restriction.SIGHT]),
        ("INFn LAS", "INFn INFANTRY", 3, {"line_of_sight": False, "las_indirect": True}, []),
        ("AIRn CAS", "MBTn", 3, {"line_of_sight": False}, [Restriction.SIGHT]),
        ("ARTn OTF SNS", "MBTn", 30, {"line_of_sight": False}, []),
        ("ARTn CBA SNS", "INFn LAS", 30, {"line_of_sight": False}, []),
        ("AIRn ASF", "AIRn CAS", 30, {"line_of_sight": False, "mixed_group": False}, []),
        ("INFn ADA", "AIRn ECM", 30, {"line_of_sight": False}, []),
        ("INFn PDA", "AIRn CAS", 6, {"line_of_sight": False}, [Restriction.SIGHT]),
        ("MBTn", "MBTn", 3, {"target_arc": Arc.SIDE}, [Restriction.ARC]),
        ("AIRn CAS", "MBTn", 3, {"target_arc": Arc.REAR}, [Restriction.ARC]),
        ("INFn ATM", "MBTn", 3, {"target_arc": Arc.SIDE}, []),
        ("INFn ATM", "MBTn", 3, {"target_arc": Arc.REAR}, [Restriction.ARC]),
        ("INFn ATM", "MBTn", 3, {"target_arc": Arc.REAR, "arcs_by_posture": True}, []),
        ("INFn INFANTRY", "MBTn", 3, {"target_arc": Arc.REAR, "arcs_by_posture": True}, [Restriction.ARC]),
        ("ARTn OTF SNS", "MBTn", 3, {"target_arc": Arc.REAR}, []),
        ("INFn ADA", "AIRn ECM", 30, {}, []),
        ("INFn ADA", "AIRn ECM", 30, {"ada_asf_only": True}, [Restriction.KIND]),
        ("INFn ADA", "AIRn ASF", 30, {"ada_asf_only": True}, []),
        ("ARTn CBA SNS", "INFn LAS", 30, {"line_of_sight": False, "cba_on_table": True}, [Restriction.SIGHT]),
        ("ARTn CBA SNS", "ARTn OTF SNS", 30, {"line_of_sight": False, "cba_on_table": True}, []),
        ("AIRn ECM", "ARTn CBA SNS", 30, {"line_of_sight": False, "cba_on_table": True}, []),
        ("ARTn CBA SNS", "ARTn CBA SNS", 30, {"bghq_distance": 25, "mixed_group": False}, []),
        (
            "ARTn CBA SNS",
            "ARTn CBA SNS",
            30,
            {"bghq_distance": 25, "mixed_group": False, "cba_on_table": True},
            [Restriction.BGHQ],
        ),
        ("ARTn OTF SNS", "MBTn", 30, {"bghq_distance": 24}, []),
        ("ARTn OTF SNS", "MBTn", 30, {"bghq_distance": 25}, [Restriction.BGHQ]),
        ("ARTn OTF SNS", "MBTn", 30, {"bghq_distance": 25, "mixed_group": False}, [Restriction.BGHQ]),
        ("ARTn CBA SNS", "ARTn OTF SNS", 30, {"bghq_distance": 25}, [Restriction.BGHQ]),
        ("ARTn CBA SNS", "ARTn OTF SNS", 30, {"bghq_distance": 25, "mixed_group": False}, []),
        ("MBTn", "MBTn", 3, {"bghq_distance": 99}, []),
        ("ARTn CBA SNS", "INFn LAS", 30, {"target_engaged": False}, [Restriction.ENGAGED]),
        ("ARTn OTF SNS", "INFn LAS", 30, {"target_engaged": False}, []),
        (
            "AIRn CAS",
            "MBTn",
            9,
            {"awc": True, "line_of_sight": False},
            [Restriction.WEATHER, Restriction.RANGE, Restriction.SIGHT],
        ),
    ],
)
def test_gates(own, opposing, distance, given, closed):
    assert list(fight(own, opposing, distance, **given).closed) == closed


@pytest.mark.parametrize(
    ("own", "opposing", "distance", "given", "mutual"),
    [
        ("AIRn CAS", "INFn INFANTRY", 4, {}, True),
        ("INFn INFANTRY", "AIRn CAS", 5, {}, False),
        ("INFn INFANTRY", "AIRn CAS", 5, {"mutual_ignores_range": True}, True),
        ("INFn INFANTRY", "AIRn CAS", 3, {"awc": True}, False),
        ("INFn INFANTRY", "AIRn CAS", 2, {"awc": True, "cas_in_awc": True}, True),
        ("INFn INFANTRY", "AIRn CAS", 3, {"light": Light.NIGHT}, False),
        ("INFn INFANTRY", "AIRn CAS", 3, {"light": Light.NIGHT, "own_illuminated": True}, True),
        ("AIRn ECM", "INFn ADA", 30, {}, True),
        ("AIRn ECM", "INFn ADA", 30, {"ada_asf_only": True}, False),
        ("ARTn OTF SNS", "MBTn", 3, {}, False),
        ("ARTn CBA SNS", "ARTn CBA SNS", 3, {"mixed_group": False}, True),
        ("INFn INFANTRY", "INFn INFANTRY FAST", 3, {}, False),
        ("INFn INFANTRY", "INFn INFANTRY FAST", 2, {}, True),
        ("INFn LAS", "INFn INFANTRY", 0, {"line_of_sight": False}, True),
    ],
)
def test_mutual(own, opposing, distance, given, mutual):
    verdict = fight(own, opposing, distance, **given)
    assert verdict.allowed
    assert verdict.mutual is mutual


@pytest.mark.parametrize(
    ("own", "opposing", "light", "awc", "farthest"),
    [
        ("INFn INFANTRY", "INFn INFANTRY STATIC", Light.DAY, False, "1"),
        ("INFn INFANTRY", "INFn INFANTRY STATIC", Light.NIGHT, False, "1/2"),
        ("INFn INFANTRY", "INFn INFANTRY STATIC", Light.NIGHT, True, "1/4"),
        ("INFn INFANTRY", "INFn INFANTRY MOBILE", Light.NIGHT, True, "1/2"),
        ("INFn INFANTRY", "INFn INFANTRY FAST", Light.TWILIGHT, False, "3/2"),
        ("INFn INFANTRY", "INFn INFANTRY FAST", Light.NIGHT, True, "3/4"),
        ("INFn INFANTRY", "MBTn STATIC", Light.NIGHT, True, "1"),
        ("MBTn", "MBTn", Light.NIGHT, True, "3"),
    ],
)
def test_ranges_end_at_quarters_of_an_inch(own, opposing, light, awc, farthest):
    allowed = [
        Fraction(quarters, 4)
        for quarters in range(80)
        if fight(own, opposing, quarters // 4, part=tuple(InchPart)[quarters % 4], light=light, awc=awc).allowed
    ]
    assert allowed == [Fraction(quarters, 4) for quarters in range(int(4 * Fraction(farthest)) + 1)]


def test_a_quarter_of_an_inch_is_no_contact():
    assert fight("MBTn", "MBTn", 0, line_of_sight=False).allowed
    assert fight("MBTn", "MBTn", 0, part=InchPart.QUARTER, line_of_sight=False).closed == (Restriction.SIGHT,)
