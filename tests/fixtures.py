"""Fixtures of all tests."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache, caches
from django.db import OperationalError, connection
from django.db.models.signals import post_migrate
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis.vendor.pretty import for_type_by_name

import rulesets.systems
from armybuilder.accounts import storage_limits
from armybuilder.jobs import running
from armybuilder.jobs.models import LIFETIME, Job
from armybuilder.jobs.running import jobs_of
from armybuilder.jobs.turns import UNFINISHED
from armybuilder.printing import background
from armybuilder.site import limits
from armybuilder.site.claims import Author
from armybuilder.site.table_cache import TableCache
from armybuilder.site.tasks import POOLS, ThreadPools
from rulesets import registry
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import clear_game_caches, get_ruleset
from tests.ducks import with_ducks
from tests.shared_folders import make_once
from tests.visitors import ALICE, BOB, browser_of

TINY = Path(__file__).parent / "tiny_system"
"""The folder of a game that stands for any other."""
NOW = 640.0
"""The time of rate limits, in seconds."""

# Else a failing example is printed with all of its game; Hypothesis warns of the length, and the warning ends the test
# in the place of the failure.
for_type_by_name(
    "rulesets.core.ruleset",
    "Ruleset",
    lambda game, printer, cycle: printer.text(f"get_ruleset({game.slug!r})"),
)
# How fast drawn examples come depends on what else the machine does, and says nothing about them.
settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# A run says something about the change that it checks, so it draws what the run before drew; "fresh" draws anew.
settings.register_profile("repeated", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("repeated")


def pytest_collection_finish() -> None:
    """Have the collector pass over all that is there before the first test, and come less often for the rest.

    Otherwise it takes a fifth of the processor time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Do not create the permissions again, which nothing asks for, each time that a test has emptied the database."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@pytest.fixture(autouse=True)
def _fresh_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start rate limits at zero within a minute that does not end, with today's visits already noted."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: NOW))
    cache.clear()
    caches["counts"].clear()
    cache.set_many({f"visit:{claim.hash}": 1 for claim in (ALICE, BOB)})


@pytest.fixture(autouse=True)
def _little_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stored is too little to be counted, as it mostly is: otherwise chance decides on two more queries."""
    monkeypatch.setattr(storage_limits, "MIN_COUNTED_BYTES", 10**9)
    monkeypatch.setattr(storage_limits, "random", lambda: 1.0)


@pytest.fixture(scope="session")
def prepared_site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site with separate data, prepared by ``manage.py prepare``.

    One process of the tests prepares it, and the others copy it.
    """
    site = {"ARMYBUILDER_VAR": str(tmp_path_factory.mktemp("site")), "ARMYBUILDER_SECRET_KEY": "only-for-this-test"}
    make_once(tmp_path_factory, "prepared-site", Path(site["ARMYBUILDER_VAR"]), lambda: prepare(site))
    return site


def prepare(site: dict[str, str]) -> None:
    """Run ``manage.py prepare`` in this environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | site
    done = subprocess.run(
        [sys.executable, "-W", "error", "manage.py", "prepare"],
        env=environment,
        cwd=django_settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@contextmanager
def tiny_game() -> Iterator[AnyRuleset]:
    """One more game: its folder is put among the systems' folders, and nothing else is touched.

    Python keeps what it has read, so that the game is there at once the next time.
    """
    rulesets.systems.__path__.append(str(TINY))
    clear_game_caches()
    yield get_ruleset("pebbles")
    rulesets.systems.__path__.remove(str(TINY))
    clear_game_caches()


@pytest.fixture(autouse=True)
def _patient_print_shop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for printing, however busy the machine is; in a browser not for longer than a journey waits for a page."""
    monkeypatch.setattr(background, "PATIENCE", 20.0 if "live_server" in request.fixturenames else 60.0)


@pytest.fixture(autouse=True)
def _tasks_see_the_test(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run tasks at once where the rows of a test are in a transaction that other threads do not see.

    A heartbeat of one would wait for the transaction, until the database gives up after a minute. Other tests end with
    their tasks, which would find the database closed, or another test's rows in it.
    """
    marked = request.node.get_closest_marker("django_db")
    names = set(request.fixturenames)
    within = not marked.kwargs.get("transaction") if marked else "db" in names
    if names & {"transactional_db", "live_server"} or (marked and not within):
        request.getfixturevalue("transactional_db")
        yield
        for model in Job.__subclasses__():
            for job in jobs_of(model).filter(state__in=UNFINISHED):
                running.cancel(job)
        POOLS.wait(60.0)
        return
    if within:
        monkeypatch.setattr(ThreadPools, "submit", lambda self, queue, work: work())
        monkeypatch.setattr(running, "HEARTBEAT_INTERVAL", LIFETIME.total_seconds())
    yield


@pytest.fixture
def pebbles() -> Iterator[AnyRuleset]:
    """The tiny game."""
    with tiny_game() as game:
        yield game


@pytest.fixture
def ducks(pebbles: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> AnyRuleset:
    """The only game, with a calculator that has every kind of question and answer."""
    game = with_ducks(pebbles)
    monkeypatch.setitem(sys.modules, "only_ducks", SimpleNamespace(RULESET=game))
    monkeypatch.setattr(registry, "_modules", lambda: iter(["only_ducks"]))
    clear_game_caches()
    return game


@pytest.fixture
def alice() -> Client:
    """The browser that owns what is tested."""
    return browser_of(ALICE)


@pytest.fixture
def bob() -> Client:
    """A browser with a claim on something else."""
    return browser_of(BOB)


@pytest.fixture
def author() -> Author:
    """Alice as the author of revisions."""
    return Author(None, ALICE.hash)


WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


def refuse_writing(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Raise what SQLite raises when the disk is full."""
    if WRITING.match(sql):
        raise OperationalError("database or disk is full")
    return execute(sql, params, many, context)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither a row of the cache nor one of the database can be written."""

    def fail(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError("database or disk is full")

    for name in ("set", "touch", "delete", "incr"):
        monkeypatch.setattr(TableCache, name, fail)
    monkeypatch.setattr(TableCache, "add", lambda cache, key, *args: not cache.has_key(key) and fail())
    with connection.execute_wrapper(refuse_writing):
        yield
