"""Rows, cards, labels, map symbols, and the lines at a roster's head."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.fitting.cards import deck_of
from armybuilder.printing.options import MIN_TEXT_SIZE
from armybuilder.printing.paper import CARD_SIZES, CardSize
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.cards import values
from rulesets.systems.mbt2020.readings import SWITCHES
from rulesets.systems.mbt2020.units import Army, GeneralClass, Mode, Posture, Stand, SubClass
from tests.rulesets.mbt2020.shorthand import KINDS, army


def card(text: str, **group):
    force = army([{"stands": [text], **group}], {"nation": "france"})
    return RULESET.card(force.groups[0].units[0], force.groups[0], RULESET.context(force))


def test_a_stand_of_an_own_sub_class_goes_by_its_name():
    own = Entry("sub_class", "hover-tank", "Hover tank", SubClass(GeneralClass.ARMOUR))
    force = replace(army([{"stands": ["MBTn ARMOUR FAST"]}], {}), entries=(own,))
    stand = Unit("u2", Stand("hover-tank", posture=Posture.ARMOUR, mode=Mode.FAST))
    force = replace(force, groups=(replace(force.groups[0], units=(stand,)),))
    row = RULESET.row(stand, force.groups[0], RULESET.context(force))
    assert (row.title, row.subtitle) == ("Hover tank", "FAST")


def test_a_card():
    found = card("INFn ATM FAST HQ tow")
    assert (found.title, found.subtitle, found.corner, found.footer) == (
        "TOW",
        "INFn ATM FAST",
        "BG 1·1",
        "BGHQ · GRADE+",
    )
    assert [(stat.heading, stat.value) for stat in found.stats] == [
        ("Good", "8/24″"),
        ("Bad", "4/8″"),
        ("Posture", "ATM"),
        ("Mode", "FAST"),
    ]
    assert [[cell.text for cell in row] for row in found.tables[0].rows] == [["ARMOUR", "12″"]]
    assert [(line.term, line.text) for line in found.lines] == [
        ("Engaged by", "OTF (ART+, ARTn) any range · CAS 12″ · LAS 8″ · INF+, INFn 3″ · INF- 2″"),
        ("Engaging", "L on ARMOUR · L on FAST or bad going · L from bad going"),
        ("As target", "L as FAST · L for LAS · LL in any BUA"),
        ("Moves", "at least half its allowance"),
    ]
    assert found.tracks[0].names == ("P", "R")


@pytest.mark.parametrize(
    ("text", "chosen", "said"),
    [
        (
            "MBTn",
            (),
            "RR for INFANTRY, unless friendly INFANTRY is within 4″ · L in bad going · L for ATM · "
            "L within 3″ of friendly ECM",
        ),
        (
            "MBTn STATIC",
            (("atm_armour_r", "on"),),
            "RR for INFANTRY, unless friendly INFANTRY is within 4″ · L as STATIC · R for ATM",
        ),
        ("INFn ADA STATIC", (), "L as STATIC · L for aircraft in AWC · L for LAS · LL in any BUA"),
        ("INFn ADA STATIC", (("infantry_means_posture", "on"),), "L as STATIC"),
        (
            "INFn INFANTRY STATIC",
            (("cas_in_awc", "on"),),
            "L as STATIC · L for aircraft in AWC · L for LAS · LL in any BUA",
        ),
        ("AIRn CAS STATIC heli", (), "L for INF+, INFn · L within 3″ of friendly ECM"),
        ("AIRn CAS", (("any_ecm", "on"),), "L for INF+, INFn · L within 3″ of any ECM"),
        (
            "AIRn CAS STATIC heli",
            (("unit_means_stand", "on"),),
            "L as STATIC · L for INF+, INFn · L within 3″ of friendly ECM",
        ),
        ("ARTn OTF SNS", (), "L for CBA"),
        ("ARTn OTF STATIC", (), None),
        ("ARTn OTF STATIC", (("unit_means_stand", "on"),), "L as STATIC"),
    ],
)
def test_what_counts_against_a_stand(text, chosen, said):
    force = army([{"stands": [text]}], {})
    group = force.groups[0]
    context = CheckContext(force, RULESET.catalogue, HouseRules(RULESET.rulings, chosen))
    found = RULESET.card(group.units[0], group, context)
    assert {line.term: line.text for line in found.lines}.get("As target") == said


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("MBTn", ("P", "R"), None),
        ("INFn PDA", ("P",), "neutralised"),
        ("AIRn CAS", ("P",), "leaves for good"),
    ],
)
def test_boxes_for_the_states(text, names, said):
    found = card(text)
    assert found.tracks[0].names == names
    assert {line.term: line.text for line in found.lines}.get("If Repulsed") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MBTn STATIC", "only when Repulsed: 4″ to its own edge"),
        ("MBT- STATIC", "only when Repulsed: 3″ to its own edge"),
        ("INF- INFANTRY STATIC", "only when Repulsed: 2″ to its own edge"),
        ("INF- PDA STATIC", "never"),
        ("AIRn ASF", "does not move once placed"),
        ("AIRn ECM", "does not move once placed"),
        ("AIRn CAS", None),
        ("ART- OTF STATIC", None),
        ("MBTn", None),
    ],
)
def test_what_moves_only_so_says_so(text, said):
    assert {line.term: line.text for line in card(text).lines}.get("Moves") == said


def test_a_scout_engages_nothing():
    found = card("INF+ REC")
    assert found.tables == ()
    assert found.lines[0].text == "nothing"
    assert {line.term: line.text for line in found.lines}["Reveals"] == "blanks within 16″"
    assert "Engaging" not in [line.term for line in found.lines]


def test_the_group_gives_number_and_colour():
    assert card("MBTn").tint == "olive"
    assert card("MBTn", colour="teal", label="A").tint == "teal"
    assert card("MBTn", label="A").corner == "BG A·1"


def test_the_statline_of_every_stand_has_its_posture():
    force = RULESET.demo()
    context = RULESET.context(force)
    for group, stand in force.units():
        told = {stat.heading: stat.value for stat in RULESET.card(stand, group, context).stats}
        assert (told["Posture"], told["Mode"]) == (stand.spec.posture.label, stand.spec.mode.label)


def test_what_a_title_says_is_not_said_again_below_it():
    force = RULESET.demo()
    context = RULESET.context(force)
    for group, stand in force.units():
        row, card = RULESET.row(stand, group, context), RULESET.card(stand, group, context)
        assert row.title not in row.subtitle
        assert card.title not in card.subtitle
    assert not any(label.title in line for label in RULESET.labels(context) for line in label.lines)


def test_labels_hide_what_is_beneath():
    force = army(
        [
            {"stands": ["MBTn HQ", "INF- LAS STATIC 81-mm-mortar-carrier"], "colour": "rust"},
            {"stands": ["AIR+ CAS heli apache"], "label": "X"},
        ],
        {"fakes": 3},
    )
    made = RULESET.labels(RULESET.context(force))
    assert [(label.top, label.title, label.corner, label.star, label.fake, label.tint) for label in made] == [
        ("1", "MBTn", "1·1", True, False, "rust"),
        ("1", "81 mm mortar carrier", "1·2", False, False, "rust"),
        ("X", "Apache", "X·1", False, False, ""),
        ("1", "FAKE", "", False, True, "rust"),
        ("X", "FAKE", "", False, True, ""),
        ("1", "FAKE", "", False, True, "rust"),
    ]
    assert made[1].lines == ("INF- LAS STATIC", "GRADEn")


def test_fakes_without_a_group_make_no_label():
    assert RULESET.labels(RULESET.context(army([], {"fakes": 3}))) == ()


def test_rows():
    force = army([{"stands": ["MBTn HQ", "INFn REC STATIC", "ARTn OTF SNS", "AIRn CAS STATIC heli"]}], {})
    context, group = RULESET.context(force), force.groups[0]
    made = [RULESET.row(unit, group, context) for unit in group.units]
    assert [(row.title, row.subtitle, [chip.text for chip in row.chips]) for row in made] == [
        ("MBTn", "MOBILE", ["BGHQ", "8/24″", "12″ ARMOUR"]),
        ("INFn REC", "STATIC", ["does not attack"]),
        ("ARTn OTF", "SNS", ["any range"]),
        ("AIRn CAS", "STATIC", ["4″ INFANTRY", "12″ ARMOUR", "helicopter"]),
    ]


@pytest.mark.parametrize("switch", ["", *SWITCHES])
def test_a_row_engages_whom_its_card_does(switch):
    force = army([{"stands": ["MBTn HQ"]}], {})
    group, house = force.groups[0], HouseRules(RULESET.rulings, [(switch, "on")] if switch else [])
    context = CheckContext(force, RULESET.catalogue, house)
    for kind in KINDS:
        stand = Unit("s", Stand(kind.sub_class, posture=kind.posture, mode=kind.mode, helicopter=kind.helicopter))
        tables = RULESET.card(stand, group, context).tables
        every = " · ".join(" ".join(cell.text for cell in row) for row in tables[0].rows) if tables else ""
        chips = [
            chip
            for chip in RULESET.row(stand, group, context).chips
            if "engages" in chip.hint or chip.text == "does not attack"
        ]
        (value,) = [stat for stat in values(stand, group, context) if stat.heading == "Engages"]
        for chip in chips:
            assert (chip.hint, chip.text) == (
                f"engages {every}" if every else "",
                chip.text if every else "does not attack",
            )
        assert (value.value, value.name) == (chips[-1].text if every else "nothing", chips[-1].hint)


@pytest.mark.parametrize(
    ("stand", "said"),
    [
        ("INF+ INFANTRY", ["1/2/3″ INFANTRY", "4/8/8″ ARMOUR"]),
        ("INF- INFANTRY", ["1/2/2″ INFANTRY"]),
        ("INFn LAS", ["8″ INFANTRY"]),
        ("INFn ATM", ["12″ ARMOUR"]),
        ("INFn PDA", ["12″ AIRCRAFT"]),
        ("ART- OTF STATIC", ["any range, if STATIC"]),
        ("ARTn CBA STATIC", ["any range"]),
        ("AIRn CAS", ["4″ INFANTRY", "12″ ARMOUR"]),
        ("AIRn ASF", ["36″ AIRCRAFT"]),
        ("AIRn ECM", ["36″ ADA"]),
    ],
)
def test_a_row_names_the_usual_targets_before_the_farthest(stand, said):
    force = army([{"stands": [stand]}], {})
    context, group = RULESET.context(force), force.groups[0]
    chips = RULESET.row(group.units[0], group, context).chips
    assert [chip.text for chip in chips if "engages" in chip.hint] == said


@pytest.mark.parametrize(("reading", "good", "bad"), [("posture", "8/24″", "4/8″"), ("class", "4/8″", "2/4″")])
def test_everything_on_air_defence_moves_it_as_read(reading, good, bad):
    force = army([{"stands": ["INF- PDA"]}], {})
    group, house = force.groups[0], HouseRules(RULESET.rulings, [("air_defence_moves", reading)])
    stand, context = group.units[0], CheckContext(force, RULESET.catalogue, house)
    chip = RULESET.row(stand, group, context).chips[0]
    assert (chip.text, bad in chip.hint) == (good, True)
    of_card = {stat.heading: stat.value for stat in RULESET.card(stand, group, context).stats}
    of_game = {stat.heading: stat.value for stat in values(stand, group, context)}
    assert of_card | of_game | {"Good": good, "Bad": bad} == of_card | of_game


def test_air_defence_that_engages_asf_alone_says_so():
    force = army([{"stands": ["INFn ADA"]}], {})
    group, house = force.groups[0], HouseRules(RULESET.rulings, [("ada_asf_only", "on")])
    row = RULESET.row(group.units[0], group, CheckContext(force, RULESET.catalogue, house))
    assert [chip.text for chip in row.chips] == ["8/24″", "36″ ASF"]
    assert [chip.text for chip in RULESET.row(group.units[0], group, RULESET.context(force)).chips][1] == "36″ ASF, ECM"


# --- map symbols ---------------------------------------------------------------------------------------


def test_a_card_follows_the_switches():
    force = army([{"stands": ["INFn ATM"]}], {})
    group = force.groups[0]
    house = HouseRules(RULESET.rulings, [("infantry_means_posture", "on"), ("atm_armour_r", "on")])
    found = RULESET.card(group.units[0], group, CheckContext(force, RULESET.catalogue, house))
    assert [line.text for line in found.lines][:2] == [
        "CAS 12″",
        "R on ARMOUR · L on FAST or bad going · L from bad going",
    ]


@pytest.mark.parametrize(
    ("text", "term", "switch", "said"),
    [
        ("MBTn", "As target", "side_arc_r", "R on its side"),
        ("MBTn", "Engaging", "side_arc_r", "R on ARMOUR’s side"),
        ("ARTn OTF SNS", "Engaging", "side_arc_r", "R on ARMOUR’s side"),
        ("INFn ATM", "Engaging", "atm_sums_f4", "LL on FAST or bad going"),
    ],
)
def test_factors_on_a_card_follow_the_switches(text, term, switch, said):
    force = army([{"stands": [text]}], {})
    group = force.groups[0]
    for chosen in ((), ((switch, "on"),)):
        found = RULESET.card(group.units[0], group, RULESET.context(replace(force, house_rules=chosen)))
        told = {line.term: line.text for line in found.lines}.get(term, "")
        assert (said in told.split(" · ")) is bool(chosen)


@pytest.mark.parametrize(
    ("vehicle", "chosen"),
    [("self-propelled-gun-up-to-203-mm", ()), ("challenger-2", tuple((switch, "on") for switch in SWITCHES))],
    ids=["longest name", "all switches"],
)
@pytest.mark.parametrize("found", KINDS, ids=lambda kind: kind.title)
def test_every_kind_fits_one_poker_card(found, vehicle, chosen):
    stand = Stand(found.sub_class, vehicle, found.posture, found.mode, found.helicopter, True)
    force = army([{"stands": []}], {"nation": "united-kingdom"})
    group = replace(force.groups[0], units=(Unit("u2", stand),))
    context = RULESET.context(replace(force, groups=(group,), house_rules=chosen))
    card = RULESET.card(group.units[0], group, context)
    assert len(deck_of([card], CARD_SIZES[CardSize.POKER], MIN_TEXT_SIZE).faces(0)) == 1


def test_summary():
    lines = {line.term: line.text for line in RULESET.summary(RULESET.context(RULESET.demo()))}
    assert lines == {
        "Battle groups": "2, as agreed",
        "Stands": "24 (11 ARMOUR, 10 INFANTRY, 2 ARTILLERY, 1 AIRCRAFT)",
        "Grade": "GRADE+ (United Kingdom)",
        "Fakes": "7 (up to 7 blank stands)",
        "Fragile": (
            "the army at 10 Repulsed or 5 neutralised stands, each battle group at 4 Repulsed or 2 neutralised"
        ),
        "Table": "at least 24″ × 36″, or a standard 6′\u00a0×\u00a04′, 8′\u00a0×\u00a04′ or 8′\u00a0×\u00a05′",
    }


@pytest.mark.parametrize(
    ("groups", "said"), [(1, "at least 12″ × 36″"), (6, "at least 72″ × 36″"), (7, "at least 84″ × 42″")]
)
def test_a_table_can_be_deployed_on(groups, said):
    force = army([{"stands": ["MBTn"]}] * groups, {})
    lines = {line.term: line.text for line in RULESET.summary(RULESET.context(force))}
    assert lines["Table"].startswith(said)


def test_an_army_without_battle_groups_has_its_nations_grade():
    force: Any = Force("mbt2020", "Nothing", Army(nation=RULESET.demo().spec.nation))
    lines = {line.term: line.text for line in RULESET.summary(RULESET.context(force))}
    assert lines["Grade"] == "GRADE+ (United Kingdom)"


def test_summary_of_nothing():
    force: Any = Force("mbt2020", "Nothing", Army())
    assert [line.term for line in RULESET.summary(RULESET.context(force))] == [
        "Battle groups",
        "Stands",
        "Grade",
        "Fakes",
    ]
