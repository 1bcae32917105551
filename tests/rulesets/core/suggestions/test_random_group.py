"""Random groups in every game: legal, the same for the same seed, and never more than the collection has left."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.collection import EntryId, models_needed
from rulesets.core.forces.findings import Severity
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.seeded import MAX_SEED
from rulesets.core.suggestions.random_group import random_group
from tests.rulesets.core.suggestions.offers import GAMES, AnyForce, errors
from tests.rulesets.described.games import DESCRIBED
from tests.tiny_system.pebbles import RULESET as PEBBLES

ALL_GAMES = (*GAMES, *DESCRIBED)
each_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
games, seeds = st.sampled_from(ALL_GAMES), st.integers(0, MAX_SEED)


def problems(game: AnyRuleset, force: AnyForce) -> Counter[tuple[str, str, str]]:
    """Rule and place of every error and warning."""
    found = (each for each in game.check(force) if each.severity is not Severity.NOTE)
    return Counter((each.rule, each.where.group, each.where.unit) for each in found)


@each_game
def test_an_empty_army_becomes_a_legal_one(game: AnyRuleset) -> None:
    for seed in range(5):
        made = random_group(game, game.new_force(), seed, "Random")
        assert made
        assert [group.name for group in made.force.groups] == ["Random"]
        assert problems(game, made.force) == Counter()


@each_game
def test_seeds_lead_to_different_groups(game: AnyRuleset) -> None:
    made = [random_group(game, game.new_force(), seed, "Random") for seed in range(30)]
    assert len({str([unit.spec for _, unit in each.force.units()]) for each in made if each}) > 1


@given(games, seeds)
def test_a_group_keeps_the_rules_and_leaves_the_others_alone(game: AnyRuleset, seed: int) -> None:
    force = game.demo().with_ids()
    made = random_group(game, force, seed, "Random")
    assert made == random_group(game, force, seed, "Random")
    if made:
        assert made.force.groups[:-1] == force.groups
        assert made.force.groups[-1].units
        assert problems(game, made.force) - problems(game, force) == Counter()


@given(games, seeds, st.data())
def test_a_group_needs_no_more_than_the_collection_has_left(game: AnyRuleset, seed: int, data: st.DataObject) -> None:
    kinds = [kind.slug for kind in game.kinds if kind.is_unit]
    entries = [(entry.kind, entry.key) for entry in game.catalogue if entry.kind in kinds]
    some = st.dictionaries(st.sampled_from(entries), st.integers(1, 12), min_size=1)
    collection: Mapping[EntryId, int] = data.draw(some)
    force = data.draw(st.sampled_from((game.new_force(), game.demo().with_ids())))
    before = models_needed(game, force)
    made = random_group(game, force, seed, "Random", collection)
    if made:
        assert errors(game, made.force) - errors(game, force) == Counter()
        for entry, number in models_needed(game, made.force).items():
            assert number <= max(collection.get(entry, 0), before.get(entry, 0))


@each_game
def test_models_of_a_legal_ready_group_are_enough(game: AnyRuleset) -> None:
    empty = game.new_force()
    for template in game.templates[:3]:
        ready = replace(empty, groups=(template.build("Ready"),)).with_ids()
        if not problems(game, ready):
            collection = models_needed(game, ready)
            assert any(random_group(game, empty, seed, "Random", collection) for seed in range(10))


def test_none_is_made_of_models_that_are_all_used() -> None:
    force = PEBBLES.demo().with_ids()
    assert random_group(PEBBLES, force, 1, "Random", dict(models_needed(PEBBLES, force))) is None
