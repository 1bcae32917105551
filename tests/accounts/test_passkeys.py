"""The pages of passkeys that there are: each opens, and calls them that."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.passkeys import PasskeyAdapter

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


TOLD = "This passkey or recovery code was not accepted. Try again or use another."


def test_a_passkey_that_is_not_accepted_is_told_where_one_signs_in():
    entered = Client().post("/account/2fa/webauthn/login/", {"credential": "[1]"}, follow=True)
    assert html.fromstring(entered.text).xpath("normalize-space(//*[@id='messages']//p)") == TOLD


def test_a_passkey_that_is_not_accepted_is_told_after_the_password(monkeypatch):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    monkeypatch.setattr(auth, "begin_authentication", lambda user: {})
    client = Client()
    client.post("/account/login/", {"login": user.email, "password": "pebble-Shore-77"})
    asked = client.post("/account/2fa/authenticate/", {"credential": "[1]"})
    assert html.fromstring(asked.text).xpath("//form[@id='with-passkey']//*[@role='alert']/text()") == [TOLD]


def test_who_confirms_that_it_is_them_is_offered_passkey_code_and_password(client, monkeypatch):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    RecoveryCodes.activate(user)
    monkeypatch.setattr(auth, "begin_authentication", lambda user: {})
    client.force_login(user)
    offered = {}
    for name in ("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"):
        page = html.fromstring(client.get(reverse(name)).text)
        assert page.xpath("string(//h1)") == "Confirm that it is you"
        offered[name] = page.xpath("//p[@class='buttons']/a/text()")
    assert offered == {
        "account_reauthenticate": ["Use a passkey", "Use a recovery code"],
        "mfa_reauthenticate": ["Use a passkey", "Use your password"],
        "mfa_reauthenticate_webauthn": ["Use a recovery code", "Use your password"],
    }


def test_new_passkeys_are_numbered():
    user, other = (User.objects.create_user(name) for name in ("ann", "bea"))
    Authenticator.objects.create(user=other, type="webauthn", data={})
    names = []
    for _ in range(2):
        names.append(PasskeyAdapter().generate_authenticator_name(user, "webauthn"))
        Authenticator.objects.create(user=user, type="webauthn", data={})
    assert names == ["Passkey 1", "Passkey 2"]


ALONE = {"clientExtensionResults": {"credProps": {"rk": True}}}


@pytest.mark.parametrize(
    ("credentials", "signed_in"), [([ALONE], True), ([{}], False), ([ALONE, {}], False), ([ALONE, ALONE], True)]
)
def test_passkeys_that_sign_in_alone_leave_the_password_enough(client, credentials, signed_in):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    for number, credential in enumerate(credentials, 1):
        data = {"name": f"Passkey {number}", "credential": credential}
        Authenticator.objects.create(user=user, type="webauthn", data=data)
    answer = client.post("/account/login/", {"login": user.email, "password": "pebble-Shore-77"})
    assert ("_auth_user_id" in client.session) is signed_in
    assert (answer.headers["Location"] == reverse("mfa_authenticate")) is not signed_in


def test_a_new_passkey_signs_in_alone_unless_the_player_chooses_otherwise(client):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    client.post("/account/reauthenticate/", {"password": "pebble-Shore-77"})
    page = html.fromstring(client.get(reverse("mfa_add_webauthn")).text)
    assert page.xpath("//input[@name='passwordless']/@checked") == ["checked"]
