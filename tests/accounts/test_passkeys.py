"""The pages of passkeys that there are: each opens, and calls them that."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.test import Client
from lxml import html

pytestmark = pytest.mark.django_db

HEADINGS = {
    "": "Passkeys and recovery codes",
    "webauthn/": "Passkeys",
    "webauthn/keys/{key}/edit/": "Rename the passkey",
    "webauthn/keys/{key}/remove/": "Remove the passkey",
}


@pytest.mark.parametrize("address", HEADINGS)
def test_pages_of_passkeys_call_them_that(address):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    client.post("/account/login/", {"login": user.email, "password": "pebble-Shore-77"})
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    client.post("/account/reauthenticate/", {"password": "pebble-Shore-77"})
    answer = client.get(f"/account/2fa/{address.format(key=key.pk)}")
    assert (answer.status_code, html.fromstring(answer.text).xpath("string(//h1)")) == (200, HEADINGS[address])
    assert "security key" not in answer.text.casefold()
