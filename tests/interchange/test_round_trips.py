"""Random armies of every game come back equal through every format that claims to be complete."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.formats import FORMATS, read_any
from rulesets.core.declarations.fields import entries_used, with_value
from rulesets.registry import get_ruleset
from tests.interchange.test_all_files import GAMES, each_game, forces

IN_THE_SUITE, IN_ALL = 40, 1000


def known(spec, catalogue):
    """The spec without references to entries that are in no catalogue."""
    for use in list(entries_used(spec)):
        if catalogue.get(use.kind, use.key) is None:
            spec = with_value(spec, use.path, "")
    return spec


def check(game, data):
    force = data.draw(forces(game))
    catalogue = game.context(force).catalogue
    force = replace(
        force,
        spec=known(force.spec, catalogue),
        entries=tuple(replace(entry, spec=known(entry.spec, catalogue)) for entry in force.entries),
        groups=tuple(
            replace(
                group,
                spec=known(group.spec, catalogue),
                units=tuple(replace(unit, spec=known(unit.spec, catalogue)) for unit in group.units),
            )
            for group in force.groups
        ),
    )
    for each in FORMATS:
        if each.complete:
            imported = read_any(each.write(LoadedArmy(game, force)))
            assert (imported.loaded.force, imported.remarks) == (force, ()), each.slug


@settings(
    max_examples=IN_THE_SUITE,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
@given(game=st.sampled_from(GAMES), data=st.data())
def test_random_armies_come_back_equal(game, data):
    check(game, data)


@pytest.mark.long
@each_game
@settings(max_examples=IN_ALL, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_a_thousand_armies_of_each_game_come_back_equal(game, data):
    check(game, data)


@settings(
    max_examples=IN_THE_SUITE,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
@given(content=st.binary(max_size=200) | st.text("a,b;\n<{[PK\x03", max_size=40).map(str.encode))
def test_any_bytes_are_read_or_refused_in_words(content):
    said = ["read"]
    try:
        read_any(content)
    except BadFile as bad:
        said = [problem.message for problem in bad.problems]
    assert all(said)


def test_a_failing_example_is_told_by_the_name_of_its_game():
    assert pretty(get_ruleset("mbt2020")) == "get_ruleset('mbt2020')"
