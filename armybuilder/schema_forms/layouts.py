"""How the form of a declaration stands on its page; each game says so in its ``data/forms.toml``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rulesets.core.ruleset import AnyRuleset


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The layout of one declaration's form, by the names of its fields.

    ``sections`` are headings with the fields under them, all others stand under none; ``folded`` fields are hidden
    until they are wanted, ``long`` texts have several lines, the rows of ``lines`` stay close together and in sight.
    """

    sections: Mapping[str, Collection[str]] = field(default_factory=dict)
    folded: Collection[str] = ()
    long: Collection[str] = ()
    lines: Collection[str] = ()

    def heading(self, name: str) -> str:
        """The heading over the field of that name; empty where it stands under none."""
        return next((title for title, names in self.sections.items() if name in names), "")


Layouts = Mapping[str, FormLayout]
"""Layouts by the names of their declarations; a declaration without one is drawn in its own order."""

PLAIN = FormLayout()


@lru_cache(maxsize=50)
def layouts_of(ruleset: AnyRuleset) -> Layouts:
    """The layouts of a game's forms; raises ``TypeError`` for a word that no layout has."""
    return {declaration: FormLayout(**layout) for declaration, layout in ruleset.forms.items()}
