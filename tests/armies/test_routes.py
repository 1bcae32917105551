"""Every address of the armies, tried by everybody."""

import pytest
from django.test import Client
from django.urls import reverse

import armybuilder.urls  # noqa: F401 (knows the converter that the armies' addresses use)
from armybuilder.armies.models import Army, Revision
from armybuilder.armies.revisions import found_army, open_head
from armybuilder.armies.urls import urlpatterns

pytestmark = pytest.mark.django_db

VISITORS = ("anonymous", "bob", "alice")
"""Without a claim, with a claim on other armies, with the claim on this one."""

# Address, method, what is sent, and the answers to each visitor: on Alice's army, then on an example.
ROUTES = [
    ("list", "get", {}, (200, 200, 200), None),
    ("new", "get", {}, (200, 200, 200), None),
    ("new", "post", {"name": "A"}, (302, 302, 302), None),
    ("import", "get", {}, (200, 200, 200), None),
    ("import", "post", {"text": "{}"}, (400, 400, 400), None),
    ("builder", "get", {}, (404, 404, 200), (200, 200, 200)),
    ("edit", "post", {"head": 1, "unit": "u2"}, (404, 404, 302), (403, 403, 403)),
    ("undo", "post", {"head": 1}, (404, 404, 302), (403, 403, 403)),
    ("redo", "post", {"head": 1}, (404, 404, 302), (403, 403, 403)),
    ("settle", "post", {"head": 1, "choice": "theirs"}, (404, 404, 302), (403, 403, 403)),
    ("copy", "post", {}, (404, 404, 302), (302, 302, 302)),
    ("delete", "post", {}, (404, 404, 302), (403, 403, 403)),
    ("restore", "post", {}, (404, 404, 302), (404, 404, 404)),
    ("export", "get", {}, (404, 404, 200), (200, 200, 200)),
]
ON_AN_ARMY = [route for route in ROUTES if route[4]]


def address(name, army):
    """The address of that name for an army."""
    words = {"list": [], "import": [], "new": ["pebbles"], "edit": [army, "copy-unit"]}
    return reverse(f"armies:{name}", args=words.get(name, [army]))


def visitor(name, alice, bob):
    """The browser of a visitor."""
    return {"anonymous": Client(), "bob": bob, "alice": alice}[name]


def test_no_address_is_left_out():
    assert {pattern.name for pattern in urlpatterns} == {route[0] for route in ROUTES}


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("name", "method", "sent", "answers", "_example"), ROUTES)
def test_everybody_gets_what_is_theirs(army, alice, bob, who, name, method, sent, answers, _example):
    response = getattr(visitor(who, alice, bob), method)(address(name, army.pk), sent)
    assert response.status_code == answers[VISITORS.index(who)]
    if who != "alice" and answers[0] == 404:
        stored = Army.objects.get(pk=army.pk)
        assert (stored.head, stored.deleted, Revision.objects.count()) == (1, None, 1)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("name", "method", "sent", "_own", "answers"), ON_AN_ARMY)
def test_an_example_is_looked_at_and_copied_by_all(army, alice, bob, who, name, method, sent, _own, answers, author):
    example = found_army(open_head(army), "Example", author, example="example-pebbles")
    response = getattr(visitor(who, alice, bob), method)(address(name, example.pk), sent)
    assert response.status_code == answers[VISITORS.index(who)]
    stored = Army.objects.get(pk=example.pk)
    assert (stored.head, stored.deleted) == (1, None)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("name", "method", "sent", "_own", "_example"), ON_AN_ARMY)
def test_foreign_and_unknown_armies_answer_alike(army, alice, bob, who, name, method, sent, _own, _example):
    browser = visitor(who, alice, bob)
    unknown = getattr(browser, method)(address(name, "unknown"), sent)
    assert unknown.status_code == 404
    if who != "alice":
        foreign = getattr(browser, method)(address(name, army.pk), sent)
        token = foreign.context["csrf_token"], unknown.context["csrf_token"]
        assert foreign.text.replace(str(token[0]), "").replace(army.pk, "") == unknown.text.replace(
            str(token[1]), ""
        ).replace("unknown", "")


@pytest.mark.parametrize(("name", "method", "sent", "_own", "_example"), ROUTES)
def test_the_wrong_method_is_refused_and_changes_nothing(army, alice, name, method, sent, _own, _example):
    if name in ("new", "import"):
        assert alice.delete(address(name, army.pk)).status_code == 405
    else:
        wrong = {"get": "post", "post": "get"}[method]
        assert getattr(alice, wrong)(address(name, army.pk), sent).status_code == 405
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(("name", "method", "sent", "_own", "_example"), [r for r in ROUTES if r[1] == "post"])
def test_no_form_is_taken_without_its_token(army, alice, name, method, sent, _own, _example):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies.update(alice.cookies)
    assert strict.post(address(name, army.pk), sent).status_code == 403
    assert (Army.objects.count(), Revision.objects.count(), Army.objects.get().deleted) == (1, 1, None)
