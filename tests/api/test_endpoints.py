"""What all endpoints share: who asks, what is read, and how errors are told."""

import pytest
from django.test import Client

from armybuilder.api.models import Token, create_token
from armybuilder.catalogue.loading import load_catalogue
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db

ANSWER = "/games/pebbles/calculators/skipping/answer"


def test_a_token_is_who_asks_and_cookies_are_nobody(pebbles, person, writer, anybody):
    anybody.client.force_login(person)
    assert anybody("GET", "/games").status_code == 200
    assert "Cookie" not in anybody("GET", "/games").headers["Vary"]
    for sent in ("Bearer guessed", "Basic abc", "Bearer"):
        refused = anybody("GET", "/games", Authorization=sent)
        assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert refused.json()["errors"][0]["path"] == "Authorization"
    assert Token.objects.get().last_used is None
    assert writer("GET", "/games").status_code == 200
    assert Token.objects.get().last_used is not None
    Token.objects.all().delete()
    assert writer("GET", "/games").json()["detail"].startswith("This token is unknown or was revoked.")


def test_every_error_is_a_problem(pebbles, anybody):
    asked = {
        404: anybody("GET", "/games/chess"),
        405: anybody("PATCH", "/games"),
        413: anybody("POST", ANSWER, b"[" * 3_000_000),
        415: anybody.client.post(f"/api/v1{ANSWER}", {"question": "{}"}),
        400: anybody("GET", "/games", None, Host="evil.example"),
        422: anybody("POST", ANSWER, {"question": {"throws": "many"}}),
    }
    for status, answer in asked.items():
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
        told = answer.json()
        assert (told["status"], bool(told["title"]), bool(told["detail"])) == (status, True, True)
    assert asked[405].headers["Allow"] == "GET, HEAD"
    assert asked[422].json()["errors"][0]["path"].startswith("question.throws")


def test_limits_stand_in_headers(pebbles, anybody):
    first, second = anybody("GET", "/games"), anybody("HEAD", "/games")
    assert (second.status_code, second.content) == (200, b"")
    told = [[each.headers[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")] for each in (first, second)]
    assert told == [["600", "599", "20"], ["600", "598", "20"]]
    while (last := anybody("POST", f"{ANSWER}s", {"questions": []})).status_code == 200:
        pass
    assert (last.status_code, last.headers["Retry-After"], last.headers["RateLimit-Remaining"]) == (429, "20", "0")


def test_an_address_that_names_nothing_says_which_word_of_it(pebbles, anybody):
    for method, path, place, right in (
        ("GET", "/games/chess", "game", "pebbles"),
        ("POST", "/games/chess/check", "game", "pebbles"),
        ("GET", "/pictures/maps/chess.png", "game", "pebbles"),
        ("POST", "/games/pebbles/calculators/flying/answer", "calculator", "skipping"),
        ("GET", "/games/pebbles/catalogue/rock", "kind", "stone"),
    ):
        answer = anybody(method, path)
        told = answer.json()
        assert (answer.status_code, told["errors"][0]["path"], right in told["errors"][0]["message"]) == (
            404,
            place,
            True,
        )
    assert anybody("GET", "/games/pebbles/rules").json()["errors"] == []


def test_an_address_that_names_nothing_says_which_word(pebbles, writer):
    army = f"/armies/{writer('POST', '/armies', {'ruleset': 'pebbles'}).json()['id']}"
    for method, path, place in (
        ("GET", "/armies/nothing", "address"),
        ("GET", "/armies/nothing/revisions/1", "address"),
        ("GET", f"{army}/revisions/2", "number"),
        ("GET", f"{army}/revisions/{'9' * 40}", "number"),
        ("DELETE", f"{army}/links/nothing", "token"),
        ("GET", "/armies/nothing/documents/nothing", "address"),
        ("GET", f"{army}/documents/nothing", "job"),
        ("GET", "/imports/nothing", "job"),
        ("GET", "/shared/nothing", "token"),
        ("GET", "/games/pebbles/catalogue/stone/nothing", "key"),
        ("GET", "/matches/nothing", "address"),
        ("GET", "/battles/nothing", "address"),
        ("GET", "/pictures/cards/nothing/u1.svg", "key"),
        ("GET", f"/pictures/cards/{army.rpartition('/')[2]}/nobody.svg", "unit"),
    ):
        told = writer(method, path).json()
        assert (path, told["status"], [each["path"] for each in told["errors"]]) == (path, 404, [place])


HOSTILE = {
    "brackets": b"[" * 200_000,
    "deep objects": b'{"question":' * 100_000,
    "not a number": b'{"question": {"throws": NaN}}',
    "digits": b'{"question": {"throws": ' + b"9" * 5000 + b"}}",
    "large number": b'{"question": {"throws": 99999999999999999999}}',
    "ten megabytes": b" " * 10_000_000,
    "no text": b"\xff\xfe",
    "half a character": b'{"question": "\\ud800"}',
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "wrong types": b'{"question": {"throws": [{}]}, "house": 7}',
    "long key": b'{"' + b"k" * 1_000_000 + b'": 1}',
}


def test_hostile_bodies_are_refused(pebbles, anybody):
    for name, body in HOSTILE.items():
        for path in (ANSWER, f"{ANSWER}s", "/games/pebbles/check"):
            refused = anybody("POST", path, body)
            assert 400 <= refused.status_code < 500, (name, path)
            assert refused.json()["errors"][0].keys() == {"path", "message", "rule"}, (name, path)
            assert refused.headers["Content-Type"] == "application/problem+json", (name, path)
            assert len(refused.content) < 5_000, (name, path)


def test_a_token_that_may_read_does_not_let_change(person):
    token, secret = create_token(person, "Reader", Token.Scope.READ)
    assert (token.may_write, Program(secret)("GET", "/games").status_code) == (False, 200)


def test_unknown_words_of_a_query_are_refused(anybody):
    for path, known in (
        ("/games?colour=red", "none"),
        ("/games/mbt2020/calculators/engagement?army.owm=x", "army.opposing, army.own"),
        ("/games/mbt2020/catalogue/troop_type?colour=red", ""),
        ("/games/mbt2020/check?dry=1", "none"),
    ):
        refused = anybody("POST" if "check" in path else "GET", path, {})
        assert refused.status_code == 422, path
        (error,) = refused.json()["errors"]
        assert error["path"] == path.partition("?")[2].partition("=")[0]
        assert known in error["message"]


@pytest.mark.parametrize("question", [None, [], 7, "red"])
def test_a_question_is_an_object(anybody, question):
    refused = anybody("POST", "/games/mbt2020/calculators/engagement/answer", {"question": question})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "question")


def test_pages_of_other_sites_may_read_and_ask_without_cookies():
    origin = {"Origin": "https://forum.example.org"}
    asked = Client().get("/api/v1/games", headers=origin)
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in asked.headers
    wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}
    path = "/api/v1/games/mbt2020/calculators/engagement/answer"
    allowed = Client().options(path, headers=origin | wanted)
    assert (allowed.status_code, "POST" in allowed.headers["Access-Control-Allow-Methods"]) == (200, True)
    assert {"authorization", "content-type"} <= set(allowed.headers["Access-Control-Allow-Headers"].split(", "))
    assert "Access-Control-Allow-Origin" not in Client().get("/", headers=origin).headers


def test_a_page_of_a_list_links_to_the_next(anybody):
    load_catalogue()
    address, read = "/games/mbt2020/catalogue/troop_type?size=30", 0
    while address:
        page = anybody("GET", address)
        read += len(page.json()["entries"])
        link = page.headers.get("Link", "")
        assert not link or link.endswith('; rel="next"')
        address = link.partition("/api/v1")[2].partition(">")[0]
    assert read == page.json()["count"] > 60


KEY = "8a6d2e0c-2f6b-4f7e-9c55-0f4f8c1f5a01"


def test_what_is_sent_again_with_its_key_creates_nothing(army, writer, stranger):
    """Of every endpoint that creates: an army, one of a file, a link, and an army of an import."""
    for path, body in (("/armies", army["army"]), (f"/armies/{army['id']}/links", {"frozen": True})):
        first, again = (writer("POST", path, body, Idempotency_Key=KEY) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 303)
        assert first.headers["Location"] == again.headers["Location"]
        found = writer("GET", again.headers["Location"].removeprefix("/api/v1")).json()
        assert found == {name: value for name, value in first.json().items() if name != "report"}
        assert "Set-Cookie" not in again.headers
    assert len(writer("GET", f"/armies/{army['id']}/links").json()["links"]) == 1
    assert stranger("POST", "/armies", army["army"], Idempotency_Key=KEY).status_code == 201, "somebody else"
    assert len(writer("GET", "/armies").json()["armies"]) == 2


def test_a_key_with_other_content_is_refused_and_creates_nothing(army, writer):
    links = f"/armies/{army['id']}/links"
    for path, body, change in (
        ("/armies", army["army"], {"name": "Other"}),
        (links, {"frozen": True}, {"notes": True}),
    ):
        made = writer("POST", path, body, Idempotency_Key=KEY).headers["Location"]
        refused = writer("POST", path, {**body, **change}, Idempotency_Key=KEY)
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "Idempotency-Key")
        assert writer("POST", path, body, Idempotency_Key=KEY).headers["Location"] == made
    assert len(writer("GET", "/armies").json()["armies"]) == 2
    assert len(writer("GET", f"/armies/{army['id']}/links").json()["links"]) == 1


def test_a_key_that_could_be_guessed_is_refused(army, writer):
    refused = writer("POST", "/armies", army["army"], Idempotency_Key="1")
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "Idempotency-Key")
    assert len(writer("GET", "/armies").json()["armies"]) == 1


def test_a_request_that_was_refused_can_be_sent_again_with_its_key(army, writer, monkeypatch):
    monkeypatch.setattr("armybuilder.api.imports.MAX_ARMIES", 1)
    assert writer("POST", "/armies", army["army"], Idempotency_Key=KEY).status_code == 409
    monkeypatch.undo()
    assert writer("POST", "/armies", army["army"], Idempotency_Key=KEY).status_code == 201
