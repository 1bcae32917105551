"""An army in writing: plain text, Markdown, one line for a chat, a table for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from armybuilder.armies.comparison import group_name, place_name
from armybuilder.armies.files import write_army, write_code
from armybuilder.armies.opened import WORDS, Opened
from armybuilder.asking.shown import value_words
from armybuilder.catalogue.tables import guarded
from rulesets.core.asks import Field, Kind, fields_of
from rulesets.core.findings import Severity
from rulesets.core.force import Group, Unit, without_notes
from rulesets.core.reference import Line
from rulesets.core.wording import counted

WIDTH = 72
"""Characters of a ruled line in plain text."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Equal units of a group in words: how many, what they are called, what they are, what matters, and remarks."""

    count: int
    name: str
    kind: str
    facts: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def counted_name(self) -> str:
        """``8 × Challenger 2``."""
        return f"{self.count} × {self.name}"


def listed(opened: Opened, group: Group[Any, Any]) -> list[Listed]:
    """The units of a group, equal ones together where the first of them stands."""
    found: dict[tuple[Any, ...], int] = {}
    for unit in group.units:
        words = _unit_words(opened, group, unit)
        found[words] = found.get(words, 0) + 1
    return [Listed(count, *words) for words, count in found.items()]


def _unit_words(opened: Opened, group: Group[Any, Any], unit: Unit[Any]) -> tuple[Any, ...]:
    row = opened.ruleset.row(unit, group, opened.review)
    lists = (
        field for field in fields_of(type(unit.spec)) if field.kind is Kind.REPEAT and getattr(unit.spec, field.name)
    )
    catalogue = opened.review.catalogue
    lines = [Line(field.ask.label, value_words(field, getattr(unit.spec, field.name), catalogue)) for field in lists]
    if unit.notes:
        lines.append(Line("Notes", unit.notes))
    kind = row.subtitle if row.subtitle != row.title else ""
    return row.title, kind, tuple(chip.text for chip in row.chips), tuple(lines)


def _head(opened: Opened) -> list[Line]:
    """What stands over the list: the game's own lines, what is set for the whole, and house rules."""
    lines = list(opened.ruleset.summary(opened.review))
    for field in fields_of(type(opened.force.spec)):
        value = getattr(opened.force.spec, field.name)
        if value != field.default and field.ask.label not in [line.term for line in lines]:
            lines.append(Line(field.ask.label, value_words(field, value, opened.review.catalogue)))
    for played in opened.review.house.fresh().changed():
        lines.append(Line(f"House rule {played.ruling.id}", f"{played.ruling.question} {played.text}"))
    if opened.force.notes:
        lines.append(Line("Notes", opened.force.notes))
    return lines


def _state(opened: Opened) -> str:
    return ", ".join(mark.text for mark in opened.status)


def _findings(opened: Opened) -> list[str]:
    """Errors and warnings, each with its place."""
    told = []
    for severity in (Severity.ERROR, Severity.WARNING):
        for finding in opened.findings:
            if finding.severity is severity:
                place = place_name(opened, finding.where) if finding.where.group else ""
                word = WORDS[severity][0].capitalize()
                told.append(f"{word}: {f'{place}: ' if place else ''}{finding.message}")
    return told


def _units(opened: Opened, count: int) -> str:
    return counted(count, opened.ruleset.words.unit, opened.ruleset.words.units)


# --- plain text --------------------------------------------------------------------------------------


def write_text(opened: Opened) -> str:
    """The army as text that any editor, forum or printer takes; by the code at its end ``read_army`` reads it again."""
    return "\n".join([*_text_lines(opened), "", write_code(opened.force)]) + "\n"


def write_opponent(opened: Opened) -> str:
    """The army as text for the opponent: without any notes, and without the code."""
    return "\n".join(_text_lines(Opened(opened.ruleset, without_notes(opened.force)))) + "\n"


def _text_lines(opened: Opened) -> Iterator[str]:
    title = opened.title
    yield title
    yield "=" * min(len(title), WIDTH)
    yield f"{opened.ruleset.title}, {_units(opened, opened.unit_count)}, {_state(opened)}"
    for line in _head(opened):
        yield from _indented(line, "")
    for group in opened.force.groups:
        name = group_name(opened, group)
        yield ""
        yield f"{name} ({_units(opened, len(group.units))})"
        yield "-" * min(len(name), WIDTH)
        if group.notes:
            yield from _indented(Line("Notes", group.notes), "")
        for each in listed(opened, group):
            yield "  ".join(part for part in (each.counted_name, each.kind, " | ".join(each.facts)) if part)
            for line in each.lines:
                yield from _indented(line, "    ")
    findings = _findings(opened)
    if findings:
        yield ""
        yield from findings


def _indented(line: Line, before: str) -> Iterator[str]:
    first, *others = line.text.splitlines() or [""]
    yield f"{before}{line.term}: {first}"
    yield from (f"{before}    {other}" for other in others)


# --- Markdown ----------------------------------------------------------------------------------------

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&!])")


def _plain(text: str) -> str:
    """The text as Markdown shows it letter by letter, in one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def write_markdown(opened: Opened) -> str:
    """The army as Markdown, for forums, wikis and chats that draw it."""
    return "\n".join(_markdown_lines(opened)) + "\n"


def _markdown_lines(opened: Opened) -> Iterator[str]:
    yield f"# {_plain(opened.title)}"
    yield ""
    yield f"*{_plain(opened.ruleset.title)}*, {_units(opened, opened.unit_count)}, **{_state(opened)}**"
    head = _head(opened)
    if head:
        yield ""
        yield from (f"- {_plain(line.term)}: {_plain(line.text)}" for line in head)
    for group in opened.force.groups:
        yield ""
        yield f"## {_plain(group_name(opened, group))} ({_units(opened, len(group.units))})"
        yield ""
        if group.notes:
            yield f"*{_plain(group.notes)}*"
            yield ""
        for each in listed(opened, group):
            facts = "; ".join(_plain(part) for part in (each.kind, *each.facts) if part)
            yield f"- **{_plain(each.counted_name)}**{f', {facts}' if facts else ''}"
            yield from (f"  - {_plain(line.term)}: {_plain(line.text)}" for line in each.lines)
    findings = _findings(opened)
    if findings:
        yield ""
        yield "## Findings"
        yield ""
        yield from (f"- {_plain(finding)}" for finding in findings)


# --- one line ----------------------------------------------------------------------------------------


def write_line(opened: Opened) -> str:
    """The whole army in one line, for a chat or a subject."""
    groups = []
    for group in opened.force.groups:
        units = ", ".join(
            f"{each.count}× {each.name}" if each.count > 1 else each.name for each in _shortly(opened, group)
        )
        groups.append(f"{group_name(opened, group)}: {units or '–'}")
    whole = f"{opened.title} [{opened.ruleset.title}, {_state(opened)}] {' / '.join(groups)}"
    return " ".join(whole.split()) + "\n"


def _shortly(opened: Opened, group: Group[Any, Any]) -> list[Listed]:
    """The units of a group by name alone."""
    found: dict[str, int] = {}
    for each in listed(opened, group):
        found[each.name] = found.get(each.name, 0) + each.count
    return [Listed(count, name, "", (), ()) for name, count in found.items()]


# --- a table -----------------------------------------------------------------------------------------


def write_table(opened: Opened) -> str:
    """The army as CSV, a row a unit with all that is set for it."""
    out = io.StringIO()
    rows = csv.writer(out)
    columns = list(_columns(opened.ruleset.unit))
    rows.writerow([opened.ruleset.words.group.capitalize(), "Number", "Name", *(name for name, _ in columns), "Notes"])
    catalogue = opened.review.catalogue
    for group in opened.force.groups:
        for number, unit in enumerate(group.units, 1):
            cells = []
            for _, path in columns:
                value: Any = unit.spec
                for field in path:
                    value = getattr(value, field.name)
                blank = value is None or value == "" or value == ()
                cells.append("" if blank else value_words(path[-1], value, catalogue))
            name = opened.ruleset.row(unit, group, opened.review).title
            rows.writerow(
                [guarded(cell) for cell in (group_name(opened, group), str(number), name, *cells, unit.notes)]
            )
    return out.getvalue()


def _columns(spec: type[Any], before: tuple[Field, ...] = ()) -> Iterator[tuple[str, tuple[Field, ...]]]:
    """Heading and fields from the outside in of everything that is set; a part that is always there brings its own."""
    for field in fields_of(spec):
        path = (*before, field)
        if field.kind is Kind.PART and not field.optional:
            yield from _columns(field.type, path)
        else:
            yield ": ".join(each.ask.label for each in path), path


# --- all of them -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Writing:
    """A way to write an army down: its name in addresses, what it is for, the file's ending and type."""

    slug: str
    title: str
    about: str
    ending: str
    content_type: str
    write: Callable[[Opened], str]


WRITINGS = (
    Writing(
        "json",
        "Army file",
        "To keep, and to read in again here.",
        "json",
        "application/json",
        lambda army: write_army(army.force),
    ),
    Writing("text", "Plain text", "For mails, forums and notes; Import reads it too.", "txt", "text/plain", write_text),
    Writing("opponent", "For the opponent", "Plain text without your notes.", "txt", "text/plain", write_opponent),
    Writing("markdown", "Markdown", "For wikis and chats that draw it.", "md", "text/markdown", write_markdown),
    Writing("line", "One line", "The whole army in a chat line.", "txt", "text/plain", write_line),
    Writing("table", "Table", "CSV for a spreadsheet, a row each.", "csv", "text/csv", write_table),
)
