"""Uploaded pictures: checked, made smaller and re-encoded, which removes all metadata."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from io import BytesIO

from django import forms
from django.core.cache import cache
from django_tasks import task
from PIL import Image, ImageOps, UnidentifiedImageError

from armybuilder.claims import new_token
from armybuilder.tasks import PAGES, Busy

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MOST_BYTES = 4 * 1000 * 1000
MOST_PIXELS = 50_000_000
LONGEST_SIDE = 1280
"""The most pixels on the longer side of a stored picture."""
SMALL_SIDE = 160
"""Pixels on each side of the square picture for lists."""
CONTENT_TYPE = "image/webp"
PATIENCE = 20.0
"""Seconds that a request waits for a picture."""
LOOK = 0.05
"""Seconds between two checks for it."""


class BadPicture(ValueError):
    """A file that is not an accepted picture; the message is for the player."""


class PictureForm(forms.Form):
    """The form for uploading a picture."""

    file = forms.FileField(error_messages={"required": "Choose a picture first."})


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be stored: ``image`` and the square ``small`` one, as WebP without metadata."""

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
    """Read the picture in a file; raises ``BadPicture``."""
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


def read_upload(data: bytes) -> Picture:
    """Read a picture in a task, which limits the number of large pictures in memory at a time.

    Raises ``BadPicture`` and ``Busy``.
    """
    name = f"picture:{new_token()}"
    cache.set(f"{name}:sent", data, 2 * PATIENCE)
    read_sent.enqueue(name)
    until = time.monotonic() + PATIENCE
    while (outcome := cache.get(name)) is None:
        if time.monotonic() > until:
            raise Busy("Too many pictures are being read just now. Please try again in a minute.")
        time.sleep(LOOK)
    cache.delete_many([name, f"{name}:sent"])
    if isinstance(outcome, Picture):
        return outcome
    raise BadPicture(outcome)


@task(queue_name=PAGES)
def read_sent(name: str) -> None:
    """Read the picture cached under a name; the result, or the error message, replaces it there."""
    data = cache.get(f"{name}:sent")
    if data is None:  # the request has given up waiting
        return
    try:
        outcome: Picture | str = read_picture(data)
    except BadPicture as refusal:
        outcome = str(refusal)
    cache.set(name, outcome, 2 * PATIENCE)
