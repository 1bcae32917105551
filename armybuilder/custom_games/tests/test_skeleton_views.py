"""Data files are sent, read by a job, shown with what was not understood, and become a game."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.custom_games import skeleton_jobs
from armybuilder.custom_games.drafts import GAMES
from armybuilder.custom_games.models import CustomGame, SkeletonJob
from armybuilder.custom_games.tests.skeletons.files import SYSTEM, VALLEY, catalogue
from armybuilder.jobs import running
from armybuilder.site.processes import TooMuchToRead
from armybuilder.site.tasks import Busy
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "/your-games/data-files"
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><catalogue name="&b;"/>'


@pytest.fixture(autouse=True)
def _queued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the queue is begun, and no page waits for it."""
    monkeypatch.setattr(running, "begin", lambda job: None)
    monkeypatch.setattr(skeleton_jobs, "PATIENCE", 0.0)


def send(client: Client, *files: tuple[str, bytes]) -> str:
    """The address to which sending the files leads."""
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    answer = client.post(ADDRESS, {"sent": sent})
    assert answer.status_code == 303
    return answer.headers["Location"]


def read(client: Client, *files: tuple[str, bytes]) -> str:
    """The page about these files once they are read."""
    address = send(client, *files)
    running.run(SkeletonJob, address.rpartition("/")[2])
    return client.get(address).text


def test_files_are_read_shown_and_become_a_game() -> None:
    alice = browser_of(ALICE)
    address = send(alice, *VALLEY)
    job = SkeletonJob.objects.get()
    assert "The files are being read" in alice.get(address).text
    running.run(SkeletonJob, job.pk)
    assert alice.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    page = alice.get(address).text
    assert "Unit types: 2 entries" in page
    assert "Left out, because the file hides it: “Old Reeve”." in page
    assert not CustomGame.objects.exists()
    assert bytes(SkeletonJob.objects.get().content) == b""
    answer = alice.post(f"{address}/create", follow=True)
    game = CustomGame.objects.get()
    assert answer.redirect_chain[-1][0] == game.get_absolute_url()
    draft = GAMES.load_head(game)
    assert (draft.title, draft.problems) == ("Brass Valley", ())


def test_only_its_visitor_sees_a_job_and_creates_its_game() -> None:
    address = send(browser_of(ALICE), *VALLEY)
    running.run(SkeletonJob, SkeletonJob.objects.get().pk)
    for stranger in (browser_of(BOB), Client()):
        assert stranger.get(address).status_code == 404
        assert stranger.post(f"{address}/create").status_code == 404
        assert stranger.post(f"{address}/cancel").status_code == 404


def test_a_job_that_is_not_done_makes_no_game_and_can_be_stopped() -> None:
    alice = browser_of(ALICE)
    address = send(alice, *VALLEY)
    assert alice.post(f"{address}/create").status_code == 404
    assert alice.post(f"{address}/cancel").status_code == 303
    assert "Nothing was saved" in alice.get(address).text


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([("a.cat", LAUGHS)], "a.cat: The file declares a document type"),
        ([("valley.gst", SYSTEM)], "The files have no units"),
        ([("a.cat", b"<a>" * 500)], "400 levels deep"),
        ([("notes.txt", b"words")], "notes.txt: The file is not valid XML"),
    ],
    ids=["entities", "no units", "deep", "text"],
)
def test_files_that_cannot_be_read_are_refused_in_words(files: list[tuple[str, bytes]], message: str) -> None:
    page = read(browser_of(ALICE), *files)
    assert message in page
    assert "Choose other files" in page


@pytest.mark.parametrize(("error", "message"), [(TooMuchToRead(), skeleton_jobs.TOO_MUCH), (Busy("Wait."), "Wait.")])
def test_files_that_take_too_much_are_refused_in_words(
    error: Exception, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(skeleton_jobs, "read_untrusted", refuse)
    assert message in read(browser_of(ALICE), *VALLEY)


def test_names_with_markup_are_texts() -> None:
    entry = '<selectionEntry id="a" name="&lt;script&gt;alert(1)&lt;/script&gt;" type="unit" hidden="true"/>'
    page = read(browser_of(ALICE), *VALLEY, ("b.cat", catalogue(f"<selectionEntries>{entry}</selectionEntries>")))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_no_files_are_asked_for_again() -> None:
    answer = browser_of(ALICE).post(ADDRESS)
    assert answer.status_code == 400
    assert "This field is required." in answer.text
