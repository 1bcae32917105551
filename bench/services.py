"""PostgreSQL and Redis of ``bin/services``, as scripts kill them and start them again."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from bench.real_site import until


class PostgreSQL:
    """The database server."""

    def __init__(self) -> None:
        """Find it."""
        import psycopg

        self.address = os.environ["DATABASE_URL"]
        with psycopg.connect(self.address) as connection:
            row = connection.execute("show data_directory").fetchone()
        assert row
        self.data = Path(row[0])

    def kill(self) -> None:
        """Kill its first process, upon which the others end."""
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        until(lambda: not self._answers(), 10)

    def start(self) -> None:
        """Start it again as it was started, so that it recovers what was committed, and wait until it answers."""
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))[-1]
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        # The old processes may still be there.
        until(lambda: self._restarted([*user, str(programs)]), 60)

    def _restarted(self, command: list[str]) -> bool:
        words = [*command, "-D", str(self.data), "-s", "-w", "-l", str(self.data.parent / "log"), "restart"]
        return subprocess.run(words, cwd="/", check=False, stderr=subprocess.DEVNULL).returncode == 0

    def _answers(self) -> bool:
        import psycopg

        with suppress(psycopg.OperationalError), psycopg.connect(self.address, connect_timeout=2):
            return True
        return False


class Redis:
    """The Redis server, which forgets everything when it ends."""

    def __init__(self) -> None:
        """Find it."""
        import redis

        self.client = redis.Redis.from_url(os.environ["REDIS_URL"])
        self.started: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        """Kill it."""
        os.kill(int(self.client.info()["process_id"]), signal.SIGKILL)
        if self.started:
            self.started.wait()
        until(lambda: not self._answers(), 10)

    def start(self) -> None:
        """Start another one at its place, and wait until it answers."""
        port = str(urlsplit(os.environ["REDIS_URL"]).port)
        words = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.started = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        until(self._answers, 10)

    def end(self) -> None:
        """Stop the one that was started here."""
        if self.started:
            self.started.kill()
            self.started.wait()

    def _answers(self) -> bool:
        import redis

        with suppress(redis.RedisError):
            return bool(self.client.ping())
        return False
