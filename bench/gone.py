"""What the site needs goes away, and comes back, while players look and save: they read words, and then all is well.

``python -m bench.gone`` (as root, for a small disk and a folder that nobody can write) fills the disk,
locks the folder, damages the cache, and sets the clock an hour forward and back; with ``--services`` PostgreSQL and
Redis go away instead. Fails when an answer is 500 or none, when nothing was refused or nothing saved, when the site is
not ready within 5 seconds afterwards, or an answered save is lost.
"""

import argparse
import os
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bench.real_site import RealSite, debian_packages, machine, real_site, until, with_services
from bench.services import PostgreSQL, Redis

AWAY = 10.0
"""Seconds."""
READY = 5.0
"""Seconds in which the site is ready again."""
ANSWERS = 100
"""The number of answers after which each process has filled its caches; as many are counted afterwards."""
DISK = "192M"
FAKE_TIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


class Visitors:
    """Two players who read and save until the end."""

    def __init__(self, site: RealSite) -> None:
        """Begin."""
        self.site, self.over, self.statuses = site, threading.Event(), Counter[int]()
        self.saved: dict[str, dict[int, str]] = {}
        self.threads = [threading.Thread(target=self.go, args=(army,), daemon=True) for army in site.armies]
        for thread in self.threads:
            thread.start()

    def go(self, army: str) -> None:
        """Read and save."""
        saved = self.saved.setdefault(army, {})
        path, pages, turn = f"/api/v1/armies/{army}", ("/", "/armies/", f"/armies/{army}/", "/search?q=cover"), 0
        while not self.over.is_set():
            turn += 1
            self.statuses[self.site.get(pages[turn % len(pages)]).status] += 1
            status, plain, tag = self.site.ask("GET", path)
            self.statuses[status] += 1
            if status == 200:
                name = f"{turn} {random.randrange(10**9)}"
                status, _, tag = self.site.ask("PUT", path, plain["army"] | {"name": name}, **{"If-Match": tag})
                self.statuses[status] += 1
                if status == 200:
                    saved[int(tag.strip('W/"'))] = name

    def end(self) -> None:
        """Stop, and fail if a save is lost."""
        self.over.set()
        for thread in self.threads:
            thread.join()
        for army, saved in self.saved.items():
            for number, name in saved.items():
                _, plain, _ = self.site.ask("GET", f"/api/v1/armies/{army}/revisions/{number}")
                assert plain["army"]["name"] == name, f"{army}: revision {number} is lost"


def fault(site: RealSite, name: str, begin: Callable[[], object], end: Callable[[], object], refused: set[int]) -> None:
    """Remove something for a while; one of the answers ``refused``, if any, must come meanwhile."""
    visitors = Visitors(site)
    until(lambda: visitors.statuses[200] >= ANSWERS, 120)
    before = visitors.statuses.copy()
    begin()
    try:
        time.sleep(AWAY)
        during = visitors.statuses - before
    finally:
        end()
    ready = until(lambda: site.get("/health/ready").status == 200, READY)
    visitors.statuses.clear()
    until(lambda: visitors.statuses.total() >= ANSWERS, 120)
    after = visitors.statuses.copy()
    visitors.end()
    print(f"{name}: before {dict(before)}, meanwhile {dict(during)}, ready after {ready:.1f} s, then {dict(after)}")
    for statuses in (before, during, after):
        assert statuses[200] or statuses is during, "nothing was answered"
        assert {*statuses} <= {200, 503}, "answers that no player should see"
    assert not refused or refused & {*during}, "nothing was refused: was anything gone?"
    assert after[503] <= 2, "refused although it is there again"


def fill(folder: Path) -> None:
    """Fill the disk."""
    with suppress(OSError), (folder / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def damage(folder: Path) -> None:
    """Overwrite parts of the caches with rubbish, again and again."""
    end = time.monotonic() + AWAY
    while time.monotonic() < end:
        for file in (folder / "print").glob("*"):
            with suppress(OSError):
                file.write_bytes(random.randbytes(random.randrange(200)))
        for name in ("cache", "counts"):
            with (folder / name / "entries.sqlite3").open("r+b") as table:
                table.seek(random.randrange(table.seek(0, os.SEEK_END)))
                table.write(random.randbytes(200))
        time.sleep(0.05)


def lock(folder: Path, flag: str) -> None:
    """Forbid writing in the folder (``+i``), or allow it again (``-i``)."""
    subprocess.run(["chattr", "-R", "-f", flag, str(folder)], check=False)


def main() -> None:
    """Remove each thing that the site needs in turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--services", action="store_true")
    with_services(parser.parse_args().services)
    if "DATABASE_URL" in os.environ:
        with real_site(2) as site:
            postgres, redis = PostgreSQL(), Redis()
            fault(site, "PostgreSQL", postgres.kill, postgres.start, {503})
            fault(site, "Redis", redis.kill, redis.start, set())
            redis.end()
        print(machine())
        return
    debian_packages("faketime", "e2fsprogs")
    with tempfile.NamedTemporaryFile("w") as clock:

        def turn(offset: str) -> None:
            Path(clock.name).write_text(offset)

        turn("+0")
        faked = {"FAKETIME_TIMESTAMP_FILE": clock.name, "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        with real_site(2, disk=DISK, server_environment={"LD_PRELOAD": FAKE_TIME, **faked}) as site:
            fault(site, "full disk", lambda: fill(site.folder), (site.folder / "filler").unlink, {503})
            fault(site, "damaged cache", lambda: damage(site.folder), lambda: None, set())
            fault(site, "folder read-only", lambda: lock(site.folder, "+i"), lambda: lock(site.folder, "-i"), {503})
            fault(site, "clock an hour forward", lambda: turn("+1h"), lambda: turn("+0"), set())
            fault(site, "clock an hour back", lambda: turn("-1h"), lambda: turn("+0"), set())
    print(machine())


if __name__ == "__main__":
    main()
