"""The real server with separate data, for the scripts of this folder.

In the default mode, with nothing beside it, unless a script is run beside PostgreSQL and Redis
(``bin/services python -m bench.…``; with ``--services`` it starts them itself).
"""

from __future__ import annotations

import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.c_library import MEMORY

ROOT = Path(__file__).resolve().parents[1]
SERVER = ("-m", "armybuilder")
ADDRESSES = 2048
"""Network addresses that requests come from in turn, so that no limit stops them."""
CSRF = "c" * 32


class Answer(NamedTuple):
    """An answer of the site; the status is 0 without one."""

    status: int
    headers: Message
    content: bytes


@dataclass
class RealSite:
    """A server that can be started again, and a player with armies, each with a game at the table."""

    port: int
    command: tuple[str, ...]
    """The arguments that make Python run the server."""
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    """Environment variables for the server only."""
    token: str = ""
    cookies: str = ""
    players: list[tuple[str, str]] = field(default_factory=list)
    """Token and cookies of each player."""
    armies: list[str] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    addresses: count[int] = field(default_factory=count)
    source: str = "127.0.0.1"
    """This machine's address that requests are sent from, as a proxy before the site sees it."""
    server: subprocess.Popen[bytes] | None = None
    workers: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it listens."""
        self.server = start_server(self.command, self.port, **self.environment)

    def start_workers(self, number: int = 3) -> None:
        """Start workers as ``bin/worker`` does."""
        words = (ROOT / "bin" / "worker").read_text().partition("manage.py ")[2].replace("\\\n", " ")
        words = words.replace('"$@"', "pages prints").replace('"${WORKERS:-3}"', str(number))
        self.workers = subprocess.Popen([sys.executable, "manage.py", *shlex.split(words)], cwd=ROOT)

    def kill_all(self) -> None:
        """Kill what is left of the server and of the workers, as systemd does when a first process ends."""
        for started in (self.server, self.workers):
            if started:
                for pid in (started.pid, *descendants(started.pid)):
                    kill(pid)
                started.wait()
                if started.stdout:
                    started.stdout.close()
        self.server = self.workers = None

    def send(self, method: str, path: str, content: bytes | None, **headers: str) -> Answer:
        """Send any request, from the next network address."""
        number = next(self.addresses) % ADDRESSES
        sent = {"X-Forwarded-For": f"10.0.{number >> 8}.{number & 255}", **headers}
        source = (self.source, 0)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, 60, source)) as connection:
            try:
                connection.request(method, path, content, sent)
                answer = connection.getresponse()
                return Answer(answer.status, answer.headers, answer.read())
            except (http.client.HTTPException, OSError):
                return Answer(0, Message(), b"")

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str]:
        """Status, content and ETag of an answer of the API to the player's program."""
        content = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
        answer = self.send(method, path, content, **sent)
        plain = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(answer.content) if plain else answer.content, answer.headers.get("ETag", "")

    def get(self, path: str, **headers: str) -> Answer:
        """A page, for the player's browser."""
        return self.send("GET", path, None, **{"Cookie": self.cookies}, **headers)

    def post(self, path: str, fields: dict[str, Any] | Sequence[tuple[str, Any]], **headers: str) -> Answer:
        """The answer to a form of the player's browser."""
        sent = {"Cookie": self.cookies, "X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(fields, errors="surrogatepass").encode(), **sent, **headers)

    def throw_dice(self, match: str, name: str, since: int = 0) -> Answer:
        """The answer to an event at the table, with the log after the entry ``since``."""
        sent = {"Cookie": self.cookies, "X-CSRFToken": CSRF, "Content-Type": "application/json"}
        event = {"id": name, "kind": "dice", "dice": 2, "faces": 6}
        return self.send(
            "POST", f"/matches/{match}/events", json.dumps({"since": since, "events": [event]}).encode(), **sent
        )


def start_server(command: Sequence[str], port: int, **environment: str) -> subprocess.Popen[bytes]:
    """Start a server and wait until it listens."""
    own = os.environ | MEMORY | {"PORT": str(port), **environment}
    server = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=own, stdout=subprocess.PIPE)
    assert server.stdout
    line = server.stdout.readline()
    assert line.startswith(b"Armybuilder is ready"), line
    return server


def with_services(wanted: bool) -> None:
    """If requested and not done yet, run this script again with a separate PostgreSQL and Redis."""
    if wanted and "DATABASE_URL" not in os.environ:
        spec = sys.modules["__main__"].__spec__
        assert spec
        os.execv(ROOT / "bin" / "services", ["bin/services", sys.executable, "-m", spec.name, *sys.argv[1:]])


def debian_packages(*names: str) -> None:
    """Install the programs that a script needs."""
    subprocess.run(["sh", "-euc", f". bin/environment.sh; debian_packages {shlex.join(names)}"], cwd=ROOT, check=True)


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def until(look: Callable[[], Any], seconds: float) -> float:
    """Wait until a check is true and return the seconds; fail after this many."""
    begun = time.monotonic()
    while not look():
        assert time.monotonic() < begun + seconds, f"not within {seconds} seconds"
        time.sleep(0.05)
    return time.monotonic() - begun


def together(*works: Callable[[], Any]) -> None:
    """Run the functions at the same time, until all have ended."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def machine() -> str:
    """The machine that the figures depend on."""
    return f"load of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}"


def descendants(pid: int) -> list[int]:
    """The processes started by a process, directly or indirectly, that have not ended."""
    found = []
    for task in _read(f"/proc/{pid}/task", listed=True):
        for child in _read(f"/proc/{pid}/task/{task}/children"):
            if any(_read(f"/proc/{child}/cmdline", "\0")):
                found += [int(child), *descendants(int(child))]
    return found


def is_renderer(pid: int) -> bool:
    """Whether a process lays out pages, or keeps account of those that do."""
    return any(word.startswith("from multiprocessing.") for word in _read(f"/proc/{pid}/cmdline", "\0"))


def resident(pid: int) -> float:
    """The memory of a process in MB."""
    return int(_read(f"/proc/{pid}/statm")[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    user, system = _read(f"/proc/{pid}/stat", ")")[-1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _read(path: str, separator: str | None = None, *, listed: bool = False) -> list[str]:
    """The words of a file of the kernel's, or the names in a folder; none where the process has ended."""
    try:
        if listed:
            return os.listdir(path)
        with open(path) as file:
            return file.read().split(separator)
    except OSError:
        return []


def kill(pid: int) -> None:
    """Kill a process that may have ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def prepare() -> None:
    """Bring the data and the static files up to date, as ``bin/run`` does before it starts the server."""
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def real_site(
    clients: int,
    command: tuple[str, ...] = SERVER,
    *,
    started: bool = True,
    each_own: bool = False,
    disk: str = "",
    server_environment: dict[str, str] | None = None,
    **environment: str,
) -> Iterator[RealSite]:
    """A started server, with an army and a game for each client; this process sees the same data.

    All are one player's, unless each is to have ``each_own``. Its data lie on a ``disk`` of that size, where one is
    given (``192M``, say).
    """
    with tempfile.TemporaryDirectory() as folder, _mounted(folder, disk):
        os.environ |= {
            "ARMYBUILDER_VAR": folder,
            "ARMYBUILDER_SECRET_KEY": "for this run alone",
            "ARMYBUILDER_PROXIES": "1",
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
            **environment,
        }
        prepare()
        site = RealSite(free_port(), command, Path(folder), server_environment or {})
        _add_players(site, clients, each_own)
        try:
            if started:
                site.start()
            yield site
        finally:
            site.kill_all()


@contextmanager
def _mounted(folder: str, size: str) -> Iterator[None]:
    if size:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        if size:
            # Lazily: this process has the database open.
            subprocess.run(["umount", "-l", folder], check=True)


def _add_players(site: RealSite, armies: int, each_own: bool) -> None:
    import django

    django.setup()
    from django.contrib.auth.models import User

    from armybuilder.armies.loaded_army import LoadedArmy
    from armybuilder.armies.revisions import create_army
    from armybuilder.matches.log.creation import ChosenForce, begin_match
    from armybuilder.site.claims import Author
    from rulesets.registry import all_rulesets

    games = [game for game in all_rulesets() if game.play is not None]
    for number in range(armies):
        if each_own or not number:
            user = User.objects.create_user(f"player-{number}")
            site.players.append(_signed_in(user))
        game = games[number % len(games)]
        loaded = LoadedArmy(game, game.demo())
        army = create_army(loaded, "Begun", Author(user, ""))
        side = ChosenForce(loaded, army)
        site.armies.append(army.pk)
        site.matches.append(begin_match(side, side, {}, Author(user, "")).pk)
    site.token, site.cookies = site.players[0]


def _signed_in(user: Any) -> tuple[str, str]:
    """The token of the user's program, and the cookies of the browser."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from armybuilder.api.models import Token, create_token

    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    cookies = f"csrftoken={CSRF}; {settings.SESSION_COOKIE_NAME}={session.session_key}"
    return create_token(user, "Test", Token.Scope.WRITE)[1], cookies
