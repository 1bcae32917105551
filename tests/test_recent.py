from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.recent import Recent


def test_what_was_used_last_is_kept(pebbles):
    force = pebbles.demo()
    recent: Recent[LoadedArmy] = Recent(8)
    first, second, third = (LoadedArmy(pebbles, force) for _ in range(3))
    recent.keep(("a", 1), first, first.weight)
    recent.keep(("a", 2), second, second.weight)
    assert recent.look_up(("a", 1)) is first
    recent.keep(("a", 3), third, third.weight)
    assert [recent.look_up(("a", number)) for number in (1, 2, 3)] == [first, None, third]


def test_what_lay_longest_is_forgotten_and_nothing_replaced():
    recent: Recent[str] = Recent(100)
    for number in (1, 2, 3):
        recent.keep(("battle", number), f"state {number}", 40)
    recent.keep(("battle", 3), "another", 40)
    assert [recent.look_up(("battle", number)) for number in (1, 2, 3)] == [None, "state 2", "state 3"]
