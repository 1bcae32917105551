"""Lists in plain writing: by hand in any way, from our texts, from other programs; everyday damage is read or named."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange import text_lists
from armybuilder.interchange.formats import format_of
from armybuilder.interchange.games import UnclearGame
from armybuilder.interchange.mending import mended
from armybuilder.interchange.text_chats import MAX_SENDERS
from armybuilder.interchange.text_lists import MAX_OTHERS, read_list
from armybuilder.interchange.text_pieces import LinePieces
from armybuilder.interchange.text_units import UnitFinder
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

STANDS = (
    ("Challenger 2", 8),
    ("Warrior", 3),
    ("Ajax", 1),
    ("Leopard 2A4", 6),
    ("120 mm mortar carrier", 2),
    ("T-80", 4),
)
WAYS = (
    "{n} {u}",
    "{n}x {u}",
    "{n} × {u}",
    "{u} x{n}",
    "- {n} {u}",
    "* {u} ({n})",
    "• {u}: {n}",
    "> {n}x {u}",
    "{u}\t{n}",
    "**{n}** {u}",
    "| {n} | {u} |",
    "{n} stands of {u}",
    "{u} - {n}",
    "[*]{n} [b]{u}[/b]",
    "{n} no. {u}",
    "{n}no {u}",
    "{n} off {u}",
    "{n} of {u}",
    "x {n} {u}",
    "{n} Stk. {u}",
    "{n} × « {u} »",
    "{n}x „{u}“",
    "{u}, qty {n}",
    "{u} (qty: {n})",
    "{u} / {n}",
    "{u} - {n} off",
    "{u} ..... {n}",
    "[x] {n} {u}",
    "☐ {n} {u}",
    "🔹 {n}x {u}",
    "{n};{u}",
    "{n},{u}",
    "{u};{n}",
    "{u},{n}",
    "{u}, {n} stands",
    "{u} x{n} units",
    "{u} {n}x",
    "{u} – {n} of them",
    "{u}, count {n}",
    "{u} | {n}",
    "{u} − {n}",
    "{u} {{{n}}}",
    "{n} stands: {u}",
    "{n} {u} stands",
    "{n} fois {u}",
    "{n}mal {u}",
    "*{n} {u}",
    "No. of {u}: {n}",
    "{n} szt. {u}",
    "{u} – {n} szt.",
    "{n} st {u}",
    "・{u}\u3000{n}",
)


def counts(text: str, game: AnyRuleset | None = None) -> list[tuple[str, list[tuple[str, int]]]]:
    """How many of what each group of a list has."""
    loaded = read_list(text, game).loaded
    groups = []
    for group in loaded.force.groups:
        names = [loaded.ruleset.row(unit, group, loaded.context).title for unit in group.units]
        groups.append((group.name, [(name, names.count(name)) for name in dict.fromkeys(names)]))
    return groups


@pytest.mark.parametrize("way", [*WAYS, "-{n} {u}"])
def test_a_list_of_24_stands_by_hand_is_an_army(way: str) -> None:
    lines = [way.format(n=number, u=name) for name, number in STANDS]
    assert counts("\n".join(lines)) == [("", list(STANDS))]
    grouped = ["My division", "", "Tanks:", *lines[:3], "", "Others (12 stands)", *lines[3:]]
    assert counts("\n".join(grouped)) == [("Tanks", list(STANDS[:3])), ("Others", list(STANDS[3:]))]
    assert read_list("\n".join(grouped)).loaded.force.name == "My division"
    assert read_list("\n".join(grouped)).remarks == ()


@pytest.mark.parametrize("bullet", ["-", "*", "•", "–", "1.", "[*]", "> -"])
def test_a_row_of_a_table_may_stand_behind_a_bullet(bullet: str) -> None:
    text = "\n".join(f"{bullet} | {number} | {name} |" for name, number in STANDS)
    assert counts(text) == [("", list(STANDS))]
    assert read_list(text).remarks == ()


@pytest.mark.parametrize("bullet", ["-", "•", "- [*]", "• [*]"])
def test_a_bullet_makes_no_heading_of_the_line_above(bullet: str) -> None:
    read = read_list(f"Game: MBT 2020\n3 Chalenger 3\n{bullet} 2 Warrior\n8 Orcs\n-\n1 Ajax")
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert [each.place for each in read.lost] == ["3 Chalenger 3", "8 Orcs"]
    assert len(read.remarks) == 2


def test_several_units_may_stand_in_a_line() -> None:
    text = "Tanks: 8 Challenger 2, 2 Warrior and an Ajax\nAir: 2 Apache, 1 Chalenger 3"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 1)]), ("Air", [("Apache", 2)])]
    assert [(each.place, each.units, each.group) for each in read_list(text).lost] == [("1 Chalenger 3", 1, 1)]


def test_units_may_stand_between_slashes() -> None:
    text = "Tanks = 8x Challenger 2 / 2x Warrior / 1x Ajax\nAir: 2 Apache / 1 Chalenger 3"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 1)]), ("Air", [("Apache", 2)])]
    assert [(each.place, each.units, each.group) for each in read_list(text).lost] == [("1 Chalenger 3", 1, 1)]
    forces = "3x Line Infantry Troops / 1x Light tank / 2x Marines"
    assert counts(forces) == [("", [("Line Infantry Troops", 3), ("Light tank", 1), ("Marines", 2)])]


def test_a_line_may_end_with_the_word_that_joins_the_next() -> None:
    text = "- four Milan and\n- two TOW, plus\n- 1 Ajax"
    assert counts(text) == [("", [("Milan", 4), ("TOW", 2), ("Ajax", 1)])]
    assert counts("6 Marder under 1 Warrior, plus 2 TOW") == [("", [("Marder", 6), ("Warrior", 1), ("TOW", 2)])]


def test_what_a_unit_has_is_no_unit() -> None:
    text = "Squad one\n• 2x Marksman\n   ◦ Marksman Rifle\n• 3x Rifleman"
    game = get_ruleset("forum-combat")
    ((name, units),) = counts(text, game)
    assert (name, [title for title, _ in units]) == ("Squad one", ["Marksman", "Rifleman"])
    assert not any(each.left_out for each in read_list(text, game).remarks)


def test_a_greeting_above_units_is_no_group() -> None:
    text = "Hi all, on Saturday I bring:\n\nTanks\n8 Challenger 2\n2 Warrior"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2)])]
    assert [each.place for each in read_list(text).remarks if each.left_out] == ["Hi all, on Saturday I bring:"]


def test_a_mail_with_a_list_is_read() -> None:
    question = "here is my list for Saturday, tell me what you think!"
    text = f"Hello all,\n\n{question}\n\n8 Challenger 2\n2 Warrior\n\nThanks, Bob."
    assert counts(text)[-1][1] == [("Challenger 2", 8), ("Warrior", 2)]
    assert [each.place for each in read_list(text).remarks if each.left_out] == [
        "Hello all,",
        question,
        "Thanks, Bob.",
    ]


def test_a_typing_error_is_named_and_never_becomes_a_group() -> None:
    for text in ("Chalenger 3\nWarrior\nAjax", "8 Challenger 2\n\nAjaxx\nWarrior\n2 T-80", "1 Ajax\n2 Warior\n2 T-80"):
        read = read_list(text)
        (lost,) = read.lost
        assert "Did you mean" in lost.message
        assert [group.name for group in read.loaded.force.groups] == [""]


def test_remarks_that_mean_nothing_are_named() -> None:
    read = read_list("2 Warrior (BGHQ, painted)\n1 Ajax - with a crane\n")
    assert [(unit.spec.hq, unit.spec.vehicle) for _, unit in read.loaded.force.units()] == [
        (True, "warrior"),
        (True, "warrior"),
        (False, "ajax"),
    ]
    assert [str(each) for each in read.remarks] == [
        "2 Warrior (BGHQ, painted): This was not understood: painted",
        "1 Ajax - with a crane: This was not understood: with a crane",
    ]


def test_settings_notes_and_house_rules_are_read() -> None:
    game = get_ruleset("mbt2020")
    text = (
        "Game: MBT 2020\nNation: France\nNotes: By train\n    and by road\nFakes: 3\nPoints: 12\n\nFirst\n3 Leclerc\n"
    )
    read = read_list(text)
    assert (read.loaded.ruleset, read.loaded.force.spec.nation, read.loaded.force.spec.fakes) == (game, "france", 3)
    assert read.loaded.force.notes == "By train\nand by road"
    assert [each.place for each in read.remarks if each.left_out] == ["Points: 12"]


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("six", 6),
        ("twenty", 20),
        ("half a dozen", 6),
        ("a dozen", 12),
        ("a pair of", 2),
        ("a couple of", 2),
        ("single", 1),
        ("dieci", 10),
        ("cuatro", 4),
        ("duas", 2),
    ],
)
def test_a_count_may_be_in_words(written: str, number: int) -> None:
    assert counts(f"{written} Warrior\nAjax\n", get_ruleset("mbt2020")) == [("", [("Warrior", number), ("Ajax", 1)])]


@pytest.mark.parametrize("way", ["({n}) {u}", "{n}) {u}", "{n}. {u}"])
def test_numbers_that_do_not_run_on_are_counts(way: str) -> None:
    listed = [(8, "Challenger 2"), (3, "Warrior"), (1, "Ajax")]
    assert counts("\n".join(way.format(n=n, u=u) for n, u in listed)) == [("", [(u, n) for n, u in listed])]
    numbered = "\n".join(way.format(n=n, u=u) for n, (_, u) in enumerate(listed, 1))
    assert counts(numbered) == [("", [(u, 1) for _, u in listed])]


@pytest.mark.parametrize("way", ["{}?", "{}!", "{}.", "{} ;", "{}<br>", "<li>{}</li>", "{} # painted", "{} // painted"])
def test_signs_behind_a_unit_are_no_part_of_its_name(way: str) -> None:
    text = "Warriors\n" + "\n".join(way.format(line) for line in ("8 Challenger 2", "3 Leopard 2A4's", "1 Ajax"))
    assert counts(text) == [("Warriors", [("Challenger 2", 8), ("Leopard 2A4", 3), ("Ajax", 1)])]


def test_a_cost_behind_a_colon_is_no_count() -> None:
    read = read_list("Captain: 120\nWalker: 150\nWar Beast: 2", get_ruleset("warstrike"))
    assert sum(1 for _ in read.loaded.force.units()) == 4
    assert [each.place for each in read.remarks if each.left_out] == ["Captain: 120", "Walker: 150"]


def test_a_line_that_goes_on_and_lines_above_a_mail_are_no_groups() -> None:
    long = (
        "8 Challenger 2 (the whole regiment, including the squadron headquarters and\nits recovery section)\n2 Warrior"
    )
    text = f"From: Bob\nSubject: RE: list\n\n{long}\n1 Ajax"
    assert [group.name for group in read_list(text).loaded.force.groups] == [""]


def test_strokes_are_a_count() -> None:
    assert counts("Warrior |||| ||\nAjax |\n2 T-80") == [("", [("Warrior", 6), ("Ajax", 1), ("T-80", 2)])]


MARKED = (
    "## {}",
    "**{}**",
    "[b]{}[/b]",
    "{}:",
    "{} -",
    "{} (6 stands)",
    "{} [6 stands]",
    "++ {} ++",
    "+ {} +",
    "=== {} ===",
    "--- {} ---",
)
UNMARKED = ("{}", "1. {}", "1) {}", "II. {}", "B) {}")


@pytest.mark.parametrize("way", MARKED)
def test_a_marked_heading_is_a_group(way: str) -> None:
    text = "\n".join([way.format("Tanks"), "2 Challenger 2", "1 Ajax", way.format("Fusiliers"), "4 Warrior"])
    assert counts(text) == [("Tanks", [("Challenger 2", 2), ("Ajax", 1)]), ("Fusiliers", [("Warrior", 4)])]
    assert read_list(text).remarks == ()


@pytest.mark.parametrize("way", UNMARKED)
def test_a_heading_that_nothing_marks_is_a_group_and_named(way: str) -> None:
    text = "\n".join(["2 Leclerc", way.format("Tanks"), "2 Challenger 2", way.format("Fusiliers"), "4 Warrior"])
    assert counts(text)[1:] == [("Tanks", [("Challenger 2", 2)]), ("Fusiliers", [("Warrior", 4)])]
    read = read_list(text)
    assert [each.message for each in read.remarks] == [
        "“Tanks” was read as the name of a group.",
        "“Fusiliers” was read as the name of a group.",
    ]
    assert read.whole


def test_a_number_in_brackets_above_bullets_is_the_size_of_a_group() -> None:
    text = "Alpha (9)\n- 8x Challenger 2\n- 1x Ajax\nBravo (6)\n- 6x Warrior\nTotal 15"
    assert counts(text) == [("Alpha", [("Challenger 2", 8), ("Ajax", 1)]), ("Bravo", [("Warrior", 6)])]
    assert read_list(text).lost == ()


def test_a_bullet_above_inner_ones_is_a_group() -> None:
    text = "- Royal Tanks\n  - 8 Challenger 2\n  - 1 Ajax\n- Fusiliers\n  - 6 Warrior"
    assert counts(text) == [("Royal Tanks", [("Challenger 2", 8), ("Ajax", 1)]), ("Fusiliers", [("Warrior", 6)])]


@pytest.mark.parametrize("written", ["Challengr 2 - 8", "**Challengr 2 - 8**", "## 8 Challengr 2", "жE - 1"])
def test_a_line_that_may_be_units_is_named_as_a_heading(written: str) -> None:
    read = read_list(f"1 Ajax\n\n{written}\n2 Warrior\n1 Milan")
    assert any(written.strip("*#: ") in str(each) for each in read.remarks)
    assert sum(1 for _ in read.loaded.force.units()) == 4


def test_a_title_that_may_be_units_is_named() -> None:
    read = read_list("# 3 Challengr 2\n\n1 Ajax\n2 Warrior")
    assert [str(each) for each in read.remarks] == ["3 Challengr 2: This was read as the name of the army."]


@pytest.mark.parametrize(
    "text",
    [
        "[14:02, 3/1/2026] Sam: 8 Challenger 2\n[14:03, 3/1/2026] Sam: 2 Warrior\n[14:05, 3/1/2026] Pete: nice",
        "03/01/2026, 14:02 - Sam: 8 Challenger 2\n03/01/2026, 14:02 - Sam: 2 Warrior\n03/01/2026, 14:05 - Pete: nice",
        "Sam — Today at 14:02\n8 Challenger 2\n2 Warrior\nPete — Today at 14:05\nnice",
        "14:02 <sam> 8 Challenger 2\n14:02 <sam> 2 Warrior\n14:05 <pete> nice",
        "Sam, [03.01.2026 14:02]\n8 Challenger 2\n2 Warrior\n\nPete, [03.01.2026 14:05]\nnice",
        "Sam  2:02 PM\n8 Challenger 2\n2:03\n2 Warrior\nPete  2:05 PM\nnice",
    ],
)
def test_messages_of_a_chat_are_a_list_and_name_their_senders(text: str) -> None:
    assert counts(text) == [("", [("Challenger 2", 8), ("Warrior", 2)])]
    read = read_list(text)
    assert [each.place.casefold() for each in read.remarks] == ["sam", "pete", "nice"]
    assert read.lost == ()


@pytest.mark.parametrize("way", ["[14:0{}] {}: {}", "14:0{} <{}> {}", "03/01/2026, 14:0{} - {}: {}"])
def test_units_of_another_sender_are_named_and_may_be_chosen(way: str) -> None:
    messages = (("Sam", "Alpha\n8 Challenger 2\n2 Warrior"), ("Pete", "nice, then I take 6 Leopard 2"), ("Pete", "bye"))
    text = "\n".join(way.format(number, *each) for number, each in enumerate(messages))
    assert counts(text, get_ruleset("mbt2020")) == [("Alpha", [("Challenger 2", 8), ("Warrior", 2)])]
    read = read_list(text, get_ruleset("mbt2020"))
    assert [(each.place, each.message, each.units) for each in read.lost] == [
        ("6 Leopard 2", "Only the list of Sam was imported. Pete wrote this.", 6)
    ]
    assert "bye: Only the list of Sam was imported. Pete wrote this." in map(str, read.remarks)
    groups = mended(read, {"mend-0": "troop_type/leopard-2"}).loaded.force.groups
    assert [(group.name, len(group.units)) for group in groups] == [("Alpha", 10), ("Pete", 6)]


def test_units_of_another_sender_may_be_chosen_for_their_group() -> None:
    lists = (("Sam", "Alpha:"), ("Sam", "8 Challenger 2"), ("Sam", "2 Ajax"), ("Sam", "Bravo:"), ("Sam", "2 Warrior"))
    text = "\n".join(f"[14:02] {sender}: {line}" for sender, line in (*lists, ("Pete", "Alpha:"), ("Pete", "4 Milan")))
    read = read_list(text, get_ruleset("mbt2020"))
    assert [(each.place, each.heading) for each in read.lost] == [("4 Milan", "Alpha")]
    groups = mended(read, {"mend-0": "troop_type/milan"}).loaded.force.groups
    assert [(group.name, len(group.units)) for group in groups] == [("Alpha", 14), ("Bravo", 2)]


@pytest.mark.parametrize("senders", [30, 300])
def test_a_chat_of_many_senders_is_read_with_one_limit(senders: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read_at_once: list[UnitFinder] = []

    class Pieces(LinePieces):
        def __init__(self, finder: UnitFinder) -> None:
            read_at_once.append(finder)
            super().__init__(finder)

    monkeypatch.setattr(text_lists, "LinePieces", Pieces)
    messages = [f"[12/03/2024, 10:00] P{number}: 2 Ajax" for number in range(senders)]
    messages += ["[12/03/2024, 10:01] P7: 8 Challenger 2"] * 2
    messages += [f"[12/03/2024, 10:02] P8: hm {number}" for number in range(500)]
    read = read_list("\n".join(messages), get_ruleset("mbt2020"))
    assert len([*read.loaded.force.units()]) == 18
    assert (len(read_at_once), len(set(read_at_once))) == (1 + MAX_SENDERS, 1)
    assert len(read.lost) == MAX_SENDERS - 1
    assert len(read.remarks) == MAX_SENDERS + 1 + MAX_OTHERS + 1
    unnamed = len(messages) - len(["2 Ajax", "8 Challenger 2", "8 Challenger 2"]) - MAX_OTHERS
    assert str(read.remarks[-1]) == f"Only the list of P7 was imported. Others wrote {unnamed} more lines."


def test_a_single_line_that_was_not_read_is_told_in_the_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_lists, "MAX_LINES", 1)
    (remark,) = read_list("8 Challenger 2\n2 Warrior", get_ruleset("mbt2020")).remarks
    assert str(remark) == "The text has 1 more line, which was not read."


def test_what_stands_above_the_messages_is_told_beside_the_only_list() -> None:
    read = read_list("1 Ajax\n[14:02] Sam: 8 Challenger 2\n[14:03] Sam: 2 Warrior\n[14:04] Pete: nice")
    assert "1 Ajax: Only the list of Sam was imported. This is above the messages." in map(str, read.remarks)


def test_only_lines_of_the_list_that_was_imported_count_as_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_lists, "MAX_LINES", 3)
    chat = ["Sam: 8 Challenger 2", "Sam: 2 Warrior", "Sam: 1 Ajax", "Pete: 6 Leopard 2", "Pete: hm", "Pete: ok"]
    read = read_list("\n".join(f"[14:02] {each}" for each in chat))
    assert not [each for each in read.remarks if "which were not read" in each.message]
    longer = read_list("\n".join(f"[14:02] {each}" for each in (*chat, "Sam: 1 Ajax", "Sam: 1 Warrior")))
    assert [str(each) for each in longer.remarks if "which were not read" in each.message] == [
        "The text has 2 more lines, which were not read."
    ]


@pytest.mark.parametrize(
    "title",
    [
        "+++ Warhammer 40,000 - Ultramarines (995 pts) +++",
        "Age of Sigmar",
        "# Bolt Action list",
        "**Flames of War:** Panzers",
        "Kill Team (Veterans)",
        "Saga force",
        "My list\n\n+++ Warhammer 40,000 +++",
        "Game: Conquest",
    ],
)
def test_a_title_of_another_game_is_refused_with_its_name(title: str) -> None:
    first = title.removeprefix("My list").removeprefix("Game:").strip("+*# \n").split()[0]
    with pytest.raises(BadFile, match=f"This is a list for “{first}"):
        read_list(f"{title}\n10 Marines\n5 Assault Marines\n")


@pytest.mark.parametrize("name", ["Conquest", "Saga force", "Team Yankee", "The Old World"])
def test_an_army_may_be_named_like_a_game_of_others(name: str) -> None:
    units = [("Challenger 2", 8), ("Ajax", 1)]
    assert counts(f"{name}\nGame: MBT 2020\n8 Challenger 2\n1 Ajax") == [("", units)]
    assert counts(f"{name}\n\n8 Challenger 2\n1 Ajax", get_ruleset("mbt2020")) == [(name, units)]
    assert counts(f"Tanks:\n8 Challenger 2\n\n{name}:\n1 Ajax") == [("Tanks", units[:1]), (name, units[1:])]


def test_a_name_that_begins_like_another_game_is_none() -> None:
    name, units = "Saga of the river", [("Challenger 2", 8), ("Ajax", 1)]
    assert counts(f"{name}\n\n8 Challenger 2\n1 Ajax") == [(name, units)]


def test_a_title_of_another_builder_names_its_game() -> None:
    text = "++ Forum Combat (Raiders) [500 pts] ++\n\n+ Leaders +\n\nRaider Boss [60 pts]\n\n+ Mobs +\n\n. 8x Raider"
    read = read_list(text)
    assert read.loaded.ruleset.slug == "forum-combat"
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Leaders", 1), ("Mobs", 1)]


def test_a_numbered_section_keeps_its_number() -> None:
    text = "1. Section\n- 8 Challenger 2\n2. Section\n- 1 Ajax\n- 2 Warrior"
    assert counts(text) == [
        ("1. Section", [("Challenger 2", 8)]),
        ("2. Section", [("Ajax", 1), ("Warrior", 2)]),
    ]


@pytest.mark.parametrize("way", ["{} ..... {}", "{} x{}", "{}: {}", "{1} {0}"])
def test_a_number_in_brackets_equal_to_the_sum_is_a_group_s_size(way: str) -> None:
    blocks = (f"{name} (7)\n" + "\n".join(way.format(*unit) for unit in units) for name, units in SUMS)
    assert counts("\n\n".join(blocks), get_ruleset("mbt2020")) == [*SUMS]


def test_one_unit_behind_a_word_for_groups_is_in_a_group() -> None:
    text = "Squadron HQ: Challenger 2\n1 Troop: 3 Challenger 2\nSupport: 1 Milan"
    assert counts(text, get_ruleset("mbt2020")) == [
        ("Squadron HQ", [("Challenger 2", 1)]),
        ("1 Troop", [("Challenger 2", 3)]),
        ("Support", [("Milan", 1)]),
    ]


def test_boxes_that_are_not_ticked_are_no_units() -> None:
    text = "[x] 5 Challenger 2\n- [x] 1 Ajax\n[ ] 2 Warrior"
    assert counts(text) == [("", [("Challenger 2", 5), ("Ajax", 1)])]
    assert [str(each) for each in read_list(text).remarks] == ["2 Warrior: This is not ticked, so it was not read."]
    assert counts("[ ] 5 Challenger 2\n[ ] 1 Ajax") == [("", [("Challenger 2", 5), ("Ajax", 1)])]


def test_units_that_are_not_ticked_may_be_chosen() -> None:
    read = read_list("Tanks:\n[x] 4 Challenger 2\n\nOthers:\n[x] 1 Warrior\n[ ] **3 Ajax**\n[ ] paint the bases")
    assert [(each.place, each.units, each.group) for each in read.lost] == [("3 Ajax", 3, 1)]
    assert [each.place for each in read.remarks] == ["3 Ajax", "paint the bases"]
    chosen = mended(read, {"mend-0": "troop_type/ajax"}).loaded.force
    assert [len(group.units) for group in chosen.groups] == [4, 4]


def test_units_not_ticked_are_chosen_for_the_group_they_stood_in() -> None:
    lines = ("[ ] 2 Ajax", "Tanks", "☑ 4 Challenger 2", "⬜ 2 Warrior", "Reserve", "- [ ] 1 T-80", "Others", "☑ 1 Ajax")
    read = read_list("\n".join(lines))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Tanks", 4), ("Others", 1)]
    assert [each.place for each in read.lost] == ["2 Ajax", "2 Warrior", "1 T-80"]
    choices = {"mend-0": "troop_type/ajax", "mend-1": "troop_type/warrior", "mend-2": "troop_type/t-80"}
    chosen = mended(read, choices).loaded.force
    assert [(group.name, [unit.spec.vehicle for unit in group.units]) for group in chosen.groups] == [
        ("Tanks", [*["challenger-2"] * 4, *["ajax"] * 2, *["warrior"] * 2]),
        ("Others", ["ajax"]),
        ("Reserve", ["t-80"]),
    ]


def test_a_line_inside_a_unit_not_ticked_changes_no_other_unit() -> None:
    read = read_list("[x] 4 Challenger 2\n[ ] 1 Ajax\n    BGHQ\n[x] 1 Warrior")
    assert {unit.spec.hq for _, unit in read.loaded.force.units()} == {False}
    assert [str(each) for each in read.remarks] == [
        "1 Ajax: This is not ticked, so it was not read.",
        "BGHQ: This line was not understood.",
    ]


def test_a_unit_said_of_another_is_lost_and_may_be_chosen() -> None:
    read = read_list("6 Rifleman with an Officer\n2 Marksman on foot", get_ruleset("forum-combat"))
    assert [(each.place, each.units, each.likely) for each in read.lost] == [
        ("6 Rifleman with an Officer", 1, "unit/officer")
    ]


def test_no_entry_is_likely_where_several_have_its_name() -> None:
    game = get_ruleset("forum-combat")
    officer = game.catalogue.get("unit", "officer")
    assert officer is not None
    catalogue = game.catalogue.with_entries([replace(officer, key="officer-2")])
    read = read_list("6 Rifleman with an officer\n2 Oficer", replace(game, catalogue=catalogue))
    assert [(each.place, each.likely) for each in read.lost] == [("6 Rifleman with an officer", ""), ("2 Oficer", "")]


def test_many_units_of_many_models_are_told() -> None:
    read = read_list("12 Hivers (large)\n3 Marines\n1 Light tank", get_ruleset("forge-of-war"))
    assert [str(each) for each in read.remarks] == [
        "12 Hivers (large): This was read as 12 units of 20 figures each. "
        "For one unit of 12, write “12 figures” after its name."
    ]
    assert (read.lost, read.has_all_units) == ((), True)
    chosen = mended(read, {"mend-0": "one"})
    assert [unit.spec.figures for _, unit in chosen.loaded.force.units()] == [12, 10, 10, 10, 1]
    assert [*map(str, chosen.remarks)] == ["12 Hivers (large): You chose one unit of 12 figures."]
    one = read_list("Hivers (large) 12 figures\n3 Marines", get_ruleset("forge-of-war"))
    assert [unit.spec.figures for _, unit in one.loaded.force.units()] == [12, 10, 10, 10]


def test_costs_in_points_are_left_out_and_named_once() -> None:
    text = (
        "Tanks (960 pts)\nChallenger 2 x8 – 960 pts\n2 Warrior @ 60 pts each = 120\nAjax [60 points]\nTotal: 1140 pts"
    )
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 1)])]
    read = read_list(text)
    assert [each.place for each in read.remarks if each.left_out] == ["960 pts", "Total: 1140 pts"]
    assert read.lost == ()


def test_two_columns_and_units_behind_signs_are_read() -> None:
    text = "8 Challenger 2        6 Warrior\n1 Ajax                2 Milan\n3 Leclerc + 1 AMX-30\n1 MLRS / 1 Apache"
    assert counts(text)[0][1] == [
        *[("Challenger 2", 8), ("Warrior", 6), ("Ajax", 1), ("Milan", 2)],
        *[("Leclerc", 3), ("AMX-30", 1), ("MLRS", 1), ("Apache", 1)],
    ]


@pytest.mark.parametrize(
    "written", ["BGHQ {}", "BGHQ: {}", "1x BGHQ {}", "BGHQ - {}", "1 BGHQ {}", "{} (BGHQ)", "BGHQ 1x {}"]
)
def test_a_role_before_a_name_that_the_game_knows_is_set(written: str) -> None:
    read = read_list(f"2 Ajax\n{written.format('Warrior')}\n3 Warrior")
    assert [unit.spec.hq for _, unit in read.loaded.force.units()] == [False, False, True, False, False, False]
    assert (read.remarks, [group.name for group in read.loaded.force.groups]) == ((), [""])


@pytest.mark.parametrize("written", ["HQ {}", "Cmd {}", "CO: {}", "1x CO {}", "Sgt. {}", "Troop leader {}", "2IC – {}"])
def test_a_rank_before_a_name_is_named_and_keeps_the_unit(written: str) -> None:
    line = written.format("Challenger 2")
    read = read_list(f"Tanks\n{line}\n2 Ajax")
    assert counts(f"Tanks\n{line}\n2 Ajax") == [("Tanks", [("Challenger 2", 1), ("Ajax", 2)])]
    rank = written.partition("{")[0].removeprefix("1x ").strip(" :–.").lower()
    assert [str(each) for each in read.remarks if each.left_out] == [
        f"{' '.join(line.split())}: This was not understood: {rank}"
    ]


def test_a_word_that_is_a_unit_of_the_game_is_no_rank() -> None:
    read = read_list("Game: Forum Combat\nOfficer Rifleman\n3 Rifleman")
    assert [(each.place, each.left_out) for each in read.remarks] == [("Officer Rifleman", True)]


def test_each_cost_of_a_line_is_named() -> None:
    read = read_list("Tanks\n8 Challenger 2 - 100 points (5 points)")
    assert any("100 points, 5 points" in str(each) for each in read.remarks)


def test_a_group_of_headquarters_is_no_rank() -> None:
    text = "HQ: 1 Challenger 2\nCommand: Ajax, 2 Warrior\nTanks: 3 Challenger 2, 1 Ajax"
    assert [group[0] for group in counts(text)] == ["HQ", "Command", "Tanks"]


def test_a_list_may_go_on_with_more_of_its_units() -> None:
    lines = ["2 Challenger 2", "7 more Challenger 2s", "another 3 Warriors", "plus 2 Ajax", "and also an Apache"]
    assert counts("\n".join(lines)) == [("", [("Challenger 2", 9), ("Warrior", 3), ("Ajax", 2), ("Apache", 1)])]


@pytest.mark.parametrize(
    "headings", [("1st Bn", "2nd Bn"), ("A Coy", "B Coy"), ("1 Troop", "2 Troop"), ("No. 1 Section", "No. 2 Section")]
)
@pytest.mark.parametrize("way", ["{}", "- {}", "  {}", "  - {}"])
def test_a_group_with_its_number_is_no_unit(headings: tuple[str, str], way: str) -> None:
    lines = [headings[0], way.format("8 Challenger 2"), way.format("1 Ajax"), headings[1], way.format("6 Warrior")]
    text = "\n".join(lines)
    assert counts(text) == [(headings[0], [("Challenger 2", 8), ("Ajax", 1)]), (headings[1], [("Warrior", 6)])]
    assert len(read_list(text).remarks) == 2


@pytest.mark.parametrize(
    "heading",
    ["Gefechtsgruppe 1", "Panzerzug 2", "Compagnie B", "Pelotón 1", "Reserves", "Pelotão 1", "Drużyna 1", "Escouade 2"],
)
def test_a_heading_in_another_language_is_a_group(heading: str) -> None:
    text = f"2 Leclerc\n{heading}\n6 Warrior\nAjax"
    assert counts(text)[1:] == [(heading, [("Warrior", 6), ("Ajax", 1)])]


def test_a_heading_may_stand_above_a_unit_with_a_typing_error() -> None:
    read = read_list("Tanks\n3 Chalenger 3\n2 Warrior\n1 Ajax")
    assert [group.name for group in read.loaded.force.groups] == ["Tanks"]
    assert [each.place for each in read.lost] == ["3 Chalenger 3"]


def test_headings_in_capitals_and_counts_behind_dots_are_read() -> None:
    text = "TANKS\nCHALLENGER 2 .... 8\nAJAX .... 1\nFOOT\nINF+ PDA .... 1\nINF+ LAS ....... 3\nINF+ PDA 2"
    assert counts(text) == [
        ("TANKS", [("Challenger 2", 8), ("Ajax", 1)]),
        ("FOOT", [("INF+ PDA", 3), ("INF+ LAS", 3)]),
    ]


def test_the_units_of_a_sentence_are_read_and_its_other_words_named() -> None:
    text = "I bring eight Challenger 2, six Warriors with 2 Ajax; and 1x Apache. see you saturday!"
    assert counts(text) == [("", [("Challenger 2", 8), ("Warrior", 6), ("Ajax", 2), ("Apache", 1)])]
    assert [each.place for each in read_list(text).remarks if each.left_out] == ["I bring", "see you saturday!"]
    assert counts("Tanks: 8 Challenger 2. cheers\nThen I add 2 Ajax.") == [
        ("Tanks", [("Challenger 2", 8), ("Ajax", 2)])
    ]


@pytest.mark.parametrize("way", ["{i}. {u} x{n}", "{i}) {n} {u}", "{i}. {u} ({n})"])
def test_numbers_that_run_on_number_lines_with_any_name(way: str) -> None:
    text = "\n".join(way.format(i=place, u=name, n=number) for place, (name, number) in enumerate(STANDS, 1))
    assert counts(text) == [("", list(STANDS))]
    assert read_list(text).remarks == ()


@pytest.mark.parametrize("way", ["{u} ({n})", "{u}: {n}", "{u} – {n}", "{u} .... {n}"])
def test_a_count_in_words_may_stand_behind_a_name(way: str) -> None:
    listed = [("Challenger 2", "eight"), ("INF+ PDA", "two"), ("Apache", "a pair")]
    text = "\n".join(way.format(u=name, n=number) for name, number in listed)
    assert counts(text) == [("", [("Challenger 2", 8), ("INF+ PDA", 2), ("Apache", 2)])]


def test_costs_with_decimals_are_left_out() -> None:
    text = "8x Challenger 2 à 37,50 Punkte = 300,00 Punkte\n2 Ajax je 1.250,5 Pkt\nSumme: 900,00 Punkte"
    assert counts(text) == [("", [("Challenger 2", 8), ("Ajax", 2)])]
    assert read_list(text).lost == ()


def test_headings_with_pictures_and_marks_in_each_other_are_groups() -> None:
    text = "**__Sunday__**\n🪖 **Front line**\n> 8x Challenger 2 ✅\n🚁 **Support**\n> 2x Apache in reserve"
    assert [group[1] for group in counts(text)] == [[("Challenger 2", 8)], [("Apache", 2)]]
    read = read_list(text)
    assert read.loaded.force.name == "Sunday"
    assert [str(each) for each in read.remarks if each.left_out] == [
        "2x Apache in reserve: This was not understood: in reserve"
    ]


def test_the_name_below_a_greeting_is_no_group() -> None:
    read = read_list("8 Challenger 2\n2 Warrior\n\nKind regards,\nTom\n-- \nSent from my phone")
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert "Tom" in [each.place for each in read.remarks if each.left_out]


def test_quoted_names_may_have_words_that_set_something() -> None:
    assert counts("– 2 of “INF+ PDA”\nINF+ PDA X 2\n8 “Challenger 2”") == [("", [("INF+ PDA", 4), ("Challenger 2", 8)])]


def test_what_a_unit_is_for_may_stand_before_its_name() -> None:
    read = read_list("1 x BGHQ (Challenger 2)\n2 Warrior")
    assert [unit.spec.hq for _, unit in read.loaded.force.units()] == [True, False, False]


def test_a_group_may_stand_before_a_dash() -> None:
    text = "Squad A - 8 x Rifleman, 1 x Officer\nSquad B – 6 x Assault Trooper"
    read = read_list(text)
    assert [group.name for group in read.loaded.force.groups] == ["Squad A", "Squad B"]
    assert sum("name of a group" in each.message for each in read.remarks) == 2


def test_the_quoted_mail_of_a_list_is_read() -> None:
    mail = ["Hi Sam,", "", "8 Challenger 2", "2 Warrior", "1 Ajax", "Cheers", "Bob"]
    text = "\n".join(
        ["Hi Bob,", "", "see you.", "", "On Sat, Bob <b@example.org> wrote:", *(f"> {line}" for line in mail)]
    )
    read = read_list(text)
    assert sum(1 for _ in read.loaded.force.units()) == 11
    assert read.lost == ()
    assert [each.place for each in read.remarks][-2:] == ["Cheers", "Bob"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Tanks: 8 Challenger 2, 3\nWarrior, 2 Leopard\n2A4",
            [("Challenger 2", 8), ("Warrior", 3), ("Leopard 2A4", 2)],
        ),
        (
            "8 Challenger 2, 2 Self-propelled gun\nup to 155 mm",
            [("Challenger 2", 8), ("Self-propelled gun up to 155 mm", 2)],
        ),
        ("1 Ajax, INF+ PDA x1, T-80\nx2, 1 Leopard\n2", [("Ajax", 1), ("INF+ PDA", 1), ("T-80", 2), ("Leopard 2", 1)]),
    ],
)
def test_a_unit_that_the_end_of_a_line_broke_is_whole(text: str, expected: list[tuple[str, int]]) -> None:
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020"))[0][1] == expected
    assert read.remarks == ()


def test_a_longer_name_over_two_lines_is_no_shorter_one() -> None:
    text = "Left: 2 Assault Trooper, 6 Raider\nBoss, 1 Rifleman, Garrison\n2 Officer"
    game = get_ruleset("forum-combat")
    read = read_list(text, game)
    profiles = [unit.spec.profile for _, unit in read.loaded.force.units()]
    assert "raider-boss" in profiles or "raider_boss" in profiles
    assert "raider" not in profiles


def test_a_size_above_units_is_not_the_count_of_the_first() -> None:
    for heading in ("Tanks 8", "Total: 24", "Points: 99", "Tanks, 8"):
        read = read_list(f"Game: MBT 2020\n1 Ajax\n{heading}\nChallenger 2\n2 Warrior")
        assert sum(1 for _ in read.loaded.force.units()) == 4, heading


def test_a_name_with_a_word_between_names_is_one_unit() -> None:
    text = "2 Garrison and Conscript Troops, 1 Marines and 3 Light tanks"
    assert counts(text) == [("", [("Garrison and Conscript Troops", 2), ("Marines", 1), ("Light tank", 3)])]


@pytest.mark.parametrize(
    "written",
    [
        "~~{}~~",
        "- ~~{}~~",
        "[s]{}[/s]",
        "[strike]{}[/strike]",
        "<s>{}</s>",
        "<del>{}</del>",
        "[s]\n{}\n[/s]",
        "struck",
        "❌ {}",
        "- 🚫 {}",
        "✗ {}",
    ],
)
def test_crossed_out_units_are_named_and_not_read(written: str) -> None:
    out = "\u0336".join("3 Ajax ") if written == "struck" else written.format("3 Ajax")
    text = f"8 Challenger 2\n{out}\n2 Warrior"
    assert counts(text) == [("", [("Challenger 2", 8), ("Warrior", 2)])]
    assert [str(each) for each in read_list(text).remarks] == ["3 Ajax: This is crossed out, so it was not read."]


@pytest.mark.parametrize(
    "line",
    [
        "not taking 2 Ajax",
        "maybe 2 Ajax later",
        "I dropped 2 Ajax",
        "against 2 Ajax",
        "ohne 2 Ajax",
        "no 2 Ajax",
        "Ajax or T-80",
    ],
)
def test_units_that_may_not_be_meant_are_named(line: str) -> None:
    read = read_list(f"8 Challenger 2\n{line}\n2 Warrior")
    assert counts(f"8 Challenger 2\n{line}\n2 Warrior") == [("", [("Challenger 2", 8), ("Warrior", 2)])]
    assert any(line in each.place for each in read.remarks if each.left_out)


ENDS = (
    "-- \nTom Miller\n12 High Street",
    "Cheers, Tom",
    "Cheers,\nTom",
    "Sent from my iPhone 12",
    "Posted by Tank_Tom on 12 May 2026",
    "Viele Grüße\nStefan",
    "Cordialement,\nPierre",
    "See you\nTom",
    "24 stands in total",
    "On Tue, 12 May 2026 at 14:02, Tom <tom@example.org> wrote:\n> what do you bring?",
)


@pytest.mark.parametrize("end", ENDS)
def test_what_ends_a_mail_or_a_post_is_named_and_no_unit(end: str) -> None:
    text = f"Tanks:\n8 Challenger 2\n2 Warrior\n\n{end}"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2)])]
    read = read_list(text)
    assert read.lost == ()
    said = [" ".join(line.strip("> ").split()) for line in end.split("\n") if line.strip("- ")]
    assert [each.place for each in read.remarks if each.left_out] == said


def test_counts_behind_a_unit_do_not_speak_against_its_game() -> None:
    text = "8x Challenger 2 (45pts each, 360 total)\n2 Warrior, 2 trailers, 1 crane\n1 Ajax [1 net, 2 flags, 3 drums]"
    assert counts(text) == [("", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 1)])]


@pytest.mark.parametrize(
    "text",
    [
        "1x Captain, 3x Cannon Cyber on foot, 7x Priest, 1x Archer Royal, 5x Dragon Scout",
        "6x Walker, 5x Tau of Chaos, 9x Grey Ogre, 2x Giant Team Boyz",
        "Captain in Terminator Armour\nLieutenant with Jump Pack\nOrcs",
        "2 Captain on Bike\nChampion in Gravis Armour",
    ],
)
def test_names_that_begin_like_ours_are_no_army(text: str) -> None:
    with pytest.raises(BadFile, match="Write one line for each unit"):
        read_list(text)
    read = read_list(f"Game: WarStrike\n{text}")
    assert [each for each in read.remarks if each.left_out]


def test_parts_of_a_web_page_are_a_list() -> None:
    table = "<table><tr><td>Ajax</td><td>3</td></tr></table>"
    text = f"<h3>Tanks</h3><ul><li>8 Challenger 2</li><li>2 Warrior</li></ul>{table}"
    assert counts(text) == [("Tanks", [("Challenger 2", 8), ("Warrior", 2), ("Ajax", 3)])]


TEXTS = ("opponent", "markdown", "discord", "bbcode", "line")


@pytest.mark.parametrize("slug", TEXTS)
@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_each_unit_of_our_texts_is_read_or_named(ruleset: AnyRuleset, slug: str) -> None:
    loaded = LoadedArmy(ruleset, ruleset.demo())
    if (ruleset.slug, slug) == ("forge-of-war", "line"):
        pytest.skip("its units have only the names of their player")
    read = read_list(format_of(slug).write(loaded).decode(), ruleset)
    titles = [ruleset.row(unit, group, loaded.context).title.casefold() for group, unit in loaded.force.units()]
    context = read.loaded.context
    found = [ruleset.row(unit, group, context).title.casefold() for group, unit in read.loaded.force.units()]
    missing = [title for title in titles if title not in found]
    assert all(any(title in each.place.casefold() for each in read.lost) for title in missing)
    assert len(found) + sum(each.units for each in read.lost) == len(titles)
    assert [group.name for group in read.loaded.force.groups] == [group.name for group in loaded.force.groups]


@pytest.mark.parametrize("slug", TEXTS)
def test_units_with_names_and_roles_keep_kind_and_number(slug: str) -> None:
    game = get_ruleset("forum-combat")
    loaded = LoadedArmy(game, game.demo())
    read = read_list(format_of(slug).write(loaded).decode(), game)
    assert (read.loaded.unit_count, read.lost) == (loaded.unit_count, ())
    profiles = [[unit.spec.profile for unit in group.units] for group in read.loaded.force.groups]
    assert profiles == [[unit.spec.profile for unit in group.units] for group in loaded.force.groups]


def test_a_text_of_the_opponent_brings_back_what_it_says() -> None:
    game = get_ruleset("mbt2020")
    loaded = LoadedArmy(game, game.demo()).for_opponent
    read = read_list(format_of("opponent").write(loaded).decode())
    assert read.remarks == ()
    assert read.loaded.force.with_ids() == loaded.force.with_ids()


def test_a_text_without_units_is_refused_with_an_example() -> None:
    for text in ("Hello", "Captain,\nmy captain.\nOrcs are coming\nto town\n", "8 Orcs\n12 Elves", ""):
        with pytest.raises(BadFile, match="Write one line for each unit, for example “8 "):
            read_list(text)


def test_a_list_that_fits_two_games_is_asked_for() -> None:
    with pytest.raises(UnclearGame) as asked:
        read_list("2 Captain\n2 Ajax\n")
    assert [game.slug for game in asked.value.games] == ["mbt2020", "warstrike"]
    assert counts("Game: WarStrike\n2 Captain\n2 Ajax\n") == [("", [("Captain", 2)])]


# --- everyday damage over random armies --------------------------------------------------------------


def _typo(name: str, drawn: random.Random) -> str:
    """A name with a wrong letter."""
    at = drawn.choice([place for place, letter in enumerate(name) if letter.isalpha()])
    return f"{name[:at]}ж{name[at + 1 :]}"


DAMAGES = (
    lambda line, drawn: line,
    lambda line, drawn: line,
    lambda line, drawn: f"> {line}",
    lambda line, drawn: f"{drawn.choice('-•*–')} {line}",
    lambda line, drawn: line.replace(" ", "\u00a0"),
    lambda line, drawn: line.replace("-", "–").replace("'", "’"),
    lambda line, drawn: line.upper(),
    lambda line, drawn: f"{line} ",
    lambda line, drawn: line.replace("×", "&times;"),
    lambda line, drawn: f"{line} ({drawn.randint(1, 900)} pts)",
    lambda line, drawn: f"{line} – {drawn.randint(1, 900)} points",
    lambda line, drawn: f"{line} @ {drawn.randint(1, 900)}",
    lambda line, drawn: f"{line} {drawn.choice(['up on the hill', 'in reserve', '(painted)', '// new', '👍'])}",
    lambda line, drawn: f"{line}\n~~3 Quillon~~",
)
CHATS = (
    "[14:02, 3/1/2026] Quillon: {}",
    "[03.01.26, 14:02:11] Quillon: {}",
    "03/01/2026, 14:02 - Quillon: {}",
    "14:02 <quillon> {}",
    "Quillon — Today at 14:02\n{}",
    "Quillon, [03.01.2026 14:02]\n{}",
    "Quillon  2:02 PM\n{}",
)
"""How chats begin a message of a sender whom no unit resembles."""
HEADINGS = ("Wardens", "Yeomanry", "Lancers of Zug")


@settings(max_examples=150)
@given(st.sampled_from(all_rulesets()), st.randoms(use_true_random=False))
def test_damaged_lines_are_their_units_or_are_named(ruleset: AnyRuleset, drawn: random.Random) -> None:
    kinds = [kind for kind in ruleset.kinds if kind.enlist and ruleset.catalogue.of_kind(kind.slug)]
    lines, expected = [f"Game: {ruleset.title}"], []
    chat = drawn.choice(CHATS) if drawn.random() < 0.2 else "{}"
    for _ in range(drawn.randint(1, 12)):
        if drawn.random() < 0.15:
            lines.append(drawn.choice((*MARKED, *UNMARKED)).format(drawn.choice(HEADINGS)))
        kind = drawn.choice(kinds)
        entry = drawn.choice(ruleset.catalogue.of_kind(kind.slug))
        number = drawn.randint(1, 12)
        name = entry.name if drawn.random() < 0.8 else _typo(entry.name, drawn)
        written = drawn.choice(DAMAGES)(drawn.choice(WAYS).format(n=number, u=name), drawn)
        lines.append(chat.format(written))
        assert kind.enlist is not None
        expected.append((written.partition("\n")[0], kind.several(kind.enlist(entry), number)))
    lines += drawn.choice([[], [], ["", drawn.choice(ENDS)]])
    try:
        read = read_list("\n".join(lines))
    except BadFile:
        assert not any(each[1] for each in expected if "ж" not in each[0].lower()), lines
        return
    specs = [unit.spec for _, unit in read.loaded.force.units()]
    named = "\n".join(re.sub(r"\W", "", each.place).casefold() for each in read.remarks)

    def is_named(written: str) -> bool:
        return re.sub(r"\W", "", _text_of(written)).casefold() in named

    for written, units in sorted(expected, key=lambda each: (is_named(each[0]), "ж" in each[0].lower())):
        for spec in units:
            if spec in specs:
                specs.remove(spec)
            else:
                assert is_named(written), (written, lines, read.remarks)
    assert not specs, (lines, specs, read.remarks)
    for group in read.loaded.force.groups:
        is_heading = not group.name or any(heading in group.name for heading in HEADINGS)
        assert "quillon" not in group.name.casefold()
        assert is_heading or re.sub(r"\W", "", group.name).casefold() in named, (group.name, read.remarks)


_COST = re.compile(r"(?: \([0-9]+ pts\)| – [0-9]+ points| @ [0-9]+)$")


def _text_of(written: str) -> str:
    """What a remark repeats of a line: neither marks nor a cost."""
    return re.sub(r"\[/?[b*x]\]|&times;|^> |\|", "", _COST.sub("", written), flags=re.IGNORECASE)


SECTIONS = (("1st Section", [("Challenger 2", 6), ("Ajax", 1)]), ("Warband", [("Warrior", 4), ("Milan", 2)]))
SUMS = (("Royal Tanks", [("Challenger 2", 6), ("Ajax", 1)]), ("Fusiliers", [("Warrior", 4), ("Milan", 3)]))
HEADING_WAYS = (
    "{g}",
    "🔵 {g}",
    "{g} 💪",
    "**{g}**",
    "***{g}*** (121 pts)",
    "{g} (done)",
    "{g} (box no. 4)",
    "{g} (Maj. Shah):",
    "{g} --> black case",
    "Section 1: {g}",
    "BOX B: {g}",
    "Battle group 2 - {g}",
    "{g}, made up of",
)


@pytest.mark.parametrize("way", HEADING_WAYS)
def test_a_heading_may_have_more_than_its_name(way: str) -> None:
    blocks = ["\n".join((way.format(g=name), *(f"{n} {u}" for u, n in units))) for name, units in SECTIONS]
    assert counts("\n\n".join(["My list", *blocks]), get_ruleset("mbt2020")) == [*SECTIONS]


@pytest.mark.parametrize("way", HEADING_WAYS)
def test_what_stands_beside_a_heading_is_kept(way: str) -> None:
    text = f"{way.format(g='Warband')}\n4 Warrior"
    read = read_list(f"My list\n\n{text}", get_ruleset("mbt2020"))
    (group,) = read.loaded.force.groups
    beside = re.search(r"\((?!121)(.*)\)|> (.*)|^(.* [12B])(?::| -)", way)
    assert group.notes == (next(filter(None, beside.groups())) if beside else "")


@pytest.mark.parametrize(
    "way", ["{g} has {u}.", "My {g} will be {u}", "{g} - {u}", "{g} (Lt. Ferris): {u}", "Section 2: {g}\nUnits: {u}"]
)
def test_a_group_may_stand_before_its_units(way: str) -> None:
    lines = [way.format(g=name, u=", ".join(f"{n} {u}" for u, n in units)) for name, units in SECTIONS]
    assert counts("\n\n".join(["My list", *lines]), get_ruleset("mbt2020")) == [*SECTIONS]


def test_trays_inside_of_a_box_are_no_groups() -> None:
    text = "Box 1 - Alpha\n  tray 1: 6 Challenger 2\n  loose: 1 Ajax\n\nBox 2 - Bravo\n  tray 1: 2 Warrior"
    read = read_list(f"Packed\n\n{text}", get_ruleset("mbt2020"))
    assert counts(f"Packed\n\n{text}", get_ruleset("mbt2020")) == [
        ("Alpha", [("Challenger 2", 6), ("Ajax", 1)]),
        ("Bravo", [("Warrior", 2)]),
    ]
    assert [each.place for each in read.remarks if "not read as the name" in each.message] == [
        "tray 1",
        "loose",
        "tray 1",
    ]


def test_a_message_may_begin_with_a_heading() -> None:
    text = (
        "[14/03/2026, 21:04] Dave: evening mate\n[14/03/2026, 21:05] Dave: 1st Section\n6 Challenger 2\n1 Ajax\n"
        "[14/03/2026, 21:07] Dave: *Warband* 💥\n4 Warrior\n2 Milan\n[14/03/2026, 21:09] Dave: see you\n"
    )
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]
    assert not read_list(text, get_ruleset("mbt2020")).lost


def test_a_heading_without_units_is_named() -> None:
    text = "# My list\n\n**Forces**\n\n## Alpha\n6 Challenger 2\n\n-----Original Message-----\nFrom: Sam\n"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [("Alpha", [("Challenger 2", 6)])]
    assert [each.place for each in read.remarks if "no units below" in each.message] == [
        "Forces",
        "Original Message",
    ]


@pytest.mark.parametrize(
    "text", ["24 units. Paint the bases!", "Jo", "TABLE NO: 5", "Player name: Dave Hartley", "Signature: D. Hartley"]
)
def test_a_remark_around_a_list_names_no_units(text: str) -> None:
    for written in (f"{text}\n\n6 Challenger 2\n1 Ajax", f"My list\n\n6 Challenger 2\n1 Ajax\n\n{text}"):
        read = read_list(written, get_ruleset("mbt2020"))
        assert read.has_all_units
        assert read.loaded.title == text or text in [each.place for each in read.remarks]


def test_a_nickname_in_quotes_is_named() -> None:
    read = read_list('HQ\n1 Captain "Red" Mallory\ntwo lots of Scouts', get_ruleset("warstrike"))
    assert [unit.spec.profile for _, unit in read.loaded.force.units()] == ["Captain", "Scouts", "Scouts"]
    assert "red mallory" in " ".join(map(str, read.remarks))


@pytest.mark.parametrize(
    "remark",
    [
        "We lost 3 Challenger 2 in turn 2.",
        "Tom brought 8 T-80 and 4 BTR series.",
        "The company (Maj. Hall) leads with two Ajax.",
        "Should I take 2 Apache?",
    ],
)
def test_a_sentence_below_a_list_adds_no_units(remark: str) -> None:
    text = f"Alpha\n5 Challenger 2\n2 Ajax\n\n{remark}\n"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [("Alpha", [("Challenger 2", 5), ("Ajax", 2)])]
    assert remark in [each.place for each in read.remarks if each.left_out]


def test_sentences_of_a_paragraph_have_a_group_each() -> None:
    text = "My 1st Section has six Challenger 2 and an Ajax. The Warband has four Warriors and two Milans."
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]


@pytest.mark.parametrize(
    "way",
    [
        "{g}: 6 {a} und {n} {b}",
        "{g} | 6 {a} | {n} {b}",
        "- Red case: {g} (6 {a}, {n} {b})",
        "[{g}]\n6 {a}\n{n} {b}",
        "[b]{g}[/b] [i](late)[/i]\n6 {a}\n{n} {b}",
        "{g} (Martin)\n--------\n6 {a}\n{n} {b}",
    ],
)
def test_groups_are_written_in_many_ways(way: str) -> None:
    lines = (("1st Section", "Challenger 2", 1, "Ajax"), ("Warband", "Warrior", 2, "Milan"))
    text = "\n\n".join(way.format(g=group, a=first, n=number, b=second) for group, first, number, second in lines)
    assert counts(f"# My list\n\n{text}", get_ruleset("mbt2020")) == [
        ("1st Section", [("Challenger 2", 6), ("Ajax", 1)]),
        ("Warband", [("Warrior", 6), ("Milan", 2)]),
    ]


def test_a_form_names_its_game_beside_other_fields() -> None:
    text = "Player: Kasia          Club: Poznan\nGame: MBT 2020          Points: 855\n\n6 Challenger 2\n"
    assert read_list(text).loaded.unit_count == 6


def test_a_title_stands_above_the_first_heading() -> None:
    text = "My army ✏️\n☑️ 1st Section ☑️\n6 x Challenger 2\n1 x Ajax\n☑️ Warband ☑️\n4 x Warrior\n2 x Milan"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]
    assert read.loaded.title == "My army ✏️"


@pytest.mark.parametrize("head", ["Dave\n — Yesterday at 22:41", "Dave — Today at 19:03"])
def test_a_sender_may_stand_above_the_time(head: str) -> None:
    text = f"{head}\n1st Section\n6 Challenger 2\n1 Ajax\n\n{head}\n_Warband_\n4 Warrior\n2 Milan\n"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]
    assert [each.place for each in read.remarks if each.left_out] == ["Dave"]


def test_dashes_may_be_the_bullets_of_some_lines() -> None:
    text = "1st section\n-challenger 2 6\n-ajax 1\n\nwarband\n-warrior 4\n-milan 2\n\nbring snacks"
    assert [units for _, units in counts(text, get_ruleset("mbt2020"))] == [units for _, units in SECTIONS]


def test_a_name_in_the_plural_may_be_written_in_the_singular() -> None:
    read = read_list("1 marine leader\n6 marines", get_ruleset("forge-of-war"))
    assert "“marine leader” was read as Marine Leaders." in [each.message for each in read.remarks]
    assert not read.lost


@pytest.mark.parametrize(
    "text", ["24 models. Deal?", "Submitted: 2026-03-14 11:02", "Un saludo,", "You sent", "Qty\tPoints\tTotal"]
)
def test_words_around_a_list_are_no_lost_units(text: str) -> None:
    read = read_list(f"6 Challenger 2\n1 Ajax\n\n{text}", get_ruleset("mbt2020"))
    assert read.has_all_units
    assert " ".join(text.split()) in [each.place for each in read.remarks]


@pytest.mark.parametrize(
    "way",
    [
        "{g}\t{a}\t6\n{g}\t{b}\t{n}",
        "{g} - {a} x6\n{g} - {b} x{n}",
        "{g} -> {a} 6, {b} {n}",
        "{g} ... 55 pts\n6 {a} @10\n{n} {b} @25",
        "|-- {g}\n|   |-- 6x {a}\n|   `-- {n}x {b}",
        "{g}\nNewly painted!\n• {a} (6)\n• {b} ({n})",
        "{g}, that's 6 {a} and {n} {b}.",
        "{g}: 6 {a} {n} {b}",
    ],
)
def test_groups_are_read_line_by_line(way: str) -> None:
    lines = (("1st Section", "Challenger 2", 1, "Ajax"), ("Warband", "Warrior", 2, "Milan"))
    text = "\n\n".join(way.format(g=group, a=first, n=number, b=second) for group, first, number, second in lines)
    assert counts(f"My list\n\n{text}", get_ruleset("mbt2020")) == [
        ("1st Section", [("Challenger 2", 6), ("Ajax", 1)]),
        ("Warband", [("Warrior", 6), ("Milan", 2)]),
    ]


def test_groups_with_their_units_in_brackets_may_share_a_line() -> None:
    text = "1st Section (6 Challenger 2, 1 Ajax); Warband (4 Warrior, 2 Milan)"
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]


def test_nicks_in_angle_brackets_are_senders() -> None:
    text = "<lou> list?\n<martin> 1st Section: 6 Challenger 2, 1 Ajax\n<martin> Warband: 4 Warrior, 2 Milan"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [*SECTIONS]
    assert [each.place for each in read.remarks if each.left_out][:2] == ["lou", "martin"]


@pytest.mark.parametrize(
    "line",
    [
        "changes from v1: -1 Milan, +1 Warrior",
        "Without: 3 Warrior",
        "Opponent: 5 T-80, 1 Truck",
        "To do: paint 2 Milan, base 2 Ajax",
        "paint 2 Milan",
        "base 2 Ajax",
        "Shopping list: 2 Milan, 2 Ajax",
        "Still needs 2 Milan",
        "não levar: 2 Milan",
        "senza: 2 Milan",
        "bez: 2 Milan",
    ],
)
def test_units_that_are_not_in_the_army_are_not_read(line: str) -> None:
    text = f"Alpha\n6 Challenger 2\n1 Ajax\n\n{line}"
    assert counts(text, get_ruleset("mbt2020")) == [("Alpha", [("Challenger 2", 6), ("Ajax", 1)])]
    assert line in " ".join(map(str, read_list(text, get_ruleset("mbt2020")).remarks))


@pytest.mark.parametrize("indent", ["", "  ", "    "])
def test_notes_below_an_unknown_unit_name_no_group(indent: str) -> None:
    text = f"Alpha\n6 Challenger 2\n1 Orc\n{indent}Notes: 2 Milan are in the other box"
    read = read_list(text, get_ruleset("mbt2020"))
    assert counts(text, get_ruleset("mbt2020")) == [("Alpha", [("Challenger 2", 6)])]
    assert ("2 Milan" in read.loaded.force.groups[0].notes) == (not indent)


@pytest.mark.parametrize("text", [";", "6 Challenger 2\n2 Ajax\n;", "6 Challenger 2\n2 Ajax\n, ."])
def test_signs_alone_are_no_units(text: str) -> None:
    if "Ajax" in text:
        assert read_list(text, get_ruleset("mbt2020")).loaded.unit_count == 8
    else:
        with pytest.raises(BadFile):
            read_list(text, get_ruleset("mbt2020"))


def test_a_group_may_be_named_almost_like_a_unit() -> None:
    blocks = "Line\n4 Warrior\n\nAir\n2 Apache\n"
    assert counts(blocks) == [("Line", [("Warrior", 4)]), ("Air", [("Apache", 2)])]
    assert read_list("Line\n4 Warrior\n\nChallengr 3\n2 Apache\n1 Ajax", get_ruleset("mbt2020")).remarks


def test_parts_of_numbered_groups_are_bullets() -> None:
    text = "1. Line\n   1.1 Warrior x 4\n   1.2 Milan x 2\n2. Air\n   2.1 Apache x 2"
    assert counts(text) == [("Line", [("Warrior", 4), ("Milan", 2)]), ("Air", [("Apache", 2)])]


def test_tallies_and_columns_are_counts_and_groups() -> None:
    assert counts("Line\nWarrior  IIII\nMilan  II") == [("Line", [("Warrior", 4), ("Milan", 2)])]
    beside = "Line            Air\n4 x Warrior     2 x Apache\n2 x Milan"
    assert counts(beside) == [("Line", [("Warrior", 4), ("Milan", 2)]), ("Air", [("Apache", 2)])]


@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_a_heading_of_two_sorts_of_units_is_no_unit(gap: str) -> None:
    text = f"Line\n  4 Warrior{gap}Apaches and others\n  2 Apache"
    assert counts(text) == [("Line", [("Warrior", 4)]), ("Apaches and others", [("Apache", 2)])]


@pytest.mark.parametrize(
    "text",
    [
        "* My army\n** Line\n*** 4 Warrior\n** Air\n*** 2 Apache",
        "* Line\n** 4 Warrior\n* Air\n** 2 Apache",
        "▶ Line\n➤ Warrior ✖️4\n▶ Air\n➤ Apache ✖️2",
        "Line = Warrior*4\nAir = Apache*2",
        "Line\n┌─────────┬───┐\n│ Warrior │ 4 │\n└─────────┴───┘\n\nAir\n┌────────┬───┐\n│ Apache │ 2 │",
        "Line\n┌─────────┬───┐\n│ Warrior │ 4 │\n└─────────┴───┘\n\nAir\n│ Apache │ 2 │",
        "// Line\n4 Warrior\n\n// Air\n2 Apache",
        "【Line】\n・Warrior ×４\n【Air】\n・Apache ×２",
        "4 Warrior (Line)\n1 Apache (Air)\n1 Apache (Air)",
        "Line ..... 4\n  Warrior ... 4\nAir ...... 2\n  Apache ... 2",
        "__**Line**__\n:small_blue_diamond: 4x Warrior\n__**Air**__\n:small_blue_diamond: 2x Apache",
    ],
)
def test_outlines_and_chats_have_groups(text: str) -> None:
    assert counts(text, get_ruleset("mbt2020")) == [("Line", [("Warrior", 4)]), ("Air", [("Apache", 2)])]


def test_a_heading_of_two_sorts_may_stand_above_units_without_counts() -> None:
    text = "Walkers and Beasts\nWalker\nWar Beast\n\nInfantry\nRifle Section"
    groups = [("Walkers and Beasts", [("Walker", 1), ("War Beast", 1)]), ("Infantry", [("Rifle Section", 1)])]
    assert counts(text) == groups
    assert read_list(text).remarks[0].message == "“Walkers and Beasts” was read as the name of a group."
    units = "Walker and War Beast\nScouts\n\nInfantry\nRifle Section"
    assert counts(units)[0][1] == [("Walker", 1), ("War Beast", 1), ("Scouts", 1)]


def test_remarks_in_brackets_are_no_groups() -> None:
    text = "3 Ajax (painted)\n2 Warrior (recce)\n4 Challenger 2 (BGHQ)"
    assert counts(text) == [("", [("Ajax", 3), ("Warrior", 2), ("Challenger 2", 4)])]
    assert len(read_list(text).remarks) == 2


def test_what_is_counted_inside_a_unit_does_not_count_the_unit() -> None:
    text = "Line Infantry Troops [120 pts]: 10x Line Infantry, Assault Rifle\nBattle tank [300 pts]"
    assert counts(text) == [("", [("Line Infantry Troops", 1), ("Battle tank", 1)])]
    assert "10x" in " ".join(map(str, read_list(text).remarks))


def test_a_count_may_stand_behind_a_name_in_brackets() -> None:
    read = read_list("Capitão (Captain) - 1\nBesta (War Beast) - 2", get_ruleset("warstrike"))
    units = [(unit.name, unit.spec.profile) for _, unit in read.loaded.force.units()]
    assert units == [("Capitão", "Captain"), ("Besta", "War Beast"), ("Besta", "War Beast")]


def test_the_number_of_a_group_is_no_count_of_the_unit_behind_it() -> None:
    text = "Platoon 1 - Challenger 2 x4\nPlatoon 2 - Warrior x3, Ajax\nSquadron 3 - Leclerc\nTroop 4: Ajax x2"
    assert counts(text) == [
        ("Platoon 1", [("Challenger 2", 4)]),
        ("Platoon 2", [("Warrior", 3), ("Ajax", 1)]),
        ("Squadron 3", [("Leclerc", 1)]),
        ("Troop 4", [("Ajax", 2)]),
    ]


def test_a_group_may_have_units_without_a_count_behind_the_first() -> None:
    text = "Alpha - Challenger 2 ×4, Warrior ×3\nBravo - Leopard 2A4 ×6 & Ajax"
    assert counts(text) == [
        ("Alpha", [("Challenger 2", 4), ("Warrior", 3)]),
        ("Bravo", [("Leopard 2A4", 6), ("Ajax", 1)]),
    ]
