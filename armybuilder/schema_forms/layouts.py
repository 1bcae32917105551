"""The layouts of declarations' forms, which each game has in its ``data/forms.toml``."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from armybuilder.schema_forms.plain import form_name, joined_name
from rulesets.core.ruleset import AnyRuleset


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The layout of one declaration's form, by the names of its fields.

    ``sections`` are headings with their fields, and other fields have none; ``folded`` fields are collapsed, ``long``
    texts have several lines, the rows of ``lines`` are close together and always visible. ``only`` has fields that
    apply to some values of a choice or a yes-or-no (``true``) before them in their section:
    ``only.kind.area = ["radius"]``. Folded fields that are ``automatic`` need no answer, so that they stay folded.
    The ``first`` ones are asked as soon as an army is started. ``joined`` has fields for catalogue entries of which a
    player fills only one, under the label of the select that they share; the last one counts if several are filled.
    """

    sections: Mapping[str, Collection[str]] = field(default_factory=dict)
    folded: Collection[str] = ()
    automatic: Collection[str] = ()
    long: Collection[str] = ()
    lines: Collection[str] = ()
    only: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    first: Collection[str] = ()
    joined: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def joined_with(self, name: str) -> Sequence[str]:
        """The fields that share a select with this one, itself included; only itself if none do."""
        return next((names for names in self.joined.values() if name in names), [name])

    def input_name(self, path: str) -> str:
        """The form name of the input for a codec path, without the form's prefix."""
        names = self.joined_with(path)
        return joined_name("", names) if len(names) > 1 else form_name(path)

    def heading(self, name: str) -> str:
        """The heading of the field's section; empty if it has none."""
        return next((title for title, names in self.sections.items() if name in names), "")

    def applies(self, name: str, spec: Any) -> bool:
        """Whether a field applies to what the declaration's value says."""
        return all(
            name in cases.get(_case(getattr(spec, deciding)), ())
            for deciding, cases in self.only.items()
            if any(name in names for names in cases.values())
        )


def _case(value: Any) -> str:
    """A value as a key of ``only``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


Layouts = Mapping[str, FormLayout]
"""Layouts by the names of their declarations; a form without one has the declaration's order."""

PLAIN = FormLayout()


def layout_of(layouts: Layouts, declaration: type[Any]) -> FormLayout:
    """The layout of a declaration's form; the plain one if its game gives it none."""
    return layouts.get(declaration.__name__, PLAIN)


@lru_cache(maxsize=50)
def layouts_of(ruleset: AnyRuleset) -> Layouts:
    """The layouts of a game's forms; raises ``TypeError`` for an unknown key."""
    return {declaration: FormLayout(**layout) for declaration, layout in ruleset.forms.items()}
