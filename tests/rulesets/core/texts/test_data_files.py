from functools import partial
from pathlib import Path

import pytest

from rulesets.core.cards import Symbol, SymbolSet, Token, TokenShape, tokens_of
from rulesets.core.declarations.catalogue import Source
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules, Reading, Ruling, SwitchExample
from rulesets.core.forces.rules import PlayRule
from rulesets.core.reference import Overview, PlayingArea
from rulesets.core.texts.data_files import (
    DataFileError,
    load_catalogue,
    load_codes,
    load_examples,
    load_markers,
    load_overview,
    load_play_rules,
    load_rulings,
    load_steps,
    load_templates,
)
from tests.tiny_system.pebbles import DATA, KINDS, RULESET, SKIP

GOOD = '[[entry]]\nkey = "a"\nname = "A"\ncite = "p"\nweight = 3\n'


def refused(folder: Path, text: str, message: str) -> None:
    (folder / "stone.toml").write_text(text)
    with pytest.raises(DataFileError, match=message):
        load_catalogue(folder, KINDS)


def test_entries_are_read_with_their_source() -> None:
    catalogue = load_catalogue(DATA, KINDS)
    brick = catalogue.get("stone", "brick")
    assert brick is not None
    assert (brick.name, brick.source, brick.spec.weight) == ("Brick", Source.EXAMPLE, 400)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[entry", r"stone.toml: "),
        ('[[stone]]\nkey="a"', r"stone.toml: should hold \[\[entry\]\] rows only, holds stone"),
        (GOOD + "colour = 3", r"stone.toml, entry 1 \(a\): spec.colour: there is no such field"),
        (GOOD + GOOD, r"stone.toml, entry 2 \(a\): the key is used twice"),
        (GOOD.replace("3", '"3"'), r"stone.toml, entry 1 \(a\): spec.weight: enter a whole number"),
        (GOOD.replace('cite = "p"', ""), r"stone.toml, entry 1 \(a\): key, name and cite"),
        (GOOD.replace('key = "a"', ""), r"stone.toml, entry 1 \(no key\): key, name"),
    ],
)
def test_a_broken_file_is_named_with_its_entry(tmp_path: Path, text: str, message: str) -> None:
    refused(tmp_path, text, message)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"stone.toml: is missing"):
        load_catalogue(tmp_path, KINDS)


RULING = """[[ruling]]
id = "A"
where = "x"
question = "?"
default = "off"
reason = "so"
switch = "s"
readings = [{ key = "off", text = "no" }, { key = "on", text = "yes" }]
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULING.replace('"off"\nreason', '"maybe"\nreason'), "the default is none of the readings"),
        (RULING.replace('"on"', '"off"'), "a reading is listed twice"),
        (RULING.replace(', { key = "on", text = "yes" }', ""), "a switch needs two readings"),
        (RULING + RULING, "the id is used twice"),
        (RULING + RULING.replace('"A"', '"B"'), "the switch is used twice"),
        (RULING.replace('reason = "so"', ""), "reason: fill in"),
    ],
)
def test_a_broken_ruling_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rulings.toml").write_text(text)
    with pytest.raises(DataFileError, match=message):
        load_rulings(tmp_path)


EXAMPLE = '[wet_stones]\ncalculator = "skipping"\nquestion = { throws = 4 }\n'


def test_examples_are_read_by_switch(tmp_path: Path) -> None:
    (tmp_path / "examples.toml").write_text(EXAMPLE)
    assert load_examples(tmp_path, RULESET.rulings, (SKIP,)) == {"wet_stones": SwitchExample("skipping", {"throws": 4})}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (EXAMPLE.replace("wet", "dry"), r"examples.toml, dry_stones: should be named like a switch"),
        (EXAMPLE.replace("skipping", "rolling"), r"examples.toml, wet_stones: should be named like a switch"),
        (EXAMPLE.replace("throws", "hops"), r"examples.toml, wet_stones: hops: there is no such field"),
        (EXAMPLE + "note = 1\n", r"examples.toml, wet_stones: should be named like a switch"),
    ],
)
def test_a_broken_example_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "examples.toml").write_text(text)
    with pytest.raises(DataFileError, match=message):
        load_examples(tmp_path, RULESET.rulings, (SKIP,))


def test_a_house_plays_defaults_until_told_otherwise() -> None:
    house = HouseRules(RULESET.rulings)
    assert not house.on("wet_stones")
    assert house.changed() == ()
    other = HouseRules(RULESET.rulings, [("wet_stones", "on")])
    assert other.on("wet_stones")
    assert [played.ruling.id for played in other.changed()] == ["P-1"]


def test_an_unknown_switch_or_reading_is_refused() -> None:
    with pytest.raises(KeyError):
        HouseRules(RULESET.rulings).choice("dry_stones")
    with pytest.raises(KeyError):
        HouseRules(RULESET.rulings, [("wet_stones", "perhaps")])


MARKER = """[[marker]]
slug = "wet"
name = "Wet"
text = "W"
per = "stones"
cite = "p. 1"
size = 60
shape = "round"
tint = "teal"
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MARKER + MARKER, r"marker 2 \(wet\): the slug is used twice"),
        (MARKER.replace("teal", "sky"), r"marker 1 \(wet\): 'sky' is not a colour"),
        (MARKER.replace("round", "oval"), "shape: choose square or round, not 'oval'"),
        (MARKER.replace("60", "120"), "size: enter a number from 25 to 119, not 120"),
        (MARKER.replace('cite = "p. 1"', ""), "cite: fill in"),
        (MARKER + 'back = "dry"\n', "wet: its back should be another marker of the same size"),
    ],
)
def test_a_broken_marker_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "markers.toml").write_text(text)
    with pytest.raises(DataFileError, match=message):
        load_markers(tmp_path)


def test_an_army_needs_a_marker_for_each_of_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "markers.toml").write_text(MARKER)
    markers = load_markers(tmp_path)
    assert tokens_of(markers, {"stones": 3}) == (Token("wet", "Wet", TokenShape.ROUND, 60, 3, "W", "teal"),)
    assert tokens_of(markers, {"stones": 0}) == ()
    with pytest.raises(KeyError, match="stones"):
        tokens_of(markers, {})


def test_a_marker_with_two_sides_is_one_token(tmp_path: Path) -> None:
    dry = MARKER.replace("wet", "dry").replace("Wet", "Dry").replace('text = "W"', 'icon = "fire"')
    (tmp_path / "markers.toml").write_text(MARKER + 'back = "dry"\n' + dry)
    (token,) = tokens_of(load_markers(tmp_path), {"stones": 3})
    back = Token("dry", "Dry", TokenShape.ROUND, 60, 3, "", "teal", Symbol(SymbolSet.ICON, "fire", "Dry"))
    assert token == Token("wet", "Wet", TokenShape.ROUND, 60, 3, "W", "teal", back=back)


TEMPLATE = """[[template]]
slug = "wall"
title = "Wall"
summary = "Three stones"
units = [{ called = "Corner", STONE }, { many = 2 }]
"""


def test_templates_hold_units_by_name_and_number(tmp_path: Path) -> None:
    (tmp_path / "templates.toml").write_text(TEMPLATE.replace("STONE", "polished = true"))
    (wall,) = load_templates(tmp_path, RULESET.group(), partial(decode, RULESET.unit))
    assert wall.units == (("Corner", RULESET.unit(polished=True)), ("", RULESET.unit()), ("", RULESET.unit()))
    group = wall.build("South")
    assert (group.id, group.name, group.spec) == ("", "South", RULESET.group())
    assert [(unit.id, unit.name, unit.spec) for unit in group.units] == [("", *unit) for unit in wall.units]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            TEMPLATE.replace("STONE", "colour = 3"),
            r"templates.toml, template 1 \(wall\): colour: there is no such",
        ),
        (TEMPLATE.replace('slug = "wall"', "").replace("STONE", "many = 1"), r"template 1 \(no slug\): 'slug'"),
    ],
)
def test_a_broken_template_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "templates.toml").write_text(text)
    with pytest.raises(DataFileError, match=message):
        load_templates(tmp_path, RULESET.group(), partial(decode, RULESET.unit))


def test_steps_are_read_in_order(tmp_path):
    (tmp_path / "from_the_books.toml").write_text(
        '[[step]]\nterm = "A."\ntext = "B."\n[[step]]\nterm = "C."\ntext = "D."'
    )
    assert [(step.term, step.text) for step in load_steps(tmp_path)] == [("A.", "B."), ("C.", "D.")]
    (tmp_path / "from_the_books.toml").write_text('[[step]]\nterm = "A."\ntitle = "B."')
    with pytest.raises(DataFileError, match=r"^from_the_books\.toml, step 1 \(A\.\): "):
        load_steps(tmp_path)


def test_codes_are_read_with_their_meaning(tmp_path: Path) -> None:
    (tmp_path / "codes.toml").write_text('[[code]]\ncodes = ["T", "HP"]\nmeaning = "toughness and health"')
    (code,) = load_codes(tmp_path)
    assert (code.codes, code.term, code.meaning) == (("T", "HP"), "T, HP", "toughness and health")
    (tmp_path / "codes.toml").write_text('[[code]]\ncodes = []\nmeaning = "nothing"')
    with pytest.raises(DataFileError, match=r"^codes\.toml, code 1 \(nothing\): codes"):
        load_codes(tmp_path)


def test_an_overview_has_the_numbers_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "overview.toml").write_text('players = "Two sides of {SIDE} each"')
    table = PlayingArea(72, 48)
    overview = load_overview(tmp_path, {"SIDE": 12}, table)
    assert overview == Overview(players="Two sides of 12 each", table=table)
    assert [line.term for line in overview.lines] == ["Players", "You need"]
    for wrong in ('players = "{NONE}"', 'nobody = "A."', f'era = "{"x" * 161}"'):
        (tmp_path / "overview.toml").write_text(wrong)
        with pytest.raises(DataFileError, match=r"^overview\.toml: "):
            load_overview(tmp_path, {}, table)


def test_play_rules_have_the_numbers_and_readings_played(tmp_path: Path) -> None:
    rule = '[[rule]]\nid = "T-1"\ncite = "p. 1"\nsentence = "Roll {DICE} dice{twice: off = , once | on = , twice}."\n'
    (tmp_path / "play_rules.toml").write_text(rule)
    rulings = (Ruling("T-1", "", "Twice?", (Reading("off", "No"), Reading("on", "Yes")), "off", "", "twice"),)
    (loaded,) = load_play_rules(tmp_path, rulings, {"DICE": 2})
    assert loaded == PlayRule("T-1", "p. 1", "Roll 2 dice, once.")
    assert loaded.sentence_under(HouseRules(rulings)) == "Roll 2 dice, once."
    assert loaded.sentence_under(HouseRules(rulings, [("twice", "on")])) == "Roll 2 dice, twice."
    for text, message in (
        (rule + rule, r"rule 2 \(T-1\): the id is used twice"),
        (rule.replace("DICE", "SIDES"), r"rule 1 \(T-1\): \{SIDES\} is neither"),
        (rule.replace("off = , once | ", ""), r"rule 1 \(T-1\): .* leaves out the reading off"),
        (rule.replace("cite", "page"), r"rule 1 \(T-1\): "),
    ):
        (tmp_path / "play_rules.toml").write_text(text)
        with pytest.raises(DataFileError, match=rf"^play_rules\.toml, {message}"):
            load_play_rules(tmp_path, rulings, {"DICE": 2})
