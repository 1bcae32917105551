"""Messages of chats, as phones and programs copy and export them, without their times and senders."""

import re
from collections.abc import Collection, Iterable
from typing import Final

from armybuilder.interchange.imported import ImportRemark
from armybuilder.interchange.text_counts import MAX_LINE
from armybuilder.interchange.text_lines import line_key

_TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DAY = (
    r"(?:(?:[^\W\d]{2,9}\.?,? )?(?:[0-9]{1,2}\.? [^\W\d]{3,9}\.?|[^\W\d]{3,9} [0-9]{1,2})(?:,? [0-9]{4})?"
    r"|[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}"
    r"|(?:last )?(?:today|yesterday|[a-z]{2,6}day|heute|gestern|hier|aujourd.hui))"
)
_AGO = r"[0-9]{1,3} ?[a-z]{1,7}\.? ago"
_MOMENT = rf"(?:{_DAY},?(?: at| um| à)? {_TIME}|{_TIME},? {_DAY}|{_TIME})"
_HEADS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\[{_MOMENT}\] ?[-~]? ?(?P<sender>[^\s:<][^:]{{0,40}}):(?: |$)(?P<rest>.*)$",
        rf"^\[?{_MOMENT}\]?:? ?<(?P<sender>[^<>]{{1,40}})>(?: |$)(?P<rest>.*)$",
        rf"^\[{_MOMENT}\] (?P<sender>[^\W\d][^\d:<>]{{0,40}})$",
        rf"^{_MOMENT} [-–] (?P<sender>[^\s:][^:]{{0,40}}):(?: |$)(?P<rest>.*)$",
        r"^(?P<sender>[^\s:][^:\n]{0,40}?)(?: [—–•·-] | sent |, ?| {2,}| ?(?=[\[(])"
        r"| (?=[0-9]{1,2} [^\W\d]{3,9},? [0-9]{1,2}:))"
        rf"(?:[\[(]?{_MOMENT}[\])]?|{_AGO})(?::(?: (?P<rest>.*))?)?$",
    )
)
"""How a message begins: its time and sender before its first line, or in a line above."""
_LATER = re.compile(rf"^\[?{_MOMENT}\]?$", re.IGNORECASE)
"""The time of a further message of the same sender."""
_BELOW = re.compile(rf"^[—–-] ?{_MOMENT}$", re.IGNORECASE)
"""The time of a message below its sender."""
_NICK = re.compile(r"(?m)^<(?P<sender>[\w-]{1,30})> (?P<rest>\S.*)$")
"""A sender in angle brackets, before what is said."""
MAX_SENDER: Final = 40
"""Characters of a sender."""
LEFT_OUT: Final = "This is the sender of messages. The name and the times were left out."


def without_heads(text: str, known: Collection[str] = ()) -> tuple[str, list[str]]:
    """An unquoted text without what begins its messages, and their senders; lines with ``known`` keys stay."""
    # Names in angle brackets are senders if several lines have them.
    has_nicks = len(_NICK.findall(text)) > 1
    lines: list[str] = []
    senders: dict[str, None] = {}
    for line in text.split("\n"):
        written = line.strip()
        is_other = len(written) > MAX_LINE or not any(map(str.isdecimal, written)) or line_key(written) in known
        head = None if is_other else next(filter(None, (pattern.match(written) for pattern in _HEADS)), None)
        if head is None and has_nicks and len(written) <= MAX_LINE:
            head = _NICK.match(written)
        if head:
            senders[head["sender"].strip(" ~")] = None
            lines += ("", head.groupdict().get("rest") or "")
        elif lines and not is_other and _BELOW.match(written) and 0 < len(lines[-1].strip()) <= MAX_SENDER:
            senders[lines[-1].strip(" ~")] = None
            lines[-1:] = ("", "")
        elif senders and not is_other and _LATER.match(written):
            lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines), list(senders)


def sender_remarks(senders: Iterable[str]) -> tuple[ImportRemark, ...]:
    """A remark on each sender."""
    return tuple(ImportRemark(sender, LEFT_OUT, True) for sender in senders)
