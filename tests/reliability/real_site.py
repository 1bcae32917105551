"""The real server with data of its own, as the scripts of this folder need it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

SERVER = ("-m", "armybuilder.server")


@dataclass
class RealSite:
    """A server that can be started again, and a player with an army for each of its clients."""

    port: int
    command: tuple[str, ...]
    """What Python runs as the server."""
    token: str = ""
    armies: list[str] = field(default_factory=list)
    addresses: count[int] = field(default_factory=count)
    server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it listens."""
        self.server = subprocess.Popen([sys.executable, *self.command], stdout=subprocess.PIPE)
        assert self.server.stdout
        line = self.server.stdout.readline()
        assert line.startswith(b"Armybuilder is ready"), line

    def kill_all(self) -> None:
        """Kill what is left of the server, as systemd does when its first process ends."""
        assert self.server
        for pid in (self.server.pid, *descendants(self.server.pid)):
            kill(pid)
        self.server.wait()
        assert self.server.stdout
        self.server.stdout.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str]:
        """Status, content and ETag of an answer of the API; status 0 where there is none.

        Each request is from an address of its own, so that no limit stops it.
        """
        number = next(self.addresses)
        sent = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
            **headers,
        }
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            try:
                connection.request(method, path, None if body is None else json.dumps(body), sent)
                answer = connection.getresponse()
                read = answer.read()
            except (http.client.HTTPException, OSError):
                return 0, None, ""
            plain = "json" in answer.headers.get("Content-Type", "")
            return answer.status, json.loads(read) if plain else read, answer.headers.get("ETag", "")


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    for task in _read(f"/proc/{pid}/task", listed=True):
        for child in _read(f"/proc/{pid}/task/{task}/children"):
            found += [int(child), *descendants(int(child))]
    return found


def is_renderer(pid: int) -> bool:
    """Whether a process lays out pages."""
    return any("rendering.worker_process" in word for word in _read(f"/proc/{pid}/cmdline", "\0"))


def resident(pid: int) -> float:
    """The memory of a process in MB."""
    return int(_read(f"/proc/{pid}/statm")[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


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


@contextmanager
def real_site(clients: int, command: tuple[str, ...] = SERVER, **environment: str) -> Iterator[RealSite]:
    """A started server in the default mode, with an army for each client; this process sees the same data."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        os.environ |= {
            "ARMYBUILDER_VAR": folder,
            "ARMYBUILDER_SECRET_KEY": "for this run alone",
            "ARMYBUILDER_PROXIES": "1",
            "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
            "PORT": str(port),
            **environment,
        }
        subprocess.run([sys.executable, "-m", "django", "prepare"], check=True, stdout=subprocess.DEVNULL)
        site = RealSite(port, command)
        _add_player(site, clients)
        site.start()
        try:
            yield site
        finally:
            site.kill_all()


def _add_player(site: RealSite, armies: int) -> None:
    import django

    django.setup()
    from django.contrib.auth.models import User

    from armybuilder.api.models import Token, create_token
    from armybuilder.armies.loaded_army import LoadedArmy
    from armybuilder.armies.revisions import create_army
    from armybuilder.claims import Author
    from rulesets.registry import all_rulesets

    user = User.objects.create_user("player")
    site.token = create_token(user, "Test", Token.Scope.WRITE)[1]
    games = [game for game in all_rulesets() if game.play is not None]
    for number in range(armies):
        game = games[number % len(games)]
        site.armies.append(create_army(LoadedArmy(game, game.demo()), "Begun", Author(user, "")).pk)
