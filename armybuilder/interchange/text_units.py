"""Units in lines of a text: the entry that a line names, how many there are, and what its remark sets in them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from time import thread_time
from typing import Any, Final

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_rows import ArmyReader, new_unit_spec, texts_by_column
from armybuilder.interchange.text_counts import (
    COUNT_BEGINS,
    MAX_LINE,
    PIECES,
    SMALL_WORDS,
    count_behind,
    counted,
    without_pieces,
)
from armybuilder.interchange.text_headings import OF_GROUPS
from armybuilder.interchange.text_lines import GAP, without_pictures
from armybuilder.interchange.texts import unit_words
from armybuilder.interchange.unit_choices import UnitChoices, amount_of
from armybuilder.spreadsheets.cells import leaves
from armybuilder.spreadsheets.columns import read_spec
from armybuilder.spreadsheets.row_columns import own_headings
from rulesets.core.declarations.catalogue import Catalogue, EntryKind
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Kind
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.force import AnyForce, AnyUnit, Group, Unit
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

MAX_SECONDS: Final = 10.0
"""Seconds of the processor for the lines of a text; of the longest honest ones they take three."""
MAX_WORDS: Final = 40
"""Words of a line in which a name is looked for."""
MAX_ENDS: Final = 16
"""Places of a line at which its name may end."""
_ENDS = re.compile(
    r"\s{2,}|\s*[|;,:(\[{=<]\s*|\s+(?=[\"“„«])|\s+[-–—−+/*·@]+\s+|\s*[–—−]\s*|\s+(?:#|//|w/)\s*|\s*\.{2,}|\s*…|[.!?]\s+"
    rf"|\s+(?=(?:{'|'.join(SMALL_WORDS)})\b)|\s+(?={COUNT_BEGINS}|{PIECES}(?!\w))",
    re.IGNORECASE,
)
"""What stands between a name and a remark."""
_COUNT = re.compile(COUNT_BEGINS, re.IGNORECASE)
_PARTS = re.compile(r"\s{2,}|[|;,()\[\]·]|\s[-–—/]\s")
_GOES_ON = re.compile(r"[\s,]{1,9}(?:and|plus|und|et|[&+])\s*$", re.IGNORECASE)
"""The end of a line that goes on in the next one."""
_TOKENS = re.compile(r"[^\s|;,()\[\]·]+")
_SIZE = re.compile(
    r"(?P<count>[0-9]{1,3})\s*(?:models?|figures?|men|strong)|[×x]\s?(?P<times>[0-9]{1,3})", re.IGNORECASE
)
_SETTING = re.compile(r"^([^:=]{1,60}?)\s*[:=]\s*(\S.*)$")
_SIGNS = " *_“”„‟«»‹›‘’‚\"'.!?;"
"""What may stand around a name."""
_RANK_WORDS = (
    *("hq", "bhq", "bghq", "cmd", "comd", "command", "commander", "commanding", "co", "oc", "xo", "2ic", "2i/c", "cic"),
    *("leader", "chief", "boss", "sgt", "sergeant", "cpl", "corporal", "lt", "lieutenant", "capt", "cpt", "captain"),
    *("maj", "major", "col", "colonel", "brig", "brigadier", "gen", "general", "officer", "platoon", "coy", "company"),
    *("troop", "squadron", "sqn", "battalion", "bn", "regimental", "brigade", "divisional", "squad", "section"),
)
_RANK = re.compile(
    rf"^(?P<rank>(?:(?:{'|'.join(map(re.escape, _RANK_WORDS))})\b(?:['’]s)?\.?[ /-]{{0,2}}){{1,3}})"
    r"(?P<sign>[\s:–—-]{0,3})(?<=[\s:–—-])(?P<rest>\S.*)$",
    re.IGNORECASE,
)
"""A rank or a role before a name."""
_GROUP_NUMBER = re.compile(r"[0-9]{1,3}\s*[:–—-]\s*\S")
"""The number of a group before what it has, as in ``Platoon 2 - Marines``."""
MAX_NAME_WORDS: Final = 8
"""Words of a name whose inner words may be plurals."""
_PLURALS = (("'s", ""), ("’s", ""), ("ies", "y"), ("men", "man"), ("ches", "ch"), ("es", "e"), ("s", ""))


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A unit that a line names: the name and spec of its entry, and what the line says besides.

    ``count`` is ``None`` where the line has none. ``name`` is the player's name for the unit. ``guess`` says what was
    not written as the catalogue has it.
    """

    title: str
    spec: Any
    kind: EntryKind[Any]
    count: int | None
    remark: str = ""
    name: str = ""
    guess: str = ""


@dataclass(frozen=True, slots=True)
class Understood:
    """A unit's spec after its remark: the words that set something, and those that mean nothing here."""

    spec: Any
    read: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    sized: bool = False


@dataclass(frozen=True, slots=True)
class Described:
    """A unit after the lines that describe it: its spec, name and notes, and the words that mean nothing here."""

    spec: Any
    name: str = ""
    notes: str = ""
    left: tuple[str, ...] = ()


def _is_sized(spec: type[Any]) -> bool:
    """Whether a unit may have several models."""
    items = (each.item for _, each in leaves(spec) if each.item is not None and each.item.kind is Kind.PART)
    return bool(amount_of(spec)) or any(amount_of(item.type) for item in items)


def _as_written(found: FoundUnit, name: str, written: str) -> FoundUnit:
    """The unit with the guess by which its name was found in another spelling."""
    return replace(found, guess="" if written == name else f"“{name}” was read as {found.title}.")


def tokens_of(text: str) -> list[str]:
    """The words of a remark, as they are compared."""
    return [key for token in _TOKENS.findall(text) if (key := name_key(token.strip(":.“”\"'")))]


def spellings(name: str) -> Iterator[str]:
    """A name, what it may be the plural of, also by a word inside it, and its plural."""
    yield name
    yield from _singulars(name)
    words = name.split(" ")
    if len(words) <= MAX_NAME_WORDS:
        for at, word in enumerate(words[:-1]):
            yield from (" ".join((*words[:at], singular, *words[at + 1 :])) for singular in _singulars(word))
    yield f"{name}s"


def _singulars(word: str) -> Iterator[str]:
    for ending, singular in _PLURALS:
        if len(word) > len(ending) + 2 and word.casefold().endswith(ending):
            yield word[: -len(ending)] + singular


def new_unit(ruleset: AnyRuleset, catalogue: Catalogue, name: str) -> Any:
    """The spec of a new unit of that name, or of a name with words behind it that set something in it, or ``None``."""
    spec = new_unit_spec(ruleset, catalogue, name)
    return spec if spec is not None or len(name) > MAX_LINE else _unit_with_words(ruleset, name)


@lru_cache(maxsize=2_000)
def _unit_with_words(ruleset: AnyRuleset, text: str) -> Any:
    words = text.split()[: MAX_NAME_WORDS + 1]
    begins = (" ".join(words[:end]) for end in range(1, len(words)))
    if all(new_unit_spec(ruleset, ruleset.catalogue, name) is None for name in begins):
        return None
    return UnitFinder(ruleset).with_words(text)


class UnitFinder:
    """Finds the units of a game in the lines of one text; raises ``BadFile`` where that takes too long.

    ``force`` has the settings with which the words of units are compared.
    """

    def __init__(self, ruleset: AnyRuleset, force: AnyForce | None = None) -> None:
        """Find the units of the game, or those that an army knows, its custom entries included."""
        self.ruleset = ruleset
        self.force = replace(force or ruleset.new_force(), groups=())
        self.catalogue = LoadedArmy(ruleset, self.force).context.catalogue
        self._until = thread_time() + MAX_SECONDS
        self._lines: dict[str, FoundUnit | None] = {}
        self._found: dict[str, FoundUnit | None] = {}
        self._words: dict[Any, frozenset[str]] = {}

    def named(self, name: str) -> FoundUnit | None:
        """A new unit of exactly that name; ``None`` if no unit has it."""
        key = name_key(name)
        if key not in self._found:
            self._found[key] = next(self._of_kinds(name), None) if key else None
        return self._found[key]

    def ends_with_unit(self, words: Sequence[str]) -> FoundUnit | None:
        """The unit with whose name words end that are said of another, as in ``with an officer``."""
        tails = (" ".join(words[start:]) for start in range(max(len(words) - MAX_NAME_WORDS, 0), len(words)))
        return next(filter(None, map(self.named, tails)), None)

    def _of_kinds(self, name: str) -> Iterator[FoundUnit]:
        for kind in self.ruleset.kinds:
            entry = self.catalogue.get(kind.slug, self.catalogue.find_key(kind.slug, name.strip()))
            if kind.enlist is not None and entry is not None:
                yield FoundUnit(entry.name, kind.enlist(entry), kind, None)

    def find(self, text: str) -> FoundUnit | None:
        """The unit that a line names; ``None`` if its name is not one of the catalogue's."""
        if text not in self._lines:
            self._hurry()
            self._lines[text] = self._find(text) if len(text) <= MAX_LINE else None
        return self._lines[text]

    def _hurry(self) -> None:
        """Give a text up that was made to take long."""
        if thread_time() > self._until:
            message = "This text takes too long to read. Import a part of it, with one line for each unit."
            raise BadFile(Problem("", message))

    def _find(self, text: str) -> FoundUnit | None:
        text = _GOES_ON.sub("", without_pictures(text))
        ways = [(count, rest) for count, rest in counted(text) if len(rest.split()) <= MAX_WORDS]
        if any(self._is_of_units(rest) for _, rest in ways):
            return None
        if repeated := self._repeated(text):
            return repeated
        searches = ((self._named_first, ways), (self._by_remark, ways[1:] + ways[:1]), (self._by_rank, ways))
        for search, searched in searches:
            for count, rest in searched:
                if found := search(rest, count):
                    return found
        return None

    def _repeated(self, text: str) -> FoundUnit | None:
        """The unit whose name a text has several times and nothing else, such as ``Ajax Ajax Ajax``."""
        words = text.split() if GAP not in text.strip() else []
        for size in range(1, min(len(words) // 2, MAX_NAME_WORDS) + 1):
            if words == words[:size] * (len(words) // size) and (found := self.named(" ".join(words[:size]))):
                return replace(found, count=len(words) // size)
        return None

    def _is_of_units(self, text: str) -> bool:
        """Whether a text names what units have, such as a weapon, and no unit: “Marksman Rifle” is no Marksman."""
        name = text.strip(_SIGNS)
        kinds = (kind.slug for kind in self.ruleset.kinds if kind.enlist is None)
        return self.named(name) is None and any(self.catalogue.find_key(slug, name) for slug in kinds)

    def _named_first(self, text: str, count: int | None) -> FoundUnit | None:
        """The unit of which the text has the name alone, or up to what ends it, and the ``count`` before or behind."""
        ends = [match.start() for match in islice(_ENDS.finditer(text), MAX_ENDS)]
        for end in (len(text), *reversed(ends)):
            if found := self._named_by(text[:end].strip(_SIGNS)):
                if count is None:
                    count, rest = count_behind(text[end:], sized=_is_sized(type(found.spec)))
                else:
                    rest = without_pieces(text[end:])
                return replace(found, count=count, remark=f"{found.remark}{rest}")
        return None

    def _named_by(self, name: str) -> FoundUnit | None:
        """The unit of that name, or of a name with nothing but words behind it that set something in it.

        Words that only describe the unit, such as one of its weapon's name, may make the name of another unit.
        """
        for written in spellings(name):
            if found := self.named(written):
                return _as_written(found, name, written)
        words = name.split()
        for end in range(min(len(words), MAX_NAME_WORDS + 1) - 1, 0, -1):
            begins, remark = " ".join(words[:end]), " ".join(words[end:])
            if _COUNT.match(remark) or not remark[0].isalnum():
                continue
            for found, written in ((found, written) for written in spellings(begins) if (found := self.named(written))):
                for said in (remark, *_singulars(remark)):
                    understood = self.apply(found.spec, found.title, said, described=False)
                    if understood.read and not understood.left:
                        return replace(_as_written(found, begins, written), remark=f"{GAP}{said}")
        return None

    def with_words(self, text: str) -> Any:
        """The spec of a unit from a text of nothing but its name and words that change it; ``None`` for any other."""
        found = self._named_first(text, None) if len(text.split()) <= MAX_WORDS else None
        if found is None or found.guess or found.count is not None:
            return None
        understood = self.understand(found)
        return understood.spec if understood.spec != found.spec and not understood.left else None

    def _by_rank(self, text: str, before: int | None) -> FoundUnit | None:
        """The unit behind a rank or a role, which is a part of its remark; not those of a list behind a group."""
        match = _RANK.match(text)
        if match is None or self.named(match["rank"].strip(" .-/")) is not None:
            return None
        if OF_GROUPS.search(match["rank"]) and _GROUP_NUMBER.match(match["rest"]):
            return None
        for count, rest in counted(match["rest"]):
            found = self._named_first(rest, count)
            if found is None:
                continue
            is_dashed = re.search(r"[–—-]\s*$", f"{match['rank']}{match['sign']}")
            is_group = ":" in match["sign"] or (is_dashed and OF_GROUPS.search(match["rank"]))
            if is_group and (found.count is not None or self.understand(found).left):
                return None
            remark = f"{found.remark} ({match['rank'].strip(' .-/')})"
            return replace(found, count=found.count if before is None else before, remark=remark)
        return None

    def _by_remark(self, text: str, count: int | None) -> FoundUnit | None:
        """The unit that has a name of its player's, with that of its entry behind it."""
        match = re.match(r"^(\S.*?)(?:\s{2,}|\s*\()(?=\S)(.*)$", text)
        if match is None:
            return None
        inside, _, behind = match[2].partition(")")
        found = self._named_first(f"{inside}{behind}".rstrip(") "), count)
        if found is None or found.guess:
            return None
        # What stands before the brackets may be what the unit is for.
        use = self.apply(found.spec, found.title, match[1])
        if use.spec != found.spec and not use.left:
            return replace(found, remark=f"{found.remark} ({match[1]})")
        return replace(found, name=match[1])

    # --- remarks -----------------------------------------------------------------------------------------

    def words_of(self, spec: Any) -> frozenset[str]:
        """The words with which our texts describe such a unit."""
        if spec not in self._words:
            unit: AnyUnit = Unit("u", spec)
            group = Group("g", "", self.ruleset.group(), (unit,))
            words = unit_words(LoadedArmy(self.ruleset, replace(self.force, groups=(group,))), group, unit)
            lines = [f"{line.term} {line.text}" for line in words.lines]
            # Texts of earlier versions say the short words, too.
            self._words[spec] = frozenset(tokens_of(" ".join((words.line, *words.short, *lines))))
        return self._words[spec]

    def understand(self, found: FoundUnit) -> Understood:
        """The unit's spec with what its remark sets."""
        return self.apply(found.spec, found.title, found.remark)

    def apply(self, spec: Any, title: str, remark: str, *, described: bool = True) -> Understood:
        """A spec with what a remark sets, each part by its one meaning.

        With ``described``, words for what the unit already has count as read.
        """
        self._hurry()
        if len(remark) > 2 * MAX_LINE:
            return Understood(spec, left=(remark[:MAX_LINE],))
        unit = UnitChoices(ArmyReader(self.ruleset), spec, title, "")
        unit.reader.catalogue = self.catalogue
        size = unit.models
        read: list[str] = []
        for part in filter(None, (part.strip(" .") for part in _PARTS.split(remark))):
            if self._take(unit, part, described):
                read.append(part)
                continue
            pieces = part.split(": ") if ": " in part else part.split()
            read += [each for each in pieces if self._take(unit, each, described)]
        known = {token for piece in read for token in tokens_of(piece)}
        known |= self.words_of(unit.spec) if described else set()
        left = [token for token in tokens_of(remark) if token not in known and re.search(r"\w", token)]
        return Understood(unit.spec, tuple(read), tuple(left), unit.models != size)

    def described(self, spec: Any, title: str, lines: Iterable[str]) -> Described:
        """A spec with what lines set, such as ``Weapons: Assault Rifle, 4``, ``Notes: …`` or a remark."""
        name, notes, left = "", list[str](), list[str]()
        for line in filter(None, map(str.strip, lines)):
            term, _, text = line.partition(":")
            text = text.strip()
            if name_key(term) == "notes":
                notes.append(text)
            elif name_key(term) == "name" and text:
                name = text
            elif text and (changed := self.with_setting(spec, term, text)) is not None:
                spec = changed
            else:
                understood = self.apply(spec, title, line)
                spec, left = understood.spec, left + list(understood.left)
        known = self.words_of(spec)
        return Described(spec, name, "\n".join(notes), tuple(word for word in left if word not in known))

    def _take(self, unit: UnitChoices, part: str, described: bool) -> bool:
        """Set what a part of a remark means; whether it means something or, with ``described``, names what is there."""
        if described and not set(tokens_of(part)) - self.words_of(unit.spec):
            return True
        if match := _SETTING.match(part):
            spec = self.with_setting(unit.spec, match[1], match[2])
            unit.spec = unit.spec if spec is None else spec
            return spec is not None
        if (match := _SIZE.fullmatch(part)) and unit.amount:
            unit.take_models(unit.title, int(match["count"] or match["times"]))
            return not unit.reader.remarks[-1].left_out
        for count, name in counted(part):
            # A unit of another name is not what sets something in this one.
            if count and self.named(name) is not None:
                return False
            meanings = [each for each in unit.meanings(name, "") if count or each.field.kind is not Kind.INT]
            if len(meanings) == 1:
                unit.take(name, "", count or 1)
                return not unit.reader.remarks[-1].left_out
        return False

    def with_setting(self, spec: Any, term: str, text: str) -> Any:
        """A spec with the setting of a line such as ``Weapons: Assault Rifle, 4``; ``None`` if it cannot be read."""
        texts, unknown = texts_by_column(self.ruleset, type(spec), [(term, text)])
        if unknown or any(path[:1] == ":" for path in texts):
            return None
        value, mistakes = read_spec(type(spec), texts, self.catalogue, own_headings(self.ruleset), encode(spec))
        return None if mistakes else value
