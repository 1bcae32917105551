"""The quick reference and the cards under house rules: they tell what is played, in the referee's numbers."""

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.attacks import save_number, saves
from rulesets.systems.forum_combat.cards import squad_card
from rulesets.systems.forum_combat.desk.new_combat import new_combat
from rulesets.systems.forum_combat.tracks import printed_tracks
from tests.rulesets.forum_combat import shorthand
from tests.rulesets.forum_combat.sheets import Readings, all_sections, cells, line, platoon, sheet
from tests.rulesets.sheets import complete_sheet


def test_lines_that_depend_on_two_switches_say_both() -> None:
    both = sheet(unit_ability_limit="unit", ability_limit_scope="user", obj_radius="2", con_sum="best")
    assert line(both["round"], "Same ability") == "once a round on a squad or a unit, for each user"
    assert (
        line(both["morale"], "Objectives")
        == "then unbroken squads within 2 tiles add the CON of the best standing unit"
    )
    saves = sheet(save_nat1="on", save_nat6="on")["attack"]
    assert (
        line(saves, "Save")
        == "SAV plus AP on the die, with a SAV a natural 6 always saves, and a natural 1 never saves"
    )
    health = sheet(strength="hp", single_unit_half="hp")["morale"]
    assert line(health, "Who rolls") == "squads with less than half their starting HP left"


@pytest.mark.parametrize(
    ("readings", "words", "boxes"),
    [
        ({}, "check due with 4 or fewer of 10 standing", ((6, "check"),)),
        ({"strength": "hp"}, "check due with 6 or fewer of 13 HP", ()),
        ({"strength": "living"}, "check due with 4 or fewer of 10 not killed", ()),
        ({"hwt_units": "two"}, "check due with 5 or fewer of 11 standing", ((6, "check"),)),
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
    assert [track.marks for track in printed_tracks(alpha, context) if track.slug == "out"] == [boxes]


def test_a_unit_alone_is_checked_by_its_hp_or_never() -> None:
    for reading, words in (
        ("never", "needs no check while a unit stands"),
        ("hp", "check due with 1 or fewer of 3 HP"),
    ):
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
    assert [line.text for line in sections["table"].lines] == ["Third Platoon, players", "Yes, it misses."]
    assert [table.title for table in sections["movement"].tables] == [
        "MOV 5 by number of downed units carried", "MOV 6 by number of downed units carried",
    ]  # fmt: skip
    assert [[cell.text for cell in row] for row in sections["morale"].tables[1].rows] == [
        ["Alpha", "10", "≤ 4", "6+"], ["Bravo", "9", "≤ 4", "6+"], ["Charlie", "4", "≤ 1", "7+"],
    ]  # fmt: skip
    assert sections["hits-and-saves"].tables[0].rows[0][-1].text == "83%"


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


def test_house_rules_are_named_by_their_question() -> None:
    table = next(section for section in all_sections()["players"] if section.slug == "table")
    ruling = next(ruling for ruling in RULESET.rulings if ruling.switch == "fc.nat1_fails")
    assert [(line.term, line.text) for line in table.lines[1:]] == [(ruling.question, ruling.text("on"))]


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


def test_the_wound_table_is_the_rulebook_s() -> None:
    wounds = next(section for section in complete_sheet(RULESET) if section.slug == "wounds")
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


def test_engagement_zones_are_drawn_and_told() -> None:
    one, two, three = next(section for section in complete_sheet(RULESET) if section.slug == "engagement").zones
    around = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert [each.title for each in (one, two, three)] == ["ENG 1", "ENG 2", "ENG 3"]
    assert set(one.tiles) == around
    assert set(two.tiles) == around | {(0, -2), (-2, 0), (2, 0), (0, 2)}
    assert len(three.tiles) == 24
    assert two.words == "ENG 2: the zone is the 8 tiles around the unit and all others at range 2 or less, 12 in all."


def test_the_tables_say_how_far_squads_of_each_mov_go() -> None:
    movement = sheet()["movement"]
    assert [table.title for table in movement.tables] == [
        f"MOV {mov} by number of downed units carried" for mov in (5, 6)
    ]
    assert [column.heading for column in movement.tables[1].columns] == ["Squad", "0", "1", "2", "3", "4"]
    assert cells(movement, 1) == [
        ["Shot", "6", "5", "4", "3", "3"],
        ["Did not shoot", "9", "8", "7", "6", "5"],
        ["Broken, shot", "3", "2", "2", "2", "2"],
        ["Broken, did not shoot", "4", "3", "2", "2", "2"],
    ]


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
