"""What is sent at the same moment stays within the limits on how many things somebody has."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import Model
from django.test import Client

from armybuilder.api.models import Token, create_token
from armybuilder.armies.models import Army, ArmyPicture, Tag
from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.jobs import running
from armybuilder.matches.models import Match, Seat
from armybuilder.matches.tests.conftest import begin, gems
from armybuilder.printing import jobs
from armybuilder.printing.models import PrintJob, Setup
from armybuilder.printing.options import PrintOptions
from armybuilder.sharing.links import create_link
from armybuilder.sharing.models import Opponent, Share
from armybuilder.site.tasks import Busy
from tests.api.conftest import Program
from tests.armies.conftest import MakeArmy, _empty_desk, army, make_army
from tests.armies.test_pictures import file_of
from tests.catalogue.test_collections import own
from tests.of_parts import of_parts
from tests.threads import at_once
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["_empty_desk", "army", "begin", "gems", "make_army"]

pytestmark = pytest.mark.django_db(transaction=True)

MAXIMUM = 2
TRIES = 5


def _slow_count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Give the others time to count as well before anything is created."""
    result = execute(sql, params, many, context)
    if "COUNT(" in sql:
        time.sleep(0.1)
    return result


def _all_at_once(tries: list[Callable[[], Any]]) -> None:
    def counted_slowly(one: Callable[[], Any]) -> Callable[[], None]:
        def run() -> None:
            with connection.execute_wrapper(_slow_count):
                one()

        return run

    at_once(*map(counted_slowly, tries))


def _sent(path: str, each: Callable[[int], dict[str, Any]]) -> list[Callable[[], Any]]:
    """As many posts of Alice's to an address."""
    return [partial(browser_of(ALICE).post, path, each(number)) for number in range(TRIES)]


@pytest.mark.parametrize(
    ("limit", "path", "model"),
    [
        ("armybuilder.armies.creation.MAX_ARMIES", "/armies/new/pebbles", Army),
        ("armybuilder.catalogue.writing.MAX_ENTRIES", "/pebbles/catalogue/stone/new", EntryRow),
        *of_parts("QUOTA"),
    ],
)
@pytest.mark.usefixtures("pebbles")
def test_forms_of_new_things(limit: str, path: str, model: type[Model], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, MAXIMUM)
    fields = {"spec-weight": "7", "spec-surface": "rough"}
    _all_at_once(_sent(path, lambda number: {"name": f"No. {number}", **fields}))
    assert model._default_manager.count() == MAXIMUM


@pytest.mark.parametrize("shows", ["live", "frozen"])
def test_links(army: Army, shows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.sharing.links.MAX_LINKS", MAXIMUM)
    _all_at_once(_sent(f"/armies/{army.pk}/share/", lambda number: {"shows": shows}))
    assert Share.objects.count() == MAXIMUM


def test_opponents(make_army: MakeArmy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.sharing.opponents.MAX_OPPONENTS", MAXIMUM)
    links = [create_link(make_army(), frozen=False, notes=False) for _ in range(TRIES)]
    _all_at_once([partial(browser_of(BOB).post, f"/s/{link.token}/keep") for link in links])
    assert Opponent.objects.count() == MAXIMUM


def test_set_ups(army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.printing.setups.MAX_SETUPS", MAXIMUM)
    _all_at_once(_sent(f"/armies/{army.pk}/print/save", lambda number: {"name": f"No. {number}"}))
    assert Setup.objects.count() == MAXIMUM


def test_tags(army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.armies.library.MAX_TAGS", MAXIMUM)
    _all_at_once(_sent("/armies/arrange", lambda number: {"army": army.pk, "do": "tag", "tag": f"no{number}"}))
    assert Tag.objects.count() == MAXIMUM


def test_matches(army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.matches.screen.match_views.MAX_MATCHES", MAXIMUM)
    _all_at_once(_sent("/pebbles/matches/new", lambda number: {"own": army.pk, "opposing": "joins"}))
    assert Match.objects.count() == MAXIMUM


def test_matches_that_are_restored_or_follow(begin: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> None:
    gone, going_on = begin(), begin()
    monkeypatch.setattr("armybuilder.matches.screen.match_views.MAX_MATCHES", 1)
    assert browser_of(ALICE).post(f"/matches/{gone.pk}/delete").status_code == 302
    assert browser_of(ALICE).post(f"/matches/{gone.pk}/restore").status_code == 422
    assert browser_of(ALICE).post(f"/matches/{going_on.pk}/follow").status_code == 422
    monkeypatch.setattr("armybuilder.matches.screen.match_views.MAX_MATCHES", 2)
    assert browser_of(ALICE).post(f"/matches/{gone.pk}/restore").status_code == 302


def test_seats_of_spectators(begin: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.matches.log.seats.MAX_SPECTATORS", MAXIMUM)
    _all_at_once(_sent(f"/matches/{begin().pk}/seats", lambda number: {"seat": "spectator"}))
    assert Seat.objects.filter(side=None).count() == MAXIMUM


@pytest.mark.usefixtures("pebbles")
def test_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.catalogue.collections.MAX_COLLECTIONS", MAXIMUM)
    amber = own()
    _all_at_once(_sent("/pebbles/collections/", lambda number: {"name": f"No. {number}", "entry": [amber.pk]}))
    assert Collection.objects.count() == MAXIMUM


@pytest.mark.usefixtures("pebbles")
def test_entries_that_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.catalogue.writing.MAX_ENTRIES", MAXIMUM)
    rows = [own(name=f"Stone {number}") for number in range(TRIES)]
    link = Collection.objects.create(ruleset="pebbles", name="Stones", claim_hash=ALICE.hash)
    link.entries.set(rows)
    _all_at_once([partial(browser_of(BOB).post, f"{link.get_absolute_url()}copy", {"entry": row.pk}) for row in rows])
    assert EntryRow.objects.filter(claim_hash=BOB.hash).count() == MAXIMUM


def _picture() -> SimpleUploadedFile:
    return SimpleUploadedFile("stone.png", file_of(50, 50))


def test_pictures_of_armies(make_army: MakeArmy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.armies.pictures.MAX_PER_ARMY", MAXIMUM)
    army = make_army(size=TRIES)
    _all_at_once(_sent(f"/armies/{army.pk}/pictures/", lambda number: {"part": f"u{number + 2}", "file": _picture()}))
    assert ArmyPicture.objects.count() == MAXIMUM


@pytest.mark.usefixtures("pebbles")
def test_pictures_of_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.catalogue.collections.MAX_PICTURES", MAXIMUM)
    keys = [own(name=f"Stone {number}").key for number in range(TRIES)]
    _all_at_once(
        [
            partial(browser_of(ALICE).post, f"/pebbles/catalogue/stone/{key}/picture", {"file": _picture()})
            for key in keys
        ]
    )
    assert EntryPicture.objects.count() == MAXIMUM


@pytest.fixture
def person(db: None) -> User:
    """Somebody with a confirmed address."""
    user = User.objects.create_user("alice", "alice@example.org", "word")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def test_tokens(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.accounts.token_views.MAX_TOKENS", MAXIMUM)

    def browser() -> Client:
        client = Client()
        client.force_login(person)
        client.post("/account/reauthenticate/", {"password": "word"})
        return client

    browsers = [browser() for _ in range(TRIES)]
    form = {"name": "Laptop", "scope": "read"}
    _all_at_once([partial(each.post, "/account/tokens", form) for each in browsers])
    assert Token.objects.count() == MAXIMUM


@pytest.mark.usefixtures("pebbles")
def test_what_programs_create(person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.api.imports.MAX_ARMIES", MAXIMUM)
    monkeypatch.setattr("armybuilder.sharing.links.MAX_LINKS", MAXIMUM)
    program = Program(create_token(person, "Writer", Token.Scope.WRITE)[1])
    _all_at_once([lambda: program("POST", "/armies", {"ruleset": "pebbles"})] * TRIES)
    assert Army.objects.count() == MAXIMUM
    address = Army.objects.values_list("pk", flat=True)[0]
    _all_at_once([lambda: program("POST", f"/armies/{address}/links", {})] * TRIES)
    assert Share.objects.count() == MAXIMUM


def test_jobs(army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MAX_UNFINISHED_JOBS", MAXIMUM)
    refused = []

    def order() -> None:
        try:
            jobs.order(army, PrintOptions())
        except Busy as busy:
            refused.append(busy)

    _all_at_once([order] * TRIES)
    assert (PrintJob.objects.count(), len(refused)) == (MAXIMUM, TRIES - MAXIMUM)
