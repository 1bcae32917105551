import errno
import json
import sqlite3

import psycopg
import pytest
from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import clear_url_caches, path, reverse

from armybuilder import urls
from armybuilder.armies.models import Army, Revision
from armybuilder.site.errors import (
    ERRORS,
    error_page,
    is_database_away,
    is_for_programs,
    is_write_failure,
    optional_writes,
    problem_response,
)
from rulesets.core.declarations.problems import Problem
from tests.armies.conftest import make_army  # noqa: F401 (a fixture)
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db

FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def army(make_army):  # noqa: F811
    return make_army()


@pytest.mark.django_db(transaction=True)
def test_where_the_disk_is_full_reading_goes_on(army, full_disk):
    alice = browser_of(ALICE)
    pages = ("/", "/armies/", "/armies/?q=flint", army.get_absolute_url(), reverse("matches:list"))
    answers = {page: alice.get(page).status_code for page in (*pages, "/mbt2020/calculators/engagement/")}
    assert answers == dict.fromkeys(answers, 200)


def test_where_the_disk_is_full_writing_is_refused_in_words(army, full_disk):
    answer = browser_of(ALICE).post(f"{army.get_absolute_url()}edits/copy-unit", {"head": 1, "unit": "u2"})
    assert answer.status_code == 503
    assert "Nothing can be saved at the moment" in answer.text
    assert "you can still read everything" in answer.text
    assert (Revision.objects.count(), Army.objects.get().head) == (1, 1)


def test_a_view_without_a_limit_refuses_in_words_too(army, full_disk):
    assert browser_of(ALICE).post(f"{army.get_absolute_url()}delete").status_code == 503


def test_with_htmx_the_refusal_is_a_message(army, full_disk):
    address = f"{army.get_absolute_url()}edits/copy-unit"
    answer = browser_of(ALICE).post(address, {"head": 1, "unit": "u2"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (503, "#messages")


@pytest.mark.parametrize(
    ("error", "is_that"),
    [
        (FULL, True),
        (OSError(errno.EROFS, "Read-only file system"), True),
        (OperationalError("database or disk is full"), True),
        (OperationalError("attempt to write a readonly database"), True),
        (OperationalError('could not extend file "base/1/2": No space left on device'), True),
        (PermissionError(errno.EACCES, "Permission denied"), True),
        (OperationalError("no such table: armies_army"), False),
        (FileNotFoundError(errno.ENOENT, "No such file"), False),
        (ValueError("disk is full"), False),
    ],
)
def test_only_what_cannot_be_stored_is_told_so(error, is_that):
    assert is_write_failure(error) == is_that


def test_without_the_database_pages_and_programs_answer_in_words(army, monkeypatch):
    away = OperationalError("connection refused")
    away.__cause__ = psycopg.OperationalError("connection refused")

    def fail(*args, **kwargs):
        raise away

    alice = browser_of(ALICE)
    alice.cookies["sessionid"] = "a" * 32
    addresses = ("/", "/armies/", army.get_absolute_url(), f"/api/v1/armies/{army.pk}", "/admin/")
    with monkeypatch.context() as patch:
        patch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", fail)
        answers = [alice.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [503] * len(addresses)
    assert ["database does not answer" in answer.text for answer in answers] == [True] * len(addresses)
    assert ["sessionid" in answer.cookies for answer in answers] == [False] * len(addresses), "nobody is signed out"


def test_only_a_database_that_does_not_answer_is_told_so():
    def caused(kind):
        error = OperationalError("words")
        error.__cause__ = kind("words")
        return error

    away = (psycopg.OperationalError, psycopg.errors.AdminShutdown, psycopg.errors.DeadlockDetected)
    assert [is_database_away(caused(kind)) for kind in away] == [True] * 3
    assert is_database_away(InterfaceError("the connection is closed"))
    assert is_database_away(OperationalError("database is locked"))
    others = (caused(sqlite3.OperationalError), OperationalError("no such table: armies_army"), ValueError("locked"))
    assert [is_database_away(error) for error in others] == [False] * 3


def test_other_errors_are_not_passed_over():
    with pytest.raises(OperationalError, match="no such table"), optional_writes():
        raise OperationalError("no such table: armies_army")


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
    assert ('id="missing-text"' in page.text) == (status == 404)

    part = failing.get(address, headers={"HX-Request": "true", "X-Request-ID": "seven"})
    number = " If you report it, include this request number: seven." if status == 500 else ""
    assert part.status_code == status
    assert part.text.startswith('<div class="alert alert-danger">')
    assert f"<p><strong>{title}.</strong> {words}{number}</p>" in part.text
    assert (part["HX-Retarget"], part["HX-Reswap"]) == ("#messages", "innerHTML")


@pytest.mark.parametrize("status", ERRORS)
def test_every_error_can_be_told_in_other_words(rf, status):
    response = error_page(rf.get("/"), status, "The <b> name is taken.")
    assert response.status_code == status
    assert "The &lt;b&gt; name is taken." in response.text
    assert ERRORS[status][1] not in response.text


def test_a_problem_has_its_places_with_their_rules():
    places = [Problem("house.wet", "choose \ud800"), Problem("", "all of it")]
    answer = problem_response(412, "Too late.", places, {"house.wet": "P-2"}, current=3)
    assert (answer.status_code, answer.headers["Content-Type"]) == (412, "application/problem+json")
    assert json.loads(answer.content) == {
        "type": "about:blank",
        "title": "Precondition Failed",
        "status": 412,
        "detail": "Too late.",
        "errors": [
            {"path": "house.wet", "message": "choose \\ud800", "rule": "P-2"},
            {"path": "body", "message": "all of it", "rule": None},
        ],
        "current": 3,
    }


def test_programs_ask_below_one_address():
    assert [is_for_programs(RequestFactory().get(path)) for path in ("/api/v1/x", "/apiary/", "/")] == [
        True,
        False,
        False,
    ]
