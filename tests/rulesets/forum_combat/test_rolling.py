"""What the site rolls for questions of Forum Combat agrees with their odds."""

import pytest

from tests.rulesets.every_roll import Fields, Ticked, assert_exact_odds

RIFLE: Fields = {"name": "Rifle", "attacks": 1, "acc": 4, "strength": 4, "ap": 0, "damage": 1, "reach": 24}
BLOW: Fields = {"attacks": 1, "acc": 3, "strength": 4, "ap": 1, "damage": 2}
GUN: Fields = {"name": "Gun", "attacks": 1, "acc": 3, "strength": 6, "ap": 1, "damage": 3, "reach": 30}
VOLLEY: Fields = {"firing": [RIFLE | {"count": 1}, GUN | {"count": 1}]}
NO_BLOWS: Fields = {"attacks": 0}
CLOSE: Fields = {
    "own.0.close_quarters": NO_BLOWS,
    "theirs.0.close_quarters": NO_BLOWS,
    "own_reach": 2,
    "theirs_reach": 1,
}
BOTH: Fields = {"own_reach": 1, "theirs_reach": 1, "own.0.close_quarters": BLOW, "theirs.0.close_quarters": NO_BLOWS}
IN_MELEE: Ticked = {"g5": {"place": (2,)}}

CASES: list[tuple[str, str, str, Fields, Fields, Ticked]] = [
    ("shooting", "u2", "u2", VOLLEY, {}, {}),
    ("shooting", "u2", "u2", VOLLEY, {"fc.alloc": "random"}, {}),
    ("shooting", "u2", "u9", VOLLEY, {"fc.alloc": "random_all"}, {}),
    ("firing-into-melee", "u9", "u2", VOLLEY, {}, IN_MELEE),
    ("charge", "u2", "u2", {}, {}, {}),
    ("charge", "u2", "u2", {"disengages": True, "was_engaged": True}, {}, {}),
    ("morale", "u2", "", {"abandoned": 1}, {}, {}),
    ("disengage", "u9", "", {}, {}, {}),
    ("melee", "u9", "u9", CLOSE, {}, {}),
    ("melee", "u9", "u9", BOTH, {}, {}),
    ("melee", "u9", "u9", BOTH, {"fc.cq_then_melee": "strike", "fc.alloc": "random_all"}, {}),
    ("melee", "u9", "u9", CLOSE | {"rounds": 2, "own_reach": 1}, {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "own", "opposing", "fields", "played", "ticked"), CASES)
def test_a_roll_has_the_exact_odds_of_its_question(
    slug: str, own: str, opposing: str, fields: Fields, played: Fields, ticked: Ticked
) -> None:
    assert_exact_odds("forum-combat", slug, own, opposing, fields, played, ticked)
