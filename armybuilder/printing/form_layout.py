"""The layout of the print options form: the parts, and folded sections below them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from armybuilder.printing.documents.context import TEMPLATE_SIZE
from armybuilder.printing.options import PARTS, SCOPES, LabelTops, PrintOptions
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import FormLayout, Layouts
from armybuilder.schema_forms.widgets import Option, OptionSelect
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.ruleset import AnyRuleset

PARTS_SECTION = "Parts"
TEXTS_SECTION = "Roster, cards and reference"
LABELS_SECTION = "Labels and strips"
PRINTER_SECTION = "This printer"
PRINTER_FIELDS = ["nudge_right", "nudge_down", "back_right", "back_down"]

LAYOUTS: Layouts = {
    PrintOptions.__name__: FormLayout(
        {
            PARTS_SECTION: list(PARTS),
            "Paper and ink": ["paper", "turned", "ink", "type_size", "turning", "lasting"],
            TEXTS_SECTION: [
                "roster_kind",
                "state",
                "scope",
                "card_size",
                "blank_cards",
                "merge",
                "key_card",
            ],
            LABELS_SECTION: ["stock", "tops", "on_table_only", "proxies", "start", "base"],
            PRINTER_SECTION: PRINTER_FIELDS,
        }
    )
}
"""The sections of the print options form."""

WHEN = {TEXTS_SECTION: ("roster", "cards", "dashboards", "qrs"), LABELS_SECTION: ("labels", "strips")}
"""Sections that are open when one of these parts is selected."""


def print_form(
    data: Mapping[str, str] | None, initial: PrintOptions | Mapping[str, Any] | None = None
) -> SpecForm[PrintOptions]:
    """The print options form; ``data`` is the submitted data, ``initial`` the options it starts with."""
    return form_for(PrintOptions, Catalogue(), data, initial, layouts=LAYOUTS)


@lru_cache(maxsize=50)
def has_stands_off_table(ruleset: AnyRuleset) -> bool:
    """Whether a game has stands that never stand on the table; its example army has one then."""
    return any(label.off_table for label in ruleset.labels(ruleset.context(ruleset.demo())))


@lru_cache(maxsize=50)
def kinds_of_token(ruleset: AnyRuleset) -> frozenset[str]:
    """The parts of tokens that a game has, ``tokens`` (markers) and ``templates``; its example army has them then."""
    tokens = ruleset.tokens(ruleset.context(ruleset.demo()))
    return frozenset("templates" if token.size >= TEMPLATE_SIZE else "tokens" for token in tokens)


def lay_out(
    form: SpecForm[PrintOptions], armies: Sequence[tuple[str, str]], ruleset: AnyRuleset, *, collects: bool = False
) -> None:
    """Set the templates of the form's sections, and the armies to share the quick reference with: key and name.

    Only games that hide units have tents, and only those with stands that stay off the table may leave these out. A
    game without markers or templates has no box for them.
    ``collects``: the army's owner keeps a collection of the game, so that there are proxies.
    """
    hides = ruleset.play is not None and ruleset.play.hidden is not None
    values = {name: form[name].value() for name in form.fields}
    for block in form.helper.layout.fields:
        if block.title == PARTS_SECTION:
            block.template = "printing/form_parts.html"
            for name in {"tokens", "templates"} - kinds_of_token(ruleset):
                block.fields.remove(name)
                del form.fields[name]
        else:
            block.template = "printing/form_section.html"
            block.when = " ".join(WHEN.get(block.title, ()))
            # A field that is followed by a unit is wrapped in an item.
            names = [item if isinstance(item, str) else item.field for item in block.fields]
            block.open = _open(block.title, values) or any(name in form.errors for name in names)
            if block.title == LABELS_SECTION:
                asked = {"on_table_only": has_stands_off_table(ruleset), "proxies": collects}
                for name in (name for name, is_asked in asked.items() if not is_asked):
                    block.fields.remove(name)
                    del form.fields[name]
    shared = [Option(key, f"Shared with {name}") for key, name in armies]
    if not hides:
        form.fields["tops"].widget.keep([top.value for top in LabelTops if top is not LabelTops.TENTS])
    form.fields["scope"].widget = OptionSelect([*(Option(*scope) for scope in SCOPES.items()), *shared])


def _open(title: str, values: dict[str, Any]) -> bool:
    if title in WHEN:
        return any(str(values[part]) == "1" for part in WHEN[title])
    return title != PRINTER_SECTION or any(str(values[name]) not in ("", "0") for name in PRINTER_FIELDS)
