"""From data files to a game that builds, with all that was not understood by place."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from armybuilder.custom_games.skeletons.data_files import read_files
from armybuilder.custom_games.skeletons.fitting import plain, size_of
from armybuilder.custom_games.skeletons.remarks import Remark
from armybuilder.custom_games.skeletons.skeleton import NoGame, Skeleton, skeleton
from armybuilder.custom_games.tests.skeletons.files import ARMOURY, CATALOGUE, SYSTEM, VALLEY, catalogue
from armybuilder.custom_games.tests.skeletons.per_game import checks_of_a_game
from rulesets.core.forces.findings import is_legal
from rulesets.core.forces.force import Group, Unit
from rulesets.described.document import Kind
from rulesets.described.ruleset import from_document, read_game

LIMIT = 256 * 1024


def read(*files: bytes, limit: int = LIMIT) -> Skeleton:
    """The skeleton of these files."""
    return skeleton(read_files((f"{n}.cat", file) for n, file in enumerate(files))[0], limit)


VALLEY_READ = read(*(file for _, file in VALLEY))
GAME = VALLEY_READ.game


def rows(kind: Kind) -> dict[str, dict[str, str]]:
    """The values of a kind's entries by name and label."""
    labels = [each.label for each in kind.fields]
    return {row.name: dict(zip(labels, row.values, strict=True)) for row in kind.entries}


def test_units_have_their_statline_costs_and_links_resolved() -> None:
    units = rows(GAME.kinds[0])
    assert units["Marshal"] == {
        "Crowns": "60",
        "Fame": "1",
        "Crowns for each further model": "0",
        "Models": "1",
        "Most models": "1",
        "Most in an army": "1",
        "Move": "6",
        "Aim": "3",
        "Armour worn": "plate",
        "Has": "",
        "Rules": "Orders",
        "Option groups": "arms",
        "Keywords": "Mounted",
        "Category": "leaders",
        "Mounted": "yes",
    }
    pikes = units["Pikes of the Ford"]
    assert (pikes["Crowns"], pikes["Models"], pikes["Most models"]) == ("52.5", "5", "10")
    assert (pikes["Has"], pikes["Rules"], pikes["Category"]) == ("Pike", "Steady", "line")
    assert GAME.kinds[0].entries[1].cite == "The Valley Book, page 12"


def test_options_and_other_profiles_are_kinds_also_from_other_files() -> None:
    assert [kind.plural for kind in GAME.kinds] == ["Unit types", "Options", "Option groups", "Weapons"]
    assert rows(GAME.kinds[1])["Sabre"] == {"Crowns": "5", "Fame": "0", "Has": "Sabre", "Rules": "Keen edge"}
    assert rows(GAME.kinds[2])["Arms"] == {
        "At least": "0",
        "At most": "1",
        "For each model": "no",
        "Options": "sabre, banner",
    }
    assert rows(GAME.kinds[3]) == {"Pike": {"Range": "2", "Harm": "1"}, "Sabre": {"Range": "1", "Harm": "2"}}


def test_a_unit_costs_its_models_and_its_options() -> None:
    game = from_document(GAME)
    unit = Unit("u1", game.unit(unit="pikes-of-the-ford", models=8, options=("sabre", "banner")))
    army = game.new_force("One")
    group: Group[Any, Any] = Group("g1", "One", game.group(), (unit,))
    context = game.context(type(army)(game.slug, "One", army.spec, (group,)))
    assert game.points is not None
    assert game.points(unit, context) == 98  # 52.5 for five, 8.5 for each of three more, 5 and 15


def test_the_skeleton_builds_reads_back_and_has_a_legal_example() -> None:
    game = from_document(GAME)
    assert is_legal(game.check(game.demo()))
    assert read_game(json.loads(json.dumps(plain(GAME)))) == GAME


@pytest.mark.parametrize("test", list(checks_of_a_game()), ids=lambda test: test.__name__)
def test_the_skeleton_is_a_game_like_any(test: Callable[..., None]) -> None:
    test(game=from_document(GAME))


def test_what_was_not_understood_is_named_by_place() -> None:
    assert VALLEY_READ.remarks.unread == [
        Remark("River Guard", "Left out, because the file hides it: “Old Reeve”."),
        Remark("River Guard", "Left out, because it has neither a statline nor a cost: “Size of the battle”."),
        Remark("Trait", "Sentences under “Words” are not copied: “Keen edge”."),
        Remark("Brass Valley", "Rules text is not copied: “Steady”."),
        Remark("River Guard, Marshal", "Not read: 1 change under 1 condition of “Crowns”."),
        Remark("River Guard", "Rules text is not copied: “Orders”."),
    ]
    assert "text" not in json.dumps(plain(GAME)).replace('"text"', "")


def test_choices_of_the_player_are_named_by_their_place() -> None:
    assert {each.place for each in VALLEY_READ.remarks.open} == {"odds", "turn", "tracks"}
    short = SYSTEM.replace(b'name="Move"', b'name="M"')
    assert Remark("kinds[0].fields[6].label", "Say what “M” stands for.") in read(short, CATALOGUE).remarks.open


def test_a_catalogue_that_is_missing_is_named_with_what_is_in_it() -> None:
    unread = read(SYSTEM, CATALOGUE).remarks.unread
    assert Remark("River Guard", "Not found in these files: “Sabre”.") in unread
    assert Remark("River Guard", "The catalogue “Armoury” is in another file. Choose that file, too.") in unread


def test_a_catalogue_without_its_system_says_what_is_missing() -> None:
    found = read(CATALOGUE, ARMOURY)
    assert found.game.title == "River Guard"
    assert "The game system (.gst) is not among the files." in found.remarks.unread[0].message
    from_document(found.game)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ((), "None of the files is a catalogue"),
        ((SYSTEM, SYSTEM.replace(b'"valley"', b'"dale"')), "several games: “Brass Valley”"),
        ((SYSTEM,), "no units: choose the army catalogues"),
    ],
    ids=["none", "two games", "no units"],
)
def test_files_that_are_no_game_are_refused_in_words(files: tuple[bytes, ...], message: str) -> None:
    with pytest.raises(NoGame, match=message):
        read(*files)


def test_a_file_of_another_game_is_left_out_and_named() -> None:
    other = catalogue("", game="dale", name="Dale folk")
    assert Remark("Dale folk", "This file belongs to another game.") in read(SYSTEM, CATALOGUE, other).remarks.unread


def many(count: int, name: str = "Rider *") -> bytes:
    """A catalogue of so many units."""
    costs = '<costs><cost typeId="crowns" value="*"/></costs>'
    entry = f'<selectionEntry id="r*" name="{name}" type="unit">{costs}</selectionEntry>'
    entries = "".join(entry.replace("*", str(n)) for n in range(1, count + 1))
    return catalogue(f"<selectionEntries>{entries}</selectionEntries>")


def test_units_that_are_too_many_are_named() -> None:
    found = read(SYSTEM, many(412))
    assert len(found.game.kinds[0].entries) == 400  # entries of a kind
    (message,) = (each.message for each in found.remarks.unread if each.place == "Units")
    assert "Left out: “Rider 401”, “Rider 402”" in message
    from_document(found.game)


def test_a_document_that_is_too_large_is_made_shorter_and_says_so() -> None:
    found = read(SYSTEM, many(300), limit=24_000)
    assert size_of(found.game) <= 24_000
    left = 300 - len(found.game.kinds[0].entries)
    (message,) = (each.message for each in found.remarks.unread if each.place == "Unit types")
    assert f"There is no room in the game for {left} entries: “Rider {300 - left + 1}”" in message
    from_document(found.game)


def test_units_of_one_name_are_told_apart_by_their_lists() -> None:
    second = many(1).replace(b'"Hills"', b'"Coast"').replace(b'"r1"', b'"s1"')
    names = [row.name for row in read(SYSTEM, many(1), second).game.kinds[0].entries]
    assert names == ["Rider 1 (Hills)", "Rider 1 (Coast)"]


@pytest.mark.parametrize(
    "name", ["&lt;b&gt;{models}&lt;/b&gt;", "龍騎兵", "min", "x" * 300, "&#39;; drop", "{", "a, b", "", "\u202eevil"]
)
def test_any_name_gives_a_game_that_builds(name: str) -> None:
    found = read(SYSTEM.replace(b'"Move"', f'"{name}"'.encode()), CATALOGUE, ARMOURY, many(3, name))
    game = from_document(found.game)
    assert is_legal(game.check(game.demo()))
    assert len(found.game.kinds[0].entries) == 5


ARMS = """
<selectionEntry id="knight" name="Knight" type="model">
  <costs><cost typeId="crowns" value="20"/></costs>
  <selectionEntries>
    <selectionEntry id="horse" name="Horse" type="upgrade">
      <costs><cost typeId="crowns" value="8"/></costs>
      <constraints><constraint type="max" field="selections" scope="parent" value="1"/></constraints>
      <selectionEntries>
        <selectionEntry id="barding" name="Barding" type="upgrade">
          <costs><cost typeId="crowns" value="4"/></costs>
        </selectionEntry>
      </selectionEntries>
    </selectionEntry>
  </selectionEntries>
  <selectionEntryGroups>
    <selectionEntryGroup id="weapon" name="Weapon">
      <constraints>
        <constraint type="min" field="selections" scope="parent" value="1"/>
        <constraint type="max" field="selections" scope="parent" value="1"/>
      </constraints>
      <selectionEntries>
        <selectionEntry id="lance" name="Lance" type="upgrade"/>
        <selectionEntry id="mace" name="Mace" type="upgrade"/>
      </selectionEntries>
    </selectionEntryGroup>
  </selectionEntryGroups>
</selectionEntry>
<selectionEntry id="page" name="Page" type="model"><costs><cost typeId="crowns" value="5"/></costs></selectionEntry>
"""


@pytest.mark.parametrize("cost", ["Crowns", "Most", "Opens"])
@pytest.mark.parametrize(
    ("unit", "options", "messages"),
    [
        ("knight", ("lance",), []),
        ("knight", ("lance", "horse", "barding"), []),
        ("knight", (), ["“Weapon” needs at least 1 of its options, not 0."]),
        ("knight", ("lance", "mace"), ["“Weapon” allows at most 1 of its options, not 2."]),
        ("knight", ("lance", "barding"), ["This unit cannot have Barding."]),
        ("knight", ("lance", "horse", "horse"), ["Horse is there 2 times, but the unit may have at most 1."]),
        ("page", (), []),
        ("page", ("horse",), ["This unit cannot have Horse."]),
    ],
)
def test_options_and_their_groups_are_checked(
    cost: str, unit: str, options: tuple[str, ...], messages: list[str]
) -> None:
    system = SYSTEM.replace(b'name=" Crowns"', f'name="{cost}"'.encode())
    game = from_document(read(system, catalogue(f"<selectionEntries>{ARMS}</selectionEntries>")).game)
    army = game.new_force("One")
    group: Group[Any, Any] = Group("g1", "One", game.group(), (Unit("u1", game.unit(unit=unit, options=options)),))
    checked = type(army)(game.slug, "One", army.spec, (group,))
    told = [finding.message for finding in game.check(checked) if finding.where.unit == "u1"]
    assert told == messages
