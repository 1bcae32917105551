"""Documents for programs."""

import time

import pytest

from armybuilder.jobs import running
from armybuilder.printing.models import PrintJob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def path(pebbles, writer) -> str:
    """Where the documents of an army are ordered."""
    return f"/armies/{writer('POST', '/armies', {'ruleset': 'pebbles', 'name': 'Shore'}).json()['id']}/documents"


ROSTER = {"cards": False, "qrs": False}


def test_a_document_comes_at_once_or_as_a_job(path, writer, stranger):
    pdf = writer("POST", path, ROSTER)
    assert (pdf.status_code, pdf.headers["Content-Type"], pdf.content[:5]) == (200, "application/pdf", b"%PDF-")
    assert PrintJob.objects.count() == 0
    begun = writer("POST", path, ROSTER, Prefer="respond-async")
    job = begun.json()
    place = begun.headers["Location"].removeprefix("/api/v1")
    assert (begun.status_code, job["file"], place) == (202, None, f"{path}/{job['job']}")
    until = time.monotonic() + 60
    while (told := writer("GET", place).json())["state"] in ("waiting", "running") and time.monotonic() < until:
        time.sleep(0.05)
    assert (told["state"], told["printed"], told["file"]) == ("done", told["pages"], f"/api/v1{place}/file")
    fetched = writer("GET", f"{place}/file")
    assert b"".join(fetched.streaming_content)[:5] == b"%PDF-"
    assert stranger("GET", place).status_code == stranger("GET", f"{place}/file").status_code == 404


def test_a_document_ordered_again_with_its_key_is_the_same(path, writer):
    ordered = [writer("POST", path, ROSTER, Idempotency_Key="a-key-of-this-program") for _ in range(2)]
    assert ordered[0].content[:5] == b"%PDF-"
    assert ordered[0].content == ordered[1].content
    assert PrintJob.objects.count() == 1


def test_what_cannot_be_printed_is_told_with_its_place(path, writer, monkeypatch):
    for wrong, place in (({"paper": "a7"}, "paper"), ({"scope": "x"}, "scope")):
        refused = writer("POST", path, wrong)
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, place)
    monkeypatch.setattr(running, "MAX_UNFINISHED_JOBS", 0)
    busy = writer("POST", path, ROSTER)
    assert (busy.status_code, busy.headers["Content-Type"]) == (503, "application/problem+json")


def test_a_job_is_stopped_by_who_may_change_things(path, writer, reader, monkeypatch):
    monkeypatch.setattr(running, "begin", lambda job: None)
    place = f"{path}/{writer('POST', path, ROSTER, Prefer='respond-async').json()['job']}"
    refused = reader("DELETE", place)
    assert (refused.status_code, refused.json()["detail"][:24]) == (403, "This token is read-only.")
    assert writer("GET", place).json()["state"] == "waiting"
    assert writer("DELETE", place).status_code == 204
    assert writer("GET", place).json()["state"] == "cancelled"
