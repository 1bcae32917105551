"""The quick reference and the cards under house rules: they tell what is played, in the referee's numbers."""

import dataclasses
from dataclasses import replace

import pytest

from rulesets.core.force import Force
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.attacks import save_number, saves
from rulesets.systems.forum_combat.cards import squad_card
from rulesets.systems.forum_combat.desk.new_combat import new_combat
from rulesets.systems.forum_combat.morale import Strength, first_check, owes_check
from rulesets.systems.forum_combat.templates import enemies, players
from rulesets.systems.forum_combat.units import Command, Squad, Troop
from tests.rulesets.forum_combat import shorthand

Readings = dict[str, str]


def platoon(readings: Readings) -> Force[Command, Squad, Troop]:
    return replace(players(), house_rules=tuple((f"fc.{switch}", key) for switch, key in readings.items()))


def sheet(**readings: str) -> dict[str, Section]:
    return {section.slug: section for section in RULESET.sections(RULESET.context(platoon(readings)))}


def line(section: Section, term: str) -> str:
    (found,) = (each.text for each in section.lines if each.term == term)
    return found


def cells(section: Section, table: int) -> list[list[str]]:
    return [[cell.text for cell in row] for row in section.tables[table].rows]


LINES: list[tuple[str, str, str, dict[str, str]]] = [
    (
        "round",
        "No conditions",
        "split_fire",
        {
            "one": "a player names one target for a squad; “if” and “unless” are not allowed",
            "split": "each unit may have a target of its own; “if” and “unless” are not allowed",
        },
    ),
    (
        "round",
        "Same ability",
        "unit_ability_limit",
        {
            "squad": "once a round on a squad and its units, whoever uses it",
            "unit": "once a round on a squad or a unit, whoever uses it",
        },
    ),
    (
        "round",
        "Same ability",
        "ability_limit_scope",
        {"user": "once a round on a squad and its units, for each user"},
    ),
    (
        "round",
        "Command Points",
        "cp_refresh",
        {"combat": "come back with the next combat", "round": "come back every round"},
    ),
    (
        "round",
        "Wasted fire",
        "hit_downed",
        {
            "off": "at a squad of which nobody stands; it counts as having shot",
            "on": "at a squad of which nobody stands or lies downed; it counts as having shot",
        },
    ),
    (
        "attack",
        "Hit",
        "nat1_fails",
        {
            "off": "ACC less modifiers (together ±2 at most); a natural 6 always hits",
            "on": "ACC less modifiers (together ±2 at most); a natural 6 always hits, a natural 1 always misses",
        },
    ),
    (
        "attack",
        "Save",
        "save_nat6",
        {
            "off": "SAV plus AP on the die; none when that is above 6",
            "on": "SAV plus AP on the die; with a SAV a natural 6 always saves",
        },
    ),
    (
        "attack",
        "Save",
        "save_nat1",
        {"on": "SAV plus AP on the die; none when that is above 6; a natural 1 never does"},
    ),
    (
        "health",
        "Who is hit",
        "alloc",
        {
            "focus": "the standing unit hurt most, then the next",
            "spread": "the healthiest standing unit",
            "random": "any standing unit",
            "random_all": "any unit not yet killed, downed ones too",
        },
    ),
    (
        "health",
        "Further wounds",
        "overflow",
        {
            "lost": "after the last unit has fallen: they are lost",
            "downed": "after the last unit has fallen: they go on to the downed, who can be killed by them",
        },
    ),
    (
        "melee",
        "2 Fallen",
        "cq_then_melee",
        {"fallen": "are out before blows", "strike": "of close quarters still strike"},
    ),
    (
        "melee",
        "1 Close quarters",
        "close_quarters_reach",
        {
            "off": "squads with a unit in an enemy’s zone fire [CloseQuarters] weapons of units that did not shoot; "
            "both at once",
            "on": "squads in contact fire [CloseQuarters] weapons of units that did not shoot; both at once",
        },
    ),
    (
        "special-moves",
        "Charge",
        "charge_measure",
        {
            "zone": "after the move: 2d6 must reach the tiles to engagement range",
            "adjacent": "after the move: 2d6 must reach the tiles until both stand side by side",
            "plain": "after the move: 2d6 must reach the plain distance to the enemy",
        },
    ),
    (
        "morale",
        "Who rolls",
        "strength",
        {
            "standing": "squads with less than half their starting units standing; a unit alone never",
            "hp": "squads with less than half their starting HP left",
            "living": "squads with less than half their starting units not killed; a unit alone never",
        },
    ),
    (
        "morale",
        "Who rolls",
        "single_unit_half",
        {"hp": "squads with less than half their starting units standing; a unit alone below half its HP"},
    ),
    (
        "morale",
        "Objectives",
        "obj_radius",
        {
            "1": "then others within 1 tile add the CON of all standing units",
            "2": "then others within 2 tiles add the CON of all standing units",
            "3": "then others within 3 tiles add the CON of all standing units",
            "6": "then others within 6 tiles add the CON of all standing units",
        },
    ),
    (
        "morale",
        "Objectives",
        "con_sum",
        {"best": "then others within 3 tiles add the CON of the best standing unit"},
    ),
]


TOLD = [(section, term, switch, key, text) for section, term, switch, texts in LINES for key, text in texts.items()]


@pytest.mark.parametrize(("section", "term", "switch", "key", "text"), TOLD)
def test_a_line_says_what_is_played(section: str, term: str, switch: str, key: str, text: str) -> None:
    assert line(sheet(**{switch: key})[section], term) == text


def test_lines_that_depend_on_two_switches_say_both() -> None:
    both = sheet(unit_ability_limit="unit", ability_limit_scope="user", obj_radius="2", con_sum="best")
    assert line(both["round"], "Same ability") == "once a round on a squad or a unit, for each user"
    assert line(both["morale"], "Objectives") == "then others within 2 tiles add the CON of the best standing unit"
    saves = sheet(save_nat1="on", save_nat6="on")["attack"]
    assert line(saves, "Save") == "SAV plus AP on the die; with a SAV a natural 6 always saves; a natural 1 never does"
    health = sheet(strength="hp", single_unit_half="hp")["morale"]
    assert line(health, "Who rolls") == "squads with less than half their starting HP left"


@pytest.mark.parametrize("natural", ["off", "on"])
def test_the_table_of_saves_has_the_rolls_that_save(natural: str) -> None:
    house = HouseRules(RULESET.rulings, [("fc.save_nat6", natural)])
    rows = cells(sheet(save_nat6=natural)["hits-and-saves"], 1)
    assert [row[0] for row in rows] == ["2+", "3+", "4+", "5+", "6+"]
    for sav, row in enumerate(rows, 2):
        for ap, shown in enumerate(row[1:]):
            good = [roll for roll in range(1, 7) if saves(roll, save_number(sav, ap), house)]
            assert shown == (f"{good[0]}+" if good else "–")
    assert rows[-1][1:] == (["6+", "6+", "6+", "6+", "6+"] if natural == "on" else ["6+", "–", "–", "–", "–"])


@pytest.mark.parametrize(
    ("readings", "squads"),
    [
        ({}, [["Alpha", "10", "≤ 4", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"]]),
        (
            {"strength": "hp"},
            [["Alpha", "10", "≤ 6 HP", "6+"], ["Bravo", "9", "≤ 5 HP", "6+"], ["Charlie", "4", "≤ 1 HP", "7+"]],
        ),
        (
            {"strength": "living"},
            [
                ["Alpha", "10", "≤ 4 not killed", "6+"],
                ["Bravo", "9", "≤ 4 not killed", "6+"],
                ["Charlie", "4", "≤ 1 not killed", "7+"],
            ],
        ),
        (
            {"hwt_units": "two"},
            [["Alpha", "11", "≤ 5", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"]],
        ),
    ],
    ids=["default", "hp", "living", "two"],
)
def test_squads_check_at_what_counts_as_strength(readings: Readings, squads: list[list[str]]) -> None:
    assert cells(sheet(**readings)["morale"], 1) == squads


@pytest.mark.parametrize("start", range(1, 13))
@pytest.mark.parametrize("measure", ["standing", "hp", "living"])
@pytest.mark.parametrize("single", ["never", "hp"])
def test_the_threshold_is_the_referee_s(start: int, measure: str, single: str) -> None:
    """Every way in which units of 3 HP are left: a check is owed just where the threshold says so."""
    house = HouseRules(RULESET.rulings, [("fc.strength", measure), ("fc.single_unit_half", single)])
    check = first_check(start, 3 * start, house)
    for standing in range(1, start + 1):
        for living in range(standing, start + 1):
            for hp in range(standing, 3 * standing + 1):
                left = Strength(start, standing, living, 3 * start, hp)
                counted = {"standing": standing, "hp": hp, "living": living}[check.measure]
                assert owes_check(left, house) == (counted <= check.most)


@pytest.mark.parametrize(
    ("readings", "words", "boxes"),
    [
        ({}, "check at 4 of 10 standing or fewer", ((6, "check"),)),
        ({"strength": "hp"}, "check at 6 of 13 HP or fewer", ()),
        ({"strength": "living"}, "check at 4 of 10 not killed or fewer", ()),
        ({"hwt_units": "two"}, "check at 5 of 11 standing or fewer", ((6, "check"),)),
    ],
    ids=["default", "hp", "living", "two"],
)
def test_a_card_names_the_check_that_is_played(
    readings: Readings, words: str, boxes: tuple[tuple[int, str], ...]
) -> None:
    force = platoon(readings)
    alpha, context = force.groups[0], RULESET.context(force)
    card = RULESET.card(alpha.units[0], alpha, context)
    assert [each.text for each in card.lines if each.term == "Morale"] == [words]
    assert [track.marks for track in card.tracks if track.slug == "out"] == [boxes]


def test_a_unit_alone_is_checked_by_its_hp_or_never() -> None:
    for reading, words in (("never", "no check while anybody stands"), ("hp", "check at 1 of 3 HP or fewer")):
        case = {"squads": ["Alpha: officer"], "house_rules": {"fc.single_unit_half": reading}}
        force = shorthand.force(case)
        squad, context = force.groups[0], RULESET.context(force)
        assert RULESET.card(squad.units[0], squad, context).lines[-1].text == words


def test_a_squad_s_card_has_the_numbers_that_are_played() -> None:
    def stats(**readings: str) -> dict[str, str]:
        force = platoon(readings)
        return {stat.heading: stat.value for stat in squad_card(force.groups[0], RULESET.context(force)).stats}

    assert stats() == {"MOV": "5/7", "MIN": "3/4", "LD": "6+", "CON": "11", "CHECK": "≤ 4"}
    assert stats(con_sum="best")["CON"] == "2"
    assert stats(min_base="printed")["MIN"] == "3/3"
    assert stats(strength="hp")["CHECK"] == "≤ 6 HP"
    assert stats(hwt_units="two") == {"MOV": "5/7", "MIN": "3/4", "LD": "6+", "CON": "12", "CHECK": "≤ 5"}


@pytest.mark.parametrize("reading", ["one", "two"])
def test_a_team_has_as_many_numbers_as_the_desk_gives_it(reading: str) -> None:
    force = platoon({"hwt_units": reading})
    context = RULESET.context(force)
    pieces = [piece.id for squad in new_combat("", (force,)).squads for piece in squad.pieces]
    assert [label.top for label in RULESET.labels(context)] == pieces
    assert [token.text for token in RULESET.tokens(context)][: len(pieces)] == pieces
    for number, squad in enumerate(force.groups, 1):
        own = [piece for piece in pieces if piece.startswith(str(number))]
        apart = [track for unit in squad.units for track in RULESET.card(unit, squad, context).tracks]
        for tracks in (apart, squad_card(squad, context).tracks):
            assert [track.slug for track in tracks if track.slug.startswith("hp-")] == [f"hp-{piece}" for piece in own]
    assert {line.term: line.text for line in RULESET.summary(context)}["Units"] == str(len(pieces))
    alpha = force.groups[0]
    names = [RULESET.standing(unit, alpha, context).short for unit in alpha.units]
    assert names == {"one": ["1a–1h", "1i", "1j"], "two": ["1a–1h", "1i–1j", "1k"]}[reading]


def test_so_many_house_rules_are_listed_by_their_ids() -> None:
    switched = [ruling for ruling in RULESET.rulings if ruling.switch]
    for count in (20, 21, len(switched)):
        other = {
            ruling.switch.removeprefix("fc."): next(key for key in ruling.keys if key != ruling.default)
            for ruling in switched[:count]
        }
        listed = [each.term for each in sheet(**other)["table"].lines[1:]]
        assert listed == ([ruling.question for ruling in switched[:20]] if count == 20 else ["Rulings"])
    ids = ", ".join(ruling.id for ruling in switched)
    assert line(sheet(**other)["table"], "Rulings") == f"{ids} changed from the default, each noted where it applies"


def test_tags_without_rules_are_called_words() -> None:
    assert line(sheet()["who-shoots"], "SPC") == (
        "[Extra Attacks] and [CloseQuarters] have rules; [Blast] is a word without numbers in the rulebook"
    )
    (complete,) = (section for section in RULESET.sections(None) if section.slug == "who-shoots")
    assert line(complete, "SPC") == (
        "[Extra Attacks] and [CloseQuarters] have rules; others are words without numbers in the rulebook"
    )


def all_sections() -> dict[str, tuple[Section, ...]]:
    changed = dataclasses.replace(players(), house_rules=(("fc.nat1_fails", "on"),))
    return {
        "complete": RULESET.sections(None),
        "players": RULESET.sections(RULESET.context(changed)),
        "enemies": RULESET.sections(RULESET.context(enemies())),
        "empty": RULESET.sections(RULESET.context(RULESET.new_force())),
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
