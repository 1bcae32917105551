"""Our own plain text, changed in an editor and imported again."""

import re
import textwrap
from collections import Counter
from dataclasses import replace

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.mending import mended
from armybuilder.interchange.text_edits import CHANGED, DAMAGED, KEPT, read_text
from armybuilder.interchange.texts import plain_lines, units_by_sort, write_text
from rulesets.core.declarations.house_rules import switches
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.rulesets.described.games import games_with
from tests.tiny_system.pebbles import RULESET, Beach, Pebble, Surface, Throwing


@pytest.fixture
def loaded(pebbles: AnyRuleset) -> LoadedArmy:
    """A beach of two piles, with notes and a setting."""
    pet = Unit("", Pebble("slate", Surface.SMOOTH), "Pet", "Round\n\nand flat")
    units = (Unit("", Pebble()), Unit("", Pebble()), pet)
    force = add_group(RULESET.new_force("Shore"), "First", RULESET.group(), units)
    force = add_group(force, "Second", RULESET.group(), (Unit("", Pebble("brick")),))
    return LoadedArmy(RULESET, replace(force, notes="Ebb", spec=Beach(2)))


def edited(loaded: LoadedArmy, *changes: tuple[str, str]) -> LoadedArmy:
    """The army of its text with some words replaced; nothing of it is left out."""
    text = write_text(loaded)
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    imported = read_text(text)
    assert imported.whole, imported.remarks
    assert imported.remarks[0].message == CHANGED
    return imported.loaded


def units(loaded: LoadedArmy) -> list[dict[str, int]]:
    return [dict(Counter(unit.name or unit.spec.stone for unit in group.units)) for group in loaded.force.groups]


@pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug)
def test_an_unchanged_text_is_its_army_even_quoted(ruleset: AnyRuleset) -> None:
    loaded = LoadedArmy(ruleset, ruleset.demo())
    quoted = "".join(f"> {line}" for line in write_text(loaded).splitlines(keepends=True))
    for text in (write_text(loaded), quoted, f"Hello,\n\n{write_text(loaded)}"):
        imported = read_text(text)
        assert (imported.loaded.force, imported.remarks) == (loaded.force, ())


def test_a_name_may_begin_with_the_mark_of_a_quote(loaded: LoadedArmy) -> None:
    first, second = loaded.force.groups
    force = replace(loaded.force, name="> Shore", groups=(replace(first, name=">"), replace(second, name=">> Last")))
    text = write_text(LoadedArmy(RULESET, force))
    for quote in ("", "> ", ">> "):
        imported = read_text("".join(f"{quote}{line}" for line in text.splitlines(keepends=True)))
        assert (encode_force(imported.loaded.force), imported.remarks) == (encode_force(force), ())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("2 × Flint", "5 × Flint", [{"flint": 5, "Pet": 1}, {"brick": 1}]),
        ("2 × Flint  Rough\n", "", [{"Pet": 1}, {"brick": 1}]),
        ("1 × Brick", "2 × Flint  Rough\n1 × Brick", [{"flint": 2, "Pet": 1}, {"flint": 2, "brick": 1}]),
        ("1 × Brick", "1 × Brick  Rough\n3 × Slate\n1 × Brick", [{"flint": 2, "Pet": 1}, {"brick": 2, "slate": 3}]),
        ("1 × Pet", "1 × Pet Rock", [{"flint": 2, "Pet Rock": 1}, {"brick": 1}]),
        ("First (", "Third (0 pebbles)\n-----\n\nFirst (", [{}, {"flint": 2, "Pet": 1}, {"brick": 1}]),
    ],
)
def test_the_lines_of_units_count(loaded: LoadedArmy, before: str, after: str, expected: list[dict[str, int]]) -> None:
    assert units(edited(loaded, (before, after))) == expected


def test_names_notes_and_settings_count(loaded: LoadedArmy) -> None:
    force = edited(
        loaded, ("Shore\n", "Coast\n"), ("Tide: 2", "Tide: 5"), ("Notes: Ebb", "Notes: Flood"), ("Second (", "Last (")
    ).force
    assert (force.name, force.spec.tide, force.notes) == ("Coast", 5, "Flood")
    assert [group.name for group in force.groups] == ["First", "Last"]
    first, last = encode_force(loaded.force)["groups"]
    assert encode_force(force)["groups"] == [first, {**last, "name": "Last"}]
    assert edited(loaded, ("Tide: 2\n", "")).force.spec.tide is None


WET = "House rule P-1: Do wet rough stones skip like smooth ones? yes\n"


@pytest.mark.parametrize(
    "line", [WET, "House rule P-1: yes\n", "house rule p-1: Do wet rough stones skip like smooth ones?  Yes.\n"]
)
def test_a_line_of_a_house_rule_adds_it(loaded: LoadedArmy, line: str) -> None:
    imported = edited(loaded, ("Tide: 2\n", f"Tide: 2\n{line}"))
    assert imported.force.house_rules == (("wet_stones", "on"),)
    assert imported.context.house.on("wet_stones")


def test_a_house_rule_is_changed_and_deleted_by_its_line(loaded: LoadedArmy) -> None:
    wet = LoadedArmy(RULESET, replace(loaded.force, house_rules=(("wet_stones", "on"),)))
    for after in ("", WET.replace("yes", "no")):
        imported = read_text(write_text(wet).replace(WET, after))
        assert encode_force(imported.loaded.force) == encode_force(loaded.force)
        assert [str(remark) for remark in imported.remarks] == [CHANGED, "House rule P-1: yes → no"]
    assert edited(wet, ("Tide: 2", "Tide: 3")).force.house_rules == (("wet_stones", "on"),)


def test_a_house_rule_keeps_its_reading_where_its_line_cannot_be_read(loaded: LoadedArmy) -> None:
    wet = LoadedArmy(RULESET, replace(loaded.force, house_rules=(("wet_stones", "on"),)))
    imported = read_text(write_text(wet).replace(WET, WET.replace("yes", "perhaps")))
    assert encode_force(imported.loaded.force) == encode_force(wet.force)
    assert [remark.message for remark in imported.remarks] == [
        "The line should end with one of the readings: “no”, “yes”."
    ]


@pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug)
def test_every_reading_of_every_house_rule_is_read_from_its_line(ruleset: AnyRuleset) -> None:
    loaded = LoadedArmy(ruleset, ruleset.demo())
    rulings = switches(ruleset.rulings)
    for place in range(max(len(ruling.keys) for ruling in rulings.values())):
        keys = {switch: ruling.keys[place % len(ruling.keys)] for switch, ruling in rulings.items()}
        other = replace(loaded.force, house_rules=tuple(keys.items()))
        lines = [line for line in plain_lines(LoadedArmy(ruleset, other)) if line.startswith("House rule ")]
        title, underline, *more = write_text(loaded).split("\n")
        imported = read_text("\n".join([title, underline, *lines, *more]))
        changed = {switch: key for switch, key in keys.items() if key != rulings[switch].default}
        assert imported.whole
        assert dict(imported.loaded.force.house_rules) == changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Tide: 2", "House rule P-2: yes\nTide: 2"),
        ("1 × Brick  Rough", "1 × Granite  Smooth"),
        ("1 × Brick  Rough", "1 × Brick  Wet"),
        ("1 × Brick  Rough", "1 × Brick Wet"),
        ("1 × Brick  Rough", "1 × Brick  Rough\n    Rounds: many"),
        ("1 × Brick  Rough", "1 × Brick  Rough\n    Rounds: 1; 2; 3; 4; 5; 6"),
        ("1 × Brick  Rough", "1 × Brick  Rough\n    Colour: red"),
        ("1 × Brick  Rough", "1 × Slate  Wet\n1 × Brick  Rough"),
        ("1 × Brick", "some Flint\n1 × Brick"),
        ("Tide: 2", "Tide: high"),
        ("Pebbles: 4", "Pebbles: 9"),
    ],
)
def test_what_cannot_be_read_is_named(loaded: LoadedArmy, before: str, after: str) -> None:
    imported = read_text(write_text(loaded).replace(before, after))
    (line,) = [remark.place for remark in imported.remarks if remark.left_out]
    assert " ".join(after.split()).startswith(line)


UNCLEAR = "The settings in this line are not clear. Change them here."


@pytest.mark.parametrize("after", ["1 × Brick  Smooth", "1 × Brick Smooth", "1 × Brick  Rough\n    Rounds: 3; 1"])
def test_other_settings_of_a_unit_are_named_and_kept(loaded: LoadedArmy, after: str) -> None:
    imported = read_text(write_text(loaded).replace("1 × Brick  Rough", after))
    assert encode_force(imported.loaded.force) == encode_force(loaded.force)
    assert [(remark.place, remark.message) for remark in imported.remarks] == [
        (" ".join(after.partition("\n")[0].split()), UNCLEAR)
    ]


def test_the_count_of_a_line_with_other_settings_counts(loaded: LoadedArmy) -> None:
    imported = read_text(write_text(loaded).replace("1 × Brick  Rough", "3 × Brick  Smooth"))
    assert units(imported.loaded) == [{"flint": 2, "Pet": 1}, {"brick": 3}]
    assert {unit.spec.surface for unit in imported.loaded.force.groups[1].units} == {"rough"}
    assert [remark.message for remark in imported.remarks if remark.left_out] == [UNCLEAR]


def test_a_name_alone_keeps_the_settings_of_its_units(loaded: LoadedArmy) -> None:
    first, second = loaded.force.groups
    flint, other, pet = first.units
    polished = replace(first, units=(replace(flint, spec=replace(flint.spec, polished=True)), other, pet))
    shiny = LoadedArmy(RULESET, replace(loaded.force, groups=(polished, second)))
    after = edited(shiny, ("2 × Flint  Rough", "3 × Flint")).force.groups[0].units
    assert [unit.spec.polished for unit in after] == [True, False, False, False]


def kinds(loaded: LoadedArmy) -> Counter[str]:
    """How many units have which name and settings."""
    return Counter(f"{unit.name} {unit.spec}" for _, unit in loaded.force.units())


def test_a_name_of_several_kinds_of_units_is_not_clear(loaded: LoadedArmy) -> None:
    first, second = loaded.force.groups
    smooth = Unit("", Pebble("flint", Surface.SMOOTH))
    mixed = LoadedArmy(RULESET, replace(loaded.force, groups=(replace(first, units=(*first.units, smooth)), second)))
    for before in ("", "3 × Flint\n"):
        text = write_text(mixed).replace("2 × Flint  Rough\n", before).replace("1 × Flint  Smooth", "4 × Flint")
        imported = read_text(text)
        assert kinds(imported.loaded) == kinds(mixed)
        assert [remark.place for remark in imported.lost] == [*before.splitlines(), "4 × Flint"]
    known = edited(mixed, ("2 × Flint  Rough", "3 × Flint"))
    assert [unit.spec.surface for unit in known.force.groups[0].units].count(Surface.ROUGH) == 3


def test_a_longer_name_of_the_catalogue_is_a_new_unit() -> None:
    game = get_ruleset("mbt2020")
    demo = game.demo()
    first, *others = demo.groups
    named = replace(first, units=(*first.units, replace(first.units[0], id="", name="Challenger")))
    loaded = LoadedArmy(game, replace(demo, groups=(named, *others)))
    line = next(line for line in plain_lines(loaded) if line.startswith("1 × Challenger  "))
    after = edited(loaded, (line, f"{line}\n3 × Challenger 2")).force.groups[0].units
    assert [unit.spec.vehicle for unit in after[-3:]] == ["challenger-2"] * 3
    assert len(after) == len(named.units) + 3


def test_the_lists_of_a_unit_are_kept(loaded: LoadedArmy) -> None:
    first, second = loaded.force.groups
    brick = replace(second.units[0], spec=replace(second.units[0].spec, rounds=(Throwing(3), Throwing(1))))
    listed = LoadedArmy(RULESET, replace(loaded.force, groups=(first, replace(second, units=(brick,)))))
    line = "    Rounds: 3; 1\n"
    for after, message in (
        ("    Rounds: 3; 2; 1\n", UNCLEAR),
        ("", "There is no line for Rounds. The values from the army code were kept."),
    ):
        assert line in write_text(listed)
        imported = read_text(write_text(listed).replace(line, after))
        assert encode_force(imported.loaded.force) == encode_force(listed.force)
        assert [remark.message for remark in imported.remarks] == [message]
    more = edited(listed, ("1 × Brick", "2 × Brick")).force.groups[1].units
    assert [[each.throws for each in unit.spec.rounds] for unit in more] == [[3, 1]] * 2


def test_other_signs_between_the_facts_of_a_unit_are_nothing() -> None:
    loaded = LoadedArmy(get_ruleset("mbt2020"), get_ruleset("mbt2020").demo().with_ids())
    line = "2 × Warrior  INF+ INFANTRY MOBILE  8/24″ | 1/2/3″ INFANTRY | 4/8/8″ ARMOUR"
    other = "2 × Warrior  4/8/8″ ARMOUR, INFANTRY MOBILE INF+, 8/24″, 1/2/3″ INFANTRY"
    assert line in write_text(loaded)
    imported = read_text(write_text(loaded).replace(line, other))
    assert (imported.loaded.force, imported.remarks) == (loaded.force, ())
    imported = read_text(write_text(loaded).replace(line, "2 × Warrior  INF+ INFANTRY MOBILE  8/24″"))
    assert imported.loaded.force == loaded.force
    assert {remark.message for remark in imported.remarks} == {UNCLEAR}


def test_a_paragraph_of_notes_is_no_heading(loaded: LoadedArmy) -> None:
    first, second = loaded.force.groups
    force = replace(loaded.force, groups=(replace(first, units=first.units[::-1]), second))
    after = edited(LoadedArmy(RULESET, force), ("2 × Flint", "5 × Flint"))
    assert units(after) == [{"Pet": 1, "flint": 5}, {"brick": 1}]
    assert after.force.groups[0].units[0].notes == "Round\n\nand flat"


def test_a_new_unit_has_its_notes(loaded: LoadedArmy) -> None:
    added = edited(loaded, ("1 × Brick  Rough", "1 × Slate\n    Notes: Grey\n1 × Brick  Rough"))
    assert [unit.notes for unit in added.force.groups[1].units] == ["Grey", ""]


@pytest.mark.parametrize(
    ("slug", "before", "after"),
    [
        ("mbt2020", "7 × Challenger 2  MBTn MOBILE", "7 × Challenger 2  MBTn FAST"),
        ("mbt2020", "1 × INF+ LAS  MOBILE", "1 × INF+ LAS  STATIC"),
        ("mbt2020", "2 × Warrior  INF+ INFANTRY", "2 × Warrior  INF+ LAS"),
        ("forge-of-war", "Assault Rifle, 4; Automatic Pistol", "Assault Rifle, 3; Automatic Pistol"),
        ("forge-of-war", "Assault Rifle, 4; Automatic", "Light Support Weapon, 2; Assault Rifle, 4; Automatic"),
        ("warstrike", "Rifleman, 8; Gunner", "Rifleman, 7; Gunner"),
        ("forum-combat", "Take Aim; On the Double", "On the Double"),
    ],
)
def test_settings_of_units_are_kept_in_every_game(slug: str, before: str, after: str) -> None:
    loaded = LoadedArmy(get_ruleset(slug), get_ruleset(slug).demo().with_ids())
    assert before in write_text(loaded)
    imported = read_text(write_text(loaded).replace(before, after))
    assert imported.loaded.force == loaded.force
    assert {remark.message for remark in imported.remarks} == {UNCLEAR}


DAMAGE = {
    "x": lambda text: text.replace("×", "x"),
    "entities": lambda text: text.replace("&", "&amp;").replace("×", "&times;").replace("″", "&Prime;"),
    "star": lambda text: text.replace(" × ", " * "),
    "bullets": lambda text: re.sub(r"(?m)^(?=\d+ ×)", "- ", text),
    "quoted": lambda text: re.sub(r"(?m)^", "> ", text),
    "quoted_twice": lambda text: re.sub(r"(?m)^", ">> ", text),
    "mail": lambda text: "\r\n".join(text.splitlines()),
    "wrapped": lambda text: "\n".join(wrapped(line) for line in text.splitlines()),
    "quotes": lambda text: text.replace("'", "’").replace('"', "”").replace("″", "”").replace("′", "’"),
    "tabs": lambda text: re.sub(r"(?m)(?<=\S)  ", "\t", text),
    "one_space": lambda text: re.sub(r"(?m)(?<=\S) {2,}", " ", text),
    "no_break_spaces": lambda text: text.replace(" × ", "\u00a0×\u00a0"),
    "no_underlines": lambda text: re.sub(r"(?m)^-+\n", "", text),
    "no_title": lambda text: re.sub(r"^.*\n=+\n", "", text),
    "greeting": lambda text: f"Hello,\n\nthis is my army for Saturday.\n\n{text}\nRegards",
}


def wrapped(line: str) -> str:
    """A line as a mail breaks it."""
    return "\n".join(textwrap.wrap(line, 60)) if len(line) > 60 and " " in line else line


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug)
def test_everyday_damage_to_the_lines_keeps_the_army(ruleset: AnyRuleset, damage: str) -> None:
    loaded = LoadedArmy(ruleset, replace(ruleset.demo().with_ids(), notes="The 1st line\nof it"))
    imported = read_text(DAMAGE[damage](write_text(loaded)))
    assert imported.loaded.force == loaded.force
    assert [str(remark) for remark in imported.remarks] == []


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_edit_counts_in_a_damaged_text(damage: str) -> None:
    game = get_ruleset("mbt2020")
    loaded = LoadedArmy(game, game.demo().with_ids())
    text = write_text(loaded).replace("7 × Challenger 2", "9 × Challenger 2", 1)
    warriors = "2 × Warrior  INF+ INFANTRY MOBILE  8/24″ | 1/2/3″ INFANTRY | 4/8/8″ ARMOUR\n"
    text = text.replace(f"{warriors}1 × Ajax", "1 × Ajax", 1)
    imported = read_text(DAMAGE[damage](text))
    first, second = imported.loaded.force.groups
    assert Counter(unit.spec.vehicle for unit in first.units)["challenger-2"] == 10
    assert "warrior" not in {unit.spec.vehicle for unit in first.units}
    assert second == loaded.force.groups[1]
    assert imported.whole


@pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug)
def test_units_whose_line_cannot_be_read_stay_and_are_named(ruleset: AnyRuleset) -> None:
    loaded = LoadedArmy(ruleset, ruleset.demo().with_ids())
    broken = re.sub(r"(?m)^(\d+) × \S+.*$", r"\1 # qwertz", write_text(loaded))
    imported = read_text(broken)
    assert [unit for _, unit in imported.loaded.force.units()] == [unit for _, unit in loaded.force.units()]
    named = [remark for remark in imported.remarks if remark.left_out and "qwertz" in remark.place]
    assert len(named) == sum(len(units_by_sort(loaded, group)) for group in loaded.force.groups)
    kept = [each for remark in imported.lost for each in remark.kept.split()]
    assert sorted(kept) == sorted(unit.id for _, unit in loaded.force.units())


def test_a_line_that_keeps_units_can_become_others(loaded: LoadedArmy) -> None:
    imported = read_text(write_text(loaded).replace("2 × Flint  Rough", "3 × Granit  Smooth"))
    (lost,) = imported.lost
    assert (lost.message, lost.units, units(imported.loaded)) == (KEPT, 3, [{"flint": 2, "Pet": 1}, {"brick": 1}])
    after = mended(imported, {"mend-0": "stone/slate"}).loaded
    assert units(after) == [{"slate": 3, "Pet": 1}, {"brick": 1}]
    assert [unit.spec.surface for unit in after.force.groups[0].units] == ["smooth"] * 4
    assert units(mended(imported, {"mend-0": ""}).loaded) == units(loaded)


def test_costs_behind_lines_are_left_out_and_named_once(loaded: LoadedArmy) -> None:
    text = write_text(loaded).replace("2 × Flint  Rough", "2 × Flint  Rough – 40 pts")
    for count in ("1", "4"):
        imported = read_text(text.replace("1 × Brick  Rough", f"{count} × Brick  Rough (20 points)"))
        assert units(imported.loaded) == [{"flint": 2, "Pet": 1}, {"brick": int(count)}]
        assert [str(remark) for remark in imported.remarks if remark.left_out] == [
            "40 pts: Points costs were left out."
        ]


def test_the_text_may_be_a_message_of_a_chat(loaded: LoadedArmy) -> None:
    imported = read_text(f"[14:02, 3/1/2026] Sam: {write_text(loaded)}".replace("2 × Flint", "5 × Flint"))
    assert imported.loaded.force.name == "Shore"
    assert units(imported.loaded) == [{"flint": 5, "Pet": 1}, {"brick": 1}]
    assert imported.remarks[0].place == "Sam"


def test_a_new_line_that_cannot_be_read_is_lost_and_named(loaded: LoadedArmy) -> None:
    imported = read_text(write_text(loaded).replace("1 × Brick", "3 × Granite\n1 × Brick"))
    assert units(imported.loaded) == units(loaded)
    assert [(remark.place, remark.units) for remark in imported.lost] == [("3 × Granite", 3)]


def test_the_lines_above_a_damaged_code_are_read(loaded: LoadedArmy) -> None:
    text, _, code = write_text(loaded).partition("Army code")
    imported = read_text(f"{text}Army code{code[:-60]}")
    assert units(imported.loaded) == units(loaded)
    assert imported.remarks[0].message == DAMAGED
    with pytest.raises(BadFile, match="The army code in the text is damaged"):
        read_text(f"Hello\n\nArmy code{code[:-60]}")


def test_more_units_than_fit_are_refused(loaded: LoadedArmy) -> None:
    with pytest.raises(BadFile, match="more than 3000"):
        read_text(write_text(loaded).replace("2 × Flint", "99999 × Flint"))
