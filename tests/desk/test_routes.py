"""Every address of the desk, tried by everybody."""

import zlib

import pytest
from django.test import Client
from django.urls import reverse

import armybuilder.urls  # noqa: F401 (knows the converter that the desk's addresses use)
from armybuilder.desk.models import Battle, Step
from armybuilder.desk.steps import TABLE, open_battle, save
from armybuilder.desk.urls import urlpatterns
from tests.desk.conftest import DESK, GAME

pytestmark = pytest.mark.django_db

VISITORS = ("anonymous", "bob", "alice")
"""Without a claim, with a claim on other battles, with the claim on this one."""

PIECE = DESK.board(DESK.demo()).pieces[0].id
PLACED = {"seen": 2, "subject": "piece", "id": PIECE, "tile": "5:0"}
ORDERS = {"seen": 2, "orders": DESK.demo_orders, "seed": "7", "do": "give"}

# Address, method, what is sent, and the answers to each visitor.
ROUTES = [
    ("battles", "get", {}, (200, 200, 200)),
    ("new", "post", {"force-1": "try-0", "force-2": "try-1"}, (302, 302, 302)),
    ("demo", "post", {}, (302, 302, 302)),
    ("import", "get", {}, (200, 200, 200)),
    ("import", "post", {"text": "{}"}, (400, 400, 400)),
    ("battle", "get", {}, (404, 404, 200)),
    ("place", "post", PLACED, (404, 404, 302)),
    ("paint", "post", {"seen": 2, "tiles": "3:3,4:3", "sign": "#"}, (404, 404, 302)),
    ("edit", "get", {}, (404, 404, 200)),
    ("edit", "post", {"seen": 2}, (404, 404, 302)),
    ("orders", "post", ORDERS, (404, 404, 400)),
    ("play", "post", {"seen": 2}, (404, 404, 302)),
    ("back", "post", {"seen": 2}, (404, 404, 302)),
    ("finish", "get", {}, (404, 404, 200)),
    ("finish", "post", {"seen": 2, "seed": "1"}, (404, 404, 422)),
    ("undo", "post", {"seen": 2}, (404, 404, 302)),
    ("redo", "post", {"seen": 2}, (404, 404, 302)),
    ("report", "get", {}, (404, 404, 200)),
    ("report_file", "get", {}, (404, 404, 200)),
    ("sheets", "get", {}, (404, 404, 200)),
    ("map_svg", "get", {}, (404, 404, 200)),
    ("map_png", "get", {}, (404, 404, 200)),
    ("print", "get", {}, (404, 404, 200)),
    ("export", "get", {}, (404, 404, 200)),
    ("copy", "post", {}, (404, 404, 302)),
    ("delete", "post", {}, (404, 404, 302)),
    ("restore", "post", {}, (404, 404, 302)),
]
OF_A_BATTLE = [route for route in ROUTES if route[3][0] == 404]


def address(name, battle):
    """The address of that name for a battle."""
    if name in ("battles", "new", "demo", "import"):
        return reverse(f"desk:{name}", args=[GAME])
    more: dict[str, list[object]] = {"edit": [DESK.edits[0].slug], "report": [1], "report_file": [1]}
    return reverse(f"desk:{name}", args=[battle, *more.get(name, [])])


def visitor(name, alice, bob):
    """The browser of a visitor."""
    return {"anonymous": Client(), "bob": bob, "alice": alice}[name]


@pytest.fixture
def begun(battle):
    """A battle whose first round has begun."""
    save(battle, 1, DESK.give(open_battle(battle), DESK.demo_orders, 7), "Orders")
    return battle


def test_no_address_is_left_out():
    assert {pattern.name for pattern in urlpatterns} == {route[0] for route in ROUTES}


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("name", "method", "sent", "answers"), ROUTES)
def test_everybody_gets_what_is_theirs(begun, alice, bob, who, name, method, sent, answers):
    response = getattr(visitor(who, alice, bob), method)(address(name, begun.pk), sent)
    assert response.status_code == answers[VISITORS.index(who)]
    if who != "alice" and answers[0] == 404:
        stored = Battle.objects.get(pk=begun.pk)
        assert (stored.version, stored.deleted, Step.objects.count()) == (2, None, 2)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("name", "method", "sent", "_answers"), OF_A_BATTLE)
def test_foreign_and_unknown_battles_answer_alike(begun, alice, bob, who, name, method, sent, _answers):
    browser = visitor(who, alice, bob)
    unknown = getattr(browser, method)(address(name, "unknown"), sent)
    assert unknown.status_code == 404
    if who != "alice":
        foreign = getattr(browser, method)(address(name, begun.pk), sent)
        token = foreign.context["csrf_token"], unknown.context["csrf_token"]
        assert foreign.text.replace(str(token[0]), "").replace(begun.pk, "") == unknown.text.replace(
            str(token[1]), ""
        ).replace("unknown", "")


@pytest.mark.parametrize(("name", "method", "sent", "_answers"), ROUTES)
def test_the_wrong_method_is_refused_and_changes_nothing(begun, alice, name, method, sent, _answers):
    assert alice.delete(address(name, begun.pk)).status_code == 405
    if name not in ("import", "edit", "finish"):
        wrong = {"get": "post", "post": "get"}[method]
        assert getattr(alice, wrong)(address(name, begun.pk), sent).status_code == 405
    assert Step.objects.count() == 2


@pytest.mark.parametrize(("name", "method", "sent", "_answers"), [r for r in ROUTES if r[1] == "post"])
def test_no_form_is_taken_without_its_token(begun, alice, name, method, sent, _answers):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies.update(alice.cookies)
    assert strict.post(address(name, begun.pk), sent).status_code == 403
    assert (Battle.objects.count(), Step.objects.count(), Battle.objects.get().deleted) == (1, 2, None)


def test_a_game_without_a_desk_has_none(client, pebbles):
    for name in ("battles", "import"):
        assert client.get(reverse(f"desk:{name}", args=[pebbles])).status_code == 404
    for name in ("new", "demo"):
        assert client.post(reverse(f"desk:{name}", args=[pebbles])).status_code == 404
    assert "/desk/" not in client.get(reverse("games:game", args=[pebbles])).text


def test_a_battle_of_a_game_that_is_gone_is_not_there(battle, alice):
    Battle.objects.update(ruleset="gone")
    assert alice.get(battle.get_absolute_url()).status_code == 404


def test_a_battle_that_cannot_be_read_any_more_says_so(battle, alice):
    Step.objects.update(document=zlib.compress(b'{"start":{}}'))
    TABLE.clear()
    response = alice.get(battle.get_absolute_url())
    assert response.status_code == 409
    assert "reads it no more" in response.text
