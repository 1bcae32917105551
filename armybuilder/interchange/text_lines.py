"""Lines of a list of units as people write, forward and post them, without what decorates them.

Read off are quotes of mails, bullets, marks of headings, Markdown, BBCode, code fences and HTML entities. What a line
then has is a count, a name and a remark; which of its words are the name only a catalogue can tell.
"""

import html
import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from armybuilder.interchange.text_counts import MAX_LINE, SIGN, TIMES_SIGNS, without_points
from rulesets.core.names import name_key

MAX_LINES: Final = 6_000
"""Lines of a text that are read; further ones are named."""
GAP = "  "
"""What is between a name and its remark in our plain text."""

NOTES: Final = "Notes"
INDENT: Final = 4
"""Spaces before a line that continues the one above."""
TERM: Final = re.compile(r"^([^:]{1,60}):(?:\s+(\S.*))?$")
"""A line such as ``Nation: France``."""
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_UNPRINTED = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {ord("、"): ", ", ord("【"): "[", ord("】"): "]"}
"""Wide letters, digits and signs, as keyboards for Japanese and Chinese write them."""
_AS_PICTURE = re.compile(f"(?<=[{TIMES_SIGNS[:4]}])\ufe0f")
_SHORT_CODE = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])")
"""The name of an emoji, as chats export it."""
_QUOTE = re.compile(r"^(?:\s{0,3}>\s?)+")
_TREE = re.compile(r"(?m)^[ |│]{0,40}(?:[|`+\\]-{1,3}|[├└]─{1,3}) ")
"""The branches of a drawn tree before a line."""
_RULE = re.compile(r"^(?:[-=_*~#–—─━]+|[|:\- ]*-{3}[|:\- ]*)$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_PICTURES = "\u2190-\u2572\u2574-\u2714\u2717-\u2bff\U0001f000-\U0001faff\ufe0f\u200d"
"""Arrows, boxes, stars, emoji and other signs that are no letters; not those for "times"."""
_BULLET = re.compile(
    r"^(?:(?:[-+*.•◦‣▪▫·・●○■□▶►➤➔→✓✔✅☐☑☒–—>]|\[\*\]|\[[ xX]?\]"
    r"|(?P<number>\(?(?:\d{1,3}|[ivxIVX]{1,5})[.)](?=\s+\S)|\(?[a-zA-Z][.)]))(?:\s+|(?<=\]))"
    rf"|[{_PICTURES}]+\s*(?=[0-9]{{1,5}}(?!st|nd|rd|th|[0-9]))|[•◦‣▪▫·・●○■□▶►➤➔](?=\w)|\*(?=\w)(?!.*\*))"
)
_AROUND = re.compile(rf"^[{_PICTURES}]+\s*|\s*[{_PICTURES}]+$")
_BOX_ROW = re.compile(r"(?m)^ {0,40}[│┃║] [^\n]{0,400}[│┃║]$")
_BOX_RULE = re.compile(r"(?m)^ {0,40}[┌┏╔├┣╠└┗╚][─-╬]{2,400}(?:\n|$)")
"""Rows of a table that is drawn with lines, and the lines between them."""
_TIMES_BEHIND = re.compile(r"(?<=[^\W_])[*×](?=[0-9]{1,3}(?![\w*]))")
"""A sign for "times" between a name and its count, with no space."""
_KEYCAP = re.compile("(?<=[0-9])\ufe0f?\u20e3")
_FRAMED = re.compile(r"^(?:[+=~]+|[-–—*_]{2,})\s+(?=\w)|^(?:={2,}|-{2,})(?=\w)")
"""The signs before a heading that has them on both sides."""
_ITEM = re.compile(r"(?<=\w)([^\w\n]*?)\[\*\]")
"""The mark of an item behind other words of its line."""
_DASHES = re.compile(r"(?m)^( {0,8})[-–—−](?=\w)")
"""A dash before a line without a space, which is its bullet if many lines have one."""
_NUMBERED = re.compile(r"(?m)^ {0,8}(?:\(([0-9]{1,3})\)|([0-9]{1,3})[.)]) +(?=\S)")
"""A number before a line, which counts its units or numbers the line."""
_STARS = re.compile(r"(?m)^(?P<stars>\*{1,6}) +(?=[^*\s])")
"""The depth of a line in an outline."""
_PARTS = re.compile(r"(?m)^(?P<indent>[ ]{0,12})(?P<whole>[0-9]{1,2})\.(?P<part>[0-9]{1,2})[.)]? +(?=\S)")
"""A number of two parts before a line."""
_HEADING = re.compile(r"^(#{1,6}|/{2,4})\s+(.*?)\s*#*$")
_TAG = re.compile(
    r"\[/?(?:b|i|u|s|h\d|list|size|colou?r|font|quote|code|spoiler|center|indent|url)(?:=[^\]\n]*)?\]", re.IGNORECASE
)
_STRONG = re.compile(r"(?<![\\*_])([*_])\1\1(?=[^\s*_])(.+?)(?<=[^\s\\*_])\1{3}(?![*_])")
"""Words that are both bold and italic."""
_BOLD = re.compile(r"(?<!\\)(\*\*|__)(?=\S)(.+?)(?<=[^\s\\])\1(,?)")
_ITALIC = re.compile(r"(?<![\\\w*])([*_])(?=[^\s*_])([^*_]+?)(?<=[^\s\\])\1(?![\w*])")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>#|~&!+.()-])")
_TIMES = re.compile(rf"(?<![^\W\d_]){SIGN}(?![^\W\d_])|(?<=\d){SIGN}(?=\w)")
_SIZE = re.compile(r"\s*[(\[]\s*[x×]?\s?\d+(?:\s+[^()\[\]]*)?[)\]]\s*$|\s*\.{3,}\s*\d+\s*$|\s+[-–—]\s*$")


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line: its ``text`` without decoration, and as it is ``written``.

    ``heading`` is 1 for a title, 2 for a heading, 0 where nothing marks it as such. ``italic`` is one that is marked so
    as a whole. It is ``apart`` after an empty one. A ``numbered`` one has a number or letter for its bullet. ``points``
    is the cost that was read off it. One that is ``signed`` stands below two dashes, as signatures do. An ``unticked``
    one has an empty box in a list with others that are ticked.
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
    unticked: bool = False


def unquoted(text: str) -> str:
    """A text as it was before mails and web pages changed its signs; its lines have no quotes."""
    for _ in range(2):
        text = html.unescape(text)
    text = _UNPRINTED.sub("", _SPACES.sub(" ", text.translate(_WIDE).replace("\t", GAP)))
    text = _BOX_ROW.sub(lambda row: re.sub("[│┃║]", "|", row[0]), _BOX_RULE.sub("", text))
    text = _TIMES_BEHIND.sub(r" ×", text)
    text = _AS_PICTURE.sub("", _SHORT_CODE.sub("", text))
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
_REFUSED = re.compile(r"(?m)^[ \t]*(?:[-*•][ \t]+)?[❌🚫⛔✗✘]\ufe0f?[ \t]*(?P<said>\S[^\n]*)")
"""A line with a cross or a sign that forbids for its bullet."""

_TICKED = re.compile(r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?:\[[xX✓]\]|[☑☒✅])")
_NOT_TICKED = re.compile(r"(?m)^[ \t]*(?:[-*•][ \t]+)?(?:\[ ?\]|[☐⬜])\ufe0f?[ \t]*(?P<said>\S[^\n]*)")
"""A line with an empty box."""


def without_crossed(text: str) -> tuple[str, list[str]]:
    """An unquoted text without what is crossed out, and the lines of that."""
    crossed = [each.replace("\u0336", "") for each in _STRUCK.findall(text)]
    crossed += [match["said"] for match in _REFUSED.finditer(text)]
    text = _REFUSED.sub("", _STRUCK.sub("", text))
    for begin, end in _CROSSES:
        kept, done = list[str](), 0
        while (first := begin.search(text, done)) and (last := end.search(text, first.end())):
            crossed += text[first.end() : last.start()].split("\n")
            kept.append(text[done : first.start()])
            done = last.end()
        text = "".join((*kept, text[done:]))
    return text, [each.strip() for each in crossed if each.strip()]


def _without_stars(text: str) -> str:
    """A text with bullets in place of the most stars before its lines, and marks of headings in place of fewer."""
    maximum = max((len(match["stars"]) for match in _STARS.finditer(text)), default=0)
    if maximum < 2:
        return text
    signs = {maximum: "-", maximum - 1: "##"}
    return _STARS.sub(lambda match: f"{signs.get(len(match['stars']), '#')} ", text)


def _without_parts(text: str) -> str:
    """A text with bullets in place of numbers such as ``1.2``, if they run on from ``1.1``."""
    numbers = [(int(match["whole"]), int(match["part"])) for match in _PARTS.finditer(text)]
    runs_on = all(part == last + 1 or part == 1 for (_, last), (_, part) in pairwise(numbers))
    if len(numbers) < 2 or numbers[0][1] != 1 or not runs_on:
        return text
    return _PARTS.sub(r"\g<indent>- ", text)


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
    text = _with_counts(_without_parts(_without_stars(text)))
    lines: list[ListLine] = []
    has_ticks = _TICKED.search(text) is not None
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
        if has_ticks and (box := _NOT_TICKED.match(raw)):
            line = replace(_line(box["said"]), indent=line.indent, bullet=True, unticked=True)
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


def name_and_remark(text: str) -> tuple[str, str]:
    """What may be a name that is not known, and what stands behind it."""
    match = re.search(r"\s{2,}|[|;(]", text[:MAX_LINE])
    end = match.start() if match else len(text)
    return text[:end].strip(), text[end:].strip()


def without_size(heading: str) -> str:
    """A heading without the number of units in brackets and the colon or dash behind it."""
    return _SIZE.sub("", heading[:MAX_LINE].rstrip(": ")).rstrip(": ") or heading


def without_pictures(text: str) -> str:
    """A line without the emoji and other signs around it."""
    return _AROUND.sub("", text) if len(text) <= MAX_LINE else text


def line_key(text: str) -> str:
    """What is compared of two lines: neither spaces nor the sign for "times" tell them apart."""
    return name_key(_TIMES.sub("×", text)).replace(" ", "")
