"""An army in writing: plain text, Markdown, Discord, BBCode, one line for a chat."""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from armybuilder.armies.comparison import group_name, place_name, unit_name
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.interchange.army_files import write_code
from armybuilder.schema_forms.values import value_words
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import AnyGroup, AnyUnit
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import count_of, isolated
from rulesets.registry import all_rulesets

WIDTH = 72
"""Characters of a ruled line in plain text."""
TIMES = " × "


@dataclass(frozen=True, slots=True)
class EqualUnits:
    """Equal units of a group in words: how many, their name and kind, important facts, and other lines.

    ``short`` is what a row says of lists that have a line of their own here.
    """

    count: int
    name: str
    kind: str
    facts: tuple[str, ...]
    lines: tuple[Line, ...]
    short: tuple[str, ...] = ()

    @property
    def counted_name(self) -> str:
        """The name with its count before it, such as ``8 × Challenger 2``."""
        return f"{self.count}{TIMES}{isolated(self.name)}"

    @property
    def line(self) -> str:
        """The name, the kind and the facts, as in plain text."""
        return "  ".join(part for part in (isolated(self.name), self.kind, " | ".join(self.facts)) if part)


def equal_units(loaded: LoadedArmy, group: AnyGroup) -> list[EqualUnits]:
    """The units of a group, with equal ones merged at the place of the first."""
    return [words for words, _ in units_by_sort(loaded, group)]


def units_by_sort(loaded: LoadedArmy, group: AnyGroup) -> list[tuple[EqualUnits, list[AnyUnit]]]:
    """The units of a group, with equal ones together at the place of the first."""
    sorts: dict[tuple[Any, ...], list[AnyUnit]] = {}
    for unit in group.units:
        sorts.setdefault(_unit_words(loaded, group, unit), []).append(unit)
    return [(EqualUnits(len(units), *words), units) for words, units in sorts.items()]


def unit_words(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> EqualUnits:
    """One unit in words."""
    return EqualUnits(1, *_unit_words(loaded, group, unit))


def _unit_words(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> tuple[Any, ...]:
    row = loaded.ruleset.row(unit, group, loaded.context)
    lists = [
        field for field in fields_of(type(unit.spec)) if field.kind is Kind.REPEAT and getattr(unit.spec, field.name)
    ]
    named = {field.name for field in lists}
    short = tuple(words for name, words in row.lists if name in named and words)
    catalogue = loaded.context.catalogue
    lines = [Line(field.ask.label, value_words(field, getattr(unit.spec, field.name), catalogue)) for field in lists]
    if unit.notes:
        lines.append(Line("Notes", unit.notes))
    kind = _without(row.subtitle, short) if row.subtitle != row.title else ""
    facts = tuple(chip.text for chip in row.chips if chip.text not in short)
    return row.title, kind, facts, tuple(lines), short


def _without(subtitle: str, short: tuple[str, ...]) -> str:
    """A subtitle without the parts that another line says in full."""
    return " · ".join(part for part in subtitle.split(" · ") if part not in short)


def head_lines(loaded: LoadedArmy) -> list[Line]:
    """The lines above the list: the game's summary, settings of the whole army, and house rules."""
    lines = list(loaded.ruleset.summary(loaded.context))
    for field in fields_of(type(loaded.force.spec)):
        value = getattr(loaded.force.spec, field.name)
        if value != field.default and field.ask.label not in [line.term for line in lines]:
            lines.append(Line(field.ask.label, value_words(field, value, loaded.context.catalogue)))
    for choice in loaded.context.house.changed():
        lines.append(Line(f"House rule {choice.ruling.id}", f"{choice.ruling.question} {choice.text}"))
    if loaded.force.notes:
        lines.append(Line("Notes", loaded.force.notes))
    return lines


def _keys(loaded: LoadedArmy) -> list[Line]:
    """The line that explains the codes of the army's rows, where they show such."""
    words = " · ".join(f"{code.term} {code.meaning}" for code in loaded.codes)
    return [Line("Key", words)] if words else []


def _written(words: str) -> str:
    """The pattern of words as a mail or a forum may have changed and broken them."""
    signs = {"″": '[″”"]', "-": r"-\s*"}
    return r"\s+".join("".join(signs.get(sign, rf"\\?{re.escape(sign)}") for sign in word) for word in words.split())


MAX_KEY: Final = 20_000
"""Letters of a key that is looked for in texts; only a custom game with hundreds of explained rows has more."""


@lru_cache(maxsize=20)
def _key_pattern(ruleset: AnyRuleset) -> re.Pattern[str]:
    code = "|".join(_written(f"{each.term} {each.meaning}") for each in ruleset.codes)
    return re.compile(rf"(?m)^(?:[-*] |\[\*\])?Key:(?:\s+(?:·\s+)?(?:{code}))+")


def without_keys(text: str, *custom: AnyRuleset) -> str:
    """A text without the lines that explain codes, also where a mail or a forum broke them.

    They are those of the site's games and of ``custom`` ones.
    """
    for ruleset in (*all_rulesets(), *custom):
        if 0 < sum(len(each.meaning) for each in ruleset.codes) < MAX_KEY:
            text = _key_pattern(ruleset).sub("", text)
    return text


def _state(loaded: LoadedArmy) -> str:
    return ", ".join(mark.text for mark in loaded.status)


def _findings(loaded: LoadedArmy) -> list[str]:
    """Errors and warnings, each with its place."""
    lines = []
    for severity in (Severity.ERROR, Severity.WARNING):
        for finding in loaded.grave:
            if finding.severity is severity:
                place = place_name(loaded, finding.where) if finding.where.group else ""
                word = WORDS[severity][0].capitalize()
                lines.append(f"{word}: {f'{place}: ' if place else ''}{finding.message}")
    return lines


def _units(loaded: LoadedArmy, count: int) -> str:
    return count_of(count, loaded.ruleset.words.unit, loaded.ruleset.words.units)


# --- plain text --------------------------------------------------------------------------------------


def write_text(loaded: LoadedArmy) -> str:
    """The army as plain text for any editor, forum or printer; ``read_army`` reads the code at its end."""
    return "\n".join([*plain_lines(loaded), "", write_code(loaded.force)]) + "\n"


def plain_lines(loaded: LoadedArmy) -> list[str]:
    """The lines of the plain text above the code."""
    return list(_text_lines(loaded, _state(loaded)))


def write_opponent(loaded: LoadedArmy) -> str:
    """The army as text for the opponent: without notes, secrets, problems and the code."""
    return "\n".join(_text_lines(loaded.for_opponent, loaded.legality, secrets=False)) + "\n"


def _text_lines(loaded: LoadedArmy, state: str, *, secrets: bool = True) -> Iterator[str]:
    title = loaded.title
    yield title
    yield "=" * min(len(title), WIDTH)
    yield f"{loaded.ruleset.title}, {_units(loaded, loaded.unit_count)}, {state}"
    for line in head_lines(loaded):
        if secrets or not line.secret:
            yield from _indented(line, "")
    yield from (f"{line.term}: {line.text}" for line in _keys(loaded))
    for group in loaded.force.groups:
        name = group_name(loaded, group)
        yield ""
        yield f"{isolated(name)} ({_units(loaded, loaded.count_in(group))})"
        yield "-" * min(len(name), WIDTH)
        if group.notes:
            yield from _indented(Line("Notes", group.notes), "")
        for each in equal_units(loaded, group):
            yield f"{each.count}{TIMES}{each.line}"
            for line in each.lines:
                yield from _indented(line, "    ")
    findings = _findings(loaded) if secrets else []
    if findings:
        yield ""
        yield from findings


def _indented(line: Line, before: str) -> Iterator[str]:
    first, *others = line.text.splitlines() or [""]
    yield f"{before}{line.term}: {first}"
    yield from (f"{before}    {other}" for other in others)


# --- marked up ----------------------------------------------------------------------------------------

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_MENTION = re.compile(r"@(?=\S)")
DISCORD_MESSAGE = 2000
"""Characters in one Discord message."""


def plain_in_markdown(text: str) -> str:
    """The text escaped for Markdown, in one line."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _plain_in_discord(text: str) -> str:
    """The same for Discord, where a name that begins with @ notifies nobody."""
    return _MENTION.sub("@\u200b", plain_in_markdown(text))


def _plain_in_bbcode(text: str) -> str:
    return " ".join(text.replace("[", "(").replace("]", ")").split())


@dataclass(frozen=True, slots=True)
class _Markup:
    """A markup language: a function that escapes text, and the format strings of its parts.

    ``begin`` and ``end`` are the lines around a list, ``between`` those between parts.
    """

    plain: Callable[[str], str]
    title: str
    heading: str
    bold: str
    italic: str
    item: str = "- {}"
    inner: str = "  - {}"
    begin: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    between: tuple[str, ...] = ("",)


_MARKDOWN = _Markup(plain_in_markdown, "# {}", "## {}", "**{}**", "*{}*")
_DISCORD = _Markup(_plain_in_discord, "# {}", "## {}", "**{}**", "*{}*", between=())
_BBCODE = _Markup(
    _plain_in_bbcode,
    "[b]{}[/b]",
    "[b]{}[/b]",
    "[b]{}[/b]",
    "[i]{}[/i]",
    "[*]{}",
    "  – {}",
    ("[list]",),
    ("[/list]",),
    (),
)


def write_markdown(loaded: LoadedArmy) -> str:
    """The army as Markdown, for forums, wikis and chats that render it."""
    return "\n".join(_markup_lines(loaded, _MARKDOWN)) + "\n"


def write_bbcode(loaded: LoadedArmy) -> str:
    """The army as BBCode, for forums."""
    return "\n".join(_markup_lines(loaded, _BBCODE)) + "\n"


def write_discord(loaded: LoadedArmy) -> str:
    """The army for Discord, split into messages with an empty line between them if it is too long for one."""
    messages: list[list[str]] = [[]]
    for line in _markup_lines(loaded, _DISCORD):
        for piece in textwrap.wrap(line, DISCORD_MESSAGE - 1, replace_whitespace=False, drop_whitespace=False) or [""]:
            if sum(len(each) + 1 for each in messages[-1]) + len(piece) >= DISCORD_MESSAGE:
                messages.append([])
            messages[-1].append(piece)
    return "\n\n".join("\n".join(lines) for lines in messages) + "\n"


def _markup_lines(loaded: LoadedArmy, markup: _Markup) -> Iterator[str]:
    plain = markup.plain
    yield markup.title.format(plain(loaded.title))
    yield from markup.between
    game, state = markup.italic.format(plain(loaded.ruleset.title)), markup.bold.format(_state(loaded))
    yield f"{game}, {_units(loaded, loaded.unit_count)}, {state}"
    head = [
        markup.item.format(f"{plain(line.term)}: {plain(line.text)}") for line in (*head_lines(loaded), *_keys(loaded))
    ]
    if head:
        yield from markup.between
        yield from _list(head, markup)
    for group in loaded.force.groups:
        yield from markup.between
        name = f"{isolated(plain(group_name(loaded, group)))} ({_units(loaded, loaded.count_in(group))})"
        yield markup.heading.format(name)
        yield from markup.between
        if group.notes:
            yield markup.italic.format(plain(group.notes))
            yield from markup.between
        units = []
        for each in equal_units(loaded, group):
            facts = "; ".join(plain(part) for part in (each.kind, *each.facts) if part)
            units.append(
                markup.item.format(f"{markup.bold.format(plain(each.counted_name))}{f', {facts}' if facts else ''}")
            )
            units += [markup.inner.format(f"{plain(line.term)}: {plain(line.text)}") for line in each.lines]
        yield from _list(units, markup)
    findings = [markup.item.format(plain(finding)) for finding in _findings(loaded)]
    if findings:
        yield from markup.between
        yield markup.heading.format("Problems")
        yield from markup.between
        yield from _list(findings, markup)


def _list(items: Sequence[str], markup: _Markup) -> Iterator[str]:
    if items:
        yield from (*markup.begin, *items, *markup.end)


# --- one line ----------------------------------------------------------------------------------------


def write_line(loaded: LoadedArmy) -> str:
    """The whole army in one line, for a chat or a subject."""
    groups = []
    for group in loaded.force.groups:
        units = ", ".join(f"{count}× {name}" if count > 1 else name for name, count in _shortly(loaded, group).items())
        groups.append(f"{isolated(group_name(loaded, group))}: {units or '–'}")
    whole = f"{isolated(loaded.title)} [{loaded.ruleset.title}, {_state(loaded)}] {' / '.join(groups)}"
    return " ".join(whole.split()) + "\n"


def _shortly(loaded: LoadedArmy, group: AnyGroup) -> Counter[str]:
    """How many units the group has of which name; one that its player named is followed by its kind's name."""
    names: Counter[str] = Counter()
    for unit in group.units:
        name, kind = (unit_name(loaded, group, each) for each in (unit, replace(unit, name="")))
        names[isolated(name) if name == kind else f"{isolated(name)} ({kind})"] += loaded.ruleset.count_units(
            [replace(group, units=(unit,))], loaded.context
        )
    return names
