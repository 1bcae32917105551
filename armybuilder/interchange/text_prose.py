"""What mails, posts, chats and forms have besides a list: greetings, totals, sentences, units that are not there."""

import re
from typing import Final

from armybuilder.interchange.text_counts import MAX_LINE, PIECES, SIZES
from armybuilder.interchange.text_lines import ListLine
from armybuilder.spreadsheets.columns import TOTALS
from rulesets.core.names import name_key

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
WROTE: Final = re.compile(r"(?:wrote|writes|schrieb|a écrit|escribió) ?:$", re.IGNORECASE)
NOT: Final = re.compile(
    r"\b(?:no|not|never|without|minus|less|except|instead|than|against|vs|versus|if|or|maybe|perhaps|possibly|might"
    r"|could|would|changes|drop\w*|remov\w*|swap\w*|replac\w*|cut|sold|was|were|had|opponent\w*|enemy|enemies"
    r"|kein\w*|nicht|ohne|statt|vielleicht|oder|gegen|pas|sans|ou|contre|non|senza|sin|não|nao|sem|nie|bez|niet|zonder"
    r"|inte|utan|ikke|uden)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words before units that are not in the army, or may not be."""
_TO_DO = re.compile(
    r"\b(?:to[ -]?do|wish ?list|shopping|still needs?|buy|paint|repaint|prime|varnish|glue|assemble)\b|^base\s*$",
    re.IGNORECASE,
)
"""Words before units that somebody still has to buy or to paint."""
OF_TOTALS: Final = re.compile(
    rf"(?:(?:{PIECES}|{SIZES}|in|all|so|far|total|totals|altogether|together|overall|insgesamt|gesamt|au)\b\W*)+",
    re.IGNORECASE,
)
"""What stands behind the number of a total."""
IS_TOTAL: Final = re.compile(
    rf"(?:{PIECES}|{SIZES})(?: (?:in all|in total|total|altogether|so far))?\s*[.!](?:\s|$)", re.IGNORECASE
)
"""What stands behind it if a sentence goes on."""
LIST_BELOW: Final = re.compile(r"\b(?:list|liste|lista|roster)\b[^:]*:$", re.IGNORECASE)
"""A line that says no more than that a list follows."""
SENTENCE: Final = re.compile(r"[,.!?;]$|(?:\S+\s+){9}")


def leaves_out(words: str) -> bool:
    """Whether words say that the units behind them are not in the army, or may not be."""
    return NOT.search(words) is not None or _TO_DO.search(words) is not None


def first_words(line: ListLine) -> list[str]:
    """The first two words of a line, as they are compared."""
    return [name_key(word).strip(",.!") for word in re.split(r"[\s:=]+", line.text[:MAX_LINE].strip("= "))[:2]]


def ends_sentence(line: ListLine) -> bool:
    """Whether a line ends as a sentence does."""
    return line.text.rstrip(" )]*_\"”’'").endswith((".", "!", "?", "…"))


def greets(line: ListLine) -> bool:
    """Whether a line addresses its readers, as the first one of a mail does: “Hi all, here is my list:”."""
    return first_words(line)[0] in _GREETINGS and "," in line.text


def is_around(line: ListLine) -> bool:
    """Whether a line begins or ends a mail or a post."""
    words = first_words(line)
    return line.signed or words[0] in _GREETINGS or is_prose(words) or bool(WROTE.search(line.text[:MAX_LINE]))


def is_prose(words: list[str]) -> bool:
    """Whether words begin a total, or a line that a mail or a program has besides a list."""
    begins = words[0] in (*TOTALS, *_OF_MAILS, *_PROGRAMS, "") or " ".join(words) in _OF_MAILS
    return begins or words[-1] == "total" or " ".join(words) in TOTALS
