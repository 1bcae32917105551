"""The links of seats."""

import re

import orjson
import pytest
from django.test import Client
from django.utils import timezone
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take, withdraw
from armybuilder.matches.models import CODE_TIME, Match, Seat
from armybuilder.matches.tests.conftest import Begin
from armybuilder.sharing.links import qr_svg
from armybuilder.site.claims import Author, Claim
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.rulesets.described.games import slugs_with
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_a_seat_s_link_has_a_code(begin: Begin) -> None:
    match = begin(seated=False)
    invitation = invite(match, 1).invitation
    page = browser_of(ALICE).get(f"/matches/{match.pk}/seats").content.decode()
    address = f"/matches/join/{invitation}/code"
    assert address in page
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == ["The other player", "Your seat"]
    take(Seat.objects.get(match=match, side=1), Author(None, BOB.hash), invitation)
    page = browser_of(BOB).get(f"/matches/{match.pk}/seats").content.decode()
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", page) == ["Your seat"]
    assert Client().get(address).content == qr_svg(f"http://testserver/matches/join/{invitation}").encode()
    assert Client().get("/matches/join/guessed/code").status_code == 404


@pytest.mark.parametrize("game", slugs_with())
def test_a_player_without_an_army_joins_and_plays(game: str) -> None:
    ruleset = get_ruleset(game)
    match = begin_match(ChosenForce(LoadedArmy(ruleset, ruleset.demo())), None, {}, Author(None, ALICE.hash))
    bob, invitation = browser_of(BOB), invite(match, 1).invitation
    page = bob.post(f"/matches/join/{invitation}", {"army": ""}, follow=True)
    assert (page.status_code, page.redirect_chain) == (200, [(f"/matches/{match.pk}", 302)])
    assert 'id="tracker" data-seat="1"' in page.content.decode()
    for part in ("/seats", "/report", "/device.json", "/calculators/"):
        assert bob.get(f"/matches/{match.pk}{part}").status_code == 200, part
    for number, event in enumerate(({"kind": "dice", "dice": 1, "faces": 6}, {"kind": "next", "turn": 1}), 1):
        body = orjson.dumps({"since": 0, "events": [{**event, "id": f"e{number}"}]})
        sent = bob.post(f"/matches/{match.pk}/events", body, content_type="application/json").json()
        assert sent["results"] == [{"number": number}]


def test_a_player_joins_with_one_of_their_armies(pebbles: AnyRuleset, gems: Army) -> None:
    match = begin_match(ChosenForce(LoadedArmy(pebbles, pebbles.demo())), None, {}, Author(None, ALICE.hash))
    bob, address = browser_of(BOB), f"/matches/join/{invite(match, 1).invitation}"
    page = html.fromstring(bob.get(address).text)
    assert page.xpath("//select[@name='army']/option/@value") == [gems.pk, ""]
    assert page.xpath("//main//img/@src") == [f"http://testserver{address}/picture.png?{match.head}"]
    assert page.xpath("//select[@name='army']/option[@selected]/@value") == [gems.pk]
    assert "Opponent: no beach yet" in page.xpath("string(//main//img/@alt)")
    assert bob.post(address, {"army": "guessed"}).status_code == 422
    assert not match.forces.filter(side=1).exists()
    assert bob.post(address, {"army": gems.pk})["Location"] == f"/matches/{match.pk}"
    match.refresh_from_db()
    assert match.name == "Small beach – Gems"
    assert match.forces.get(side=1).name == "Gems"


def sides_in(browser: Client, address: str) -> list[str]:
    """The names of both sides on the page of a game."""
    page = html.fromstring(browser.get(address).text)
    return [side["name"] for side in orjson.loads(str(page.xpath("string(//*[@id='match-data'])")))["sides"]]


def test_players_who_say_their_names_are_called_by_them(army: Army, gems: Army) -> None:
    alice, bob = browser_of(ALICE), browser_of(BOB)
    address = "/pebbles/matches/new"
    alice.post(address, {"own": army.pk, "opposing": "joins", "player": " Anna "})
    match = Match.objects.get()
    assert sides_in(alice, match.get_absolute_url()) == ["Anna", "Opponent"]
    link = f"/matches/join/{invite(match, 1).invitation}"
    page = html.fromstring(bob.get(link).text)
    assert page.xpath("normalize-space(//main//form/p)") == "Anna invites you to play against Shore."
    assert page.xpath("//input[@name='player']/@value") == []
    assert bob.post(link, {"army": gems.pk, "player": "B" * 31}).status_code == 422
    bob.post(link, {"army": gems.pk, "player": "Ben"})
    for browser in (alice, bob):
        assert sides_in(browser, match.get_absolute_url()) == ["Anna", "Ben"]
    headings = html.fromstring(alice.get(match.get_absolute_url()).text).xpath("//section/h2")
    assert [" ".join(each.text_content().split()) for each in headings] == ["Anna Shore your side", "Ben Gems"]
    assert html.fromstring(bob.get(address).text).xpath("//input[@name='player']/@value") == ["Ben"]
    assert "Ben won" in alice.get("/matches/").text


def test_a_seat_that_is_given_to_somebody_else_loses_the_name(begin: Begin) -> None:
    match = begin(seated=False, player="Anna")
    first = invite(match, 1)
    take(first, Author(None, BOB.hash), first.invitation, "Ben")
    assert sides_in(browser_of(ALICE), match.get_absolute_url()) == ["Anna", "Ben"]
    withdraw(match, first.pk)
    second = invite(match, 1)
    take(second, Author(None, "0" * 64), second.invitation)
    assert sides_in(browser_of(ALICE), match.get_absolute_url()) == ["Anna", "Gems"]


def test_a_seat_s_link_says_who_invites_to_what(begin: Begin) -> None:
    match = begin(seated=False)
    player, spectator = invite(match, 1), invite(match, None)
    for token, words in (
        (player.invitation, "You are invited to play against Shore."),
        (spectator.invitation, "Shore’s player invites you to watch. A spectator cannot change anything."),
        (match.seats.get(side=0).token, "This link moves your seat to another device or browser."),
    ):
        page = html.fromstring(Client().get(f"/matches/join/{token}").text)
        assert page.xpath("normalize-space(//main//form/p)") == words
    page = html.fromstring(browser_of(ALICE).get(f"/matches/{match.pk}/seats").text)
    assert page.xpath("//main//li/*/h2/text() | //main//li/h2/text()") == [
        "The other player",
        "Spectator",
        "Your seat",
    ]


def test_a_game_is_found_by_its_armies_and_only_by_who_has_a_seat(begin: Begin) -> None:
    match = begin()
    name = match.forces.get(side=0).name
    assert match.get_absolute_url() in browser_of(ALICE).get("/search", {"q": name}).text
    assert match.get_absolute_url() not in Client().get("/search", {"q": name}).text


def test_a_code_of_four_letters_leads_to_the_free_seat_for_minutes(begin: Begin) -> None:
    match = begin(seated=False)
    alice, bob = browser_of(ALICE), browser_of(BOB)
    alice.post(f"/matches/{match.pk}/seats", {"seat": "player"})
    seat = Seat.objects.get(match=match, side=1)
    assert re.fullmatch("[B-Z]{5}", seat.code)
    assert f"<b>{seat.code}</b>" in alice.get(f"/matches/{match.pk}/seats").text
    link = f"/matches/join/{seat.invitation}"
    assert bob.post("/matches/join/", {"code": f" {seat.code.lower()} "}).headers["Location"] == link
    Seat.objects.filter(pk=seat.pk).update(coded=timezone.now() - CODE_TIME)
    late = bob.post("/matches/join/", {"code": seat.code})
    assert f"<b>{seat.code}</b>" not in alice.get(f"/matches/{match.pk}/seats").text
    alice.post(f"/matches/{match.pk}/seats", {"seat": "player"})
    seat.refresh_from_db()
    assert bob.post("/matches/join/", {"code": seat.code}).status_code == 302
    code = seat.code
    take(seat, Author(None, BOB.hash), seat.invitation)
    carol = browser_of(Claim("the key of carol"))
    answers = [late, *(carol.post("/matches/join/", {"code": each}) for each in (code, "AAAA", ""))]
    assert [answer.status_code for answer in answers] == [422] * 4
    said = [html.fromstring(answer.text).xpath("string(//*[@role='alert'])") for answer in answers]
    assert len(set(said)) == 1
    assert "No free seat has this code." in said[0]


def test_who_finds_a_seat_taken_may_watch_instead(begin: Begin) -> None:
    match = begin()
    seat = Seat.objects.get(match=match, side=1)
    link, carol = f"/matches/join/{seat.invitation}", browser_of(Claim("the key of carol"))
    page = html.fromstring(carol.get(link).text)
    assert "This seat is taken." in page.xpath("string(//*[@role='alert'])")
    assert page.xpath("//form[contains(@class, 'match-form')]//button/text()") == ["Watch instead"]
    assert carol.post(link, {"army": ""}).status_code == 409
    assert carol.get(match.get_absolute_url()).status_code == 404
    assert carol.post(link, {"watch": "1"}).headers["Location"] == match.get_absolute_url()
    assert 'data-seat=""' in carol.get(match.get_absolute_url()).text
    assert carol.get(link).status_code == 200
    # Nobody takes more than one place, however often they ask, and no seat of a spectator gives out another.
    assert carol.post(link, {"watch": "1"}).headers["Location"] == match.get_absolute_url()
    assert match.seats.filter(side=None).count() == 1
    watching = invite(match, None)
    take(watching, Author(None, "0" * 64), watching.invitation)
    dave, address = browser_of(Claim("dave")), f"/matches/join/{watching.invitation}"
    other = html.fromstring(dave.get(address).text)
    assert dave.post(address, {"watch": "1"}).status_code == 409
    assert other.xpath("//form[contains(@class, 'match-form')]//button") == []
