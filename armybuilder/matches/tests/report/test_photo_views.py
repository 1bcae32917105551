"""The photo of a game that has ended: what is taken, what is kept of it, and who sees it."""

from io import BytesIO
from typing import Any

import pikepdf
import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from lxml import html
from PIL import Image

from armybuilder.accounts.account_data import export_account, hand_over
from armybuilder.accounts.storage_limits import stored_by
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import submit
from armybuilder.matches.models import Match, ResultPhoto
from armybuilder.matches.report import photo_views
from armybuilder.matches.tests.conftest import Begin
from armybuilder.site.claims import Author, Claim
from armybuilder.site.owned import base64_of
from rulesets.core.play.matches import Event, EventKind, Verdict
from tests.armies.test_pictures import file_of
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

CAROL = Claim("the key of carol")


@pytest.fixture
def over(begin: Begin) -> Match:
    """A game that Alice has won against Bob, with a spectator."""
    match = begin()
    seat = invite(match, None)
    take(seat, Author(None, CAROL.hash), seat.invitation)
    submit(match, 0, Event("end", EventKind.END, verdict=Verdict.FIRST), both=True)
    return Match.objects.get(pk=match.pk)


def send(browser: Client, match: Match, content: bytes | None = None, **more: str) -> Any:
    file = SimpleUploadedFile("x.png", file_of() if content is None else content)
    return browser.post(f"/matches/{match.pk}/photo", {"file": file, **more})


def said(answer: Any) -> str:
    """What is said last where the photo was chosen."""
    assert answer.status_code == 302
    return str(list(get_messages(answer.wsgi_request))[-1])


def size_at(browser: Client, address: str) -> tuple[int, int]:
    answer = browser.get(address)
    assert answer.headers["Content-Type"] == "image/webp"
    return Image.open(BytesIO(answer.content)).size


def test_a_photo_is_shown_with_the_result_to_both_players(over: Match) -> None:
    alice, bob = browser_of(ALICE), browser_of(BOB)
    assert send(alice, over).headers["Location"] == f"/matches/{over.pk}/report#photo"
    address = f"/matches/{over.pk}/photo.webp?{ResultPhoto.objects.get().digest}"
    for browser in (alice, bob):
        page = html.fromstring(browser.get(f"/matches/{over.pk}/report").content)
        assert page.xpath("//section[@id='photo']//img/@src") == [address]
        (small,) = html.fromstring(browser.get("/matches/history").content).xpath("//ol//img/@src")
        assert small == f"{address}&small"
        assert f'"photo":"{address}"' in browser.get(f"/matches/{over.pk}").text.replace(": ", ":")
        assert [size_at(browser, address), size_at(browser, small)] == [(40, 30), (160, 160)]


def polled(browser: Client, match: Match, photo: str) -> Any:
    """What a phone gets that has all entries and knows the photo of that digest."""
    return browser.get(f"/matches/{match.pk}/events?since={match.head - 1}&photo={photo}")


def test_the_other_phone_learns_of_a_photo_without_an_entry(over: Match) -> None:
    alice, bob, watcher = (browser_of(each) for each in (ALICE, BOB, CAROL))
    assert polled(bob, over, "").status_code == 204
    send(alice, over)
    digest = ResultPhoto.objects.get().digest
    for browser in (alice, bob):
        told = polled(browser, over, "").json()
        assert (told["entries"], told["ending"]["photo"]) == ([], f"/matches/{over.pk}/photo.webp?{digest}")
        assert polled(browser, over, digest).status_code == 204
    assert polled(watcher, over, "").status_code == 204
    send(bob, over, file_of(50, 50))
    assert polled(alice, over, digest).json()["ending"]["photo"].endswith(ResultPhoto.objects.get().digest)
    send(bob, over, take_away="1")
    assert polled(alice, over, digest).json()["ending"]["photo"] == ""


def test_a_photo_loses_what_the_camera_says_and_becomes_smaller(over: Match) -> None:
    large = BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "Secret camera"
    Image.new("RGB", (2000, 1000)).save(large, "JPEG", exif=exif)
    assert b"Secret camera" in large.getvalue()
    send(browser_of(ALICE), over, large.getvalue())
    kept = ResultPhoto.objects.get()
    assert (kept.width, kept.height, b"Secret camera" in bytes(kept.image)) == (1280, 640, False)


def test_nobody_but_the_players_sees_changes_or_removes_it(over: Match) -> None:
    send(browser_of(ALICE), over)
    address = f"/matches/{over.pk}/photo"
    stranger, staff = browser_of(Claim("nobody's")), Client()
    staff.force_login(User.objects.create_superuser("staff"))
    visitors = {"spectator": browser_of(CAROL), "stranger": stranger, "nobody": Client(), "staff": staff}
    for name, browser in visitors.items():
        assert browser.get(f"{address}.webp").status_code == 404, name
        refused = 403 if name == "spectator" else 404
        assert send(browser, over, take_away="1").status_code == refused, name
        assert send(browser, over, file_of(50, 50)).status_code == refused, name
    watched = visitors["spectator"].get(f"/matches/{over.pk}/report").text
    assert ("photo" in watched.lower(), "Shore won" in watched) == (False, True)
    assert '"photo": ""' in visitors["spectator"].get(f"/matches/{over.pk}").text
    assert ResultPhoto.objects.get().width == 40


def test_either_player_replaces_and_removes_it(over: Match) -> None:
    alice, bob = browser_of(ALICE), browser_of(BOB)
    send(alice, over)
    send(bob, over, file_of(50, 50))
    kept = ResultPhoto.objects.get()
    assert (kept.width, kept.seat.side) == (50, 1)
    assert send(alice, over, take_away="1").status_code == 302
    assert not ResultPhoto.objects.exists()
    assert bob.get(f"/matches/{over.pk}/photo.webp").status_code == 404


def test_it_stays_when_the_other_player_corrects_the_result(over: Match) -> None:
    send(browser_of(ALICE), over)
    bob = browser_of(BOB)
    assert bob.post(f"/matches/{over.pk}/verdict", {"verdict": "draw", "note": "Too dark"}).status_code == 302
    page = html.fromstring(bob.get(f"/matches/{over.pk}/report").content)
    assert "Draw, Gems says so. Too dark" in page.text_content()
    assert len(page.xpath("//section[@id='photo']//img")) == 1


def test_a_game_that_goes_on_takes_no_photo(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    assert send(alice, match).status_code == 409
    assert 'id="photo"' not in alice.get(f"/matches/{match.pk}/report").text
    assert not ResultPhoto.objects.exists()


def test_a_photo_of_a_game_that_is_played_on_or_deleted_is_not_shown(over: Match) -> None:
    alice = browser_of(ALICE)
    send(alice, over)
    Match.objects.update(ended=False)
    assert alice.get(f"/matches/{over.pk}/photo.webp").status_code == 404
    Match.objects.update(ended=True, deleted=timezone.now())
    assert alice.get(f"/matches/{over.pk}/photo.webp").status_code == 404
    over.delete()
    assert not ResultPhoto.objects.exists()


def test_what_is_no_picture_is_said_where_it_was_chosen(over: Match) -> None:
    alice = browser_of(ALICE)
    assert said(send(alice, over, b"no picture")) == "This is not a JPEG, PNG, WebP or GIF picture."
    assert said(alice.post(f"/matches/{over.pk}/photo")) == "Choose a picture first."
    large = b"x" * 4_000_001
    assert said(send(alice, over, large)) == "The picture is larger than 4 MB. Make it smaller and upload it again."
    assert not ResultPhoto.objects.exists()


def test_a_player_adds_so_many_and_may_replace_each(over: Match, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_views, "MAX_PHOTOS", 1)
    other, alice = begin(), browser_of(ALICE)
    submit(other, 0, Event("end", EventKind.END), both=True)
    full = "You have reached the limit of 1 photos of games. Remove one first."
    assert [said(send(alice, each)) for each in (over, other)] == ["Photo saved.", full]
    assert said(send(alice, over, file_of(50, 50))) == "Photo saved."
    assert said(send(browser_of(BOB), other)) == "Photo saved.", "another player has another limit"
    # A photo that the player cannot remove does not count.
    Match.objects.filter(pk=over.pk).update(deleted=timezone.now())
    assert said(send(alice, other)) == "Photo saved."


def test_it_counts_for_and_goes_with_whoever_added_it(over: Match) -> None:
    send(browser_of(BOB), over)
    kept = ResultPhoto.objects.get()
    size = len(kept.image) + len(kept.small)
    before = stored_by(Author(None, BOB.hash))
    ResultPhoto.objects.update(image=b"", small=b"")
    assert before - stored_by(Author(None, BOB.hash)) == size
    kept.save()
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    hand_over(ALICE, alice)
    hand_over(BOB, bob)
    (theirs,), (mine,) = export_account(bob)["seats"], export_account(alice)["seats"]
    assert (theirs["photo"], mine["photo"]) == (base64_of(kept.image), None)
    bob.delete()
    assert (Match.objects.count(), ResultPhoto.objects.count()) == (1, 0)


@pytest.mark.parametrize("claim", [ALICE, BOB, CAROL])
def test_it_is_on_the_pdf_only_if_a_player_says_so(over: Match, claim: Claim) -> None:
    send(browser_of(ALICE), over)
    browser, address = browser_of(claim), f"/matches/{over.pk}/report.pdf"

    def pictures(query: str) -> int:
        answer = browser.get(f"{address}{query}")
        assert answer.headers["Content-Type"] == "application/pdf"
        with pikepdf.open(BytesIO(answer.content)) as document:
            return sum(len(page.get_images()) for page in document.pages)

    assert [pictures(query) for query in ("", "?result&history", "?photo")] == [0, 0, claim is not CAROL]


def test_a_report_shows_the_photo_of_now(over: Match) -> None:
    alice, address = browser_of(ALICE), f"/matches/{over.pk}/report.pdf?photo"
    send(alice, over)
    first = alice.get(address).content
    send(alice, over, file_of(30, 40, colour="blue"))
    assert alice.get(address).content != first
