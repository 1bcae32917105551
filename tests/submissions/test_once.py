"""A form that is sent twice creates one thing, whoever else sends what, and however close together."""

import re
import threading
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.armies.models import Army
from armybuilder.catalogue.models import EntryRow
from armybuilder.sharing.models import Share
from armybuilder.submissions.models import Submission
from rulesets.core.ruleset import AnyRuleset
from tests.armies.conftest import _empty_desk, army, make_army
from tests.visitors import ALICE, BOB, browser_of

__all__ = ["_empty_desk", "army", "make_army"]

NEW = "/armies/new/pebbles"


def form_of(client: Client, page: str) -> dict[str, str]:
    """The id that the form of a page has."""
    (form_id,) = re.findall(r'name="submission" value="([^"]+)"', client.get(page).text)
    return {"submission": form_id}


@pytest.mark.django_db
@pytest.mark.usefixtures("pebbles")
def test_a_form_with_other_content_is_another_form(alice: Client) -> None:
    form = form_of(alice, NEW)
    assert form_of(alice, NEW) != form
    answers = [alice.post(NEW, {**form, "name": name}) for name in ("Shore", "Cliff", "Shore")]
    assert [each.status_code for each in answers] == [302] * 3
    assert answers[0]["Location"] == answers[2]["Location"] != answers[1]["Location"]
    assert sorted(Army.objects.values_list("name", flat=True)) == ["Cliff", "Shore"]


@pytest.mark.django_db
@pytest.mark.usefixtures("pebbles")
def test_somebody_else_with_the_same_id_is_not_told_what_was_created(alice: Client, bob: Client) -> None:
    form = {**form_of(alice, NEW), "name": "Shore"}
    first, other = alice.post(NEW, form)["Location"], bob.post(NEW, form)["Location"]
    assert first != other
    assert {each.claim_hash for each in Army.objects.all()} == {ALICE.hash, BOB.hash}
    assert bob.get(first).status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("pebbles")
def test_a_visitor_owns_what_the_second_answer_leads_to(client: Client) -> None:
    form = {**form_of(client, NEW), "name": "Shore"}
    missed = Client().post(NEW, form)["Location"]
    assert client.post(NEW, form)["Location"] == missed == Army.objects.get().get_absolute_url()
    assert client.get(missed).status_code == 200
    assert Client().get(missed).status_code == 404


@pytest.mark.django_db
def test_a_form_that_was_refused_can_be_sent_again(alice: Client, army: Army, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"{army.get_absolute_url()}share/"
    form = {**form_of(alice, page), "shows": "live"}
    monkeypatch.setattr("armybuilder.sharing.links.MAX_LINKS", 0)
    assert alice.post(page, form).status_code == 409
    assert (Share.objects.count(), Submission.objects.count()) == (0, 0)
    monkeypatch.undo()
    assert alice.post(page, form).status_code == 302
    assert Share.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("pebbles")
def test_the_content_of_files_counts(alice: Client) -> None:
    page = "/pebbles/catalogue/stone/paste"
    form = {**form_of(alice, page), "store": "1"}
    answers = [
        alice.post(page, {**form, "file": SimpleUploadedFile("stones.csv", f"Name,Weight\n{name},5\n".encode())})
        for name in ("Amber", "Jet", "Amber")
    ]
    assert [each.status_code for each in answers] == [302] * 3
    assert sorted(EntryRow.objects.filter(source="own").values_list("name", flat=True)) == ["Amber", "Jet"]


@pytest.mark.django_db
@pytest.mark.usefixtures("pebbles")
def test_an_id_that_could_be_guessed_is_none(client: Client) -> None:
    answers = [client.post(NEW, {"submission": "1", "name": "Shore"}) for _ in range(2)]
    assert Army.objects.count() == 2
    assert not Submission.objects.exists()
    assert answers[0]["Location"] != answers[1]["Location"]


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        """Leave the answer as it is."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("known", [True, False], ids=["a known browser", "one without a cookie"])
def test_forms_sent_at_the_same_moment_create_one_thing(pebbles: AnyRuleset, live_server: Any, known: bool) -> None:
    """Over sockets, from as many threads: only the database stands between them."""
    client = browser_of(ALICE) if known else Client()
    form = {**form_of(client, NEW), "name": "Shore"}
    client.get("/account/login/")
    token = client.cookies["csrftoken"].value
    cookies = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())
    places: list[str] = []
    barrier = threading.Barrier(6)

    def send() -> None:
        headers = {"Cookie": cookies, "X-CSRFToken": token}
        request = Request(f"{live_server.url}{NEW}", urlencode(form).encode(), headers)
        barrier.wait()
        try:
            build_opener(_NoRedirect).open(request, timeout=60).close()
        except HTTPError as answer:
            with answer:
                places.append(f"{answer.status} {answer.headers['Location']}")

    threads = [threading.Thread(target=send) for _ in range(barrier.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert places == [f"302 {Army.objects.get().get_absolute_url()}"] * barrier.parties
