"""The form of a new game: a battlefield by its seed or its address, and the conditions with which the game begins."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import GAME
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

GAMES = [game for game in all_rulesets() if game.surveyor and game.play]


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> AnyRuleset:
    ruleset: AnyRuleset = request.param
    return ruleset


@pytest.fixture
def field_army(game: AnyRuleset) -> Army:
    """Alice's army, an example's force with half of its groups."""
    force = game.demo()
    half = replace(force, groups=force.groups[: max(1, len(force.groups) // 2)])
    return create_army(LoadedArmy(game, half), "New army", Author(None, ALICE.hash))


def begun(game: AnyRuleset, army: Army, battlefield: str, **fields: str) -> Match:
    """The game that Alice begins on a battlefield."""
    data = {"own": army.pk, "opposing": "by-kind", "battlefield": battlefield, **fields}
    answer = browser_of(ALICE).post(reverse("matches:new", args=[game]), data)
    assert answer.status_code == 302, html.fromstring(answer.text).xpath("//*[@id='error_1_id_battlefield']//text()")
    return Match.objects.get()


def ticked(match: Match) -> dict[str, str]:
    """The boxes of the conditions that are ticked, by track."""
    loaded = load_match(match)
    conditions = loaded.setup.conditions_now(MATCHES.load(match, 1))
    return {track.slug: track.key(track.ticks[0]) for track in conditions.tracks if track.ticks and not track.start}


def test_a_game_begins_with_the_conditions_of_its_battlefield(game: AnyRuleset, field_army: Army) -> None:
    page = reverse("battlefields:battlefield", args=[game])
    match = begun(game, field_army, f"http://testserver{page}?seed=8&again=0:1")
    assert game.surveyor
    changes = game.surveyor.begins(game.surveyor.question(), 8, HouseRules(game.rulings))
    assert ticked(match) == {change.track: change.box for change in changes} != {}
    assert {change.holder for change in changes} == {GAME}
    assert match.battlefield == "seed=8&again=0:1"


def test_a_seed_is_that_of_the_ground_of_the_armies(game: AnyRuleset, field_army: Army) -> None:
    match = begun(game, field_army, " 8 ")
    browser, page = browser_of(ALICE), reverse("battlefields:battlefield", args=[game])
    with_army = browser.get(page, {"seed": "8", "own": field_army.pk}).context["surveyed"]
    without = browser.get(f"{page}?{match.battlefield}").context["surveyed"]
    assert without.field == replace(with_army.field, turns=without.field.turns)
    assert without.field != browser.get(page, {"seed": "8"}).context["surveyed"].field
    assert field_army.pk not in match.battlefield


def test_play_on_it_leads_from_the_battlefield_to_the_game_and_back(game: AnyRuleset, field_army: Army) -> None:
    browser, page = browser_of(ALICE), reverse("battlefields:battlefield", args=[game])
    field = browser.get(page, {"seed": "8", "own": field_army.pk})
    link = str(html.fromstring(field.text).xpath("//a[text()='Play on this battlefield']/@href")[0])
    form = html.fromstring(browser.get(link).text)
    chosen = form.xpath("//select[@name='own']/option[@selected]/@value")
    assert chosen == [field_army.pk] == [dict(parse_qsl(urlsplit(link).query))["own"]]
    match = begun(game, field_army, str(form.xpath("//input[@name='battlefield']/@value")[0]))
    tracker = html.fromstring(browser.get(match.get_absolute_url()).text)
    [back] = tracker.xpath("//a[text()='Battlefield'][contains(@class, 'btn')]/@href")
    surveyed = browser.get(str(back)).context["surveyed"]
    assert surveyed.field.areas == field.context["surveyed"].field.areas


def test_a_game_without_a_battlefield_begins_as_before(game: AnyRuleset, field_army: Army) -> None:
    match = begun(game, field_army, "")
    assert (ticked(match), match.battlefield) == ({}, "")
    tracker = html.fromstring(browser_of(ALICE).get(match.get_absolute_url()).text)
    assert tracker.xpath("//a[text()='Battlefield'][contains(@class, 'btn')]") == []


BAD = [
    ("x", "Type a seed"),
    ("-3", "Type a seed"),
    ("9" * 30, "The seed should be"),
    ("seed=8&moved=?", "is garbled"),
    ("seed=8&placed=lake:1:1:1:1", "is not a type of terrain"),
    ("seed=8&battle_groups=999", "This layout is not possible"),
    ("/pebbles/battlefield/?seed=8", "This is not the address of a"),
    ("?" + "&".join(f"a{number}=1" for number in range(200)) + "&seed=8", "Type a seed"),
    ("seed=8&own=nobodys", "You cannot open the army in this address"),
    ("seed=8&without=" + "A" * 9_000, "at most 8000 characters"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_a_bad_battlefield_is_said_at_its_field(game: AnyRuleset, field_army: Army, text: str, reason: str) -> None:
    data = {"own": field_army.pk, "opposing": "joins", "battlefield": text, "at_once": "on"}
    answer = browser_of(ALICE).post(reverse("matches:new", args=[game]), data)
    page = html.fromstring(answer.text)
    assert (answer.status_code, Match.objects.count()) == (422, 0)
    assert reason in "".join(page.xpath("//*[@id='div_id_battlefield']//text()"))
    assert page.xpath("//input[@name='battlefield']/@value") == [text]
    assert page.xpath("//select/option[@selected]/@value") == [field_army.pk, "joins"]
    assert page.xpath("//input[@name='at_once']/@checked") == ["checked"]


def test_a_game_without_battlefields_asks_for_none(pebbles: AnyRuleset) -> None:
    page = html.fromstring(browser_of(BOB).get(reverse("matches:new", args=[pebbles]), {"battlefield": "8"}).text)
    assert page.xpath("//input[@name='battlefield']") == []


def test_a_list_that_its_reader_would_begin_hidden_is_asked_about(army: Army, gems: Army) -> None:
    alice, address = browser_of(ALICE), reverse("matches:new", args=[army.game])
    link = create_link(gems, frozen=False, notes=False).get_absolute_url()
    sent = {"own": army.pk, "opposing": "joins", "link": f"http://testserver{link}"}
    asked = alice.post(address, {**sent, "hides": "on"})
    assert (asked.status_code, Match.objects.count()) == (422, 0)
    page = html.fromstring(asked.text)
    assert "You can see the other" in page.xpath("string(//*[@id='id_hides_error'])")
    assert page.xpath("//label[@for='id_is_read']/text()") == ["Start hidden anyway"]
    for more, hides in (({"hides": "on", "is_read": "on"}, True), ({}, False)):
        assert alice.post(address, sent | more).status_code == 302
        assert Match.objects.latest("created").hides is hides
    joins = {"own": army.pk, "opposing": "joins", "hides": "on"}
    assert alice.post(address, joins).status_code == 302
