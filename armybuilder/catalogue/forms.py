"""The forms for players' own entries."""

import codecs
from collections.abc import Mapping
from typing import Any

from django import forms

from armybuilder.catalogue.columns import BadTable, write_csv
from armybuilder.catalogue.game_files import read_catalogue
from armybuilder.catalogue.spreadsheet import MOST_ROWS
from armybuilder.catalogue.untrusted import ZIP_BEGINS
from armybuilder.catalogue.workbook_uploads import read_uploaded_workbook
from armybuilder.catalogue.workbooks import is_workbook
from armybuilder.catalogue.writing import NameIndex
from armybuilder.schema_forms.forms import SpecForm, form_for, storable
from armybuilder.schema_forms.layouts import Layouts
from rulesets.core.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations import NAME_LENGTH
from rulesets.core.ruleset import AnyRuleset

SPEC = "spec"
"""Prefix of the form names of a profile's fields."""


class NameForm(forms.Form):
    """The name of an own entry."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": "An entry needs a name."},
    )

    def __init__(self, index: NameIndex, key: str, *args: Any, **kwargs: Any) -> None:
        """Take the existing entries, and the key of the edited entry (empty for a new one)."""
        super().__init__(*args, **kwargs)
        self.index = index
        self.key = key

    def clean_name(self) -> str:
        """The name as it can be stored; raises ``ValidationError`` if another entry of the kind has it."""
        name = storable(self.cleaned_data["name"], NAME_LENGTH)
        same = self.index.named(name)
        if same is not None and same.key != self.key:
            raise forms.ValidationError(f"You have “{same.name}” already; give this one another name.")
        return name


class EntryForm:
    """The form for name and profile of an own entry."""

    def __init__(
        self,
        kind: EntryKind[Any],
        catalogue: Catalogue,
        index: NameIndex,
        start: tuple[str, Any],
        layouts: Layouts,
        key: str = "",
        data: Mapping[str, str] | None = None,
    ) -> None:
        """Start with a name and a profile (``None``: a blank one); ``data`` is the submitted data."""
        name, profile = start
        self.spec: SpecForm[Any] = form_for(
            kind.spec,
            catalogue,
            data,
            initial=profile,
            prefix=SPEC,
            faults=kind.faults,
            doubts=lambda spec: kind.doubts(spec, catalogue),
            layouts=layouts,
        )
        if self.spec.rows_changed and data is not None:
            self.name = NameForm(index, key, initial={"name": data.get("name", "")})
        else:
            self.name = NameForm(index, key, data, initial={"name": name})

    def is_valid(self) -> bool:
        """Whether it was submitted for saving and has no errors."""
        valid = [self.name.is_valid(), self.spec.is_valid()]
        return all(valid) and not self.spec.rows_changed


class TableForm(forms.Form):
    """A table as text or file."""

    text = forms.CharField(
        required=False,
        strip=False,
        label="Table",
        help_text="Cells from a spreadsheet, CSV, or JSON as downloaded here. The first row holds the headings.",
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off", "wrap": "off"}),
    )
    file = forms.FileField(
        required=False,
        label="or a file (CSV, XLSX, JSON, or BattleScribe’s .cat, also several in a ZIP archive)",
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
    sheets = read_uploaded_workbook(content, MOST_ROWS).values()
    rows: list[list[str]] = []
    for number, cells in next(filter(None, sheets), []):
        rows += [[]] * (number - len(rows) - 1)
        rows.append(cells)
    return write_csv(rows)


def start_of(entry: Entry[Any] | None) -> tuple[str, Any]:
    """The initial name and profile of a new entry: a copy of another one, or blank."""
    return ("", None) if entry is None else (f"{entry.name[: NAME_LENGTH - 6]} (own)", entry.spec)
