"""Make the structure tree of a batch's PDF valid and smaller, with names that are unique among batches.

WeasyPrint makes an element for each run of letters and each inline box. They add nothing to their paragraph or cell,
and would be three of five elements of a file. One document of named pages would need all of this but the names.
"""

from collections.abc import Callable, Iterator
from typing import Any

from pydyf import Array, Dictionary, String

from armybuilder.printing.rendering.words import WordSpaces

INLINE = frozenset({"/Span", "/NonStruct"})
GENERIC = frozenset({*INLINE, "/Div"})
"""Elements without meaning, which would be in the way in lists and rows."""
TEXT = frozenset({*INLINE, *(f"/H{level}" for level in range(1, 7)), "/P", "/TH", "/TD", "/Caption", "/LBody", "/Lbl"})
"""Elements that may contain text."""

PRINTED = 1 << 2
"""The flag of annotations that are there on paper, too."""
CROP_MARKS = "Crop marks"
"""The title of the drawing that is not part of what a sheet says."""


def tidy_tags(prefix: str, content: str) -> Callable[[Any, Any], None]:
    """A finisher for WeasyPrint's ``write_pdf``; ``prefix`` is unique to the batch, ``content`` its HTML."""

    def finish(document: Any, pdf: Any) -> None:
        structure = _Structure(pdf)
        structure.tidy(prefix)
        structure.separate(WordSpaces(content, document.fonts.values()))

    return finish


class _Structure:
    """The structure tree of a PDF that is about to be written."""

    def __init__(self, pdf: Any) -> None:
        self.objects = pdf.objects
        self.root: Any = self.object(pdf.catalog["StructTreeRoot"])
        self.owners: list[Any] = self.object(self.root["ParentTree"])["Nums"][1::2]
        self.names: list[tuple[str, bytes]] = []

    def object(self, reference: bytes) -> Any:
        """The object of a reference."""
        return self.objects[int(reference.split()[0])]

    def tidy(self, prefix: str) -> None:
        """Make ornaments artifacts, merge elements into their parents, name header cells and give their scope."""
        self.moved: dict[bytes, bytes] = {}
        (document,) = map(self.object, self.root["K"])
        # WeasyPrint makes elements for the lines at the foot of a page, but leaves them out of the tree, and does not
        # mark what they contain as an artifact either.
        linked = set(document["K"])
        for each in self.objects:
            if isinstance(each, Dictionary) and each.get("P") == document.reference and each.reference not in linked:
                self._leave_out(each)
        for each in self.objects:
            # WeasyPrint reads no ``aria-hidden``: every drawing is a figure.
            if isinstance(each, Dictionary) and each.get("S") == "/Figure" and each["Alt"].string == CROP_MARKS:
                self.object(each["P"])["K"].remove(each.reference)
                self._leave_out(each)
            elif isinstance(each, Dictionary) and each.get("Subtype") == "/Link":
                each["F"] = PRINTED
            elif isinstance(each, Dictionary) and each.get("S") == "/TH":
                # WeasyPrint reads the scope of a header cell, but does not write it.
                each["A"]["Scope"] = "/Column" if self._heads_columns(each) else "/Row"
        self._merge(document)
        for owner in self.owners:
            if isinstance(owner, Array):
                owner[:] = [self._owner(each) for each in owner]
        for element in self.objects:
            # WeasyPrint names header cells, but lists the names nowhere.
            if isinstance(element, Dictionary) and isinstance(element.get("ID"), String):
                # The cells below refer to the very same string.
                element["ID"].string = f"{prefix}-{element['ID'].string}"
                self.names.append((element["ID"].string, element.reference))
        for element in self.objects:
            if isinstance(element, Dictionary) and element.get("Type") == "/StructElem":
                del element["Type"]  # may be left out, and there are many
        if self.names:
            names = Array()
            for name, reference in sorted(self.names):
                names.extend((String(name), reference))
            self.root["IDTree"] = Dictionary({"Names": names})

    def separate(self, spaces: WordSpaces) -> None:
        """Keep the words within each element apart."""
        contents: dict[bytes, list[list[int]]] = {}
        for element in self.objects:
            if isinstance(element, Dictionary) and element.get("S") in TEXT and "Pg" in element:
                contents.setdefault(element["Pg"], []).append([each for each in element["K"] if isinstance(each, int)])
        for page, numbers in contents.items():
            spaces.separate(self.object(self.object(page)["Contents"]).stream, numbers)

    def _leave_out(self, element: Any) -> None:
        """Mark what an element outside the tree contains as a pagination artifact."""
        numbers = [each for each in element["K"] if isinstance(each, int)]
        for kid in self._elements(element["K"]):
            self._leave_out(kid)
        if numbers:
            page = self.object(element["Pg"])
            content, owner = self.object(page["Contents"]).stream, self.owners[page["StructParents"]]
            for place, each in enumerate(content):
                if isinstance(each, Dictionary) and each.get("MCID") in numbers:
                    owner[each["MCID"]] = "null"
                    content[place - 1 : place + 1] = ["/Artifact", Dictionary({"Type": "/Pagination"})]
        element.clear()

    def _heads_columns(self, cell: Any) -> bool:
        """Whether a header cell is in a row of headers alone, above its columns."""
        row = self.object(cell["P"])
        return all(each["S"] != "/TD" for each in self._elements(row["K"]))

    def _owner(self, reference: bytes) -> bytes:
        while reference in self.moved:
            reference = self.moved[reference]
        return reference

    def _merge(self, element: Any) -> None:
        kids = list(element["K"])
        for kid in self._elements(kids):
            self._merge(kid)
        merged: list[Any] = []
        for kid in kids:
            inner = self._element(kid)
            letters = [each for each in inner["K"] if isinstance(each, int)] if inner is not None else []
            if inner is not None and inner["S"] == "/P" and not inner["K"]:
                inner.clear()
            elif inner is not None and inner["S"] in GENERIC and element["S"] == "/L":
                merged += self._items(inner, element, merged)
                inner.clear()
            elif inner is not None and inner["S"] in GENERIC and not letters:
                merged += inner["K"]
                for each in self._elements(inner["K"]):
                    each["P"] = element.reference
                inner.clear()
            elif inner is not None and inner["S"] in INLINE and element["S"] in TEXT and letters == inner["K"]:
                merged += letters
                self.moved[kid] = element.reference
                inner.clear()
            else:
                merged.append(kid)
        element["K"][:] = merged
        if not any(isinstance(kid, int) for kid in merged):
            element.pop("Pg", None)

    def _items(self, inner: Any, element: Any, before: list[Any]) -> list[bytes]:
        """The items of a list inside something without meaning: a term and its meaning are one, the term its label.

        Spaces between items become part of what stands before them, since lists contain nothing but items.
        """
        items = [each for each in self._elements(inner["K"]) if each["S"] == "/LI"]
        if len(items) == 2:
            term, meaning = items
            (label, *_), bodies = self._elements(term["K"]), list(self._elements(meaning["K"]))
            label["S"] = "/Lbl"
            term["K"].extend(each.reference for each in bodies)
            for each in bodies:
                each["P"] = term.reference
            meaning.clear()
            items = [term]
        for item in items:
            item["P"] = element.reference
        last = items[-1] if items else next(self._elements(before[-1:]), None)
        spaces = [inner, *(each for each in self._elements(inner["K"]) if each["S"] in INLINE)]
        if last is not None:
            (*_, body) = self._elements(last["K"])
            for space in spaces:
                numbers = [each for each in space["K"] if isinstance(each, int)]
                if numbers and space.get("Pg") == body.get("Pg"):
                    body["K"].extend(numbers)
                    self.moved[space.reference] = body.reference
        return [item.reference for item in items]

    def _element(self, kid: Any) -> Any | None:
        element = self.object(kid) if isinstance(kid, bytes) else None
        return element if element is not None and element.get("Type") == "/StructElem" else None

    def _elements(self, kids: list[Any]) -> Iterator[Any]:
        return (element for element in map(self._element, kids) if element is not None)
