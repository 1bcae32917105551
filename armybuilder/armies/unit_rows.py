"""The builder's groups, the rows of their units and the choices of a group as HTML, written in Python.

An army has hundreds of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from armybuilder.armies.builder import Builder
from armybuilder.armies.loaded_army import GroupItem, UnitItem
from rulesets.core.cards import Chip

LONG_SUBTITLE: Final = 40
"""Length from which a row shows its kind in small type."""
GRIP: Final = (
    '<span class="grip unit-grip" title="Drag to move" aria-hidden="true">'
    '<svg class="picture"><use href="#picture-grip"/></svg></span>'
)
LOCK: Final = '<svg class="picture" role="img" aria-label="locked"><use href="#picture-lock"/></svg>'


def groups_html(builder: Builder) -> SafeString:
    """The groups, with placeholders for those that the page already shows."""
    return mark_safe("".join(_group(builder, *each) for each in builder.groups))  # noqa: S308 (escaped as below)


def _group(builder: Builder, group: GroupItem, changed: bool) -> str:
    if changed:
        return render_to_string("armies/builder_group.html", {"builder": builder, "group": group})
    return f'<section id="group-{escape(group.id)}" data-same></section>'


def options_html(builder: Builder, chosen: str = "", without: str = "") -> SafeString:
    """The groups as options of a select, with the id ``chosen`` selected and the id ``without`` left out."""
    options = (
        f'<option value="{escape(group.id)}"{" selected" if group.id == chosen else ""}>{escape(group.name)}</option>'
        for group, _ in builder.groups
        if group.id != without
    )
    return mark_safe("".join(options))  # noqa: S308 (every text is escaped)


def rows_html(builder: Builder, group: GroupItem) -> SafeString:
    """The rows of a group's units, with their tools where the visitor may edit."""
    return mark_safe("".join(_row(builder, unit) for unit in group.units))  # noqa: S308 (every text is escaped)


def _row(builder: Builder, unit: UnitItem) -> str:
    link, end, tools, id_ = '<span class="unit-link">', "</span>", "", escape(unit.id)
    if builder.own:
        current = ' aria-current="true"' if builder.chosen.at == unit.id else ""
        link = f'{GRIP}<a class="unit-link" href="?at={id_}#inspector" hx-get="?at={id_}"{current}>'
        end, tools = "</a>", "".join(_tools(builder, unit, id_))
    return (
        f'<li class="unit" id="unit-{id_}">{link}{"".join(_words(builder, unit))}{end}'
        f'<span class="unit-chips">{"".join(map(_chip, unit.row.chips))}{LOCK if unit.locked else ""}</span>'
        f"{tools}{''.join(_below(unit))}</li>"
    )


def _words(builder: Builder, unit: UnitItem) -> Iterator[str]:
    row, picture = unit.row, builder.pictures.get(unit.id)
    yield f'<span class="unit-number">{escape(unit.standing.short)}</span>'
    if row.symbol:
        symbol = f'<use href="#symbol-{row.symbol.set}-{escape(row.symbol.code)}"/>'
        yield f'<svg class="unit-symbol" width="36" height="40" aria-hidden="true">{symbol}</svg>'
    if picture:
        source = f"{escape(picture)}&amp;small"
        yield f'<img class="unit-picture" src="{source}" width="40" height="40" alt="" loading="lazy">'
    yield f'<span class="unit-words"><span class="unit-name">{escape(row.title)}</span> '
    if row.subtitle != row.title:
        size = " unit-kind-long" if len(row.subtitle) > LONG_SUBTITLE else ""
        yield f'<span class="unit-kind{size}">{escape(row.subtitle)}</span>'
    yield "</span>"


def _chip(chip: Chip) -> str:
    style, text = f"chip chip-{chip.tone}", escape(chip.text)
    if chip.hint:
        return f'<button type="button" class="{style}" title="{escape(chip.hint)}">{text}</button> '
    return f'<span class="{style}">{text}</span> '


def _tools(builder: Builder, unit: UnitItem, id_: str) -> Iterator[str]:
    label = escape(f"{unit.row.title}, {unit.standing.corner}")
    for edit, title, picture in (("copy-unit", "One more", "add"), ("remove-unit", "Remove", "remove")):
        yield (
            f'<button class="tool" form="edit" formaction="{builder.edits}{edit}" name="unit" value="{id_}"'
            f' aria-label="{title} {label}" title="{title}">'
            f'<svg class="picture" aria-hidden="true"><use href="#picture-{picture}"/></svg></button>'
        )


def _below(unit: UnitItem) -> Iterator[str]:
    if unit.notes:
        yield f'<p class="part-notes">{escape(unit.notes)}</p>'
    if unit.findings:
        marks = (
            render_to_string("components/mark.html", {"kind": mark.kind, "text": mark.text}) for mark in unit.findings
        )
        yield f'<ul class="findings">{"".join(f"<li>{mark}</li>" for mark in marks)}</ul>'
