"""Pictures from anywhere: read within limits, made smaller, freed of what a camera adds."""

from io import BytesIO

import pytest
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from armybuilder.drawing import picture_reading
from armybuilder.drawing.picture_reading import BadPicture, read_picture
from tests.armies.test_pictures import file_of


@pytest.mark.parametrize("format_", picture_reading.MAX_PIXELS)
def test_every_format_becomes_webp(format_):
    read = read_picture(file_of(format_=format_))
    kept = Image.open(BytesIO(read.image))
    assert (kept.format, kept.size, (read.width, read.height)) == ("WEBP", (40, 30), (40, 30))
    assert Image.open(BytesIO(read.small)).size == (160, 160)


def test_a_large_picture_is_made_smaller():
    read = read_picture(file_of(3000, 1500, "JPEG"))
    assert (read.width, read.height) == (1280, 640)


def test_pictures_lose_what_the_camera_wrote_but_keep_their_turn():
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
        "The picture is damaged. Save it again and upload it again.",
        "This is not a JPEG, PNG, WebP or GIF picture.",
    ]
    monkeypatch.setattr(picture_reading, "MAX_BYTES", 100)
    assert "larger than" in refusal(whole)


def refusal(data):
    with pytest.raises(BadPicture) as refused:
        read_picture(data)
    return str(refused.value)


@pytest.mark.parametrize(
    ("format_", "options", "width", "height", "words"),
    [
        ("PNG", {}, 7000, 7000, "49 million pixels. A PNG may have 24"),
        ("GIF", {"mode": "P", "colour": 0}, 7000, 7000, "49 million pixels. A GIF may have 24"),
        ("WEBP", {"method": 0}, 7000, 3000, "21 million pixels. A WebP may have 13"),
        ("JPEG", {"progressive": True}, 7000, 7000, "49 million pixels. A progressive JPEG may have 24"),
        ("JPEG", {}, 9000, 7000, "63 million pixels. A JPEG may have 50"),
    ],
)
def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded(
    format_, options, width, height, words, monkeypatch
):
    sent = file_of(width, height, format_, **options)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda self: pytest.fail("decoded"))
    assert words in refusal(sent)


def test_a_picture_of_a_phones_camera_is_taken():
    read = read_picture(file_of(8160, 6120, "JPEG"))
    assert (read.width, read.height) == (1280, 960)


def test_clear_colours_of_a_palette_stay_clear():
    kept = Image.open(BytesIO(read_picture(file_of(3000, 2000, "PNG", "P", 0, transparency=0)).image))
    assert (kept.mode, kept.size, kept.getchannel("A").getextrema()) == ("RGBA", (1280, 853), (0, 0))
