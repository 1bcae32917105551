"""Uploaded pictures: read, made smaller, freed of what a camera adds."""

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from armybuilder.drawing import uploads
from armybuilder.drawing.uploads import BadPicture, read_picture
from armybuilder.tasks import Busy, ThreadPools
from tests.armies.test_pictures import file_of


@pytest.mark.parametrize("format_", uploads.FORMATS)
def test_every_format_becomes_webp(format_):
    read = read_picture(file_of(format_=format_))
    kept = Image.open(BytesIO(read.image))
    assert (kept.format, kept.size, (read.width, read.height)) == ("WEBP", (40, 30), (40, 30))
    assert Image.open(BytesIO(read.small)).size == (160, 160)


def test_a_large_picture_is_made_smaller():
    read = read_picture(file_of(3000, 1500, "JPEG"))
    assert (read.width, read.height) == (1280, 640)


def test_what_a_camera_writes_beside_the_picture_is_dropped_but_its_turn_is_kept():
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010F] = "Spy camera"
    exif.get_ifd(0x8825)[2] = (IFDRational(51), IFDRational(30), IFDRational(0))
    sent = file_of(40, 20, "JPEG", exif=exif)
    assert b"Spy camera" in sent
    kept = Image.open(BytesIO(read_picture(sent).image))
    assert (kept.size, dict(kept.getexif())) == ((20, 40), {})
    assert {"exif", "xmp", "icc_profile"} & set(kept.info) == set()


def test_what_is_clear_stays_clear():
    kept = Image.open(BytesIO(read_picture(file_of(mode="RGBA", colour=(0, 0, 0, 0))).image))
    assert (kept.mode, kept.getchannel("A").getextrema()) == ("RGBA", (0, 0))


def test_bad_files_are_refused_in_words(monkeypatch):
    whole = file_of(200, 200, "JPEG")
    assert [refusal(bad) for bad in (b"", b"<svg/>", b"GIF89a", whole[:300], b"%PDF-1.7")] == [
        "This is not a JPEG, PNG, WebP or GIF picture.",
        "This is not a JPEG, PNG, WebP or GIF picture.",
        "This is not a JPEG, PNG, WebP or GIF picture.",
        "The picture is damaged. Save it again and upload it once more.",
        "This is not a JPEG, PNG, WebP or GIF picture.",
    ]
    monkeypatch.setattr(uploads, "MOST_PIXELS", 100)
    assert "million pixels" in refusal(whole)
    monkeypatch.setattr(uploads, "MOST_BYTES", 100)
    assert "larger than" in refusal(whole)


def refusal(data):
    with pytest.raises(BadPicture) as refused:
        read_picture(data)
    return str(refused.value)


def test_pictures_are_read_by_tasks_of_which_there_are_only_so_many(monkeypatch):
    """What a task finds is what the request gets, and what stands in its way it tells."""
    threads: set[str] = set()
    whole = uploads.read_picture

    def noted(data: bytes) -> uploads.Picture:
        threads.add(threading.current_thread().name.partition("_")[0])
        return whole(data)

    monkeypatch.setattr(uploads, "read_picture", noted)
    sent = [file_of(colour=colour) for colour in ("red", "green", "blue")]
    with ThreadPoolExecutor(3) as visitors:
        assert list(visitors.map(uploads.read_upload, sent)) == [whole(data) for data in sent]
    assert threads == {"pages task"}
    with pytest.raises(BadPicture, match="This is not a JPEG, PNG, WebP or GIF picture"):
        uploads.read_upload(b"none")
    monkeypatch.setattr(ThreadPools, "submit", lambda *arguments: None)
    monkeypatch.setattr(uploads, "PATIENCE", 0.1)
    with pytest.raises(Busy, match="Too many pictures"):
        uploads.read_upload(sent[0])
