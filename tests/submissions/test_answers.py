"""Pages that answer a form are there after Back, and sent again create nothing twice."""

import re
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from armybuilder.armies.models import Army
from armybuilder.submissions.answers import form_context, keep_answers
from rulesets.core.ruleset import AnyRuleset

FORM_ID = "A" * 22
NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"
KEPT = "max-age=0, no-cache, must-revalidate, private"
PILE = "Flint 3\nFlint"


def test_no_empty_header_is_left():
    def respond(_: HttpRequest) -> HttpResponse:
        return HttpResponse("", headers={"Vary": "Cookie", "Cache-Control": "no-store"})

    answer = keep_answers(respond)(RequestFactory().post("/"))
    assert (answer.headers["Cache-Control"], "Vary" in answer.headers) == ("private", False)


@pytest.mark.parametrize(
    ("method", "status", "content", "control", "kept", "varies"),
    [
        ("POST", 200, "text/html; charset=utf-8", NEVER, KEPT, "HX-Request"),
        ("POST", 422, "text/html", NEVER, KEPT, "HX-Request"),
        ("POST", 201, "text/html", NEVER, NEVER, "HX-Request, Cookie"),
        ("POST", 200, "application/json", NEVER, NEVER, "HX-Request, Cookie"),
        ("GET", 200, "text/html", NEVER, NEVER, "HX-Request, Cookie"),
        ("POST", 200, "text/html", "private", "private", "HX-Request"),
        ("POST", 200, "text/html", None, "private", "HX-Request"),
    ],
)
def test_only_pages_that_answer_forms_are_kept(method, status, content, control, kept, varies):
    def respond(request: HttpRequest) -> HttpResponse:
        headers = {"Vary": "HX-Request, Cookie"} | ({"Cache-Control": control} if control else {})
        return HttpResponse("", content_type=content, status=status, headers=headers)

    answer = keep_answers(respond)(RequestFactory().generic(method, "/"))
    assert (answer.headers.get("Cache-Control"), answer.headers["Vary"]) == (kept, varies)


def test_a_page_has_the_id_of_the_form_that_it_answers():
    requests = RequestFactory()
    assert form_context(requests.post("/", {"submission": FORM_ID})) == {"submission": FORM_ID}
    assert form_context(requests.post("/", {"submission": "1"})) == {}
    assert form_context(requests.get("/", {"submission": FORM_ID})) == {}


def form_on(page: Any) -> dict[str, str]:
    """The fields of the form that saves the army of a preview."""
    (form_id,) = re.findall(r'name="submission" value="([^"]+)"', page.text)
    (text,) = re.findall(r'name="text"[^>]*>([^<]+)<', page.text)
    return {"submission": form_id, "text": text.replace("&quot;", '"'), "store": "1"}


@pytest.mark.django_db
def test_an_import_saved_again_after_back_or_reload_is_one_army(alice: Client, pebbles: AnyRuleset) -> None:
    sent = {"submission": FORM_ID, "text": '{"ruleset": "pebbles", "name": "Shore"}'}
    preview, again = alice.post("/armies/import", sent), alice.post("/armies/import", sent)
    assert preview.status_code == 200
    assert form_on(preview) == form_on(again)
    places = {alice.post("/armies/import", form_on(page))["Location"] for page in (preview, again, preview)}
    assert places == {Army.objects.get().get_absolute_url()}
    # Whoever imports the file once more means another army.
    other = alice.post("/armies/import", {**sent, "submission": "B" * 22})
    assert alice.post("/armies/import", form_on(other))["Location"] not in places
