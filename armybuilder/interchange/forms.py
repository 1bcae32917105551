"""The forms that read armies and entries from files."""

import base64
import binascii
import codecs
from typing import Any

from django import forms

from armybuilder.interchange.army_tables import encoding_remarks
from armybuilder.interchange.battlescribe.game_files import read_catalogue
from armybuilder.interchange.entry_tables import MAX_ROWS, headings_in
from armybuilder.interchange.formats import encodings_of
from armybuilder.interchange.importing import LARGE
from armybuilder.spreadsheets.columns import MAX_ABOVE, BadTable, write_csv
from armybuilder.spreadsheets.encodings import ENCODINGS, decode_text
from armybuilder.spreadsheets.file_kinds import is_workbook, other_file
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from rulesets.core.declarations.catalogue import EntryKind
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset


class _KeptForm(forms.Form):
    """A file that was ``kept`` while its player was asked for something, such as another ``encoding`` to read it in."""

    kept = forms.CharField(required=False, widget=forms.HiddenInput)
    encoding = forms.ChoiceField(required=False, choices=ENCODINGS, widget=forms.HiddenInput)

    def clean_kept(self) -> bytes:
        """The content that ``keep`` wrote."""
        try:
            return base64.b64decode(self.cleaned_data["kept"], validate=True)
        except (binascii.Error, ValueError):
            raise forms.ValidationError("The file was not kept. Choose it again.") from None

    @staticmethod
    def keep(content: bytes) -> str:
        """The content as ``kept``."""
        return base64.b64encode(content).decode()

    def decoded(self, content: bytes) -> bytes:
        """The content, as UTF-8 if an encoding is chosen for it."""
        encoding = self.cleaned_data.get("encoding")
        return content.decode(encoding, "replace").encode() if encoding else content

    def other_encodings(self, content: bytes) -> dict[str, object] | None:
        """What the encoding of a text may be besides that in which it was read, and what is needed to read it again."""
        likely = encodings_of(content) if len(content) <= LARGE else ()
        if not likely:
            return None
        encoding = self.cleaned_data.get("encoding") or likely[0].encoding
        others = [each for each in likely if each.encoding != encoding]
        question = {"name": dict(ENCODINGS)[encoding], "others": others, "kept": self.keep(content)}
        return {**question, "game": self.cleaned_data.get("game")} if others else None


class ImportForm(_KeptForm):
    """An army file, or its text; where its game was asked, the game."""

    file = forms.FileField(
        required=False,
        label="File",
        widget=forms.FileInput({"accept": ".json,.txt,.md,.xlsx,.ods,.csv,.tsv,.ros,.rosz,.zip"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or paste its text",
        widget=forms.Textarea({"rows": 7, "spellcheck": "false", "autocomplete": "off"}),
    )

    game = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_game(self) -> AnyRuleset | None:
        """The game that was chosen."""
        slug = self.cleaned_data["game"]
        if not slug:
            return None
        try:
            return get_ruleset(slug)
        except KeyError:
            raise forms.ValidationError("Choose a game from this site.") from None

    def content(self) -> bytes:
        """The content of the file, or else the text, once the form is valid."""
        if self.cleaned_data["kept"]:
            kept: bytes = self.cleaned_data["kept"]
            return kept
        if self.cleaned_data["file"]:
            content: bytes = self.cleaned_data["file"].read()
            return content
        return str(self.cleaned_data["text"]).encode("utf-8", "surrogatepass")


class TableForm(_KeptForm):
    """A table as text or file."""

    text = forms.CharField(
        required=False,
        strip=False,
        label="Table",
        help_text="Cells from a spreadsheet, CSV, or JSON downloaded here, with a row of headings first.",
        widget=forms.Textarea(
            {"rows": 6, "spellcheck": "false", "autocomplete": "off", "wrap": "off", "class": "paste-text"}
        ),
    )
    file = forms.FileField(
        required=False,
        label="Or a file",
        help_text="CSV, XLSX, ODS, JSON or BattleScribe’s .cat, or several of them in a ZIP archive.",
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.tsv,.txt,.json,.xlsx,.ods,.cat,.gst,.catz,.gstz,.zip"}),
    )

    def __init__(self, ruleset: AnyRuleset, kind: EntryKind[Any], *args: Any, **kwargs: Any) -> None:
        """Read entries of a kind of the game; ``remarks`` are lines about ignored contents of a file."""
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.kind = kind
        self.remarks: tuple[str, ...] = ()
        self.encodings: dict[str, object] | None = None
        """The other encodings that the file may have."""

    def clean(self) -> None:
        """Use the file instead of the text; of a workbook the first sheet that is not empty.

        What was kept, and the encoding chosen for it, count only if neither a file nor a text is sent.
        """
        file = self.cleaned_data.get("file")
        if file or self.cleaned_data.get("text", "").strip():
            self.cleaned_data |= {"kept": b"", "encoding": ""}
        if content := file.read() if file else self.cleaned_data.get("kept"):
            self.encodings = self.other_encodings(content)
            try:
                self.cleaned_data["text"] = self._text(self.decoded(content))
            except BadTable as bad:
                self.add_error("file", str(bad))
            except UnicodeDecodeError as error:
                self.add_error("file", f"The file is not valid {error.encoding} text (byte {error.start + 1}).")

    def _text(self, content: bytes) -> str:
        """The file as a table; raises ``BadTable`` and ``UnicodeDecodeError``."""
        if what := other_file(content):
            raise BadTable(what)
        if is_workbook(content):
            return self._sheet(content)
        if content.startswith(ZIP_BEGINS) or content.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<"):
            text, self.remarks = read_catalogue(self.ruleset, self.kind, content)
            return text
        decoded = decode_text(content)
        self.remarks = tuple(str(remark) for remark in encoding_remarks(decoded))
        return decoded.text

    def _sheet(self, content: bytes) -> str:
        """The sheet of a workbook that has most headings as CSV, including its empty rows; raises ``BadTable``."""
        sheets, hidden = read_uploaded_workbook(content, MAX_ROWS)
        found = {
            title: max((headings_in(self.kind, cells) for _, cells in rows[: MAX_ABOVE + 1]), default=0)
            for title, rows in sheets.items()
            if rows
        }
        best = max(found, key=lambda title: found[title], default="")
        others = [f"The sheet “{title}” was not read. The table is in “{best}”." for title in found if title != best]
        self.remarks = (*(f"The sheet “{title}” is hidden and was not read." for title in hidden), *others)
        rows: list[list[str]] = []
        for number, cells in sheets.get(best, []):
            rows += [[]] * (number - len(rows) - 1)
            rows.append(cells)
        return write_csv(rows)
