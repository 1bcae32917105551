"""``{% tracker_row row side engaging %}``: a row of the tracker, in Python since a game may have hundreds of them."""

from __future__ import annotations

from collections.abc import Collection

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.matches.tracker import TrackerRow
from rulesets.core.cards import Stat

register = template.Library()


@register.simple_tag
def tracker_row(row: TrackerRow, side: int, engaging: Collection[int]) -> SafeString:
    """A row of a side; where the visitor may engage for that side, with the button that chooses the unit."""
    instead = f' data-engages="{row.engages}"' if row.engages and row.engages != row.id else ""
    number = f'<b class="row-number">{escape(row.number)}</b> ' if row.number else ""
    subtitle = f" <small>{escape(row.subtitle)}</small>" if row.subtitle and row.subtitle != row.title else ""
    values = f'<span class="row-values">{" ".join(map(_value, row.values))}</span>' if row.values else ""
    button = ""
    if side in engaging and row.engages:
        name = escape(f"{row.number} {row.title}".strip())
        button = (
            '<button class="row-engage btn btn-secondary" type="button" '
            f'aria-label="Engage with {name}">Engage</button>'
        )
    return mark_safe(  # noqa: S308 (every text in it was escaped)
        f'<li class="row-unit" data-side="{side}" data-bearer="{row.id}" data-kind="{row.kind}"'
        f'{" data-card" if row.has_card else ""}{instead}><div class="row-line">'
        f'<button class="row-open" type="button" aria-expanded="false">{number}{_symbol(row, side)}'
        f'<span class="row-name">{escape(row.title)}{subtitle}</span>{values}<span class="row-states"></span></button>'
        f"{button}</div></li>"
    )


def _value(stat: Stat) -> str:
    name = f' title="{escape(stat.name)}"' if stat.name else ""
    return f"<span{name}><small>{escape(stat.heading)}</small> {escape(stat.value)}</span>"


def _symbol(row: TrackerRow, side: int) -> str:
    if row.symbol is None:
        return ""
    symbol = f"#symbol-{side}-{row.symbol.set}-{escape(row.symbol.code)}"
    return f'<svg class="row-symbol" aria-hidden="true"><use href="{symbol}"/></svg>'
