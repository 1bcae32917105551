"""Games at the table on two phones."""

import re
from dataclasses import replace
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, Visit
from armybuilder.armies.revisions import load_head
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take, unvisited_matches
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.site.claims import Author
from armybuilder.site.withdrawals import UNDO_TIME
from rulesets.core.cards import Card
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.play.definition import REVEALED
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.armies.test_visits import LONGER, counted_for_long  # noqa: F401 (a fixture)
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def send(browser: Client, match: Match, *events: dict[str, Any], since: int = 0) -> Any:
    """What the server answers to these events."""
    body = orjson.dumps({"since": since, "events": events})
    return browser.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()


def poll(browser: Client, match: Match, since: int = 0) -> Any:
    return browser.get(f"/matches/{match.pk}/events?since={since}")


def change(event: str, *changes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": event, "changes": list(changes), **fields}


def chip(side: int, holder: str = "u2", amount: int = 1) -> dict[str, Any]:
    return {"track": "chips", "amount": amount, "holder": holder, "side": side}


def test_a_group_s_row_shows_its_strength_and_first_values(db: None) -> None:
    match = begin_example("forum-combat")
    page = browser_of(ALICE).get(match.get_absolute_url())
    data = page.context["data"]
    rows = [group["rows"][0] for side in data["sides"] for group in side["groups"]]
    assert [row["engages"] for row in rows] == ["u2", "u6", "u9"] * 2
    shown = [
        (look["title"], look["subtitle"], look["symbol"], *(each["value"] for each in look["values"]))
        for look in (data["looks"][row["look"]] for row in rows)
    ]
    assert shown == 2 * [
        ("Alpha", "10 units", "icon-brodie-helmet", "5/7", "3/4", "6+"),
        ("Bravo", "9 units", "icon-brodie-helmet", "6/9", "3/5", "6+"),
        ("Charlie", "4 units", "icon-brodie-helmet", "6/9", "3/5", "7+"),
    ]


def test_two_phones_each_adding_a_loss_make_two(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    assert send(alice, match, change("a1", chip(0)))["results"] == [{"number": 1}]
    assert send(alice, match, change("a1", chip(0)), change("a2", chip(0)))["results"] == [{"number": 1}, {"number": 2}]
    assert send(alice, match, change("a1", chip(0, "u3")))["results"][0].keys() == {"error"}
    answer = poll(bob, match, 1).json()
    assert (answer["head"], [entry["number"] for entry in answer["entries"]]) == (2, [2])
    assert answer["ticks"][0] == {"u2": {"chips": [1, 2]}}
    assert poll(bob, match, 2).status_code == 204
    refused = send(bob, match, change("b1", chip(0)))["results"]
    assert refused == [{"error": "This unit belongs to the other side. Only its player can change it."}]


def test_a_hidden_unit_is_a_number_until_it_is_revealed(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    page = alice.get(match.get_absolute_url()).content.decode()
    assert holders_of(alice, match, 1) == ["u1", "blank-1", "blank-2", "blank-3"]
    assert "Ruby" not in page
    ruby, opal, blank = id_in(match, "u3"), id_in(match, "u4"), blank_of(match, "u3")
    assert ruby == blank.replace("blank-", "x")
    assert holders_of(bob, match, 1) == ["u1", ruby, opal, "fake-1"]
    send(bob, match, change("b1", chip(1, ruby)))
    assert poll(alice, match).json()["entries"][0]["effects"] == []
    assert poll(alice, match).json()["ticks"][1] == {}
    reveal = {"track": REVEALED, "box": "1", "holder": blank, "side": 1}
    asked = send(alice, match, change("a1", reveal, calculator="skipping", own="u1", opposing=blank), since=1)
    assert asked["entries"][0]["proposed"][0]["holder"] == asked["entries"][0]["opposing"] == blank
    send(bob, match, {"id": "b2", "kind": "answer", "of": 2})
    told = poll(alice, match, 2).json()
    assert [(each["holder"], each["was"]) for each in told["entries"][0]["effects"]] == [(ruby, blank)]
    assert told["ticks"][1] == {ruby: {"chips": [1], REVEALED: [1]}}
    assert "Ruby" in alice.get(match.get_absolute_url()).content.decode()
    assert poll(alice, match).json()["entries"][0]["effects"] == []


def test_the_card_of_a_unit_is_for_those_who_may_know_it(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    address = f"/matches/{match.pk}/units/1"
    assert "Weight" in alice.get(f"{address}/u1").content.decode()
    ruby = id_in(match, "u3")
    group = id_in(match, "g1")
    others = (ruby, blank_of(match, "u3"), "fake-1", group, "u9")
    assert [alice.get(f"{address}/{each}").status_code for each in others] == [404] * 5
    assert [bob.get(f"{address}/{each}").status_code for each in (ruby, "fake-1", group)] == [200, 404, 404]
    assert alice.get(f"/matches/{match.pk}/units/2/u1").status_code == 404
    send(bob, match, change("b1", {"track": REVEALED, "box": "1", "holder": ruby, "side": 1}))
    assert alice.get(f"{address}/{ruby}").status_code == 200


def test_a_line_of_a_card_is_a_button_where_its_words_have_a_meaning() -> None:
    lines = (Line("Rules", "Deadly", hint="Each hit does 3 damage."), Line("Story", "They stay."))
    page = html.fragment_fromstring(render_to_string("matches/unit.html", {"card": Card("Rangers", lines=lines)}))
    (button,) = page.iterfind(".//button")
    assert (button.text, button.get("class"), button.get("title")) == (
        "Deadly",
        "abbreviation",
        "Each hit does 3 damage.",
    )
    assert [each.text_content().strip() for each in page.iterfind(".//dd")] == ["Deadly", "They stay."]


@pytest.mark.django_db
def test_the_card_of_a_unit_explains_its_codes() -> None:
    begun = begin_example("warstrike")
    loaded = load_match(begun)
    army = loaded.armies[0]
    assert army is not None
    unit = army.force.groups[0].units[0]
    page = html.fromstring(browser_of(ALICE).get(f"/matches/{begun.pk}/units/0/{unit.id}").text)
    terms = page.xpath("//details[summary='Key to codes']//dt/text()")
    assert {"Ld 2 · Nv 4", "Mv, Aw", "6/12″"} < set(terms)


def test_an_update_says_who_has_acted_and_who_is_hurt(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    ruby = id_in(match, "u3")
    send(alice, match, change("a1", chip(0, "u1"), {"track": "done", "box": "thrown", "holder": "u2", "side": 0}))
    send(bob, match, change("b1", chip(1, ruby), chip(1, "u1")))
    told = [poll(browser, match).json() for browser in (alice, bob)]
    assert [each["acted"] for each in told] == [[["u2"], []]] * 2
    assert [each["hurt"] for each in told] == [[["u1"], ["u1"]], [["u1"], [ruby, "u1"]]]
    assert [bool(entry["time"]) for entry in told[0]["entries"]] == [True, True]


def test_a_phone_is_told_when_it_knows_other_units(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    ruby = id_in(match, "u3")
    reveal = {"track": REVEALED, "box": "1", "holder": ruby, "side": 1}
    steps = (
        (bob, change("b1", chip(1, ruby))),
        (bob, change("b2", reveal)),
        (bob, change("b3", chip(1, ruby))),
        (bob, {"id": "b4", "kind": "undo", "of": 2}),
        (bob, {"id": "b5", "kind": "end"}),
        (alice, {"id": "a1", "kind": "answer", "of": 5}),
    )
    renewed = []
    for number, (browser, event) in enumerate(steps):
        assert send(browser, match, event, since=number)["results"] == [{"number": number + 1}]
        renewed.append([poll(phone, match, number).json()["other_rows"] for phone in (alice, bob)])
    assert renewed == [[False] * 2, [True, False], [False] * 2, [True, False], [True] * 2, [True] * 2]


def test_who_waits_for_an_opponent_is_told_of_one(begin: Begin) -> None:
    match, alice, bob = begin(seated=False), browser_of(ALICE), browser_of(BOB)
    events = f"/matches/{match.pk}/events"
    address = f"{events}?since=0&alone"
    assert alice.get(address).status_code == 204
    # The page of the seats asks for nothing else, whatever happens in the game.
    assert f'data-events="{events}?alone"' in alice.get(f"/matches/{match.pk}/seats").text
    send(alice, match, change("a1", chip(0)))
    assert [alice.get(each).status_code for each in (f"{events}?alone", address)] == [204, 200]
    invitation = invite(match, 1).invitation
    assert bob.post(f"/matches/join/{invitation}", {"army": ""}).status_code == 302
    for each in (f"{events}?alone", address):
        assert alice.get(each).json() == {"reload": True}


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("no json", "Send JSON"),
        ({"since": 0}, "Send JSON"),
        ({"since": 0, "events": [{}] * 101}, "up to 100 events"),
        ({"since": 99, "events": []}, "does not exist yet"),
    ],
)
def test_what_is_no_list_of_events_is_refused(begin: Begin, sent: Any, words: str) -> None:
    match = begin()
    body = sent if isinstance(sent, str) else orjson.dumps(sent)
    answer = browser_of(ALICE).post(f"/matches/{match.pk}/events", body, content_type="application/json")
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_a_poll_without_news_takes_one_query_and_no_army(
    begin: Begin, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, alice = begin(), browser_of(ALICE)
    monkeypatch.setattr("armybuilder.matches.screen.tracker_views.load_match", None)
    with django_assert_num_queries(1) as asked:
        assert poll(alice, match).status_code == 204
    assert "document" not in asked.captured_queries[0]["sql"]


def test_events_of_one_request_ask_for_the_armies_once(begin: Begin, django_assert_max_num_queries: Any) -> None:
    match, alice = begin(), browser_of(ALICE)
    send(alice, match, change("a0", chip(0)))
    with django_assert_max_num_queries(200) as asked:
        send(alice, match, *(change(f"b{n}", chip(0, amount=1 if n % 2 else -1)) for n in range(10)), since=1)
    queries = [each["sql"] for each in asked.captured_queries]
    assert not [sql for sql in queries if "matches_matchforce" in sql]
    assert (
        len([sql for sql in queries if sql.startswith("SELECT") and '"matches_matchrevision"."document"' in sql]) == 0
    )


def test_either_phone_stops_the_clocks_and_a_reload_keeps_them(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    times = iter([5_000, 15_000, *[20_000] * 9])
    monkeypatch.setattr("armybuilder.matches.log.store.now", lambda: next(times))
    monkeypatch.setattr("armybuilder.matches.screen.tracker.now", lambda: 30_000)
    assert poll_page(alice, match)["clocks"] == {"used": [0, 0], "runs": None, "since": 0, "now": 30_000}
    send(alice, match, {"id": "a1", "kind": "clock", "clock": "run", "whose": 1})
    assert poll_page(alice, match)["clocks"] == {"used": [0, 0], "runs": 1, "since": 5_000, "now": 30_000}
    answer = send(bob, match, {"id": "b1", "kind": "clock", "clock": "stop"})
    assert answer["clocks"] == {"used": [0, 10_000], "runs": None, "since": 0, "now": 30_000}
    assert [(entry["kind"], entry["clock"], entry["time"]) for entry in answer["entries"]] == [
        ("clock", "run", "1970-01-01T00:00:05+00:00"),
        ("clock", "stop", "1970-01-01T00:00:15+00:00"),
    ]
    wrong = send(bob, match, {"id": "b2", "kind": "clock", "clock": "set", "whose": 0, "seconds": -5})["results"]
    assert "seconds: enter a number from 0" in wrong[0]["error"]


def poll_page(browser: Client, match: Match) -> Any:
    """The data of the tracker's page."""
    page = browser.get(match.get_absolute_url()).content.decode()
    found = re.search(r'<script id="match-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return orjson.loads(found[1])


def test_equal_units_in_sequence_form_a_run_if_seen_as_equal(gems: Army, pebbles: AnyRuleset) -> None:
    force = load_head(gems).force
    polished = force.groups[0].units[1].spec
    units = tuple(Unit("", polished, notes="the red one" if place == 3 else "") for place in range(5))
    many = ChosenForce(LoadedArmy(pebbles, add_group(pebbles.new_force("Many"), "Pile", pebbles.group(), units)))
    match = begin_match(ChosenForce(load_head(gems), gems), many, {}, Author(None, ALICE.hash))
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    runs = [
        [
            row.get("run", "")
            for group in poll_page(browser_of(claim), match)["sides"][1]["groups"]
            for row in group["rows"]
        ]
        for claim in (ALICE, BOB)
    ]
    assert runs == [["u2"] * 5, ["u2", "u2", "u2", "", ""]]


def holders_of(browser: Client, match: Match, side: int) -> list[str]:
    """The ids of a side's rows in the tracker."""
    groups = poll_page(browser, match)["sides"][side]["groups"]
    return [row["id"] for group in groups for row in group["rows"]]


@pytest.mark.usefixtures("counted_for_long")
def test_a_game_without_browser_or_account_is_deleted(begin: Begin) -> None:
    match = begin()
    begin(seated=False)
    Match.objects.filter(pk=match.pk).update(updated=timezone.now() - LONGER)
    assert list(unvisited_matches()) == [match]
    for seen in (ALICE, BOB):
        for page in (match.get_absolute_url(), "/matches/"):
            cache.clear()
            assert browser_of(seen).get(page).status_code == 200
            assert list(unvisited_matches()) == []
            Visit.objects.all().delete()
    assert list(unvisited_matches()) == [match]
    taken = match.seats.filter(side=1)
    taken.update(owner=User.objects.create_user("bob"), claim_hash="")
    assert list(unvisited_matches()) == []
    taken.update(withdrawn=timezone.now())
    assert list(unvisited_matches()) == [match]


def test_a_withdrawn_seat_can_be_given_back_for_a_day(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    seats = f"{match.get_absolute_url()}/seats"
    seat = match.seats.get(side=1)
    alice.post(seats, {"withdraw": seat.pk})
    assert poll(bob, match).status_code == 404
    assert re.search(rf'name="restore"\s+value="{seat.pk}"', alice.get(seats).text)
    assert bob.post(seats, {"restore": seat.pk}).status_code == 404
    other = invite(match, 1)
    assert alice.post(seats, {"restore": seat.pk}).status_code == 409, "one link for each side"
    alice.post(seats, {"withdraw": other.pk})
    alice.post(seats, {"restore": seat.pk})
    assert poll(bob, match, 0).status_code == 204
    watching = invite(match, None)
    alice.post(seats, {"withdraw": watching.pk})
    monkeypatch.setattr("armybuilder.matches.log.seats.MAX_SPECTATORS", 0)
    assert alice.post(seats, {"restore": watching.pk}).status_code == 409
    match.seats.filter(pk=watching.pk).update(withdrawn=timezone.now() - UNDO_TIME * 1.01)
    monkeypatch.undo()
    assert f'value="{watching.pk}">Undo' not in alice.get(seats).text
    alice.post(seats, {"restore": watching.pk})
    assert match.seats.filter(withdrawn=None, side=None).count() == 0


def test_the_key_explains_only_the_codes_that_a_seat_may_see() -> None:
    game = get_ruleset("mbt2020")
    demo = game.demo()
    tank = Unit("", next(unit.spec for _, unit in demo.units()))
    reds = ChosenForce(LoadedArmy(game, replace(demo, groups=(replace(demo.groups[0], units=(tank,)),))))
    match = begin_match(reds, ChosenForce(LoadedArmy(game, demo)), {}, Author(None, ALICE.hash), hides=True)
    take(seat := invite(match, 1), Author(None, BOB.hash), seat.invitation)
    keys = {
        claim: browser_of(claim).get(f"{match.get_absolute_url()}/codes").content.decode() for claim in (ALICE, BOB)
    }
    assert {claim: "MBT, INF" in key for claim, key in keys.items()} == {ALICE: True, BOB: True}
    assert {claim: "reconnaissance" in key for claim, key in keys.items()} == {ALICE: False, BOB: True}
    assert Client().get(f"{match.get_absolute_url()}/codes").status_code == 404
