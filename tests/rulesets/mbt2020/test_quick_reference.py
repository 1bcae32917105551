"""The quick-reference sheet: what stands on it, and what an army does not need."""

import pytest

from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.quick_reference import sheet_batches
from armybuilder.printing.documents.reference_pieces import Heading
from armybuilder.printing.paper import Paper
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.readings import SWITCHES
from rulesets.systems.mbt2020.units import Zone
from tests.printing.samples import PRINTER
from tests.rulesets.mbt2020.quick_reference.sheets import rows, sheet, terms
from tests.rulesets.mbt2020.shorthand import KINDS, army
from tests.rulesets.sheets import complete_sheet, sheet_for

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


def test_the_complete_sheet():
    complete = sheet()
    assert tuple(complete) == SLUGS


def test_the_sheet_says_what_the_rulebook_does():
    """Conditions that are easily left out: each has a line of its own or a place in one."""
    complete = sheet()
    said = {(slug, line.term): line.text for slug, section in complete.items() for line in section.lines}
    for place, text in {
        ("ranges", "Blocks sight"): "SFH, LFA, H, MBUA, BUA, minor features; smoke",
        ("ranges", "ARMOUR on its side"): "gives an advantage without a number, so none is counted",
        ("results", "P"): "Pinned, for good; if Pinned already, Repulsed; Repulsed stays so",
        ("results", "R"): (
            "Repulsed, for good: half a tactical good-going move to its own edge; if Repulsed already, neutralised"
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
    placed = "enter up to 36″ deep, may engage; each does not move once placed; leave for good after 2 turns"
    assert rows(complete["turn"])[0] == ["1", "ASF,\u00a0ECM", placed]
    assert rows(complete["turn"])[3] == ["4", "ADA,\u00a0PDA", "ADA engages ASF and ECM, PDA any aircraft"]
    assert rows(complete["factors"])[3] == ["F4", "L", "INFANTRY or ARMOUR that is FAST, STATIC or in bad going"]


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


def test_fakes_and_zone_of_the_army():
    found = sheet("12x MBTn", fakes=2, zone="desert")
    assert [line.text for line in found["deployment"].lines if line.term == "Fakes"] == ["2 of 3 allowed, if agreed"]
    head = found["terrain"].tables[0].rows[0]
    assert [cell.hint for cell in head[1:]] == ["this army’s zone", *([""] * (len(Zone) - 1))]


ARMY = ("INFn INFANTRY", "INFn ATM", "INFn LAS", "INFn ADA", "AIRn CAS", "MBTn", "ARTn OTF SNS", "ARTn CBA SNS")
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
    "arcs_by_posture": "ranges",
    "ada_asf_only": "turn",
    "cba_on_table": "deployment",
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
    for sections in (complete_sheet(RULESET), sheet_for(RULESET, RULESET.context(everything))):
        page_format = PageFormat(Ink.COLOUR, "olive", PRINTER, paper.size)
        heading = Heading("MBT 2020", "quick reference", "An army", "Credit")
        assert len(sheet_batches(page_format, sections, heading, 2)) == 2
