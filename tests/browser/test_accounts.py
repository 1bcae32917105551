"""Accounts in a browser: armies come along to a new account, passkeys of a virtual device, deleting an account."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from playwright.sync_api import Page, expect

from armybuilder.armies.models import Army
from armybuilder.armies.revisions import ARMIES
from armybuilder.site.claims import COOKIE
from tests.browser.accessibility import assert_accessible

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EMAIL = "alice@example.org"
PASSWORD = "a long and dull sentence"


@pytest.fixture(autouse=True)
def _empty_desk():
    """Clear the cache of armies."""
    ARMIES.cache.clear()


def found(page: Page, name: str) -> None:
    page.goto("/armies/new/warstrike")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def expect_armies(page: Page, *names: str) -> None:
    page.goto("/armies/")
    expect(page.locator("li.army h2")).to_have_text(list(names))


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def sign_in(page: Page) -> None:
    page.goto("/account/login/")
    page.locator("[name=login]").fill(EMAIL)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("link", name="Account", exact=True)).to_be_visible()


def prove_oneself(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm that it is you")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Confirm", exact=True).click()


def virtual_device(page: Page) -> None:
    """A device that stores passkeys and confirms every request."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_armies_come_along_to_the_new_account_and_a_passkey_signs_in(desktop, open_page):
    found(desktop, "Before the account")
    desktop.goto("/account/signup/")
    desktop.locator("[name=email]").fill(EMAIL)
    desktop.locator("[name=password1]").fill(PASSWORD)
    desktop.locator("[name=password2]").fill(PASSWORD)
    desktop.get_by_role("button", name="Create the account").click()
    expect(desktop.locator("#messages")).to_contain_text("1 army from this browser is in your account now.")
    expect_armies(desktop, "Before the account")
    link = re.search(r"http://\S+/account/confirm-email/\S+", str(mail.outbox[0].body))
    assert link
    desktop.goto(link[0])
    desktop.get_by_role("button", name=re.compile("Confirm", re.IGNORECASE)).click()
    assert User.objects.get().emailaddress_set.get().verified  # type: ignore[attr-defined]

    sign_out(desktop)
    expect_armies(desktop)
    found(desktop, "Between two visits")
    sign_in(desktop)
    expect_armies(desktop, "Between two visits", "Before the account")
    assert Army.objects.filter(owner=User.objects.get()).count() == 2

    virtual_device(desktop)
    desktop.goto("/account/2fa/webauthn/add/")
    prove_oneself(desktop)
    expect(desktop.get_by_role("heading", level=1)).to_have_text("Add a passkey")
    assert_accessible(desktop)
    passwordless = desktop.get_by_label("Sign in with it alone")
    if passwordless.count():
        passwordless.check()
    desktop.get_by_role("button", name=re.compile("^Add$|^Create$", re.IGNORECASE)).click()
    desktop.wait_for_url(re.compile(r"/2fa/(?!webauthn/add/)"))

    sign_out(desktop)
    desktop.goto("/account/login/")
    desktop.get_by_role("button", name="Sign in with a passkey").click()
    expect(desktop.get_by_role("link", name="Account", exact=True)).to_be_visible()
    expect_armies(desktop, "Between two visits", "Before the account")

    desk = desktop.viewport_size
    pages = {
        "": "Your account",
        "sessions/": "Signed-in devices",
        "email/": "E-mail address",
        "password/change/": "Change the password",
        "tokens": "Personal tokens",
        "2fa/": "Passkeys and recovery codes",
        "2fa/webauthn/": "Passkeys",
        "2fa/recovery-codes/": "Recovery codes",
    }
    for part, title in pages.items():
        desktop.goto(f"/account/{part}")
        if title == "Recovery codes":
            prove_oneself(desktop)
        expect(desktop.get_by_role("heading", level=1)).to_have_text(title)
        if part.startswith("2fa/"):
            assert_accessible(desktop)
        desktop.set_viewport_size({"width": 360, "height": 640})
        assert desktop.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
        desktop.set_viewport_size(desk)
    with desktop.expect_download() as download:
        desktop.goto("/account/")
        desktop.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename == "armybuilder-data.json"
    desktop.get_by_role("link", name="Delete the account").click()
    desktop.get_by_label("Your e-mail address, to confirm").fill(EMAIL)
    desktop.get_by_role("button", name="Delete everything").click()
    expect(desktop.locator("#messages")).to_contain_text("have been deleted")
    assert (User.objects.count(), Army.objects.count()) == (0, 0)


def test_where_passkeys_cannot_work_the_page_says_so(desktop, live_server):
    figures = live_server.url.replace("localhost", "127.0.0.1")
    desktop.goto(f"{figures}/account/login/")
    assert desktop.url == f"{live_server.url}/account/login/"
    desktop.context.add_cookies([{"name": COOKIE, "value": "kept here", "url": figures}])
    desktop.goto(f"{figures}/account/login/")
    desktop.get_by_role("button", name="Sign in with a passkey").click()
    expect(desktop.locator("#messages")).to_contain_text(f"at {live_server.url}. This address is neither.")
    assert_accessible(desktop)
