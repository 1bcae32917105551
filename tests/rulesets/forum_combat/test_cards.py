"""Rows, cards, labels and tokens of squads."""

from dataclasses import replace

import pytest

from rulesets.core.cards import Chip, SymbolSet
from rulesets.core.forces.force import Group, Unit, add_group
from rulesets.core.tables import Tone
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.cards import squad_card
from rulesets.systems.forum_combat.templates import players
from rulesets.systems.forum_combat.tracks import printed_tracks
from rulesets.systems.forum_combat.units import Squad
from tests.rulesets.forum_combat import shorthand

ENTRIES = RULESET.catalogue.of_kind("unit")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_every_unit_of_the_catalogue_makes_a_card(entry: object) -> None:
    kind = RULESET.kind("unit")
    assert kind.enlist is not None
    troop = kind.enlist(entry)  # type: ignore[arg-type]
    force = add_group(RULESET.new_force("Test"), "Alpha", Squad(), (Unit("", troop),))
    context, group = RULESET.context(force), force.groups[0]
    card, row = RULESET.card(group.units[0], group, context), RULESET.row(group.units[0], group, context)
    assert [stat.heading for stat in card.stats] == ["MOV", "T", "SAV", "HP", "LD", "CON", "ENG"]
    assert card.tables[0].rows
    assert card.tracks
    assert row.title == card.title
    assert 2 <= len(row.chips) <= 4
    assert row.symbol is not None
    assert row.symbol.set is SymbolSet.ICON
    assert all(kind.facts(entry.spec))  # type: ignore[attr-defined]


def test_a_unit_s_boxes_run_to_its_death() -> None:
    force = shorthand.force({"squads": ["Alpha: 2 rifleman, officer"]})
    context, squad = RULESET.context(force), force.groups[0]
    officer = RULESET.card(squad.units[1], squad, context)
    assert [(track.printed_title, track.boxes, track.marks) for track in officer.tracks] == [
        ("1c", 6, ((3, "downed"), (6, "killed")))
    ]
    riflemen = RULESET.card(squad.units[0], squad, context)
    assert [(track.printed_title, track.printed_boxes) for track in riflemen.tracks] == [("1a", 1), ("1b", 1)]
    assert [(track.printed_title, track.boxes) for track in printed_tracks(squad, context)[:5]] == [
        ("Out of action", 3), ("Shot", 1), ("Broken", 1), ("Downed carried", 3), ("Abandoned this round", 3),
    ]  # fmt: skip
    assert printed_tracks(squad, context)[0].marks == ((2, "check"),)


def test_a_character_s_card_has_command_points_and_abilities() -> None:
    force = players()
    alpha = force.groups[0]
    card = RULESET.card(alpha.units[2], alpha, RULESET.context(force))
    assert card.title == "Lt. Vey"
    assert card.subtitle == "Infantry officer · played by Anna · Officer"
    assert (card.tracks[0].printed_title, card.tracks[0].boxes) == ("CP", 4)
    assert [line.term for line in card.lines] == [
        "Take Aim (1 CP)",
        "On the Double (1 CP)",
        "Stand Fast (1 CP)",
        "Morale",
    ]


def test_a_squad_s_card_holds_the_whole_squad() -> None:
    force = players()
    card = squad_card(force.groups[0], RULESET.context(force))
    assert (card.title, card.subtitle, card.corner, card.footer) == ("Alpha", "10 units", "Squad 1", "ordered by Anna")
    assert [(stat.heading, stat.value) for stat in card.stats] == [
        ("MOV", "5/7"), ("MIN", "3/4"), ("LD", "6+"), ("CON", "11"), ("CHECK", "≤ 4"),
    ]  # fmt: skip
    assert [len(table.rows) for table in card.tables] == [3, 5]
    names = [track.printed_title for track in card.tracks]
    assert names[:5] == ["Out of action", "Shot", "Broken", "Downed carried", "Abandoned this round"]
    assert names[5:] == [*(f"1{letter}" for letter in "abcdefghi"), "Lt. Vey CP", "1j"]


def test_a_line_without_a_known_unit_is_drawn_all_the_same() -> None:
    force = shorthand.force({"squads": ["Alpha: 2 ghost"]})
    context, squad = RULESET.context(force), force.groups[0]
    assert RULESET.row(squad.units[0], squad, context).chips == (Chip("?", Tone.BAD),)
    assert RULESET.card(squad.units[0], squad, context).title == "ghost"
    assert squad_card(squad, context).subtitle == "0 units"
    assert squad_card(Group("g9", "", Squad()), context).title == "Squad 1"


@pytest.mark.parametrize(("reading", "teams", "units"), [("one", [], 1), ("two", ["×2"], 2)])
def test_a_row_counts_a_team_as_it_is_played(reading: str, teams: list[str], units: int) -> None:
    force = shorthand.force({"squads": ["Alpha: 3 rifleman, heavy-weapon-team"]})
    context = RULESET.context(replace(force, house_rules=(("fc.hwt_units", reading),)))
    squad = force.groups[0]
    riflemen, team = (RULESET.row(unit, squad, context) for unit in squad.units)
    assert (riflemen.chips[0].text, riflemen.count) == ("×3", 3)
    assert [chip.text for chip in team.chips if chip.text.startswith("×")] == teams
    assert team.count == units
    total = next(line.text for line in RULESET.summary(context) if line.term == "Units")
    assert total == str(riflemen.count + team.count)


def test_every_unit_has_a_numbered_label_and_token() -> None:
    context = RULESET.context(players())
    labels = RULESET.labels(context)
    assert [label.top for label in labels][:11] == ["1a", "1b", "1c", "1d", "1e", "1f", "1g", "1h", "1i", "1j", "2a"]
    assert len(labels) == 23
    assert [label.title for label in labels if label.star] == ["Lt. Vey", "Sgt. Okoro"]
    tokens = RULESET.tokens(context)
    assert [token.text for token in tokens[:23]] == [label.top for label in labels]
    assert [token.title for token in tokens if token.back and token.back.title == "Carried"] == ["Downed"]
    assert {token.title: token.count for token in tokens[23:]} == {
        "Downed": 11,
        "Abandoned": 11,
        "HP lost": 5,
        "Shot": 3,
        "Engaged": 3,
        "Below half": 3,
        "Broken": 3,
        "Disengage": 2,
        "Charge": 2,
        "Ability": 5,
        "Command Point": 7,
        "Objective": 3,
    }


def test_a_summary_counts() -> None:
    assert [(line.term, line.text) for line in RULESET.summary(RULESET.context(players()))] == [
        ("Side", "Players"), ("Squads", "3"), ("Units", "23"), ("Command Points", "7"),
    ]  # fmt: skip
    budget = shorthand.force({"squads": ["Alpha: rifleman"], "budget": 20})
    assert RULESET.summary(RULESET.context(budget))[-1].text == "0 of 20"


def test_the_back_of_a_line_has_its_rolls_worked_out() -> None:
    force = RULESET.demo()
    context = RULESET.context(force)
    squad = force.groups[0]
    back = [(line.term, line.text) for line in RULESET.card(squad.units[0], squad, context).back]
    assert back == [
        ("ACC 4+ hits at −2 to +2", "17% · 33% · 50% · 67% · 83%"),
        ("STR 3 wounds T 1 to 8 on", "2+ · 3+ · 4+ · 5+ · 5+ · 6+ · 6+ · 6+"),
        ("STR 4 wounds T 1 to 8 on", "2+ · 2+ · 3+ · 4+ · 5+ · 5+ · 5+ · 6+"),
        ("SAV 5+ saves at AP 0 to 4 on", "5+ · 6+ · – · – · –"),
        ("LD 7+ holds with 0 to 3 abandoned", "58% · 42% · 28% · 17%"),
    ]
