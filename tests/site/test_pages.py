import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

import armybuilder
from armybuilder import urls
from armybuilder.site import pages
from armybuilder.site.pages import ERRORS, error_page, read_number

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("visitor", "queries"), [("anonymous", 0), ("player", 2), ("staff", 2)])
def test_home_answers_everybody_with_no_query_but_for_who_it_is(client, visitor, queries, django_assert_num_queries):
    if visitor != "anonymous":
        client.force_login(User.objects.create_user(visitor, is_staff=visitor == "staff"))
    with django_assert_num_queries(queries):
        response = client.get("/")
    assert response.status_code == 200
    assert "<h1>Build an army, check it, print it</h1>" in response.text


def test_home_lists_every_game(client, pebbles):
    games = client.get("/").context["games"]
    assert pebbles in games
    assert client.get("/").text.count('<li class="sheet home-game"') == len(games)


def test_home_is_only_read(client):
    assert client.post("/").status_code == 405


@pytest.mark.parametrize(
    ("cookie", "theme", "bootstrap"),
    [(None, "auto", "light"), ("light", "light", "light"), ("dark", "dark", "dark"), ('"><script>', "auto", "light")],
)
def test_page_takes_the_theme_from_the_cookie(client, cookie, theme, bootstrap):
    if cookie:
        client.cookies["theme"] = cookie
    assert f'data-theme="{theme}" data-bs-theme="{bootstrap}">\n<head>' in client.get("/").text


@pytest.mark.parametrize(
    ("back", "to"),
    [
        ("/nothing-here?a=1", "/nothing-here?a=1"),
        ("", "/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
    ],
)
def test_choosing_a_theme_sets_the_cookie_and_returns(client, back, to):
    response = client.post("/theme", {"theme": "dark", "next": back})
    assert (response.status_code, response["Location"]) == (302, to)
    cookie = response.cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("dark", True, "Lax")


def test_unknown_theme_is_refused(client):
    response = client.post("/theme", {"theme": "purple"})
    assert response.status_code == 400
    assert "theme" not in response.cookies


def test_theme_changes_by_post_only(client):
    assert client.get("/theme").status_code == 405


def test_form_without_token_is_told_so():
    response = Client(enforce_csrf_checks=True).post("/theme", {"theme": "dark"})
    assert response.status_code == 403
    assert "could not be verified" in response.text


def fail(request: HttpRequest, how: str) -> HttpResponse:
    """A view that fails as asked."""
    raise {
        "bad": BadRequest(),
        "denied": PermissionDenied(),
        "large": RequestDataTooBig(),
        "fields": TooManyFieldsSent(),
        "mistake": ZeroDivisionError(),
    }[how]


@pytest.fixture
def failing(monkeypatch, client):
    """A client that gets error pages instead of exceptions, on a site where /fail/… fails."""
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, path("fail/<how>", fail)])
    from django.urls import clear_url_caches

    clear_url_caches()
    client.raise_request_exception = False
    yield client
    clear_url_caches()


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/fail/bad", 400),
        ("/fail/denied", 403),
        ("/nothing-here", 404),
        ("/fail/large", 413),
        ("/fail/fields", 413),
        ("/fail/mistake", 500),
    ],
)
def test_errors_have_a_page_and_htmx_a_message(failing, address, status):
    title, words = ERRORS[status]

    page = failing.get(address)
    assert page.status_code == status
    assert f"<h1>{title}</h1>" in page.text
    assert words in page.text
    assert 'content="noindex"' in page.text

    part = failing.get(address, headers={"HX-Request": "true", "X-Request-ID": "seven"})
    number = " If you report it, add the number of the request: seven." if status == 500 else ""
    assert part.status_code == status
    assert part.text.startswith('<div class="alert alert-danger">')
    assert f"<p><strong>{title}.</strong> {words}{number}</p>" in part.text
    assert (part["HX-Retarget"], part["HX-Reswap"]) == ("#messages", "innerHTML")


@pytest.mark.parametrize("status", ERRORS)
def test_every_error_can_be_told_in_other_words(rf, status):
    response = error_page(rf.get("/"), status, "The <b> name is taken.")
    assert response.status_code == status
    assert "The &lt;b&gt; name is taken." in response.text
    assert pages.ERRORS[status][1] not in response.text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("07", 7),
        ("50", 50),
        ("51", None),
        ("050", None),
        ("00500", None),
        ("0001000000", None),
        ("9" * 5000, None),
        ("-1", None),
        ("+1", None),
        (" 1", None),
        ("1.0", None),
        ("1_0", None),
        ("²", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_number_is_read_whole_or_not_at_all(text, number):
    assert read_number(text, 50) == number


def test_where_no_number_will_do_none_is_read():
    assert [read_number(text, -1) for text in ("0", "1", "-1", "")] == [None] * 4


PARTS = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/search?q=tank", "/mbt2020/search?q=tank", "/mbt2020/battlefields/", "/mbt2020/calculators/engagement/"],
)
def test_an_address_that_answers_with_pages_and_parts_says_so_to_caches(client, address):
    page, part = client.get(address), client.get(address, headers=PARTS)
    assert ("<html" in page.text, "<html" in part.text) == (True, False)
    for answer in (page, part):
        varies = {each.strip() for each in answer.headers["Vary"].split(",")}
        assert varies & PARTS.keys()
    restored = {"HX-Request": "true", "HX-Request-Type": "full", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(address, headers=restored).text


def test_no_view_reads_the_headers_of_htmx_by_itself():
    """Those that do would have to name them in Vary by themselves."""
    for file in Path(armybuilder.__path__[0]).rglob("*.py"):
        if file.name != "pages.py":
            assert not re.search(r"""\.htmx\b|headers(\.get\(|\[)["']HX-Request""", file.read_text()), file
