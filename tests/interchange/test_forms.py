"""The forms that read armies and entries from a file."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from armybuilder.interchange.forms import ImportForm


def test_a_file_goes_before_the_text() -> None:
    file = SimpleUploadedFile("army.json", b"{1}")
    both, text = ImportForm({"text": " {2} "}, MultiValueDict({"file": [file]})), ImportForm({"text": " {2} "})
    assert (both.is_valid(), text.is_valid()) == (True, True)
    assert (both.content(), text.content()) == (b"{1}", b" {2} ")
