import pytest
from django.contrib.auth.models import User

from armybuilder.site.pages import read_number

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
    root = client.get("/").text.partition("<head>")[0]
    assert f'data-theme="{theme}"' in root
    assert f'data-bs-theme="{bootstrap}"' in root


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
