"""Charts of answers as HTML, built in Python for speed: an answer may have a hundred bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.charts import Bar, ChartDrawing, DividedBar, draw, draw_side_by_side
from rulesets.core.calculators import Chart, SideBySide

SHORT_LABEL: Final = 16
"""Letters of a bar's label that fit beside it on a phone."""
FULL: Final = 'width="100%" height="100%"'
TRACK: Final = f'<rect {FULL} class="bar-track"/>'


def chart_html(chart: Chart, tallest: Fraction | None) -> SafeString:
    """One chart with its mean, columns, bars and chances of at least so many, where it has them."""
    return mark_safe("".join(_chart(draw(chart, tallest))))  # noqa: S308 (every text is escaped)


def side_by_side_html(compared: SideBySide) -> SafeString:
    """Charts side by side, each as one bar divided into its outcomes."""
    drawing = draw_side_by_side(compared)
    legend = "".join(
        f'<li><svg class="bar-swatch tone-{tone}"><rect {FULL} class="bar-fill"/></svg> {escape(label)}</li>'
        for label, tone in drawing.legend
    )
    title, rows = escape(drawing.title), "".join(map(_divided, drawing.rows))
    return mark_safe(  # noqa: S308 (every text is escaped)
        f'<figure class="chart"><figcaption class="chart-title">{title}</figcaption>'
        f'<ul class="bar-legend" aria-hidden="true">{legend}</ul>'
        f'<table class="bars bars-divided">{_headings(title, "Chances")}<tbody>{rows}</tbody></table></figure>'
    )


def _chart(chart: ChartDrawing) -> Iterator[str]:
    title = escape(chart.title)
    mean = f' <span class="chart-mean">{escape(chart.mean)} on average</span>' if chart.mean else ""
    yield f'<figure class="chart"><figcaption><span class="chart-title">{title}</span>{mean}</figcaption>'
    if chart.columns:
        description, size = (
            f"{title}: the same chances are in the table below",
            "" if chart.folded else " columns-narrow",
        )
        yield f'<svg class="columns{size}" role="img" aria-label="{description}">'
        for column in chart.columns:
            place = f'x="{column.left}" y="{column.top}" width="{column.width}" height="{column.height}"'
            yield f'<svg class="tone-{column.tone}" height="85%"><rect {place} class="bar-fill"/></svg>'
            if column.label:
                yield f'<text x="{column.middle}" y="98%">{escape(column.label)}</text>'
        yield "</svg>"
    bars = _bars(chart.bars, title)
    yield _folded("Every chance", bars) if chart.folded else bars
    if chart.at_least:
        yield _folded("At least this many", _bars(chart.at_least, "At least"))
    yield "</figure>"


def _folded(title: str, inner: str) -> str:
    return f'<details class="chart-more"><summary>{title}</summary>{inner}</details>'


def _headings(first: str, second: str) -> str:
    row = f'<tr><th scope="col">{first}</th><th scope="col">{second}</th></tr>'
    return f'<thead class="visually-hidden">{row}</thead>'


def _bars(bars: Iterable[Bar], heading: str) -> str:
    rows = "".join(map(_bar, bars))
    return f'<table class="bars">{_headings(heading, "Chance")}<tbody>{rows}</tbody></table>'


def _bar(bar: Bar) -> str:
    size = ' class="bar-short"' if len(bar.label) <= SHORT_LABEL else ""
    title, exactly = (f' title="{bar.exact}"', f", exactly {bar.exact}") if bar.exact else ("", "")
    away, style = (-8, "bar-on") if bar.on_bar else (8, "bar-off")
    return (
        f'<tr><th scope="row"{size}>{escape(bar.label)}</th><td{title}>'
        f'<svg class="bar tone-{bar.tone}" aria-hidden="true">{TRACK}'
        f'<rect width="{bar.length}" height="100%" class="bar-fill"/>'
        f'<text x="{bar.length}" y="50%" dx="{away}" class="{style}">{bar.chance}</text></svg>'
        f'<span class="visually-hidden">{bar.chance}{exactly}</span></td></tr>'
    )


def _divided(row: DividedBar) -> str:
    description, pieces = escape(row.description), []
    for piece in row.pieces:
        chance = f'<text x="50%" y="50%" class="bar-on bar-middle">{piece.chance}</text>' if piece.chance else ""
        pieces.append(
            f'<svg class="tone-{piece.tone}" x="{piece.left}" width="{piece.width}">'
            f'<rect {FULL} class="bar-fill bar-piece"/>{chance}</svg>'
        )
    return (
        f'<tr><th scope="row">{escape(row.title)}</th><td title="{description}"><svg class="bar" aria-hidden="true">'
        f'{TRACK}{"".join(pieces)}</svg><span class="visually-hidden">{description}</span></td></tr>'
    )
