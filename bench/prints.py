"""Nobody's cards wait for the orders of others.

``python -m bench.prints`` starts the real server and has 12 cards printed while it is idle, then beside as many orders
as one network address may have (``--addresses`` sets the number of addresses), and again when these are cancelled. The
orders are rosters of 150 units with notes of 2,000 letters of many scripts. With ``--services`` workers of a Redis
queue print.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bench.real_site import RealSite, descendants, machine, real_site, resident, until, with_services

UNITS = 150
LETTERS = 2000
SCRIPTS = "abcdefghé ЖдяΩπאבגعربहिन्दी中文字かなカ한국어ไทย☃♞ \n"
CARDS = 12
TIMES = 5
"""The cards may take so many times as long as on the idle site."""
ORDERS_EACH = 9
ROUNDS = 3
SECONDS_TO_CANCEL = 10
"""Until running orders that were cancelled have ended."""


@dataclass(frozen=True)
class Order:
    """A print job of a player, ordered from one network address."""

    site: RealSite
    path: str
    headers: dict[str, str]

    @property
    def state(self) -> str:
        """Its state."""
        return str(self.site.ask("GET", self.path, **self.headers)[1]["state"])

    def cancel(self) -> None:
        """Cancel it."""
        self.site.ask("DELETE", self.path, **self.headers)


def main() -> None:
    """Print the waits; exit with an error if one is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--services", action="store_true")
    arguments = parser.parse_args()
    with_services(arguments.services)
    orders = arguments.addresses * ORDERS_EACH
    with real_site(1 + orders, each_own=True, ARMYBUILDER_WORKERS=str(int(arguments.services))) as site:
        if arguments.services:
            site.start_workers()
        print_cards(site, "first")  # the processes start
        idle = [print_cards(site, f"idle {number}") for number in range(ROUNDS)]
        for number in range(orders):
            write_notes(site, 1 + number)
        hostile = [
            order(site, 1 + number, {"cards": False, "qrs": False}, f"10.9.0.{number // ORDERS_EACH}")
            for number in range(orders)
        ]
        beside = []
        for number in range(ROUNDS):
            beside.append(print_cards(site, f"beside {number}"))
            time.sleep(5)
        for job in hostile:
            job.cancel()
        time.sleep(SECONDS_TO_CANCEL)
        idle += [print_cards(site, f"idle again {number}") for number in range(ROUNDS)]
        print(machine())
        print(f"idle, before and after: {_words(idle)}")
        print(f"beside {orders} orders of {arguments.addresses} addresses: {_words(beside)}")
        if site.server:
            print(f"memory: {sum(map(resident, (site.server.pid, *descendants(site.server.pid)))):.0f} MB")
        assert max(beside) <= TIMES * max(idle), "somebody's cards waited too long"


def _words(seconds: list[float]) -> str:
    return ", ".join(f"{each:.1f} s" for each in seconds)


def write_units(site: RealSite, number: int, count: int, words: Callable[[int], dict[str, str]]) -> None:
    """Make the player's army one of so many units, each with its name and notes."""
    path = f"/api/v1/armies/{site.armies[number]}"
    headers = {"Authorization": f"Bearer {site.players[number][0]}"}
    _, plain, tag = site.ask("GET", path, **headers)
    army = plain["army"]
    group = army["groups"][0]
    unit = {name: value for name, value in group["units"][0].items() if name != "id"}
    army["groups"] = [{**group, "units": [unit | words(each) for each in range(count)]}]
    status, told, _ = site.ask("PUT", path, army, **headers, **{"If-Match": tag})
    assert status == 200, told


def write_notes(site: RealSite, number: int) -> None:
    """Give a player an army with the longest notes."""
    letters = Random(number)
    write_units(site, number, UNITS, lambda each: {"notes": "".join(letters.choices(SCRIPTS, k=LETTERS))})


def order(site: RealSite, number: int, choices: dict[str, bool], address: str = "") -> Order:
    """Order a print of the player's army."""
    path = f"/api/v1/armies/{site.armies[number]}/documents"
    headers = {"Authorization": f"Bearer {site.players[number][0]}"}
    own = {"X-Forwarded-For": address} if address else {}
    status, job, _ = site.ask("POST", path, choices, Prefer="respond-async", **headers, **own)
    assert status == 202, job
    return Order(site, f"{path}/{job['job']}", headers | own)


def print_cards(site: RealSite, name: str) -> float:
    """The seconds until an honest player's new cards are ready."""
    write_units(site, 0, CARDS, lambda each: {"name": f"{name} {each}"})
    begun = time.monotonic()
    ordered = order(site, 0, {"roster": False, "qrs": False})
    until(lambda: ordered.state == "done", 600)
    return time.monotonic() - begun


if __name__ == "__main__":
    main()
