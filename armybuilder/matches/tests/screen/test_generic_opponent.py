"""An opponent by kind: units that a player adds to the other side."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin
from armybuilder.site.claims import Author
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

GAMES = ["mbt2020", "forge-of-war", "warstrike", "forum-combat", "pebbles"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyRuleset:
    request.getfixturevalue("pebbles")
    return get_ruleset(request.param)


def begun(alice: Client, game: AnyRuleset, **choices: str) -> str:
    """Where Alice gets when she begins a game with her army against a generic opponent."""
    army = create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
    sent = {"own": army.pk, "opposing": "by-kind", **choices}
    return alice.post(reverse("matches:new", args=[game]), sent)["Location"]


def choices_of(alice: Client, address: str) -> list[str]:
    """The kinds that the page offers."""
    return [str(each) for each in html.fromstring(alice.get(address).text).xpath("//select/optgroup/option/@value")]


def test_added_units_are_engaged_as_those_of_an_army(game: AnyRuleset) -> None:
    alice = browser_of(ALICE)
    address = begun(alice, game)
    entries = choices_of(alice, address)
    listed = [
        f"{kind.slug}/{each.key}" for kind in game.kinds if kind.enlist for each in game.catalogue.of_kind(kind.slug)
    ]
    assert entries == [*listed, *(f"template/{each.slug}" for each in game.templates)]
    page = html.fromstring(alice.post(address, {"entry": entries[0], "times": "3"}, follow=True).text)
    start, key = entries[0].split("/")
    entry = game.catalogue.get(start, key)
    assert entry
    assert page.xpath("//main//li/text()") == [f"3 × {entry.name}"]
    match = Match.objects.get()
    loaded = load_match(match)
    own, opposing = loaded.armies
    assert opposing
    kind = game.kind(start)
    assert kind.enlist
    specs = kind.several(kind.enlist(entry), 3)
    assert [unit.spec for _, unit in opposing.force.units()] == [*specs]
    unit: str = next(iter(own.force.units()))[1].id
    targets = html.fromstring(alice.get(f"{match.get_absolute_url()}/engage", {"own": unit, "side": "0"}).text)
    by_group = 1 if game.group_card is not None else len(specs)
    assert len(targets.xpath("//button[@data-target]")) == by_group


def test_every_kind_and_ready_group_can_be_added(game: AnyRuleset) -> None:
    alice = browser_of(ALICE)
    address = begun(alice, game)
    entries = choices_of(alice, address)
    for entry in (*entries[:2], *entries[-2:]):
        assert alice.post(address, {"entry": entry, "times": "2"}).status_code == 302
    match = Match.objects.get()
    opposing = load_match(match).armies[1]
    assert opposing
    groups = opposing.force.groups
    ids = [group.id for group in groups] + [unit.id for group in groups for unit in group.units]
    assert len(ids) == len(set(ids)) == opposing.force.serial
    assert alice.get(match.get_absolute_url()).status_code == 200
    assert alice.get(f"{match.get_absolute_url()}/device.json").status_code == 200


def test_units_added_during_a_game_leave_the_others_unchanged(pebbles: AnyRuleset) -> None:
    alice = browser_of(ALICE)
    address = begun(alice, pebbles)
    match = Match.objects.get()
    events = f"{match.get_absolute_url()}/events"

    def polled(forces: int, since: int) -> Any:
        answer = alice.get(events, {"since": since, "forces": forces})
        return answer.json() if answer.content else answer.status_code

    assert polled(0, 0) == 204
    entry = choices_of(alice, address)[0]
    alice.post(address, {"entry": entry, "times": "2"})
    assert (polled(0, 0), polled(1, 0)) == ({"reload": True}, 204)
    sunk = {"holder": "u2", "side": 1, "track": "place", "box": "sunk"}
    sent = {"since": 0, "events": [{"id": "e1", "kind": "change", "changes": [sunk]}]}
    assert alice.post(events, sent, "application/json").json()["results"] == [{"number": 1}]
    alice.post(address, {"entry": entry, "times": "1"})
    assert (polled(1, 1), polled(2, 1)) == ({"reload": True}, 204)
    loaded = load_match(Match.objects.get())
    assert [*loaded.state.sides[1].ticks] == ["u2"]
    assert [unit.id for _, unit in loaded.armies[1].force.units()] == ["u2", "u3", "u5"]  # type: ignore[union-attr]


def test_what_cannot_be_added_is_refused_with_a_reason(pebbles: AnyRuleset) -> None:
    alice = browser_of(ALICE)
    address = begun(alice, pebbles)
    entry = choices_of(alice, address)[0]
    for wrong in (
        {"entry": "nothing/here", "times": "1"},
        {"entry": entry, "times": "0"},
        {"entry": entry, "times": "51"},
    ):
        answer = alice.post(address, wrong)
        assert (answer.status_code, b"is-invalid" in answer.content) == (422, True)
    assert load_match(Match.objects.get()).armies[1] is None


def test_nobody_adds_units_to_another_player_s_side(begin: Begin) -> None:
    hidden, played = begin(seated=False, hides=True), begin()
    for match in (hidden, played):
        address = reverse("matches:opponent", args=[match.pk])
        assert browser_of(ALICE).get(address).status_code == 409
        assert address not in browser_of(ALICE).get(match.get_absolute_url()).text
    ended = begin(seated=False)
    address = reverse("matches:opponent", args=[ended.pk])
    assert browser_of(ALICE).get(address).status_code == 200
    assert address in browser_of(ALICE).get(ended.get_absolute_url()).text
    invitation = invite(ended, 1)
    take(invitation, Author(None, BOB.hash), invitation.invitation)
    assert browser_of(ALICE).post(address, {"entry": "x", "times": "1"}).status_code == 409


def test_an_opponent_by_kind_has_nothing_to_hide_from(army: Army) -> None:
    sent = {"own": army.pk, "opposing": "by-kind", "hides": "on"}
    answer = browser_of(ALICE).post(reverse("matches:new", args=[army.game]), sent)
    assert (answer.status_code, Match.objects.count()) == (422, 0)
    assert "has no player" in html.fromstring(answer.text).xpath("string(//*[@id='id_hides_error'])")
