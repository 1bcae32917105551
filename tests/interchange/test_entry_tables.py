"""Entries as tables: what is written is read again, and what is wrong is said at its cell."""

from dataclasses import dataclass, replace
from typing import Annotated

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from armybuilder.interchange.entry_tables import read_rows, read_table, table_rows, write_table
from armybuilder.schema_forms.layouts import FormLayout, layouts_of
from armybuilder.spreadsheets.columns import BadTable, CellMistake, columns_of
from armybuilder.spreadsheets.workbooks import read_workbook, write_workbook
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.declarations.fields import Ask, Choice, entries_used
from rulesets.core.declarations.problems import Problem
from rulesets.registry import all_rulesets, get_ruleset
from tests.declared import values


class Mood(Choice):
    CALM = "calm", "Calm"
    WILD = "wild", "Wild"


@dataclass(frozen=True, slots=True)
class Leg:
    length: Annotated[int, Ask("Length", min=1, max=9)] = 1
    shoe: Annotated[str, Ask("Shoe", max_length=9)] = ""


@dataclass(frozen=True, slots=True)
class Saddle:
    weight: Annotated[int | None, Ask("Weight", min=0)] = None
    colours: Annotated[tuple[str, ...], Ask("Colours", max=4)] = ()


@dataclass(frozen=True, slots=True)
class Horse:
    """Every kind of field that a declaration may have, one of them called like the entry's name."""

    height: Annotated[int, Ask("Height", min=-5, max=99)]
    mood: Annotated[Mood, Ask("Mood")] = Mood.CALM
    name: Annotated[str, Ask("Second name")] = ""
    weight: Annotated[int, Ask("Weight", min=0)] = 3
    fast: Annotated[bool, Ask("Fast")] = True
    lucky: Annotated[int | None, Ask("Lucky number", min=0, former_label="Luck")] = None
    moods: Annotated[tuple[Mood, ...], Ask("Moods", max=3)] = (Mood.WILD,)
    numbers: Annotated[tuple[int, ...], Ask("Numbers", max=3)] = ()
    legs: Annotated[tuple[Leg, ...], Ask("Legs", max=4)] = ()
    leg: Annotated[Leg, Ask("Best leg")] = Leg()
    saddle: Annotated[Saddle | None, Ask("Saddle")] = None
    rider: Annotated[str, Ask("Rider", entry="rider")] = ""
    riders: Annotated[tuple[str, ...], Ask("Riders", entry="rider", max=4)] = ()


HORSE = EntryKind("horse", "Horse", "Horses", Horse, lambda horse: ())
RIDERS = Catalogue(tuple(Entry("rider", key, name, None) for key, name in (("a", "Ann"), ("b", "B; C"), ("c", "Ann"))))
EVERY_KIND = [
    pytest.param(kind, ruleset.catalogue, id=f"{ruleset.slug}-{kind.slug}")
    for ruleset in all_rulesets()
    for kind in ruleset.kinds
] + [pytest.param(HORSE, RIDERS, id="horse")]

NAMES = st.text("abcXYZ =+-@'\";,[]{}äß\t", min_size=1, max_size=12).map(str.strip).filter(bool)


def read_again(kind, entries, catalogue):
    """Name and profile of all that the entries' table says."""
    rows = read_table(kind, write_table(kind, entries, catalogue), catalogue)
    assert [row.mistakes for row in rows] == [() for _ in entries]
    workbook = read_workbook(write_workbook({kind.plural: table_rows(kind, entries, catalogue)}), 500)
    assert [replace(row, number=0) for row in read_rows(kind, workbook.sheets[kind.plural], catalogue)] == [
        replace(row, number=0) for row in rows
    ]
    return [(row.name, row.profile) for row in rows]


@pytest.mark.parametrize(("kind", "catalogue"), EVERY_KIND)
def test_the_rulebooks_entries_are_read_as_written(kind, catalogue):
    entries = catalogue.of_kind(kind.slug)
    assert read_again(kind, entries, catalogue) == [(entry.name, entry.spec) for entry in entries]


@pytest.mark.parametrize("cases", [EVERY_KIND[:-1], EVERY_KIND[-1:]], ids=["games", "horse"])
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_what_is_written_is_read_again(cases, data):
    kind, catalogue = data.draw(st.sampled_from(cases)).values
    profile = data.draw(values(kind.spec, catalogue))
    assume(all(catalogue.get(use.kind, use.key) for use in entries_used(profile)))
    name = data.draw(NAMES)
    entry = Entry(kind.slug, "x", name, profile, source=Source.OWN)
    lenient = replace(kind, faults=HORSE.faults)
    assert read_again(lenient, [entry], catalogue) == [(name, profile)]
    assert [len(row.mistakes) for row in read_table(kind, write_table(kind, [entry], catalogue), catalogue)] == [
        len(list(kind.faults(profile)))
    ]


@settings(max_examples=60)
@given(texts=st.lists(st.text("ab;[]'=-+@\"\n\t, ", max_size=9), max_size=3).map(tuple), text=st.text("'=+ab\n,;\""))
def test_texts_of_any_sort_are_read_again(texts, text):
    horse = Horse(1, name=text[:80], saddle=Saddle(1, texts))
    assert read_again(HORSE, [Entry("horse", "x", "X", horse)], RIDERS) == [("X", horse)]


@settings(max_examples=300)
@given(st.text() | st.text("Name,Height\n\t\"';[]{}1ab=\r\0 "))
def test_any_text_is_read_or_refused_in_words(text):
    for table in (text, f"Name,Height,Legs,Saddle\n{text}", f"Name\tHeight\tNumbers\n{text}", f"[{text}"):
        try:
            rows = read_table(HORSE, table, RIDERS)
        except BadTable:
            continue
        assert all((row.profile is None) == bool(row.mistakes) for row in rows)


def one(text, **known):
    (row,) = read_table(HORSE, text, RIDERS, known)
    return row


@pytest.mark.parametrize(
    "text", ["name,HEIGHT\nA,3", "Name;height;LEG.length\nA;3;2", "Height\tNAME\n3\tA", "spec.name,name,height\nB,A,3"]
)
def test_headings_are_labels_or_names_in_any_case(text):
    assert (one(text).name, one(text).profile.height) == ("A", 3)


def test_names_may_stand_below_what_the_entries_are():
    assert (one("Horse,Height\nA,3").name, one("HORSES;Height\nA;3").profile.height) == ("A", 3)
    left, row = read_table(HORSE, "Name,Horse,Height\nA,B,3", RIDERS)
    assert (left.mistakes[0].heading, row.name) == ("Horse", "A")


def test_a_table_with_a_label_of_earlier_is_still_read():
    assert one("Name,Height,Luck\nA,3,7").profile.lucky == 7


def test_a_heading_that_no_column_has_is_named():
    left, row = read_table(HORSE, "Name,Height,best leg\nA,3,B", RIDERS)
    assert left.mistakes == (CellMistake("best leg", "this is not a column of this table and was not read"),)
    assert (row.name, row.profile) == ("A", Horse(3))


def test_what_is_no_entry_is_told_and_is_none():
    title, row, total = read_table(HORSE, "Our horses\nName,Height\nA,3\nTotal,3", RIDERS)
    assert (title.mistakes[0].message, row.profile) == ("“Our horses” is above the headings and was not read", Horse(3))
    assert (total.profile, total.mistakes[0].message) == (None, "“Total · 3” is not an entry and was not read")


def test_a_label_of_two_columns_gives_way_to_the_names():
    headings = [column.heading for column in columns_of(Horse)]
    assert headings[:5] == ["Height", "Mood", "Second name", "weight", "Fast"]
    assert headings[-6:] == ["Shoe", "Saddle", "Saddle: Weight", "Colours", "Rider", "Riders"]


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("Name,Height\nA,100", [("Height", "enter a number from -5 to 99, not 100")]),
        ("Name,Height\nA,tall", [("Height", "enter a whole number")]),
        ("Name,Height\nA,", [("Height", "enter a whole number")]),
        ("Name\nA", [("Height", "fill in “Height”. Add a column “Height” to the table")]),
        ("Name,Height\n,1", [("Name", "every entry needs a name")]),
        ("Name,Height,Mood\nA,1,mild", [("Mood", "choose one of Calm · Wild, not 'mild'")]),
        ("Name,Height,Fast\nA,1,perhaps", [("Fast", "enter yes or no")]),
        ("Name,Height,leg.length\nA,1,10", [("Length", "enter a number from 1 to 9, not 10")]),
        ("Name,Height,Numbers\nA,1,2; x", [("Numbers", "enter a whole number")]),
        ('Name,Height,Legs\nA,1,"1, 2"', [("Legs", "“2” is unknown. An item has Length, Shoe")]),
        ("Name,Height,Legs\nA,1,ten; Length: ten", [("Legs", "enter a whole number")]),
        ("Name,Height,Legs\nA,1,[two", [("Legs", "give a list")]),
        ('Name,Height,Legs\nA,1,"[{""length"": 0}]"', [("Legs", "enter a number from 1 to 9, not 0")]),
        ("Name,Height\nA,1,2", [("", "the row has more cells than there are headings")]),
        (
            "Name,Height,Rider\nA,1,Bob",
            [("Rider", "“Bob” is not in the catalogue. Choose another")],
        ),
        ("Name,Height,Rider\nA,1,ann", [("Rider", "“ann” is the name of 2 entries. Give the key of one: a, c")]),
    ],
)
def test_a_mistake_stands_at_its_cell(text, mistakes):
    row = one(text)
    assert (row.number, row.profile) == (2, None)
    assert row.mistakes == tuple(CellMistake(heading, message) for heading, message in mistakes)


def test_what_does_not_fit_is_named_beside_an_unknown_entry():
    kind = replace(HORSE, faults=lambda horse: iter([Problem("height", "is too low to ride")]))
    (row,) = read_table(kind, "Name,Height,Rider\nA,1,Bob", RIDERS)
    assert [each.message for each in row.mistakes] == [
        "“Bob” is not in the catalogue. Choose another",
        "is too low to ride",
    ]


def test_what_is_wrong_with_a_part_is_told_at_its_first_column():
    kind = replace(HORSE, faults=lambda horse: iter([Problem("saddle", "is missing"), Problem("leg", "is short")]))
    (row,) = read_table(kind, "Name,Height\nA,1", RIDERS)
    assert [(each.heading, each.message) for each in row.mistakes] == [
        ("Saddle", "is missing. Add a column “Saddle” to the table"),
        ("Length", "is short. Add a column “Length” to the table"),
    ]


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Name,Height,Lucky number\nA,1,7", Mood.WILD),
        ("Name,Height,Lucky number,Mood\nA,1,7,", Mood.WILD),
        ("Name,Height,Lucky number,Mood\nA,1,7,calm", Mood.CALM),
        ("Name,Height,Lucky number\nA,1,", Mood.CALM),
        ("Name,Height,Lucky number,Numbers\nA,1,7,2", Mood.CALM),
    ],
)
def test_a_cell_that_fits_one_choice_makes_it(text, mood):
    layouts = {"Horse": FormLayout(only={"mood": {"wild": ["lucky"], "calm": ["numbers"]}})}
    (row,) = read_table(HORSE, text, RIDERS, layouts=layouts)
    assert row.profile
    assert row.profile.mood is mood
    (known,) = read_table(HORSE, text, RIDERS, {"a": Horse(1)}, layouts)
    assert known.profile
    assert known.profile.mood is Mood.CALM


def test_of_two_rows_with_one_name_the_second_is_a_mistake():
    first, second = read_table(HORSE, "Name,Height\nA,1\n\na,2", RIDERS)
    assert first.mistakes == ()
    assert (second.number, second.mistakes) == (
        4,
        (CellMistake("Name", "“a” is already in row 2. Use another name"),),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The table is empty. Paste a row of headings and then a row for each entry."),
        ("Height\n1", "There is no “Name” column. The first row should contain the headings."),
        ("Name,Name\nA,B", "Column 2, “Name”, appears twice. Keep one of them."),
        ("Name\n" + "A\n" * 501, "The table has more than 500 rows. Split it into several tables."),
        (
            "Name\n" + "A" * 600_000,
            "The table is larger than 512 KB, which is the limit. Split it into several tables.",
        ),
        ("[1, ", "This starts like JSON but is not valid: Expecting value: line 1 column 5 (char 4)."),
        ('{"a": 1}', "The JSON should be a list of at most 500 entries, as in the download."),
    ],
)
def test_what_is_no_table_is_refused_in_words(text, words):
    with pytest.raises(BadTable) as error:
        read_table(HORSE, text, RIDERS)
    assert str(error.value) == words


def test_a_column_left_out_keeps_what_the_entry_has():
    known = Horse(9, Mood.WILD, fast=False, saddle=Saddle(4, ("red",)))
    row = one("Name,Height,saddle.weight\nA,1,5", a=known)
    assert row.profile == Horse(1, Mood.WILD, fast=False, saddle=Saddle(5, ("red",)))


def test_the_dice_of_a_weapon_say_its_weight_of_fire():
    game = get_ruleset("forge-of-war")
    kind, layouts = game.kind("weapon"), layouts_of(game)
    table = "Name,Range,Dice,Radius\nLaser,24,3,\nBomb,24,,2\nBoth,24,3,2\nNeither,24,,"
    laser, bomb, *refused = read_table(kind, table, game.catalogue, layouts=layouts)
    assert [dict(kind.facts(row.profile))["Dice"] for row in (laser, bomb)] == ["3", "all within 2″"]
    advice = "Add a column “Weight of fire” to the table"
    wrong = [CellMistake("Weight of fire", f"enter its type and its dice. {advice}")]
    assert [list(row.mistakes) for row in refused] == [wrong, wrong]


@pytest.mark.parametrize(
    ("game", "heading", "told"),
    [
        ("warstrike", "RoF", "enter 0 or more"),
        ("forge-of-war", "Weight of fire", "enter its type and its dice"),
    ],
)
def test_a_missing_column_that_is_needed_is_named(game, heading, told):
    kind, catalogue = get_ruleset(game).kind("weapon"), get_ruleset(game).catalogue
    (row,) = read_table(kind, 'Name,Range\nTest gun,"24"""\n', catalogue)
    assert row.mistakes == (CellMistake(heading, f"{told}. Add a column “{heading}” to the table"),)


@pytest.mark.parametrize("reach", ['"24"""', "24″", "24 in", "24.0", '"24,0"', "２４"])
def test_a_range_may_be_written_with_its_inches(reach):
    kind, catalogue = get_ruleset("warstrike").kind("weapon"), get_ruleset("warstrike").catalogue
    (row,) = read_table(kind, f"Name,RoF,Range\nTest gun,2,{reach}\n", catalogue)
    assert row.profile is not None, row.mistakes
    assert row.profile.context.range_in == 24
