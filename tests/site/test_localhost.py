"""The machine itself is called localhost, where passkeys work; nobody else is sent there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from armybuilder.site.claims import COOKIE
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
FIGURES = {"Host": "127.0.0.1:8000"}


@pytest.fixture(autouse=True)
def _hosts_as_they_are_by_default(settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    settings.HOST_PORTS = {"8000", "81"}


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("127.0.0.1:8000", "http://localhost:8000/armies/?q=tanks%20%26"),
        ("127.0.0.1", "http://localhost/armies/?q=tanks%20%26"),
        ("[::1]:81", "http://localhost:81/armies/?q=tanks%20%26"),
    ],
)
def test_a_browser_at_the_figures_is_sent_to_the_name(host, there):
    answer = Client().get("/armies/?q=tanks%20%26", headers={"Host": host, **BROWSER})
    assert (answer.status_code, answer.headers["Location"]) == (302, there)


@pytest.mark.parametrize(
    "request_of",
    [
        {**FIGURES, "Accept": "*/*"},
        FIGURES,
        {**FIGURES, **BROWSER, "X-Forwarded-For": "203.0.113.7"},
        {**BROWSER, "Host": "localhost:8000"},
    ],
)
def test_programs_proxies_and_the_name_itself_are_answered(request_of):
    assert Client().get("/", headers=request_of).status_code == 200


def test_what_is_sent_is_not_sent_on():
    assert Client().post("/theme", {"theme": "dark"}, headers={**FIGURES, **BROWSER}).headers["Location"] == "/"


def test_who_keeps_armies_at_the_figures_stays_there():
    alice = browser_of(ALICE)
    assert alice.cookies[COOKIE].value
    assert alice.get("/armies/", headers={**FIGURES, **BROWSER}).status_code == 200


def test_no_browser_is_sent_to_a_name_that_is_not_served(settings):
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    assert Client().get("/", headers={**FIGURES, **BROWSER}).status_code == 200


def test_with_https_nobody_is_sent_to_plain_http(settings):
    settings.HTTPS = True
    assert Client().get("/", headers={**FIGURES, **BROWSER}).status_code == 200


@pytest.mark.parametrize(
    ("listens", "told"),
    [
        ({}, "http://localhost:8000"),
        ({"HOST": "0.0.0.0", "PORT": "81"}, "http://localhost:81"),
        ({"HOST": "192.0.2.7"}, "http://192.0.2.7:8000"),
    ],
)
def test_the_server_tells_the_name(listens, told):
    code = "from armybuilder import server; print(f'http://{server.name()}:{server.PORT}')"
    bare = {name: value for name, value in os.environ.items() if name not in ("HOST", "PORT")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=bare | listens,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{told}\n"
