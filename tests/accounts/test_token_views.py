"""The page of personal tokens."""

import re

import pytest
from django.test import Client

from armybuilder.api.models import MOST_TOKENS, Token
from tests.api.conftest import Program, person, stranger  # noqa: F401 (fixtures)

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens"


@pytest.fixture
def signed_in(client: Client, person) -> Client:  # noqa: F811
    """The browser of somebody with an account."""
    client.force_login(person)
    return client


def test_a_token_is_seen_once_works_and_is_revoked(signed_in):
    made = signed_in.post(PAGE, {"name": "Laptop", "scope": "write"})
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
    Token.objects.bulk_create(Token(owner=person, name="T", hash=str(each)) for each in range(MOST_TOKENS))
    refused = signed_in.post(PAGE, {"name": "One more", "scope": "read"})
    assert f"You have reached the limit of {MOST_TOKENS} tokens." in refused.text
    assert Token.objects.count() == MOST_TOKENS
