"""Two machines, each with a folder of its own: one site on PostgreSQL, Redis, workers and an S3-like store."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import dj_database_url
import psycopg
import pytest
from django.conf import settings
from moto.server import ThreadedMotoServer

from armybuilder.site.limits import MAX_PER_MINUTE

pytestmark = pytest.mark.services

BUCKET = "armies"
LOST = 30.0
"""Seconds in which a printing whose process was killed has begun again."""
BEGIN = """
from django.contrib.auth.models import User
from armybuilder.api.models import Token, create_token
from armybuilder.armies.creation import create_army
from armybuilder.armies.revisions import load_head
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.site.claims import Author
from armybuilder.matches.log.creation import ChosenForce, begin_match
from rulesets.registry import get_ruleset
user = User.objects.create_user("alice")
game = get_ruleset("mbt2020")
army = create_army(LoadedArmy(game, game.demo()), "Begun", Author(user, ""))
side = ChosenForce(load_head(army), army)
match = begin_match(side, side, {}, Author(user, ""))
print(create_token(user, "Test", Token.Scope.WRITE)[1], army.pk, match.pk)
"""


@dataclass
class Site:
    """The environment that all machines share, and what was started."""

    shared: dict[str, str]
    folder: Path
    token: str = ""
    army: str = ""
    match: str = ""

    def machine(self, name: str) -> dict[str, str]:
        """The environment of one machine."""
        kept = {key: text for key, text in os.environ.items() if not key.startswith(("DJANGO", "ARMYBUILDER"))}
        return kept | self.shared | {"ARMYBUILDER_VAR": str(self.folder / name)}

    def manage(self, *words: str, machine: str = "a") -> str:
        """What a command on a machine prints."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, env=self.machine(machine), cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
        ).stdout

    def ask(self, port: int, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and content of an answer of the API to the player's program, of a file its bytes."""
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **headers}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            read = answer.read()
            plain = "json" in answer.headers.get("Content-Type", "")
            return answer.status, json.loads(read) if plain else read

    def worker(self) -> subprocess.Popen[bytes]:
        """Two workers on a third machine, as ``bin/worker`` starts them."""
        last = (settings.BASE_DIR / "bin" / "worker").read_text().partition("manage.py ")[2].replace("\\\n", " ")
        words = last.replace('"$@"', "pages prints").replace('"${WORKERS:-3}"', "3").split()
        return subprocess.Popen(
            [sys.executable, "manage.py", *words],
            env=self.machine("worker"),
            cwd=settings.BASE_DIR,
            start_new_session=True,
        )


def until(look: Callable[[], Any], seconds: float) -> Any:
    """What a look gives once it is true, or fail after so many seconds."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, f"not within {seconds} seconds"
        time.sleep(0.1)
    return seen


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A database, a Redis database and a bucket that nothing else uses, with an army and a game of a player's."""
    address, redis = os.environ.get("DATABASE_URL"), os.environ.get("REDIS_URL")
    assert address, "run bin/test --services"
    assert redis, "run bin/test --services"
    given = dj_database_url.parse(address)
    name = f"machines_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    store = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    store.start()
    shared = {
        "ARMYBUILDER_SECRET_KEY": "only-for-this-test",
        "ARMYBUILDER_WORKERS": "1",
        "ARMYBUILDER_FILES": f"s3://{BUCKET}/files",
        "DATABASE_URL": f"postgres://{given['USER']}@{given['HOST']}:{given['PORT']}/{name}",
        "REDIS_URL": f"{redis.rpartition('/')[0]}/15",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL_S3": "http://{}:{}".format(*store.get_host_and_port()),
    }
    made = Site(shared, tmp_path_factory.mktemp("machines"))
    boto3.client(
        "s3",
        endpoint_url=shared["AWS_ENDPOINT_URL_S3"],
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    ).create_bucket(Bucket=BUCKET)
    for name in ("a", "b"):
        made.manage("prepare", machine=name)
    made.token, made.army, made.match = made.manage("shell", "--no-imports", "-c", BEGIN).split()
    yield made
    store.stop()


@pytest.fixture(scope="module")
def machines(site: Site) -> Iterator[tuple[int, int]]:
    """The ports of a web process on each of two machines."""
    ports, started = [], []
    for name in ("a", "b"):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [sys.executable, "-m", "armybuilder"],
            env=site.machine(name) | {"PORT": str(port), "WORKERS": "1"},
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == f"Armybuilder is ready: http://localhost:{port}\n"
        ports.append(port)
        started.append(process)
    yield ports[0], ports[1]
    for process in started:
        process.terminate()
        assert process.wait(60) == 0
        assert process.stdout
        process.stdout.close()


@pytest.fixture
def start_workers(site: Site) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start workers, which are stopped after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        started.append(site.worker())
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
            assert process.wait(60) in (0, -signal.SIGTERM), "it ends what it prints, if it had begun to take work"


def files(site: Site) -> list[str]:
    """What lies in the bucket."""
    client = boto3.client(
        "s3",
        endpoint_url=site.shared["AWS_ENDPOINT_URL_S3"],
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    return [each["Key"] for each in client.list_objects_v2(Bucket=BUCKET).get("Contents", ())]


def ordered(site: Site, port: int, **choices: Any) -> str:
    """The address of a printing just ordered."""
    path = f"/armies/{site.army}/documents"
    status, job = site.ask(port, "POST", path, choices, Prefer="respond-async")
    assert status == 202, job
    return f"{path}/{job['job']}"


def test_two_machines_serve_the_same(
    site: Site, machines: tuple[int, int], start_workers: Callable[[], subprocess.Popen[bytes]]
) -> None:
    """Armies, edits, games, printings, their files and previews, and limits."""
    first, second = machines
    start_workers()
    made = site.ask(first, "POST", "/armies", {"ruleset": "mbt2020", "name": "From the first"})[1]
    assert site.ask(second, "GET", f"/armies/{made['id']}")[1] == site.ask(first, "GET", f"/armies/{made['id']}")[1]
    changed = {"ruleset": "mbt2020", "name": "Changed on the second"}
    path = f"/armies/{made['id']}"
    assert site.ask(second, "PUT", path, changed, **{"If-Match": '"1"'})[0] == 200
    assert site.ask(first, "GET", path)[1]["army"]["name"] == "Changed on the second"
    assert site.ask(first, "PUT", path, changed, **{"If-Match": '"1"'})[0] == 412
    shown = [site.ask(port, "GET", f"/matches/{site.match}") for port in machines]
    assert shown[0] == shown[1]
    assert shown[0][0] == 200

    job = ordered(site, first, qrs=False)
    until(lambda: site.ask(second, "GET", job)[1]["state"] == "done", 60)
    pdf = [site.ask(port, "GET", f"{job}/file")[1] for port in machines]
    assert pdf[0] == pdf[1]
    assert pdf[0][:5] == b"%PDF-"
    assert [Path(name).name for name in files(site)] == [f"{job.rpartition('/')[2]}-1.pdf"]
    assert [list((site.folder / name).glob("print/*.pdf")) for name in ("a", "b")] == [[], []]

    time.sleep(60 - time.time() % 60 if time.time() % 60 > 45 else 0)  # so that the minute does not turn
    maximum = MAX_PER_MINUTE["calculate-many"].address
    asked = [
        site.ask(machines[n % 2], "POST", "/games/mbt2020/calculators/engagement/answers", [])[0]
        for n in range(maximum + 2)
    ]
    assert asked.count(429) == 2
    assert asked[-2:] == [429, 429]


def test_a_printing_begins_again_after_its_worker_is_killed(
    site: Site, machines: tuple[int, int], start_workers: Callable[[], subprocess.Popen[bytes]]
) -> None:
    before = set(files(site))
    workers = start_workers()
    job = ordered(site, machines[0], labels=True, strips=True, tokens=True, templates=True, log=True)
    until(lambda: site.ask(machines[1], "GET", job)[1]["state"] == "running", 30)
    os.killpg(workers.pid, signal.SIGKILL)
    workers.wait()
    start_workers()
    assert site.ask(machines[1], "GET", job)[1]["state"] == "running", "nobody knows yet"
    killed = time.monotonic()
    until(lambda: starts(site, job) == 2, LOST)
    print(f"begun again after {time.monotonic() - killed:.1f} s")
    until(lambda: site.ask(machines[1], "GET", job)[1]["state"] == "done", 60)
    assert [Path(name).name for name in set(files(site)) - before] == [f"{job.rpartition('/')[2]}-2.pdf"]


def starts(site: Site, job: str) -> int:
    """How often a printing was begun."""
    with psycopg.connect(site.shared["DATABASE_URL"]) as connection:
        row = connection.execute(
            "select starts from printing_printjob where id = %s", [job.rpartition("/")[2]]
        ).fetchone()
    return int(row[0]) if row else 0
