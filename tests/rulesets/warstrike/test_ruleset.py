"""The game as a whole: catalogue, demo, templates, rulings, cards, labels, tokens, sheet."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from rulesets.core.asks import fields_of
from rulesets.core.catalogue import Entry, Source
from rulesets.core.codec import decode_force, encode_force
from rulesets.core.force import Force, Group, Unit, add_group
from rulesets.core.reference import Section
from rulesets.registry import all_rulesets
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.rulings import RULINGS
from rulesets.systems.warstrike.units import (
    ModelContext,
    Models,
    Platoon,
    UnitContext,
    WarForce,
    WarUnit,
    Weapon,
    WeaponContext,
)
from tests.declared import values
from tests.rulesets.warstrike import shorthand

HALF = "must fall back"
QUARTER = "destroyed"
REMARK = "Not defined by Action Phase 0.5"

ARMY = Force[WarForce, Platoon, WarUnit]


def army_of(*specs: WarUnit, **house_rules: str) -> ARMY:
    units = tuple(Unit("", spec) for spec in specs)
    force = Force("warstrike", "Test", WarForce(), (Group("", "One", Platoon(), units),))
    return replace(force, house_rules=tuple(house_rules.items())).with_ids()


def card_of(spec: WarUnit, **house_rules: str) -> Any:
    force = army_of(spec, **house_rules)
    return RULESET.card(force.groups[0].units[0], force.groups[0], RULESET.review(force))


def track(card: Any, slug: str) -> Any:
    return next(track for track in card.tracks if track.slug == slug)


def test_registered() -> None:
    assert RULESET in all_rulesets()


def test_the_demo_has_no_findings_and_round_trips() -> None:
    force = RULESET.demo()
    assert RULESET.check(force) == ()
    assert decode_force(RULESET, encode_force(force)) == force


@given(spec=values(WarUnit, RULESET.catalogue))
@settings(max_examples=60)
def test_any_unit_is_checked_drawn_and_round_trips(spec: WarUnit) -> None:
    force = army_of(spec)
    assert decode_force(RULESET, encode_force(force)) == force
    RULESET.check(force)
    review, group = RULESET.review(force), force.groups[0]
    assert RULESET.card(group.units[0], group, review).title == RULESET.row(group.units[0], group, review).title
    assert len(RULESET.labels(review)) == spec.starting
    RULESET.tokens(review)
    RULESET.summary(review)
    RULESET.sections(review)


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_units_of_a_template_break_nothing(template: Any) -> None:
    units = tuple(Unit("", spec, name) for name, spec in template.units)
    force = add_group(RULESET.new_force("One"), template.title, template.group, units)
    assert [finding for finding in RULESET.check(force) if finding.where.unit] == []


def test_everything_in_the_catalogue_is_marked_as_an_example() -> None:
    for entry in RULESET.catalogue:
        assert entry.source is Source.EXAMPLE
        assert entry.cite == "Example of ours"
    assert len(RULESET.catalogue.of_kind("unit")) == 11
    assert len(RULESET.catalogue.of_kind("weapon")) == 11


@pytest.mark.parametrize("entry", RULESET.catalogue.of_kind("unit"), ids=lambda entry: entry.key)
def test_every_unit_of_the_catalogue_makes_a_card_and_breaks_nothing(entry: Entry[WarUnit]) -> None:
    kind = RULESET.kind("unit")
    assert kind.enlist is not None
    spec = kind.enlist(entry)
    assert spec.profile == entry.name
    force = army_of(spec)
    review, group = RULESET.review(force), force.groups[0]
    assert RULESET.check_unit(review, group, group.units[0]) == ()
    card = RULESET.card(group.units[0], group, review)
    assert card.title == entry.name
    assert track(card, "markers").boxes == spec.nv


def test_facts_of_the_catalogue() -> None:
    kinds = {kind.slug: kind for kind in RULESET.kinds}
    section = RULESET.catalogue.get("unit", "rifle-section")
    gun = RULESET.catalogue.get("weapon", "squad-machine-gun")
    assert section is not None
    assert gun is not None
    assert [text for _, text in kinds["unit"].facts(section.spec)] == ["10", "6″", "12″", "2", "4", "Infantry"]
    assert [text for _, text in kinds["weapon"].facts(gun.spec)] == ["5", "2", "Standard"]
    assert [text for _, text in kinds["weapon"].facts(Weapon())][:2] == ["–", "–"]


def test_what_the_action_phase_does_not_define_stands_under_that_heading_and_says_so_in_its_help() -> None:
    for spec, context in ((WarUnit, UnitContext), (Models, ModelContext), (Weapon, WeaponContext)):
        (part,) = (field for field in fields_of(spec) if field.type is context)
        assert part.ask.label == REMARK
        assert {field.ask.help for field in fields_of(context)} == {f"{REMARK}."}
        assert not [field.name for field in fields_of(spec) if REMARK in field.ask.help]
    assert all(REMARK in field.ask.help for field in fields_of(WarForce))


def test_what_it_does_not_define_says_so_on_the_card() -> None:
    spec = replace(shorthand.unit("1* + 3 | 6 12 2 4 | laser-cannon | model.ev=3 model.th=8 points=90"))
    line = card_of(spec).lines[-1]
    assert line.term == REMARK
    assert line.text == "Model Ev 3, Th 8″; Laser cannon Weapon type Heavy, Shot type Laser; Points 90"
    assert card_of(shorthand.unit("1 | 6 12 2 4 | battle-rifle")).lines == ()


def test_special_rules_stand_on_the_card() -> None:
    spec = replace(shorthand.unit("1 | 6 12 2 4 | -"), models=(Models("Adept", special_rules="TacCom"),))
    assert [(line.term, line.text) for line in card_of(spec).lines] == [("Adept", "TacCom")]


def test_the_marker_track_names_the_number_to_roll_under_each_box() -> None:
    assert track(card_of(shorthand.unit("1 | 6 12 2 4 | -")), "markers").names == ("4", "3", "2", "1")
    assert [t.slug for t in card_of(shorthand.unit("1 | 6 12 2 0 | -")).tracks] == ["state"]


@pytest.mark.parametrize(
    ("models", "marks"),
    [
        (3, ((2, HALF),)),
        (4, ((2, HALF),)),
        (5, ((3, HALF), (4, QUARTER))),
        (10, ((5, HALF), (8, QUARTER))),
    ],
)
def test_the_models_track_marks_half_and_a_quarter(models: int, marks: tuple[tuple[int, str], ...]) -> None:
    found = track(card_of(shorthand.unit(f"{models}* | 6 12 2 4 | -")), "models")
    assert (found.boxes, found.marks) == (models, marks)


def test_the_mark_at_half_follows_the_house_rule() -> None:
    pair = card_of(shorthand.unit("2* | 6 12 2 4 | -"), exact_half="choice")
    assert track(pair, "models").marks == ()
    spec = shorthand.unit("10* | 6 12 2 4 | -")
    assert track(card_of(spec, exact_half="choice"), "models").marks == ((6, HALF), (8, QUARTER))


def test_a_card_in_full() -> None:
    force = RULESET.demo()
    group = force.groups[1]
    card = RULESET.card(group.units[0], group, RULESET.review(force))
    assert (card.title, card.subtitle, card.corner, card.footer) == (
        "Captain", "", "2.1", "Officer, Inspiring",
    )  # fmt: skip
    assert [(stat.heading, stat.value) for stat in card.stats] == [
        ("Mv", "6/12″"), ("Aw", "12/24″"), ("Ld", "3"), ("Nv", "5"), ("Models", "1"),
    ]  # fmt: skip
    assert [line.term for line in card.lines] == ["Order", "Inspiration"]
    assert [track.slug for track in card.tracks] == ["markers", "state"]
    assert track(card, "state").names == ("GtG", "Insp", "Done", "Order")
    (weapons,) = card.tables
    assert [[cell.text for cell in row] for row in weapons.rows] == [["Assault gun", "1", "3", "1"]]


def test_snap_shots_of_the_whole_unit_follow_the_house_rule() -> None:
    spec = shorthand.unit("10* | 6 12 2 4 | pistol x10")
    assert card_of(spec).tables[0].note == "Whole unit: 10 shots, 0 at Snap Fire."
    assert card_of(spec, snap_rounding="unit").tables[0].note == "Whole unit: 10 shots, 5 at Snap Fire."


def test_an_officers_order_on_the_card() -> None:
    def order(line: str) -> str:
        (found,) = (line.text for line in card_of(shorthand.unit(line)).lines if line.term == "Order")
        return str(found)

    assert order("1O | 6 12 1 4 | -") == "once a phase: a unit within 6″, yet to act, may roll 1 die."
    two = order("1*O + 1O + 3 | 6 12 3 4 | -")
    assert two == "once a phase from each of 2 Officers: a unit within 6″, yet to act, may roll 3 dice."


def test_inspiration_on_the_card_is_the_units_action() -> None:
    (line,) = card_of(shorthand.unit("1H! | 6 12 2 5 | -")).lines
    assert (line.term, line.text) == (
        "Inspiration", "as its action: units within 6″ may use its current Nv, 5 at most.",
    )  # fmt: skip


def test_the_card_follows_the_house_rules() -> None:
    def said(line: str, **house_rules: str) -> dict[str, str]:
        return {line.term: line.text for line in card_of(shorthand.unit(line), **house_rules).lines}

    squad, officer, hero = "10* | 6 12 2 4 | -", "1O | 6 12 3 4 | -", "1H! | 6 12 2 5 | -"
    assert "Leader lost" not in said(squad)
    assert said(squad, leaderless_ld="minus_one")["Leader lost"] == "the unit rolls 1 die."
    assert "Leader lost" not in said(officer, leaderless_ld="minus_one")
    steady = said(officer, officer_must_be_steady="on")["Order"]
    assert steady == "once a phase, if steady: a unit within 6″, yet to act, may roll 3 dice."
    model = said(hero, inspire_scope="model", inspire_reading="final_value")["Inspiration"]
    assert model == "as the model’s action: units within 6″ may use its current Nv as the number to roll, 5 at most."
    lost = track(card_of(shorthand.unit(squad), destroy_at_once="on"), "models")
    assert lost.marks == ((5, HALF), (8, "destroyed at once"))


def test_rows_show_what_matters() -> None:
    force = RULESET.demo()
    rows = [RULESET.row(unit, group, RULESET.review(force)) for group, unit in force.units()]
    assert [[chip.text for chip in row.chips] for row in rows[:2]] == [
        ["1 model", "Ld 3 · Nv 4", "Officer"],
        ["10 models", "Ld 2 · Nv 4"],
    ]
    unit = army_of(shorthand.unit("3* | 6 12 2 4 | - | points=90")).groups[0]
    points = RULESET.row(unit.units[0], unit, RULESET.review(force)).chips[-1]
    assert (points.text, points.hint) == ("90 pts", f"{REMARK}.")


def test_tokens_of_the_demo() -> None:
    counts = {token.slug: token.count for token in RULESET.tokens(RULESET.review(RULESET.demo()))}
    assert counts == {
        "suppression": 30,
        "gone-to-ground": 7,
        "inspired": 7,
        "order": 2,
        "done": 7,
        "fallen-back": 7,
        "half": 4,
        "quarter": 3,
    }
    plain = army_of(shorthand.unit("3* | 6 12 2 4 | -"))
    assert [token.slug for token in RULESET.tokens(RULESET.review(plain))] == [
        "suppression",
        "gone-to-ground",
        "done",
        "fallen-back",
        "half",
    ]


def test_labels_of_the_demo() -> None:
    made = RULESET.labels(RULESET.review(RULESET.demo()))
    assert len(made) == 35
    assert [label.top for label in made[:3]] == ["1.1", "1.2", "1.2"]
    assert sum(label.star for label in made) == 7
    assert made[0].lines == ("Lieutenant", "Officer", "First Platoon")


def test_summary_of_the_demo() -> None:
    force = RULESET.demo()
    assert [(line.term, line.text) for line in RULESET.summary(RULESET.review(force))] == [
        ("Units", "7"), ("Models", "35"), ("Officers", "2"), ("Inspiring units", "2"),
    ]  # fmt: skip
    limited = replace(force, spec=WarForce(points_limit=500))
    assert RULESET.summary(RULESET.review(limited))[-1].text == "0 of 500 (not defined by Action Phase 0.5)"


def text_of(section: Section) -> str:
    cells = [cell.text for table in section.tables for row in table.rows for cell in row]
    steps = section.flow.steps if section.flow else ()
    return " ".join([section.title, *cells, *(line.text for line in section.lines), *(step.text for step in steps)])


def sheet(force: ARMY | None) -> dict[str, Section]:
    return {section.slug: section for section in RULESET.sections(None if force is None else RULESET.review(force))}


def test_the_whole_sheet() -> None:
    found = sheet(None)
    assert list(found) == [
        "flow", "check", "falling-back", "actions", "snap-fire", "orders", "context", "open-ends",
    ]  # fmt: skip
    for section in found.values():
        assert section.tables or section.lines or section.flow
        assert all(table.rows for table in section.tables)
    assert [[cell.text for cell in row] for row in found["snap-fire"].tables[0].rows] == [
        ["Snap RoF", "0", "1", "1", "2", "2", "3"]
    ]
    assert [[cell.text for cell in row] for row in found["context"].tables[0].rows] == [
        ["To hit", "always", "2+", "3+", "4+", "5+", "6+", "never"],
        ["Chance", "100 %", "83 %", "67 %", "50 %", "33 %", "17 %", "0 %"],
    ]
    assert "not defined by Action Phase 0.5" in found["context"].title


def flow_of(**house_rules: str) -> dict[str, list[tuple[str, str]]]:
    """Each step with the answers that lead from it, and where to."""
    flow = sheet(replace(RULESET.demo(), house_rules=tuple(house_rules.items())))["flow"].flow
    assert flow is not None
    return {step.slug: [(way.answer, way.to) for way in step.ways] for step in flow.steps}


def test_the_flow_is_the_phase() -> None:
    assert flow_of() == {
        "pick": [("Yes", "markers"), ("No", "end")],
        "markers": [("Yes", "help"), ("No", "act")],
        "help": [("", "roll")],
        "roll": [("Yes", "passed"), ("No", "failed")],
        "passed": [("", "act")],
        "act": [("", "pick")],
        "failed": [("Over 50 %", "choice"), ("25–50 %", "forced"), ("Under 25 %", "destroyed")],
        "choice": [("", "pick")],
        "forced": [("", "pick")],
        "destroyed": [("", "pick")],
        "end": [],
    }
    half = flow_of(exact_half="choice")["failed"]
    assert [answer for answer, _ in half] == ["50 % or more", "25 % or more", "Under 25 %"]
    at_once = flow_of(destroy_at_once="on")
    assert "destroyed" not in at_once
    assert at_once["failed"] == [("Over 50 %", "choice"), ("25–50 %", "forced")]


def lines_of(slug: str, **house_rules: str) -> dict[str, str]:
    found = sheet(replace(RULESET.demo(), house_rules=tuple(house_rules.items())))
    return {line.term: line.text for line in found[slug].lines}


def test_the_sheet_says_what_open_fire_promises_and_numbers_that_others_give() -> None:
    said = "before it fires the unit may look for what it would else not notice; how is not defined by Action Phase 0.5"
    assert lines_of("actions")["Open Fire!"] == said
    assert lines_of("check")["Markers for hits"] == "put on by hand, as your table agrees"
    helper = lines_of("check", hits_per_marker="helper")["Markers for hits"]
    assert helper == "one for every 6 hits, not defined by Action Phase 0.5"
    assert lines_of("check")["Leader lost"] == "the owner names another model"
    fewer = lines_of("check", leaderless_ld="minus_one")["Leader lost"]
    assert fewer == "the owner names another model; the unit’s Ld is 1 lower"


def test_dice_without_a_leader_have_their_chances_on_the_sheet() -> None:
    force = army_of(shorthand.unit("1 | 6 12 5 4 | -"), shorthand.unit("4* | 6 12 3 4 | -"))
    for reading, rolled in (("same", ["Ld 3", "Ld 5"]), ("minus_one", ["Ld 2", "Ld 3", "Ld 5"])):
        found = sheet(replace(force, house_rules=(("leaderless_ld", reading),)))
        assert [row[0].text for row in found["check"].tables[1].rows] == rolled


def test_the_sheet_of_an_army_is_its_own() -> None:
    found = sheet(RULESET.demo())
    assert "context" not in found
    assert [column.heading for column in found["check"].tables[0].columns] == ["Markers", "Nv 4", "Nv 5"]
    assert [[cell.text for cell in row] for row in found["check"].tables[0].rows] == [
        ["1", "4", "5"], ["2", "3", "4"], ["3", "2", "3"], ["4", "1", "2"], ["5", "–", "1"],
    ]  # fmt: skip
    assert [row[0].text for row in found["check"].tables[1].rows] == ["Ld 1", "Ld 2", "Ld 3"]
    assert [[cell.text for cell in row] for row in found["falling-back"].tables[0].rows] == [
        ["Over 50 %: Snap Shots or Fall Back Move", "1+", "3+", "5+", "6+"],
        ["25–50 %: Fall Back Move", "–", "1–2", "2–4", "3–5"],
        ["Under 25 %: destroyed", "–", "–", "1", "1–2"],
    ]  # fmt: skip
    assert [column.heading for column in found["falling-back"].tables[0].columns] == ["Of", "1", "4", "8", "10"]
    assert "context" in sheet(replace(RULESET.demo(), spec=WarForce(context_sheet=True)))


@pytest.mark.parametrize(
    ("switch", "reading", "slug"),
    [
        ("exact_half", "choice", "falling-back"),
        ("rout_removes_marker", "off", "falling-back"),
        ("coherency_in", "four", "falling-back"),
        ("rout_max", "unlimited", "falling-back"),
        ("fallback_measure", "nearest", "falling-back"),
        ("stop_at_cover", "overshoot", "falling-back"),
        ("rout_removes_marker", "off", "flow"),
        ("declare_action_first", "on", "flow"),
        ("weapon_types", "on", "actions"),
        ("inspire_reading", "final_value", "orders"),
        ("gtg_until", "activation", "actions"),
        ("snap_rounding", "unit", "snap-fire"),
        ("getdown_stack", "dice_only", "actions"),
        ("getdown_compare", "base", "actions"),
        ("range_to", "leader", "orders"),
        ("inspire_aura", "moving", "orders"),
        ("inspire_scope", "model", "orders"),
        ("destroy_at_once", "on", "flow"),
        ("destroy_at_once", "on", "falling-back"),
        ("officer_must_be_steady", "on", "orders"),
        ("snapshots_need_target", "on", "flow"),
        ("snapshots_need_target", "on", "falling-back"),
        ("leaderless_ld", "minus_one", "check"),
        ("hits_per_marker", "helper", "check"),
        ("hits_per_marker", "helper", "open-ends"),
        ("coherency_in", "four", "open-ends"),
        ("weapon_types", "on", "snap-fire"),
    ],
)
def test_the_sheet_follows_the_house_rules_and_lists_them(switch: str, reading: str, slug: str) -> None:
    plain, changed = sheet(RULESET.demo()), sheet(replace(RULESET.demo(), house_rules=((switch, reading),)))
    assert "house-rules" not in plain
    assert text_of(plain[slug]) != text_of(changed[slug])
    ruling = next(ruling for ruling in RULINGS if ruling.switch == switch)
    assert [(line.term, line.text) for line in changed["house-rules"].lines] == [
        (ruling.question, ruling.text(reading))
    ]


def test_the_register_is_complete() -> None:
    assert [ruling.id for ruling in RULINGS] == [f"WS-A{number:02d}" for number in range(1, 52)]
    assert all(len(ruling.readings) >= 2 for ruling in RULINGS)
    recommended = {ruling.switch for ruling in RULINGS if ruling.switch and not ruling.advanced}
    assert recommended == {
        "exact_half", "getdown_stack", "getdown_compare", "inspire_reading", "snap_rounding", "rout_removes_marker",
        "destroy_at_once", "hits_per_marker", "leaderless_ld", "coherency_in",
    }  # fmt: skip
