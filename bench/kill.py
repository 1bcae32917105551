"""Nothing that was answered as saved is lost when processes are killed.

``python -m bench.kill --rounds 1000`` starts the real server and kills in turn its first process, one that
answers, and one that lays out pages, while players save, undo, come too late, throw dice at the table and print; with
``--services`` also a worker, PostgreSQL and Redis. A round with fewer than 20 answered saves does not count. Fails when
something answered is lost, the database is damaged, a printing has no end, or less happened than was to happen.
"""

import argparse
import os
import random
import re
import threading
import time
from collections import Counter
from typing import Any

from bench.real_site import RealSite, descendants, is_renderer, kill, machine, real_site, with_services
from bench.services import PostgreSQL, Redis

CLIENTS = 4
SAVES = 20
"""The number of answered saves that a round needs to count."""
TIME_LIMIT = 30.0
"""Seconds that a round may take, and within which an interrupted printing begins again."""
PRINTING = 600.0
"""Seconds for the last printings to end: a busy machine leaves their processes little time."""
VICTIMS = ("master", "web process", "renderer")
MORE_VICTIMS = ("worker", "PostgreSQL", "Redis")


class Player(threading.Thread):
    """Saves an army again and again, and records the answers."""

    def __init__(self, site: RealSite, number: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.site, self.army, self.match, self.over = site, site.armies[number], site.matches[number], over
        self.lock = threading.Lock()
        self.saved: dict[int, tuple[int, str]] = {}
        """The revision before each that was answered as saved, and the name of the army."""
        self.late: list[int] = []
        """Revisions that came too late and were answered as kept aside."""
        self.thrown: dict[str, int] = {}
        """Entries of the log by the phone's ids."""
        self.entry = 0
        """The last of them: a phone asks for later ones."""
        self.unanswered = ""
        """An event that is sent again, and still is one entry of the log."""
        self.done: Counter[str] = Counter()
        self.lost: list[str] = []
        self.others: Counter[int] = Counter()

    def run(self) -> None:
        """Save until the end."""
        head, sure, turn = 0, False, 0
        undone: int | None = None
        """The army's revision if an undo without an answer was done."""
        plain: Any = None
        while not self.over.is_set():
            if not sure:
                status, plain, tag = self.site.ask("GET", f"/api/v1/armies/{self.army}")
                if status != 200:
                    self.others[status] += 1
                    time.sleep(0.1)
                    continue
                seen = int(tag.strip('W/"'))
                if seen < head and seen != undone:
                    self.lost.append(f"{self.army} stands on {seen}, not on {head}")
                head, sure = seen, True
            turn += 1
            name = f"{turn} {random.randrange(10**9)}"
            headers = {"If-Match": f'"{head}"'}
            status, _, tag = self.site.ask(
                "PUT", f"/api/v1/armies/{self.army}", plain["army"] | {"name": name}, **headers
            )
            if status != 200:
                self.others[status] += 1
                sure = False
                continue
            before, head, undone = head, int(tag.strip('W/"')), None
            with self.lock:
                self.saved[head] = before, name
                self.done["saves"] += 1
            if turn % 3 == 0:
                self.throw(name)
            if turn % 7 == 0:
                sure = self.come_late(before)
            if sure and turn % 5 == 0:
                status = self.site.post(f"/armies/{self.army}/undo", {"head": head}).status
                sure = status == 302
                undone = None if sure else before
                self.others[status] += not sure
                if sure:
                    self.done["undone"] += 1
                    head = before
                    if int(self.site.ask("GET", f"/api/v1/armies/{self.army}")[2].strip('W/"') or before) != before:
                        self.lost.append(f"{self.army}: revision {before} is not undone to")

    def throw(self, name: str) -> None:
        """An event at the table, unless there were too many in this minute; the one before, where it had no answer."""
        name = self.unanswered or name
        answer = self.site.throw_dice(self.match, name, self.entry)
        if answer.status == 429:
            return
        number = re.search(rb'"results": ?\[{"number": ?(\d+)', answer.content)
        if number:
            with self.lock:
                self.thrown[name] = self.entry = int(number[1])
                self.done["events"] += 1
            self.unanswered = ""
        else:
            self.unanswered = name
            self.others[answer.status] += 1

    def come_late(self, seen: int) -> bool:
        """Give the revision before another name than it got; returns whether the outcome is known."""
        answer = self.site.post(f"/armies/{self.army}/edits/change-army", {"head": seen, "name": f"Late to {seen}"})
        kept = re.search(rb'name="aside" value="(\d+)"', answer.content)
        if kept:
            with self.lock:
                self.late.append(int(kept[1]))
                self.done["late edits"] += 1
        self.others[answer.status] += not kept
        return bool(kept)

    def check(self) -> None:
        """Look for everything answered since the last check."""
        from armybuilder.armies.models import Army
        from armybuilder.armies.revisions import unpack
        from armybuilder.matches.models import Match
        from rulesets.registry import get_ruleset

        with self.lock:
            saved, late, thrown = self.saved, self.late, self.thrown
            self.saved, self.late, self.thrown = {}, [], {}
        army = Army.objects.get(pk=self.army)
        stored = {each.number: each for each in army.revisions.filter(number__in=[*saved, *late])}
        for number, told in saved.items():
            revision = stored.get(number)
            if not revision or revision.aside:
                self.lost.append(f"{self.army}: revision {number}")
            elif (revision.parent, unpack(get_ruleset(army.ruleset), revision.document).name) != told:
                self.lost.append(f"{self.army}: revision {number} is another")
        for number in late:
            if number not in stored or not stored[number].aside:
                self.lost.append(f"{self.army}: late revision {number}")
        entries = Match.objects.get(pk=self.match).revisions.filter(event__in=thrown)
        logged = {event: number - 1 for event, number in entries.values_list("event", "number")}
        self.lost += [f"{self.match}: entry {thrown[name]}" for name in thrown if logged.get(name) != thrown[name]]


def main() -> None:
    """Kill processes and print the results; exit with an error if something is lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--services", action="store_true")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    with_services(arguments.services)
    victims = VICTIMS + MORE_VICTIMS if arguments.services else VICTIMS
    with real_site(CLIENTS, ARMYBUILDER_WORKERS=str(int(arguments.services))) as site:
        services: dict[str, PostgreSQL | Redis] = {}
        redis = None
        if arguments.services:
            redis = Redis()
            services = {"PostgreSQL": PostgreSQL(), "Redis": redis}
            site.start_workers()
        over = threading.Event()
        players = [Player(site, number, over) for number in range(CLIENTS)]
        for player in players:
            player.start()
        killed: Counter[str] = Counter()
        jobs: set[str] = set()
        maximum = rounds + max(len(victims), rounds // 10)
        for number in range(maximum):
            victim = victims[number % len(victims)]
            assert site.server
            if site.server.poll() is not None:  # a process was killed twice within seconds: as systemd does
                site.kill_all()
                site.start()
                if arguments.services:
                    site.start_workers()
            if play_round(site, players, victim, jobs, services.get(victim)):
                killed[victim] += 1
            if killed.total() == rounds:
                break
        over.set()
        for player in players:
            player.join()
        states = wait_for(jobs)
        last: set[str] = set()
        order_printing(site, last)
        last_states = wait_for(last)
        for player in players:
            player.check()
        if redis:
            redis.end()
    done = sum((player.done for player in players), Counter())
    others = sum((player.others for player in players), Counter())
    lost = [each for player in players for each in player.lost]
    print(machine())
    print(f"rounds that count: {killed.total()} of {maximum} at most, killed: {dict(killed)}")
    print(f"answered: {dict(done)}, lost: {len(lost)} {lost[:3]}")
    print(f"other answers: {dict(others)}")
    print(f"printings: {dict(states)}, one that was ordered after the last kill: {dict(last_states)}")
    assert killed.total() == rounds, "too few rounds count"
    assert not lost, "what was answered is lost"
    assert {*others} <= {0, 409, 412, 503}, "answers that no player should see"
    assert {*done} == {"saves", "undone", "late edits", "events"}, "something was not tried"
    assert set(states) <= {"done", "failed"}, "printings have no end"
    # A printing that was interrupted three times fails, and on a busy machine no kill may leave one the time.
    assert last_states == {"done": 1}, "nothing is printed any more"


def play_round(
    site: RealSite, players: list[Player], victim: str, jobs: set[str], service: PostgreSQL | Redis | None
) -> bool:
    """Kill once there are enough saves; returns whether the round counts."""
    before = sum(player.done["saves"] for player in players)
    end = time.monotonic() + TIME_LIMIT
    order_printing(site, jobs)
    pid = None
    enough = False
    while time.monotonic() < end and not (enough and pid):
        time.sleep(0.05)
        enough = sum(player.done["saves"] for player in players) - before >= SAVES
        choices = [os.getpid()] if service else processes(site, victim)
        pid = random.choice(choices) if choices else None
    if not (enough and pid):
        return False
    time.sleep(random.random() * 0.2)
    if service:
        service.kill()
        service.start()
    elif victim == "master":
        site.kill_all()
        site.start()
        if os.environ["ARMYBUILDER_WORKERS"] == "1":
            site.start_workers()
    else:
        kill(pid)
    check_database()
    for player in players:
        player.check()
    return True


def order_printing(site: RealSite, jobs: set[str]) -> None:
    """Order a printing and add it to the jobs, unless too many are unfinished or the server is away."""
    path = f"/api/v1/armies/{random.choice(site.armies)}/documents"
    status, job, _ = site.ask("POST", path, {}, Prefer="respond-async")
    if status == 202:
        jobs.add(job["job"])


def processes(site: RealSite, victim: str) -> list[int]:
    """The processes that may be killed."""
    assert site.server
    web = descendants(site.server.pid)
    tasks = descendants(site.workers.pid) if site.workers else []
    return {
        "master": [site.server.pid],
        "web process": [each for each in web if not is_renderer(each)],
        "worker": [each for each in tasks if not is_renderer(each)],
        "renderer": [each for each in web + tasks if is_renderer(each)],
    }[victim]


def check_database() -> None:
    """The database is whole: SQLite says so, or PostgreSQL of each index and the rows that it leads to."""
    from django.db import connection

    connection.close()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("pragma integrity_check")
            assert cursor.fetchall() == [("ok",)], "the database is damaged"
            return
        cursor.execute("create extension if not exists amcheck")
        cursor.execute(
            "select count(bt_index_check(indexrelid, true)::text) from pg_index join pg_class on oid = indexrelid "
            "where relam = (select oid from pg_am where amname = 'btree') and relpersistence = 'p'"
        )


def wait_for(jobs: set[str]) -> Counter[str]:
    """The results of the printings."""
    from armybuilder.printing.models import PrintJob

    end = time.monotonic() + PRINTING
    while True:
        states = Counter(PrintJob.objects.filter(pk__in=jobs).values_list("state", flat=True))
        assert states.total() == len(jobs), "orders are lost"
        if time.monotonic() > end or not (states["waiting"] or states["running"]):
            return states
        time.sleep(0.2)


if __name__ == "__main__":
    main()
