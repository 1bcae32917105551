"""A report as text for posting: BBCode, Markdown or HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from rulesets.core.desk import ReportForm
from rulesets.systems.forum_combat.desk.report import Report, end_report, round_report
from rulesets.systems.forum_combat.desk.rounds import Battle

MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#+!|~&])")


def _one_line(text: str) -> str:
    """A text without line breaks, which would end a list or begin a heading."""
    return " ".join(text.split())


def as_bbcode(report: Report, full: bool) -> str:
    """BBCode as most boards read it: bold headings, plain lines, dice in italics."""

    def safe(text: str) -> str:
        return _one_line(text).replace("[", "(").replace("]", ")")

    lines = [f"[b]{safe(report.title)}[/b]"]
    for section in report.sections:
        if section.brief and not full:
            lines += ["", f"[b]{safe(section.title)}:[/b] {safe(section.brief)}"]
            continue
        lines += ["", f"[b]{safe(section.title)}[/b]"]
        for line in section.lines:
            lines.append(f"• {safe(line.text)}")
            lines += [f"    [i]{safe(dice)}[/i]" for dice in line.dice if full]
    return "\n".join(lines)


def as_markdown(report: Report, full: bool) -> str:
    """Markdown with headings and lists."""

    def safe(text: str) -> str:
        return MARKDOWN_SIGNS.sub(r"\\\1", _one_line(text))

    lines = [f"## {safe(report.title)}"]
    for section in report.sections:
        if section.brief and not full:
            lines += ["", f"**{safe(section.title)}:** {safe(section.brief)}"]
            continue
        lines += ["", f"### {safe(section.title)}", ""]
        for line in section.lines:
            lines.append(f"- {safe(line.text)}")
            lines += [f"  - {safe(dice)}" for dice in line.dice if full]
    return "\n".join(lines)


def as_html(report: Report, full: bool) -> str:
    """HTML without classes or styles; all text is escaped."""

    def safe(text: str) -> str:
        return html.escape(_one_line(text))

    parts = [f"<h2>{safe(report.title)}</h2>"]
    for section in report.sections:
        if section.brief and not full:
            parts.append(f"<p><strong>{safe(section.title)}:</strong> {safe(section.brief)}</p>")
            continue
        parts.append(f"<h3>{safe(section.title)}</h3><ul>")
        for line in section.lines:
            dice = "".join(f"<li>{safe(roll)}</li>" for roll in line.dice) if full else ""
            parts.append(f"<li>{safe(line.text)}{f'<ul>{dice}</ul>' if dice else ''}</li>")
        parts.append("</ul>")
    return "".join(parts)


MARKUP: dict[ReportForm, Callable[[Report, bool], str]] = {
    ReportForm.BBCODE: as_bbcode,
    ReportForm.MARKDOWN: as_markdown,
    ReportForm.HTML: as_html,
}


def written(battle: Battle, number: int, form: ReportForm, full: bool) -> str:
    """A round's report in a markup; 0 is the end of combat. Raises ``RoundError``."""
    return MARKUP[form](round_report(battle, number) if number else end_report(battle), full)
