"""Headings of groups as people write them: the name, and what stands beside it, such as a box or a remark."""

import re
from typing import Final, NamedTuple

from armybuilder.interchange.text_lines import without_pictures, without_size

_GROUP_WORDS = (
    *("platoon", "squad", "company", "squadron", "battery", "battalion", "battle ?group", "group", "regiment"),
    *("brigade", "division", "detachment", "formation", "force", "hq", "headquarters", "command", "coy", "bn", "bde"),
    *("bty", "btn", "sqn", "sqdn", "plt?", "pltn", "troop", "tp", "regt", "det", "div", "wing", "flight", "wave"),
    *("reserve", "echelon", "corps", "attachment"),
    *(r"\w{0,20}(?:gruppe|zug|kompanie|bataillon|batterie|schwadron|verband)", "groupe", "compagnie", "peloton"),
    *("escadron", "batterie", "régiment", "détachement", "grupo", "compañía", "batallón", "pelotón", "escuadrón"),
    *("gruppo", "compagnia", "plotone", "battaglione", "squadrone", "groep", "grupa", "kompania", "pluton", "batalion"),
    *("escouade", "escuadra", "squadra", "sección", "seção", "pelotão", "esquadrão", "companhia", "drużyna", "oddział"),
    *("kompani", "grupp"),
)
_ANY_GROUP = rf"(?:{'|'.join(_GROUP_WORDS)}|section|team|element|column)"
"""One of these words, or of those that units have in their names, too."""
OF_GROUPS: Final = re.compile(rf"\b(?:{'|'.join(_GROUP_WORDS)})s?\b", re.IGNORECASE)
"""The words for groups, with which a line is a heading though nothing else marks it as one."""
NUMBERED_GROUP: Final = re.compile(
    rf"^(?:no\.? ?)?(?:[0-9]{{1,3}}(?:st|nd|rd|th|\.?[ºª°]|\.)?|[a-z]|[ivx]{{1,4}}) {_ANY_GROUP}\b",
    re.IGNORECASE,
)
"""The number or letter of a group before its word, as in ``1 Troop`` and ``A Coy``."""
WITH_NUMBER: Final = re.compile(rf"^{_ANY_GROUP} (?:no\.? ?)?[0-9]{{1,3}}", re.IGNORECASE)
"""A group with its number behind the word, as in ``Platoon 2``."""
OF_PLACES: Final = re.compile(
    r"(?:the )?(?:(?:left|right|front|rear|main|second|reserve|centre|center) )?"
    r"(?:left|right|flank|wing|line|front|rear|reserves?|support|centre|center|recce)",
    re.IGNORECASE,
)
"""A heading that is the name of no unit, however similar."""
_STORES = r"(?:box|case|crate|tray|tin|bag|drawer|shelf|tub|container|layer|pack|lot|list|slot|kiste|karton|boîte)"
_NUMBERED = rf"(?:{_STORES}|{_ANY_GROUP})s?(?: (?:no|nr|number)\b\.?)?"
_LABEL = re.compile(
    rf"^(?P<label>(?:(?:unit |sub|battle ?)?(?:group|squad|platoon|company|formation|detachment)(?: name)?(?=:)"
    rf"|(?:the )?(?:[^\W\d]{{1,20}} ){{1,2}}{_STORES}"
    rf"|{_NUMBERED}(?: (?:[0-9]{{1,3}}|[A-Za-z]|[IVX]{{1,4}})|[0-9]{{1,3}})\b)(?: (?:name|is))?(?: ?\([^()]*\))?)"
    r"(?:\s*[:=]\s*|\s+[-–—]\s+)(?P<name>(?=.*[^\W\d])\S.*)$",
    re.IGNORECASE,
)
"""What numbers a group or says where it is kept, before its name: ``Box 1 (green) - A Squadron``."""
_FRAMED = re.compile(r"^[\[<{(]([^\[\]<>{}()]+)[\]>})]$")
"""A name with brackets around it."""
_REMARK = re.compile(
    r"^(?P<name>[^()\[\]]*[^\s()\[\]])(?:\s*[(\[](?P<inside>[^()\[\]]+)[)\]]|\s*(?:-{1,3}>|=>|→|<-{1,3})\s*(?P<behind>\S.*))$"
)
"""A remark in brackets or behind an arrow."""
_CONSISTS = (
    r"(?:(?:made|built) up of|made of|composed of|consisting of|consists? of|comprising|comprises|contains?|containing"
    r"|includes?|including|that's|that’s|that is|has|have|gets|will be|will have|is|are|being|with|besteht aus|hat|mit"
    r"|avec|comprend)"
)
_VERB = re.compile(rf",? (?:(?:is|are|will be) )?{_CONSISTS}(?: the following)?$", re.IGNORECASE)
_LEADS_IN = re.compile(
    r"^(?:(?:and|then|also|next|firstly|secondly|thirdly|finally|lastly),? |(?:first|second|third|last), )?"
    r"(?:(?:my|our|the|his|her|your|mein|meine|die|der|das|unser|unsere|le|la|les|mon|ma) )?",
    re.IGNORECASE,
)
_LABELS = re.compile(
    rf"(?:(?:in (?:the |a |an )?)?(?:(?:top|bottom|upper|lower|first|second|bubble|foam|small|big|large|left|right) )?"
    rf"{_STORES}s?(?: ?(?:no\.? ?)?[0-9a-z]{{1,2}})?"
    r"|loose|in (?:bubble wrap|foam)|(?:the )?(?:troops?|units?|stands?|models?|figures|minis|contents?|composition"
    r"|elements|forces?|order of battle|oob|truppen|einheiten|unités))",
    re.IGNORECASE,
)
"""A word before units that names no group of them: what they are, or where they are kept."""
_PRONOUNS = re.compile(
    r"(?:i|i've|we|you|he|she|it|they|that|this|these|there|here|who|which|what|list|army|force|side|ich|wir|er|sie|es"
    r"|das|je|nous|il|elle)\b",
    re.IGNORECASE,
)
"""Who has units without being a group of them."""
_WITH = re.compile(r"\b(?:with|mit|avec) $", re.IGNORECASE)
MAX_NAME_WORDS: Final = 6
"""Words of a name behind which a verb may stand."""
_SAID = re.compile(
    rf"^(?P<name>(?:[^\s,;:]+ ){{0,8}}?[^\s,;:]+),? (?:(?:is|are|will be) )?{_CONSISTS} (?=\S)", re.IGNORECASE
)


class Heading(NamedTuple):
    """The name of a group, and what its heading says besides."""

    name: str
    notes: str = ""


def heading_of(text: str) -> Heading:
    """The name in a heading, and the remark or label beside it; one with its number of units has nothing besides."""
    name = without_size(text.strip())
    if name != text.strip().rstrip(": "):
        return Heading(name)
    name = _FRAMED.sub(r"\1", without_size(without_pictures(text.strip())))
    notes: list[str] = []
    if match := _LABEL.match(name):
        name = match["name"]
        notes.append(match["label"])
    if match := _REMARK.match(name):
        name = match["name"]
        notes.append(match["inside"] or match["behind"])
    return Heading(_VERB.sub("", name).strip(" -–—") or name, ", ".join(notes))


def has_label(name: str) -> bool:
    """Whether what stands before units says only what they are or where they are kept."""
    return _LABELS.fullmatch(name.strip()) is not None


def group_that_has(text: str) -> tuple[str, str]:
    """The name of a group in a sentence such as “My 1st Section has six Riflemen”, and the rest; empty for others."""
    start = _LEADS_IN.match(text)
    begin = start.end() if start else 0
    match = _SAID.match(text[begin:])
    if match is None:
        return "", text
    name = match["name"]
    *first, last = name.split()
    # “The captain leads with two tanks” says what somebody does.
    is_verb = bool(first) and last.islower() and not OF_GROUPS.search(last) and _WITH.search(match[0])
    if is_verb or len(first) >= MAX_NAME_WORDS or _PRONOUNS.match(name):
        return "", text
    return name, text[begin + match.end() :]
