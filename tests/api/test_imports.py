"""Files that become armies by a job."""

import json

import pytest

from armybuilder.armies.models import Army, ImportJob
from armybuilder.interchange import importing
from armybuilder.jobs import running

pytestmark = pytest.mark.django_db


def test_a_large_file_is_read_by_a_job_and_becomes_an_army(writer, reader, stranger, monkeypatch):
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(running, "begin", lambda job: running.run(type(job), job.pk))
    foreign = b"<roster gameSystemName='MBT 2020'><forces><force name='A'><selections><selection name='Challenger 2'/>"
    foreign += b"</selections></force></forces></roster>"
    made = writer("POST", "/armies", foreign, content_type="application/xml").json()
    assert [line["place"] for line in made["report"]] == ["“Challenger 2”"]
    several = "\N{BOM}" + json.dumps({"armies": [made["army"], made["army"]]})
    for wrong in (b"<!DOCTYPE a><roster/>", several.encode()):
        refused = writer("POST", "/armies", wrong, content_type="application/octet-stream")
        assert (refused.status_code, len(refused.json()["errors"])) == (422, 1)

    ImportJob.objects.all().delete()
    monkeypatch.setattr(running, "begin", lambda job: None)
    begun = writer("POST", "/armies", foreign, content_type="application/xml", Prefer="respond-async")
    job = ImportJob.objects.get()
    assert (begun.status_code, begun.headers["Location"]) == (202, f"/api/v1/imports/{job.pk}")
    place = f"/imports/{job.pk}"
    assert begun.json() == reader("GET", place).json() == {"job": job.pk, "state": "waiting", "problem": ""}
    assert [ask("POST", place).status_code for ask in (writer, reader, stranger)] == [409, 403, 404]
    running.run(ImportJob, job.pk)
    assert reader("GET", place).json()["state"] == "done"
    later = writer("POST", place)
    assert (later.status_code, later.json()["report"], later.json()["army"]) == (201, made["report"], made["army"])
    assert later.headers["Location"] == f"/api/v1/armies/{later.json()['id']}"
    assert writer("POST", place).status_code == 404
    assert Army.objects.count() == 2


def test_a_file_sent_again_with_its_key_makes_one_job_and_one_army(writer, monkeypatch):
    monkeypatch.setattr("armybuilder.api.armies.is_large", lambda content: True)
    monkeypatch.setattr(running, "begin", lambda job: None)
    headers = {"Idempotency_Key": "a-key-of-this-program"}
    sent = "/armies", json.dumps({"ruleset": "mbt2020"}).encode(), "application/octet-stream"
    begun = [writer("POST", *sent, Prefer="respond-async", **headers) for _ in range(2)]
    job = ImportJob.objects.get()
    assert [each.headers["Location"] for each in begun] == [f"/api/v1/imports/{job.pk}"] * 2
    running.run(ImportJob, job.pk)
    made = [writer("POST", f"/imports/{job.pk}", **headers) for _ in range(2)]
    assert [each.status_code for each in made] == [201, 303]
    assert {each.headers["Location"] for each in made} == {f"/api/v1/armies/{Army.objects.get().pk}"}


@pytest.mark.parametrize("large", [False, True], ids=["at once", "by a job"])
def test_a_file_that_fits_two_games_is_read_as_the_one_named(writer, monkeypatch, large):
    if large:
        monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(running, "begin", lambda job: running.run(type(job), job.pk))
    tie = b"1 Captain\n1 Ajax\n"
    asked = writer("POST", "/armies", tie, "application/octet-stream")
    assert asked.status_code == 422
    (problem,) = asked.json()["errors"]
    assert problem["path"] == "game"
    assert "Send it again with “?game=mbt2020” or “?game=warstrike”" in problem["message"]
    assert not Army.objects.exists()
    made = writer("POST", "/armies?game=warstrike", tie, "application/octet-stream")
    assert (made.status_code, made.json()["army"]["ruleset"]) == (201, "warstrike")
    assert [line["place"] for line in made.json()["report"] if line["left_out"]] == ["1 Ajax"]
    wrong = writer("POST", "/armies?game=chess", tie, "application/octet-stream")
    assert (wrong.status_code, [each["path"] for each in wrong.json()["errors"]]) == (422, ["game"])


def test_the_reading_of_a_file_is_stopped(writer, monkeypatch):
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(running, "begin", lambda job: None)
    place = writer("POST", "/armies", b"Game\nmbt2020", "text/csv", Prefer="respond-async").headers["Location"]
    place = place.removeprefix("/api/v1")
    assert (writer("DELETE", place).status_code, writer("GET", place).json()["state"]) == (204, "cancelled")
    assert writer("POST", place).status_code == 409
