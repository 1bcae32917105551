"""The quick-reference sheet: what an army needs on it; its words are compared with stored ones."""

import itertools
from functools import cache

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.quick_reference import Heading, reference_batch
from armybuilder.printing.paper import Paper
from rulesets.core.forces.force import Unit, add_group
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.engagement import judge, repulsed_state
from rulesets.systems.mbt2020.engagement_state import Combatant, Conditions, Going, State, Turn
from rulesets.systems.mbt2020.units import Grade, Posture, StandKind, Zone, kind_of
from tests.printing.samples import PRINTER
from tests.rulesets.mbt2020.sheets import first_cells, rows, sheet, terms
from tests.rulesets.mbt2020.shorthand import KINDS, army
from tests.rulesets.sheets import complete_sheet, sheet_for

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
    found = {section.slug: section for section in sheet_for(RULESET, RULESET.context(force))}
    met = [befalls(kind) for spec in {spec for _, spec in template.units} if (kind := kind_of(spec, RULESET.catalogue))]
    assert set(first_cells(found["factors"])) == frozenset[str]().union(*(factors for factors, _ in met))
    special = {term for term in terms(found["results"]) if term in ("Aircraft", "ADA, PDA")}
    assert special == frozenset[str]().union(*(each for _, each in met))


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
    assert [row[:2] for row in rows(tanks["turn"])] == [["1", "Battle group"]]
    assert first_cells(tanks["smoke"]) == ["ARMOUR"]
    assert first_cells(tanks["deployment"]) == ["On-table stands", "All stands"]
    assert [column.heading for column in tanks["terrain"].tables[1].columns] == ["Ground", "ARMOUR"]
    assert rows(tanks["fragile"]) == [["Battle group of 12", "4", "2"], ["Army of 12", "5", "3"]]
    assert "ARMOUR from the side" in terms(tanks["ranges"])
    assert "ADA, PDA" not in terms(tanks["results"])
    assert "Aircraft" not in terms(tanks["results"])


def test_an_air_wing_needs_other_things():
    wing = sheet("4x AIRn ASF", "4x AIRn ECM", "4x AIR+ CAS STATIC heli")
    assert first_cells(wing["factors"]) == [
        *("F1", "F2", "F4", "F5", "F6", "F7", "F12", "F13", "F14", "F15", "F16"),
    ]
    assert [row[:2] for row in rows(wing["turn"])] == [["1", "ASF,\xa0ECM"], ["2", "CAS"], ["3", "Battle group"]]
    assert first_cells(wing["movement"]) == ["Blank, fake"]
    assert len(wing["terrain"].tables) == 1
    assert "ARMOUR from the side" not in terms(sheet("12x AIRn ASF")["ranges"])
    assert "Helicopters" in terms(wing["postures"])
    assert "Aircraft" in terms(wing["results"])


def test_aircraft_have_no_factor_for_weather():
    for chosen, shown in (((), True), ((("infantry_means_posture", "on"),), False)):
        assert ("F5" in first_cells(sheet("12x AIRn ECM", chosen=chosen)["factors"])) is shown


def test_batteries():
    guns = sheet("6x ART- OTF STATIC", "6x ART- CBA STATIC")
    assert rows(guns["ranges"]) == [
        ["CBA", "LAS, OTF, CBA any range"],
        ["OTF, ART-", "INFANTRY, ARMOUR any range, if STATIC"],
    ]
    assert [row[:2] for row in rows(guns["turn"])] == [["1", "CBA"], ["2", "OTF"], ["3", "Battle group"]]
    assert first_cells(guns["smoke"]) == ["OTF"]
    assert "CBA" in terms(guns["ranges"])


def test_fakes_and_zone_of_the_army():
    found = sheet("12x MBTn", fakes=2, zone="desert")
    assert [line.text for line in found["deployment"].lines if line.term == "Fakes"] == ["2 of 3 allowed, if agreed"]
    head = found["terrain"].tables[0].rows[0]
    assert [cell.hint for cell in head[1:]] == ["this army’s zone", *([""] * (len(Zone) - 1))]


def test_a_sheet_for_two_players_counts_the_losses_and_fakes_of_each() -> None:
    """Being Fragile and fakes are per player, and nobody reads the fakes of the other from a sheet to share."""
    twelve, twenty_four = (
        RULESET.context(army([{"stands": ["MBTn"] * 12}] * groups, {"fakes": fakes}))
        for groups, fakes in ((1, 3), (2, 0))
    )
    shared = {section.slug: section for section in sheet_for(RULESET, twelve, twenty_four)}
    assert rows(shared["fragile"]) == [
        ["Battle group of 12", "4", "2"],
        ["Army of 12", "5", "3"],
        ["Army of 24", "10", "5"],
    ]
    said = [
        next(line.text for line in sheet["deployment"].lines if line.term == "Fakes")
        for sheet in ({section.slug: section for section in sheet_for(RULESET, twelve)}, shared)
    ]
    assert said == ["3 of 3 allowed, if agreed", "if agreed, up to 30% extra, rounded down"]


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_the_sheet_fits_two_pages(paper):
    """Complete, and for an army that has every kind of stand."""
    everything = army(
        [{"stands": [f"{kind.sub_class} {kind.posture} {kind.mode} {'heli' * kind.helicopter}" for kind in KINDS]}], {}
    )
    for sections in (complete_sheet(RULESET), sheet_for(RULESET, RULESET.context(everything))):
        page_format = PageFormat(Ink.COLOUR, "olive", PRINTER, paper.size)
        heading = Heading("MBT 2020", "quick reference", "An army", "Credit")
        batch = reference_batch(page_format, sections, heading, 2)
        assert PRINTER.rendered([batch])[0].pages == 2
