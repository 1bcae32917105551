import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.formats import FORMATS
from armybuilder.interchange.text_lists import read_list
from armybuilder.interchange.texts import (
    plain_lines,
    without_keys,
    write_bbcode,
    write_discord,
    write_line,
    write_markdown,
    write_opponent,
    write_text,
)
from rulesets.core.forces.force import Unit as AnyUnit
from rulesets.core.forces.force import add_group, add_units, change_group, change_unit
from rulesets.registry import all_rulesets, get_ruleset
from tests.rulesets.described.games import games_with
from tests.tiny_system.pebbles import RULESET, Beach, Pebble, Pile, Surface, Throwing


@pytest.fixture
def loaded():
    """A beach with everything that can be said of one."""
    force = RULESET.new_force("Shore *1*")
    units = (AnyUnit("", Pebble()),) * 3
    force = add_group(force, "First", Pile("grey"), units)
    rounds = Pebble("slate", Surface.SMOOTH, rounds=(Throwing(2), Throwing(3)))
    force = add_units(force, "g1", (AnyUnit("", rounds, "=Pet", "Round\nand flat"),))
    force = change_group(force, "g1", notes="At the pier")
    return LoadedArmy(RULESET, replace(force, notes="Ebb", spec=Beach(2), house_rules=(("wet_stones", "on"),)))


TEXT = """\
Shore *1*
=========
Pebbles, 4 pebbles, 1 error
Pebbles: 4
Tide: 2
House rule P-1: Do wet rough stones skip like smooth ones? yes
Notes: Ebb

First (4 pebbles)
-----
Notes: At the pier
3 × Flint  Rough
1 × =Pet  Slate  Smooth
    Rounds: 2; 3
    Notes: Round
        and flat

Error: First: First has 4 pebbles; 3 make a pile.
"""


def test_plain_text(loaded):
    told, _, code = write_text(loaded).partition("\nArmy code (paste the whole text into Import to load it):\n")
    assert told == TEXT
    *lines, end = code.splitlines()
    assert all(re.fullmatch("[A-Za-z0-9+/=]{1,72}", line) for line in lines)
    assert end == "End of the army code."


def test_the_opponents_text_has_no_notes_and_no_problems(loaded):
    told = write_opponent(loaded)
    assert "Notes" not in told
    open_lines, _, _ = TEXT.replace("1 error", "Not legal").partition("\nError:")
    assert told == "".join(
        line for line in open_lines.splitlines(True) if "Notes" not in line and "and flat" not in line
    )


def test_the_opponents_text_has_no_secrets():
    game = get_ruleset("mbt2020")
    army = LoadedArmy(game, game.demo())
    marked, other = army.force.groups[0].units[:2]
    force = change_unit(army.force, marked.id, spec=other.spec)
    force = change_unit(force, other.id, spec=marked.spec, notes="Behind the wood", locked=True)
    changed = LoadedArmy(game, replace(force, spec=replace(force.spec, fakes=2)))
    assert write_opponent(army) == write_opponent(changed)
    assert re.findall("BGHQ|Fakes|fake", without_keys(write_opponent(army))) == []
    assert set(re.findall("BGHQ|Fakes", without_keys(write_text(army)))) == {"BGHQ", "Fakes"}


def test_markdown(loaded):
    assert write_markdown(loaded) == (
        "# Shore \\*1\\*\n"
        "\n"
        "*Pebbles*, 4 pebbles, **1 error**\n"
        "\n"
        "- Pebbles: 4\n"
        "- Tide: 2\n"
        "- House rule P-1: Do wet rough stones skip like smooth ones? yes\n"
        "- Notes: Ebb\n"
        "\n"
        "## First (4 pebbles)\n"
        "\n"
        "*At the pier*\n"
        "\n"
        "- **3 × Flint**, Rough\n"
        "- **1 × =Pet**, Slate; Smooth\n"
        "  - Rounds: 2; 3\n"
        "  - Notes: Round and flat\n"
        "\n"
        "## Problems\n"
        "\n"
        "- Error: First: First has 4 pebbles; 3 make a pile.\n"
    )


def test_one_line(loaded):
    assert write_line(loaded) == "Shore *1* [Pebbles, 1 error] First: 3× Flint, =Pet (Slate)\n"
    empty = LoadedArmy(RULESET, RULESET.new_force())
    assert write_line(empty) == "Unnamed beach [Pebbles, Empty: add a pile to begin]\n"


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_every_game_is_written_in_every_text(ruleset):
    loaded = LoadedArmy(ruleset, ruleset.demo().with_ids())
    blank = LoadedArmy(ruleset, ruleset.new_force())
    for each in FORMATS:
        if each.is_text:
            written = each.write(loaded).decode()
            assert all(group.name in written for group in loaded.force.groups), each.slug
            assert loaded.force.name in written or each.slug == "csv"
            assert each.write(blank).endswith(b"\n")


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_texts_carry_the_key_to_codes(ruleset):
    loaded = LoadedArmy(ruleset, ruleset.demo())
    assert 0 < len(loaded.codes) < len(ruleset.codes)
    for write in (write_text, write_opponent, write_bbcode):
        (line,) = [each for each in write(loaded).splitlines() if "Key: " in each]
        codes = (loaded.for_opponent if write is write_opponent else loaded).codes
        assert line.endswith("Key: " + " · ".join(f"{each.term} {each.meaning}" for each in codes))
        assert re.findall("Key: |Error: |[Ll]egal", write(LoadedArmy(ruleset, ruleset.new_force()))) == []
        for key in (line, line.replace("″", '"'), line.replace(" ", "\n")):
            assert without_keys(key) == ""


@pytest.mark.parametrize("ruleset", games_with(), ids=lambda ruleset: ruleset.slug)
def test_a_named_unit_says_what_it_is_in_every_text(ruleset):
    force = ruleset.demo().with_ids()
    group, unit = next(force.units())
    kind = ruleset.title_of(replace(unit, name=""), group, ruleset.context(force))
    alone = replace(force, groups=(replace(group, units=(replace(unit, name="Iron Duke"),)),))
    for each in FORMATS:
        if each.is_text:
            lines = each.write(LoadedArmy(ruleset, alone)).decode().split("\n")
            assert any(kind in line for line in lines if "Iron Duke" in line), each.slug


def with_weapons(ruleset):
    """Units of the game that name weapons, of its ready groups and of a squad that differs from its profile."""
    specs = [spec for template in ruleset.templates for _, spec in template.units]
    if ruleset.slug == "forum-combat":
        keys = tuple(entry.key for entry in ruleset.catalogue.of_kind("weapon"))[:2]
        specs = [replace(spec, weapons=keys) for spec in specs]
    return list(dict.fromkeys(spec for spec in specs if getattr(spec, "weapons", ())))


@pytest.mark.parametrize("slug", ["forge-of-war", "forum-combat", "warstrike"])
@pytest.mark.parametrize("write", [write_text, write_opponent, write_markdown, write_discord, write_bbcode])
def test_a_text_says_the_weapons_of_a_unit_once(slug, write):
    ruleset = get_ruleset(slug)
    specs = with_weapons(ruleset)
    assert specs
    for spec in specs:
        force = add_group(ruleset.new_force("Army"), "Group", ruleset.group(), (AnyUnit("", spec),))
        loaded = LoadedArmy(ruleset, force)
        (group,) = loaded.force.groups
        told = write(loaded).partition("Army code")[0]
        (listed,) = [line for line in told.split("\n") if re.match(r"\W*Weapons: ", line)]
        for each in listed.partition(": ")[2].split("; "):
            name = each.partition(",")[0]
            assert told.count(name) == listed.count(name), name
        short = [words for _, words in ruleset.row(group.units[0], group, loaded.context).lists]
        assert not any(words in told.replace(listed, "") for words in short)


DISCORD = """\
# Shore \\*1\\*
*Pebbles*, 4 pebbles, **1 error**
"""
BBCODE = """\
[b]Shore *1*[/b]
[i]Pebbles[/i], 4 pebbles, [b]1 error[/b]
[list]
"""


def test_discord_and_bbcode_have_their_own_marks(loaded):
    assert write_discord(loaded).startswith(DISCORD)
    assert "\n- **3 × Flint**" in write_discord(loaded)
    assert write_bbcode(loaded).startswith(BBCODE)
    assert "\n[*][b]3 × Flint[/b]" in write_bbcode(loaded)
    harmful = LoadedArmy(RULESET, replace(loaded.force, name="@everyone [url]x[/url] <@1>"))
    assert "@everyone" not in write_discord(harmful)
    assert "<@1" not in write_discord(harmful)
    assert "[url" not in write_bbcode(harmful)


def test_a_long_army_is_cut_into_messages_of_discord(loaded):
    names = [AnyUnit("", Pebble(), f"Pebble {number:04}", "n" * 3000) for number in range(3)]
    force = add_units(loaded.force, "g1", (*names, *(AnyUnit("", Pebble(), f"Stone {n}") for n in range(200))))
    messages = write_discord(LoadedArmy(RULESET, force)).split("\n\n")
    assert len(messages) > 5
    assert max(map(len, messages)) <= 2000
    assert all(f"**1 × Stone {number}**" in "".join(messages) for number in range(200))


NAMES = st.text(max_size=8)


@settings(max_examples=40)
@given(NAMES, NAMES, st.text(max_size=20))
def test_any_name_keeps_its_place(name, unit, notes):
    force = change_unit(replace(RULESET.demo(), name=name, notes=notes), "u2", name=unit, notes=notes)
    loaded = LoadedArmy(RULESET, force)
    assert write_line(loaded).count("\n") == 1


def test_names_read_from_the_right_leave_counts_in_place() -> None:
    ruleset = get_ruleset("mbt2020")
    force = ruleset.demo()
    group, name, vehicle = force.groups[0], "גדוד 7", "מרכבה 3"
    force = change_group(force, group.id, name=name)
    force = change_unit(force, group.units[0].id, name=vehicle)
    army = LoadedArmy(ruleset, force)
    texts = (write(army) for write in (write_text, write_markdown, write_discord, write_bbcode, write_line))
    assert all(f"\u2068{each}\u2069" in text for text in texts for each in (name, vehicle))
    assert f"1 × \u2068{vehicle}\u2069  " in write_text(army)
    read = read_list("\n".join(plain_lines(army)), ruleset).loaded.force
    assert read.groups[0].name == name
    assert "\u2068" not in "".join(unit.name for _, unit in read.units())
