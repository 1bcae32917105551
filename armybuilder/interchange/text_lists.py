"""A list of units in plain writing, read as an army: by hand, from a forum, a chat, a mail or another program.

A line is a unit, a heading, a setting or something else that our own texts have. Any other line is reported.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import WORDS, LoadedArmy
from armybuilder.interchange.army_rows import texts_by_column
from armybuilder.interchange.games import best_fitting, refuse_game
from armybuilder.interchange.imported import MAX_REST, ImportedArmy, ImportRemark
from armybuilder.interchange.likeness import looks_like
from armybuilder.interchange.text_armies import DoubtLine, ListArmy, ListGroup, UnitLine
from armybuilder.interchange.text_chats import MAX_SENDERS, sender_remarks, texts_by_sender, without_heads
from armybuilder.interchange.text_columns import without_columns
from armybuilder.interchange.text_counts import MAX_LINE, count_of_line, with_products, without_points
from armybuilder.interchange.text_headings import (
    NUMBERED_GROUP,
    OF_GROUPS,
    OF_PLACES,
    WITH_NUMBER,
    group_that_has,
    has_label,
    heading_of,
)
from armybuilder.interchange.text_lines import (
    GAP,
    INDENT,
    MAX_LINES,
    TERM,
    ListLine,
    name_and_remark,
    read_lines,
    unquoted,
    without_crossed,
    without_pictures,
    without_size,
)
from armybuilder.interchange.text_neighbours import Neighbours
from armybuilder.interchange.text_pieces import (
    APART,
    BETWEEN,
    COUNT,
    HEAD_SIGNS,
    MAX_COUNT,
    MAX_STARTS,
    UNITS_INSIDE,
    LinePieces,
    cut,
)
from armybuilder.interchange.text_prose import (
    IS_TOTAL,
    LIST_BELOW,
    NOT,
    OF_TOTALS,
    SENTENCE,
    WROTE,
    ends_sentence,
    first_words,
    greets,
    is_around,
    is_prose,
    leaves_out,
)
from armybuilder.interchange.text_remarks import CROSSED_OUT, NOT_READ, NOT_TICKED, shown, shown_text
from armybuilder.interchange.text_tallies import with_tallies
from armybuilder.interchange.text_unfolding import (
    everyday_game_in,
    foreign_game_in,
    game_in,
    game_of_title,
    unfolded,
    without_elements,
)
from armybuilder.interchange.text_units import FoundUnit, UnitFinder
from armybuilder.interchange.texts import head_lines, without_keys
from armybuilder.spreadsheets.columns import TOTALS
from armybuilder.spreadsheets.row_columns import HOUSE_RULE, column_of, part_headings
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.wording import count_of
from rulesets.registry import all_rulesets

LONG_LINE: Final = 50
"""A line of so many characters may go on in the next one."""
MAX_OTHERS: Final = 200
"""Lines of other senders that are named."""
MAX_EXTRAS: Final = 2
"""Further counts behind a unit, such as those of its weapons; a line with more of them lists strange units."""
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SIZE = re.compile(r"[(\[]([0-9]{1,3})(?: [^()\[\]]*)?[)\]]:?$")
_AND = re.compile(r"\s(?:and|&|und|et)\s", re.IGNORECASE)
_SEVERITIES = tuple(f"{word.capitalize()}: " for word, _ in WORDS.values())


def read_list(text: str, game: AnyRuleset | None = None) -> ImportedArmy:
    """The army of a list; ``game`` is that of a list which names none. Raises ``BadFile``, also for a tie of games.

    Of a chat it is the army of the sender who names most units. The units of others are named, to be chosen.
    """
    given = text
    text, crossed = without_crossed(with_tallies(unquoted(without_columns(text))))
    chat = without_elements(text)
    text, senders = without_heads(chat)
    lines = _lines_of(text)
    named = next(filter(None, chain(map(game_in, lines[:20]), map(game_of_title, lines[:20]))), None) or game
    titles = [] if named else lines[:1]
    if foreign := next(filter(None, chain(map(everyday_game_in, titles), map(foreign_game_in, lines[:20]))), ""):
        raise refuse_game(foreign)
    lists = [_List(ruleset, lines, bool(senders)) for ruleset in ([named] if named else all_rulesets())]
    best = named or best_fitting((each.ruleset, each.fitting, each.total) for each in lists)
    for each in lists:
        if each.ruleset is best and each.has_units:
            one, others = _of_one_sender(each, chat) if len(senders) > 1 else (each, [])
            read = one.listed.army(one.lines, one.unread)
            out = (ImportRemark(shown_text(each), CROSSED_OUT, True) for each in crossed)
            return replace(read, remarks=(*sender_remarks(senders), *out, *read.remarks, *others))
    found = f" It looks like {likeness}." if (likeness := looks_like(given)) else ""
    line = f"Write one line for each unit, for example “8 {_example(named or all_rulesets()[0])}”"
    code = "or paste a text from this site with the army code at its end"
    raise BadFile(Problem("game", f"We cannot read this as an army.{found} {line}, {code}."))


def _lines_of(text: str) -> list[ListLine]:
    """The lines of an unquoted text without the heads of messages."""
    return read_lines(with_products(without_keys(text)))


def _of_one_sender(whole: "_List", chat: str) -> tuple["_List", list[ImportRemark]]:
    """The list of the sender who names most units, if several name some, and what is told of the others' lines."""
    texts = texts_by_sender(chat)
    longest = sorted(texts, key=lambda sender: len(texts[sender]), reverse=True)[:MAX_SENDERS]
    lists = {sender: _List(whole.ruleset, _lines_of(texts[sender]), True, whole.finder) for sender in longest}
    named = {sender: len(each.units) for sender, each in lists.items()}
    best = max(named, key=lambda sender: named[sender])
    if sum(map(bool, named.values())) < 2:
        return whole, []
    only = f"Only the list {f'of {best}' if best else 'above the messages'} was imported."
    others = {sender: each for sender, each in lists.items() if sender != best}
    told: list[ImportRemark] = []
    for sender, each in others.items():
        said = f"{sender} wrote this." if sender else "This is above the messages."
        told += each.told_of(f"{only} {said}", sender, lists[best].last_group)
    # What may be chosen comes first.
    told.sort(key=lambda remark: not remark.units)
    more = max(len(told) - MAX_OTHERS, 0) + sum(each.unread for each in others.values())
    more += sum(bool(line.strip()) for sender in texts if sender not in lists for line in texts[sender].split("\n"))
    rest = [ImportRemark("", f"{only} Others wrote {count_of(more, 'more line')}.", True)] if more else []
    return lists[best], [*told[:MAX_OTHERS], *rest]


def _left_out(line: ListLine, found: FoundUnit | None, message: str, group: int, heading: str = "") -> ImportRemark:
    """The remark on a line that was left out; its units, if it has some, may be chosen for a group of the army.

    That is the one of the ``heading``, if there is one.
    """
    if found is None:
        return ImportRemark(shown(line), message, True)
    return ImportRemark(shown(line), message, True, found.count or 1, group, heading, found.remark[:MAX_REST])


def _example(ruleset: AnyRuleset) -> str:
    """The name of a unit of the game."""
    return next(ruleset.catalogue.of_kind(kind.slug)[0].name for kind in ruleset.kinds if kind.is_unit)


class _List:
    """A list as one game understands it."""

    def __init__(
        self, ruleset: AnyRuleset, lines: list[ListLine], is_chat: bool = False, finder: UnitFinder | None = None
    ) -> None:
        """Read the lines; of a chat, those without a count are hardly units. Lists share the time of a finder."""
        self.is_chat, self.unread = is_chat, max(len(lines) - MAX_LINES, 0)
        self.ruleset, self.finder = ruleset, finder or UnitFinder(ruleset)
        self.pieces = LinePieces(self.finder)
        self.lines = self.pieces.with_groups(self.pieces.unwrapped(unfolded(lines[:MAX_LINES])))
        if is_chat:
            # Chats have these marks for bold words, too.
            self.lines = [replace(line, heading=2, italic=False) if line.italic else line for line in self.lines]
        self.has_one_title = sum(line.heading == 1 for line in self.lines) == 1
        self.beside, self.listed = Neighbours(self.finder, self.lines), ListArmy(ruleset)
        self.doubts: list[DoubtLine] = []
        self.fitting = 0
        """Lines that speak for this game."""
        self.strange = 0
        """Further names with counts behind units, which no unit of the game has."""
        self.has_units = False
        example = LoadedArmy(ruleset, ruleset.demo())
        self._facts = {name_key(each.term) for each in head_lines(example)}
        self._said: list[str] = []
        """What the line above says behind its term, which indented lines continue."""
        places = [
            at for at, line in enumerate(self.lines) if any(self.pieces.unit_in(piece)[2] for piece in cut(line.text))
        ]
        first, last = (places[0], places[-1]) if places else (0, len(self.lines))
        found = (self.finder.find(line.text) for line in self.lines)
        self.has_lines = sum(unit is not None and unit.count is not None for unit in found) > 1
        """Whether units stand in lines of their own, so that sentences only talk about them."""
        is_outside, is_beyond = self.beside.outside(first, last), self.beside.beyond(first, last)
        for place, line in enumerate(self.lines):
            self._is_outside, self._is_beyond = is_outside(place), is_beyond(place)
            self._place(place, line)
        self.listed.leave_empty_groups()

    @property
    def total(self) -> int:
        """How many lines there are that may be units; sentences weigh little, and so do lines without a count in
        a list whose units have one.
        """
        titles = [
            item.found.title
            for group in self.listed.groups
            for item in group.items
            if isinstance(item, UnitLine) and item.found.count
        ]
        have_counts = len(set(titles)) > 1 and 2 * len(titles) > self.fitting
        light = sum(doubt.is_sentence or (have_counts and doubt.is_plain) for doubt in self.doubts)
        return self.fitting + self.strange + len(self.doubts) - light + light // 3

    @property
    def units(self) -> list[UnitLine]:
        """The units of all groups."""
        return [item for group in self.listed.groups for item in group.items if isinstance(item, UnitLine)]

    @property
    def last_group(self) -> int:
        """The number of the group to which units are added that were left out."""
        return max(len(self.listed.groups) - 1, 0)

    def told_of(self, message: str, sender: str, group: int) -> Iterator[ImportRemark]:
        """The remark on each line of a sender's list that was left out.

        Units may be chosen for a group of the name that theirs has, else of the sender's, else for that of the number.
        """
        for each in self.listed.groups:
            heading = (each.name or sender)[:NAME_LENGTH]
            units = (item for item in each.items if isinstance(item, UnitLine))
            yield from (_left_out(unit.line, unit.found, message, group, heading) for unit in units)
        written = {unit.line.written for unit in self.units}
        yield from (_left_out(line, None, message, group) for line in self.lines if line.written not in written)

    # --- what each line is -------------------------------------------------------------------------------

    def _place(self, place: int, line: ListLine) -> None:
        """Put a line where it belongs."""
        last = self._last_item()
        unit = last if isinstance(last, UnitLine) else None
        found = self.finder.find(line.text)
        said, self._said = self._said, []
        if said and line.indent >= INDENT:
            said.append(line.text)
            self._said = said
        elif line.unticked:
            units, remark = (found.count or 1, found.remark) if found else (0, "")
            self._group().items.append(DoubtLine(line, line.text, units, remark, message=NOT_TICKED))
        elif self._heads_block(line, place):
            self._head(line, place)
        elif _is_known(line, self.ruleset) or (found and self._is_row(line, found)):
            pass
        elif found and not self._is_heading_of(line, found, place):
            self._add(UnitLine(line, found))
        elif unit and self._belongs_to(line, unit):
            unit.inside.append(line)
        elif isinstance(last, DoubtLine) and self._is_inside(line, last.line):
            is_note = name_key(line.text[:MAX_LINE].partition(":")[0]) == "notes"
            if is_note or last.units > 1 or not self._has_several(line):
                last.inside.append(line)
        elif line.italic and self.listed.groups and not self.listed.groups[-1].items:
            self.listed.groups[-1].notes.append([line.text])
        elif self._is_term(line) or self._has_several(line):
            pass
        elif self._is_heading(line, place):
            self._head(line, place)
        elif unit and self._goes_on(line, place):
            unit.found = replace(unit.found, remark=f"{unit.found.remark} {line.text}")
        else:
            self._doubt(line)

    def _last_item(self) -> UnitLine | DoubtLine | None:
        items = self.listed.groups[-1].items if self.listed.groups else []
        return items[-1] if items else None

    def _group(self) -> ListGroup:
        if not self.listed.groups:
            self.listed.groups.append(ListGroup(""))
        return self.listed.groups[-1]

    def _add(self, unit: UnitLine) -> None:
        self.has_units = True
        remark = unit.found.remark
        if self.finder.understand(unit.found).left:
            # A name of another game may begin like one of ours, as may a line of several of them.
            pieces = APART.split(_IN_BRACKETS.sub("", remark))[1:]
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
        is_beside = is_said and (self._is_beyond or line.text.endswith(":")) and not self.beside.resembles_unit(line)
        units = 0 if is_sentence or is_beside else min(count or 1, MAX_COUNT)
        doubt = DoubtLine(line, name, units, remark, is_plain, is_sentence)
        self.doubts.append(doubt)
        self._group().items.append(doubt)

    def _is_said(self, line: ListLine, place: int) -> bool:
        """Whether a line that nothing marks is what a mail, a chat or a program has besides a list, or a total."""
        if is_prose(first_words(line)) or LIST_BELOW.search(line.text[:MAX_LINE]):
            return True
        is_marked = without_size(line.text) != line.text or OF_GROUPS.search(line.text)
        is_outside = self._is_outside and not self.beside.leads(place)
        following = self.beside.next(place)
        # What is a message of its own is said, what begins one is a heading.
        is_message = self.is_chat and (not line.apart or following is None or following.apart)
        return not is_marked and (is_outside or is_message)

    def _is_sentence(self, line: ListLine, count: int | None) -> bool:
        """Whether a line names no unit: a sentence, a total, or what a mail or a program has besides a list."""
        is_cost = not re.search(r"[^\W\d]", without_points(f"x {line.text}")[0].removeprefix("x"))
        rest = count_of_line(line.text)[1][:MAX_LINE]
        is_total = count is not None and (OF_TOTALS.fullmatch(rest) or IS_TOTAL.match(rest))
        cells = [cell for cell in line.text[:MAX_LINE].split(GAP) if cell.strip()]
        are_headings = len(cells) > 1 and all(self._heads(cell) for cell in cells)
        if is_prose(first_words(line)) or is_cost or is_total or are_headings or WROTE.search(line.text[:MAX_LINE]):
            return True
        is_apart = self._is_outside or (self.is_chat and self.fitting and count is None and not line.bullet)
        if is_apart and not self.beside.resembles_unit(line):
            return True
        if count is not None or line.bullet:
            return False
        return is_around(line) or SENTENCE.search(line.text[:MAX_LINE]) is not None

    def _heads(self, cell: str) -> bool:
        """Whether a cell may stand above a column of a table."""
        return name_key(cell) in TOTALS or column_of(part_headings(self.ruleset, self.ruleset.unit), cell) is not None

    def _is_heading_of(self, line: ListLine, found: FoundUnit, place: int) -> bool:
        """Whether a line that could be a unit is marked as the heading of the next one."""
        marked = (
            line.heading
            or line.text.endswith(":")
            or (found.guess and not line.bullet and self.beside.counts(place + 1))
        )
        return bool(marked and found.count is None and self.beside.leads(place))

    def _belongs_to(self, line: ListLine, unit: UnitLine) -> bool:
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
        if name_key(term) == "notes" and self.listed.groups:
            self._said = [text]
            self.listed.groups[-1].notes.append(self._said)
        elif not unknown or name_key(term) in self._facts or name_key(term).startswith(HOUSE_RULE):
            self._said = [text]
            self.listed.terms.append((line, term, self._said))
        else:
            return False
        return True

    def _has_several(self, line: ListLine) -> bool:
        """Take a line that lists several units, behind the name of their group or without one."""
        if len(line.text) > MAX_LINE:
            return False
        heads = [line.text.rpartition(sign) for sign in HEAD_SIGNS if sign in line.text]
        first, gap, row = line.text.partition(GAP)
        heads += [(first, "-", row.strip())] if gap and count_of_line(first)[0] is None else []
        has, those = group_that_has(line.text)
        heads += [(has, "-", those)] if has else []
        first, bar, cells = line.text.partition(" | ")
        heads += [(first, "-", cells.replace(" | ", ", "))] if bar else []
        inside = UNITS_INSIDE.match(line.text)
        heads += [(inside["name"], "-", inside["units"])] if inside else []
        if any(leaves_out(name) and not NUMBERED_GROUP.match(name) for name, _, _ in heads):
            return False
        for name, sign, listed in (*heads, ("", "", line.text)):
            pieces = self.pieces.of(BETWEEN, listed)
            parts = [self.pieces.unit_in(piece) for piece in pieces]
            found = sum(unit is not None for _, _, unit in parts)
            is_dash = sign.strip() in ("-", "–", "—")
            has_counts = all(unit is not None and unit.count for _, _, unit in parts)
            has_count = count_of_line(name)[0] is not None and not NUMBERED_GROUP.match(name)
            has_words = any(words for words, _, unit in parts if unit) or not (name or (parts and parts[0][2]))
            is_told = self.has_lines and has_words and ends_sentence(line)
            leader = parts[0][2] if parts and not parts[0][0] else None
            is_counted = has_counts or (leader is not None and leader.count and self.finder.find(name) is None)
            is_doubtful = has_count or (is_dash and not is_counted and not WITH_NUMBER.fullmatch(name))
            if (name and is_doubtful) or is_told:
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
        name, colon, unit = line.text.partition(": ")
        of_group = bool(colon and OF_GROUPS.search(name)) and self.finder.find(name) is None
        has_group |= of_group and self.finder.find(unit) is not None and bool(self.finder.understand(found).left)
        return self._has_units_behind(line, found) or (has_group and self._has_several(line))

    def _has_units_behind(self, line: ListLine, found: FoundUnit) -> bool:
        """Take a line that has other units behind the first, such as one of two columns."""
        if len(line.text) > MAX_LINE or not self.finder.understand(found).left:
            return False
        pieces = self.pieces.of(APART, line.text)
        units = [unit for _, _, unit in map(self.pieces.unit_in, pieces) if unit]
        counted = [unit for unit in units if unit.count]
        is_all = len(units) == len(pieces) and all(
            unit.count or not self.finder.understand(unit).left for unit in units
        )
        if len(pieces) < 2 or not (is_all or (len(counted) > 1 and 2 * len(counted) >= len(pieces))):
            return False
        self._add_pieces(line, pieces)
        return True

    def _add_pieces(self, line: ListLine, pieces: Iterable[str]) -> None:
        """Add the units of the parts of a line; of parts without a unit, those that do not count may be none."""
        parts = [self.pieces.unit_in(piece) for piece in pieces]
        have_counts = all(unit.count for _, _, unit in parts if unit)
        for words, text, unit in parts:
            part = replace(line, text=text)
            if words:
                starts = (0, *(match.start() for match in islice(COUNT.finditer(words), MAX_STARTS)))
                lost = filter(None, (self.finder.find(words[start:]) for start in starts))
                count = next((each.count for each in lost if each.count), 0)
                self.listed.remarks.append(ImportRemark(shown_text(words), NOT_READ, True, count))
            if unit:
                self._add(UnitLine(part, unit))
            elif have_counts and count_of_line(text)[0] is None and not self.beside.resembles_unit(part):
                self.listed.remarks.append(ImportRemark(shown(part), NOT_READ, True))
            else:
                self._doubt(replace(part, bullet=True))

    def _is_heading(self, line: ListLine, place: int) -> bool:
        """Whether the line is a title or the heading of a group."""
        following = self.beside.next(place)
        if line.heading:
            return self.beside.leads(place) or not self._is_outside
        text = without_pictures(line.text)
        name = heading_of(text).name
        is_other = GAP in name or self._is_said(line, place)
        if len(line.text) > NAME_LENGTH or following is None or is_other:
            return False
        is_inner = (
            following.indent > line.indent
            or (following.bullet and not line.bullet)
            or _has_other_bullet(line, following)
        )
        is_marked = without_size(text) != text
        is_numbered = NUMBERED_GROUP.match(name) is not None
        is_size = is_marked and not line.bullet and (is_inner or self._has_sum_of(line, place))
        has_count = not (is_numbered or is_size) and count_of_line(line.text.rstrip(" :"), dashed=False)[0] is not None
        is_said = SENTENCE.search(name) or (NOT.search(name) and not is_numbered) or greets(line)
        if (line.bullet and not (line.numbered or is_inner or is_numbered)) or has_count or is_said:
            return False
        plural = self.finder.find(line.text)
        if plural and self._is_heading_of(line, plural, place):
            return True
        if (
            not is_numbered
            and not OF_PLACES.fullmatch(name)
            and self.beside.resembles_unit(line)
            and not ((is_inner or self._begins_block(line)) and self._has_counts_below(line, place))
            and not (line.text.endswith(":") and count_of_line(name)[0] is None)
        ):
            return False
        if is_marked and count_of_line(following.text)[0] is not None:
            return True
        is_above = line.apart or is_marked or is_inner or self._is_apart(line, place)
        return self._begins_group(line, following, place, text) or (self.beside.leads(place) and is_above)

    def _has_sum_of(self, line: ListLine, place: int) -> bool:
        """Whether the number in brackets at the end of a line is that of the units in the lines below."""
        size = _SIZE.search(line.text[:MAX_LINE])
        if size is None:
            return False
        total = 0
        for each in self.lines[place + 1 :]:
            unit = self.finder.find(each.text)
            if unit is None or each.heading or (each.apart and total) or total > int(size[1]):
                break
            total += unit.count or 1
        return total == int(size[1])

    def _begins_group(self, line: ListLine, following: ListLine, place: int, text: str) -> bool:
        """Whether a line that may be a heading is one by its place and the words of the line below it."""
        first = line is self.lines[0]
        if first and (
            following.apart or following.heading or following.text.endswith(":") or self.beside.is_above(place)
        ):
            return True
        if (first or line.apart) and not following.apart and OF_GROUPS.search(text):
            return True
        return line.apart and ends_sentence(following) and self.beside.leads(place + 1)

    def _heads_block(self, line: ListLine, place: int) -> bool:
        """Whether a line begins with the name of a unit, but heads units: “Walkers and Tanks”."""
        following = self.beside.next(place)
        words = without_size(line.text)
        parts = [self.finder.find(part) for part in _AND.split(words[:MAX_LINE])]
        begins = any(parts[:-1])
        if (
            not begins
            or following is None
            or (line.bullet and not line.numbered)
            or count_of_line(words)[0] is not None
        ):
            return False
        is_inner = following.indent > line.indent or following.bullet
        are_sorts = None in parts and all(part.guess for part in parts if part) and self.beside.leads(place)
        return (is_inner or self._begins_block(line)) and (self.beside.counts(place + 1) or are_sorts)

    def _begins_block(self, line: ListLine) -> bool:
        """Whether a line begins one of several blocks, of which each begins with a line without a count."""
        firsts = [each for each in self.lines if each.apart or each is self.lines[0]]
        return line in firsts and len(firsts) > 1 and all(count_of_line(each.text)[0] is None for each in firsts)

    def _has_counts_below(self, line: ListLine, place: int) -> bool:
        """Whether a line that is no unit stands above one with a count."""
        return self.beside.counts(place + 1) and self.finder.find(line.text) is None

    def _is_apart(self, line: ListLine, place: int) -> bool:
        """Whether a line differs from the units around it: by a number, a word for groups, or the count it lacks."""
        if line.numbered:
            return not self.lines[place + 1].numbered
        last, unit = self._last_item(), self.finder.find(self.lines[place + 1].text)
        has_counts = unit is not None and unit.count and (not isinstance(last, UnitLine) or last.found.count)
        if isinstance(last, UnitLine) and self._goes_on(line, place):
            return False
        is_named = (OF_GROUPS.search(line.text) or NUMBERED_GROUP.match(line.text)) is not None
        has_lines = last is not None or bool(self.listed.title)
        return is_named or bool(has_counts and has_lines and count_of_line(line.text)[0] is None)

    def _head(self, line: ListLine, place: int) -> None:
        """Take the title of the army, or begin a group; one that nothing marks, or that may be a unit, is named."""
        following = self.beside.next(place)
        leads = (self.beside.leads(place) and not (following and following.heading)) or line.text.endswith(":")
        begins = not self.listed.groups and not self.listed.title and not leads
        is_title = begins or (line.heading == 1 and (self.has_one_title or not leads))
        may_be_unit = count_of_line(without_size(line.text))[0] is not None or self.beside.resembles_unit(line)
        if is_title and not self.listed.title:
            self.listed.title = line.text
            if may_be_unit or not (line.heading or line is self.lines[0]):
                self.listed.remarks.append(ImportRemark(shown(line), "This was read as the name of the army."))
            return
        is_marked = line.heading or without_size(line.text) != line.text
        self._begin(line, guess=bool(may_be_unit or not is_marked))

    def _is_of_last(self, name: str) -> bool:
        """Whether a line names the group of the line above again, as each row of a table does."""
        return bool(self.listed.groups) and name_key(self.listed.groups[-1].name) == name_key(heading_of(name).name)

    def _begin(self, line: ListLine, *, guess: bool) -> None:
        """Begin a group; what says only where units of the group are kept, or what they are, is named."""
        # “1. Section” is a name, not an item of a list.
        is_numbered = line.numbered and NUMBERED_GROUP.match(line.written) is not None
        number = line.written[: max(line.written.find(line.text), 0)] if is_numbered else ""
        name, beside = heading_of(f"{number}{line.text}")
        last = self.listed.groups[-1] if self.listed.groups else None
        if last and last.name and has_label(name) and not has_label(last.name):
            self.listed.remarks.append(ImportRemark(shown(line), "This was not read as the name of a group."))
            return
        self.listed.groups.append(ListGroup(name, line, guess, beside))

    def _goes_on(self, line: ListLine, place: int) -> bool:
        """Whether a mail broke the line above in two."""
        before = self.lines[place - 1]
        marked = line.bullet or line.apart or line.heading or count_of_line(line.text)[0] is not None
        unit = self._last_item()
        is_full = isinstance(unit, UnitLine) and len(unit.found.remark) > MAX_LINE
        return not marked and not is_full and len(before.written) >= LONG_LINE


def _has_other_bullet(line: ListLine, following: ListLine) -> bool:
    """Whether the bullet of a line is another than that of the next one."""
    return line.bullet and following.bullet and line.written[0] != following.written[0]


def _is_known(line: ListLine, ruleset: AnyRuleset) -> bool:
    """Whether our texts have such a line besides units, groups and settings: the game, or the army's problems."""
    is_problem = line.text.startswith(_SEVERITIES) or (line.heading and name_key(line.text) == "problems")
    return bool(is_problem) or game_in(line) is ruleset
