"""Every address of the site, tried by everybody; one that ``routes`` does not list fails."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode, urlparse

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection, transaction
from django.http import SimpleCookie
from django.test import Client
from django.urls import get_resolver, resolve, reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from armybuilder.api.models import Token, create_token
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, ArmyPicture, ImportJob, Revision
from armybuilder.armies.revisions import ARMIES, create_army
from armybuilder.catalogue.models import Collection, EntryRow
from armybuilder.drawing.picture_files import png_of
from armybuilder.drawing.picture_reading import read_picture
from armybuilder.jobs import running
from armybuilder.jobs.running import person_of
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.models import Match, Seat
from armybuilder.printing import jobs
from armybuilder.printing.models import Setup
from armybuilder.printing.options import PrintOptions
from armybuilder.sharing.links import create_link
from armybuilder.sharing.models import Opponent, Share
from armybuilder.site import claims
from armybuilder.site.claims import Author, Claim
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.fixtures import NOW, tiny_game
from tests.html_forms import Page
from tests.of_parts import of_parts
from tests.route_rows import VISITORS, Row, is_secret
from tests.routes import ROUTES, patterns
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

CHARLIE = Claim("the key of charlie")
SECRET = "Moonshine"
"""Stands in the name of everything of Alice's."""

OURS = [row for row in ROUTES if row.is_ours]
OF_A_THING = [row for row in OURS if row.things]
EASY, STRICT = Client(), Client(enforce_csrf_checks=True)
SENT = [row for row in OURS if row.method == "POST" and not row.is_for_programs]
TABLES = [
    (model._meta.db_table, model._meta.pk.column)
    for model in apps.get_models()
    if model.__module__.startswith("armybuilder.")
]


@dataclass
class World:
    """Who there is and what is Alice's; ``things`` are the words in braces of the table."""

    users: dict[str, User]
    browsers: dict[str, Client]
    tokens: dict[str, str]
    things: dict[str, str]

    def ask(self, row: Row, visitor: str, things: dict[str, str] | None = None, strict: bool = False) -> Any:
        """What a visitor is answered; ``strict``: by a site that looks at the forms' tokens."""
        browser = STRICT if strict else EASY  # to make one takes longer than to answer it
        browser.cookies = SimpleCookie({name: each.value for name, each in self.browsers[visitor].cookies.items()})
        words = [self._word(word, visitor, self.things if things is None else things) for word in row.words.split()]
        sent = {
            name: self._word(value, visitor, self.things) if isinstance(value, str) else value
            for name, value in row.sent.items()
        }
        if row.is_for_programs:
            holder = self.tokens.get(visitor)
            headers = {**row.headers, **({"Authorization": f"Bearer {holder}"} if holder else {})}
            path, reads = address(row, words), row.method == "GET"
            body: dict[str, Any] = {"QUERY_STRING": urlencode(sent)} if reads else {"data": json.dumps(sent)}
            return browser.generic(row.method, path, content_type="application/json", headers=headers, **body)
        if row.method == "POST":
            return browser.post(address(row, words), sent)
        return browser.generic(row.method, address(row, words), QUERY_STRING=urlencode(sent))

    def _word(self, word: str, visitor: str, things: dict[str, str]) -> str:
        name = word[1:-1]
        if not (word.startswith("{") and name in things):
            return word
        return "guessed" if is_secret(name) and visitor not in ("owner", "holder") else things[name]


def address(row: Row, words: list[str]) -> str:
    """The row's address with these words in it."""
    return words[0] if words and words[0].startswith("/") else reverse(row.name, args=words)


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """Made once: each test puts back what it changed."""
    with django_db_blocker.unblock(), tiny_game() as pebbles, put_back():
        people = {"stranger": User.objects.create_user, "owner": User.objects.create_user}
        people["staff"] = User.objects.create_superuser
        users = {name: make(name, f"{name}@example.org", "word") for name, make in people.items()}
        browsers = {
            "anonymous": Client(),
            "stranger": browser_of(BOB),
            "owner": browser_of(ALICE),
            "holder": browser_of(CHARLIE),
            "staff": Client(),
        }
        tokens = {}
        for name, user in users.items():
            browsers[name].force_login(user)
            _, tokens[name] = create_token(user, "Program", Token.Scope.WRITE)
        Token.objects.update(last_used=timezone.now())
        yield World(users, browsers, tokens, things_of(users["owner"], ALICE, pebbles))


def things_of(user: User, claim: Claim, game: AnyRuleset) -> dict[str, str]:
    """One of everything that a player may have, made for this one, by the words in braces of the table."""
    player = Author(user, claim.hash)
    flints = tuple(Unit("", game.unit()) for _ in range(3))
    force = add_group(game.new_force(f"{SECRET} shore"), "Pile", game.group(), flints)
    army = create_army(LoadedArmy(game, force), "New army", player)
    aside = Revision.objects.get(army=army)
    aside.pk, aside.number, aside.parent, aside.aside = None, 2, 1, True
    aside.save(force_insert=True)
    Army.objects.filter(pk=army.pk).update(latest=2)
    picture = read_picture(png_of('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 9))
    ArmyPicture.objects.create(army=army, **ArmyPicture.columns(picture))
    share = create_link(army, frozen=False, notes=True)
    Opponent.objects.create(share=share, claim_hash=CHARLIE.hash)
    chosen = ChosenForce(LoadedArmy(game, force), army)
    match = begin_match(chosen, chosen, {}, player)
    return {
        **catalogue_of(user),
        **{name: key for of_part in of_parts("things_of") for name, key in of_part(player, SECRET).items()},
        "army": army.pk,
        "token": share.token,
        "match": match.pk,
        "invitation": invite(match, 1).invitation,
        "setup": Setup.objects.create(
            owner=user, name=f"{SECRET} set-up", choices={"roster": False, "cards": False, "qrs": False}
        ).pk,
        "job": jobs.order(army, PrintOptions()).pk,
        "import": running.order(ImportJob(person=person_of(player))).pk,
        "user": str(user.pk),
    }


def catalogue_of(user: User) -> dict[str, str]:
    """An entry, and a shared set with it."""
    entry = EntryRow.objects.create(
        ruleset="pebbles",
        kind="stone",
        key=f"own-stone-{user.pk}",
        name=f"{SECRET} stone",
        spec={"weight": 5, "surface": "smooth"},
        source="own",
        owner=user,
    )
    collection = Collection.objects.create(ruleset="pebbles", name=f"{SECRET} stones", owner=user)
    collection.entries.add(entry)
    return {"entry": entry.key, "collection": collection.pk}


def clear_caches() -> None:
    """Forget what was loaded."""
    for kept in (ARMIES.cache, *chain(*of_parts("CACHES"))):
        kept.clear()


@contextmanager
def put_back() -> Iterator[None]:
    """Nothing that is stored in the block stays."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
            clear_caches()


@pytest.fixture(autouse=True)
def _empty_desk() -> Iterator[None]:
    """What the desk holds is put back as well."""
    yield
    clear_caches()


def stored() -> dict[str, list[tuple[Any, ...]]]:
    """All that the site's own tables hold, asked for as the database knows it: quicker than by models."""
    held = {}
    with connection.cursor() as cursor:
        for table, key in TABLES:
            cursor.execute(f"SELECT * FROM {table} ORDER BY {key}")
            held[table] = cursor.fetchall()
    return held


def test_no_address_is_left_out():
    assert {name for name, _ in patterns(get_resolver())} == {row.name for row in ROUTES}


def test_no_method_is_left_out_and_others_are_refused(world):
    before, methods = stored(), defaultdict[str, set[str]](set)
    for row in OURS:
        methods[row.name].add(row.method)
    for row in {row.name: row for row in OURS}.values():
        answer = world.ask(Row(row.name, "PATCH", row.answers, row.words), "owner")
        assert answer.status_code == 405, row
        assert set(answer.headers["Allow"].split(", ")) - {"HEAD"} == methods[row.name], row
        assert stored() == before, row


@pytest.mark.parametrize("row", ROUTES, ids=str)
def test_everybody_gets_what_is_theirs(world, row):
    answers, begun = {}, stored()
    for visitor in VISITORS:
        with put_back():
            answer = world.ask(row, visitor)
            answers[visitor] = answer.status_code
            assert row.answer(visitor) < 400 or stored() == begun, visitor
            if visitor in ("anonymous", "stranger") and not answer.streaming:
                assert SECRET.encode() not in answer.content, visitor
    assert answers == dict(zip(VISITORS, row.answers, strict=True))


@pytest.mark.parametrize(
    "row", [row for row in OF_A_THING if row.answer("anonymous") == 404 and not row.is_for_programs], ids=str
)
def test_a_browser_without_an_account_owns_like_a_user(world, row, monkeypatch):
    for model in (Army, Collection, EntryRow, Setup, *chain(*of_parts("OWNED"))):
        model.objects.filter(owner=world.users["owner"]).update(owner=None, claim_hash=ALICE.hash)
    for job in (ImportJob, *chain(*of_parts("JOBS"))):
        job.objects.update(person=person_of(Author(None, ALICE.hash)))
    browsers = world.browsers | {"owner": browser_of(ALICE), "stranger": browser_of(BOB)}
    monkeypatch.setattr(world, "browsers", browsers)
    with put_back():
        assert world.ask(row, "stranger").status_code == row.answer("stranger")
    assert world.ask(row, "owner").status_code == row.answer("owner")


def statuses(world: World, rows: Iterable[Row], visitor: str) -> dict[str, int]:
    """What each address answers a visitor, each as if it were the first."""
    answers = {}
    for row in rows:
        with put_back():
            answers[str(row)] = world.ask(row, visitor).status_code
    return answers


def test_a_deactivated_account_is_nobody(world):
    User.objects.filter(pk=world.users["owner"].pk).update(is_active=False)
    for_pages = [row for row in ROUTES if not row.is_for_programs]
    with_link = {str(row): max(row.answer("owner"), row.answer("holder")) for row in for_pages if row.is_secret}
    expected = {str(row): row.answer("anonymous") for row in for_pages} | with_link
    assert statuses(world, for_pages, "owner") == expected
    for_programs = [row for row in ROUTES if row.is_for_programs]
    expected = {str(row): 200 if row.name == "api:browse" else 401 for row in for_programs}  # one is a page
    assert statuses(world, for_programs, "owner") == expected


def test_staff_without_permissions_are_strangers(world):
    User.objects.filter(pk=world.users["staff"].pk).update(is_superuser=False)
    assert statuses(world, OURS, "staff") == {str(row): row.answer("stranger") for row in OURS}
    pages = [row for row in ROUTES if row.name.startswith("admin") and row.name.endswith(("_changelist", "_add"))]
    assert set(statuses(world, pages, "staff").values()) == {403}


def test_a_frozen_link_answers_like_another(world):
    shared = [row for row in OURS if "token" in row.things]
    share = create_link(Army.objects.get(pk=world.things["army"]), frozen=True, notes=False)
    Opponent.objects.create(share=share, claim_hash=CHARLIE.hash)
    world = replace(world, things=world.things | {"token": share.token})
    assert statuses(world, shared, "holder") == {str(row): row.answer("holder") for row in shared}
    Share.objects.update(revoked=timezone.now())
    Seat.objects.update(withdrawn=timezone.now())
    closed = [row for row in OURS if {"token", "invitation"} & set(row.things) and row.name != "sharing:forget"]
    said = {"matches:join", "sharing:shared"}  # where a player who follows the link is told that it was withdrawn
    expected = {str(row): 410 if row.name in said else max(404, row.answer("holder")) for row in closed}
    expected |= {str(row): 401 for row in closed if row.answer("holder") == 401}
    assert statuses(world, closed, "holder") == expected


@pytest.mark.parametrize(("place", "side"), [(0, 1), (1, None)], ids=["opponent", "spectator"])
def test_a_seat_at_a_game_opens_that_game_alone(world, place, side):
    take(invite(Match.objects.get(pk=world.things["match"]), side), Author(world.users["stranger"], BOB.hash), "")
    rows = [row for row in OF_A_THING if not row.is_secret]
    expected = {str(row): row.seats[place] if row.seats else row.answer("stranger") for row in rows}
    assert statuses(world, rows, "stranger") == expected


@pytest.fixture
def turned(world: World) -> World:
    """The world seen by Bob, who has as much as Alice: he is the owner there, and she the stranger."""
    users = world.users | {"owner": world.users["stranger"], "stranger": world.users["owner"]}
    browsers = world.browsers | {"owner": world.browsers["stranger"], "stranger": world.browsers["owner"]}
    tokens = world.tokens | {"owner": world.tokens["stranger"], "stranger": world.tokens["owner"]}
    return World(users, browsers, tokens, things_of(users["owner"], BOB, get_ruleset("pebbles")))


@pytest.mark.parametrize("visitor", VISITORS)
def test_of_two_owners_each_gets_what_is_theirs(world, turned, visitor):
    for seen in (world, turned):
        assert statuses(seen, OF_A_THING, visitor) == {str(row): row.answer(visitor) for row in OF_A_THING}


@pytest.mark.parametrize("row", [row for row in OF_A_THING if len(row.things) > 1], ids=str)
def test_the_things_of_two_owners_open_nothing_together(world, turned, row):
    begun = stored()
    for first, second in ((world, turned), (turned, world)):
        mixed = replace(world, things=first.things | {row.things[-1]: second.things[row.things[-1]]})
        for visitor in VISITORS:
            for seen in (mixed, replace(turned, things=mixed.things)):
                assert seen.ask(row, visitor).status_code in (401, 404), visitor
    assert stored() == begun


@pytest.mark.parametrize("row", [row for row in OURS if row.example], ids=str)
def test_an_example_answers_everybody_alike(world, row):
    Army.objects.filter(pk=world.things["army"]).update(example=True, owner=None)
    for visitor in VISITORS:
        with put_back():
            assert world.ask(row, visitor).status_code == row.example, visitor


@pytest.mark.parametrize("row", OF_A_THING, ids=str)
def test_foreign_and_unknown_things_answer_alike(world, row):
    for visitor in ("anonymous", "stranger"):
        unknown = world.ask(row, visitor, dict.fromkeys(world.things, "unknown"))
        assert unknown.status_code == (401 if row.answer(visitor) == 401 else 404), visitor
        if row.answer(visitor) == 404:
            foreign = world.ask(row, visitor)
            words = {"unknown", "guessed", *(world.things[name] for name in row.things)}
            assert plain(foreign, words) == plain(unknown, words)


@pytest.mark.parametrize("digits", [10, 19, 40, 5000])
def test_a_number_in_an_address_may_be_as_large_as_it_likes(world, digits):
    numbered = {
        name
        for name, each in patterns(get_resolver())
        if any(isinstance(word, IntConverter) for word in each.pattern.converters.values())
    }
    assert "history:restore" in numbered
    for row in (row for row in OURS if row.name in numbered):
        words = " ".join("9" * digits if word.isdecimal() else word for word in row.words.split())
        with put_back():
            assert world.ask(replace(row, words=words), "owner").status_code == 404, row


@pytest.mark.parametrize("row", [row for row in OURS if row.name != "operations:ready"], ids=str)
def test_a_full_disk_refuses_writing_in_words(world, row, full_disk):
    begun = stored()
    with put_back():
        answer = world.ask(row, "owner")
    usual = row.answer("owner")
    assert answer.status_code in ([usual] if row.method == "GET" else [usual, 503])
    assert answer.status_code != 503 or "disk is full or broken" in answer.text
    assert stored() == begun


@pytest.mark.parametrize("row", OURS, ids=str)
def test_each_address_counts_as_often_as_the_table_says(world, row, monkeypatch):
    counted: list[str] = []
    counts = caches["counts"]
    add = counts.add

    def noted(key: str, *given: Any) -> bool:
        counted.append(key)
        return add(key, *given)

    monkeypatch.setattr(counts, "add", noted)
    limits = row.limits(f"user-{world.users['owner'].pk}")
    keys = [f"limit:{name}:{NOW // 60:.0f}" for name, _ in limits]
    for key, (_, maximum) in zip(keys, limits, strict=True):
        counts.set(key, maximum - 1, 120)
    with put_back():
        assert world.ask(row, "owner").status_code == row.answer("owner")
    assert [key for key in counted if key.startswith("limit:")] == keys
    begun = stored()
    for key, (_, maximum) in zip(keys, limits, strict=True):
        for each in keys:
            counts.set(each, 0, 120)
        counts.set(key, maximum, 120)
        answer = world.ask(row, "owner")
        assert (answer.status_code, f"You can do this {maximum} times a minute" in answer.text) == (429, True)
    assert stored() == begun


NUL = "a\0b"


def test_nul_is_refused_wherever_it_stands(world):
    begun = stored()
    EASY.cookies = SimpleCookie({"sessionid": "a"})
    get = EASY.get
    for row in ROUTES:
        words = [world.things.get(word[1:-1], word) for word in row.words.split()]
        path = address(row, words)
        answers = {
            "query": get(path, {"q": NUL}),
            "name in the query": get(path, {NUL: "1"}),
            "form": EASY.post(path, {"name": NUL}),
            "name in the form": EASY.post(path, {NUL: "1"}),
            "address": get(path + "%00"),
            "cookie": get(path, headers={"Cookie": 'sessionid="a\\000b"'}),
        }
        for place, word in enumerate(words):
            if isinstance(word, str) and not row.words.startswith("/") and word in path:
                answers[f"word {place}"] = get(path.replace(word, f"{word}%00", 1))
        codes = {where: answer.status_code for where, answer in answers.items()}
        assert codes == dict.fromkeys(answers, 400), row
        assert "NUL character" in answers["form"].text, row
    assert stored() == begun


def plain(answer: Any, words: set[str]) -> str:
    """A page without the words of its own address and without its token."""
    text: str = answer.content.decode()
    for word in {*words, str((answer.context or {}).get("csrf_token", ""))} - {""}:
        text = text.replace(word, "")
    return text


@pytest.mark.parametrize("row", SENT, ids=str)
def test_no_form_is_taken_without_its_token(world, row):
    before = stored()
    assert world.ask(row, "owner", strict=True).status_code == 403
    assert stored() == before


FORM_ID = "AAAAAAAAAAAAAAAAAAAAAA"
CREATING = {
    "accounts:tokens",
    "armies:copy",
    "armies:tonight",
    "interchange:import",
    "armies:new",
    "armies:use-entry",
    "armies:resolve",
    "catalogue:collections",
    "catalogue:copy",
    "catalogue:new",
    "interchange:paste",
    "printing:choose",
    "printing:reprint",
    "printing:save",
    "sharing:copy",
    "sharing:keep",
    "sharing:manage",
    "suggestions:random-new",
    *chain(*of_parts("CREATING")),
}
"""The forms that create something, those of ``printing:choose`` by another address."""


def rows_in_tables() -> dict[str, int]:
    """The number of rows in each table."""
    return {table: len(rows) for table, rows in stored().items()}


SENT_TWICE = [
    (row, visitor)
    for row in SENT
    for visitor in ("anonymous", "owner")
    if row.name in CREATING and row.answer(visitor) in (201, 302, 303)
]


@pytest.mark.parametrize(("row", "visitor"), SENT_TWICE, ids=str)
def test_a_form_sent_twice_creates_one_thing(world, row, visitor):
    form = replace(row, sent={**row.sent, "submission": "A" * 22})
    with put_back():
        first = world.ask(form, visitor)
        created = rows_in_tables()
        again = world.ask(form, visitor)
        assert again.status_code == 302
        assert again.headers["Location"] == first.headers.get("Location", again.headers["Location"])
        assert rows_in_tables() == created
        # Both answers let the browser own what was created.
        assert claim_in(again) == claim_in(first)


ANSWERED = [
    *SENT,
    *(
        replace(row, sent=sent)
        for row, sent in (
            (next(row for row in SENT if row.name == "interchange:import"), {"text": '{"ruleset": "pebbles"}'}),
            (next(row for row in SENT if row.name == "interchange:paste"), {"text": "Name,Weight\nA,1"}),
        )
    ),
]
"""The forms of the site, two of them with what is shown before it is saved."""


@pytest.mark.parametrize("row", ANSWERED, ids=lambda row: f"{row} {row.sent}"[:60])
def test_a_page_that_answers_a_form_is_there_after_back(world, row):
    for sent in ({**row.sent, "submission": FORM_ID}, {"submission": FORM_ID}):
        with put_back():
            answer = world.ask(replace(row, sent=sent), "owner")
        if answer.status_code in (302, 303) or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        assert "no-store" not in answer.headers.get("Cache-Control", "")
        assert "private" in answer.headers["Cache-Control"]
        assert "Cookie" not in answer.headers.get("Vary", "")
        forms = Page(answer.wsgi_request.path, answer.content).forms
        ids = [value for form in forms for field, value in form.fields if field == "submission"]
        assert {each.partition("-")[0] for each in ids} <= {FORM_ID}


def claim_in(answer: Any) -> str | None:
    """The key that the answer gives to the browser, if any."""
    cookie = answer.cookies.get(claims.COOKIE)
    return cookie.value.partition(":")[0] if cookie else None


def test_forms_that_create_have_an_id_made_with_the_page(world):
    found = set()
    pages = [row for row in OURS if row.method == "GET" and not row.is_for_programs]
    for row, visitor in ((row, visitor) for row in pages for visitor in ("owner", "holder")):
        if row.answer(visitor) != 200:
            continue
        with put_back():
            answer = world.ask(row, visitor)
        if answer.headers["Content-Type"].startswith("text/html"):
            for form in Page(answer.wsgi_request.path, answer.content).forms:
                if ids := [value for field, value in form.fields if field == "submission"]:
                    assert [len(each) for each in ids] == [22]
                    found.add(resolve(urlparse(form.address).path).view_name)
    # A set-up is saved with the form of the print page; the holder of the link has kept the army.
    assert found == CREATING - {"printing:save", "sharing:keep"}
