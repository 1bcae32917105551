"""Uploaded pictures, read in a process with limits."""

from django import forms
from django.http import HttpRequest

from armybuilder.drawing.picture_reading import BadPicture, Picture, read_picture
from armybuilder.site.processes import TooMuchToRead, read_untrusted

CONTENT_TYPE = "image/webp"


class PictureForm(forms.Form):
    """The form for uploading a picture."""

    file = forms.FileField(error_messages={"required": "Choose a picture first."})


def read_upload(data: bytes) -> Picture:
    """Read a picture; raises ``BadPicture`` and ``Busy``."""
    try:
        return read_untrusted(read_picture, data)
    except TooMuchToRead:
        raise BadPicture(
            "The picture takes too much memory or time to read. Make it smaller and upload it again."
        ) from None


def sent_picture(request: HttpRequest) -> Picture:
    """Read the picture that a form sends; raises ``BadPicture``, also where none was chosen, and ``Busy``."""
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        raise BadPicture(str(next(iter(form.errors.values()))[0]))
    return read_upload(form.cleaned_data["file"].read())
