"""The data of a device after signing out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

PASSWORD = "a long word of four"
KEEP_SOMETHING = """async () => {
  const store = performance.getEntriesByType("resource").find(({ name }) => name.includes("/device_store")).name;
  const { put } = await import(store);
  await put("kept", { address: "/mbt2020/", title: "MBT", kind: "Game", pages: [], since: "2026-01-01", bytes: 1 });
}"""


@pytest.mark.django_db
def test_signing_out_has_the_browser_clear_what_it_keeps(client: Client) -> None:
    client.force_login(User.objects.create_user("alice"))
    assert "Clear-Site-Data" not in client.get("/").headers
    assert client.post("/account/logout/").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in client.post("/account/logout/").headers


@pytest.mark.django_db
def test_data_of_another_user_is_cleared_when_somebody_else_signs_in(client: Client) -> None:
    for name in ("alice", "bob"):
        User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    cleared = []
    for name in ("alice", "alice", "bob", "bob"):
        client.cookies.pop("sessionid", None)
        answer = client.post("/account/login/", {"login": f"{name}@example.org", "password": PASSWORD})
        assert answer.status_code == 302
        cleared.append(answer.headers.get("Clear-Site-Data"))
    assert cleared == [None, None, '"cache", "storage"', None]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_signing_out_warns_of_unsent_changes_and_then_deletes_them(
    open_page: Callable[..., Page], live_server: Any, client: Client
) -> None:
    client.force_login(User.objects.create_user("alice"))
    page = open_page(newcomer=True, scripts=())
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.goto("/account/")
    page.evaluate(KEEP_SOMETHING)
    page.reload()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign out")
    expect(page.get_by_text("Everything taken offline is deleted from this device")).to_be_visible()
    expect(page.locator("#not-sent")).to_be_hidden()
    page.goto("/account/")
    page.evaluate("localStorage.setItem('match /matches/x/events 0', '[{}, {}]')")
    page.reload()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign out")
    expect(page.locator("#not-sent")).to_contain_text(
        "2 changes wait to be sent. Signing out deletes what has not been sent."
    )
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    assert page.evaluate("indexedDB.databases()") == []
