"""Read a picture from anywhere: checked, made smaller and re-encoded, which removes all metadata.

This runs in a process with little memory, without Django.
"""

import hashlib
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

MAX_BYTES = 4 * 1000 * 1000
MAX_PIXELS = {"JPEG": 50_000_000, "PNG": 24_000_000, "GIF": 24_000_000, "WEBP": 13_000_000}
"""The accepted formats, with the most pixels of each. A JPEG is scaled while it is decoded, so that it needs a fraction
of the memory; cameras of phones take up to 50 million pixels, and save them as JPEG.
"""
MAX_PROGRESSIVE_PIXELS = 24_000_000
"""The most pixels of a progressive JPEG, of which a decoder needs everything at once."""
MAX_SIDE = 1280
"""The most pixels on the longer side of a stored picture."""
SMALL_SIDE = 160
"""Pixels on each side of the square picture for lists."""
SCALABLE = ("RGB", "RGBA", "L", "LA")
"""Pillow's modes in which colours can be averaged."""


class BadPicture(ValueError):
    """A file that is not an accepted picture; the message is for the player."""


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


def read_picture(data: bytes) -> Picture:
    """Read the picture in a file; raises ``BadPicture``."""
    if len(data) > MAX_BYTES:
        raise BadPicture(
            f"The picture is larger than {MAX_BYTES // 1_000_000} MB. Make it smaller and upload it again."
        )
    try:
        with Image.open(BytesIO(data), formats=tuple(MAX_PIXELS)) as loaded:
            _check_size(loaded)
            is_clear = loaded.mode in ("RGBA", "LA", "PA") or "transparency" in loaded.info
            mode = "RGBA" if is_clear else "RGB"
            loaded.draft("RGB", (2 * MAX_SIDE, 2 * MAX_SIDE))
            image = loaded if loaded.mode in SCALABLE and "transparency" not in loaded.info else loaded.convert(mode)
            # Scaled before it is turned and converted, which take a copy each.
            image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS)
            image = ImageOps.exif_transpose(image).convert(mode)
    except BadPicture:
        raise
    except UnidentifiedImageError:
        raise BadPicture("This is not a JPEG, PNG, WebP or GIF picture.") from None
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise BadPicture("The picture is damaged. Save it again and upload it again.") from None
    small = ImageOps.fit(image, (SMALL_SIDE, SMALL_SIDE), Image.Resampling.LANCZOS)
    return Picture(_encoded(image), _encoded(small), image.width, image.height)


def _check_size(loaded: Image.Image) -> None:
    """Refuse a picture whose header, which is all that has been read, names too many pixels."""
    form = str(loaded.format)
    is_progressive = "progressive" in loaded.info
    maximum = MAX_PROGRESSIVE_PIXELS if is_progressive else MAX_PIXELS[form]
    pixels = loaded.width * loaded.height
    if pixels > maximum:
        kind = "progressive JPEG" if is_progressive else form.replace("WEBP", "WebP")
        raise BadPicture(
            f"The picture has {pixels / 1_000_000:.0f} million pixels. A {kind} may have {maximum // 1_000_000}. "
            "Make it smaller and upload it again."
        )


def _encoded(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "WEBP", quality=82, method=4)
    return file.getvalue()
