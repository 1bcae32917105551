"""What a choice of data files comes with, and what it may take."""

import pytest

from armybuilder.custom_games.skeletons import choices as module
from armybuilder.custom_games.skeletons.choices import Choices, Content, number
from armybuilder.custom_games.tests.skeletons.files import catalogue, files_of
from armybuilder.spreadsheets.untrusted import Untrusted


def entry(
    key: str,
    inside: str = "",
    kind: str = "upgrade",
    cost: str = "0",
    least: int = 0,
    most: int | None = None,
    tag: str = "selectionEntry",
) -> str:
    """An entry that costs so much, of which its parent needs and allows so many."""
    bounds = "" if not least else f'<constraint type="min" field="selections" scope="parent" value="{least}"/>'
    if most is not None:
        bounds += f'<constraint type="max" field="selections" scope="parent" value="{most}"/>'
    costs = f'<costs><cost typeId="c" value="{cost}"/></costs>'
    return f'<{tag} id="{key}" name="{key}" type="{kind}">{bounds}{costs}{inside}</{tag}>'


def group(inside: str, least: int = 0, most: int | None = None) -> str:
    """A group of which so many members are needed and allowed."""
    return entry("g", inside, "", "0", least, most, "selectionEntryGroup")


def link(to: str, inside: str = "") -> str:
    return f'<entryLink id="to-{to}" targetId="{to}">{inside}</entryLink>'


def content(top: str, shared: str = "") -> Content:
    """What the first choice of a catalogue comes with."""
    lists = f"<selectionEntries>{top}</selectionEntries><sharedSelectionEntries>{shared}</sharedSelectionEntries>"
    made = Choices(files_of(("a.cat", catalogue(lists))))
    return made.content(next(made.at_top()))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.0", 1000),
        ("-0.25", -250),
        ("3", 3000),
        ("", None),
        ("x", None),
        ("1e9", None),
        ("9999999", None),
        ("²", None),
    ],
)
def test_a_number_is_read_in_thousandths(text, value):
    assert number(text) == value


def test_a_choice_includes_what_it_needs_and_not_what_it_may_take():
    unit = entry("unit", entry("crew", cost="2.5", least=4, most=4) + entry("flag", cost="7", most=1), "unit", "10")
    found = content(unit)
    assert found.costs == {"c": 20_000}
    assert [node.name for node in found.options] == ["flag"]


def test_models_are_counted_with_those_that_are_needed_and_allowed():
    models = entry("boss", "", "model", "9", 1, 1) + entry("crew", "", "model", "3", 4, 9)
    found = content(entry("unit", models, "unit"))
    assert (found.models, found.max_models, found.spare) == (5, 10, [{"c": 3000}])
    assert content(entry("unit", entry("crew", "", "model", "3", 4), "unit")).max_models is None
    assert content(entry("one", "", "model")).models == 1


def test_a_group_needs_some_of_its_members():
    members = entry("a", "", "model", "3") + entry("b", "", "model", "3")
    found = content(entry("unit", group(members, 5, 10), "unit"))
    assert (found.models, found.max_models, found.costs["c"]) == (5, 10, 15_000)


def test_a_choice_of_a_group_that_differs_in_cost_is_not_guessed():
    found = content(entry("unit", group(entry("a", cost="3") + entry("b", cost="4"), 1, 1), "unit", "10"))
    assert found.costs == {"c": 10_000}
    (said,) = found.groups
    assert (said.name, [each.name for each in said.options], said.minimum, said.maximum) == ("g", ["a", "b"], 1, 1)


def test_models_of_a_group_that_differ_in_cost_are_not_guessed():
    models = entry("a", "", "model", "3") + entry("b", "", "model", "4")
    found = content(entry("unit", group(models, 1, 1), "unit", "10"))
    assert found.costs == {"c": 10_000}
    assert list(found.unpriced) == ["g"]


def test_what_an_option_opens_is_no_option_of_the_unit_itself():
    found = content(entry("unit", entry("horse", entry("barding", cost="4")), "unit"))
    assert [node.name for node in found.options] == ["horse"]


def test_what_models_may_take_is_allowed_for_each_of_them():
    soldier = entry("soldier", group(entry("bow") + entry("sling"), 0, 1), "model", "3", 5, 10)
    (said,) = content(entry("unit", soldier, "unit")).groups
    assert (said.maximum, said.per_model) == (1, True)
    boss = entry("boss", group(entry("bow") + entry("sling"), 0, 1), "model", "3", 1, 1)
    assert [each.per_model for each in content(entry("unit", boss, "unit")).groups] == [False]


def test_what_a_link_leads_to_counts_with_the_constraints_of_the_link():
    needed = '<constraint type="min" field="selections" scope="parent" value="2"/>'
    found = content(entry("unit", link("crew", needed), "unit"), entry("crew", cost="4"))
    assert found.costs == {"c": 8000}


def test_two_costs_of_a_link_and_its_entry_are_named():
    dearer = link("crew", '<costs><cost typeId="c" value="5"/></costs>')
    lists = f"<entryLinks>{dearer}</entryLinks>"
    lists += f"<sharedSelectionEntries>{entry('crew', cost='4')}</sharedSelectionEntries>"
    made = Choices(files_of(("a.cat", catalogue(lists))))
    assert made.content(next(made.at_top())).costs == {"c": 4000}
    assert [node.get("id") for node in made.doubtful] == ["to-crew"]


def test_a_link_to_what_is_in_no_file_is_kept():
    made = Choices(files_of(("a.cat", catalogue(f"<entryLinks>{link('nowhere')}</entryLinks>"))))
    assert list(made.at_top()) == []
    assert [node.get("targetId") for node in made.lost] == ["nowhere"]


def test_a_choice_within_itself_adds_nothing():
    needed = '<constraint type="min" field="selections" scope="parent" value="1"/>'
    found = content(
        entry("a", link("b", needed), "unit", "1"), entry("b", link("a", needed) + group(link("b")), cost="2")
    )
    assert found.costs == {"c": 3000}


def test_costs_that_double_with_each_level_stay_within_bounds():
    twice = '<constraint type="min" field="selections" scope="parent" value="900000"/>'
    levels = "".join(entry(f"e{n}", link(f"e{n + 1}", twice), "unit", "1") for n in range(30)) + entry(
        "e30", "", "model", "9"
    )
    found = content(link("e0", twice) and entry("top", link("e0", twice), "unit"), levels)
    assert found.costs == {"c": 1_000_000_000}
    assert found.models == 1_000_000


def test_files_that_link_everything_with_everything_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MAX_STEPS", 20_000)
    needed = '<constraint type="min" field="selections" scope="parent" value="1"/>'

    def layer(number: int) -> str:
        return "".join(link(f"e{number}-{k}", needed) for k in range(12))

    entries = [entry(f"e{n}-{m}", layer(n + 1) + entry(f"o{n}-{m}")) for n in range(12) for m in range(12)]
    with pytest.raises(Untrusted, match="more than 20,000 entries"):
        content(entry("top", layer(0)), "".join(entries))
