"""What search engines, password managers and security researchers find."""

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

pytestmark = pytest.mark.django_db


def test_search_engines_stay_away_from_what_players_make(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    refused = [line.removeprefix("Disallow: ") for line in answer.text.splitlines() if line.startswith("Disallow")]
    addresses = [*map(reverse, ("armies:list", "matches:list", "account_login", "admin:index"))]
    addresses.append(reverse("sharing:shared", args=["token"]))
    assert [address for address in addresses if not address.startswith(tuple(refused))] == []


def test_the_contact_for_weaknesses_is_the_operators(client: Client, settings) -> None:
    address = "/.well-known/security.txt"
    assert client.get(address).status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    fields = dict(line.split(": ", 1) for line in client.get(address).text.splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert datetime.fromisoformat(fields["Expires"]) > timezone.now()


def test_password_managers_find_where_the_password_is_changed(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("account_change_password"))
