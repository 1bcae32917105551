"""The blocks of a form's layout for crispy forms; their HTML stands in ``templates/forms/layout/``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from crispy_forms.layout import Div


@dataclass(eq=False)
class FormSection(Div):
    """Fields side by side under an optional title."""

    fields: list[Any]
    title: str
    template: ClassVar[str] = "%s/layout/section.html"


@dataclass(eq=False)
class Chapter(Div):
    """Fields under a title, collapsed unless ``open``."""

    fields: list[Any]
    title: str
    open: bool
    template: ClassVar[str] = "%s/layout/chapter.html"


@dataclass(eq=False)
class Advanced(Div):
    """Advanced fields, collapsed unless ``open``; ``inside`` lists them.

    ``sometimes`` are those that are there only for some choices: each label with its ``when`` as in ``DeclaredField``.
    """

    fields: list[Any]
    open: bool
    inside: str
    sometimes: Sequence[tuple[str, str]] = ()
    template: ClassVar[str] = "%s/layout/advanced.html"


@dataclass(eq=False)
class FormPart(Div):
    """The fields of a part; an ``optional`` one begins with the checkbox that adds it.

    One that ``flows`` has a first field of its title, and stands among the fields around it.
    """

    fields: list[Any]
    name: str
    title: str
    help: str
    optional: bool
    flows: bool
    template: ClassVar[str] = "%s/layout/part.html"


@dataclass(eq=False)
class FormRow(Div):
    """One row of a list; ``attributes`` are added to its button."""

    fields: list[Any]
    name: str
    title: str
    attributes: Mapping[str, str]
    removable: bool
    template: ClassVar[str] = "%s/layout/row.html"


@dataclass(eq=False)
class Rows(Div):
    """A list: its number of rows and problems with it, the rows, and the button to add one.

    ``one`` is the title of one row. A ``long`` list is collapsed unless ``open``; the rows of ``lines`` are close
    together; ``maximum`` is the maximum; ``when`` as in ``DeclaredField``.
    """

    fields: list[Any]
    name: str
    count_name: str
    title: str
    one: str
    help: str
    problems: list[str]
    attributes: Mapping[str, str]
    maximum: int
    long: bool
    lines: bool
    open: bool
    when: str = ""
    template: ClassVar[str] = "%s/layout/rows.html"

    @property
    def is_full(self) -> bool:
        """Whether no row may be added."""
        return len(self.fields) >= self.maximum

    @property
    def one_row(self) -> str:
        """What one row is called in a sentence."""
        return self.one if self.one.isupper() else self.one.lower()


@dataclass(eq=False)
class Datalist(Div):
    """The options of search fields: each name, with the reason if it would be illegal."""

    fields: list[Any]
    id: str
    options: Mapping[str, str]
    template: ClassVar[str] = "%s/layout/suggestions.html"
