"""E-mails about accounts: who gets which, what it says, and that its link works."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db

EMAIL = "alice@example.org"
PASSWORD, OTHER = "a long and dull sentence", "another dull sentence"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NOTICE = (
    r"\n\nWhen: \d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\nDevice: Firefox on Linux\nNetwork address: 127\.0\.0\.1\n\n"
    r"If this was not you, choose a new password, which also signs out all devices:\n\n"
    r"http://testserver/account/password/reset/\n\nArmybuilder, testserver"
)


@pytest.fixture
def user() -> User:
    user = User.objects.create_user("alice", EMAIL, PASSWORD)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    return user


@pytest.fixture
def browser(user: User) -> Client:
    """Alice's, signed in, and her password given again."""
    client = Client(headers={"User-Agent": FIREFOX})
    client.post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def sent() -> EmailMessage:
    """The one e-mail that was sent since the last call."""
    (message,) = mail.outbox
    mail.outbox.clear()
    assert not re.search(r"[{}<>]|&#|example\.com|\n\n\n", str(message.body))
    assert str(message.body).endswith("\n\nArmybuilder, testserver")
    return message


def link_of(message: EmailMessage) -> str:
    """The path of its first link."""
    found = re.search(r"http://testserver(/\S+)", str(message.body))
    assert found
    return found[1]


def sign_up(email: str) -> None:
    sent = {"email": email, "password1": PASSWORD, "password2": PASSWORD}
    Client().post(reverse("account_signup"), sent)


def test_a_new_account_confirms_its_address() -> None:
    sign_up("o'neill@example.org")
    message = sent()
    assert (message.to, message.subject) == (["o'neill@example.org"], "Armybuilder: Confirm your e-mail address")
    assert str(message.body).startswith("Follow this link to confirm that o'neill@example.org is your address:\n\n")
    Client().post(link_of(message))
    assert EmailAddress.objects.get().verified


def test_who_signs_up_again_is_led_to_a_new_password(user: User, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_up(EMAIL)
    message = sent()
    assert (message.to, message.subject) == ([EMAIL], "Armybuilder: You already have an account")
    assert f"tried to create an account with {EMAIL}." in str(message.body)
    assert link_of(message) == reverse("account_reset_password")


def test_who_has_no_account_is_led_to_one() -> None:
    Client().post(reverse("account_reset_password"), {"email": EMAIL})
    message = sent()
    assert (message.to, message.subject) == ([EMAIL], "Armybuilder: You have no account yet")
    assert f"asked for a new password for {EMAIL}." in str(message.body)
    assert link_of(message) == reverse("account_signup")


def test_a_forgotten_password_is_replaced_by_a_link(user: User) -> None:
    client = Client(headers={"User-Agent": FIREFOX})
    client.post(reverse("account_reset_password"), {"email": EMAIL})
    message = sent()
    assert (message.to, message.subject) == ([EMAIL], "Armybuilder: Choose a new password")
    address = client.get(link_of(message), follow=True).redirect_chain[-1][0]
    client.post(address, {"password1": OTHER, "password2": OTHER})
    user.refresh_from_db()
    assert user.check_password(OTHER)
    notice = sent()
    assert notice.subject == "Armybuilder: Your password was changed"
    words = r"A new password was set for your account through a link in an e-mail\."
    assert re.fullmatch(words + NOTICE, str(notice.body))


def test_a_changed_password_is_told(browser: Client) -> None:
    words = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    browser.post(reverse("account_change_password"), words)
    notice = sent()
    assert (notice.to, notice.subject) == ([EMAIL], "Armybuilder: Your password was changed")
    assert re.fullmatch(r"The password of your account was changed\." + NOTICE, str(notice.body))


def test_a_changed_address_is_told_to_the_old_one(browser: Client, user: User) -> None:
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    message = sent()
    assert (message.to, message.subject) == (["new@example.org"], "Armybuilder: Confirm your e-mail address")
    browser.post(link_of(message))
    user.refresh_from_db()
    assert user.email == "new@example.org"
    notice = sent()
    assert (notice.to, notice.subject) == ([EMAIL], "Armybuilder: Your e-mail address was changed")
    assert f"was changed from {EMAIL} to new@example.org." in str(notice.body)


def test_a_cancelled_change_of_address_is_told(browser: Client, user: User) -> None:
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert sent().to == ["new@example.org"]
    browser.post(reverse("account_email"), {"email": "new@example.org", "action_remove": ""})
    notice = sent()
    assert (notice.to, notice.subject) == ([EMAIL], "Armybuilder: Change of your e-mail address cancelled")
    assert str(notice.body).startswith("Your account keeps its address: the change to new@example.org was cancelled.")


@pytest.mark.parametrize(
    ("template", "subject", "words"),
    [
        ("webauthn_added", "A passkey was added", r"A passkey was added to your account\."),
        ("webauthn_removed", "A passkey was removed", r"A passkey was removed from your account\."),
        (
            "recovery_codes_generated",
            "New recovery codes",
            r"New recovery codes were made for your account\. The old ones no longer work\.",
        ),
    ],
)
def test_changed_passkeys_are_told(user: User, rf: Any, template: str, subject: str, words: str) -> None:
    with context.request_context(rf.get("/", headers={"User-Agent": FIREFOX})):
        get_adapter().send_notification_mail(f"mfa/email/{template}", user)
    notice = sent()
    assert (notice.to, notice.subject) == ([EMAIL], f"Armybuilder: {subject}")
    assert re.fullmatch(words + NOTICE, str(notice.body))
