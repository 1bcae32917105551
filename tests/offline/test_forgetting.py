"""What signing out leaves on a device."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

PASSWORD = "a long word of four"


@pytest.mark.django_db
def test_signing_out_has_the_browser_clear_what_it_keeps(client: Client) -> None:
    client.force_login(User.objects.create_user("alice"))
    assert "Clear-Site-Data" not in client.get("/").headers
    assert client.post("/account/logout/").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in client.post("/account/logout/").headers


@pytest.mark.django_db
def test_what_was_kept_for_another_user_is_cleared_when_somebody_else_signs_in(client: Client) -> None:
    for name in ("alice", "bob"):
        User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    cleared = []
    for name in ("alice", "alice", "bob", "bob"):
        client.cookies.pop("sessionid", None)
        answer = client.post("/account/login/", {"login": f"{name}@example.org", "password": PASSWORD})
        assert answer.status_code == 302
        cleared.append(answer.headers.get("Clear-Site-Data"))
    assert cleared == [None, None, '"cache", "storage"', None]
