"""The photos of models: what is taken, what is kept of it, who sees it, and when it goes."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import html
from PIL import Image

from armybuilder.accounts.storage_limits import stored_by
from armybuilder.catalogue.loading import store_catalogue
from armybuilder.collection import photos
from armybuilder.collection.models import CollectionRow, ModelPhoto
from armybuilder.drawing.uploads import sent_picture
from armybuilder.site.claims import Author
from tests.armies.test_pictures import file_of
from tests.html_forms import Page
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

SHELF = "/collection/pebbles"


@pytest.fixture(autouse=True)
def stones(pebbles):
    store_catalogue(pebbles)


def row(key="flint", claim=ALICE):
    return CollectionRow.objects.create(
        ruleset="pebbles", kind="stone", key=key, count=3, painted=0, claim_hash=claim.hash
    )


def page_of(row):
    return f"{SHELF}/stone/{row.key}/photo"


def send(browser, row, content=None, **more):
    file = SimpleUploadedFile("x.png", file_of() if content is None else content)
    return browser.post(f"{page_of(row)}/change", {"file": file, **more})


def said(answer):
    """What is said last where the photo was chosen."""
    assert answer.status_code == 302
    return str(list(get_messages(answer.wsgi_request))[-1])


def photos_on(browser, address):
    return html.fromstring(browser.get(address).content).xpath("//main//img/@src")


def size_at(browser, address):
    answer = browser.get(address)
    assert answer.headers["Content-Type"] == "image/webp"
    return Image.open(BytesIO(answer.content)).size


def save_counts(browser, **values):
    """Save the rows of the visitor's shelf, each field with its value."""
    page = Page(f"{SHELF}?mine", browser.get(f"{SHELF}?mine").content)
    form = dict(next(form for form in page.forms if any(name == "row-0-entry" for name, _ in form.fields)).fields)
    assert browser.post(SHELF, form | {f"row-0-{name}": value for name, value in values.items()}).status_code == 302


def test_a_photo_is_added_from_its_row_and_shown_beside_it(alice):
    flint, slate = row(), row("slate")
    page = html.fromstring(alice.get(f"{SHELF}?mine").content)
    links = [(link.get("href"), link.text_content()) for link in page.xpath("//a[@class='collection-photo']")]
    own = [page_of(flint), page_of(slate)]
    assert links == [(own[0], "Photo of Flint"), (own[1], "Photo of Slate")]
    assert photos_on(alice, own[0]) == []
    assert send(alice, flint).headers["Location"] == own[0]
    address = f"{own[0]}.webp?{ModelPhoto.objects.get().digest}"
    assert photos_on(alice, own[0]) == [address]
    assert photos_on(alice, f"{SHELF}?mine") == [f"{address}&small"]
    assert [size_at(alice, address), size_at(alice, f"{address}&small")] == [(40, 30), (160, 160)]


def test_a_unit_without_a_stored_row_takes_no_photo(alice):
    flint = row()
    links = html.fromstring(alice.get(SHELF).content).xpath("//a[@class='collection-photo']/@href")
    assert links == [page_of(flint)]


def test_a_photo_loses_what_the_camera_says_and_becomes_smaller(alice):
    large, exif = BytesIO(), Image.Exif()
    exif[0x010F] = "Secret camera"
    Image.new("RGB", (2000, 1000)).save(large, "JPEG", exif=exif)
    assert b"Secret camera" in large.getvalue()
    send(alice, row(), large.getvalue())
    kept = ModelPhoto.objects.get()
    assert (kept.width, kept.height, b"Secret camera" in bytes(kept.image)) == (1280, 640, False)


def test_nobody_but_its_owner_sees_changes_or_removes_it(alice, bob):
    flint = row()
    send(alice, flint)
    staff, member = Client(), Client()
    staff.force_login(User.objects.create_superuser("staff"))
    member.force_login(User.objects.create_user("member"))
    row("slate", claim=BOB)
    for browser in (bob, staff, member, Client()):
        for place in ("", ".webp", ".webp?small"):
            assert browser.get(f"{page_of(flint)}{place}").status_code == 404
        assert send(browser, flint, take_away="1").status_code == 404
        assert send(browser, flint, file_of(50, 50)).status_code == 404
        assert photos_on(browser, SHELF) == []
    assert alice.get(page_of(flint).replace("pebbles", "forum-combat")).status_code == 404
    assert ModelPhoto.objects.get().width == 40


def test_a_photo_is_replaced_and_removed(alice):
    flint = row()
    send(alice, flint)
    before = photos_on(alice, page_of(flint))
    send(alice, flint, file_of(50, 50, colour="blue"))
    assert ModelPhoto.objects.get().width == 50
    assert photos_on(alice, page_of(flint)) != before, "browsers keep what is at an address"
    assert send(alice, flint, take_away="1").status_code == 302
    assert not ModelPhoto.objects.exists()
    assert alice.get(f"{page_of(flint)}.webp").status_code == 404


def test_a_photo_stays_when_numbers_change_and_goes_with_its_row(alice):
    flint = row()
    send(alice, flint)
    save_counts(alice, count=7, painted=2, note="blue box")
    assert CollectionRow.objects.values_list("count", "painted", "note", "photo__width").get() == (7, 2, "blue box", 40)
    save_counts(alice, count="", painted="", note="")
    assert not ModelPhoto.objects.exists()


def test_a_pasted_table_leaves_photos_where_they_are(alice):
    flint = row()
    send(alice, flint)
    answer = alice.post(SHELF, {"do": "paste", "table": "Flint,9"})
    assert len(html.fromstring(answer.content).xpath("//main//img")) == 1
    form = dict(next(form for form in Page(SHELF, answer.content).forms if "row-0-entry" in dict(form.fields)).fields)
    alice.post(SHELF, form)
    assert CollectionRow.objects.values_list("count", "photo__width").get() == (9, 40)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no picture", "This is not a JPEG, PNG, WebP or GIF picture."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a JPEG, PNG, WebP or GIF picture."),
        (b"x" * 4_000_001, "The picture is larger than 4 MB. Make it smaller and upload it again."),
    ],
    ids=["no picture", "drawing", "too large"],
)
def test_what_is_no_picture_is_said_where_it_was_chosen(alice, content, message):
    assert said(send(alice, row(), content)) == message
    assert not ModelPhoto.objects.exists()


def test_a_form_without_a_file_says_so(alice):
    assert said(alice.post(f"{page_of(row())}/change")) == "Choose a picture first."


def test_a_player_adds_so_many_and_may_replace_each(alice, bob, monkeypatch):
    monkeypatch.setattr(photos, "MAX_PHOTOS", 1)
    flint, slate = row(), row("slate")
    full = "You have reached the limit of 1 photos of models. Remove one first."
    assert [said(send(alice, each)) for each in (flint, slate)] == ["Photo saved.", full]
    assert said(send(alice, flint, file_of(50, 50))) == "Photo saved."
    assert said(send(bob, row(claim=BOB))) == "Photo saved.", "another player has another limit"


def test_a_photo_counts_for_the_storage_of_its_owner(alice):
    flint = row()
    send(alice, flint)
    kept, alices = ModelPhoto.objects.get(), Author(None, ALICE.hash)
    before = stored_by(alices)
    assert stored_by(Author(None, BOB.hash)) == 0
    kept.delete()
    assert before - stored_by(alices) == len(kept.image) + len(kept.small)


def test_a_row_that_goes_while_its_photo_is_read_takes_none(alice, monkeypatch):
    flint = row()

    def meanwhile(request):
        CollectionRow.objects.all().delete()
        return sent_picture(request)

    monkeypatch.setattr(photos, "sent_picture", meanwhile)
    assert send(alice, flint).status_code == 404
    assert not ModelPhoto.objects.exists()


def test_a_row_made_anew_while_its_photo_is_read_takes_it(alice, monkeypatch):
    flint = row()

    def meanwhile(request):
        CollectionRow.objects.all().delete()
        row()
        return sent_picture(request)

    monkeypatch.setattr(photos, "sent_picture", meanwhile)
    assert send(alice, flint).status_code == 302
    assert ModelPhoto.objects.get().row == CollectionRow.objects.get()


def test_photos_of_many_rows_need_no_more_queries(alice):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            browser_of(ALICE).get(f"{SHELF}?mine")
        return len(captured), any('"image"' in each["sql"] for each in captured)

    send(alice, row())
    few = queries()
    send(alice, row("slate"))
    assert (queries(), few[1]) == (few, False)
