"""Accounts: signing up and in, taking over what the browser had, one's data as a file, and leaving."""

import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.adapters import SIGNED_UP
from armybuilder.armies.models import Army, Revision
from tests.armies.conftest import MakeArmy, make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE

pytestmark = pytest.mark.django_db

EMAIL = "alice@example.org"
PASSWORD = "a long and dull sentence"


def sign_up(client: Client, email: str = EMAIL) -> User:
    response = client.post(reverse("account_signup"), {"email": email, "password1": PASSWORD, "password2": PASSWORD})
    assert response.status_code == 302
    return User.objects.get(email=email)


def sign_in(client: Client, password: str = PASSWORD) -> bool:
    client.post(reverse("account_login"), {"login": EMAIL, "password": password})
    return "_auth_user_id" in client.session


def test_signing_up_claims_what_the_browser_built(alice: Client, make_army: MakeArmy) -> None:  # noqa: F811
    army = make_army()
    user = sign_up(alice)
    army.refresh_from_db()
    assert army.owner == user


def outlive_signing_up(client: Client) -> None:
    """Let more time go by than a password counts for."""
    session = client.session
    session[SIGNED_UP] -= 301
    session.save()


def test_the_password_is_not_asked_for_right_after_signing_up(client: Client) -> None:
    user = sign_up(client)
    address = reverse("accounts:delete")
    assert client.get(address).status_code == 200
    other = Client()
    other.force_login(user)
    assert other.get(address)["Location"].startswith(reverse("account_reauthenticate"))
    outlive_signing_up(client)
    assert client.get(address)["Location"].startswith(reverse("account_reauthenticate"))


def test_signing_in_adds_to_what_the_account_has(alice: Client, make_army: MakeArmy) -> None:  # noqa: F811
    first = make_army()
    user = sign_up(alice)
    alice.post(reverse("account_logout"))
    second = make_army()
    assert second.owner is None
    assert sign_in(alice)
    assert set(Army.objects.filter(owner=user)) == {first, second}


def test_another_browsers_armies_are_not_claimed(bob: Client, make_army: MakeArmy) -> None:  # noqa: F811
    army = make_army()
    sign_up(bob)
    army.refresh_from_db()
    assert (army.owner, army.claim_hash) == (None, ALICE.hash)


def test_a_wrong_password_signs_nobody_in(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    assert not sign_in(client, "wrong")


def test_too_many_wrong_passwords_are_stopped(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    for _ in range(10):
        sign_in(client, "wrong")
    assert not sign_in(client)


def test_strangers_with_wrong_passwords_do_not_lock_the_owner_out(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    for number in range(30):
        address = f"192.0.2.{number // 10}"
        Client(REMOTE_ADDR=address).post(reverse("account_login"), {"login": EMAIL, "password": "wrong"})
    assert sign_in(client)


def test_signing_up_does_not_tell_whether_an_address_has_an_account(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    answers = []
    for number, email in enumerate((EMAIL, EMAIL, "new@example.org")):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        sent = {"email": email, "password1": PASSWORD, "password2": PASSWORD}
        answer = browser.post(reverse("account_signup"), sent)
        shown = browser.get(answer.headers["Location"])
        answers.append((answer.status_code, answer.headers["Location"], shown.text.replace(email, "")))
    without_secrets = {re.sub(r"[\w-]{32,}", "", shown) for _, _, shown in answers}
    assert ({each[:2] for each in answers}, len(without_secrets)) == ({(302, "/account/confirm-email/")}, 1)
    assert {letter.to[0] for letter in mail.outbox} == {EMAIL, "new@example.org"}
    assert User.objects.count() == 2


def test_the_password_is_asked_for_before_the_address_is_changed(client: Client) -> None:
    user = sign_up(client)
    outlive_signing_up(client)
    for expected in (None, "new@example.org"):
        client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
        found = user.emailaddress_set.filter(email="new@example.org").first()  # type: ignore[attr-defined]
        assert (found and found.email) == expected
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def test_the_address_is_confirmed_by_letter(client: Client) -> None:
    user = sign_up(client)
    address = user.emailaddress_set.get()  # type: ignore[attr-defined]
    assert not address.verified
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[0].body))
    assert link
    client.post(link[1])
    address.refresh_from_db()
    assert address.verified


def test_a_forgotten_password_is_set_anew_by_letter(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    client.post(reverse("account_reset_password"), {"email": EMAIL})
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[1], follow=True)
    address = form.redirect_chain[-1][0]
    client.post(address, {"password1": "another dull sentence", "password2": "another dull sentence"})
    assert not sign_in(client)
    assert sign_in(client, "another dull sentence")


@pytest.mark.parametrize(
    ("host", "secure", "status", "begins"),
    [
        ("testserver", False, 302, "http://testserver/"),
        ("testserver:80", False, 302, "http://testserver:80/"),
        ("testserver:8443", False, 302, "http://testserver:8443/"),
        ("testserver:443", True, 302, "https://testserver:443/"),
        ("testserver:443", False, 400, None),
        ("testserver:666", False, 400, None),
    ],
)
def test_a_letter_leads_to_no_port_but_the_sites(client: Client, settings, host, secure, status, begins) -> None:
    settings.HOST_PORTS = {"8443"}
    User.objects.create_user("ann", EMAIL, PASSWORD)
    answer = client.post(reverse("account_reset_password"), {"email": EMAIL}, secure=secure, headers={"Host": host})
    assert answer.status_code == status
    links = re.findall(r"https?://\S+", str(mail.outbox[0].body)) if mail.outbox else [None]
    assert [link and link[: len(begins)] for link in links] == [begins]


def test_ones_data_comes_as_one_file(alice: Client, make_army: MakeArmy) -> None:  # noqa: F811
    army = make_army()
    sign_up(alice)
    response = alice.get(reverse("accounts:export"))
    assert response.headers["Content-Disposition"] == 'attachment; filename="armybuilder-data.json"'
    data = json.loads(response.content)
    assert data["account"]["email"] == EMAIL
    assert [each["id"] for each in data["armies"]] == [army.pk]
    assert [revision["number"] for revision in data["armies"][0]["revisions"]] == [1]
    assert data["armies"][0]["revisions"][0]["document"]["ruleset"] == army.ruleset


def test_ones_data_holds_nobody_elses(alice: Client, bob: Client, make_army: MakeArmy) -> None:  # noqa: F811
    make_army()
    sign_up(alice)
    sign_up(bob, "bob@example.org")
    assert json.loads(bob.get(reverse("accounts:export")).content)["armies"] == []


def test_leaving_takes_everything_along(alice: Client, make_army: MakeArmy) -> None:  # noqa: F811
    make_army()
    sign_up(alice)
    outlive_signing_up(alice)
    assert alice.post(reverse("accounts:delete"), {"email": EMAIL}).status_code == 302
    assert User.objects.count() == 1, "one proves anew who one is before leaving"
    alice.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    refused = alice.post(reverse("accounts:delete"), {"email": "bob@example.org"})
    assert (refused.status_code, User.objects.count()) == (400, 1)
    assert alice.post(reverse("accounts:delete"), {"email": EMAIL.upper()}).status_code == 302
    assert (User.objects.count(), Army.objects.count(), Revision.objects.count()) == (0, 0, 0)
    assert "_auth_user_id" not in alice.session


@pytest.fixture
def chief() -> User:
    """One of the staff."""
    return User.objects.create_superuser("chief", "chief@example.org", PASSWORD)


def enter(client: Client, password: str = PASSWORD) -> Any:
    """Go to the admin and sign in where that leads."""
    door = client.get(reverse("admin:index"), follow=True).redirect_chain[-1][0]
    return client.post(door, {"login": "chief@example.org", "password": password})


def test_staff_sign_in_to_the_admin_as_members_do(client: Client, chief: User) -> None:
    answer = enter(client)
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("admin:index"))
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_admin_has_no_door_of_its_own(client: Client, chief: User) -> None:
    answer = client.post(reverse("admin:login"), {"username": "chief", "password": PASSWORD})
    assert answer.headers["Location"].startswith(reverse("account_login"))
    assert "_auth_user_id" not in client.session


def test_staff_have_as_few_tries_as_members(client: Client, chief: User) -> None:
    for _ in range(10):
        enter(client, "wrong")
    enter(client)
    assert client.get(reverse("admin:index")).status_code == 302


def test_staff_with_a_passkey_need_it(client: Client, chief: User) -> None:
    Authenticator.objects.create(user=chief, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    answer = enter(client)
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("mfa_authenticate"))
    assert client.get(reverse("admin:index")).status_code == 302


PAGES = {
    "account_login": "Sign in",
    "account_signup": "Create an account",
    "account_reset_password": "Forgotten password",
    "account_change_password": "Change the password",
    "account_reauthenticate": "Confirm that it is you",
    "account_email": "E-mail address",
    "account_logout": "Sign out",
    "account_inactive": "Account closed",
    "account_email_verification_sent": "Confirm your address",
    "account_reset_password_done": "E-mail sent",
    "account_reset_password_from_key_done": "Password saved",
    "usersessions_list": "Signed-in devices",
    "mfa_index": "Passkeys and recovery codes",
}
"""Pages of the accounts library, and their headings."""


@pytest.mark.parametrize(("name", "heading"), PAGES.items())
def test_account_pages_speak_the_words_of_the_site(client: Client, name: str, heading: str) -> None:
    if name not in ("account_login", "account_signup", "account_reset_password"):
        sign_up(client)
    shown = client.get(reverse(name)).content.decode()
    assert re.findall(r"<h1>\s*([^<]+?)\s*</h1>", shown) == [heading]
    assert re.findall(r"Sign (?:In|Up|Out)|Please reauth", shown) == []
    assert re.search(r'class="sheet.*class="btn', shown, re.DOTALL)


def test_recovery_codes_have_pages_in_the_sites_words(client: Client) -> None:
    user = sign_up(client)
    user.emailaddress_set.update(verified=True)  # type: ignore[attr-defined]
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Passkey 1", "credential": {}})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    codes = RecoveryCodes.activate(user).get_unused_codes()
    shown = client.get(reverse("mfa_view_recovery_codes")).text
    assert "10 are left. Each lets you sign in once" in " ".join(shown.split()).replace("10 of 10", "10")
    assert re.findall("<code>(.+?)</code>", shown) == codes
    assert "The 10 codes you have left will no longer work." in client.get(reverse("mfa_generate_recovery_codes")).text
    client.post(reverse("mfa_generate_recovery_codes"))
    assert not set(codes) & set(re.findall("<code>(.+?)</code>", client.get(reverse("mfa_view_recovery_codes")).text))


def test_a_passkey_is_explained_where_it_is_offered(client: Client) -> None:
    sentence = "A passkey is a key that your phone or computer keeps for this site"
    assert sentence in client.get(reverse("account_login")).text
    sign_up(client)
    assert sentence in client.get(reverse("mfa_index")).text


def test_sign_up_says_that_armies_come_along(alice: Client, make_army: MakeArmy) -> None:  # noqa: F811
    assert "you built in this browser are added to it" in alice.get(reverse("account_signup")).text
    make_army()
    make_army()
    sign_up(alice)
    assert "2 armies from this browser are in your account now." in alice.get(reverse("accounts:home")).text


def test_who_brings_nothing_is_told_nothing(alice: Client) -> None:
    sign_up(alice)
    assert "from this browser" not in alice.get(reverse("accounts:home")).text
