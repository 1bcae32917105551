"""The form that reads an army from a file."""

from typing import Any

from django import forms


class ImportForm(forms.Form):
    """An army file, or its text."""

    file = forms.FileField(
        required=False, label="File", widget=forms.FileInput({"accept": ".json,.txt,.xlsx,.csv,.ros,.rosz"})
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or its text",
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As Django's form."""
        super().__init__(*args, **kwargs)

    def content(self) -> bytes:
        """The content of the file, or else the text, once the form is valid."""
        if self.cleaned_data["file"]:
            content: bytes = self.cleaned_data["file"].read()
            return content
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")
