"""Errors of the account's forms."""

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.adapters import AccountAdapter

pytestmark = pytest.mark.django_db


def test_the_site_words_errors_that_the_library_has() -> None:
    assert AccountAdapter.error_messages.keys() == DefaultAccountAdapter.error_messages.keys()


def test_a_wrong_password_is_told_in_the_sites_words(client: Client) -> None:
    User.objects.create_user("alice", "alice@example.org", "word")
    page = client.post(reverse("account_login"), {"login": "alice@example.org", "password": "wrong"})
    assert (page.status_code, b"The e-mail address or the password is wrong." in page.content) == (200, True)
