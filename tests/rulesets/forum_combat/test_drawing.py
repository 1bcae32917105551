"""Rows, cards, labels, tokens and the quick reference of squads."""

import dataclasses

import pytest

from rulesets.core.cards import Chip, SymbolSet
from rulesets.core.codec import decode_force, encode_force
from rulesets.core.force import Group, Unit, add_group
from rulesets.core.reference import Section, Tone
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.cards import squad_card
from rulesets.systems.forum_combat.muster import enemies, players
from rulesets.systems.forum_combat.squads import Squad, Troop
from tests.rulesets.forum_combat import shorthand

ENTRIES = RULESET.catalogue.of_kind("unit")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_every_unit_of_the_catalogue_makes_a_card(entry: object) -> None:
    kind = RULESET.kind("unit")
    assert kind.enlist is not None
    troop = kind.enlist(entry)  # type: ignore[arg-type]
    force = add_group(RULESET.new_force("Test"), "Alpha", Squad(), (Unit("", troop),))
    review, group = RULESET.review(force), force.groups[0]
    card, row = RULESET.card(group.units[0], group, review), RULESET.row(group.units[0], group, review)
    assert [stat.heading for stat in card.stats] == ["MOV", "T", "SAV", "HP", "LD", "CON", "ENG"]
    assert card.tables[0].rows
    assert card.tracks
    assert row.title == card.title
    assert 2 <= len(row.chips) <= 4
    assert row.symbol is not None
    assert row.symbol.set is SymbolSet.ICON
    assert all(kind.facts(entry.spec))  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", RULESET.kinds, ids=lambda kind: kind.slug)
def test_the_tables_of_the_catalogue_are_rectangular(kind: object) -> None:
    entries = RULESET.catalogue.of_kind(kind.slug)  # type: ignore[attr-defined]
    headings = {tuple(heading for heading, _ in kind.facts(entry.spec)) for entry in entries}  # type: ignore[attr-defined]
    assert len(entries) >= 6
    assert len(headings) == 1


def test_only_the_rifle_is_the_rulebook_s() -> None:
    assert [entry.key for entry in RULESET.catalogue if entry.source.value != "example"] == ["bolt-action-rifle"]
    rifle = RULESET.catalogue.get("weapon", "bolt-action-rifle")
    assert rifle is not None
    assert RULESET.kind("weapon").facts(rifle.spec) == (
        ("RNG", "24"), ("ATK", "1"), ("ACC", "4+"), ("STR", "4"), ("AP", "0"), ("DMG", "1"), ("SPC", ""),
    )  # fmt: skip


def test_a_unit_s_boxes_run_to_its_death() -> None:
    force = shorthand.force({"squads": ["Alpha: 2 rifleman, officer"]})
    review, squad = RULESET.review(force), force.groups[0]
    officer = RULESET.card(squad.units[1], squad, review)
    assert [(track.title, track.boxes, track.marks) for track in officer.tracks] == [
        ("1c HP", 6, ((3, "downed"), (6, "killed")))
    ]
    riflemen = RULESET.card(squad.units[0], squad, review)
    assert [(track.title, track.boxes) for track in riflemen.tracks] == [
        ("1a HP", 2), ("1b HP", 2), ("Out of action", 3), ("Shot", 1), ("Broken", 1), ("Downed carried", 3),
        ("Abandoned this round", 3),
    ]  # fmt: skip
    assert riflemen.tracks[2].marks == ((2, "check"),)


def test_a_character_s_card_has_command_points_and_abilities() -> None:
    force = players()
    alpha = force.groups[0]
    card = RULESET.card(alpha.units[2], alpha, RULESET.review(force))
    assert card.title == "Lt. Vey"
    assert card.subtitle == "Infantry officer · Anna · 1 × Officer"
    assert (card.tracks[0].title, card.tracks[0].boxes) == ("CP", 4)
    assert [line.term for line in card.lines] == [
        "Take Aim (1 CP)",
        "On the Double (1 CP)",
        "Stand Fast (1 CP)",
        "Morale",
    ]


def test_a_squad_s_card_holds_the_whole_squad() -> None:
    force = players()
    card = squad_card(force.groups[0], RULESET.review(force))
    assert (card.title, card.subtitle, card.corner, card.footer) == ("Alpha", "10 units", "Squad 1", "Anna")
    assert [(stat.heading, stat.value) for stat in card.stats] == [
        ("MOV", "5/7"), ("MIN", "3/4"), ("LD", "6+"), ("CON", "11"), ("CHECK", "≤ 4"),
    ]  # fmt: skip
    assert [len(table.rows) for table in card.tables] == [3, 5]
    names = [track.title for track in card.tracks]
    assert names[:5] == ["Out of action", "Shot", "Broken", "Downed carried", "Abandoned this round"]
    assert names[5:] == [*(f"1{letter} HP" for letter in "abcdefghi"), "Lt. Vey CP", "1j HP"]


def test_a_line_without_a_known_unit_is_drawn_all_the_same() -> None:
    force = shorthand.force({"squads": ["Alpha: 2 ghost"]})
    review, squad = RULESET.review(force), force.groups[0]
    assert RULESET.row(squad.units[0], squad, review).chips == (Chip("?", Tone.BAD),)
    assert RULESET.card(squad.units[0], squad, review).title == "ghost"
    assert squad_card(squad, review).subtitle == "0 units"
    assert squad_card(Group("g9", "", Squad()), review).title == "Squad 1"


def test_every_unit_has_a_numbered_label_and_token() -> None:
    review = RULESET.review(players())
    labels = RULESET.labels(review)
    assert [label.top for label in labels][:11] == ["1a", "1b", "1c", "1d", "1e", "1f", "1g", "1h", "1i", "1j", "2a"]
    assert len(labels) == 23
    assert [label.title for label in labels if label.star] == ["Lt. Vey", "Sgt. Okoro"]
    tokens = RULESET.tokens(review)
    assert [token.text for token in tokens[:23]] == [label.top for label in labels]
    assert {token.title: token.count for token in tokens[23:]} == {
        "Downed": 11,
        "Carried": 11,
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
    assert [(line.term, line.text) for line in RULESET.summary(RULESET.review(players()))] == [
        ("Side", "Players"), ("Squads", "3"), ("Units", "23"), ("Command Points", "7"),
    ]  # fmt: skip
    budget = shorthand.force({"squads": ["Alpha: rifleman"], "budget": 20})
    assert RULESET.summary(RULESET.review(budget))[-1].text == "0 of 20"


def all_sections() -> dict[str, tuple[Section, ...]]:
    changed = dataclasses.replace(players(), house_rules=(("fc.nat1_fails", "on"),))
    return {
        "complete": RULESET.sections(None),
        "players": RULESET.sections(RULESET.review(changed)),
        "enemies": RULESET.sections(RULESET.review(enemies())),
        "empty": RULESET.sections(RULESET.review(RULESET.new_force())),
    }


def test_house_rules_are_named_by_their_question() -> None:
    table = next(section for section in all_sections()["players"] if section.slug == "table")
    ruling = next(ruling for ruling in RULESET.rulings if ruling.switch == "fc.nat1_fails")
    assert [(line.term, line.text) for line in table.lines[1:]] == [(ruling.question, ruling.text("on"))]


@pytest.mark.parametrize("sheet", all_sections())
def test_every_sheet_is_complete(sheet: str) -> None:
    sections = all_sections()[sheet]
    slugs = [section.slug for section in sections]
    assert len(set(slugs)) == len(slugs) >= 14
    for section in sections:
        assert section.tables or section.lines, section.slug
        for table in section.tables:
            assert table.rows
            for row in table.rows if section.slug != "order-form" else ():
                for cell, column in zip(row, table.columns, strict=True):
                    assert cell.text or column.heading == "SPC"


def test_the_sheet_of_a_force_has_its_own_numbers() -> None:
    sections = {section.slug: section for section in all_sections()["players"]}
    assert [line.text for line in sections["table"].lines] == ["Third Platoon, players", "yes"]
    assert [table.title for table in sections["movement"].tables] == [
        "MOV 5 by downed taken along", "MOV 6 by downed taken along",
    ]  # fmt: skip
    assert [[cell.text for cell in row] for row in sections["morale"].tables[1].rows] == [
        ["Alpha", "10", "≤ 4", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"],
    ]  # fmt: skip
    assert sections["hits-and-saves"].tables[0].rows[0][-1].text == "83 %"


def test_the_wound_table_is_the_rulebook_s() -> None:
    wounds = next(section for section in RULESET.sections(None) if section.slug == "wounds")
    rows = [" ".join(cell.text.rstrip("+") for cell in row) for row in wounds.tables[0].rows]
    assert rows == [
        "1 4 6 6 6 6 6 6 6",
        "2 2 4 5 6 6 6 6 6",
        "3 2 3 4 5 5 6 6 6",
        "4 2 2 3 4 5 5 5 6",
        "5 2 2 3 3 4 5 5 5",
        "6 2 2 2 3 3 4 5 5",
        "7 2 2 2 3 3 3 4 5",
        "8 2 2 2 2 3 3 3 4",
        "9 2 2 2 2 3 3 3 3",
        "10 2 2 2 2 2 3 3 3",
    ]


def test_engagement_zones_are_drawn() -> None:
    zones = next(section for section in RULESET.sections(None) if section.slug == "engagement").tables[0]
    assert [row[1].text for row in zones.rows] == [
        "· · · · · · ·",
        "· · · # · · ·",
        "· · # # # · ·",
        "· # # U # # ·",
        "· · # # # · ·",
        "· · · # · · ·",
        "· · · · · · ·",
    ]


@pytest.mark.parametrize("force", [players(), enemies()], ids=["players", "enemies"])
def test_forces_survive_the_codec(force: object) -> None:
    plain = encode_force(force)  # type: ignore[arg-type]
    assert decode_force(RULESET, plain) == force


@pytest.mark.parametrize("template", RULESET.templates, ids=lambda template: template.slug)
def test_templates_are_legal(template: object) -> None:
    units = tuple(Unit("", spec, name) for name, spec in template.units)  # type: ignore[attr-defined]
    force = add_group(RULESET.new_force(), template.title, template.group, units)  # type: ignore[attr-defined]
    assert all(isinstance(unit.spec, Troop) for unit in force.groups[0].units)
    assert [finding.rule for finding in RULESET.check(force)] in ([], ["FC-BLD-8"], ["FC-BLD-8"] * 2)
