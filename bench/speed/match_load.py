"""Many games at the table at once: how soon an event is on the other phones, and what becomes of other pages.

``python -m bench.speed.match_load`` starts the real server with data of its own and plays 50 games on it: two
phones and a spectator for each poll once a second, an event is sent in each game every few seconds. Other pages are
looked at before and meanwhile. The numbers depend on what else the machine does; the load is printed with them.
"""

import http.client
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson

GAMES = 50
SECONDS = 60
POLL = 1.0
"""Seconds between two polls of a phone."""
EVENT = 10.0
"""Seconds between two events of a game."""
PAGES = ("/", "/mbt2020/", "/mbt2020/reference/", "/warstrike/catalogue/")
"""Pages of the site that are looked at beside."""


def prepare(games: int) -> list[dict[str, Any]]:
    """Begin the games: their addresses and the cookies of their three phones, in this process."""
    import django

    django.setup()
    from django.core import signing

    from armybuilder.armies.loaded_army import LoadedArmy
    from armybuilder.matches.creation import ChosenForce, begin_match
    from armybuilder.matches.seats import invite, take
    from armybuilder.site import claims
    from armybuilder.site.claims import Author, Claim
    from rulesets.registry import all_rulesets

    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    played = [ruleset for ruleset in all_rulesets() if ruleset.play is not None]
    found = []
    for number in range(games):
        ruleset = played[number % len(played)]
        chosen = ChosenForce(LoadedArmy(ruleset, ruleset.demo()))
        people = [Claim(f"{number} {who}") for who in ("first", "second", "spectator")]
        match = begin_match(chosen, chosen, {}, Author(None, people[0].hash))
        for side, claim in ((1, people[1]), (None, people[2])):
            seat = invite(match, side)
            take(seat, Author(None, claim.hash), seat.invitation)
        units = [unit.id for _, unit in chosen.loaded.force.units()]
        cookies = [f"{claims.COOKIE}={signer.sign(claim.key)}" for claim in people]
        found.append({"path": f"/matches/{match.pk}", "cookies": cookies, "units": units})
    return found


@contextmanager
def server(environment: dict[str, str], port: int) -> Iterator[None]:
    """The real server on that port."""
    process = subprocess.Popen([sys.executable, "-m", "armybuilder"], env=environment, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.wait()


class Phone(threading.Thread):
    """Polls a game once a second, and notes when it first had each entry."""

    def __init__(self, port: int, path: str, cookie: str, ends: float) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.path, self.headers, self.ends = path, {"Cookie": cookie}, ends
        self.seen: dict[int, float] = {}
        self.polls: list[float] = []
        self.failed = 0

    def run(self) -> None:
        """Poll until the end."""
        since, following = 0, time.monotonic() + random.random() * POLL
        while following < self.ends:
            time.sleep(max(0.0, following - time.monotonic()))
            begun = time.monotonic()
            status, body = ask(self.connection, "GET", f"{self.path}/events?since={since}", self.headers)
            self.polls.append(time.monotonic() - begun)
            if status == 200:
                since = orjson.loads(body)["head"]
                self.seen |= {number: time.monotonic() for number in range(1, since + 1) if number not in self.seen}
            elif status != 204:
                self.failed += 1
            following += POLL


class Player(threading.Thread):
    """Sends an event in one game after the other, and notes when each was sent."""

    def __init__(self, port: int, games: list[dict[str, Any]], ends: float) -> None:
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.games, self.ends = games, ends
        self.sent: dict[tuple[str, int], float] = {}
        self.failed: list[Any] = []

    def run(self) -> None:
        """Send until the end."""
        turn = 0
        while time.monotonic() < self.ends - 3:
            for game in self.games:
                begun = time.monotonic()
                side = turn % 2
                change = {"track": "out-of-play", "box": "out", "on": turn % 4 < 2, "side": side}
                change["holder"] = game["units"][turn // 4 % len(game["units"])]
                body = orjson.dumps({"since": 0, "events": [{"id": f"{turn} {side}", "changes": [change]}]})
                headers = {"Cookie": f"{game['cookies'][side]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
                headers |= {"Content-Type": "application/json", "X-Forwarded-For": game["address"]}
                status, answer = ask(self.connection, "POST", f"{game['path']}/events", headers, body)
                result = orjson.loads(answer)["results"][0] if status == 200 else {"error": status}
                if "number" in result:
                    self.sent[game["path"], result["number"]] = begun
                else:
                    self.failed.append(result)
                time.sleep(max(0.0, begun + EVENT / len(self.games) - time.monotonic()))
            turn += 1


TOKEN = "a" * 32


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, headers: dict[str, str], body: bytes | None = None
) -> tuple[int, bytes]:
    """Status and body of an answer; a connection that the server has closed meanwhile is made again."""
    for _ in range(3):
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (http.client.HTTPException, ConnectionError):
            connection.close()
    return 0, b""


def time_pages(port: int, seconds: float) -> dict[str, float]:
    """The median milliseconds of each page, looked at in turn for so long."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    taken: dict[str, list[float]] = {page: [] for page in PAGES}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for page in PAGES:
            begun = time.monotonic()
            status, _ = ask(connection, "GET", page, {"X-Forwarded-For": "10.9.9.9"})
            assert status == 200, (page, status)
            taken[page].append((time.monotonic() - begun) * 1000)
            time.sleep(0.2)
    return {page: statistics.median(times) for page, times in taken.items()}


def main() -> None:
    """Play the games and print the numbers."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        environment = {
            "ARMYBUILDER_VAR": folder,
            "ARMYBUILDER_SECRET_KEY": "for this run alone",
            "ARMYBUILDER_PROXIES": "1",
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
            "PORT": str(port),
        }
        os.environ |= environment
        for command in (["migrate", "-v0"], ["collectstatic", "-v0", "--noinput"]):
            subprocess.run([sys.executable, "-m", "django", *command], check=True)
        games = prepare(GAMES)
        for number, game in enumerate(games):
            game["address"] = f"10.0.{number}.1"
        with server(dict(os.environ), port):
            print(f"load of the machine before: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
            time_pages(port, 5)
            before = time_pages(port, SECONDS / 3)
            ends = time.monotonic() + SECONDS
            phones = {
                (game["path"], who): Phone(port, game["path"], cookie, ends)
                for game in games
                for who, cookie in enumerate(game["cookies"])
            }
            player = Player(port, games, ends)
            for thread in (*phones.values(), player):
                thread.start()
            during = time_pages(port, SECONDS - 2)
            for thread in (*phones.values(), player):
                thread.join()
        report(phones, player, before, during)


def report(
    phones: dict[tuple[str, int], Phone], player: Player, before: dict[str, float], during: dict[str, float]
) -> None:
    """Print what was measured."""
    late = [
        phone.seen.get(number, float("inf")) - sent
        for (path, number), sent in player.sent.items()
        for who in range(3)
        for phone in (phones[path, who],)
    ]
    polls = sorted(taken * 1000 for phone in phones.values() for taken in phone.polls)
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")
    print(f"events: {len(player.sent)}, refused: {len(player.failed)} {player.failed[:1]}")
    print(f"polls: {len(polls)}, failed: {sum(phone.failed for phone in phones.values())}")
    print(f"a poll takes {statistics.median(polls):.1f} ms, 95 of 100 up to {polls[len(polls) * 95 // 100]:.1f} ms")
    for within in (1.0, 1.1, 1.5, 2.0):
        print(f"shown within {within:.1f} s: {100 * sum(each <= within for each in late) / len(late):.1f} of 100")
    for page, taken in before.items():
        print(f"{page}: {taken:.0f} ms before, {during[page]:.0f} ms meanwhile, {during[page] / taken:.2f} times")


if __name__ == "__main__":
    main()
