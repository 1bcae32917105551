"""Which models of a collection an army needs, and that suggestions need no others."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.collection import entry_of, models_in, models_needed
from rulesets.core.forces.force import remove_unit
from rulesets.core.suggestions.completing import complete
from rulesets.core.suggestions.fixes import fix, fix_all
from rulesets.registry import get_ruleset
from tests.rulesets.core.suggestions.offers import each_game, is_sound


def named(slug: str) -> dict[str, int]:
    """What the game's example needs, by the names of the entries."""
    game = get_ruleset(slug)
    catalogue = game.catalogue
    needed = models_needed(game, game.demo())
    return {entry.name: number for kind_and_key, number in needed.items() if (entry := catalogue.get(*kind_and_key))}


@pytest.mark.parametrize(("slug", "needed"), [
    ("mbt2020", {"Challenger 2": 11, "Warrior": 5, "Ajax": 2, "INF+": 3, "Self-propelled gun up to 155 mm": 2,
                 "Apache": 1}),
    ("forum-combat", {"Rifleman": 8, "Heavy Weapon Team": 1, "Officer": 2, "Assault Trooper": 8, "Marksman": 4}),
    ("warstrike", {"Lieutenant": 1, "Rifle Section": 20, "Support Team": 4, "Captain": 1, "Assault Section": 8,
                   "Champion": 1}),
])  # fmt: skip
def test_figures_and_units_are_counted_by_entry(slug: str, needed: dict[str, int]) -> None:
    assert named(slug) == needed


def test_a_squad_needs_a_model_for_each_figure() -> None:
    game = get_ruleset("forge-of-war")
    force = game.demo()
    group = force.groups[0]
    squad = next(unit for unit in group.units if unit.spec.troops == "line_infantry")
    alone = replace(force, groups=(replace(group, units=(squad,)),))
    assert (
        models_needed(game, alone)
        == {("troop_type", "line_infantry"): squad.spec.figures}
        == {("troop_type", "line_infantry"): models_in(squad)}
    )


def test_a_vehicle_counts_before_its_sub_class() -> None:
    game = get_ruleset("mbt2020")
    force = game.demo()
    group, unit = next(force.units())
    context = game.context(force)
    assert entry_of(game, unit, group, context) == ("troop_type", "challenger-2")
    plain = replace(unit, spec=replace(unit.spec, vehicle=""))
    assert entry_of(game, plain, group, context) == ("sub_class", "MBTn")
    game = get_ruleset("warstrike")
    force = game.demo()
    group, unit = next(force.units())
    for name in ("", "Old Faithful"):
        assert entry_of(game, replace(unit, name=name), group, game.context(force)) == ("unit", "lieutenant")


def test_a_unit_that_is_in_no_catalogue_needs_nothing() -> None:
    game = get_ruleset("warstrike")
    force = game.demo()
    group, unit = next(force.units())
    unknown = replace(unit, spec=replace(unit.spec, profile="Giant snail"))
    assert entry_of(game, unknown, group, game.context(force)) is None
    assert models_needed(game, replace(force, groups=(replace(group, units=(unknown,)),))) == {}


def reduced(game: Any, rng: random.Random) -> Any:
    """The example without some units."""
    force = game.demo()
    units = [unit.id for _, unit in force.units()]
    for unit_id in rng.sample(units, min(len(units) - 1, rng.randint(1, 4))):
        force = remove_unit(force, unit_id)
    return force


def check_suggestions(game: Any, seed: int) -> int:
    """All suggestions for a random army with a random collection; returns how many there were."""
    rng = random.Random(seed)
    force = reduced(game, rng)
    before = models_needed(game, force)
    have = {entry: rng.randint(0, number + 2) for entry, number in models_needed(game, game.demo()).items()}
    offered = [complete(game, force, group.id, have) for group in force.groups]
    offered += [fix(game, force, finding, have) for finding in game.check(force)[:2]]
    steps = fix_all(game, force, have)
    for each in offered:
        is_sound(game, force, each)
    forces = [suggestion.force for each in offered for suggestion in each] + [step.force for step in steps]
    for after in forces:
        most = Counter(have) | Counter(before)
        assert Counter(models_needed(game, after)) <= most
    return len(forces)


@each_game
def test_no_suggestion_needs_more_than_the_collection_has(game: Any) -> None:
    assert sum(check_suggestions(game, seed) for seed in range(6)) > 0


@pytest.mark.long
@each_game
def test_no_suggestion_for_a_thousand_armies_needs_more_than_there_is(game: Any) -> None:
    assert sum(check_suggestions(game, seed) for seed in range(200)) > 0


def test_an_army_is_completed_within_the_models_there_are() -> None:
    game = get_ruleset("mbt2020")
    force = game.demo()
    unit = next(unit.id for _, unit in force.units() if unit.spec.vehicle == "challenger-2" and not unit.spec.hq)
    smaller = remove_unit(force, unit)
    group = smaller.groups[0].id
    free = complete(game, smaller, group)
    assert any(
        ("troop_type", "challenger-2")
        in Counter(models_needed(game, each.force)) - Counter(models_needed(game, smaller))
        for each in free
    )
    entry = ("troop_type", "challenger-2")
    short = {entry: models_needed(game, smaller)[entry]}
    within = complete(game, smaller, group, short)
    assert within != free
    for each in within:
        assert Counter(models_needed(game, each.force)) <= Counter(models_needed(game, smaller)) | Counter(short)
