"""Lines of a list of units as people write, forward and post them, without what decorates them.

Read off are quotes of mails, bullets, marks of headings, Markdown, BBCode, code fences and HTML entities. What a line
then has is a count, a name and a remark; which of its words are the name only a catalogue can tell.
"""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from rulesets.core.names import name_key

MAX_LINES: Final = 6_000
"""Lines of a text that are read; further ones are named."""
GAP = "  "
"""What is between a name and its remark in our plain text."""
TIMES_SIGNS = "×✕✖╳*xXхХ"
"""Signs for "times", with the Cyrillic letters that look like ours."""

MAX_LINE: Final = 400
"""Characters of a line that may name units; a longer one is no more than notes."""
NOTES: Final = "Notes"
INDENT: Final = 4
"""Spaces before a line that continues the one above."""
TERM: Final = re.compile(r"^([^:]{1,60}):(?:\s+(\S.*))?$")
"""A line such as ``Nation: France``."""
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_UNPRINTED = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_QUOTE = re.compile(r"^(?:\s{0,3}>\s?)+")
_TREE = re.compile(r"(?m)^[ |│]{0,40}(?:[|`+\\]-{1,3}|[├└]─{1,3}) ")
"""The branches of a drawn tree before a line."""
_RULE = re.compile(r"^(?:[-=_*~#–—─━]+|[|:\- ]*-{3}[|:\- ]*)$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_PICTURES = "\u2190-\u2572\u2574-\u2714\u2717-\u2bff\U0001f000-\U0001faff\ufe0f\u200d"
"""Arrows, boxes, stars, emoji and other signs that are no letters; not those for "times"."""
_BULLET = re.compile(
    r"^(?:(?:[-+*•◦‣▪▫·●○■□▶►➤➔→✓✔✅☐☑☒–—>]|\[\*\]|\[[ xX]?\]"
    r"|(?P<number>\(?(?:\d{1,3}|[ivxIVX]{1,5})[.)](?=\s+\S)|\(?[a-zA-Z][.)]))(?:\s+|(?<=\]))"
    rf"|[{_PICTURES}]+\s*(?=[0-9]{{1,5}}(?!st|nd|rd|th|[0-9]))|[•◦‣▪▫·●○■□▶►➤➔](?=\w)|\*(?=\w)(?!.*\*))"
)
_AROUND = re.compile(rf"^[{_PICTURES}]+\s*|\s*[{_PICTURES}]+$")
_KEYCAP = re.compile("(?<=[0-9])\ufe0f?\u20e3")
_FRAMED = re.compile(r"^(?:[+=~]+|[-–—*_]{2,})\s+(?=\w)|^(?:={2,}|-{2,})(?=\w)")
"""The signs before a heading that has them on both sides."""
_ITEM = re.compile(r"(?<=\w)([^\w\n]*?)\[\*\]")
"""The mark of an item behind other words of its line."""
_DASHES = re.compile(r"(?m)^( {0,8})[-–—−](?=\w)")
"""A dash before a line without a space, which is its bullet if many lines have one."""
_NUMBERED = re.compile(r"(?m)^ {0,8}(?:\(([0-9]{1,3})\)|([0-9]{1,3})[.)]) +(?=\S)")
"""A number before a line, which counts its units or numbers the line."""
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_TAG = re.compile(
    r"\[/?(?:b|i|u|s|h\d|list|size|colou?r|font|quote|code|spoiler|center|indent|url)(?:=[^\]\n]*)?\]", re.IGNORECASE
)
_STRONG = re.compile(r"(?<![\\*_])([*_])\1\1(?=[^\s*_])(.+?)(?<=[^\s\\*_])\1{3}(?![*_])")
"""Words that are both bold and italic."""
_BOLD = re.compile(r"(?<!\\)(\*\*|__)(?=\S)(.+?)(?<=[^\s\\])\1(,?)")
_ITALIC = re.compile(r"(?<![\\\w*])([*_])(?=[^\s*_])([^*_]+?)(?<=[^\s\\])\1(?![\w*])")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~&!+.()-])")

_SIGN = f"[{re.escape(TIMES_SIGNS)}]"
_TIMES = re.compile(rf"(?<![^\W\d_]){_SIGN}(?![^\W\d_])|(?<=\d){_SIGN}(?=\w)")
_NUMBERS = {
    words: number
    for number, several in {
        1: "one, single, a single, ein, eine, einen, un, une, a, an",
        2: "two, pair, a pair, couple, a couple, zwei, deux",
        3: "three, drei, trois",
        4: "four, vier, quatre",
        5: "five, fünf, cinq",
        6: "six, half a dozen, half dozen, sechs",
        7: "seven, sieben, sept",
        8: "eight, acht, huit",
        9: "nine, neun, neuf",
        10: "ten, zehn, dix",
        # The German word would make eleven of each elf.
        11: "eleven, onze",
        12: "twelve, dozen, a dozen, zwölf, douze",
        **{13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen"},
        **{19: "nineteen", 20: "twenty, zwanzig, vingt", 24: "two dozen, twenty-four"},
    }.items()
    for words in several.split(", ")
}
"""Counts in words, in English, German and French."""
_ARTICLES = ("ein", "eine", "einen", "un", "une", "a", "an")


def _any_of(words: Iterable[str]) -> str:
    """The pattern of one of the words; a longer one comes before those that it begins with."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


NUMBER_WORDS: Final = tuple(words for words in _NUMBERS if words not in _ARTICLES)
"""The words for counts that are not articles."""
PIECES: Final = (
    r"(?:nos?|off|lots?|pcs?|pieces?|ea|each|stc?k|stück|mal|times|fois"
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
        rf"{_COUNT}\s*{_SIGN}\s*",
        rf"[(\[]\s*{_COUNT}\s*{_SIGN}?\s*[)\]]\s*",
        rf"{_COUNT}\s+",
        rf"{_COUNT}\s*[-–—:.,;|)@]\s*",
        rf"{_COUNT}(?={PIECES}\b)",
        rf"(?P<words>{_any_of(_NUMBERS)})(?:\s*(?:[:×]|x(?![^\W\d_]))\s*|\s+|(?=mal\b))",
    )
)
_OF = re.compile(
    r"^(?:(?:more|further|additional|extra|other)\s+)?"
    rf"(?:{PIECES}\b\.?\s*)?(?:(?:{_OF_THEM}|(?:von|de)\b)\s*)?(?:[:–—-]\s*)?(?:(?:the|my|our)\s+)?",
    re.IGNORECASE,
)
"""What stands between a count and a name, as in ``7 more``, ``6 stands of``, ``6 off`` and ``6 of the``."""
_ALSO = re.compile(
    r"^(?:[+&]|(?:and|plus|also|then|with|another|additional|finally|(?:no\.?|number|qty|quantity) of)(?!\w))[\s:,]*"
    r"(?:(?:and|plus|also|another)\s+)?",
    re.IGNORECASE,
)
"""What begins a line that goes on with a list, as in ``plus 2`` and ``another 3``."""
_BEHIND = re.compile(
    r"^(?P<off>[\s:;=,(\[{|–—−.…/*-]{0,60})(?P<marked>(?:(?:qty|quantity|count|no|number|anzahl)\b[.:]?\s?)?"
    rf"(?:{_SIGN}\s?)?)(?:(?P<count>[0-9]{{1,5}})|(?P<words>{_any_of(NUMBER_WORDS)})\b)"
    rf"(?P<times>\s*{_SIGN}(?!\w))?(?P<pieces>\s?{PIECES}\b\.?)?(?P<size>\s?{SIZES}\b\.?)?"
    rf"(?P<of>\s{_OF_THEM})?(?!\w)(?P<closed>\s*[)\]}}])?(?P<rest>.*)$",
    re.IGNORECASE,
)
"""A count behind a name, with what sets it off."""
_ENDED = re.compile(r"\s*(?:[,;:.)\](\[{}|!?–—−-]|$)|\s{2,}")
"""What stands behind a count that nothing else marks as one."""
COUNT_BEGINS: Final = (
    rf"{_SIGN}\s?[0-9]+\b|(?:[0-9]{{1,3}}|{_any_of(NUMBER_WORDS)})"
    rf"(?:\s*$|\s?{_SIGN}(?!\w)|\s?(?:{PIECES}|{SIZES}|{_OF_THEM})(?!\w))"
)
"""The pattern of a count behind a name that no sign sets off."""
_PIECES_BEHIND = re.compile(rf"^\s+{PIECES}(?!\w)\.?", re.IGNORECASE)
_BRACKETS = re.compile(r"^\s*\([^()]*\)")
_TALLY = re.compile(r"^[\s|/\\]+$")
"""Strokes that count, as in ``|||| ||``."""
_NAME_FIRST = re.compile(rf"^(?P<name>.*\S)\s*(?:[×*]|(?<![^\W\d_]){_SIGN})\s?(?P<count>[0-9]{{1,5}})\W*$")
_TIMES_LAST = re.compile(rf"^(?P<name>.*[^\s,(\[])[\s,(\[]+(?P<count>[0-9]{{1,3}})\s?{_SIGN}\W*$")
_DASHED = re.compile(
    rf"^(?P<name>.*\S)(?:\s+[-–—]|\s*[:=])\s*(?P<count>[0-9]{{1,3}})(?: ?{PIECES}\b)?\W*$", re.IGNORECASE
)
_SET_OFF = re.compile(
    r"^(?P<name>.*[^\s.,(\[])(?:\s*[(\[]\s*(?:qty[.:]?\s*)?|[\s,]+qty[.:]?\s*|\s*\.{2,}\s*|\s+/\s+|\s*[;|]\s*)(?P<count>[0-9]{1,3})\W*$",
    re.IGNORECASE,
)
"""A count in brackets, behind dots, or after ``qty``."""
_IN_COLUMNS = re.compile(r"^(?P<name>.*\S)\s{2,}(?P<count>[0-9]{1,3})\W*$")
_SIZE = re.compile(r"\s*[(\[]\s*[x×]?\s?\d+(?:\s+[^()\[\]]*)?[)\]]\s*$|\s+[-–—]\s*$")
_COST = r"[0-9][0-9.,]{0,9} ?(?:pts?|points?|pkte?|punkte)\b\.?(?: ?(?:each|ea|apiece|total)\b\.?)?"
_POINTS = re.compile(
    rf"\s*(?:[(\[]\s*{_COST}\s*[)\]]|@\s*[0-9]{{1,5}}(?: ?(?:pts?|points?)\b\.?)?(?: ?(?:each|ea)\b\.?)?(?!\s*\w)"
    rf"|(?:(?:[-–—=,;:|à@]|\b(?:at|je|zu))\s*)?{_COST})"
    r"(?:\s*=\s*[0-9][0-9.,]{0,9}(?: ?(?:pts?|points?|pkte?|punkte)\b\.?)?)?",
    re.IGNORECASE,
)
"""A cost in points, as other games have them."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line: its ``text`` without decoration, and as it is ``written``.

    ``heading`` is 1 for a title, 2 for a heading, 0 where nothing marks it as such. ``italic`` is one that is marked so
    as a whole. It is ``apart`` after an empty one. A ``numbered`` one has a number or letter for its bullet. ``points``
    is the cost that was read off it. One that is ``signed`` stands below two dashes, as signatures do.
    """

    text: str
    written: str
    indent: int = 0
    bullet: bool = False
    heading: int = 0
    italic: bool = False
    apart: bool = False
    numbered: bool = False
    points: str = ""
    signed: bool = False


def unquoted(text: str) -> str:
    """A text as it was before mails and web pages changed its signs; its lines have no quotes."""
    for _ in range(2):
        text = html.unescape(text)
    text = _UNPRINTED.sub("", _SPACES.sub(" ", text.replace("\t", GAP)))
    text = _KEYCAP.sub("", _ITEM.sub(r"\1\n[*]", text))
    text = _TREE.sub(lambda branch: " " * len(branch[0]), text)
    return "\n".join(_QUOTE.sub("", line).rstrip() for line in text.splitlines())


_CROSSES: Final = (
    (re.compile(r"(?<![~\\])~~(?=[^\s~])"), re.compile("~~")),
    *(
        (re.compile(rf"{begin}{tag}{end}", re.IGNORECASE), re.compile(rf"{begin}/{tag}{end}", re.IGNORECASE))
        for begin, end in ((r"\[", r"\]"), ("<", ">"))
        for tag in ("s", "strike", "del")
    ),
)
"""What begins words that are crossed out, and what ends them."""
_STRUCK = re.compile("(?: ?[^\n\u0336]\u0336+)+")
"""Letters with a stroke each."""


def without_crossed(text: str) -> tuple[str, list[str]]:
    """An unquoted text without the words that are crossed out, and the lines of those."""
    crossed = [each.replace("\u0336", "") for each in _STRUCK.findall(text)]
    text = _STRUCK.sub("", text)
    for begin, end in _CROSSES:
        kept, done = list[str](), 0
        while (first := begin.search(text, done)) and (last := end.search(text, first.end())):
            crossed += text[first.end() : last.start()].split("\n")
            kept.append(text[done : first.start()])
            done = last.end()
        text = "".join((*kept, text[done:]))
    return text, [each.strip() for each in crossed if each.strip()]


def _with_counts(text: str) -> str:
    """A text with the numbers before its lines as counts, such as ``(8)``, unless they run on and number the lines."""
    numbers = [int(match[1] or match[2]) for match in _NUMBERED.finditer(text)]
    if all(later == former + 1 or (later == 1 == numbers[0]) for former, later in pairwise(numbers)):
        return text
    return _NUMBERED.sub(lambda match: f"{match[1] or match[2]} × ", text)


def read_lines(text: str) -> list[ListLine]:
    """The lines of an unquoted text that say something."""
    dashed = len(_DASHES.findall(text))
    if dashed > 1 and 3 * dashed > sum(map(bool, map(str.strip, text.split("\n")))):
        text = _DASHES.sub(r"\1- ", text)
    text = _with_counts(text)
    lines: list[ListLine] = []
    apart, may_underline, signed = True, False, False
    for raw in text.split("\n"):
        written = raw.strip()
        is_long = len(written) > MAX_LINE
        if not written or _FENCE.match(raw) or not (is_long or _TAG.sub("", written).strip()):
            apart, may_underline = True, False
            continue
        if not is_long and _RULE.match(written):
            # A sign alone is a bullet without a text.
            if signed := written == "--" and bool(lines) and len(without_size(lines[-1].text)) != len(written):
                apart = True
            elif may_underline and len(written) > 1 and written[0] in "=-":
                lines[-1] = replace(lines[-1], heading=1 if written[0] == "=" else 2)
            may_underline = False
            continue
        line = _line(raw)
        if line.text:
            lines.append(replace(line, apart=apart, signed=signed))
            apart, may_underline, signed = False, True, False
    return lines


def _line(raw: str) -> ListLine:
    """A line without its bullet and marks."""
    if len(raw) > MAX_LINE:
        return ListLine(raw.strip(), raw.strip(), len(raw) - len(raw.lstrip()))
    text, heading, bullet = _STRONG.sub(r"**\2**", raw.strip()), 0, False
    if inner := _unframed(text):
        return ListLine(inner, raw.strip(), len(raw) - len(raw.lstrip()), heading=2)
    numbered = bool((first := _BULLET.match(text)) and first["number"])
    row = _without_bullets(text)
    if row.startswith("|") and without_points(row)[0].endswith("|"):
        bullet, text = row != text, row.strip("|").replace("|", GAP).strip()
    if match := _HEADING.match(text):
        heading, text = (1 if len(match[1]) == 1 else 2), match[2]
    item = _without_bullets(text)
    bullet, text = bullet or item != text, item
    plain = without_pictures(text).rstrip(":")
    is_bold = plain.startswith(("**", "__", "[b]", "[B]")) and plain.endswith(("**", "__", "[/b]", "[/B]"))
    text = _TAG.sub(lambda tag: GAP if tag[0].lower() == "[/b]" else "", text)
    text = _BOLD.sub(rf"\2{GAP}", _BOLD.sub(rf"\2{GAP}", text))
    text = _ESCAPED.sub(r"\1", _ITALIC.sub(r"\2", text)).replace(f"{GAP}, ", GAP).replace("`", "").strip()
    if is_bold and not bullet and not heading:
        heading = 2
    italic = not bullet and re.fullmatch(r"([*_])(?=[^\s*_]).*[^\s*_\\]\1", raw.strip()) is not None
    return ListLine(text, raw.strip(), len(raw) - len(raw.lstrip()), bullet, heading, italic, False, numbered)


def _unframed(text: str) -> str:
    """The heading between equal signs, such as ``++ Tanks ++`` or ``--- Tanks ---``; else empty."""
    frame = _FRAMED.match(text)
    signs = frame[0].strip() if frame else ""
    if frame is None or not text.endswith(signs):
        return ""
    inner = text.removeprefix(signs).rstrip(signs[0])
    return inner.strip() if inner.endswith(" ") or not frame[0].endswith(" ") else ""


def _without_bullets(text: str) -> str:
    while match := _BULLET.match(text):
        text = text[match.end() :]
    return text


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


def name_and_remark(text: str) -> tuple[str, str]:
    """What may be a name that is not known, and what stands behind it."""
    match = re.search(r"\s{2,}|[|;(]", text[:MAX_LINE])
    end = match.start() if match else len(text)
    return text[:end].strip(), text[end:].strip()


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
        is_cost = len(match["count"] or "") > 2
        if is_cost or (sized and match["size"]) or not (is_ended or (is_marked and not match["of"])):
            continue
        if is_marked or not before or match["off"].strip():
            return _number_of(match), f"{before}{match['rest']}"
    return None, remark


def without_pieces(remark: str) -> str:
    """What stands behind a name, without the word for what its count is of, as in ``8 Challenger 2 stands``."""
    return _PIECES_BEHIND.sub("", remark)


def _number_of(match: re.Match[str]) -> int:
    """The count of a match, in digits or words."""
    groups = match.groupdict()
    return int(groups["count"]) if groups.get("count") else _NUMBERS[groups["words"].casefold()]


def without_size(heading: str) -> str:
    """A heading without the number of units in brackets and the colon or dash behind it."""
    return _SIZE.sub("", heading[:MAX_LINE].rstrip(": ")).rstrip(": ") or heading


def without_pictures(text: str) -> str:
    """A line without the emoji and other signs around it."""
    return _AROUND.sub("", text) if len(text) <= MAX_LINE else text


def without_points(text: str) -> tuple[str, str]:
    """A line without a cost in points, and that cost; a line that has nothing else stays."""
    if len(text) > MAX_LINE or (match := _POINTS.search(text)) is None:
        return text, ""
    rest = f"{text[: match.start()]}{text[match.end() :]}".strip()
    return (rest, match[0].strip(" -–—=@,;:|()[]")) if re.search(r"[^\W\d]", rest) else (text, "")


def line_key(text: str) -> str:
    """What is compared of two lines: neither spaces nor the sign for "times" tell them apart."""
    return name_key(_TIMES.sub("×", text)).replace(" ", "")
