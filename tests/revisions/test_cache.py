from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.revisions.cache import LRUCache


def test_what_was_used_last_is_kept(pebbles):
    force = pebbles.demo()
    cache: LRUCache[LoadedArmy] = LRUCache(8)
    first, second, third = (LoadedArmy(pebbles, force) for _ in range(3))
    cache.add(("a", 1), first, first.weight)
    cache.add(("a", 2), second, second.weight)
    assert cache.get(("a", 1)) is first
    cache.add(("a", 3), third, third.weight)
    assert [cache.get(("a", number)) for number in (1, 2, 3)] == [first, None, third]


def test_what_lay_longest_is_forgotten_and_nothing_replaced():
    cache: LRUCache[str] = LRUCache(100)
    for number in (1, 2, 3):
        cache.add(("battle", number), f"state {number}", 40)
    cache.add(("battle", 3), "another", 40)
    assert [cache.get(("battle", number)) for number in (1, 2, 3)] == [None, "state 2", "state 3"]


def test_what_takes_the_place_of_another_weighs_instead_of_it():
    cache: LRUCache[str] = LRUCache(100)
    cache.add(("a", 1), "first", 40)
    for _ in range(9):
        cache.replace(("b", 1), "state", 40)
    cache.replace(("b", 1), "last", 60)
    assert [cache.get(("a", 1)), cache.get(("b", 1))] == ["first", "last"]


def test_older_numbers_of_one_address_are_forgotten_with_their_weight():
    cache: LRUCache[str] = LRUCache(100)
    for number in (1, 2, 3):
        cache.add(("a", number), f"a {number}", 30)
    cache.forget_before(("a", 3))
    cache.forget_before(("b", 9))
    cache.add(("b", 1), "b 1", 70)
    assert [cache.get(("a", number)) for number in (1, 2, 3)] == [None, None, "a 3"]
    assert cache.get(("b", 1)) == "b 1"


def test_of_an_address_the_value_used_last_is_near():
    cache: LRUCache[str] = LRUCache(100)
    for key in (("a", 1), ("a", 2), ("b", 1)):
        cache.add(key, f"{key}", 1)
    cache.get(("a", 1))
    assert [cache.near(address) for address in ("a", "b", "c")] == ["('a', 1)", "('b', 1)", None]
