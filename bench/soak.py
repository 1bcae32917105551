"""The memory of a process that answers requests does not grow.

``python -m bench.soak --requests 20000`` starts the real server with one process that is not replaced
for its memory, and lets players look at pages, save, calculate and search. Fails when its memory grows by more than
10 MB after the first 2,000, or an answer is not 200.
"""

import argparse
import itertools
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from bench.real_site import RealSite, descendants, is_renderer, real_site, resident
from rulesets.registry import get_ruleset

CLIENTS = 4
ARMIES = 100
"""Enough for players to read in turn, so that the caches of a process are not for a few armies."""
MAX_GROWN = 10.0
"""MB."""
WARM_UP = 2000
"""Requests after which the process has filled its caches."""
LOOKS = 10
"""The number of measurements of memory afterwards."""
ONE_PROCESS = ("-c", "from armybuilder import server; server.MAX_MEMORY = 10**6; server.main()")


def main() -> None:
    """Send requests and print the memory; exit with an error if it grows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=20_000)
    requests = parser.parse_args().requests
    with real_site(ARMIES, ONE_PROCESS, WORKERS="1") as site, ThreadPoolExecutor(CLIENTS) as pool:
        assert site.server
        process, *others = descendants(site.server.pid)
        assert not others
        visits = [visit(site, site.armies[number::CLIENTS]) for number in range(CLIENTS)]
        answers: Counter[int] = Counter()
        memory = []
        for each in (WARM_UP // CLIENTS, *[(requests - WARM_UP) // LOOKS // CLIENTS] * LOOKS):
            for statuses in pool.map(lambda asked: [*itertools.islice(asked, each)], visits):  # noqa: B023
                answers.update(statuses)
            memory.append(resident(process))
        below = [pid for pid in descendants(site.server.pid) if not is_renderer(pid)]
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    print(f"answers: {dict(answers)}")
    print(f"memory in MB after the first {WARM_UP} requests and later: {', '.join(f'{each:.0f}' for each in memory)}")
    assert below == [process], "another process answered"
    assert set(answers) == {200}, "answers that no player should see"
    assert answers.total() > max(WARM_UP, 0.9 * requests), "too few requests"
    assert max(memory) - memory[0] <= MAX_GROWN, "memory grows"


def visit(site: RealSite, armies: list[str]) -> Iterator[int]:
    """Repeat the requests of a player with these armies; yields the status of each answer."""
    for turn in itertools.count():
        path = f"/api/v1/armies/{armies[turn % len(armies)]}"
        status, plain, tag = site.ask("GET", path)
        yield status
        slug = plain["army"]["ruleset"]
        pages = ("/", f"/{slug}/", f"/{slug}/catalogue/", f"/{slug}/reference/", "/search?q=cover", "/armies/")
        calculators = [f"/{slug}/calculators/{each.slug}/" for each in get_ruleset(slug).calculators]
        yield site.ask("GET", pages[turn % len(pages)])[0]
        yield site.ask("PUT", path, plain["army"] | {"name": f"Turn {turn}"}, **{"If-Match": tag})[0]
        yield site.ask("GET", calculators[turn % len(calculators)])[0]


if __name__ == "__main__":
    main()
