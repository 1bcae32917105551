"""The pages of passkeys that there are: each opens, and calls them that; and passkeys that somebody else presents."""

import json
from dataclasses import replace
from typing import Any

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
from tests.accounts.soft_passkey import FLAG, SoftPasskey
from tests.page_texts import texts_of

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


def test_confirming_offers_passkey_code_and_password(client, monkeypatch):
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
        offered[name] = texts_of(page.xpath("//p[@class='buttons']/a"))
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


def test_a_new_passkey_is_enough_to_sign_in_by_default(client):
    user = User.objects.create_user("ann", "ann@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    client.post("/account/reauthenticate/", {"password": "pebble-Shore-77"})
    page = html.fromstring(client.get(reverse("mfa_add_webauthn")).text)
    assert page.xpath("//input[@name='passwordless']/@checked") == ["checked"]


LOGIN, ADD, AGAIN = (
    "/account/2fa/webauthn/login/",
    "/account/2fa/webauthn/add/",
    "/account/2fa/webauthn/reauthenticate/",
)


def member(name):
    """A browser signed in to a new account, with a passkey that it has just added."""
    user = User.objects.create_user(name, f"{name}@example.org", "pebble-Shore-77")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client, passkey = Client(), SoftPasskey()
    client.force_login(user)
    client.post("/account/reauthenticate/", {"password": "pebble-Shore-77"})
    asked = client.get(ADD).context["js_data"]["creation_options"]
    client.post(ADD, {"credential": json.dumps(passkey.created(asked)), "passwordless": "on"})
    assert Authenticator.objects.filter(user=user, type="webauthn").count() == 1
    return client, passkey


def asked_by(client):
    """What the page for signing in asks a passkey to sign."""
    return client.get(LOGIN, headers={"X-Requested-With": "XMLHttpRequest"}).json()["request_options"]


def is_signed_in(client):
    return "_auth_user_id" in client.session


def present(client, credential):
    """Send the credential; returns whether it signs in, after what the page says of one that does not."""
    answer = client.post(LOGIN, {"credential": json.dumps(credential)}, follow=True)
    entered = is_signed_in(client)
    assert entered or html.fromstring(answer.text).xpath("normalize-space(//*[@id='messages']//p)") == TOLD
    return entered


FORGED: dict[str, dict[str, Any]] = {
    "for a page of another site": {"origin": "https://evil.example"},
    "for a subdomain": {"origin": "http://other.testserver"},
    "for another port": {"origin": "http://testserver:3000"},
    "for the site by another scheme": {"origin": "https://testserver"},
    "with the name of another site": {"site": "evil.example"},
    "without anybody there": {"flags": FLAG.UV},
    "without a finger or a PIN": {"flags": FLAG.UP},
    "for another purpose": {"kind": "webauthn.create"},
}


@pytest.mark.parametrize("wrong", FORGED)
def test_a_passkey_opens_nothing_with_what_was_signed(wrong):
    _, passkey = member("ann")
    stranger = Client()
    assert not present(stranger, passkey.signed(asked_by(stranger), **FORGED[wrong]))
    assert present(stranger, passkey.signed(asked_by(stranger)))


def test_what_a_passkey_signed_is_good_for_one_browser_once():
    _, passkey = member("ann")
    owner, thief = Client(), Client()
    signed = passkey.signed(asked_by(owner))
    asked_by(thief)
    assert not present(thief, signed)
    assert not present(Client(), signed)
    assert present(owner, signed)
    owner.logout()
    assert not present(owner, signed)
    asked_by(owner)
    assert not present(owner, signed)


def test_the_passkey_of_one_account_opens_no_other():
    (_, anns), (_, beas) = member("ann"), member("bea")
    for forged in (replace(beas, handle=anns.handle), replace(beas, id=anns.id), replace(anns, key=beas.key)):
        thief = Client()
        assert not present(thief, forged.signed(asked_by(thief)))
    for unknown in ("", "!", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5"):
        thief = Client()
        assert not present(thief, replace(beas, handle=unknown).signed(asked_by(thief)))


def test_after_the_password_only_the_passkey_of_the_account_is_taken():
    (_, anns), (_, beas) = member("ann"), member("bea")
    for passkey in Authenticator.objects.filter(type="webauthn"):
        passkey.data["credential"]["clientExtensionResults"] = {}
        passkey.save()
    client = Client()
    client.post("/account/login/", {"login": "ann@example.org", "password": "pebble-Shore-77"})
    for forged in (beas, replace(beas, handle=anns.handle), replace(beas, id=anns.id)):
        asked = client.get("/account/2fa/authenticate/").context["js_data"]["request_options"]
        client.post("/account/2fa/authenticate/", {"credential": json.dumps(forged.signed(asked))})
        assert not is_signed_in(client)
    asked = client.get("/account/2fa/authenticate/").context["js_data"]["request_options"]
    evil = anns.signed(asked, origin="https://evil.example")
    client.post("/account/2fa/authenticate/", {"credential": json.dumps(evil)})
    assert not is_signed_in(client)
    asked = client.get("/account/2fa/authenticate/").context["js_data"]["request_options"]
    client.post("/account/2fa/authenticate/", {"credential": json.dumps(anns.signed(asked))})
    assert is_signed_in(client)


def test_a_passkey_of_somebody_else_confirms_nothing():
    (ann, anns), (_, beas) = member("ann"), member("bea")
    session = ann.session
    session["account_authentication_methods"] = []
    session.save()
    for credential in (beas.signed, anns.signed):
        asked = ann.get(AGAIN).context["js_data"]["request_options"]
        ann.post(AGAIN, {"credential": json.dumps(credential(asked))})
        confirmed = ann.get(ADD).status_code == 200
        assert confirmed is (credential == anns.signed)


def test_only_what_was_asked_for_on_this_page_is_added():
    ann, _ = member("ann")
    bea, _ = member("bea")
    asked = ann.get(ADD).context["js_data"]["creation_options"]
    foreign = bea.get(ADD).context["js_data"]["creation_options"]
    new = SoftPasskey()
    for forged in (new.created(asked, "https://evil.example"), new.created(foreign)):
        ann.post(ADD, {"credential": json.dumps(forged), "passwordless": "on"})
    assert Authenticator.objects.filter(type="webauthn").count() == 2
    credential = json.dumps(new.created(ann.get(ADD).context["js_data"]["creation_options"]))
    for _ in range(2):  # the second time it is a replay
        ann.post(ADD, {"credential": credential, "passwordless": "on"})
    assert Authenticator.objects.filter(type="webauthn").count() == 3


def damaged(credential):
    """The credential without each of its parts, and with others in their place; and what is none at all."""
    yield from ("", "null", "1", '"a"', "[]", "[1]", "{}", "{", "[" * 5000)
    for name in credential:
        for value in ("null", "1", '""', '"a"', '"!"', "[]", "{}"):
            yield json.dumps({**credential, name: json.loads(value)})
        yield json.dumps({each: value for each, value in credential.items() if each != name})
    inner = credential["response"]
    for name in inner:
        for value in ("null", "1", '""', '"a"', '"!"', '"AAAA"', '"e30"', '"W10"', "[]", "{}"):
            yield json.dumps({**credential, "response": {**inner, name: json.loads(value)}})
        yield json.dumps({**credential, "response": {each: inner[each] for each in inner if each != name}})


def test_a_damaged_credential_is_refused_in_words(settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "9999/m/ip"}
    ann, passkey = member("ann")
    stranger = Client()
    whole = passkey.signed(asked_by(stranger))
    for text in damaged(whole):
        answer = stranger.post(LOGIN, {"credential": text}, follow=True)
        assert answer.status_code == 200, text
        if is_signed_in(stranger):  # what was changed says nothing that matters
            stranger.logout()
            whole = passkey.signed(asked_by(stranger))
    for text in damaged(SoftPasskey().created(ann.get(ADD).context["js_data"]["creation_options"])):
        answer = ann.post(ADD, {"credential": text})
        assert answer.status_code in (200, 302), text
