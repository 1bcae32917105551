"""Labels and hints of the account forms."""

from functools import partial
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.accounts.forms import HINTS, MAX_DELAY, SignupForm
from tests.accounts.test_views import PASSWORD, sign_up
from tests.armies.conftest import MakeArmy, make_army  # noqa: F401 (a fixture)
from tests.threads import at_once
from tests.visitors import ALICE, browser_of

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
    assert "too similar" not in text
    assert words(client, "account_reset_password")[0] == ["E-mail address"]
    user = sign_up(client)
    labels, text = words(client, "account_change_password")
    assert labels == ["Current password", "New password", "Password again"]
    assert HINTS["password1"] in text
    assert words(client, "account_email")[0] == ["New e-mail address"]
    user.emailaddress_set.update(verified=True)  # type: ignore[attr-defined]
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    labels, text = words(client, "mfa_add_webauthn")
    assert labels[-1] == "Sign in with this passkey alone, without a password"
    assert HINTS["passwordless"] in text


def test_what_the_library_tells_is_in_the_sites_words(client: Client) -> None:
    sign_up(client)
    told = client.get(reverse("accounts:home")).text
    assert "You are signed in as alice@example.org." in told
    assert "Follow its link to confirm the address" in told


@pytest.mark.django_db(transaction=True)
def test_sign_ups_at_the_same_moment_make_one_account(make_army: MakeArmy) -> None:  # noqa: F811
    army = make_army()
    browsers = [browser_of(ALICE) for _ in range(6)]
    sent = {"password1": PASSWORD, "password2": PASSWORD}
    answers: list[int] = []

    def sign_up_as(browser: Client, email: str) -> None:
        answers.append(browser.post(reverse("account_signup"), {"email": email, **sent}).status_code)

    emails = ["alice@example.org", "Alice@Example.org"] * 3
    at_once(*(partial(sign_up_as, *each) for each in zip(browsers, emails, strict=True)))
    user = User.objects.get()
    army.refresh_from_db()
    assert (user.email, army.owner) == ("alice@example.org", user)
    # Who came so late that the account was there already is told so; all others are signed in to it.
    signed_in = [browser for browser in browsers if "_auth_user_id" in browser.session]
    assert len(signed_in) == answers.count(302)
    assert {200, 302} >= set(answers)
    assert {browser.session["_auth_user_id"] for browser in signed_in} == {str(user.pk)}


def test_the_database_refuses_a_second_account_of_an_address() -> None:
    User.objects.create_user("alice", "alice@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("alice-2", "ALICE@example.org")
    for name in ("staff", "more-staff"):
        User.objects.create_user(name)


def sign_up_late(client: Client, monkeypatch: pytest.MonkeyPatch, password: str) -> int:
    """The answer to a form that was checked just before another created the account."""
    monkeypatch.setattr(SignupForm, "clean_email", lambda form: form.cleaned_data["email"])
    form = {"email": "alice@example.org", "password1": password, "password2": password}
    return client.post(reverse("account_signup"), form).status_code


def test_the_later_of_two_forms_is_signed_in_by_its_password_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = sign_up(Client())
    other = Client()
    assert sign_up_late(other, monkeypatch, "another dull sentence") == 409
    assert "_auth_user_id" not in other.session
    assert sign_up_late(client, monkeypatch, PASSWORD) == 302
    assert client.session["_auth_user_id"] == str(user.pk)
    assert User.objects.count() == 1


def test_a_forgotten_password_is_answered_after_a_random_delay(
    client: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_user("alice", "alice@example.org")
    delays: list[float] = []
    # Only there: other threads of the process sleep as well.
    monkeypatch.setattr("armybuilder.accounts.forms.time", SimpleNamespace(sleep=delays.append))
    for email in ("alice@example.org", "nobody@example.org") * 2:
        assert client.post(reverse("account_reset_password"), {"email": email}).status_code == 302
    assert len(mailoutbox) == 4
    assert len(set(delays)) == 4
    assert all(0 <= delay <= MAX_DELAY for delay in delays)
