"""Whoever signs up with an address that is not theirs keeps nothing once its owner resets the password."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from armybuilder.api.models import Token, create_token
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

EMAIL = "owner@example.org"
GUESSED, CHOSEN = "a long and dull sentence", "another dull sentence"


def prepared(verified: bool) -> tuple[User, Client, Program]:
    """An account with that address, and its session, token and passkey."""
    user = User.objects.create_user("account", EMAIL, GUESSED)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=verified, primary=True)
    browser = Client()
    browser.post(reverse("account_login"), {"login": EMAIL, "password": GUESSED})
    _, secret = create_token(user, "Program", Token.Scope.WRITE)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    return user, browser, Program(secret)


def reset() -> None:
    """Ask for a new password, follow the letter, and choose one."""
    owner = Client()
    owner.post(reverse("account_reset_password"), {"email": EMAIL})
    (link,) = re.findall(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    address = owner.get(link, follow=True).redirect_chain[-1][0]
    owner.post(address, {"password1": CHOSEN, "password2": CHOSEN})


@pytest.mark.parametrize(("verified", "kept"), [(False, 0), (True, 1)])
def test_a_new_password_ends_tokens_of_an_unconfirmed_address(verified: bool, kept: int) -> None:
    user, _, program = prepared(verified)
    assert program("GET", "/armies").status_code == 200
    reset()
    assert program("GET", "/armies").status_code == (200 if kept else 401)
    assert (Token.objects.count(), Authenticator.objects.count()) == (kept, kept)
    assert EmailAddress.objects.get(user=user).verified


def test_sessions_end_with_a_new_password() -> None:
    User.objects.create_user("account", EMAIL, GUESSED)
    browser = Client()
    browser.post(reverse("account_login"), {"login": EMAIL, "password": GUESSED})
    assert browser.get(reverse("accounts:home")).status_code == 200
    reset()
    assert browser.get(reverse("accounts:home")).status_code == 302
