"""One army against another, as the games of the site declare it."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.army_grid import ArmyGrid, GridCell, GridUnit, merged, toned
from rulesets.core.calculators import Brief, SolveContext
from rulesets.core.engagements import Targets
from rulesets.core.play.definition import Engagement, units_on_table
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import OUT, DeployedForce, PlayState, Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Tone
from rulesets.registry import all_rulesets, get_ruleset

each_game = pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)


def grid_of(game: AnyRuleset, state: MatchState = AT_START, acting: int = 0, **more: Any) -> ArmyGrid:
    """The game's example army against itself."""
    assert game.play is not None
    context = game.context(game.demo())
    match = Match(game.play, (context, context))
    own, opposing = match.deployed(state, 0), match.deployed(state, 1)
    assert own is not None
    assert opposing is not None
    return ArmyGrid(
        match,
        (own, opposing),
        acting,
        game.calculator,
        SolveContext(game.catalogue, context.house.untraced),
        lambda side: game.title_of(side.unit, side.group, context),
        by_group=game.group_card is not None,
        **more,
    )


@each_game
def test_every_unit_is_in_one_row_and_one_column(game: AnyRuleset) -> None:
    grid = grid_of(game)
    by_group = game.group_card is not None
    present = units_on_table(grid.match.play, DeployedForce(game.demo()), by_group=by_group)
    expected = {side.unit.id for side in present}
    for units in (grid.own, grid.opposing):
        listed = [unit for each in units for unit in each.units]
        assert (set(listed), len(listed)) == (expected, len(expected))


@each_game
def test_each_cell_is_what_the_panel_of_targets_says(game: AnyRuleset) -> None:
    grid = grid_of(game)
    for own, cells in list(grid.lines())[::3]:
        asks = Targets(grid.match, grid.calculator, own.side, grid.context, grid.distance)
        for other, cell in list(zip(grid.opposing, cells, strict=True))[::2]:
            target = asks.target(other.side)
            assert cell.engagement == target.engagement
            if not cell.why:
                assert cell.brief == target.brief


def test_the_distance_is_that_of_the_unit_that_reaches_furthest() -> None:
    game = get_ruleset("forum-combat")
    shots = grid_of(game, distance=200)
    assert game.play is not None
    force = game.demo()
    knife = next(entry.key for entry in game.catalogue.of_kind("weapon") if entry.spec.type.value == "melee")
    first, *others = force.groups
    unarmed = replace(first, units=tuple(replace(u, spec=replace(u.spec, weapons=(knife,))) for u in first.units))
    own, context = replace(force, groups=(unarmed, *others)), SolveContext(game.catalogue, shots.context.house)
    match = Match(game.play, (game.context(own), game.context(force)))
    sides = DeployedForce(own), DeployedForce(force)

    def title(side: Side) -> str:
        return side.group.name

    grid = ArmyGrid(match, sides, 0, game.calculator, context, title, by_group=True, distance=200)
    settled = (grid.measure, grid.ask, grid.distance, grid.longest, grid.steps)
    assert settled == (shots.measure, shots.ask, 200, 400, shots.steps)
    assert [cells for _, cells in grid.lines()][1:] == [cells for _, cells in shots.lines()][1:]


@each_game
def test_a_unit_out_of_play_is_left_out(game: AnyRuleset) -> None:
    whole = grid_of(game)
    first = whole.opposing[0].side
    holder = first.group.id if game.group_card is not None else first.unit.id
    gone = PlayState().set(holder, OUT.now((1,)))
    grid = grid_of(game, replace(AT_START, sides=(PlayState(), gone)))
    counts = [sum(len(each.units) for each in units) for units in (whole.opposing, grid.opposing)]
    assert counts[1] == counts[0] - 1
    assert len(grid.own) == len(whole.own)


def test_conditions_and_the_distance_change_the_questions() -> None:
    game = get_ruleset("forge-of-war")
    near = list(grid_of(game, distance=3).lines())
    far = list(grid_of(game, distance=24).lines())
    assert near != far
    hard = list(grid_of(game, distance=3, chosen={"target.cover": "hard"}).lines())
    assert hard != near
    assert ("target.cover", "hard") in hard[0][1][0].fields
    assert list(grid_of(game, distance=3, chosen={"target.cover": "nonsense"}).lines()) == near


def test_equal_units_are_together() -> None:
    game = get_ruleset("mbt2020")
    grid = grid_of(game)
    lines, columns = merged(list(grid.lines()), grid.opposing)
    assert len({(unit.title, cells) for unit, cells in lines}) == len(lines) < len(grid.own)
    assert len(columns) < len(grid.opposing)
    assert sum(len(unit.units) for unit, _ in lines) == sum(len(unit.units) for unit in grid.own)
    assert {len(cells) for _, cells in lines} == {len(columns)}


def test_figures_without_a_tone_get_one_from_the_best_in_their_column() -> None:
    def cell(worth: int, tone: Tone = Tone.PLAIN) -> GridCell:
        return GridCell(Engagement("a", "A"), Brief(str(worth), str(worth), (Fraction(worth),), tone))

    side: Any = None
    lines = [(GridUnit(str(worth), (str(worth),), side), (cell(worth),)) for worth in (0, 2, 5, 8)]
    tones = [cells[0].brief.tone for _, cells in toned(lines) if cells[0].brief]
    assert tones == [Tone.BAD, Tone.FAIR, Tone.GOOD, Tone.GOOD]
    assert [cells[0].sign for _, cells in toned(lines)] == ["▼", "=", "▲", "▲"]
    kept = toned([(lines[0][0], (cell(0, Tone.GOOD),))])
    assert kept[0][1][0].sign == "▲"
    assert toned([]) == []
