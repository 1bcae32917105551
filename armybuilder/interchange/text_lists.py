"""A list of units in plain writing, read as an army: by hand, from a forum, a chat, a mail or another program.

A line is a unit, a heading, a setting or something else that our own texts have. Any other line is reported.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.interchange.army_rows import ArmyReader, PartRow, texts_by_column
from armybuilder.interchange.games import best_fitting, game_named, refuse_game
from armybuilder.interchange.imported import MAX_REST, ImportedArmy, ImportRemark
from armybuilder.interchange.text_chats import sender_remarks, without_heads
from armybuilder.interchange.text_headings import (
    NUMBERED_GROUP,
    OF_GROUPS,
    OF_PLACES,
    group_that_has,
    has_label,
    heading_of,
)
from armybuilder.interchange.text_lines import (
    GAP,
    INDENT,
    MAX_LINE,
    MAX_LINES,
    NUMBER_WORDS,
    PIECES,
    SIZES,
    TERM,
    ListLine,
    count_behind,
    count_of_line,
    line_key,
    name_and_remark,
    read_lines,
    unquoted,
    without_crossed,
    without_pictures,
    without_points,
    without_size,
)
from armybuilder.interchange.text_units import MAX_WORDS, FoundUnit, UnitFinder
from armybuilder.interchange.texts import head_lines, without_keys
from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import TOTALS
from armybuilder.spreadsheets.row_columns import HOUSE_RULE, NAME, NOTES, column_of, part_headings
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

MAX_SHOWN: Final = 100
"""Characters of a line that a remark repeats."""
NOT_READ: Final = "This line was not understood."
NO_UNITS: Final = "This was not read as a heading because there are no units below it."
CROSSED_OUT: Final = "This is crossed out and was not read."
_NONE = re.compile(r"\(0(?: [^()]*)?\)")
"""What a heading says of a group without units."""
LONG_LINE: Final = 50
"""A line of so many characters may go on in the next one."""
_OF_MAILS: Final = (
    *("from", "to", "cc", "subject", "date", "sent", "posted", "originally posted", "edited", "last edited", "re"),
    *("get outlook", "von", "betreff", "datum", "gesendet", "objet", "envoyé"),
    *("tel", "phone", "e-mail", "email", "club", "event", "venue", "player", "player name", "your name", "your club"),
    *("table no", "table number", "signature", "signed", "umpire", "opponent", "round", "ps", "p.s", "tl;dr"),
    *("objective", "scenario", "author", "submitted", "status", "coach", "you sent", "here's", "here is", "here are"),
)
"""The words that begin lines above and below a mail, a post or the list on a form."""
_GREETINGS: Final = (
    *("hi", "hello", "hey", "dear", "cheers", "thanks", "thank", "thx", "regards", "best", "kind", "see", "bye"),
    *("yours", "hallo", "moin", "servus", "gruß", "gruss", "grüße", "viele", "liebe", "lieben", "lg", "mfg", "vg"),
    "danke",
    *("bonjour", "salut", "cordialement", "bien", "merci", "amicalement"),
)
_PROGRAMS: Final = ("created", "exported", "generated", "made", "built")
"""The words with which a program names itself."""
_WROTE = re.compile(r"(?:wrote|writes|schrieb|a écrit|escribió) ?:$", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:no|not|never|without|minus|less|except|instead|than|against|vs|versus|if|or|maybe|perhaps|possibly|might"
    r"|could|would|changes|drop\w*|remov\w*|swap\w*|replac\w*|cut|sold|was|were|had|opponent\w*|enemy|enemies"
    r"|kein\w*|nicht|ohne|statt|vielleicht|oder|gegen|pas|sans|ou|contre)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words before units that are not in the army, or may not be."""
_TO_DO = re.compile(
    r"\b(?:to[ -]?do|wish ?list|shopping|still needs?|buy|paint|repaint|prime|varnish|glue|assemble)\b|^base\s*$",
    re.IGNORECASE,
)
"""Words before units that somebody still has to buy or to paint."""
_OF_TOTALS = re.compile(
    rf"(?:(?:{PIECES}|{SIZES}|in|all|so|far|total|totals|altogether|together|overall|insgesamt|gesamt|au)\b\W*)+",
    re.IGNORECASE,
)
"""What stands behind the number of a total."""
_IS_TOTAL = re.compile(
    rf"(?:{PIECES}|{SIZES})(?: (?:in all|in total|total|altogether|so far))?\s*[.!](?:\s|$)", re.IGNORECASE
)
"""What stands behind it if a sentence goes on."""
_LIST_BELOW = re.compile(r"\b(?:list|liste|lista|roster)\b[^:]*:$", re.IGNORECASE)
"""A line that says no more than that a list follows."""
_MORE = r"(?:\s[^<>\n]{0,200})?/?>"
_ELEMENTS = (
    (re.compile(rf"<(?:h[1-6]){_MORE}", re.IGNORECASE), "\n## "),
    (re.compile(rf"</?(?:br|li|tr|p|div|ul|ol|table|h[1-6]){_MORE}", re.IGNORECASE), "\n"),
    (re.compile(rf"</(?:td|th){_MORE}", re.IGNORECASE), GAP),
    (re.compile(rf"</?(?:b|strong|em|i|u|span|font|a|td|th|tbody|thead){_MORE}", re.IGNORECASE), ""),
)
"""Elements of web pages, and what stands for them in a text."""
_NUMBER = rf"(?:[0-9]|(?:{'|'.join(NUMBER_WORDS)})\b)"
_COUNT = re.compile(rf"(?<=\s){_NUMBER}", re.IGNORECASE)
"""Where the first of its units may begin in a sentence."""
MAX_EXTRAS: Final = 2
"""Further counts behind a unit, such as those of its weapons; a line with more of them lists strange units."""
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
MAX_COUNT: Final = 99
"""The largest number that counts the units of a line which is broken, or not understood."""
MAX_STARTS: Final = 6
"""Counts of a part of a sentence that may be that of its unit."""
_BETWEEN = re.compile(
    r"\s*[,;]\s*|\s+(?:and|&|\+)\s+|[.!?]\s+"
    rf"|\s+(?:und|sowie|et|y|e)\s+(?=(?:{_NUMBER})|(?:eine?n?|une?|una?)\s)"
    r"|\s+(?:/|under|with|plus|then|alongside|og|och|en|"
    r"(?:supported|backed|followed|led) by|as well as|along with)\s+"
    rf"(?={_NUMBER})",
    re.IGNORECASE,
)
"""What stands between several units of a line."""
_APART = re.compile(rf"{_BETWEEN.pattern}|\s{{2,}}|\s+[/|•·]\s+")
"""What stands between them if each is a unit."""
_HEAD_SIGNS = (": ", " = ", " -> ", " => ", " → ", " - ", " – ", " — ")
"""What stands between the name of a group and its units."""
_UNITS_INSIDE = re.compile(r"^(?P<name>[^()\[\]]*[^\s()\[\]])\s*[(\[](?P<units>[^()\[\]]+)[)\]]\.?$")
"""A group with its units in brackets."""
_SENTENCE = re.compile(r"[,.!?;]$|(?:\S+\s+){9}")
_SENTENCES = re.compile(r"(?<=[.;!])\s+(?=[A-Z])|(?<=\));\s+")
MAX_PARAGRAPH: Final = 4_000
"""Characters of a paragraph whose sentences are read."""
_SEVERITIES = tuple(f"{word.capitalize()}: " for word, _ in WORDS.values())


@dataclass
class _Unit:
    """A line of units, with the lines that belong to it."""

    line: ListLine
    found: FoundUnit
    inside: list[ListLine] = field(default_factory=list)


@dataclass
class _Doubt:
    """A line that is not understood, with the lines that belong to it; ``units`` that it seems to name.

    One that ``is_sentence`` says little about the game of a list.
    """

    line: ListLine
    name: str
    units: int
    remark: str = ""
    is_plain: bool = False
    """Whether it has neither a count nor a bullet."""
    is_sentence: bool = False
    inside: list[ListLine] = field(default_factory=list)


@dataclass
class _Group:
    """A group, and the line of its heading; ``guess`` says that nothing marks that line as a heading."""

    name: str
    line: ListLine | None = None
    guess: bool = False
    beside: str = ""
    """What its heading says besides the name."""
    notes: list[list[str]] = field(default_factory=list)
    items: list[_Unit | _Doubt] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The notes with their lines."""
        return "\n".join(filter(None, (self.beside, *(line for said in self.notes for line in said))))


def read_list(text: str, game: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a list; ``game`` is that of a list which names none. Raises ``BadFile``, also for a tie of games."""
    text, crossed = without_crossed(unquoted(text))
    for pattern, instead in _ELEMENTS:
        text = pattern.sub(instead, text)
    text, senders = without_heads(text)
    lines = read_lines(without_keys(text))
    if foreign := next(filter(None, map(_foreign_game_in, lines[:20])), ""):
        raise refuse_game(foreign)
    named = next(filter(None, map(_game_in, lines[:20])), None) or game
    lists = [_List(ruleset, lines[:MAX_LINES], bool(senders)) for ruleset in ([named] if named else all_rulesets())]
    best = named or best_fitting((each.ruleset, each.fitting, each.total) for each in lists)
    for each in lists:
        if each.ruleset is best and each.has_units:
            read = each.army(len(lines) - MAX_LINES)
            out = (ImportRemark(shown_text(each), CROSSED_OUT, True) for each in crossed)
            return replace(read, remarks=(*sender_remarks(senders), *out, *read.remarks))
    example = f"“8 {_example(named or all_rulesets()[0])}”"
    advice = f"Write one line for each unit, such as {example}, or paste a text with its army code."
    raise BadFile(Problem("", f"We cannot read this as an army. {advice}"))


def _example(ruleset: AnyRuleset) -> str:
    """The name of a unit of the game."""
    return next(ruleset.catalogue.of_kind(kind.slug)[0].name for kind in ruleset.kinds if kind.is_unit)


def _game_in(line: ListLine) -> AnyRuleset | None:
    """The game that a line of our texts names: ``Game: …``, ``…, 24 stands, Legal``, or in brackets."""
    if one := _one_line(line.text):
        return one[1]
    first = line.text.partition(",")[0]
    term, colon, text = first.partition(":")
    text = re.split(r"\s{2,}", text.strip())[0]
    return game_named(text) if colon and name_key(term) in ("game", "game system", "system") else game_named(first)


def _foreign_game_in(line: ListLine) -> str:
    """The game that a line such as ``Game: …`` names, if that is none of this site; else empty."""
    term, _, text = line.text.partition(":")
    text = re.split(r"\s{2,}", text.strip())[0]
    name = text.partition(",")[0].strip()
    is_named = name_key(term) in ("game", "game system") and bool(name)
    return name if is_named and game_named(name) is None and game_named(text) is None else ""


class _List:
    """A list as one game understands it."""

    def __init__(self, ruleset: AnyRuleset, lines: list[ListLine], is_chat: bool = False) -> None:
        """Read the lines; of a chat, those without a count are hardly units."""
        self.is_chat = is_chat
        self.ruleset, self.finder = ruleset, UnitFinder(ruleset)
        self.lines = self._unwrapped(_unfolded(lines))
        if is_chat:
            # Chats have these marks for bold words, too.
            self.lines = [replace(line, heading=2, italic=False) if line.italic else line for line in self.lines]
        self.has_one_title = sum(line.heading == 1 for line in self.lines) == 1
        self.title = ""
        self.remarks: list[ImportRemark] = []
        """What is said of the army as a whole."""
        self.terms: list[tuple[ListLine, str, list[str]]] = []
        self.groups: list[_Group] = []
        self.doubts: list[_Doubt] = []
        self.fitting = 0
        """Lines that speak for this game."""
        self.strange = 0
        """Further names with counts behind units, which no unit of the game has."""
        self.has_units = False
        self._read: set[int] = set()
        """The lines that are settings as a whole, and need not be facts as we write them."""
        example = LoadedArmy(ruleset, ruleset.demo())
        self._facts = {name_key(each.term) for each in head_lines(example)}
        self._said: list[str] = []
        """What the line above says behind its term, which indented lines continue."""
        places = [at for at, line in enumerate(self.lines) if any(self._unit_in(piece)[2] for piece in _cut(line.text))]
        first, last = (places[0], places[-1]) if places else (0, len(self.lines))
        found = (self.finder.find(line.text) for line in self.lines)
        self.has_lines = sum(unit is not None and unit.count is not None for unit in found) > 1
        """Whether units stand in lines of their own, so that sentences only talk about them."""
        is_outside, is_beyond = self._outside(first, last), self._beyond(first, last)
        for place, line in enumerate(self.lines):
            self._is_outside, self._is_beyond = is_outside(place), is_beyond(place)
            self._place(place, line)
        self._leave_empty_groups()

    def _leave_empty_groups(self) -> None:
        """Name the headings without units, unless they say that they have none, and keep what stands below them."""
        kept: list[_Group] = []
        above: list[_Unit | _Doubt] = []
        for group in self.groups:
            has_units = any(isinstance(item, _Unit) or (group.name and item.units) for item in group.items)
            is_last = group is self.groups[-1] and not kept
            if has_units or is_last or group.notes or (group.line and _NONE.search(group.line.text[:MAX_LINE])):
                group.items[:0], above = above, []
                kept.append(group)
                continue
            if group.line:
                self.remarks.append(ImportRemark(shown(group.line), NO_UNITS, True))
            (kept[-1].items if kept else above).extend(group.items)
        self.groups = kept

    @property
    def total(self) -> int:
        """How many lines there are that may be units; sentences weigh little, and so do lines without a count in
        a list whose units have one.
        """
        titles = [
            item.found.title
            for group in self.groups
            for item in group.items
            if isinstance(item, _Unit) and item.found.count
        ]
        have_counts = len(set(titles)) > 1 and 2 * len(titles) > self.fitting
        light = sum(doubt.is_sentence or (have_counts and doubt.is_plain) for doubt in self.doubts)
        return self.fitting + self.strange + len(self.doubts) - light + light // 3

    def _unwrapped(self, lines: list[ListLine]) -> list[ListLine]:
        """The lines, with a unit that was broken in two by the width of a page or a phone in the second of them."""
        whole: list[ListLine] = []
        for line in lines:
            above = whole[-1] if whole else None
            if above and (tail := self._broken_off(above, line)):
                rest = above.text[: above.text.rindex(tail)].rstrip()
                is_bullet = above.bullet and not rest
                line = replace(line, text=f"{tail} {line.text}", indent=above.indent, bullet=is_bullet)
                whole[-1:] = [replace(above, text=rest)] if rest else []
            whole.append(line)
        return whole

    def _broken_off(self, above: ListLine, line: ListLine) -> str:
        """The end of a line that is a unit only with the beginning of the next one; empty without such an end."""
        is_apart = line.apart or line.bullet or line.heading or above.heading or line.indent < above.indent
        if is_apart or len(above.text) + len(line.text) > MAX_LINE:
            return ""
        pieces = self._pieces(_BETWEEN, above.text)
        tail, head = pieces[-1] if pieces else "", _cut(line.text)[0]
        joined = self._unit_in(f"{tail} {head}")[2]
        if joined is None or not tail or not head or _is_prose(_first_words(replace(line, text=tail))):
            return ""
        if self.finder.understand(joined).left or (joined.count or 1) > MAX_COUNT:
            return ""
        first, second = self._unit_in(tail)[2], self._unit_in(head)[2]
        if second is not None:
            in_a_list = any(self._unit_in(piece)[2] for piece in pieces[:-1])
            count = re.search(r"(?:^|\s)[0-9]{1,2}(?P<times> ?[x×])?$", tail)
            is_count = count is not None and (count["times"] or (in_a_list and count[0] == tail))
            return tail if is_count and second.count is None and joined.title == second.title else ""
        if first is None or first.title != joined.title:
            return tail
        whole = self.finder.find(above.text)
        is_whole = whole is not None and not self.finder.understand(whole).left
        is_count = first.count is None is not joined.count and count_behind(head)[1] == ""
        return tail if is_count and not is_whole else ""

    # --- what each line is -------------------------------------------------------------------------------

    def _place(self, place: int, line: ListLine) -> None:
        """Put a line where it belongs."""
        last = self._last_item()
        unit = last if isinstance(last, _Unit) else None
        found = self.finder.find(line.text)
        said, self._said = self._said, []
        if said and line.indent >= INDENT:
            said.append(line.text)
            self._said = said
        elif _is_known(line, self.ruleset) or (found and self._is_row(line, found)):
            pass
        elif found and not self._is_heading_of(line, found, place):
            self._add(_Unit(line, found))
        elif unit and self._belongs_to(line, unit):
            unit.inside.append(line)
        elif isinstance(last, _Doubt) and self._is_inside(line, last.line):
            is_note = name_key(line.text[:MAX_LINE].partition(":")[0]) == "notes"
            if is_note or last.units > 1 or not self._has_several(line):
                last.inside.append(line)
        elif line.italic and self.groups and not self.groups[-1].items:
            self.groups[-1].notes.append([line.text])
        elif self._is_term(line) or self._has_several(line):
            pass
        elif self._is_heading(line, place):
            self._head(line, place)
        elif unit and self._goes_on(line, place):
            unit.found = replace(unit.found, remark=f"{unit.found.remark} {line.text}")
        else:
            self._doubt(line)

    def _next(self, place: int) -> ListLine | None:
        return self.lines[place + 1] if place + 1 < len(self.lines) else None

    def _leads(self, place: int) -> bool:
        """Whether the next line is a unit, nearly one with a count, or has a label before its units."""
        following = self._next(place)
        if following is None or self.finder.find(following.text) is not None:
            return following is not None
        term = TERM.match(following.text)
        if term and term[2] and has_label(term[1]):
            return True
        return count_of_line(following.text)[0] is not None and self._resembles_unit(following)

    def _last_item(self) -> _Unit | _Doubt | None:
        items = self.groups[-1].items if self.groups else []
        return items[-1] if items else None

    def _group(self) -> _Group:
        if not self.groups:
            self.groups.append(_Group(""))
        return self.groups[-1]

    def _add(self, unit: _Unit) -> None:
        self.has_units = True
        remark = unit.found.remark
        if self.finder.understand(unit.found).left:
            # A name of another game may begin like one of ours, as may a line of several of them.
            pieces = _APART.split(_IN_BRACKETS.sub("", remark))[1:]
            others = sum(count_of_line(piece.strip())[0] is not None for piece in pieces)
            self.strange += others if others > MAX_EXTRAS else 0
            is_name = re.match(r"\s\w", remark) and re.search(r"\b[A-Z][a-z]", remark)
            self.fitting += not is_name
        else:
            self.fitting += 1
        self._group().items.append(unit)

    def _doubt(self, line: ListLine) -> None:
        """Take a line as one that names units, unless it is a sentence."""
        count, name = count_of_line(line.text)
        is_sentence = self._is_sentence(line, count)
        name, remark = name_and_remark(name)
        is_plain = not (count or line.bullet)
        # An article before other words is hardly a count.
        is_said = is_plain or (count == 1 and not line.bullet and not any(map(str.isdecimal, line.text)))
        is_beside = is_said and (self._is_beyond or line.text.endswith(":")) and not self._resembles_unit(line)
        units = 0 if is_sentence or is_beside else min(count or 1, MAX_COUNT)
        doubt = _Doubt(line, name, units, remark, is_plain, is_sentence)
        self.doubts.append(doubt)
        self._group().items.append(doubt)

    def _is_said(self, line: ListLine, place: int) -> bool:
        """Whether a line that nothing marks is what a mail, a chat or a program has besides a list, or a total."""
        if _is_prose(_first_words(line)) or _LIST_BELOW.search(line.text[:MAX_LINE]):
            return True
        is_marked = without_size(line.text) != line.text or OF_GROUPS.search(line.text)
        is_outside = self._is_outside and not self._leads(place)
        following = self._next(place)
        # What is a message of its own is said, what begins one is a heading.
        is_message = self.is_chat and (not line.apart or following is None or following.apart)
        return not is_marked and (is_outside or is_message)

    def _beyond(self, first: int, last: int) -> Callable[[int], bool]:
        """Whether an empty line sets the line at a place apart from the first or the last one with units."""
        breaks = [at for at, line in enumerate(self.lines) if line.apart]
        above = max((at for at in breaks if at <= first), default=0)
        below = min((at for at in breaks if at > last), default=len(self.lines))
        return lambda place: place < above or place >= below

    def _outside(self, first: int, last: int) -> Callable[[int], bool]:
        """Whether the line at a place is above or below a list, beside a greeting, a signature or a quoted mail."""
        begins = any(map(_is_around, self.lines[:first]))
        ends = next((at for at in range(last + 1, len(self.lines)) if _is_around(self.lines[at])), len(self.lines))
        return lambda place: (begins and place < first) or place >= ends

    def _is_sentence(self, line: ListLine, count: int | None) -> bool:
        """Whether a line names no unit: a sentence, a total, or what a mail or a program has besides a list."""
        is_cost = not re.search(r"[^\W\d]", without_points(f"x {line.text}")[0].removeprefix("x"))
        rest = count_of_line(line.text)[1][:MAX_LINE]
        is_total = count is not None and (_OF_TOTALS.fullmatch(rest) or _IS_TOTAL.match(rest))
        cells = [cell for cell in line.text[:MAX_LINE].split(GAP) if cell.strip()]
        are_headings = len(cells) > 1 and all(self._heads(cell) for cell in cells)
        if _is_prose(_first_words(line)) or is_cost or is_total or are_headings or _WROTE.search(line.text[:MAX_LINE]):
            return True
        is_apart = self._is_outside or (self.is_chat and self.fitting and count is None and not line.bullet)
        if is_apart and not self._resembles_unit(line):
            return True
        if count is not None or line.bullet:
            return False
        return _is_around(line) or _SENTENCE.search(line.text[:MAX_LINE]) is not None

    def _heads(self, cell: str) -> bool:
        """Whether a cell may stand above a column of a table."""
        return name_key(cell) in TOTALS or column_of(part_headings(self.ruleset, self.ruleset.unit), cell) is not None

    def _is_heading_of(self, line: ListLine, found: FoundUnit, place: int) -> bool:
        """Whether a line that could be a unit is marked as the heading of the next one."""
        marked = (
            line.heading or line.text.endswith(":") or (found.guess and not line.bullet and self._counts(place + 1))
        )
        return bool(marked and found.count is None and self._leads(place))

    def _counts(self, place: int) -> bool:
        """Whether a line is a unit with a count."""
        found = self.finder.find(self.lines[place].text) if place < len(self.lines) else None
        return found is not None and found.count is not None

    def _belongs_to(self, line: ListLine, unit: _Unit) -> bool:
        """Whether a line says something about the unit above it."""
        is_part = line.bullet and not unit.line.bullet and not line.numbered
        understood = self.finder.apply(unit.found.spec, unit.found.title, line.text) if is_part else None
        return self._is_inside(line, unit.line) or (understood is not None and not understood.left)

    def _is_inside(self, line: ListLine, above: ListLine) -> bool:
        return line.indent >= above.indent + 2 and not line.heading

    def _is_term(self, line: ListLine) -> bool:
        """Take a setting, notes, or a line of facts as our texts have them."""
        match = TERM.match(line.text)
        if match is None or not match[2]:
            return False
        term, text = match[1], match[2]
        _, unknown = texts_by_column(self.ruleset, self.ruleset.force, [(term, text)])
        if name_key(term) == "notes" and self.groups:
            self._said = [text]
            self.groups[-1].notes.append(self._said)
        elif not unknown or name_key(term) in self._facts or name_key(term).startswith(HOUSE_RULE):
            self._said = [text]
            self.terms.append((line, term, self._said))
        else:
            return False
        return True

    def _has_several(self, line: ListLine) -> bool:
        """Take a line that lists several units, behind the name of their group or without one."""
        if len(line.text) > MAX_LINE:
            return False
        heads = [line.text.rpartition(sign) for sign in _HEAD_SIGNS if sign in line.text]
        first, gap, row = line.text.partition(GAP)
        heads += [(first, "-", row.strip())] if gap and count_of_line(first)[0] is None else []
        has, those = group_that_has(line.text)
        heads += [(has, "-", those)] if has else []
        first, bar, cells = line.text.partition(" | ")
        heads += [(first, "-", cells.replace(" | ", ", "))] if bar else []
        inside = _UNITS_INSIDE.match(line.text)
        heads += [(inside["name"], "-", inside["units"])] if inside else []
        if any(_leaves_out(name) and not NUMBERED_GROUP.match(name) for name, _, _ in heads):
            return False
        for name, sign, listed in (*heads, ("", "", line.text)):
            pieces = self._pieces(_BETWEEN, listed)
            parts = [self._unit_in(piece) for piece in pieces]
            found = sum(unit is not None for _, _, unit in parts)
            is_dash = sign.strip() in ("-", "–", "—")
            has_counts = all(unit is not None and unit.count for _, _, unit in parts)
            has_count = count_of_line(name)[0] is not None and not NUMBERED_GROUP.match(name)
            has_words = any(words for words, _, unit in parts if unit) or not (name or (parts and parts[0][2]))
            is_told = self.has_lines and has_words and _ends_sentence(line)
            if (name and (has_count or (is_dash and not has_counts))) or is_told:
                continue
            if found and 2 * found >= len(pieces) > (0 if name or parts[0][0] else 1):
                if name and not self._is_of_last(name):
                    self._begin(replace(line, text=name), guess=sign != ": ")
                self._add_pieces(line, pieces)
                return True
        return False

    def _is_row(self, line: ListLine, found: FoundUnit) -> bool:
        """Take a line that has more than its first unit: others behind it, or its group before it."""
        first, gap, _ = line.text.partition(GAP)
        has_group = bool(found.name and gap) and count_of_line(first)[0] is None
        return self._has_units_behind(line, found) or (has_group and self._has_several(line))

    def _has_units_behind(self, line: ListLine, found: FoundUnit) -> bool:
        """Take a line that has other units behind the first, such as one of two columns."""
        if len(line.text) > MAX_LINE or not self.finder.understand(found).left:
            return False
        pieces = self._pieces(_APART, line.text)
        units = [unit for _, _, unit in map(self._unit_in, pieces) if unit]
        counted = [unit for unit in units if unit.count]
        is_all = len(units) == len(pieces) and all(
            unit.count or not self.finder.understand(unit).left for unit in units
        )
        if len(pieces) < 2 or not (is_all or (len(counted) > 1 and 2 * len(counted) >= len(pieces))):
            return False
        self._add_pieces(line, pieces)
        return True

    def _pieces(self, between: re.Pattern[str], text: str) -> list[str]:
        """The parts of a line; one stays with the next where only both together are a unit, or say how many."""
        text = text.rstrip(". ")
        ends = [match.span() for match in between.finditer(text)]
        starts = [0, *(end for _, end in ends)]
        spans = list(zip(starts, [*(start for start, _ in ends), len(text)], strict=True))
        pieces: list[str] = []
        last = 0
        for start, end in spans:
            if pieces and self._is_one(text[last:end], pieces[-1], text[start:end]):
                pieces[-1] = text[last:end]
            elif end > start:
                pieces.append(text[start:end])
                last = start
        return [each for piece in pieces for each in self._by_counts(piece)]

    def _by_counts(self, piece: str) -> list[str]:
        """The units of a part of a line that nothing separates but their counts: “two tanks one truck”."""
        starts = [match.start() for match in islice(_COUNT.finditer(piece), MAX_STARTS + 1)]
        if not starts or len(starts) > MAX_STARTS or self.finder.find(piece[starts[-1] :]) is None:
            return [piece]
        if _COUNT.match(f" {piece}", 1) or self.finder.find(piece[: starts[0]].strip()) is not None:
            starts.insert(0, 0)
        parts: list[str] = []
        begin = starts[0]
        for end in (*starts[1:], len(piece)):
            part = piece[begin:end].strip()
            unit = self.finder.find(part)
            if end > begin and unit is not None and unit.count and not self.finder.understand(unit).left:
                parts.append(part)
                begin = end
        if len(parts) < 2 or begin < len(piece):
            return [piece]
        words = piece[: starts[0]].strip()
        return [f"{words} {parts[0]}".strip(), *parts[1:]]

    def _is_one(self, both: str, one: str, other: str) -> bool:
        """Whether two parts of a line are one unit: the other says how many there are, or has the rest of the name."""
        if self._unit_in(other)[2] is not None:
            return False
        whole, alone = self._unit_in(both)[2], self._unit_in(one)[2]
        if alone is not None and alone.count is not None and count_behind(other)[0] is not None:
            return False
        if whole is None or (alone is not None and whole.title != alone.title):
            return whole is not None and not self.finder.understand(whole).left
        return alone is None or whole.count != alone.count or not self.finder.understand(whole).left

    def _unit_in(self, piece: str) -> tuple[str, str, FoundUnit | None]:
        """The words before a unit in a part of a sentence, the unit’s text, and the unit if there is one."""
        if (found := self.finder.find(piece)) is not None:
            return "", piece, found
        for match in islice(_COUNT.finditer(piece), MAX_STARTS):
            words = piece[: match.start()]
            if found := None if _leaves_out(words) else self.finder.find(piece[match.start() :]):
                return words.strip(), piece[match.start() :], found
        return "", piece, None

    def _add_pieces(self, line: ListLine, pieces: Iterable[str]) -> None:
        """Add the units of the parts of a line; of parts without a unit, those that do not count may be none."""
        parts = [self._unit_in(piece) for piece in pieces]
        have_counts = all(unit.count for _, _, unit in parts if unit)
        for words, text, unit in parts:
            part = replace(line, text=text)
            if words:
                starts = (0, *(match.start() for match in islice(_COUNT.finditer(words), MAX_STARTS)))
                lost = filter(None, (self.finder.find(words[start:]) for start in starts))
                count = next((each.count for each in lost if each.count), 0)
                self.remarks.append(ImportRemark(shown_text(words), NOT_READ, True, count))
            if unit:
                self._add(_Unit(part, unit))
            elif have_counts and count_of_line(text)[0] is None and not self._resembles_unit(part):
                self.remarks.append(ImportRemark(shown(part), NOT_READ, True))
            else:
                self._doubt(replace(part, bullet=True))

    def _is_heading(self, line: ListLine, place: int) -> bool:
        """Whether the line is a title or the heading of a group."""
        following = self._next(place)
        if line.heading:
            return self._leads(place) or not self._is_outside
        text = without_pictures(line.text)
        name = heading_of(text).name
        is_other = GAP in name or self._is_said(line, place)
        if len(line.text) > NAME_LENGTH or following is None or is_other:
            return False
        is_inner = following.indent > line.indent or (following.bullet and not line.bullet)
        is_marked = without_size(text) != text
        is_numbered = NUMBERED_GROUP.match(name) is not None
        is_size = is_inner and is_marked and not line.bullet
        has_count = not (is_numbered or is_size) and count_of_line(line.text.rstrip(" :"), dashed=False)[0] is not None
        is_said = _SENTENCE.search(name) or (_NOT.search(name) and not is_numbered) or _greets(line)
        if (line.bullet and not (line.numbered or is_inner or is_numbered)) or has_count or is_said:
            return False
        plural = self.finder.find(line.text)
        if plural and self._is_heading_of(line, plural, place):
            return True
        if (
            not is_numbered
            and not OF_PLACES.fullmatch(name)
            and self._resembles_unit(line)
            and not (line.apart and is_inner and self._counts(place + 1) and not self.finder.find(line.text))
            and not (line.text.endswith(":") and count_of_line(name)[0] is None)
        ):
            return False
        first = line is self.lines[0]
        if first and (following.apart or following.heading or following.text.endswith(":") or self._is_above(place)):
            return True
        if is_marked and count_of_line(following.text)[0] is not None:
            return True
        if (first or line.apart) and not following.apart and OF_GROUPS.search(text):
            return True
        is_described = line.apart and _ends_sentence(following) and self._leads(place + 1)
        is_above = line.apart or is_marked or is_inner or self._is_apart(line, place)
        return is_described or (self._leads(place) and is_above)

    def _is_above(self, place: int) -> bool:
        """Whether the next line is neither a unit nor like one, but stands before one as a heading does."""
        following = self.lines[place + 1]
        is_heading = count_of_line(following.text)[0] is None and not self._resembles_unit(following)
        return is_heading and not self._leads(place) and self._leads(place + 1)

    def _is_apart(self, line: ListLine, place: int) -> bool:
        """Whether a line differs from the units around it: by a number, a word for groups, or the count it lacks."""
        if line.numbered:
            return not self.lines[place + 1].numbered
        last, unit = self._last_item(), self.finder.find(self.lines[place + 1].text)
        has_counts = unit is not None and unit.count and (not isinstance(last, _Unit) or last.found.count)
        if isinstance(last, _Unit) and self._goes_on(line, place):
            return False
        is_named = (OF_GROUPS.search(line.text) or NUMBERED_GROUP.match(line.text)) is not None
        has_lines = last is not None or bool(self.title)
        return is_named or bool(has_counts and has_lines and count_of_line(line.text)[0] is None)

    def _resembles_unit(self, line: ListLine) -> bool:
        """Whether a line is or resembles the name of a unit."""
        name = count_of_line(without_size(line.text))[1]
        if self.finder.find(name) is not None or "you mean" in self.reader_of_names.unknown(name):
            return True
        starts = islice(_COUNT.finditer(line.text[:MAX_LINE]), MAX_STARTS)
        if any(self.finder.find(line.text[match.start() :]) for match in starts):
            return True
        words = [] if OF_GROUPS.search(name) else name.split()[:MAX_WORDS]
        parts = (part for at in range(1, len(words)) for part in (words[:at], words[at:]))
        return any(self.finder.named(" ".join(part)) for part in parts)

    @property
    def reader_of_names(self) -> ArmyReader:
        """A reader that knows which names are similar."""
        return ArmyReader(self.ruleset)

    def _head(self, line: ListLine, place: int) -> None:
        """Take the title of the army, or begin a group; one that nothing marks, or that may be a unit, is named."""
        following = self._next(place)
        leads = (self._leads(place) and not (following and following.heading)) or line.text.endswith(":")
        begins = not self.groups and not self.title and not leads
        is_title = begins or (line.heading == 1 and (self.has_one_title or not leads))
        may_be_unit = count_of_line(without_size(line.text))[0] is not None or self._resembles_unit(line)
        if is_title and not self.title:
            self.title = line.text
            if may_be_unit or not (line.heading or line is self.lines[0]):
                self.remarks.append(ImportRemark(shown(line), "This was read as the name of the army."))
            return
        is_marked = line.heading or without_size(line.text) != line.text
        self._begin(line, guess=bool(may_be_unit or not is_marked))

    def _is_of_last(self, name: str) -> bool:
        """Whether a line names the group of the line above again, as each row of a table does."""
        return bool(self.groups) and name_key(self.groups[-1].name) == name_key(heading_of(name).name)

    def _begin(self, line: ListLine, *, guess: bool) -> None:
        """Begin a group; what says only where units of the group are kept, or what they are, is named."""
        name, beside = heading_of(line.text)
        last = self.groups[-1] if self.groups else None
        if last and last.name and has_label(name) and not has_label(last.name):
            self.remarks.append(ImportRemark(shown(line), "This was not read as the name of a group."))
            return
        self.groups.append(_Group(name, line, guess, beside))

    def _goes_on(self, line: ListLine, place: int) -> bool:
        """Whether a mail broke the line above in two."""
        before = self.lines[place - 1]
        marked = line.bullet or line.apart or line.heading or count_of_line(line.text)[0] is not None
        unit = self._last_item()
        is_full = isinstance(unit, _Unit) and len(unit.found.remark) > MAX_LINE
        return not marked and not is_full and len(before.written) >= LONG_LINE

    # --- the army ----------------------------------------------------------------------------------------

    def army(self, unread: int) -> ImportedArmy:
        """The army with its report; raises ``BadFile``."""
        reader = ArmyReader(self.ruleset, [*self.remarks])
        settings = self._settings(reader)
        reader.remarks += points_remarks(self.lines)
        if self.title:
            settings[NAME] = escape_formula(self.title[:NAME_LENGTH])
        blank = ArmyReader(self.ruleset).army(PartRow(settings, str)).loaded
        self.finder = UnitFinder(self.ruleset, blank.force)
        for number, group in enumerate(self.groups):
            texts = {NAME: escape_formula(group.name[:NAME_LENGTH]), NOTES: escape_formula(group.text)}
            reader.add_group(PartRow(texts, _at(group.name)))
            if group.guess and group.line:
                message = f"“{group.name}” was read as the name of a group."
                reader.remarks.append(ImportRemark(shown(group.line), message))
            for item in group.items:
                if isinstance(item, _Unit):
                    self._add_units(reader, item, number)
                else:
                    self._name_doubt(reader, item, number)
        if unread > 0:
            reader.leave_out("", f"The text has {unread} more lines, which were not read.")
        imported = reader.army(PartRow(settings, str))
        return self._with_facts(imported)

    def _settings(self, reader: ArmyReader) -> dict[str, str]:
        """The cells of the army's settings, and its house rules by their readings."""
        texts: dict[str, str] = {}
        by_id = {name_key(ruling.id): ruling for ruling in switches(self.ruleset.rulings).values()}
        for line, term, said in self.terms:
            key, text = name_key(term), "\n".join(said)
            if key.startswith(HOUSE_RULE):
                ruling = by_id.get(key.removeprefix(HOUSE_RULE).strip())
                reading = reading_of(ruling, text) if ruling else ""
                if ruling and reading:
                    texts[f"{HOUSE_RULE}{ruling.switch}"] = reading
                else:
                    reader.leave_out(shown(line), "This house rule or its reading was not understood.")
                continue
            for value in (text, *re.findall(r"^[0-9]{1,9}", text)):
                cells, _ = texts_by_column(self.ruleset, self.ruleset.force, [(term, value)])
                if cells.keys() == {NOTES} or self.finder.with_setting(self.ruleset.force(), term, value) is not None:
                    texts.update(cells)
                    self._read |= {id(line)} if value == text else set()
                    break
        return texts

    def _add_units(self, reader: ArmyReader, item: _Unit, number: int) -> None:
        """Add the units of a line, with what its remark and the lines below it set."""
        found, place = item.found, shown(item.line)
        if found.guess:
            reader.remarks.append(ImportRemark(place, found.guess))
        understood = self.finder.understand(found)
        unit = self.finder.described(understood.spec, found.title, (line.text for line in item.inside))
        known = self.finder.words_of(unit.spec)
        left = [word for word in (*understood.left, *unit.left) if word not in known]
        if left:
            reader.leave_out(place, not_understood(left))
        name = found.name or unit.name
        count, row = found.count or 1, {NAME: escape_formula(name), NOTES: escape_formula(unit.notes)}
        as_ours = understood.read or name or item.inside
        specs = (unit.spec,) * count if as_ours or count > 99 else found.kind.several(unit.spec, count)
        for each in dict.fromkeys(specs):
            reader.add_unit(PartRow(row, _at(place)), number, specs.count(each), each)

    def _name_doubt(self, reader: ArmyReader, item: _Doubt, number: int) -> None:
        name = item.name[:MAX_SHOWN]
        message, likely = (reader.unknown(name), reader.likely(name)) if item.units else (NOT_READ, "")
        rest = "\n".join((item.remark, *(line.text for line in item.inside))) if item.units else ""
        place = shown(item.line)
        reader.remarks.append(
            ImportRemark(place, message, True, item.units, number, rest=rest[:MAX_REST], likely=likely)
        )
        for line in item.inside:
            reader.leave_out(shown(line), NOT_READ)

    def _with_facts(self, imported: ImportedArmy) -> ImportedArmy:
        """The army with a remark on each line of facts that does not say what the army has."""
        own = {line_key(f"{line.term}: {line.text}") for line in head_lines(imported.loaded)}
        remarks = [
            ImportRemark(shown(line), "This line does not set anything here.", True)
            for line, term, said in self.terms
            if not name_key(term).startswith(HOUSE_RULE)
            and id(line) not in self._read
            and line_key(" ".join((f"{term}:", *said))) not in own
        ]
        return replace(imported, remarks=(*imported.remarks, *remarks))


def _leaves_out(words: str) -> bool:
    """Whether words say that the units behind them are not in the army, or may not be."""
    return _NOT.search(words) is not None or _TO_DO.search(words) is not None


def _first_words(line: ListLine) -> list[str]:
    """The first two words of a line, as they are compared."""
    return [name_key(word).strip(",.!") for word in re.split(r"[\s:=]+", line.text[:MAX_LINE].strip("= "))[:2]]


def _cut(text: str) -> list[str]:
    """The parts of a line that may be units."""
    return _BETWEEN.split(text) if len(text) <= MAX_LINE else []


def _ends_sentence(line: ListLine) -> bool:
    """Whether a line ends as a sentence does."""
    return line.text.rstrip(" )]*_\"”’'").endswith((".", "!", "?", "…"))


def _greets(line: ListLine) -> bool:
    """Whether a line addresses its readers, as the first one of a mail does: “Hi all, here is my list:”."""
    return _first_words(line)[0] in _GREETINGS and "," in line.text


def _is_around(line: ListLine) -> bool:
    """Whether a line begins or ends a mail or a post."""
    words = _first_words(line)
    return line.signed or words[0] in _GREETINGS or _is_prose(words) or bool(_WROTE.search(line.text[:MAX_LINE]))


def _is_prose(words: list[str]) -> bool:
    """Whether words begin a total, or a line that a mail or a program has besides a list."""
    begins = words[0] in (*TOTALS, *_OF_MAILS, *_PROGRAMS, "") or " ".join(words) in _OF_MAILS
    return begins or words[-1] == "total" or " ".join(words) in TOTALS


def _at(place: str) -> Callable[[str], str]:
    """The place of every cell of a line."""
    return lambda heading: place


def _is_known(line: ListLine, ruleset: AnyRuleset) -> bool:
    """Whether our texts have such a line besides units, groups and settings: the game, or the army's problems."""
    is_problem = line.text.startswith(_SEVERITIES) or (line.heading and name_key(line.text) == "problems")
    return bool(is_problem) or _game_in(line) is ruleset


def points_remarks(lines: Iterable[ListLine]) -> tuple[ImportRemark, ...]:
    """The remark on costs that were read off lines, if there are such."""
    points = next((line.points for line in lines if line.points), "")
    return (ImportRemark(points, "Costs in points were left out.", True),) if points else ()


def shown(line: ListLine) -> str:
    """A line as a remark repeats it."""
    return shown_text(line.text)


def shown_text(text: str) -> str:
    """A text as a remark repeats it."""
    return " ".join(text.split())[:MAX_SHOWN]


def not_understood(words: Iterable[str]) -> str:
    """The message on words of a line that mean nothing in its unit."""
    return f"This was not understood: {' '.join(dict.fromkeys(words))[:MAX_SHOWN]}"


def reading_of(ruling: Ruling, text: str) -> str:
    """The key of the reading that stands after the question of a house rule, or alone; empty if none does."""
    plain = name_key(text)
    answer = plain.removeprefix(name_key(ruling.question)).strip().removesuffix(".")
    keys = [each.key for each in ruling.readings if name_key(each.text).removesuffix(".") == answer]
    return keys[0] if len(keys) == 1 else ""


def _unfolded(lines: list[ListLine]) -> list[ListLine]:
    """The lines, with those of an army in one line as one each."""
    return [_without_points(each) for line in lines for one in _of_one_line(line) for each in _sentences(one)]


def _sentences(line: ListLine) -> list[ListLine]:
    """The sentences of a line if several of them say what a group has, or else the line."""
    texts = _SENTENCES.split(line.text[:MAX_PARAGRAPH])
    several = sum(bool(group_that_has(text)[0] or _UNITS_INSIDE.match(text)) for text in texts) > 1
    return [replace(line, text=text) for text in texts] if several and len(line.text) <= MAX_PARAGRAPH else [line]


def _without_points(line: ListLine) -> ListLine:
    """A line without its cost in points, unless it is a total or a setting."""
    text, points = without_points(line.text)
    if points:
        text, more = without_points(text)
        points = ", ".join(filter(None, (points, more)))
        text = text.rstrip(" .") if text.endswith("..") else text
    first = name_key(re.split(r"[\s:=]", text[:MAX_LINE])[0])
    return line if not points or first in TOTALS else replace(line, text=text, points=points)


def _one_line(text: str) -> tuple[str, AnyRuleset, str] | None:
    """The title, the game and the groups of an army in one line, as we write it."""
    title, _, rest = text.partition(" [")
    inside, _, groups = rest.partition("] ")
    game = game_named(inside.partition(",")[0]) if groups else None
    return (title, game, groups) if game else None


def _of_one_line(line: ListLine) -> Iterator[ListLine]:
    one = _one_line(line.text)
    if one is None:
        yield line
        return
    title, _, groups = one
    yield replace(line, text=title, heading=1)
    for group in groups.split(" / "):
        name, _, units = group.partition(": ")
        # The number of units tells a name with brackets from one with a remark.
        size = "0" if units in ("", "–") else units.count(", ") + 1
        yield replace(line, text=f"{name} ({size})", heading=2)
        yield from (replace(line, text=unit, bullet=True) for unit in units.split(", ") if unit not in ("", "–"))
