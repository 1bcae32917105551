"""Games at the table are fast enough for a club: what one phone does is soon on the other.

``python -m bench.tables --games 50 --seconds 60`` starts the real server with two processes, and for each game two
phones and a spectator. In each game something happens every three seconds; the script measures how long it takes until
the other phone has it, and the processor time of the server: first with phones that ask for events again and again, as
where connections that stay open fail, then with phones that wait for news as the page does. Fails when an answer is an
error or a figure is missed.
"""

import argparse
import http.client
import json
import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.real_site import CSRF, RealSite, descendants, machine, processor_seconds, real_site, together

POLL = 0.7
"""Seconds between two questions of a phone without news, as in ``armybuilder/matches/static/js/tracker/queue.js``."""
PAUSE = (4.0, 8.0)
"""Seconds between two events of a player."""
SETTLING = 5.0
"""Seconds for all phones to open the game, before anything happens or is counted."""
SHARE = 0.97
"""The share of all events that must reach the other phone in time."""
MAX_SECONDS = 1.0
"""Seconds in which they must arrive."""
MAX_PROCESSOR_TIME = 0.5
"""The most that waiting phones may take, as a share of what polling phones take."""


class Table:
    """A game: its phones, and when each event was sent."""

    def __init__(self, site: RealSite, match: str, cookies: tuple[str, str, str], until: float, waits: bool) -> None:
        """``cookies`` are those of both players and of the spectator, ``until`` when they stop."""
        self.site, self.match, self.cookies, self.until, self.waits = site, match, cookies, until, waits
        self.known = [0] * len(cookies)
        """The last entry that each phone has."""
        self.lock = threading.Lock()
        self.sent: dict[int, tuple[int, float]] = {}
        """Who sent each entry of the log, and when."""
        self.arrived: dict[tuple[int, int], float] = {}
        """When a player's phone had an entry."""
        self.answers: Counter[int] = Counter()

    def phones(self) -> Iterator[partial[None]]:
        """What each phone does."""
        for place in range(len(self.cookies)):
            yield partial(self.listen if self.waits else self.ask_again, place)
            if place < 2:
                yield partial(self.play, place)

    def play(self, place: int) -> None:
        """Send an event now and then."""
        chance = random.Random(f"{self.match} {place}")
        time.sleep(SETTLING + chance.uniform(0, PAUSE[1]))
        while time.monotonic() < self.until:
            self.throw(place)
            time.sleep(chance.uniform(*PAUSE))

    def ask_again(self, place: int) -> None:
        """Ask for events again and again."""
        time.sleep(random.Random(f"{place} {self.match}").random() * POLL)
        while time.monotonic() < self.until:
            self.poll(place)
            time.sleep(POLL)

    def listen(self, place: int) -> None:
        """Ask for events when there are any, as the connection that stays open says."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        address = f"10.9.{place}.{hash(self.match) % 256}"
        path = f"/matches/{self.match}/news"
        connection.request("GET", path, headers={"X-Forwarded-For": address, "Cookie": self.cookies[place]})
        answer = connection.getresponse()
        with self.lock:
            self.answers[answer.status] += 1
        while time.monotonic() < self.until and (line := answer.readline()):
            if line.startswith(b"data: ") and json.loads(line[6:])["head"] > self.known[place]:
                self.poll(place)
        answer.close()
        connection.close()

    def throw(self, place: int) -> None:
        """Throw a die."""
        begun = time.monotonic()
        event = {"id": f"{place} {begun}", "kind": "dice", "dice": 1, "faces": 6}
        body = json.dumps({"since": self.known[place], "events": [event]}).encode()
        sent = {"X-CSRFToken": CSRF, "Content-Type": "application/json"}
        plain = self.ask(place, "POST", "", body, **sent)
        if plain is None:
            return
        with self.lock:
            self.sent[plain["results"][0]["number"]] = place, begun
        self.note(place, plain)

    def poll(self, place: int) -> None:
        """Ask for events after the last one that the phone has."""
        plain = self.ask(place, "GET", f"?since={self.known[place]}", None)
        if plain is not None:
            self.note(place, plain)

    def ask(self, place: int, method: str, query: str, body: bytes | None, **headers: str) -> dict[str, Any] | None:
        """The answer of the site as plain data; ``None`` without news."""
        path = f"/matches/{self.match}/events{query}"
        answer = self.site.send(method, path, body, Cookie=self.cookies[place], **headers)
        with self.lock:
            self.answers[answer.status] += 1
        plain: dict[str, Any] | None = json.loads(answer.content) if answer.status == 200 else None
        return plain

    def note(self, place: int, plain: dict[str, Any]) -> None:
        """Note when a player's phone has the events, which it may get twice."""
        now = time.monotonic()
        with self.lock:
            self.known[place] = max(self.known[place], int(plain["head"]))
            for entry in plain["entries"] if place < 2 else ():
                self.arrived.setdefault((entry["number"], place), now)

    def took(self) -> Iterator[float]:
        """Seconds that each event took to the other player's phone; those still under way at the end are left out."""
        for number, (place, begun) in self.sent.items():
            if (number, 1 - place) in self.arrived:
                yield self.arrived[number, 1 - place] - begun


def seated(site: RealSite, games: int) -> list[tuple[str, tuple[str, str, str]]]:
    """The games with the cookies of their phones: each has a second player, and a spectator from another game."""
    from django.contrib.auth.models import User

    from armybuilder.matches.log.seats import invite, take
    from armybuilder.matches.models import Match
    from armybuilder.site.claims import Author

    people = {user.username: user for user in User.objects.all()}
    tables = []
    for place in range(games):
        match = Match.objects.get(pk=site.matches[place])
        watching = (place + 1) % games
        for side, number in ((1, games + place), (None, watching)):
            seat = invite(match, side)
            take(seat, Author(people[f"player-{number}"], ""), seat.invitation)
        cookies = (site.players[place][1], site.players[games + place][1], site.players[watching][1])
        tables.append((match.pk, cookies))
    return tables


def play(
    site: RealSite, known: list[tuple[str, tuple[str, str, str]]], seconds: int, waits: bool
) -> tuple[float, float]:
    """Play, and print the figures; returns the share of events in time, and the processor seconds of each event."""
    assert site.server
    pids = (site.server.pid, *descendants(site.server.pid))
    until, before = time.monotonic() + SETTLING + seconds, [0.0]

    def settle() -> None:
        time.sleep(SETTLING)
        before[0] = sum(map(processor_seconds, pids))

    tables = [Table(site, match, cookies, until, waits) for match, cookies in known]
    together(settle, *(phone for table in tables for phone in table.phones()))
    used = sum(map(processor_seconds, pids)) - before[0]
    took = sorted(seconds for table in tables for seconds in table.took())
    answers = sum((table.answers for table in tables), Counter())
    assert took, "no event came to the other phone"
    share = sum(each <= MAX_SECONDS for each in took) / len(took)
    late = took[int(len(took) * SHARE)]
    print(f"Phones that {'wait' if waits else 'ask again and again'}; {machine()}")
    print(f"  {len(took)} events, half within {statistics.median(took):.2f} s, {SHARE:.0%} within {late:.2f} s")
    print(f"  {share:.1%} within {MAX_SECONDS} s; {1000 * used / len(took):.1f} ms of processor time for each event")
    print(f"  answers: {dict(answers)}")
    assert {*answers} <= {200, 204}, "errors"
    return share, used / len(took)


def main() -> None:
    """Play both ways, and exit with an error if a figure is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    with real_site(2 * arguments.games, each_own=True, WORKERS="2") as site:
        known = seated(site, arguments.games)
        _, asking = play(site, known, arguments.seconds, waits=False)
        share, waiting = play(site, known, arguments.seconds, waits=True)
    assert share >= SHARE, f"{share:.1%} in time"
    assert waiting <= asking * MAX_PROCESSOR_TIME, f"{waiting / asking:.0%} of the processor time"


if __name__ == "__main__":
    main()
