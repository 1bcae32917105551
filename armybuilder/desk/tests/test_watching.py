"""What players see of a battle by its link, and who gives the link out."""

import html

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from armybuilder.desk.models import Battle, WithdrawnLink
from armybuilder.desk.revisions import BATTLES
from armybuilder.desk.tests.conftest import DESK
from armybuilder.site.withdrawals import UNDO_TIME
from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk.orders import CombatEnding

pytestmark = pytest.mark.django_db

SEED = 8236417
NOTE = "# the ambush comes from the north"


def link(battle):
    return reverse("desk:link", args=[battle.pk])


def watched(battle):
    """The address that players have."""
    return reverse("desk:watch", args=[Battle.objects.get(pk=battle.pk).link_token])


@pytest.fixture
def shared(alice, battle):
    """A battle with a link, a round that is over, another begun, and a draft."""
    state = DESK.give_orders(BATTLES.load_head(battle), f"{DESK.demo_orders}\n{NOTE}", SEED)
    while DESK.stages(state):
        state = DESK.play_phase(state)
    BATTLES.save(battle, 1, state, "A round")
    begun = DESK.play_phase(DESK.play_phase(DESK.give_orders(state, f"Reavers: shoot Bravo\n{NOTE}", SEED + 1)))
    BATTLES.save(battle, 2, begun, "Half a round", {"draft": NOTE})
    alice.post(link(battle), {"do": "new"})
    return battle


def test_the_game_master_makes_renews_and_withdraws_the_link(alice, client, battle):
    assert "Create a link" in alice.get(link(battle)).text
    assert alice.post(link(battle), {"do": "new"}).status_code == 302
    first = watched(battle)
    assert f"http://testserver{first}" in alice.get(link(battle)).text
    assert client.get(first).status_code == 200
    alice.post(link(battle), {"do": "new"})
    second = watched(battle)
    assert [client.get(each).status_code for each in (first, second)] == [410, 200]
    alice.post(link(battle), {"do": "withdraw"})
    assert [client.get(each).status_code for each in (first, second)] == [410, 410]
    assert "This link was withdrawn" in client.get(first).text
    assert alice.post(link(battle), {"do": "guess"}).status_code == 400


def test_a_withdrawal_can_be_undone_for_a_day(alice, bob, client, battle, monkeypatch):
    places = []
    for _ in range(2):
        alice.post(link(battle), {"do": "new"})
        places.append(watched(battle))
    alice.post(link(battle), {"do": "withdraw"})
    first, second = (place.strip("/").split("/")[-1] for place in places)
    page = alice.get(link(battle)).text
    assert (first in page, second in page) == (True, True)
    assert bob.post(link(battle), {"do": "restore", "token": second}).status_code == 404
    assert alice.post(link(battle), {"do": "restore", "token": "guessed"}).status_code == 404
    assert [client.get(place).status_code for place in places] == [410, 410]
    alice.post(link(battle), {"do": "restore", "token": second})
    assert [client.get(place).status_code for place in places] == [410, 200]
    alice.post(link(battle), {"do": "restore", "token": first})
    assert [client.get(place).status_code for place in places] == [200, 410], "one link at a time"
    WithdrawnLink.objects.update(withdrawn=timezone.now() - UNDO_TIME * 1.01)
    assert second not in alice.get(link(battle)).text
    assert alice.post(link(battle), {"do": "restore", "token": second}).status_code == 404
    assert client.get(places[1]).status_code == 410, "what happened is told for ever"
    monkeypatch.setattr("armybuilder.site.withdrawals.MAX_WITHDRAWN_LINKS", 1)
    alice.post(link(battle), {"do": "withdraw"})
    assert [client.get(place).status_code for place in places] == [410, 404]


def test_nobody_else_makes_or_withdraws_a_link(bob, shared):
    token = Battle.objects.get().link_token
    for act in ("new", "withdraw"):
        assert bob.post(link(shared), {"do": act}).status_code == 404
    assert Battle.objects.get().link_token == token


def test_a_deleted_battle_and_a_copy_are_not_seen_by_the_link(alice, client, shared):
    address = watched(shared)
    alice.post(reverse("desk:copy", args=[shared.pk]))
    assert sorted(bool(each.link_token) for each in Battle.objects.all()) == [False, True]
    alice.post(reverse("desk:delete", args=[shared.pk]))
    assert client.get(address).status_code == 404


def test_players_see_map_squads_and_the_rounds_that_are_over(client, shared):
    page = client.get(watched(shared))
    seen, shown = page.context["page"], DESK.players_view(BATTLES.load_head(Battle.objects.get()))
    assert seen.board == DESK.board(shown)
    assert DESK.report(shown, 1, ReportForm.HTML, False) in page.text
    assert "The game master is playing round 2. This is how things stood before it." in page.text
    assert [group.title for group in DESK.board(shown).groups if group.title not in html.unescape(page.text)] == []
    piece = seen.board.pieces[0]
    assert html.escape(piece.title) in client.get(f"{watched(shared)}?at=piece-{piece.id}").text
    assert [client.get(f"{watched(shared)}?round={number}").status_code for number in ("1", "2", "0", "x")] == [
        200,
        404,
        404,
        404,
    ]


def test_players_see_nothing_of_orders_seeds_drafts_or_the_owner(client, shared):
    user = User.objects.create_user("warlord", "warlord@example.org", "word")
    Battle.objects.update(owner=user, claim_hash="")
    address = watched(shared)
    for part in ("", "?round=1", "?at=piece-1a", "?at=tile-0-0"):
        text = client.get(address + part).text
        kept = (NOTE[2:], str(SEED), str(SEED + 1), "Reavers: shoot", "warlord", shared.pk, "/desk/")
        assert [words for words in kept if words in text.replace("/forum-combat/desk/", "")] == []
        assert "<textarea" not in text


def test_a_battle_that_has_ended_shows_the_end(alice, client, battle):
    alice.post(link(battle), {"do": "new"})
    page = client.get(watched(battle))
    assert (page.context["report"], "Before round 1." in page.text) == ("", True)
    state = DESK.finish(BATTLES.load_head(battle), DESK.ending(CombatEnding.MET), 7)
    BATTLES.save(battle, 1, state, "The end")
    page = client.get(watched(battle))
    assert page.context["report"] == DESK.report(state, 0, ReportForm.HTML, False)
    assert "The battle has ended." in page.text


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_no_form_works_at_the_link(alice, client, shared, method):
    before = stored(shared)
    for browser in (client, alice):
        answer = getattr(browser, method)(watched(shared), {"do": "next", "seen": 3})
        assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert stored(shared) == before


def stored(battle):
    """All that is stored of a battle."""
    return Battle.objects.filter(pk=battle.pk).values_list().get()


def test_the_page_is_kept_from_search_engines_and_caches(client, shared):
    answer = client.get(watched(shared))
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex, nofollow">' in answer.text
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_page_that_watches_hears_of_each_change(alice, client, shared):
    page = watched(shared)
    battle = Battle.objects.get()
    asked = f"{page}head?since={battle.head}"
    assert f'data-happened="{page}head" data-head="{battle.head}"' in client.get(page).text
    assert client.get(asked).status_code == 204
    BATTLES.save(battle, battle.head, BATTLES.load_head(battle), "The same")
    assert client.get(asked).json() == {"head": battle.head}
    alice.post(link(shared), {"do": "withdraw"})
    assert client.get(asked).status_code == 404
