"""Cells of tables: how values are written and read."""

import csv
from dataclasses import dataclass
from typing import Annotated

import pytest

from armybuilder.interchange.entry_tables import example_of, read_table, write_table
from armybuilder.spreadsheets.cells import escape_formula, unescape_formula
from armybuilder.spreadsheets.columns import CellMistake, columns_of
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.fields import Ask, Choice
from tests.interchange.test_entry_tables import HORSE, RIDERS, Horse, Mood, Saddle, one, read_again


@dataclass(frozen=True, slots=True)
class Dog:
    name: Annotated[str, Ask("Dog")] = ""
    age: Annotated[int, Ask("Age")] = 1
    good: Annotated[bool, Ask("Good")] = False
    mood: Annotated[Mood, Ask("Mood")] = Mood.CALM
    teeth: Annotated[int | None, Ask("Teeth")] = None
    rider: Annotated[str, Ask("Rider", entry="rider")] = ""
    saddle: Annotated[Saddle | None, Ask("Saddle")] = None


@dataclass(frozen=True, slots=True)
class Pack:
    dogs: Annotated[tuple[Dog, ...], Ask("Dogs", max=5)] = ()


PACK = EntryKind("pack", "Pack", "Packs", Pack, lambda pack: ())


@pytest.mark.parametrize(
    ("cell", "dogs"),
    [
        ("Rex", (Dog("Rex"),)),
        ("Rex, 7, Good; Ida", (Dog("Rex", 7, good=True), Dog("Ida"))),
        ("good, wild, 7, Rex,", (Dog("Rex", 7, good=True, mood=Mood.WILD),)),
        ("Rex, 7, 42, B; Ida, teeth: 3, Age: 9", None),
        ("Rex, 7, 42, b; Ida, teeth: 3, Age: 9", (Dog("Rex", 7, teeth=42, rider="b"), Dog("Ida", 9, teeth=3))),
        ("Rex, good: no, saddle.weight: 5", (Dog("Rex", saddle=Saddle(5)),)),
    ],
)
def test_items_of_a_list_are_told_between_commas(cell, dogs):
    (row,) = read_table(PACK, f"Name\tDogs\nA\t{cell}", RIDERS)
    assert row.profile == (None if dogs is None else Pack(dogs))


def test_a_list_of_parts_is_written_as_it_is_told():
    pack = Pack((Dog("Rex", 7, good=True, mood=Mood.WILD, teeth=42), Dog("Ida", saddle=Saddle(5))))
    written = write_table(PACK, [Entry("pack", "x", "X", pack)], RIDERS)
    assert written.splitlines()[1] == 'X,"Rex, 7, Good, Wild, 42; Ida, 1, saddle.weight: 5"'
    (column,) = columns_of(PACK.spec)
    assert column.contents == "several, each Dog, Age, Good, Mood, Teeth, Rider"
    entries = [Entry("pack", "y", "Y", Pack()), Entry("pack", "x", "X", Pack((Dog("Rex"),)))]
    assert example_of(column, entries, RIDERS) == "Rex, 1"
    entries.append(Entry("pack", "z", "Z", Pack((Dog("Rex"), Dog("Ida")))))
    assert example_of(column, entries, RIDERS) == "Rex, 1; Ida, 1"


def test_a_column_says_what_its_cells_contain():
    contents = {column.heading: column.contents for column in columns_of(HORSE.spec)}
    assert {heading: contents[heading] for heading in ("Height", "Mood", "Fast", "Moods", "Saddle", "Rider")} == {
        "Height": "whole number",
        "Mood": "Calm · Wild",
        "Fast": "yes or no",
        "Moods": "several: Calm · Wild",
        "Saddle": "yes or no",
        "Rider": "a name from the catalogue",
    }


def test_a_cell_left_empty_is_nothing_or_the_default():
    row = one("Name,Height,Mood,weight,Lucky number,Moods,Saddle,Fast\nA,1,,,,,,")
    assert row.profile == Horse(1, moods=(), fast=False)


def test_an_optional_part_is_there_when_one_of_its_cells_is():
    assert one("Name,Height,saddle.weight\nA,1,5").profile.saddle == Saddle(5)
    assert one("Name,Height,saddle.weight\nA,1,").profile.saddle is None
    assert one("Name,Height,Saddle\nA,1,yes").profile.saddle == Saddle()


def test_a_text_that_a_spreadsheet_would_run_is_guarded():
    text = write_table(HORSE, [Entry("horse", "x", "=1+1", Horse(-1, name="@x"))], RIDERS)
    assert text.splitlines()[1].split(",")[:4] == ["'=1+1", "-1", "Calm", "'@x"]


def test_entries_are_written_by_name_unless_two_share_it():
    text = write_table(HORSE, [Entry("horse", "x", "X", Horse(1, rider="a", riders=("b", "c")))], RIDERS)
    assert text.splitlines()[1].endswith(',a,"[""b"", ""c""]"')


@dataclass(frozen=True, slots=True)
class Tail:
    hair: Annotated[str, Ask("Hair")] = ""
    length: Annotated[int, Ask("Length", max=999, decimals=1)] = 5


@dataclass(frozen=True, slots=True)
class Donkey:
    reach: Annotated[int, Ask("Reach", min=-100, max=900, decimals=2)] = 0
    tails: Annotated[tuple[Tail, ...], Ask("Tails", max=3)] = ()


DONKEY = EntryKind("donkey", "Donkey", "Donkeys", Donkey, lambda donkey: ())


def test_numbers_with_decimals_are_read_and_written_with_a_point():
    donkey = Donkey(-50, (Tail("grey", 125), Tail("", 5)))
    written = write_table(DONKEY, [Entry("donkey", "x", "X", donkey)], RIDERS)
    assert written.splitlines()[1] == 'X,-0.5,"grey, 12.5; 0.5"'
    like_a_number = Donkey(7, (Tail("1.5", 30),))
    assert read_again(DONKEY, [Entry("donkey", "x", "X", like_a_number)], RIDERS) == [("X", like_a_number)]
    (row,) = read_table(DONKEY, "Name\tReach\tTails\nX\t2,25\tlong, 0.5", RIDERS)
    assert row.profile == Donkey(225, (Tail("long", 5),))
    (row,) = read_table(DONKEY, "Name\tReach\nX\t0.125", RIDERS)
    assert row.mistakes == (CellMistake("Reach", "enter a number with at most 2 decimals"),)


@pytest.mark.parametrize(("word", "fast"), [("on", True), ("Y", True), ("x", True), ("OFF", False), ("n", False)])
def test_yes_and_no_are_the_words_that_a_form_takes(word, fast):
    assert one(f"Name,Height,Fast\nA,1,{word}").profile.fast is fast


@pytest.mark.parametrize("begin", [*"=+-@＝＋－＠", "\t", "\r", "\n", "'"])
def test_a_text_like_a_formula_is_guarded(begin):
    text = f"{begin}1+1"
    assert escape_formula(text) == f"'{text}"
    assert unescape_formula(escape_formula(text)) == text
    assert escape_formula(f"1{begin}") == f"1{begin}"


class Coat(Choice):
    SHORT = "short", "Plain"
    LONG = "long", "Plain"
    CURLY = "curly", "Curly"


@dataclass(frozen=True, slots=True)
class Buckle:
    holes: Annotated[int, Ask("Holes", max=9)] = 3


@dataclass(frozen=True, slots=True)
class Collar:
    buckle: Annotated[Buckle, Ask("Buckle")] = Buckle()
    spare: Annotated[Buckle | None, Ask("Spare")] = None


@dataclass(frozen=True, slots=True)
class Cat:
    coat: Annotated[Coat, Ask("Coat")] = Coat.SHORT
    lives: Annotated[tuple[int, ...] | None, Ask("Lives", max=9)] = None
    collar: Annotated[Collar, Ask("Collar")] = Collar()


CAT = EntryKind("cat", "Cat", "Cats", Cat, lambda cat: ())


def cells_of_cat(cat):
    """The cells of a cat, which are read as the same cat again."""
    written = write_table(CAT, [Entry("cat", "x", "X", cat)], RIDERS)
    assert read_again(CAT, [Entry("cat", "x", "X", cat)], RIDERS) == [("X", cat)]
    heads, cells = csv.reader(written.splitlines())
    return dict(zip(heads, cells, strict=True))


@pytest.mark.parametrize(("coat", "cell"), [(Coat.SHORT, "short"), (Coat.LONG, "long"), (Coat.CURLY, "Curly")])
def test_a_choice_is_written_by_its_label_unless_two_share_it(coat, cell):
    assert cells_of_cat(Cat(coat))["Coat"] == cell


@pytest.mark.parametrize(("lives", "cell"), [(None, ""), ((), "[]"), ((9, 1), "9; 1")])
def test_a_list_without_rows_is_told_from_no_list(lives, cell):
    assert cells_of_cat(Cat(lives=lives))["Lives"] == cell


def test_equal_labels_within_parts_have_the_labels_of_the_parts():
    cells = cells_of_cat(Cat(collar=Collar(Buckle(5), Buckle(7))))
    assert {head: cell for head, cell in cells.items() if head.startswith(("Collar", "Spare"))} == {
        "Collar: Buckle: Holes": "5",
        "Spare": "yes",
        "Collar: Spare: Holes": "7",
    }
