import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import timezone
from lxml import html

from armybuilder.armies.access import armies_of, is_own, own_army, visible_army
from armybuilder.armies.models import Army
from armybuilder.site.errors import SIGN_IN
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def visit(claim=None, user=None):
    """A request of a browser with that claim, logged in as that user."""
    request = RequestFactory().get("/")
    if claim:
        request.COOKIES.update({name: morsel.value for name, morsel in browser_of(claim).cookies.items()})
    request.user = user or AnonymousUser()
    return request


def test_a_browser_sees_its_own_army_only(army):
    assert visible_army(visit(ALICE), army.pk) == army
    for stranger in (visit(), visit(BOB)):
        with pytest.raises(Http404):
            visible_army(stranger, army.pk)
    with pytest.raises(Http404):
        visible_army(visit(ALICE), "unknown")
    assert (list(armies_of(visit(ALICE))), list(armies_of(visit(BOB))), list(armies_of(visit()))) == ([army], [], [])


def test_a_forged_claim_opens_nothing(army):
    request = visit()
    request.COOKIES["claim"] = f"{ALICE.key}:forged"
    with pytest.raises(Http404):
        visible_army(request, army.pk)


def test_an_army_with_an_owner_is_the_users_alone(army):
    owner, other = User.objects.create_user("owner"), User.objects.create_user("other")
    Army.objects.update(owner=owner)
    assert visible_army(visit(BOB, owner), army.pk) == army
    for stranger in (visit(ALICE), visit(ALICE, other)):
        with pytest.raises(Http404):
            visible_army(stranger, army.pk)
        assert list(armies_of(stranger)) == []


def test_everybody_sees_an_example_and_nobody_changes_it(army):
    Army.objects.update(example=True)
    example = Army.objects.get()
    for anyone in (visit(), visit(ALICE), visit(BOB)):
        assert visible_army(anyone, army.pk) == example
        assert not is_own(anyone, example)
        assert list(armies_of(anyone)) == []
        with pytest.raises(PermissionDenied):
            own_army(anyone, army.pk)


def test_a_deleted_army_is_gone_but_still_ones_own(army):
    Army.objects.update(deleted=timezone.now())
    with pytest.raises(Http404):
        visible_army(visit(ALICE), army.pk)
    assert list(armies_of(visit(ALICE))) == [army]


def test_who_has_signed_out_is_told_that_signing_in_may_show_the_army(army):
    owner = User.objects.create_user("owner", "owner@example.org", "pebble-Shore-77")
    Army.objects.update(owner=owner)
    address = f"{army.get_absolute_url()}files?at=u2"
    browser = Client()
    missing = browser.get(address)
    assert missing.status_code == 404
    (sign_in,) = html.fromstring(missing.text).xpath("//main//a[text()='Sign in']/@href")
    assert SIGN_IN in missing.text
    assert SIGN_IN in browser.get(address, headers={"HX-Request": "true"}).text
    entered = browser.post(sign_in, {"login": owner.email, "password": "pebble-Shore-77"})
    assert entered.headers["Location"] == address
    assert browser.get(address).status_code == 200


def test_signing_in_is_offered_only_where_it_may_help(army):
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    for answer in (stranger.get("/armies/unknown/"), Client().get("/nowhere"), Client().get("/s/unknown/")):
        assert answer.status_code == 404
        assert SIGN_IN not in answer.text
    posted = Client().post(f"{army.get_absolute_url()}undo", {"head": 1})
    assert html.fromstring(posted.text).xpath("//main//a[text()='Sign in']/@href") == [
        "/account/login/?next=%2Farmies%2F"
    ]
