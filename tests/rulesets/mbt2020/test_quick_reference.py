"""The quick-reference sheet: what stands on it, and what an army does not need."""

import itertools
from functools import cache
from typing import Any

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.quick_reference import sheet_batches
from armybuilder.printing.documents.reference_pieces import Heading
from armybuilder.printing.paper import Paper
from rulesets.core.force import Unit, add_group
from rulesets.core.house_rules import HouseRules
from rulesets.core.rules import CheckContext
from rulesets.systems.mbt2020 import RULESET, tables
from rulesets.systems.mbt2020.engagement import judge, repulsed_state
from rulesets.systems.mbt2020.engagement_state import SWITCHES, Combatant, Conditions, Going, State, Turn
from rulesets.systems.mbt2020.legality import legal_kinds
from rulesets.systems.mbt2020.units import Grade, Posture, StandKind, Zone, kind_of
from tests.printing.samples import PRINTER
from tests.rulesets.mbt2020.shorthand import army

KINDS = tuple(legal_kinds(RULESET.catalogue))
SLUGS = (
    "sub-classes",
    "postures",
    "ranges",
    "factors",
    "results",
    "movement",
    "turn",
    "deployment",
    "smoke",
    "terrain",
    "season",
    "fragile",
)


def sheet(*stands: str, chosen: tuple[tuple[str, str], ...] = (), **settings: Any) -> dict[str, Any]:
    """The sheet by slug for an army of these stands; complete without any."""
    if not stands:
        return {section.slug: section for section in RULESET.sections(None)}
    force = army([{"stands": list(stands)}], settings)
    context = CheckContext(force, RULESET.catalogue, HouseRules(RULESET.rulings, chosen))
    return {section.slug: section for section in RULESET.sections(context)}


def first_cells(section: Any, table: int = 0) -> list[str]:
    return [row[0].text for row in section.tables[table].rows]


def rows(section: Any, table: int = 0) -> list[list[str]]:
    return [[cell.text for cell in row] for row in section.tables[table].rows]


def terms(section: Any) -> list[str]:
    return [line.term for line in section.lines]


def test_the_complete_sheet():
    complete = sheet()
    assert tuple(complete) == SLUGS
    assert first_cells(complete["sub-classes"]) == [
        *("MBT+", "MBTn", "MBT-", "INF+", "INFn", "INF-", "ART+", "ARTn", "ART-", "AIR+", "AIRn", "AIR-"),
    ]
    assert first_cells(complete["postures"]) == [posture.value for posture in Posture]
    assert first_cells(complete["factors"]) == list(tables.FACTORS)
    assert first_cells(complete["movement"]) == [
        "INF-",
        "INFn, INF+, all ADA, PDA",
        "MBT-",
        "MBTn, MBT+",
        "Blank, fake",
    ]
    assert first_cells(complete["turn"]) == ["1", "2", "3", "4", "5", "6"]
    assert len(rows(complete["season"])) == 4
    assert rows(complete["fragile"]) == [
        ["Battle group of 12", "4", "2"],
        ["Army of 12", "5", "3"],
        ["Army of 24", "10", "5"],
        ["Army of 36", "15", "8"],
        ["Army of 48", "20", "10"],
        ["Army of 60", "24", "12"],
    ]
    assert rows(complete["terrain"]) == [
        ["Zone", "1", "2", "3", "4-5", "6"],
        ["1", "H", "H", "SFH", "SFH", "LFA"],
        ["2", "H", "LFA", "SFH", "H", "H"],
        ["3", "O", "LFA", "LFA", "LFA", "LFA"],
        ["4", "O", "O", "LFA", "H", "H"],
        ["5", "O", "O", "O", "O", "O"],
        ["6", "O", "O", "O", "O", "O"],
        ["MBUA", "6+", "6+", "5+", "5+", "5+"],
        ["Minor", "d6-3", "d6-4", "d6", "d6", "d6-2"],
    ]
    assert rows(complete["ranges"]) == [
        ["INFn, INF+", "INFANTRY 1/2/3″; REC 4″; ARMOUR 4/8/8″; CAS 12″"],
        ["INF-", "INFANTRY 1/2/2″"],
        ["ARMOUR", "ARMOUR 12″"],
        ["LAS", "INFANTRY 8″"],
        ["ATM", "ARMOUR 12″"],
        ["REC", "nothing"],
        ["ADA", "ASF, ECM 36″"],
        ["PDA", "CAS, ASF, ECM 12″"],
        ["ECM", "ADA 36″; PDA 24″; ECM, CBA any"],
        ["ASF", "CAS, ASF, ECM 36″"],
        ["CAS", "INFANTRY 4″; LAS 8″; ATM, ARMOUR 12″"],
        ["CBA", "LAS, OTF, CBA any"],
        ["OTF, ARTn, ART+", "INFANTRY, ARMOUR any"],
        ["OTF, ART-", "INFANTRY, ARMOUR any, if STATIC"],
    ]


def test_the_sheet_says_what_the_rulebook_does():
    """Conditions that are easily left out: each has a line of its own or a place in one."""
    complete = sheet()
    said = {(slug, line.term): line.text for slug, section in complete.items() for line in section.lines}
    for place, text in {
        ("ranges", "Blocks sight"): "SFH, LFA, H, MBUA, BUA, minor features; smoke",
        ("ranges", "ARMOUR on its side"): "gives an advantage without a figure: none is counted",
        ("results", "P"): "Pinned, for good; if Pinned already, Repulsed; Repulsed stays so",
        ("results", "R"): (
            "Repulsed, for good: half a tactical good-going move to the own edge; if Repulsed already, neutralised"
        ),
        ("terrain", "Roads"): "good going; through jungle SFH or inside MBUA, BUA bad",
        ("fragile", "Effect"): "none is given; agree on one before the game",
        ("turn", "Turn"): "two rounds, about an hour; winner of a throw (draw: again) picks first or second",
        ("smoke", "Illumination"): "stands in it are engaged at daylight range; AWC still halves it",
        ("terrain", "Squares"): "12″ or 16″; a major feature fills a third or more",
        ("terrain", "Built-up areas"): "any ground; MBUA 8″ square at most; each joined to another by road",
        ("terrain", "Jungle"): "tropical SFH: road only unless trained; LFA: vehicles by road, bad for troops",
        ("terrain", "River"): "if both agree; runs round SFH, H and hills; crossed at bridges only",
    }.items():
        assert said[place] == text
    placed = "enter up to 36″ deep, may engage; each does not move once placed; leave for good after two turns"
    assert rows(complete["turn"])[0] == ["1", "ASF,\u00a0ECM", placed]
    assert rows(complete["turn"])[3] == ["4", "ADA,\u00a0PDA", "ADA engages ASF and ECM, PDA any aircraft"]
    assert rows(complete["factors"])[3] == ["F4", "L", "INFANTRY or ARMOUR that is FAST, STATIC or in bad going"]


def test_aircraft_have_no_factor_for_weather_where_infantry_is_the_posture_alone():
    for chosen, shown in (((), True), ((("infantry_means_posture", "on"),), False)):
        assert ("F5" in first_cells(sheet("12x AIRn ECM", chosen=chosen)["factors"])) is shown


CORNERS = [
    Conditions(
        distance=0, awc=awc, target_going=going, target_built_up=built_up, target_near_ecm=ecm, own_going=own_going
    )
    for awc, going, built_up, ecm, own_going in itertools.product(
        (False, True), Going, (False, True), (False, True), Going
    )
]


@cache
def befalls(own: StandKind) -> tuple[frozenset[str], frozenset[str]]:
    """By trying: the factors that count in engagements of such a stand, and what is special to those Repulsed."""
    factors, special = set[str](), set[str]()
    for target, (first, second) in itertools.product(KINDS, ((0, 1), (1, 0))):
        for conditions, state in itertools.product(CORNERS, (State.OK, State.PINNED, State.REPULSED)):
            owner, opposing = (own, target)[first], (own, target)[second]
            if state is State.REPULSED and repulsed_state(owner) is not State.REPULSED:
                continue
            verdict = judge(Combatant(owner, Grade.PLUS, state), Combatant(opposing, Grade.MINUS), conditions, Turn())
            factors.update(verdict.factors)
            for throw in verdict.throws:
                if State.LEFT in (throw.own, throw.opposing):
                    special.add("Aircraft")
                for kind, mark in ((owner, throw.result.own), (opposing, throw.result.opposing)):
                    if mark == "R" and kind.posture in (Posture.ADA, Posture.PDA):
                        special.add("ADA, PDA")
    return frozenset(factors), frozenset(special)


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_the_sheet_of_a_ready_group_tells_all_that_it_can_meet(template):
    units = tuple(Unit("", spec, name) for name, spec in template.units)
    force = add_group(RULESET.new_force("One"), template.title, template.group, units)
    found = {section.slug: section for section in RULESET.sections(RULESET.context(force))}
    met = [befalls(kind) for spec in {spec for _, spec in template.units} if (kind := kind_of(spec, RULESET.catalogue))]
    assert set(first_cells(found["factors"])) == frozenset[str]().union(*(factors for factors, _ in met))
    special = {term for term in terms(found["results"]) if term in ("Aircraft", "ADA, PDA")}
    assert special == frozenset[str]().union(*(each for _, each in met))


def test_what_befalls_targets_is_on_the_sheet_of_those_who_engage_them():
    for stands, term in (("11x MBTn;INF+ PDA", "Aircraft"), ("11x AIRn ASF;AIRn ECM", "ADA, PDA")):
        assert term in terms(sheet(*stands.split(";"))["results"])
    assert "ADA, PDA" not in terms(sheet("12x AIRn ASF")["results"])


def test_the_sheet_grades_regions_and_roads_as_they_are_played():
    def said(slug: str, term: str, *chosen: tuple[str, str]) -> str:
        (line,) = (line for line in sheet("12x MBTn", chosen=chosen)[slug].lines if line.term == term)
        return str(line.text)

    former = "former Pact and Soviet states in Europe"
    for chosen, better in (((), False), ((("former_pact", "europe"),), True)):
        assert (former in said("sub-classes", "GRADE+", *chosen)) is better
        assert (former in said("sub-classes", "GRADE-", *chosen)) is not better
    assert said("terrain", "Roads", ("road_in_built_up", "on")) == "good going; through jungle SFH bad"
    assert "ARMOUR on its side" not in terms(sheet("12x MBTn", chosen=(("side_arc_r", "on"),))["ranges"])
    assert "ARMOUR on its side" not in terms(sheet("12x AIRn ASF")["ranges"])


def test_a_tank_army_needs_little():
    tanks = sheet("12x MBTn")
    assert first_cells(tanks["sub-classes"]) == ["MBTn"]
    assert first_cells(tanks["postures"]) == ["ARMOUR"]
    assert first_cells(tanks["postures"], 1) == ["MOBILE"]
    assert rows(tanks["ranges"]) == [["ARMOUR", "ARMOUR 12″"]]
    assert first_cells(tanks["factors"]) == [
        *("F1", "F2", "F3", "F4", "F6", "F8", "F9", "F12", "F13", "F14", "F15"),
    ]
    assert first_cells(tanks["movement"]) == ["MBTn, MBT+", "Blank, fake"]
    assert first_cells(tanks["turn"]) == ["6"]
    assert first_cells(tanks["smoke"]) == ["ARMOUR"]
    assert first_cells(tanks["deployment"]) == ["On-table stands", "Opposing stands"]
    assert [column.heading for column in tanks["terrain"].tables[1].columns] == ["Ground", "ARMOUR"]
    assert rows(tanks["fragile"]) == [["Battle group of 12", "4", "2"], ["Army of 12", "5", "3"]]
    assert "ADA, PDA" not in terms(tanks["results"])
    assert "Aircraft" not in terms(tanks["results"])


def test_an_air_wing_needs_other_things():
    wing = sheet("4x AIRn ASF", "4x AIRn ECM", "4x AIR+ CAS STATIC heli")
    assert first_cells(wing["factors"]) == [
        *("F1", "F2", "F4", "F5", "F6", "F7", "F12", "F13", "F14", "F15", "F16"),
    ]
    assert first_cells(wing["turn"]) == ["1", "2", "6"]
    assert first_cells(wing["movement"]) == ["Blank, fake"]
    assert len(wing["terrain"].tables) == 1
    assert "Helicopters" in terms(wing["postures"])
    assert "Aircraft" in terms(wing["results"])


def test_batteries():
    guns = sheet("6x ART- OTF STATIC", "6x ART- CBA STATIC")
    assert rows(guns["ranges"]) == [["CBA", "LAS, OTF, CBA any"], ["OTF, ART-", "INFANTRY, ARMOUR any, if STATIC"]]
    assert first_cells(guns["turn"]) == ["3", "5", "6"]
    assert first_cells(guns["smoke"]) == ["OTF"]
    assert "CBA" in terms(guns["ranges"])


def test_fakes_and_zone_of_the_army():
    found = sheet("12x MBTn", fakes=2, zone="desert")
    assert [line.text for line in found["deployment"].lines if line.term == "Fakes"] == ["2 of 3 allowed"]
    head = found["terrain"].tables[0].rows[0]
    assert [cell.hint for cell in head[1:]] == ["this army’s zone", *([""] * (len(Zone) - 1))]


ARMY = ("INFn INFANTRY", "INFn ATM", "INFn LAS", "AIRn CAS", "MBTn", "ARTn OTF SNS")
ON_THE_SHEET = {
    "infantry_means_posture": "ranges",
    "mutual_ignores_range": "results",
    "halve_once": "ranges",
    "las_indirect": "ranges",
    "monotone_results": "results",
    "cas_in_awc": "ranges",
    "side_arc_r": "factors",
    "atm_armour_r": "factors",
    "atm_sums_f4": "factors",
    "unit_means_stand": "factors",
}


@pytest.mark.parametrize("switch", SWITCHES)
def test_the_sheet_follows_the_switches(switch):
    usual, other = sheet(*ARMY), sheet(*ARMY, chosen=((switch, "on"),))
    changed = [slug for slug in SLUGS if usual[slug] != other[slug]]
    assert ON_THE_SHEET[switch] in changed


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_the_sheet_fits_two_pages(paper):
    """Complete, and for an army that has every kind of stand."""
    everything = army(
        [{"stands": [f"{kind.sub_class} {kind.posture} {kind.mode} {'heli' * kind.helicopter}" for kind in KINDS]}], {}
    )
    for sections in (RULESET.sections(None), RULESET.sections(RULESET.context(everything))):
        page_format = PageFormat(Ink.COLOUR, "olive", "MBT 2020", PRINTER, paper.size)
        heading = Heading("MBT 2020", "quick reference", "An army", "Credit")
        assert len(sheet_batches(page_format, sections, heading, 2)) == 2
