"""Nothing that was answered as saved is lost when the power fails.

``python -m bench.power --rounds 20``, as root, keeps the data on its own disk (ext4 in a file). While players save,
undo, come too late and throw dice at the table, it stops all processes at a random moment, takes the disk as it is,
without what was written but not yet synced, and starts again from it. With ``--postgresql`` the data are in PostgreSQL.
``--unsafe`` turns off that PostgreSQL waits for the disk, which has to be found. A round with fewer than 20 answered
saves does not count. Fails when something answered is lost, the database is damaged, or less happened than was to
happen.
"""

import argparse
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.kill import CLIENTS, SAVES, TIME_LIMIT, Player, check_database
from bench.real_site import RealSite, debian_packages, descendants, free_port, kill, machine, prepare, real_site, until
from bench.services import PostgreSQL

SIZE = 400
"""Megabytes of the disk."""


class Disk:
    """A file system in a file, mounted in a folder: what has not reached the file is lost with the power."""

    def __init__(self, folder: Path) -> None:
        """Make it in the folder."""
        self.image, self.mount = folder / "disk", folder / "data"
        self.mount.mkdir()
        with self.image.open("wb") as file:
            file.truncate(SIZE * 1_000_000)
        subprocess.run(["mkfs.ext4", "-q", str(self.image)], check=True)
        self.join()
        self.mount.chmod(0o755)

    def join(self) -> None:
        """Mount it."""
        subprocess.run(["mount", "-o", "loop", str(self.image), str(self.mount)], check=True)

    def leave(self) -> None:
        """Unmount it, once the last process has closed its files."""
        command = ["umount", str(self.mount)]
        until(lambda: subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0, 30)

    def at_this_moment(self) -> Path:
        """A copy of what is on the disk now; no process may write, though the kernel may still finish what it began."""
        copy = self.image.with_name("copy")
        while True:
            subprocess.run(["cp", "--sparse=always", str(self.image), str(copy)], check=True)
            if subprocess.run(["cmp", "-s", str(self.image), str(copy)], check=False).returncode == 0:
                return copy


@contextmanager
def postgresql(disk: Disk, *, unsafe: bool) -> Iterator[PostgreSQL]:
    """A PostgreSQL server whose data are on the disk."""
    debian_packages("postgresql")
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    data, port = disk.mount / "postgresql", free_port()
    data.mkdir()
    subprocess.run(["chown", "postgres", str(data)], check=True)

    def run(program: str, *words: str) -> None:
        command = ["runuser", "-u", "postgres", "--", str(programs / program), *words]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL)

    options = f"-p {port} -k /tmp -c listen_addresses=127.0.0.1 -c fsync={'off' if unsafe else 'on'}"
    run("initdb", "-D", str(data / "db"), "-U", "armies", "-A", "trust", "-E", "UTF8")
    run("pg_ctl", "-D", str(data / "db"), "-s", "-w", "-l", str(data / "log"), "-o", options, "start")
    run("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "armies", "armies")
    os.environ["DATABASE_URL"] = f"postgres://armies@127.0.0.1:{port}/armies"
    server = PostgreSQL()
    try:
        yield server
    finally:
        server.kill()


def fail(site: RealSite, disk: Disk, server: PostgreSQL | None) -> None:
    """Let the power fail now, and start again from what is on the disk."""
    from django.db import connections

    assert site.server
    first = [site.server.pid]
    if server:
        first.append(int((server.data / "postmaster.pid").read_text().split()[0]))
    processes = [each for parent in first for each in (parent, *descendants(parent))]
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    copy = disk.at_this_moment()
    for pid in processes:
        kill(pid)
    site.kill_all()
    connections.close_all()
    disk.leave()
    copy.replace(disk.image)
    disk.join()
    if server:
        server.start()
    # As bin/run does each time.
    prepare()
    site.start()


def play(site: RealSite, disk: Disk, server: PostgreSQL | None, rounds: int) -> tuple[list[Player], int]:
    """The players after this many rounds, and how many counted."""
    over = threading.Event()
    players = [Player(site, number, over) for number in range(CLIENTS)]
    for player in players:
        player.start()
    counted = 0
    for _ in range(rounds):
        before = sum(player.done["saves"] for player in players)
        end = time.monotonic() + TIME_LIMIT
        while (saves := sum(player.done["saves"] for player in players) - before) < SAVES and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(random.random() * 0.5)
        fail(site, disk, server)
        check_database()
        for player in players:
            player.check()
        counted += saves >= SAVES
    over.set()
    for player in players:
        player.join()
        player.check()
    return players, counted


def main() -> None:
    """Let the power fail and print the results; exit with an error if something is lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--unsafe", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        disk = Disk(Path(folder))
        # The site's data begin there, too.
        tempfile.tempdir = str(disk.mount)
        try:
            if arguments.postgresql:
                with postgresql(disk, unsafe=arguments.unsafe) as server, real_site(CLIENTS) as site:
                    players, counted = play(site, disk, server, arguments.rounds)
            else:
                with real_site(CLIENTS) as site:
                    players, counted = play(site, disk, None, arguments.rounds)
        finally:
            from django.db import connections

            connections.close_all()
            disk.leave()
    done = sum((player.done for player in players), Counter())
    others = sum((player.others for player in players), Counter())
    lost = [each for player in players for each in player.lost]
    print(machine())
    print(
        f"power failures: {counted} of {arguments.rounds} count; answered: {dict(done)}, lost: {len(lost)} {lost[:3]}"
    )
    print(f"other answers: {dict(others)}")
    assert counted == arguments.rounds, "too few rounds count"
    assert not lost, "what was answered is lost"
    assert {*others} <= {0, 409, 412, 503}, "answers that no player should see"
    assert {*done} == {"saves", "undone", "late edits", "events"}, "something was not tried"


if __name__ == "__main__":
    main()
