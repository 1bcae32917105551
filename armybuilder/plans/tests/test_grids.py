"""The grid of two armies as pages, files and sheets show it."""

from fractions import Fraction

import pytest

from armybuilder.armies.loaded_army import LoadedArmy, SideArmy
from armybuilder.calculators.sides import Sides, choose
from armybuilder.plans.grids import ShownGrid
from rulesets.core.calculators import Brief
from rulesets.core.tables import Tone
from rulesets.registry import get_ruleset


def shown(game: str, **data: str) -> ShownGrid:
    """The game's example army against itself."""
    ruleset = get_ruleset(game)
    own, opposing = (choose(SideArmy(key, game, LoadedArmy(ruleset, ruleset.demo())), "") for key in "ab")
    return ShownGrid(Sides(own, opposing), data, "/calculators/")


def test_a_query_keeps_what_was_chosen() -> None:
    grid = shown("forge-of-war", distance="6", sort="2", **{"set.target.cover": "hard"})
    assert grid.query() == "army.own=a&army.opposing=b&distance=6&set.target.cover=hard&sort=2"
    assert grid.swapped() == "army.own=b&army.opposing=a&distance=6&set.target.cover=hard"
    assert grid.headings()[0].query.endswith("&sort=0")
    assert [each.is_sorted for each in grid.headings()].index(True) == 2


def test_a_distance_too_long_for_every_pair_is_the_longest() -> None:
    beyond, longest = (shown("mbt2020", distance=distance) for distance in ("999", "200"))
    assert (beyond.grid.distance, beyond.grid.longest) == (200, 200)
    assert list(beyond.rows()) == list(longest.rows())


def test_a_summary_counts_every_pair() -> None:
    grid = shown("warstrike")
    assert grid.summary().startswith("49 of 49 pairings possible: ")


@pytest.mark.parametrize(("text", "value"), [("yes", "yes"), ("no", "no"), ("nonsense", "no")])
def test_a_condition_that_is_yes_or_no_is_a_choice(text: str, value: str) -> None:
    (snap,) = (each for each in shown("warstrike", **{"set.snap": text}).conditions() if each.name == "set.snap")
    assert (snap.options, snap.value) == ((("no", "No"), ("yes", "Yes")), value)


def test_a_condition_out_of_bounds_is_its_usual_value() -> None:
    usual, above = shown("forge-of-war"), shown("forge-of-war", **{"set.shooters.moved": "99999999"})
    assert [row.cells for row in usual.rows()] == [row.cells for row in above.rows()]
    assert usual.conditions() == above.conditions()


def test_a_cell_has_a_word_and_the_grid_says_what_figures_mean() -> None:
    cell = next(cell for row in shown("mbt2020").rows() for cell in row.cells if cell.text.startswith("▲"))
    assert cell.word == "Favourable"
    assert shown("forge-of-war").means() == [
        "Figures lost on average, or D-markers (2.8 D) where hardly any figure is lost. "
        "Half of the target’s figures or more is favourable, hardly any loss unfavourable",
        "Chance to destroy the vehicle, or of any effect (0/41%) where it cannot be destroyed. "
        "33% or more to destroy it is favourable. If it cannot be destroyed, under 33% for any effect is unfavourable",
    ]
    assert [len(shown(game).means()) for game in ("mbt2020", "forum-combat", "warstrike")] == [1, 1, 1]


def test_a_grid_whose_rows_are_alike_says_why() -> None:
    grid = shown("warstrike")
    assert len({tuple(cell.text for cell in row.cells) for row in grid.rows()}) == 1
    assert grid.means() == [
        "Chance that the target can still act: up to 33% is favourable, over 67% unfavourable. "
        "Players decide the markers, so any attacker has the same figure"
    ]


@pytest.mark.parametrize(("cover", "is_other"), [("none", False), ("hard", True)])
def test_conditions_are_unfolded_once_one_is_not_as_usual(cover: str, is_other: bool) -> None:
    grid = shown("forge-of-war", distance="6", **{"set.target.cover": cover})
    assert [each.value for each in grid.conditions() if each.name == "set.target.cover"] == [cover]
    assert grid.has_conditions() is is_other


@pytest.mark.parametrize("distance", ["3", "12", "24"])
def test_no_figure_of_nothing_counts_as_even(distance: str) -> None:
    cells = [cell for row in shown("forge-of-war", distance=distance).rows() for cell in row.cells]
    even = [cell.text.split()[-1] for cell in cells if cell.word == "Even"]
    assert even
    assert not {"0%", "0.0"} & {*even}
    for cell in cells:
        if "/" in cell.text:
            assert cell.text.split("/")[-1] in cell.words
            assert cell.words.startswith("0% chance to destroy it")


def test_a_cell_says_where_an_engagement_has_no_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Brief("0% chance to destroy it, 0% for any effect", "0%", (Fraction(0),), Tone.BAD, in_vain=True)
    monkeypatch.setattr("rulesets.core.army_grid.in_brief", lambda *asked: nothing)
    grid = shown("forge-of-war")
    cells = {(cell.text, cell.tone, cell.word) for row in grid.rows() for cell in row.cells}
    assert cells == {("No effect", "bad", "")}
    _, *rows = grid.table()
    assert {row[3] for row in rows} == {"No effect"}


def test_a_long_grid_shows_its_first_rows() -> None:
    grid = shown("mbt2020")
    assert not grid.is_long
    assert len(list(grid.rows(first=True))) == 6
