"""A report as text for posting: BBCode, Markdown or HTML.

All three are written here and not in a template of the site: scripts write reports without Django.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from rulesets.core.desk import ReportForm

from .report import Report, end_report, round_report
from .rounds import BattleRecord

MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#+!|~&])")


@dataclass(frozen=True, slots=True)
class _Markup:
    """A markup for reports: format strings for their parts, and a function that escapes text.

    ``brief`` is a whole section in short, ``line`` takes a sentence and all its dice, ``end`` closes a section.
    """

    escape: Callable[[str], str]
    title: str
    brief: str
    heading: str
    line: str
    dice: str
    all_dice: str = "{}"
    end: str = ""

    def write(self, report: Report, full: bool) -> str:
        parts = [self.title.format(self.safe(report.title))]
        for section in report.sections:
            if section.brief and not full:
                parts.append(self.brief.format(self.safe(section.title), self.safe(section.brief)))
                continue
            parts.append(self.heading.format(self.safe(section.title)))
            for line in section.lines:
                rolls = "".join(self.dice.format(self.safe(roll)) for roll in line.dice if full)
                parts.append(self.line.format(self.safe(line.text), self.all_dice.format(rolls) if rolls else ""))
            parts.append(self.end)
        return "".join(parts)

    def safe(self, text: str) -> str:
        """The escaped text without line breaks, which would end a list or begin a heading."""
        return self.escape(" ".join(text.split()))


MARKUP: dict[ReportForm, _Markup] = {
    ReportForm.BBCODE: _Markup(
        lambda text: text.replace("[", "(").replace("]", ")"),
        "[b]{}[/b]",
        "\n\n[b]{}:[/b] {}",
        "\n\n[b]{}[/b]",
        "\n• {}{}",
        "\n    [i]{}[/i]",
    ),
    ReportForm.MARKDOWN: _Markup(
        lambda text: MARKDOWN_SIGNS.sub(r"\\\1", text),
        "## {}",
        "\n\n**{}:** {}",
        "\n\n### {}\n",
        "\n- {}{}",
        "\n  - {}",
    ),
    ReportForm.HTML: _Markup(
        html.escape,
        "<h2>{}</h2>",
        "<p><strong>{}:</strong> {}</p>",
        "<h3>{}</h3><ul>",
        "<li>{}{}</li>",
        "<li>{}</li>",
        "<ul>{}</ul>",
        "</ul>",
    ),
}


def render_report(battle: BattleRecord, number: int, form: ReportForm, full: bool) -> str:
    """A round's report in a markup; 0 is the end of combat. Raises ``RoundError``."""
    return MARKUP[form].write(round_report(battle, number) if number else end_report(battle), full)
