"""Games at the table are fast enough for a club: what one phone does is soon on the other.

``python -m bench.tables --games 50 --seconds 60`` starts the real server with two processes, and for each game two
phones and a spectator who ask for events as often as the page does. Each player does something now and then; the script
measures how long it takes until the other phone has it. Fails when an answer is an error or the figure is missed.
"""

import argparse
import json
import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.real_site import CSRF, RealSite, machine, real_site, together

POLL = 0.7
"""Seconds between two questions of a phone, as in ``static/js/tracker/queue.js`` while a game is played."""
PAUSE = (4.0, 12.0)
"""Seconds between two events of a player."""
MAX_SECONDS = 1.0
"""Seconds until 95 of 100 events are on the other phone."""


class Table:
    """A game: its phones, and when each event was sent."""

    def __init__(self, site: RealSite, match: str, cookies: tuple[str, str, str], until: float) -> None:
        """``cookies`` are those of both players and of the spectator, ``until`` when they stop."""
        self.site, self.match, self.cookies, self.until = site, match, cookies, until
        self.lock = threading.Lock()
        self.sent: dict[int, tuple[int, float]] = {}
        """Who sent each entry of the log, and when."""
        self.took: list[float] = []
        self.answers: Counter[int] = Counter()

    def phones(self) -> Iterator[partial[None]]:
        """What each phone does."""
        for place in range(len(self.cookies)):
            yield partial(self.play, place)

    def play(self, place: int) -> None:
        """Ask for events, and as a player send one now and then."""
        known, chance = 0, random.Random(f"{self.match} {place}")
        time.sleep(chance.random() * POLL)
        following = time.monotonic() + chance.uniform(0, PAUSE[1])
        while time.monotonic() < self.until:
            if place < 2 and time.monotonic() >= following:
                known = self.throw(place, known)
                following = time.monotonic() + chance.uniform(*PAUSE)
            known = self.poll(place, known)
            time.sleep(POLL)

    def throw(self, place: int, known: int) -> int:
        """Throw a die; returns the last entry that the phone has then."""
        begun = time.monotonic()
        event = {"id": f"{place} {begun}", "kind": "dice", "dice": 1, "faces": 6}
        body = json.dumps({"since": known, "events": [event]}).encode()
        sent = {"X-CSRFToken": CSRF, "Content-Type": "application/json"}
        plain = self.ask(place, "POST", "", body, **sent)
        if plain is None:
            return known
        self.note(place, plain)
        with self.lock:
            self.sent[plain["results"][0]["number"]] = place, begun
        return int(plain["head"])

    def poll(self, place: int, known: int) -> int:
        """Ask for events after the last one that the phone has; returns the last one that it has then."""
        plain = self.ask(place, "GET", f"?since={known}", None)
        if plain is None:
            return known
        self.note(place, plain)
        return int(plain["head"])

    def ask(self, place: int, method: str, query: str, body: bytes | None, **headers: str) -> dict[str, Any] | None:
        """The answer of the site as plain data; ``None`` without news."""
        path = f"/matches/{self.match}/events{query}"
        answer = self.site.send(method, path, body, Cookie=self.cookies[place], **headers)
        with self.lock:
            self.answers[answer.status] += 1
        plain: dict[str, Any] | None = json.loads(answer.content) if answer.status == 200 else None
        return plain

    def note(self, place: int, plain: dict[str, Any]) -> None:
        """Note how long the events of the other player took, once a player's phone has them."""
        now = time.monotonic()
        with self.lock:
            for entry in plain["entries"] if place < 2 else ():
                who, begun = self.sent.get(entry["number"], (place, now))
                if who != place:
                    self.took.append(now - begun)


def seated(site: RealSite, games: int) -> list[tuple[str, tuple[str, str, str]]]:
    """The games with the cookies of their phones: each has a second player, and a spectator from another game."""
    from django.contrib.auth.models import User

    from armybuilder.matches.models import Match
    from armybuilder.matches.seats import invite, take
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


def main() -> None:
    """Play, and print the figures; exit with an error if one is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    with real_site(2 * arguments.games, each_own=True, WORKERS="2") as site:
        known, until = seated(site, arguments.games), time.monotonic() + arguments.seconds
        tables = [Table(site, match, cookies, until) for match, cookies in known]
        together(*(phone for table in tables for phone in table.phones()))
    print(machine())
    took = sorted(seconds for table in tables for seconds in table.took)
    answers = sum((table.answers for table in tables), Counter())
    assert took, "no event came to the other phone"
    slow = took[int(len(took) * 0.95)]
    print(f"{len(took)} events, half within {statistics.median(took):.2f} s, 95% within {slow:.2f} s; {dict(answers)}")
    assert {*answers} <= {200, 204}, "errors"
    assert slow <= MAX_SECONDS, f"95% within {slow:.2f} s instead of {MAX_SECONDS}"


if __name__ == "__main__":
    main()
