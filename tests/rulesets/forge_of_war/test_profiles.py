"""Profiles of weapons in words."""

import pytest

from rulesets.systems.forge_of_war.catalogue import CATALOGUE, dice_in_words, specials_in_words
from rulesets.systems.forge_of_war.profiles import Weapon


def test_weights_of_fire_in_words() -> None:
    words = {
        key: dice_in_words(weapon.weight_of_fire)
        for key in ("hmg", "assault_rifle", "tank_cannon", "flame_thrower")
        if (weapon := CATALOGUE.spec(Weapon, "weapon", key))
    }
    assert words == {
        "hmg": "3",
        "assault_rifle": "2 (1\u00a0over 12″)",
        "tank_cannon": "4/6/1",
        "flame_thrower": "all within 3″",
    }


@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        (Weapon(backfires_on=1), ("backfires on 1",)),
        (Weapon(backfires_on=3, backfire_hits=2), ("backfires on 1 to 3: 2 hits",)),
        (Weapon(backfires_on=3, backfire_hits=0), ()),
        (Weapon(auto_markers=2), ("2 D-markers on infantry, hit or miss",)),
    ],
)
def test_what_is_special_about_own_weapons(weapon: Weapon, words: tuple[str, ...]) -> None:
    assert specials_in_words(weapon) == words
