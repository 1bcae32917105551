"""What signing out leaves on a device."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.mark.django_db
def test_signing_out_has_the_browser_clear_what_it_keeps(client: Client) -> None:
    client.force_login(User.objects.create_user("alice"))
    assert "Clear-Site-Data" not in client.get("/").headers
    assert client.post("/account/logout/").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in client.post("/account/logout/").headers
