"""The layouts of declarations' forms, which each game has in its ``data/forms.toml``."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rulesets.core.ruleset import AnyRuleset


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The layout of one declaration's form, by the names of its fields.

    ``sections`` are headings with their fields, and other fields have none; ``folded`` fields are collapsed, ``long``
    texts have several lines, the rows of ``lines`` are close together and always visible.
    """

    sections: Mapping[str, Collection[str]] = field(default_factory=dict)
    folded: Collection[str] = ()
    long: Collection[str] = ()
    lines: Collection[str] = ()

    def heading(self, name: str) -> str:
        """The heading of the field's section; empty if it has none."""
        return next((title for title, names in self.sections.items() if name in names), "")


Layouts = Mapping[str, FormLayout]
"""Layouts by the names of their declarations; a form without one has the declaration's order."""

PLAIN = FormLayout()


@lru_cache(maxsize=50)
def layouts_of(ruleset: AnyRuleset) -> Layouts:
    """The layouts of a game's forms; raises ``TypeError`` for an unknown key."""
    return {declaration: FormLayout(**layout) for declaration, layout in ruleset.forms.items()}
