"""More processes answer more requests, and an army is found as fast among a million as among a few.

``python -m bench.scale --armies 1000000 --seconds 20`` starts PostgreSQL and Redis, stores so many armies
by SQL, has PostgreSQL say how it reads for pages and saves, and measures what one to four web processes answer and one
to four workers print. Fails when a whole large table is read, when two processes answer or print less than one, or
nothing was answered.
"""

import argparse
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench.real_site import RealSite, machine, real_site, together, until, with_services

CLIENTS = 8
OWNERS = 20
"""Armies of one player."""
WHOLE = re.compile(r"Seq Scan on (armies_army|armies_revision)\b")
NOISE = 0.85
"""Factor on a figure that allows for chance."""


def store(army: str, armies: int) -> str:
    """Store armies of many players, each with the first revision of this army; returns the size of the database."""
    from django.db import connection

    tables: tuple[tuple[str, str, int, dict[str, str]], ...] = (
        ("auth_user", "true", armies // OWNERS + 1, {"id": "n + 1000", "username": "'many-' || n"}),
        ("armies_army", "id = %(army)s", armies, {"id": "'many-' || n", "owner_id": f"n / {OWNERS} + 1001"}),
        ("armies_revision", "army_id = %(army)s", armies, {"id": "n + 1000000", "army_id": "'many-' || n"}),
    )
    with connection.cursor() as cursor:
        for table, one, rows, changed in tables:
            cursor.execute("select column_name from information_schema.columns where table_name = %s", [table])
            names = [row[0] for row in cursor.fetchall()]
            values = ", ".join(changed.get(name, f'old."{name}"') for name in names)
            columns = ", ".join(f'"{name}"' for name in names)
            cursor.execute(
                f"insert into {table} ({columns}) select {values} from (select * from {table} where {one} limit 1) "
                f"old, generate_series(1, {rows}) n",
                {"army": army},
            )
        cursor.execute("vacuum analyze")
        cursor.execute("select pg_size_pretty(pg_database_size(current_database()))")
        return str(cursor.fetchone()[0])


def plans(site: RealSite) -> list[str]:
    """The queries of pages and of a save, each with the plan of PostgreSQL."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    browser: Any = Client(HTTP_HOST="localhost")
    browser.cookies.load(site.cookies)
    army, headers = site.armies[0], {"Authorization": f"Bearer {site.token}"}
    path = f"/api/v1/armies/{army}"
    with CaptureQueriesContext(connection) as queries:
        for page in ("/", "/armies/", "/armies/?q=third", f"/armies/{army}/", f"/matches/{site.matches[0]}"):
            assert browser.get(page).status_code == 200, page
        plain = browser.get(path, headers=headers)
        changed = plain.json()["army"] | {"name": "Another"}
        headers["If-Match"] = plain["ETag"]
        assert browser.put(path, changed, content_type="application/json", headers=headers).status_code == 200
        sent = {"qrs": False}
        headers["Prefer"] = "respond-async"
        ordered = browser.post(f"{path}/documents", sent, content_type="application/json", headers=headers)
        assert ordered.status_code == 202, ordered.content
    found = []
    with connection.cursor() as cursor:
        for query in sorted({each["sql"] for each in queries}):
            if re.match(r"\(*(SELECT|UPDATE)", query) and "armies_" in query:
                cursor.execute(f"explain {query}")
                found.append(f"{query[:200]}\n" + "\n".join(f"    {row[0]}" for row in cursor.fetchall()))
    return found


def rate(seconds: float, *works: Callable[[], int]) -> float:
    """The work done per second while functions are repeated for this long."""
    begun, done = time.monotonic(), [0] * len(works)

    def repeat(place: int) -> None:
        while time.monotonic() < begun + seconds:
            done[place] += works[place]()

    together(*(partial(repeat, place) for place in range(len(works))))
    return sum(done) / (time.monotonic() - begun)


def visit(site: RealSite, number: int) -> int:
    """Read and save; returns the number of answered requests."""
    path = f"/api/v1/armies/{site.armies[number]}"
    _, plain, tag = site.ask("GET", path)
    changed = plain["army"] | {"name": f"{time.monotonic()}"}
    assert site.ask("PUT", path, changed, **{"If-Match": tag})[0] == 200
    assert [site.get(page).status for page in ("/armies/", f"/armies/{site.armies[number]}/")] == [200, 200]
    return 4


def print_cards(site: RealSite, number: int) -> int:
    """Print; returns 1 if it is finished."""
    path = f"/api/v1/armies/{site.armies[number]}/documents"
    status, job, _ = site.ask("POST", path, {"qrs": False, "roster": False}, Prefer="respond-async")
    assert status == 202, job
    until(lambda: site.ask("GET", f"{path}/{job['job']}")[1]["state"] == "done", 120)
    return 1


def main() -> None:
    """Store, check the plans, and measure; exit with an error if a figure is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--armies", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=20)
    arguments = parser.parse_args()
    with_services(True)
    with real_site(CLIENTS, started=False, each_own=True, ARMYBUILDER_WORKERS="1") as site:
        begun = time.monotonic()
        size = store(site.armies[0], arguments.armies)
        print(f"{arguments.armies} armies stored in {time.monotonic() - begun:.0f} s, {size}")
        explained = plans(site)
        print("\n".join(explained), flush=True)
        answered, printed = [], []
        for number in (1, 2, 3, 4):
            site.environment["WORKERS"] = str(number)
            site.start()
            site.start_workers(number)
            visits = [partial(visit, _owned(site, n), n) for n in range(CLIENTS)]
            prints = [partial(print_cards, _owned(site, n), n) for n in range(CLIENTS)]
            together(*visits, *prints)  # so that everything is loaded
            answered.append(rate(arguments.seconds, *visits))
            printed.append(60 * rate(arguments.seconds, *prints))
            site.kill_all()
            print(f"{number}: {answered[-1]:.0f} requests a second, {printed[-1]:.0f} printings a minute", flush=True)
    print(machine())
    assert len(explained) > 10, "hardly anything was explained"
    assert not [each for each in explained if WHOLE.search(each)], "a whole table is read"
    assert answered[1] > NOISE * answered[0] > 0, "two web processes answer less than one"
    assert printed[1] > NOISE * printed[0] > 0, "two workers print less than one"


def _owned(site: RealSite, number: int) -> RealSite:
    """The site as the player of an army sees it."""
    from dataclasses import replace

    token, cookies = site.players[number]
    return replace(site, token=token, cookies=cookies)


if __name__ == "__main__":
    main()
