"""Turns of visitors: who is next, and that each place is passed on."""

import asyncio

from armybuilder.site.fair_turns import FairTurns


def order_of(*asked: tuple[str, str], places: int = 1) -> list[tuple[str, str]]:
    """Who has a place in turn where all ask at once, after somebody took each place."""
    served = list[tuple[str, str]]()

    async def ask(turns: FairTurns, who: tuple[str, str]) -> None:
        async with turns.turn(*who):
            served.append(who)
            await asyncio.sleep(0)

    async def ask_all() -> None:
        turns = FairTurns(places)
        await asyncio.gather(*(ask(turns, who) for who in asked))

    asyncio.run(ask_all())
    return served


def test_addresses_take_turns() -> None:
    a, b = ("10.0.0.1", "a"), ("10.0.0.2", "b")
    assert order_of(a, a, a, a, b, b) == [a, a, b, a, b, a]


def test_browsers_at_an_address_take_turns() -> None:
    a, b, c = ("10.0.0.1", "a"), ("10.0.0.1", "b"), ("10.0.0.2", "c")
    assert order_of(c, a, a, a, b, c, c) == [c, a, c, b, c, a, a]


def test_no_more_have_a_place_than_there_are() -> None:
    async def ask_all() -> list[int]:
        turns, inside, seen = FairTurns(2), 0, list[int]()

        async def ask(number: int) -> None:
            nonlocal inside
            async with turns.turn(str(number), ""):
                inside += 1
                seen.append(inside)
                await asyncio.sleep(0)
                inside -= 1

        for _ in range(2):
            await asyncio.gather(*map(ask, range(5)))
        return seen

    seen = asyncio.run(ask_all())
    assert (max(seen), len(seen)) == (2, 10)


def test_who_is_cancelled_keeps_nobody_waiting() -> None:
    async def ask_all() -> list[str]:
        turns, served = FairTurns(1), list[str]()

        async def ask(name: str) -> None:
            async with turns.turn(name, ""):
                served.append(name)
                await asyncio.sleep(0)

        first, gone, last = (asyncio.ensure_future(ask(name)) for name in ("first", "gone", "last"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait((first, gone, last), timeout=9)
        return served

    assert asyncio.run(ask_all()) == ["first", "last"]


def test_a_place_that_comes_as_its_visitor_leaves_is_passed_on() -> None:
    async def ask_all() -> list[str]:
        turns, served, visitors = FairTurns(1), list[str](), dict[str, asyncio.Task[None]]()

        async def ask(name: str, leaving: str = "") -> None:
            async with turns.turn(name, ""):
                served.append(name)
                await asyncio.sleep(0)
            if leaving:
                visitors[leaving].cancel()

        visitors["first"] = asyncio.create_task(ask("first", "gone"))
        visitors["gone"] = asyncio.create_task(ask("gone"))
        await asyncio.wait(visitors.values(), timeout=9)
        visitors["last"] = asyncio.create_task(ask("last"))
        await asyncio.wait(visitors.values(), timeout=9)
        return served

    assert asyncio.run(ask_all()) == ["first", "last"]
