"""Files that take a while to read: by a job, whose page ends at what the file holds."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army, ImportJob
from armybuilder.armies.revisions import load_head
from armybuilder.interchange import importing, text_units
from armybuilder.interchange.army_files import write_army
from armybuilder.interchange.army_tables import write_army_csv, write_army_workbook
from armybuilder.interchange.battlescribe.rosters import write_packed_roster
from armybuilder.interchange.importing import is_large, read_file
from armybuilder.jobs import running
from armybuilder.jobs.models import HEARTBEAT_TIMEOUT
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import Unit, add_group
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db(transaction=True)
State = ImportJob.State


@pytest.fixture
def crowd(pebbles, monkeypatch: pytest.MonkeyPatch) -> LoadedArmy:
    """An army of so many units that its tables are large, as this test has it."""
    monkeypatch.setattr(importing, "LARGE", 50_000)
    monkeypatch.setattr(importing, "MAX_BYTES", 400_000)
    units = tuple(Unit("", pebbles.unit(), f"Number {number} of a long row") for number in range(1000))
    return LoadedArmy(pebbles, add_group(pebbles.new_force("Crowd"), "Pile", pebbles.group(), units))


def sent(content: bytes) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("army", content)}


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the queue is begun, and no page waits for it."""
    monkeypatch.setattr(running, "begin", lambda job: None)
    monkeypatch.setattr(importing, "PATIENCE", 0.0)


def test_files_are_large_by_what_they_unpack_to(crowd, pebbles):
    small = LoadedArmy(pebbles, pebbles.demo())
    for write in (write_army_workbook, write_packed_roster, lambda loaded: write_army_csv(loaded).encode()):
        assert (is_large(write(small)), is_large(write(crowd))) == (False, True)
    assert len(write_army_workbook(crowd)) < importing.LARGE
    text = write_army(crowd.force)
    assert len(text) > importing.LARGE
    assert not is_large(text.encode())
    assert is_large(json.dumps({"armies": [json.loads(text)] * 9}).encode())
    assert not is_large(b"PK\x03\x04 broken")


def test_the_job_of_a_large_file_ends_at_the_preview(crowd, queued):
    alice, content = browser_of(ALICE), write_army_workbook(crowd)
    answer = alice.post("/armies/import", sent(content))
    job = ImportJob.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/armies/import/{job.pk}")
    waiting = alice.get(f"/armies/import/{job.pk}").text
    assert "The file is being read" in waiting
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert browser_of(BOB).get(f"/armies/import/{job.pk}").status_code == 404
    assert Client().get(f"/armies/import/{job.pk}").status_code == 404
    running.run(ImportJob, job.pk)
    polled = alice.get(f"/armies/import/{job.pk}", headers={"HX-Request": "true"})
    assert polled.headers["HX-Refresh"] == "true"
    page = alice.get(f"/armies/import/{job.pk}")
    assert page.context["loaded"].force.name == "Crowd"
    assert json.loads(page.context["text"]) == encode_force(crowd.force)
    assert not Army.objects.exists()
    alice.post("/armies/import", {"text": page.context["text"], "store": "1"})
    assert load_head(Army.objects.get()).force == crowd.force
    assert bytes(ImportJob.objects.get().content) == b""


def test_a_large_file_that_is_read_soon_is_shown_at_once(crowd, monkeypatch):
    monkeypatch.setattr(importing, "PATIENCE", 60.0)
    page = browser_of(ALICE).post("/armies/import", sent(write_army_csv(crowd).encode()))
    assert (page.status_code, page.context["loaded"].unit_count) == (200, 1000)
    assert not ImportJob.objects.exists()


def test_faults_of_a_large_file_are_told_as_for_a_small_one(crowd, queued, pebbles):
    alice = browser_of(ALICE)
    several = [encode_force(crowd.force)] * 8 + [{"ruleset": "chess"}]
    for content in (b"a,b\n" + b"1,2\n" * importing.LARGE, json.dumps({"armies": several}).encode()):
        alice.post("/armies/import", sent(content))
        job = ImportJob.objects.get()
        running.run(ImportJob, job.pk)
        page = alice.get(f"/armies/import/{job.pk}")
        assert ImportJob.objects.get().report == read_file(content)
        job.remove()
        if "armies" in page.context:
            assert [each.get("title") for each in page.context["armies"]] == [*["Crowd"] * 8, None]
        else:
            assert (page.status_code, "Nothing was saved" in page.text) == (400, True)


def test_a_large_file_that_fits_two_games_is_read_as_the_one_chosen(queued, monkeypatch):
    monkeypatch.setattr(importing, "LARGE", 0)
    alice = browser_of(ALICE)
    address = alice.post("/armies/import", sent(b"1 Captain\n1 Ajax\n")).headers["Location"]
    first = ImportJob.objects.get()
    running.run(ImportJob, first.pk)
    asked = alice.get(address)
    assert asked.status_code == 400
    assert re.findall(r'name="game" value="([^"]*)"', asked.text) == ["mbt2020", "warstrike"]
    assert re.findall(r'game-question" method="post" action="([^"]*)"', asked.text) == [f"{address}/game"]
    assert browser_of(BOB).post(f"{address}/game", {"game": "warstrike"}).status_code == 404
    assert alice.post(f"{address}/game", {"game": "pebbles"}).status_code == 404
    chosen = alice.post(f"{address}/game", {"game": "warstrike"})
    assert chosen.status_code == 303
    running.run(ImportJob, ImportJob.objects.exclude(pk=first.pk).get().pk)
    page = alice.get(chosen.headers["Location"])
    assert (page.context["ruleset"].slug, [each.place for each in page.context["lost"]]) == ("warstrike", ["1 Ajax"])
    assert not Army.objects.exists()


def test_a_job_is_stopped_begun_again_and_given_up_as_printings_are(crowd, queued, monkeypatch):
    alice = browser_of(ALICE)
    address = alice.post("/armies/import", sent(write_army_workbook(crowd))).headers["Location"]
    job = ImportJob.objects.get()
    ImportJob.objects.update(state=State.RUNNING, starts=1, heard=timezone.now() - 2 * HEARTBEAT_TIMEOUT)
    running.restart_interrupted()
    job.refresh_from_db()
    assert job.state == State.WAITING
    ImportJob.objects.update(
        state=State.RUNNING, starts=running.MAX_STARTS, heard=timezone.now() - 2 * HEARTBEAT_TIMEOUT
    )
    running.restart_interrupted()
    assert "The import was interrupted several times. Please try again." in alice.get(address).text
    ImportJob.objects.update(state=State.WAITING, problem="")
    assert alice.post(f"{address}/cancel").status_code == 303
    assert "Nothing was saved" in alice.get(address).text
    running.run(ImportJob, job.pk)
    job.refresh_from_db()
    assert (job.state, job.report) == (State.CANCELLED, {})


def test_a_job_refuses_a_text_that_takes_too_long(queued, monkeypatch):
    monkeypatch.setattr(importing, "LARGE", 0)
    monkeypatch.setattr(text_units, "MAX_SECONDS", -1.0)
    alice = browser_of(ALICE)
    address = alice.post("/armies/import", sent(b"8 Challenger 2\n1 Ajax\n")).headers["Location"]
    running.run(ImportJob, ImportJob.objects.get().pk)
    page = alice.get(address)
    assert (page.status_code, "takes too long to read" in page.text) == (400, True)
    assert not Army.objects.exists()


def test_one_person_has_a_few_imports_at_once(crowd, queued):
    alice, content = browser_of(ALICE), write_army_workbook(crowd)
    answers = [alice.post("/armies/import", sent(content)).status_code for _ in range(running.MAX_PER_PERSON + 1)]
    assert answers == [303] * running.MAX_PER_PERSON + [429]


def test_a_large_file_sent_twice_is_read_by_one_job(crowd, queued) -> None:
    browser = browser_of(ALICE)
    (form_id,) = re.findall(r'name="submission" value="([^"]+)"', browser.get("/armies/import").text)
    content = write_army_csv(crowd).encode()
    answers = [browser.post("/armies/import", {**sent(content), "submission": form_id}) for _ in range(2)]
    places = [each["Location"] for each in answers]
    assert places == [f"/armies/import/{ImportJob.objects.get().pk}"] * 2
