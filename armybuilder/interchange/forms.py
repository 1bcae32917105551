"""The forms that read armies and entries from files."""

import codecs
from typing import Any

from django import forms

from armybuilder.interchange.battlescribe.game_files import read_catalogue
from armybuilder.interchange.entry_tables import MAX_ROWS
from armybuilder.spreadsheets.columns import BadTable, write_csv
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from armybuilder.spreadsheets.workbooks import is_workbook
from rulesets.core.declarations.catalogue import EntryKind
from rulesets.core.ruleset import AnyRuleset


class ImportForm(forms.Form):
    """An army file, or its text."""

    file = forms.FileField(
        required=False, label="File", widget=forms.FileInput({"accept": ".json,.txt,.xlsx,.csv,.ros,.rosz"})
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or paste its text",
        widget=forms.Textarea({"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
    )

    def content(self) -> bytes:
        """The content of the file, or else the text, once the form is valid."""
        if self.cleaned_data["file"]:
            content: bytes = self.cleaned_data["file"].read()
            return content
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")


class TableForm(forms.Form):
    """A table as text or file."""

    text = forms.CharField(
        required=False,
        strip=False,
        label="Table",
        help_text="Cells from a spreadsheet, CSV, or JSON downloaded here, with a row of headings first.",
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocomplete": "off", "wrap": "off"}),
    )
    file = forms.FileField(
        required=False,
        label="Or a file",
        help_text="CSV, XLSX, JSON or BattleScribe’s .cat; also several in a ZIP archive.",
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,.json,.xlsx,.cat,.gst,.catz,.gstz,.zip"}),
    )

    def __init__(self, ruleset: AnyRuleset, kind: EntryKind[Any], *args: Any, **kwargs: Any) -> None:
        """Read entries of a kind of the game; ``remarks`` are lines about ignored contents of a file."""
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.kind = kind
        self.remarks: tuple[str, ...] = ()

    def clean(self) -> None:
        """Use the file instead of the text; of a workbook the first sheet that is not empty."""
        if file := self.cleaned_data.get("file"):
            content = file.read()
            try:
                self.cleaned_data["text"] = self._text(content)
            except BadTable as bad:
                self.add_error("file", str(bad))
            except UnicodeDecodeError as error:
                self.add_error(
                    "file",
                    f"The file is not UTF-8 text (byte {error.start + 1}). Save it as “CSV UTF-8” and try again.",
                )

    def _text(self, content: bytes) -> str:
        """The file as a table; raises ``BadTable`` and ``UnicodeDecodeError``."""
        if is_workbook(content):
            return _first_sheet(content)
        if content.startswith(ZIP_BEGINS) or content.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<"):
            text, self.remarks = read_catalogue(self.ruleset, self.kind, content)
            return text
        return content.decode("utf-8-sig")


def _first_sheet(content: bytes) -> str:
    """The first non-empty sheet of a workbook as CSV, including its empty rows; raises ``BadTable``."""
    sheets = read_uploaded_workbook(content, MAX_ROWS).values()
    rows: list[list[str]] = []
    for number, cells in next(filter(None, sheets), []):
        rows += [[]] * (number - len(rows) - 1)
        rows.append(cells)
    return write_csv(rows)
