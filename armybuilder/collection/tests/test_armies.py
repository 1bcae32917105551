"""The armies that count with each other: what they leave, whatever happens to them."""

import random
from collections import Counter

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from lxml import html

from armybuilder.armies.access import armies_of_game
from armybuilder.armies.collected import collected_models
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.reading import load_army
from armybuilder.armies.revisions import ARMIES
from armybuilder.armies.suggestions.suggested_edits import offer
from armybuilder.catalogue.loading import store_catalogue
from armybuilder.collection import armies
from armybuilder.collection.models import CollectionRow
from rulesets.core.forces.force import NoSuchPart
from rulesets.registry import all_rulesets
from tests.html_forms import Page
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db

SHELF = "/collection/pebbles"
FLINT = ("stone", "flint")


@pytest.fixture(autouse=True)
def stones(pebbles):
    store_catalogue(pebbles)


def have(**counts):
    for key, count in counts.items():
        CollectionRow.objects.create(
            ruleset="pebbles", kind="stone", key=key, count=count, claim_hash=ALICE.hash, painted=0
        )


def stock_in(browser, army):
    page = html.fromstring(browser.get(army.get_absolute_url()).content)
    return [each.text_content() for each in page.find_class("entry-stock")]


def queries(browser, army):
    with CaptureQueriesContext(connection) as captured:
        browser.get(army.get_absolute_url())
    return len(captured)


def text_of(answer):
    return " ".join(html.fromstring(answer.content).text_content().split())


def test_other_armies_count_only_if_the_player_says_so(alice, bob, make_army):
    have(flint=10)
    shore, cliff, old = make_army(name="Shore"), make_army(size=4, name="Cliff"), make_army(name="Old")
    Army.objects.filter(pk=old.pk).update(archived=timezone.now())
    page = alice.get(shore.get_absolute_url())
    assert stock_in(alice, shore) == ["7 of 10 left"]
    assert "Count my other beaches, too" in text_of(page)
    form = next(form for form in Page("", page.content).forms if form.address.endswith("/others"))
    answer = alice.post(form.address, {**dict(form.fields), "also": "on"})
    assert answer.headers["Location"] == f"{shore.get_absolute_url()}#catalogue"
    assert stock_in(alice, shore) == ["3 of 10 left"]
    assert "Also counted: Cliff. Beaches in the archive are not counted." in text_of(
        alice.get(shore.get_absolute_url())
    )
    # An archived army itself counts beside those that are not.
    assert stock_in(alice, old) == ["0 of 10 left"]
    assert "Also counted: Cliff, Shore." in text_of(alice.get(SHELF))
    assert alice.post(f"{SHELF}/others", {}).headers["Location"] == SHELF
    assert stock_in(alice, cliff) == ["6 of 10 left"]


def test_models_that_armies_lack_together_are_a_note(alice, make_army):
    have(flint=5)
    shore, _ = make_army(name="Shore"), make_army(size=4, name="Cliff")
    alice.post(f"{SHELF}/others", {"also": "on"})
    told = text_of(alice.get(shore.get_absolute_url()))
    assert "This beach has 3 × Flint and your other beaches have 4. You have 5." in told
    assert "Also counted: Cliff." in told


def test_the_switch_leads_nowhere_else(alice):
    for address in ("https://elsewhere.example/", "//elsewhere.example/"):
        assert alice.post(f"{SHELF}/others", {"next": address}).headers["Location"] == SHELF


def test_suggestions_leave_other_armies_their_models(alice, make_army):
    have(flint=8)
    lacking, _ = make_army(size=1, name="Lacking"), make_army(size=6, name="Other")
    address = f"/armies/{lacking.pk}/complete/g1"
    assert "Nothing here needs more models than your collection has." in text_of(alice.get(address))
    assert html.fromstring(alice.get(address).content).xpath("//input[@name='suggestion']") != []
    alice.post(f"{SHELF}/others", {"also": "on"})
    assert "Nothing here needs more models than your collection has left after your other beaches." in text_of(
        alice.get(address)
    )
    assert html.fromstring(alice.get(address).content).xpath("//input[@name='suggestion']") == []


def request_of_alice(browser):
    request = RequestFactory().get("/")
    request.COOKIES = {name: cookie.value for name, cookie in browser.cookies.items()}
    request.user = browser.get("/").wsgi_request.user
    return request


def happens(browser, rng, army):
    """Something to an army, as its player does it."""
    at, head = army.get_absolute_url(), {"head": army.head}
    before = {"head": max(1, army.head - 1)}
    flint = {"entry": "stone/flint", "into": "g1", "times": rng.choice("12")}
    deeds = {
        "edits/add-units": head | flint,
        "edits/add-units#late": before | flint,
        "undo": head,
        "redo": head,
        "copy": {},
        "delete": {},
        "restore": {},
    }
    name, sent = rng.choice(list(deeds.items()))
    assert browser.post(f"{at}{name.partition('#')[0]}", sent).status_code in (302, 400, 404, 409), name


def check_counts(browser, pebbles, make_army, seed):
    """Whatever happens to armies, each one is left what the others do not need, and no suggestion needs more."""
    rng = random.Random(seed)
    caches["counts"].clear()
    CollectionRow.objects.all().delete()
    Army.objects.all().delete()
    counts = {name: rng.randint(1, 12) for name in ("flint", "slate", "brick")}
    have(**counts)
    make_army(size=rng.randint(1, 4)), make_army(2, rng.randint(1, 3))
    for _ in range(6):
        happens(browser, rng, rng.choice(Army.objects.all()))
    request = request_of_alice(browser)
    on_table = list(armies_of_game(request, pebbles))
    needs = {army.pk: load_army(army).models_needed for army in on_table}
    for army in on_table:
        collected = collected_models(request, pebbles, army.pk)
        others = sum((Counter(need) for pk, need in needs.items() if pk != army.pk), Counter())
        assert collected.counts == {("stone", name): count for name, count in counts.items()}
        assert collected.elsewhere == others
        loaded = load_army(army)
        for about in ("complete", "random", "fix-all"):
            try:
                offered = offer(about, loaded, {"group": "g1", "seed": str(seed)}, collected.remaining)
            except NoSuchPart:
                continue
            for suggestion in offered.suggestions:
                after = LoadedArmy(pebbles, suggestion.force).models_needed
                for entry, number in after.items():
                    there = max(0, collected.counts.get(entry, 0) - others[entry])
                    assert number <= max(there, needs[army.pk].get(entry, 0))


@pytest.fixture
def counting(alice):
    alice.post(f"{SHELF}/others", {"also": "on"})
    return alice


def test_counts_survive_copies_merges_undo_and_deletion(counting, pebbles, make_army):
    for seed in range(10):
        check_counts(counting, pebbles, make_army, seed)


@pytest.mark.long
def test_counts_of_a_thousand_tables_of_armies_survive(counting, pebbles, make_army):
    for seed in range(1000):
        check_counts(counting, pebbles, make_army, seed)


@pytest.mark.parametrize(("bound", "number"), [("MAX_ARMIES", 1), ("MAX_UNITS", 5)])
def test_only_the_last_changed_armies_count(alice, make_army, monkeypatch, bound, number):
    monkeypatch.setattr(armies, bound, number)
    have(flint=20)
    first, second, _ = make_army(name="First"), make_army(size=4, name="Second"), make_army(size=5, name="Third")
    alice.post(f"{SHELF}/others", {"also": "on"})
    assert stock_in(alice, first) == ["12 of 20 left"]
    assert stock_in(alice, second) == ["11 of 20 left"]
    told = "Also counted: Third. One beach that you changed longer ago is not counted."
    assert told in text_of(alice.get(first.get_absolute_url()))


def test_units_for_tonight_are_on_the_models_of_their_army(alice, make_army):
    have(flint=20)
    shore, cliff = make_army(name="Shore"), make_army(size=4, name="Cliff")
    alice.post(f"{SHELF}/others", {"also": "on"})
    alice.post(f"{shore.get_absolute_url()}tonight", {"unit": ["u2", "u3"]})
    first = Army.objects.get(part_of=shore.pk)
    alice.post(f"{first.get_absolute_url()}tonight", {"unit": ["u3"]})
    second = Army.objects.get(part_of=shore.pk, name="Shore (tonight 2)")
    Army.objects.filter(pk=second.pk).update(name="Saturday")
    assert stock_in(alice, cliff) == ["13 of 20 left"]
    assert stock_in(alice, shore) == ["13 of 20 left"]
    assert [stock_in(alice, each) for each in (first, second)] == [["14 of 20 left"], ["15 of 20 left"]]
    Army.objects.filter(pk=shore.pk).update(deleted=timezone.now())
    assert stock_in(alice, cliff) == ["14 of 20 left"]
    assert stock_in(alice, first) == ["14 of 20 left"]


def test_other_armies_are_read_once_and_do_not_drop_open_ones(alice, make_army):
    have(flint=20)
    shore, cliff = make_army(name="Shore"), make_army(name="Cliff")
    alice.post(f"{SHELF}/others", {"also": "on"})
    ARMIES.cache.clear()
    alice.get(shore.get_absolute_url())
    assert (ARMIES.cache.get((shore.pk, 1)) is None, ARMIES.cache.get((cliff.pk, 1))) == (False, None)
    with CaptureQueriesContext(connection) as captured:
        alice.get(shore.get_absolute_url())
    assert [each["sql"] for each in captured if '"armies_revision"."document"' in each["sql"]] == []


def test_a_builder_needs_as_many_queries_for_many_others_as_for_few(alice, make_army):
    have(flint=20)
    alice.post(f"{SHELF}/others", {"also": "on"})
    shore = make_army(name="Shore")
    make_army(name="Other")
    alice.get(shore.get_absolute_url())
    few = queries(alice, shore)
    for number in range(4):
        make_army(name=f"Other {number}")
    alice.get(shore.get_absolute_url())
    assert queries(alice, shore) == few
    for number in range(5):
        make_army(name=f"Last {number}")
    assert "Last 2, Last 1, Last 0, Other 3, Other 2, Other 1 and 2 more." in text_of(
        alice.get(shore.get_absolute_url())
    )


def test_the_switch_is_for_all_games_and_their_versions(alice, pebbles):
    other = next(each for each in all_rulesets() if each is not pebbles)
    alice.post(f"/collection/{other.slug}/others", {"also": "on"})
    have(flint=3)
    assert f"Count one {pebbles.words.force} at a time" in text_of(alice.get(SHELF))
