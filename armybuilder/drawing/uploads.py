"""Pictures that players send: checked, made smaller, and encoded anew, so that nothing but the picture is kept."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO

from django import forms
from PIL import Image, ImageOps, UnidentifiedImageError

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_BYTES = 4 * 1000 * 1000
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 1280
"""Pixels of what is kept."""
SMALL_SIDE = 160
"""Pixels of the square one for lists."""
CONTENT_TYPE = "image/webp"


class BadPicture(ValueError):
    """A file that is no picture we take; the message is for the player."""


class PictureForm(forms.Form):
    """A picture as a page sends it."""

    file = forms.FileField(error_messages={"required": "Choose a picture first."})


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is kept: ``image`` and the square ``small`` one as WebP without any other data."""

    image: bytes
    small: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """A short text that differs for every picture."""
        return hashlib.sha256(self.image).hexdigest()[:16]


def _encoded(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "WEBP", quality=82, method=4)
    return file.getvalue()


def read_picture(data: bytes) -> Picture:
    """The picture of a file; raises ``BadPicture``."""
    if len(data) > MOST_BYTES:
        raise BadPicture(
            f"The picture is larger than {MOST_BYTES // 1_000_000} MB. Make it smaller and upload it again."
        )
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as loaded:
            if loaded.width * loaded.height > MOST_PIXELS:
                raise BadPicture("The picture has more than 50 million pixels. Make it smaller and upload it again.")
            loaded.draft("RGB", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))
            turned = ImageOps.exif_transpose(loaded)
            clear = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
            image = turned.convert("RGBA" if clear else "RGB")
    except BadPicture:
        raise
    except UnidentifiedImageError:
        raise BadPicture("This is not a JPEG, PNG, WebP or GIF picture.") from None
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise BadPicture("The picture is damaged. Save it again and upload it once more.") from None
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    small = ImageOps.fit(image, (SMALL_SIDE, SMALL_SIDE), Image.Resampling.LANCZOS)
    return Picture(_encoded(image), _encoded(small), image.width, image.height)
