"""What is drawn of an army: cards, rows, tokens, labels and the summary."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rulesets.core.forces.force import Force
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.units import Models, Platoon, WarForce, WarUnit
from tests.rulesets.warstrike import shorthand
from tests.rulesets.warstrike.shorthand import army_of

HALF = "must fall back"
QUARTER = "destroyed"
REMARK = "Not in the rules, Action Phase 0.5"

ARMY = Force[WarForce, Platoon, WarUnit]


def card_of(spec: WarUnit, **house_rules: str) -> Any:
    force = army_of(spec, **house_rules)
    return RULESET.card(force.groups[0].units[0], force.groups[0], RULESET.context(force))


def track(card: Any, slug: str) -> Any:
    return next(track for track in card.tracks if track.slug == slug)


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


@pytest.mark.parametrize(("number", "words"), [(1, "Sergeant (leader)"), (2, "2 × Sergeant (one leads)")])
def test_one_model_of_a_leader_s_row_leads(number: int, words: str) -> None:
    squad = WarUnit(models=(Models("Sergeant", number, leader=True), Models("Trooper", 4)))
    assert {line.term: line.text for line in card_of(squad).lines}["Models"] == f"{words}, 4 × Trooper."


@pytest.mark.parametrize(("name", "foot"), [("Sergeant", "Leader: Sergeant"), ("", "")])
def test_a_card_says_who_leads_where_the_leader_has_a_name(name: str, foot: str) -> None:
    assert card_of(WarUnit(models=(Models(name, leader=True), Models("Trooper", 4)))).footer == foot


def test_a_card_in_full() -> None:
    force = RULESET.demo()
    group = force.groups[1]
    card = RULESET.card(group.units[0], group, RULESET.context(force))
    assert (card.title, card.subtitle, card.corner, card.footer) == (
        "Captain", "", "2·1", "Officer, Inspiring",
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
    assert card_of(spec).tables[0].note == "Whole unit: 10 shots, 0 with Snap Fire."
    assert card_of(spec, snap_rounding="unit").tables[0].note == "Whole unit: 10 shots, 5 with Snap Fire."


def test_the_card_follows_the_house_rules() -> None:
    def said(line: str, **house_rules: str) -> dict[str, str]:
        return {line.term: line.text for line in card_of(shorthand.unit(line), **house_rules).lines}

    squad, officer, hero = "10* | 6 12 2 4 | -", "1O | 6 12 3 4 | -", "1H! | 6 12 2 5 | -"
    assert "Leader lost" not in said(squad)
    assert said(squad, leaderless_ld="minus_one")["Leader lost"] == "the unit rolls 1 die."
    assert "Leader lost" not in said(officer, leaderless_ld="minus_one")
    steady = said(officer, officer_must_be_steady="on")["Order"]
    assert steady == "once a phase, if steady, a unit within 6″ that has yet to act may roll 3 dice."
    model = said(hero, inspire_scope="model", inspire_reading="final_value")["Inspiration"]
    assert model == (
        "as the model’s action, it lets friendly units within 6″ use its Nv (5, lowered by its own markers) as "
        "the number to roll."
    )
    lost = track(card_of(shorthand.unit(squad), destroy_at_once="on"), "models")
    assert lost.marks == ((5, HALF), (8, "destroyed at once"))


def test_rows_show_what_matters() -> None:
    force = RULESET.demo()
    rows = [RULESET.row(unit, group, RULESET.context(force)) for group, unit in force.units()]
    assert [[chip.text for chip in row.chips] for row in rows[:2]] == [
        ["1 model", "Ld 3 · Nv 4", "Officer"],
        ["10 models", "Ld 2 · Nv 4"],
    ]
    unit = army_of(shorthand.unit("3* | 6 12 2 4 | - | points=90")).groups[0]
    points = RULESET.row(unit.units[0], unit, RULESET.context(force)).chips[-1]
    assert (points.text, points.hint) == ("90 pts", REMARK)


def test_tokens_of_the_demo() -> None:
    counts = {token.slug: token.count for token in RULESET.tokens(RULESET.context(RULESET.demo()))}
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
    assert [token.slug for token in RULESET.tokens(RULESET.context(plain))] == [
        "suppression",
        "gone-to-ground",
        "done",
        "fallen-back",
        "half",
    ]


def test_labels_of_the_demo() -> None:
    made = RULESET.labels(RULESET.context(RULESET.demo()))
    assert len(made) == 35
    assert [label.top for label in made[:3]] == ["1·1", "1·2", "1·2"]
    assert sum(label.star for label in made) == 7
    assert made[0].lines == ("Lieutenant", "Officer", "First Platoon")


def test_summary_of_the_demo() -> None:
    force = RULESET.demo()
    assert [(line.term, line.text) for line in RULESET.summary(RULESET.context(force))] == [
        ("Units", "7"), ("Models", "35"), ("Officers", "2"), ("Inspiring units", "2"),
    ]  # fmt: skip
    limited = replace(force, spec=WarForce(points_limit=500))
    assert RULESET.summary(RULESET.context(limited))[-1].text == "0 of 500 (not in the rules, Action Phase 0.5)"


def test_the_back_has_chances_by_markers_and_the_weapons_dice() -> None:
    army = RULESET.demo()
    context = RULESET.context(army)
    backs = {
        unit.name or each.title: {line.term: line.text for line in each.back}
        for group, unit in army.units()
        for each in (RULESET.card(unit, group, context),)
    }
    for group, unit in army.units():
        each = RULESET.card(unit, group, context)
        nerve, ld = int(unit.spec.nv or 0), int(unit.spec.ld or 0)
        # One die shows the number or less as often as counting all rolls of the dice says.
        chances = [
            sum(min(roll) <= number for roll in product(range(1, 7), repeat=ld)) / 6**ld
            for number in range(nerve, 0, -1)
        ]
        told = {line.term: line.text for line in each.back}[f"Acts with 1 to {nerve} markers"]
        rounded = [min(99, round(100 * chance)) for chance in chances]
        assert [int(text.strip(">%")) for text in told.split(" · ")] == rounded
    assert backs["First section"]["9 × Battle rifle"] == "18 dice at full RoF, 9 at Snap RoF"
    assert {*backs["First section"]} >= {"Ordered at Ld 3", "Inspired at Nv 5"}
    assert "Inspired at Nv 5" not in backs["Captain"]
