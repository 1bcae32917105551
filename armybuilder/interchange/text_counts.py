"""Counts in lines of a list: in digits and words, before and behind names, with what is counted; costs in points."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rulesets.core.declarations.text_values import number_or_text
from rulesets.core.names import name_key

MAX_LINE: Final = 400
"""Characters of a line that may name units; a longer one is no more than notes."""
TIMES_SIGNS = "×✕✖╳*xXхХ"
"""Signs for "times", with the Cyrillic letters that look like ours."""

SIGN: Final = f"[{re.escape(TIMES_SIGNS)}]"
"""The pattern of a sign for "times"."""
_NUMBERS = {
    words: number
    for number, several in {
        1: "one, single, a single, ein, eine, einen, un, une, una, uno, um, uma, a, an",
        2: "two, pair, a pair, couple, a couple, zwei, deux, due, dos, dois, duas",
        3: "three, drei, trois, tre, tres, três",
        4: "four, vier, quatre, quattro, cuatro, quatro",
        5: "five, fünf, cinq, cinque, cinco",
        6: "six, half a dozen, half dozen, sechs, sei, seis",
        7: "seven, sieben, sept, sette, siete, sete",
        8: "eight, acht, huit, otto, ocho, oito",
        9: "nine, neun, neuf, nove, nueve",
        10: "ten, zehn, dix, dieci, diez, dez",
        # The German word would make eleven of each elf.
        11: "eleven, onze",
        12: "twelve, dozen, a dozen, zwölf, douze",
        **{13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen"},
        **{19: "nineteen", 20: "twenty, zwanzig, vingt", 24: "two dozen, twenty-four"},
    }.items()
    for words in several.split(", ")
}
"""Counts in words, in English, German, French, Italian, Spanish and Portuguese."""
_ARTICLES = ("ein", "eine", "einen", "un", "une", "una", "uno", "um", "uma", "a", "an")


def _any_of(words: Iterable[str]) -> str:
    """The pattern of one of the words; a longer one comes before those that it begins with."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


NUMBER_WORDS: Final = tuple(words for words in _NUMBERS if words not in _ARTICLES)
"""The words for counts that are not articles."""
PIECES: Final = (
    r"(?:nos?|off|lots?|pcs?|pieces?|ea|each|stc?k|stück|(?<![0-9])st|szt|mal|times|fois"
    r"|stands?|units?|bases?|minis?|miniatures?|vehicles?|tanks?|copies|einheiten|unités?)"
)
"""What is counted: it stands beside the count, as in ``6 no.``, ``6 off``, ``6 Stk.`` and ``6 stands``."""
SIZES: Final = r"(?:models?|figures?|figs?|men)"
"""What is counted inside a unit that has several."""
_OF_THEM = r"of(?: (?:them|these|those|it|each))?\b"
_COUNT = r"[xX×]?\s?(?P<count>[0-9]{1,5})"
_BEFORE = tuple(
    re.compile(rf"^{pattern}(?P<rest>\S.*)$", re.IGNORECASE)
    for pattern in (
        rf"{_COUNT}\s*{SIGN}\s*",
        rf"[(\[]\s*{_COUNT}\s*{SIGN}?\s*[)\]]\s*",
        rf"{_COUNT}\s+",
        rf"{_COUNT}\s*[-–—:.,;|)@](?![ºª°])\s*",
        rf"{_COUNT}(?={PIECES}\b)",
        rf"(?P<words>{_any_of(_NUMBERS)})(?:\s*(?:[:×]|x(?![^\W\d_]))\s*|\s+|(?=mal\b))",
    )
)
_OF = re.compile(
    r"^(?:(?:more|further|additional|extra|other)\s+)?"
    rf"(?:(?!(?:tank|vehicle)\s+(?!of\b)\w){PIECES}\b\.?\s*)?(?:(?:{_OF_THEM}|(?:von|de)\b)\s*)?(?:[:–—-]\s*)?(?:(?:the|my|our)\s+)?",
    re.IGNORECASE,
)
"""What stands between a count and a name, as in ``7 more``, ``6 stands of``, ``6 off`` and ``6 of the``.

A tank is a part of the name in ``2 Tank Champion``.
"""
_ALSO = re.compile(
    r"^(?:[+&]|(?:and|plus|also|then|with|another|additional|finally|(?:no\.?|number|qty|quantity) of)(?!\w))[\s:,]*"
    r"(?:(?:and|plus|also|another)\s+)?",
    re.IGNORECASE,
)
"""What begins a line that goes on with a list, as in ``plus 2`` and ``another 3``."""
_BEHIND = re.compile(
    r"^(?P<off>[\s:;=,(\[{|–—−.…/*-]{0,60})(?P<marked>(?:(?:qty|quantity|count|no|number|anzahl)\b[.:]?\s?)?"
    rf"(?:{SIGN}\s?)?)(?:(?P<count>[0-9]{{1,5}})|(?P<words>{_any_of(NUMBER_WORDS)})\b)"
    rf"(?P<times>\s*{SIGN}(?!\w))?(?P<pieces>\s?{PIECES}\b\.?)?(?P<size>\s?{SIZES}\b\.?)?"
    rf"(?P<of>\s{_OF_THEM})?(?!\w)(?P<closed>\s*[)\]}}])?(?P<rest>.*)$",
    re.IGNORECASE,
)
"""A count behind a name, with what sets it off."""
SMALL_WORDS: Final = (
    *("up", "down", "on", "in", "at", "by", "with", "from", "for", "near", "behind", "before", "below", "above"),
    *("over", "under", "to", "toward", "towards", "into", "onto", "along", "across", "inside", "outside", "next"),
    *("beside", "between", "held", "as", "who", "which", "that", "where", "while", "because", "since", "is", "are"),
    *("have", "has"),
    *("also", "too", "again", "still", "just", "only", "now", "here", "there", "this", "these", "those", "each", "all"),
    *("altogether", "left", "right", "front", "rear", "centre", "center", "forward"),
    *("mit", "im", "am", "an", "auf", "bei", "für", "als", "vorne", "vorn", "hinten", "links", "rechts", "vom", "zum"),
    *("hinter", "neben", "oben", "unten", "avec", "en", "dans", "sur", "pour", "sous", "devant", "derrière", "à", "au"),
)
"""Words that begin no name: what follows is said of the unit."""
_SAID = re.compile(rf"\s{{1,9}}(?:{'|'.join(SMALL_WORDS)})\b", re.IGNORECASE)
"""What stands behind a count if a sentence goes on."""
_ENDED = re.compile(r"\s*(?:[,;:.)\](\[{}|!?–—−-]|$)|\s{2,}")
"""What stands behind a count that nothing else marks as one."""
COUNT_BEGINS: Final = (
    rf"{SIGN}\s?[0-9]+\b|(?:[0-9]{{1,3}}|{_any_of(NUMBER_WORDS)})"
    rf"(?:\s*$|\s?{SIGN}(?!\w)|\s?(?:{PIECES}|{SIZES}|{_OF_THEM})(?!\w))"
)
"""The pattern of a count behind a name that no sign sets off."""
_PRODUCT = re.compile(
    r"(?m)(?P<before>^[ \t]*(?:[-*•] )?|[:=(][ \t]*| [–—-] )(?P<groups>[0-9]{1,2}) ?"
    rf"{SIGN} ?(?P<stands>[0-9]{{1,2}})(?= (?:stands?|units?|vehicles?|tanks?)\b)",
    re.IGNORECASE,
)
"""A number of equal groups of stands, which stands apart from names such as ``T-80``."""
_OF_CELLS = re.compile(rf"^{SIGN} ?| ?(?:{SIGN}|(?:{PIECES}|{SIZES})\.?)$", re.IGNORECASE)
"""What people write beside a count in a cell."""
_PIECES_BEHIND = re.compile(rf"^\s+{PIECES}(?!\w)\.?", re.IGNORECASE)
_BRACKETS = re.compile(r"^\s*\([^()]*\)")
_TALLY = re.compile(r"^[\s|/\\]+$")
"""Strokes that count, as in ``|||| ||``."""
_NAME_FIRST = re.compile(
    rf"^(?P<name>.*[^\s(\[])\s*[(\[]?\s*(?:[×*]|(?<![^\W\d_]){SIGN})\s?(?P<count>[0-9]{{1,5}})\W*$"
)
_TIMES_LAST = re.compile(rf"^(?P<name>.*[^\s,(\[])[\s,(\[]+(?P<count>[0-9]{{1,3}})\s?{SIGN}\W*$")
_DASHED = re.compile(
    rf"^(?P<name>.*\S)(?:\s+[-–—]|\s*[:=])\s*(?P<count>[0-9]{{1,3}})(?: ?{PIECES}\b)?\W*$", re.IGNORECASE
)
_SET_OFF = re.compile(
    r"^(?P<name>.*[^\s.,(\[])(?:\s*[(\[]\s*(?:qty[.:]?\s*)?|[\s,]+qty[.:]?\s*|\s*\.{2,}\s*|\s+/\s+|\s*[;|]\s*)(?P<count>[0-9]{1,3})\W*$",
    re.IGNORECASE,
)
"""A count in brackets, behind dots, or after ``qty``."""
_IN_COLUMNS = re.compile(r"^(?P<name>.*\S)\s{2,}(?P<count>[0-9]{1,3})\W*$")
_COST = r"[0-9][0-9.,]{0,9} ?(?:pts?|points?|pkte?|punkte)\b\.?(?: ?(?:each|ea|apiece|total)\b\.?)?"
_POINTS = re.compile(
    rf"\s*(?:[(\[]\s*{_COST}\s*[)\]]|@\s*[0-9]{{1,5}}(?: ?(?:pts?|points?)\b\.?)?(?: ?(?:each|ea)\b\.?)?(?!\s*\w)"
    rf"|(?:(?:[-–—=,;:|à@]|\b(?:at|je|zu))\s*)?{_COST})"
    r"(?:\s*=\s*[0-9][0-9.,]{0,9}(?: ?(?:pts?|points?|pkte?|punkte)\b\.?)?)?",
    re.IGNORECASE,
)
"""A cost in points, as other games have them."""


def with_products(text: str) -> str:
    """A text with ``6 stands`` in place of ``2 x 3 stands``."""
    return _PRODUCT.sub(lambda match: f"{match['before']}{int(match['groups']) * int(match['stands'])}", text)


def counted(text: str, *, also: bool = True) -> Iterator[tuple[int | None, str]]:
    """The ways in which a line may be read: a count, if it has one before the name, and the rest.

    A word such as "plus" at its beginning may be left out, if the line may ``also`` be read without.
    """
    yield None, text
    if len(text) > MAX_LINE:
        return
    for pattern in _BEFORE:
        if match := pattern.match(text):
            rest, count = match["rest"], _number_of(match)
            yield count, rest
            if (behind := _OF.sub("", rest)) and behind != rest:
                yield count, behind
    if also and (match := _ALSO.match(text)):
        yield from counted(text[match.end() :], also=False)


def count_of_line(text: str, dashed: bool = True) -> tuple[int | None, str]:
    """The count before or behind a name that is not known, and that name.

    Behind a dash or colon it counts only if it may be ``dashed``, since that may as well be the size of a group.
    """
    for count, rest in counted(text):
        if count is not None:
            return count, rest
    for pattern in (_NAME_FIRST, _TIMES_LAST, _IN_COLUMNS, _SET_OFF, *((_DASHED,) if dashed else ())):
        if match := pattern.match(text[:MAX_LINE]):
            return int(match["count"]), match["name"]
    return None, text


def count_behind(remark: str, *, sized: bool = True) -> tuple[int | None, str]:
    """The count with which what stands behind a name begins, and the rest: ``x8 (BGHQ)``, ``(eight)``, ``, 8 stands``.

    Models and figures count units that do not have several, which are ``sized``.
    """
    if "|" in remark and _TALLY.match(remark):
        return remark.count("|"), ""
    remark = remark[:MAX_LINE]
    brackets = _BRACKETS.match(remark)
    for before in ("", brackets[0]) if brackets else ("",):
        match = _BEHIND.match(remark[len(before) :])
        if match is None:
            continue
        is_marked = match["marked"] or match["times"] or match["pieces"] or (match["size"] and not before)
        is_ended = _ENDED.match(match["closed"] or match["rest"]) is not None
        is_said = match["off"].strip() != "" and _SAID.match(match["rest"]) is not None
        is_ended = is_ended or is_said
        is_cost = len(match["count"] or "") > 2
        # “Rifle Section: 10x Rifleman” says what is in the unit.
        is_behind = ":" in match["off"] and not (match["pieces"] or is_said)
        is_inside = is_behind and re.match(r"\s+[^\W\d]", match["rest"]) is not None
        if is_cost or is_inside or (sized and match["size"]) or not (is_ended or (is_marked and not match["of"])):
            continue
        if is_marked or not before or match["off"].strip():
            return _number_of(match), f"{before}{match['rest']}"
    return None, remark


def count_of_cell(text: str) -> int | None:
    """The count that a cell has with what is counted or a sign for "times", such as ``8``, ``x8`` and ``8 stands``.

    Returns ``None`` for a cell that says something else.
    """
    key = _OF_CELLS.sub("", name_key(text)).strip()
    number = _NUMBERS.get(key) or number_or_text(key)
    return number if isinstance(number, int) and number >= 0 else None


def without_pieces(remark: str) -> str:
    """What stands behind a name, without the word for what its count is of, as in ``8 Challenger 2 stands``."""
    return _PIECES_BEHIND.sub("", remark)


def _number_of(match: re.Match[str]) -> int:
    """The count of a match, in digits or words."""
    groups = match.groupdict()
    return int(groups["count"]) if groups.get("count") else _NUMBERS[groups["words"].casefold()]


def without_points(text: str) -> tuple[str, str]:
    """A line without a cost in points, and that cost; a line that has nothing else stays."""
    if len(text) > MAX_LINE or (match := _POINTS.search(text)) is None:
        return text, ""
    rest = f"{text[: match.start()]}{text[match.end() :]}".strip()
    return (rest, match[0].strip(" -–—=@,;:|()[]")) if re.search(r"[^\W\d]", rest) else (text, "")
