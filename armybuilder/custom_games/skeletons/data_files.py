"""BattleScribe's data files (``.gst``, ``.cat``, ``.gstz``, ``.catz``) as nodes, and what their links lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, Untrusted, open_archive, read_xml, unescape

MAX_BYTES: Final = 20 * 1000 * 1000
"""Bytes of all files together, unpacked."""
MAX_ELEMENTS: Final = 300_000
"""Elements of all files together."""
MAX_DEPTH: Final = 400
"""Levels of elements within each other."""
SYSTEM, CATALOGUE = "gameSystem", "catalogue"
CHOICES: Final = frozenset({"selectionEntry", "entryLink", "selectionEntryGroup"})
"""The elements that somebody selects, or selects from."""
_LISTS: Final = frozenset({"selectionEntries", "selectionEntryGroups", "entryLinks"})
"""Where the choices of a file stand that an army begins with, beside those that other choices link to."""
_KEPT: Final = CHOICES | {
    "catalogueLink", "categoryEntry", "categoryLink", "characteristic", "characteristicType", "constraint", "cost",
    "costType", "forceEntry", "infoGroup", "infoLink", "modifier", "profile", "profileType", "publication", "rule",
}  # fmt: skip
_COUNTED: Final = frozenset({"condition", "repeat"})


class Node:
    """An element that matters: its attributes, what stands in it, and the file that it stands in.

    ``conditions`` counts those of a modifier, with its repeats. ``at_top`` says that armies begin with this choice.
    """

    __slots__ = ("at_top", "attributes", "children", "conditions", "file", "tag", "text")

    def __init__(self, tag: str, attributes: Mapping[str, str], file: DataFile, at_top: bool) -> None:
        """Make a node without content."""
        self.tag, self.attributes, self.file, self.at_top = tag, attributes, file, at_top
        self.children: tuple[Node, ...] | list[Node] = ()
        self.conditions = 0
        self.text = ""

    def get(self, *names: str) -> str:
        """The first of these attributes that it has; the format has changed some of their names."""
        for name in names:
            if name in self.attributes:
                return self.attributes[name]
        return ""

    def shown(self, *names: str) -> str:
        """The first of these attributes that it has, as a player reads it."""
        return clean(self.get(*names))

    @property
    def name(self) -> str:
        """Its name as a player reads it."""
        return self.shown("name")

    @property
    def is_hidden(self) -> bool:
        """Whether programs do not show it."""
        return self.get("hidden") == "true"

    def all(self, *tags: str) -> Iterator[Node]:
        """What stands directly in it, of these tags."""
        return (each for each in self.children if each.tag in tags)

    def every(self) -> Iterator[Node]:
        """The node and everything in it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@dataclass(eq=False)
class DataFile:
    """A game system or a catalogue: its root, and what has an id in it."""

    root: Node = field(init=False)
    by_id: dict[str, Node] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the file is called."""
        return self.root.name or "A file without a name"

    @property
    def game(self) -> str:
        """The id of the game system to which it belongs."""
        return self.root.get("id" if self.root.tag == SYSTEM else "gameSystemId")


_SPACED: Final = str.maketrans("{}", "()")


def clean(text: str, length: int = 80) -> str:
    """A text of a file on one line, without signs that do not print and braces, which would be formulas."""
    if not text.isascii() or "_x" in text:
        text = "".join(sign for sign in unescape(text) if sign.isprintable() or sign.isspace())
    if "{" in text or "}" in text:
        text = text.translate(_SPACED)
    words = " ".join(text.split())
    return words if len(words) <= length else words[: length - 1].rstrip() + "…"


class _Reader:
    """Makes nodes of what a parser finds; ``Untrusted`` ends it at the limits."""

    def __init__(self, file: DataFile, remaining: int) -> None:
        self.file, self.remaining = file, remaining
        self.open: list[Node] = []
        self.depth = 0
        self.part = ""
        self.texts: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.remaining -= 1
        if self.depth > MAX_DEPTH:
            raise Untrusted(f"The file has elements more than {MAX_DEPTH} levels deep, which is the limit.")
        if self.remaining < 0:
            raise Untrusted(f"The files have more than {MAX_ELEMENTS:,} elements, which is the limit.")
        tag = tag.rpartition("}")[2]
        if self.depth == 2:
            self.part = tag
        if self.depth > 1 and tag not in _KEPT:
            if tag in _COUNTED and self.open[-1].tag == "modifier":
                self.open[-1].conditions += 1
            self.open.append(self.open[-1])
            return
        node = Node(tag, attributes, self.file, self.depth == 3 and self.part in _LISTS)
        if self.open:
            parent = self.open[-1]
            parent.children = parent.children or []
            parent.children.append(node)  # type: ignore[union-attr]
        else:
            self.file.root = node
        if "id" in attributes:
            self.file.by_id[attributes["id"]] = node
        self.texts = [] if tag == "characteristic" else None
        self.open.append(node)

    def data(self, text: str) -> None:
        if self.texts is not None:
            self.texts.append(text)

    def end(self, tag: str) -> None:
        if self.texts is not None:
            self.open[-1].text = "".join(self.texts)
            self.texts = None
        self.open.pop()
        self.depth -= 1

    def close(self) -> int:
        return self.remaining


def read_files(files: Iterable[tuple[str, bytes]]) -> tuple[list[DataFile], list[str]]:
    """The game's files, the system first, and the names of other files; raises ``Untrusted``.

    Packed files are unpacked, archives of several files as well.
    """
    found: list[DataFile] = []
    others: list[str] = []
    remaining, elements = MAX_BYTES, MAX_ELEMENTS
    for name, packed in files:
        members = open_archive(packed, remaining) if packed.startswith(ZIP_BEGINS) else {name: packed}
        for inner, content in members.items():
            # An archive may hold other files beside those of the game.
            if len(members) > 1 and not inner.lower().endswith((".cat", ".gst")):
                others.append(clean(inner))
                continue
            file, elements = _read(clean(inner), content, remaining, elements)
            remaining -= len(content)
            if file.root.tag in (SYSTEM, CATALOGUE):
                found.append(file)
            else:
                others.append(clean(inner))
    return sorted(found, key=lambda file: file.root.tag != SYSTEM), others


def _read(name: str, content: bytes, remaining: int, elements: int) -> tuple[DataFile, int]:
    if len(content) > remaining:
        raise Untrusted(f"The files are larger than {MAX_BYTES // 1_000_000} MB together, which is the limit.")
    file = DataFile()
    try:
        return file, read_xml(content, _Reader(file, elements), MAX_BYTES)
    except Untrusted as error:
        raise Untrusted(f"{name}: {error}") from None


class DataFiles:
    """The files of one game, and what their links lead to: in the same file, the system, linked catalogues, others."""

    def __init__(self, files: list[DataFile]) -> None:
        """Take the files, the system first."""
        self.files = files
        self._by_id: dict[str, Node] = {}
        for file in reversed(files):
            self._by_id |= file.by_id
        self._catalogues = {file.root.get("id"): file for file in files}
        self._reached: dict[int, list[DataFile]] = {}

    def find(self, target: str, at: DataFile) -> Node | None:
        """What has this id, as a file sees it."""
        own = at.by_id.get(target)
        if own is not None:
            return own
        return next((file.by_id[target] for file in self._linked(at) if target in file.by_id), self._by_id.get(target))

    def _linked(self, at: DataFile) -> list[DataFile]:
        """The catalogues that a file links to, also by way of others."""
        reached = self._reached.get(id(at))
        if reached is None:
            reached = self._reached[id(at)] = []
            waiting = [at]
            while waiting:
                for link in waiting.pop().root.all("catalogueLink"):
                    file = self._catalogues.get(link.get("targetId"))
                    if file is not None and file is not at and file not in reached:
                        reached.append(file)
                        waiting.append(file)
        return reached

    def missing(self) -> Iterator[tuple[DataFile, str]]:
        """Each file and the name of a catalogue that it links to and that is not among the files."""
        for file in self.files:
            for link in file.root.all("catalogueLink"):
                if link.get("targetId") not in self._catalogues:
                    yield file, link.name
