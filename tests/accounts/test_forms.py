"""Labels and hints of the account forms."""

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.forms import HINTS
from tests.accounts.test_views import PASSWORD, sign_up

pytestmark = pytest.mark.django_db


def words(client: Client, name: str) -> tuple[list[str], str]:
    """The labels of the page's form, and all its text."""
    (form,) = html.fromstring(client.get(reverse(name)).text).xpath("//main//form[contains(@class, 'account-form')][1]")
    assert form.xpath(".//@placeholder") == []
    labels = [" ".join(label.text_content().split()).rstrip("*") for label in form.xpath(".//label")]
    return labels, form.text_content()


def test_forms_have_the_labels_and_hints_of_the_site(client: Client) -> None:
    assert words(client, "account_login")[0] == ["E-mail address", "Password"]
    labels, text = words(client, "account_signup")
    assert labels == ["E-mail address", "Password", "Password again"]
    assert HINTS["password1"] in text
    assert "similar" not in text
    assert words(client, "account_reset_password")[0] == ["E-mail address"]
    user = sign_up(client)
    labels, text = words(client, "account_change_password")
    assert labels == ["Current password", "New password", "Password again"]
    assert HINTS["password1"] in text
    assert words(client, "account_email")[0] == ["New e-mail address"]
    user.emailaddress_set.update(verified=True)  # type: ignore[attr-defined]
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    labels, text = words(client, "mfa_add_webauthn")
    assert labels[-1] == "Sign in with it alone, without the password"
    assert HINTS["passwordless"] in text


def test_what_the_library_tells_is_in_the_sites_words(client: Client) -> None:
    sign_up(client)
    told = client.get(reverse("accounts:home")).text
    assert "You are signed in as alice@example.org." in told
    assert "follow its link to confirm the address" in told
