"""Messages of chats, as phones and programs copy and export them, without their times and senders."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from armybuilder.interchange.imported import ImportRemark
from armybuilder.interchange.text_counts import MAX_LINE
from armybuilder.interchange.text_lines import line_key
from rulesets.core.wording import count_of

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
MAX_SENDERS: Final = 20
"""Senders that are named, and whose lists are read."""
LEFT_OUT: Final = "This is the sender of messages. The name and the times were left out."


def without_heads(text: str, known: Collection[str] = ()) -> tuple[str, list[str]]:
    """An unquoted text without what begins its messages, and their senders; lines with ``known`` keys stay."""
    lines = _lines_of_senders(text, known)
    return "\n".join(line for _, line in lines), [*dict.fromkeys(sender for sender, _ in lines if sender)]


def texts_by_sender(text: str) -> dict[str, str]:
    """What each sender of an unquoted chat wrote, without what begins the messages; what stands above has no sender."""
    texts: dict[str, list[str]] = {}
    for sender, line in _lines_of_senders(text, ()):
        texts.setdefault(sender, []).append(line)
    return {sender: "\n".join(lines) for sender, lines in texts.items()}


def _lines_of_senders(text: str, known: Collection[str]) -> list[tuple[str, str]]:
    """The lines of a text without what begins its messages, each with its sender."""
    # Names in angle brackets are senders if several lines have them.
    has_nicks = len(_NICK.findall(text)) > 1
    lines: list[tuple[str, str]] = []
    sender = ""
    for line in text.split("\n"):
        written = line.strip()
        is_other = len(written) > MAX_LINE or not any(map(str.isdecimal, written)) or line_key(written) in known
        head = None if is_other else next(filter(None, (pattern.match(written) for pattern in _HEADS)), None)
        if head is None and has_nicks and len(written) <= MAX_LINE:
            head = _NICK.match(written)
        if head:
            sender = head["sender"].strip(" ~")
            lines += ((sender, ""), (sender, head.groupdict().get("rest") or ""))
        elif lines and not is_other and _BELOW.match(written) and 0 < len(lines[-1][1].strip()) <= MAX_SENDER:
            sender = lines[-1][1].strip(" ~")
            lines[-1:] = ((sender, ""), (sender, ""))
        else:
            is_later = bool(sender) and not is_other and _LATER.match(written) is not None
            lines.append((sender, "" if is_later else line))
    return lines


def sender_remarks(senders: Sequence[str]) -> tuple[ImportRemark, ...]:
    """A remark on each sender; after many, one on how many more there are."""
    told = [ImportRemark(sender, LEFT_OUT, True) for sender in senders[:MAX_SENDERS]]
    if more := len(senders) - len(told):
        message = f"{count_of(more, 'more sender')} wrote messages. Their names and the times were left out."
        told.append(ImportRemark("", message, True))
    return tuple(told)
