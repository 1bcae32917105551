import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from armybuilder.site.claims import COOKIE, LIFETIME, Claim, keep_claim, make_claim, read_claim

pytestmark = pytest.mark.django_db


def visit(response=None):
    """A request of a browser that got the response before."""
    request = RequestFactory().get("/")
    if response:
        request.COOKIES.update({name: morsel.value for name, morsel in response.cookies.items()})
    return request


def kept(claim):
    response = HttpResponse()
    keep_claim(response, claim)
    return response


def test_a_browser_keeps_its_claim():
    claim = make_claim(visit())
    response = kept(claim)
    assert read_claim(visit(response)) == claim
    assert make_claim(visit(response)) == claim


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites():
    morsel = kept(Claim("key")).cookies[COOKIE]
    assert (morsel["httponly"], morsel["samesite"], morsel["max-age"]) == (True, "Lax", LIFETIME)


def test_a_changed_cookie_is_no_claim():
    response = kept(Claim("key"))
    response.cookies[COOKIE] = response.cookies[COOKIE].value.replace("key", "other")
    assert read_claim(visit(response)) is None


def test_claims_differ_and_their_hashes_hide_them():
    first, second = make_claim(visit()), make_claim(visit())
    assert first != second
    assert (len(first.hash), first.key in first.hash) == (64, False)


def test_a_claim_of_a_version_without_prefixes_counts(monkeypatch):
    old = kept(Claim("key"))
    monkeypatch.setattr("armybuilder.site.claims.COOKIE", "__Host-claim")
    assert read_claim(visit(old)) == Claim("key")
    assert "__Host-claim" in kept(Claim("key")).cookies
