"""The units of an army that their owner has no models of."""

from fractions import Fraction

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.proxies import modelled_shares, models_of_owner, owners_models_requested
from rulesets.core.forces.force import Unit, add_group

FLINT = ("stone", "flint")


def test_the_first_units_get_the_models_there_are(pebbles):
    units = (Unit("", pebbles.unit(stone="moon")), *(Unit("", pebbles.unit()) for _ in range(3)))
    loaded = LoadedArmy(pebbles, add_group(pebbles.new_force(), "Pile", pebbles.group(), units))
    _, *stones = (unit.id for _, unit in loaded.force.units())
    assert modelled_shares(loaded, {FLINT: 2, ("stone", "slate"): 9}) == dict.fromkeys(stones[:2], Fraction(1))
    assert modelled_shares(loaded, {}) == {}


@pytest.mark.django_db
def test_the_first_app_that_knows_the_owner_s_models_answers(army):
    def knows(army: object, **kwargs: object) -> dict[tuple[str, str], int]:
        return {FLINT: 3}

    assert models_of_owner(army) == {}
    owners_models_requested.connect(knows)
    try:
        assert models_of_owner(army) == {FLINT: 3}
    finally:
        owners_models_requested.disconnect(knows)
