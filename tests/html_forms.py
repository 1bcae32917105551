"""The addresses and forms of a page."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin


@dataclass
class Form:
    """A form on a page."""

    address: str
    method: str
    files: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    """The data that the unchanged form would send."""
    file_fields: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The addresses and forms of a page; fields that name their form by its id are left out."""

    def __init__(self, address: str, content: bytes) -> None:
        """Read the page."""
        super().__init__()
        self.address = address
        self.links: set[str] = set()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = self._textarea = ""
        self._chosen: str | None = None
        self.feed(content.decode(errors="replace"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record links, forms and fields."""
        said = {name: text or "" for name, text in attrs}
        for name in ("href", "src", "hx-get"):
            if said.get(name):
                self.links.add(urljoin(self.address, said[name]).partition("#")[0])
        if tag == "form":
            action = said.get("action") or said.get("hx-post") or said.get("hx-get") or self.address
            method = "POST" if "hx-post" in said else said.get("method", "get").upper()
            self._form = Form(urljoin(self.address, action), method, said.get("enctype", "").startswith("multipart"))
            self.forms.append(self._form)
        name = said.get("name", "")
        if self._form is None or (not name and tag != "option"):
            return
        kind = said.get("type", "text")
        if kind == "file":
            self._form.file_fields.append(name)
        elif tag == "select":
            self._select, self._chosen = name, None
        elif tag == "option":
            if self._select and (self._chosen is None or "selected" in said):
                self._chosen = said.get("value", "")
        elif tag == "textarea":
            self._textarea = name
            self._form.fields.append((name, ""))
        elif kind not in ("checkbox", "radio") or "checked" in said:
            self._form.fields.append((name, said.get("value", "")))

    def handle_data(self, data: str) -> None:
        """Record the text of a text area."""
        if self._textarea and self._form:
            self._form.fields[-1] = self._textarea, data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        """Record the end of an element."""
        if tag == "form":
            self._form = None
        elif tag == "textarea":
            self._textarea = ""
        elif tag == "select":
            if self._form and self._select and self._chosen is not None:
                self._form.fields.append((self._select, self._chosen))
            self._select = ""
