"""The page of personal tokens."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from armybuilder.api.models import MAX_TOKENS, Token
from tests.api.conftest import Program, person, stranger  # noqa: F401 (fixtures)

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens"


PASSWORD = "pebble-Shore-77"
NEW = {"name": "Laptop", "scope": "write"}


@pytest.fixture
def signed_in(client: Client, person) -> Client:  # noqa: F811
    """The browser of somebody with a confirmed address, who has just given the password."""
    person.email = "ann@example.org"
    person.set_password(PASSWORD)
    person.save()
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    client.force_login(person)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def test_the_password_is_asked_for_before_a_token_is_created(signed_in, person):  # noqa: F811
    other = Client()
    other.force_login(person)
    asked = other.post(PAGE, NEW)
    assert (asked.status_code, asked.headers["Location"].partition("?")[0]) == (302, "/account/reauthenticate/")
    assert Token.objects.count() == 0
    other.post(asked.headers["Location"], {"password": PASSWORD})
    assert [token.name for token in Token.objects.all()] == ["Laptop"]


def test_an_address_is_confirmed_before_a_token_is_created(signed_in, person):  # noqa: F811
    EmailAddress.objects.update(verified=False)
    refused = signed_in.post(PAGE, NEW)
    assert (refused.status_code, "Confirm your e-mail address first" in refused.text) == (422, True)
    assert Token.objects.count() == 0


def test_a_token_is_seen_once_works_and_is_revoked(signed_in):
    made = signed_in.post(PAGE, NEW)
    (secret,) = re.findall(r'value="(armybuilder_[^"]+)"', made.text)
    assert 'data-copy="secret"' in made.text
    program = Program(secret)
    assert program("GET", "/armies").status_code == 200
    later = signed_in.get(PAGE)
    assert ("Laptop" in later.text, secret in later.text, "no-store" in later.headers["Cache-Control"]) == (
        True,
        False,
        True,
    )
    signed_in.post(PAGE, {"revoke": Token.objects.get().pk})
    assert (Token.objects.count(), program("GET", "/armies").status_code) == (0, 401)


def test_somebody_elses_token_cannot_be_revoked(signed_in, stranger):  # noqa: F811
    token = Token.objects.get()
    assert signed_in.post(PAGE, {"revoke": token.pk}).status_code == 404
    assert Token.objects.get() == token


def test_what_is_wrong_with_a_token_is_told_at_the_form(signed_in, person):  # noqa: F811
    refused = signed_in.post(PAGE, {"name": "", "scope": "admin"})
    assert refused.status_code == 422
    assert set(refused.context["form"].errors) == {"name", "scope"}
    Token.objects.bulk_create(Token(owner=person, name="T", hash=str(each)) for each in range(MAX_TOKENS))
    refused = signed_in.post(PAGE, {"name": "One more", "scope": "read"})
    assert f"You have reached the limit of {MAX_TOKENS} tokens." in refused.text
    assert Token.objects.count() == MAX_TOKENS
