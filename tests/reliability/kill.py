"""Nothing that was answered as saved is lost when processes are killed.

``python -m tests.reliability.kill --rounds 1000`` starts the real server in its default mode and kills in turn its
first process, one that answers, and one that lays out pages, while players save and print. A round with fewer than
20 answered saves does not count. Fails when a save is lost, the database is damaged, a printing has no end, or less
happened than was to happen.
"""

from __future__ import annotations

import argparse
import os
import random
import threading
import time
from collections import Counter
from typing import Any

from tests.reliability.real_site import RealSite, descendants, is_renderer, kill, real_site

CLIENTS = 4
SAVES = 20
"""Answered saves that make a round count."""
LONGEST = 30.0
"""Seconds that a round may take, and within which a printing that nobody looks at begins again."""
PRINTING = 120.0
"""Seconds in which the last printings end."""
VICTIMS = ("master", "worker", "renderer")


class Player(threading.Thread):
    """Saves an army again and again, and notes what was answered as saved: revision and name."""

    def __init__(self, site: RealSite, army: str, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.site, self.army, self.over = site, army, over
        self.saved: dict[int, str] = {}
        self.others: Counter[int] = Counter()

    def run(self) -> None:
        """Save until it is over."""
        path = f"/api/v1/armies/{self.army}"
        plain: Any = None
        status, tag = 0, ""
        turn = 0
        while not self.over.is_set():
            if status != 200:
                status, plain, tag = self.site.ask("GET", path)
                if status != 200:
                    time.sleep(0.1)
                    continue
            turn += 1
            name = f"{turn} {random.randrange(10**9)}"
            sent = plain["army"] | {"name": name}
            status, _, changed = self.site.ask("PUT", path, sent, **{"If-Match": tag})
            if status == 200:
                tag = changed
                self.saved[int(tag.strip('W/"'))] = name
            else:
                self.others[status] += 1


def main() -> None:
    """Kill, and print what is left; exit with an error where something is lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1000)
    rounds = parser.parse_args().rounds
    with real_site(CLIENTS) as site:
        over = threading.Event()
        players = [Player(site, army, over) for army in site.armies]
        for player in players:
            player.start()
        killed: Counter[str] = Counter()
        jobs: set[str] = set()
        most = rounds + max(3, rounds // 10)
        for number in range(most):
            victim = VICTIMS[number % len(VICTIMS)]
            if play_round(site, players, victim, jobs):
                killed[victim] += 1
            if killed.total() == rounds:
                break
        over.set()
        for player in players:
            player.join()
        states = wait_for(jobs)
        lost, saves = missing(players)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    print(f"rounds that count: {killed.total()} of {most} at most, killed: {dict(killed)}")
    print(f"answered saves: {saves}, lost: {len(lost)} {lost[:3]}")
    print(f"answers other than 200: {dict(sum((player.others for player in players), Counter()))}")
    print(f"printings: {dict(states)}")
    refused = {status for player in players for status in player.others} - {0, 412}
    assert killed.total() == rounds, "too few rounds count"
    assert not lost, "saves are lost"
    assert not refused, "answers that no player should see"
    assert set(states) <= {"done", "failed"}, "printings have no end"
    assert states["done"], "nothing was printed"


def play_round(site: RealSite, players: list[Player], victim: str, jobs: set[str]) -> bool:
    """Kill once there are enough saves; whether the round counts."""
    assert site.server
    before = sum(len(player.saved) for player in players)
    end = time.monotonic() + LONGEST
    status, job, _ = site.ask(
        "POST", f"/api/v1/armies/{random.choice(site.armies)}/documents", {}, Prefer="respond-async"
    )
    if status == 202:
        jobs.add(job["job"])
    pid = None
    enough = False
    while time.monotonic() < end and not (enough and pid):
        time.sleep(0.01)
        enough = sum(len(player.saved) for player in players) - before >= SAVES
        below = descendants(site.server.pid)
        laying_out = [each for each in below if is_renderer(each)]
        answering = [each for each in below if each not in laying_out]
        choices = {"master": [site.server.pid], "worker": answering, "renderer": laying_out}[victim]
        pid = random.choice(choices) if choices else None
    if not (enough and pid):
        return False
    time.sleep(random.random() * 0.2)
    if victim == "master":
        site.kill_all()
        site.start()
    else:
        kill(pid)
    check_database()
    return True


def check_database() -> None:
    """The database is whole."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("pragma integrity_check")
        assert cursor.fetchall() == [("ok",)], "the database is damaged"


def wait_for(jobs: set[str]) -> Counter[str]:
    """How the printings ended."""
    from armybuilder.printing.models import PrintJob

    end = time.monotonic() + PRINTING
    while True:
        states = Counter(PrintJob.objects.filter(pk__in=jobs).values_list("state", flat=True))
        assert states.total() == len(jobs), "orders are lost"
        if time.monotonic() > end or not (states["waiting"] or states["running"]):
            return states
        time.sleep(0.2)


def missing(players: list[Player]) -> tuple[list[tuple[str, int, str]], int]:
    """Answered saves that the history has not, and how many were answered."""
    from armybuilder.armies.models import Army
    from armybuilder.armies.revisions import unpack
    from rulesets.registry import get_ruleset

    lost, saves = [], 0
    for player in players:
        army = Army.objects.get(pk=player.army)
        saves += len(player.saved)
        for number, name in player.saved.items():
            stored = army.revisions.filter(number=number).first()
            if stored is None or unpack(get_ruleset(army.ruleset), stored.document).name != name:
                lost.append((player.army, number, name))
    return lost, saves


if __name__ == "__main__":
    main()
