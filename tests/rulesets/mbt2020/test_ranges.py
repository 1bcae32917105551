"""Who may engage whom: all 94 x 94 pairs against a table written from the rulebook apart from the code."""

import pytest

from rulesets.systems.mbt2020 import RULESET, ranges, tables
from rulesets.systems.mbt2020.legality import legal_kinds
from rulesets.systems.mbt2020.readings import Readings
from rulesets.systems.mbt2020.units import GeneralClass, Posture, Rank, StandKind
from tests.rulesets.mbt2020.shorthand import kind

ALL = legal_kinds(RULESET.catalogue)
ANY = tables.ANY
INFANTRY_CLASS = ("INFANTRY", "LAS", "ATM", "REC", "ADA", "PDA")


def by_the_book(own: StandKind, target: StandKind) -> int | None:
    """The list on page 5, read line by line."""
    posture, mode = target.posture.value, target.mode.value
    infantry, armour = target.general_class.value == "INFANTRY", target.general_class.value == "ARMOUR"
    aircraft = target.general_class.value == "AIRCRAFT"
    match own.posture.value:
        case "INFANTRY" if own.rank is not Rank.MINUS:
            if posture == "REC":
                return 4
            if infantry:
                return {"STATIC": 1, "MOBILE": 2, "FAST": 3}[mode]
            if armour:
                return {"STATIC": 4, "MOBILE": 8, "FAST": 8}[mode]
            return 12 if posture == "CAS" else None
        case "INFANTRY":
            return {"STATIC": 1, "MOBILE": 2, "FAST": 2}[mode] if infantry else None
        case "LAS":
            return 8 if infantry else None
        case "ATM":
            return 12 if armour else None
        case "ADA":
            return 36 if posture in ("ASF", "ECM") else None
        case "PDA":
            return 12 if aircraft else None
        case "ARMOUR":
            return 12 if armour else None
        case "OTF":
            if not (infantry or armour):
                return None
            return ANY if own.rank is not Rank.MINUS or mode == "STATIC" else None
        case "CBA":
            return ANY if posture in ("OTF", "CBA", "LAS") else None
        case "CAS":
            if posture in ("LAS", "ATM"):
                return {"LAS": 8, "ATM": 12}[posture]
            return 4 if infantry else 12 if armour else None
        case "ASF":
            return 36 if aircraft else None
        case "ECM":
            return {"ADA": 36, "PDA": 24, "ECM": ANY, "CBA": ANY}.get(posture)
        case "REC":
            return None
    raise AssertionError(own)


def test_every_pair():
    assert {
        (own, target): ranges.full_range(own, target)
        for own in ALL
        for target in ALL
        if ranges.full_range(own, target) != by_the_book(own, target)
    } == {}


def test_infantry_as_a_posture_only():
    """AMB-7 the other way: of the INFANTRY class only the posture, and what is named."""
    named = {"CAS": {"LAS", "ATM"}, "CBA": {"LAS"}, "ECM": {"ADA", "PDA"}, "INFANTRY": {"REC"}}
    for own in ALL:
        for target in ALL:
            allowed = target.general_class is not GeneralClass.INFANTRY or target.posture is Posture.INFANTRY
            if target.posture.value in named.get(own.posture.value, ()):
                allowed = not (own.posture is Posture.INFANTRY and own.rank is Rank.MINUS)
            expected = by_the_book(own, target) if allowed else None
            assert ranges.full_range(own, target, Readings(infantry_means_posture=True)) == expected, (own, target)


@pytest.mark.parametrize(
    ("distance", "divisor", "text"),
    [
        (12, 1, "12″"),
        (12, 4, "3″"),
        (1, 2, "½″"),
        (1, 4, "¼″"),
        (3, 4, "¾″"),
        (3, 2, "1½″"),
        (ANY, 4, "any range"),
        (0, 1, "0″"),
    ],
)
def test_inches(distance, divisor, text):
    assert ranges.inches(distance, divisor) == text


def test_targets_in_words():
    assert ranges.targets_of(Posture.INFANTRY, Rank.NORM) == (
        ("INFANTRY", "1/2/3″"),
        ("REC", "4″"),
        ("ARMOUR", "4/8/8″"),
        ("CAS", "12″"),
    )
    assert ranges.targets_of(Posture.OTF, Rank.MINUS) == (("INFANTRY, ARMOUR", "any range, if STATIC"),)
    assert ranges.targets_of(Posture.REC, Rank.NORM) == ()
    assert ranges.targets_of(Posture.PDA, Rank.NORM) == (("AIRCRAFT", "12″"),)
    assert ranges.targets_of(Posture.ADA, Rank.NORM) == (("ASF, ECM", "36″"),)
    assert ranges.targets_of(Posture.CAS, Rank.NORM, Readings(infantry_means_posture=True)) == (
        ("INFANTRY", "4″"),
        ("LAS", "8″"),
        ("ATM, ARMOUR", "12″"),
    )


def test_engaged_by_agrees_with_the_ranges():
    for target in ALL:
        words = ranges.engaged_by(target)
        reaching = {reach for own in ALL if (reach := ranges.full_range(own, target)) is not None}
        assert {text for _, text in words} == {ranges.inches(reach) for reach in reaching}, target


def test_engaged_by_in_words():
    assert ranges.engaged_by(kind("INF- INFANTRY STATIC")) == (
        ("OTF", "any range"),
        ("LAS", "8″"),
        ("CAS", "4″"),
        ("INFANTRY", "1″"),
    )
    assert ranges.engaged_by(kind("MBTn FAST")) == (
        ("OTF (ART+, ARTn)", "any range"),
        ("ARMOUR, ATM, CAS", "12″"),
        ("INF+, INFn", "8″"),
    )
