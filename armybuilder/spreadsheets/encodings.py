"""Texts of unknown encoding, as spreadsheets and editors of different systems save them."""

import codecs
import re
from typing import Final, NamedTuple

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WESTERN: Final = (
    # French has "ù" and "à" at the end of words, Italian all its accents, Portuguese "õ" before "e".
    r"[éèêëâîïôûç]|œ(?=[ui])|[àù]\b",
    r"[äöüß]",
    r"[áéíóúñü]",
    r"[àèéìòù]\b",
    r"[áâçéêíóôú]|[àã]\b|ã(?=[eo])|õ(?=e)",
    r"[åäöæøéü]",
    r"[áæéðíóöúýþ]",
    r"[éëïóöèü]",
)
_CENTRAL: Final = (r"[ąćęłńóśźż]", r"[áäčďéěíĺľňóôŕřšťúůýž]", r"[áéíóöőúüű]", r"[čćđšž]", r"[ăâîşţ]")
_OLD: Final = (
    ("cp1252", "Windows-1252 (Western European)", _WESTERN),
    ("mac_roman", "Mac Roman", _WESTERN),
    ("cp1250", "Windows-1250 (Central European)", _CENTRAL),
    ("cp1251", "Windows-1251 (Cyrillic)", (r"(?<![a-z])[а-яё](?![a-z])", r"(?<![a-z])[а-щьюяєіїґ](?![a-z])")),
)
"""Encodings of one byte a letter, with their names for players and the letters of their languages beyond ASCII, in
their places; of equally likely ones the first.
"""
_EASTERN: Final = (
    ("cp932", "Shift-JIS (Japanese)", re.compile(rb"[\x81-\x83\x88-\x97][\x40-\xfc]|\x98[\x40-\x72]")),
    ("cp949", "Windows-949 (Korean)", re.compile(rb"[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]")),
    ("gb18030", "GB 18030 (Chinese)", re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]")),
    ("big5", "Big5 (Chinese)", re.compile(rb"[\xa1-\xa3\xa4-\xc6][\x40-\x7e\xa1-\xfe]")),
)
"""Encodings of two bytes a letter, and the bytes of the letters that are in everyday use."""
_SIGNS: Final = frozenset("‘’‚“”„«»–—…•×·°½¼¾²³€£©®™ªº¡¿\u00a0")
_ALONE: Final = frozenset("àèéìòùóáåæøöявиаоукс")
"""Letters that are words by themselves."""
_IN_RUNS: Final = re.compile(r"[^\x00-\x7f]+")
_SAMPLE: Final = 100_000
MAX_SHOWN: Final = 5
"""Words of a guessed encoding that are shown."""


ENCODINGS: Final = tuple((encoding, name) for encoding, name, _ in (*_OLD, *_EASTERN))
"""The old encodings, with their names for players."""


class Reading(NamedTuple):
    """An old encoding that a text may have, its name for players, and words by which a reader can check it."""

    encoding: str
    name: str
    words: tuple[str, ...]


class DecodedText(NamedTuple):
    """A text, and where its encoding is a guess the possible ones, that of the text first."""

    text: str
    readings: tuple[Reading, ...] = ()


def decode_text(content: bytes) -> DecodedText:
    """The text of a file: Unicode if it is valid, else of the old encoding in which its letters fit best.

    Raises ``UnicodeDecodeError`` for what begins like Unicode and is not.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return DecodedText(content.removeprefix(mark).decode(encoding))
    encoding = _wide_encoding(content) or "utf-8"
    try:
        return DecodedText(content.decode(encoding))
    except UnicodeDecodeError:
        pass
    readings = _readings(content)
    return DecodedText(content.decode(readings[0].encoding, "replace"), readings)


def _wide_encoding(content: bytes) -> str:
    """UTF-16 without a mark, of which every second byte is zero in most texts; empty for anything else."""
    sample = content[:_SAMPLE]
    half = len(sample) // 2
    if len(content) % 2 or not half:
        return ""
    if sample[1::2].count(0) * 2 > half:
        return "utf-16-le"
    return "utf-16-be" if sample[0::2].count(0) * 2 > half else ""


def _readings(content: bytes) -> tuple[Reading, ...]:
    """The old encoding in which most letters beyond ASCII are those of one language, and those more than half as likely
    in which the words are others.
    """
    sample = content[:_SAMPLE]
    scores = {
        (encoding, name): _likeness(sample.decode(encoding, "replace"), languages) for encoding, name, languages in _OLD
    }
    for encoding, name, everyday in _EASTERN:
        try:
            # A sample may end within a letter.
            text = codecs.getincrementaldecoder(encoding)().decode(sample, final=len(content) <= _SAMPLE)
        except UnicodeDecodeError:
            continue
        scores[encoding, name] = _eastern_likeness(text, encoding, everyday)
    ranked = sorted(scores, key=lambda each: scores[each], reverse=True)
    best = max(scores[ranked[0]], 1)
    readings: dict[tuple[str, ...], Reading] = {}
    for encoding, name in ranked:
        if not readings or 2 * scores[encoding, name] > best:
            words = _words(sample.decode(encoding, "replace"))
            readings.setdefault(words, Reading(encoding, name, words))
    return tuple(readings.values())


def _words(text: str) -> tuple[str, ...]:
    """The first words of a text that have letters beyond ASCII."""
    words = [word.strip(".,;:!?\"'()") for word in re.split(r"[\s;,|]+", text)]
    return tuple(dict.fromkeys(word for word in words if not word.isascii()))[:MAX_SHOWN]


def _likeness(text: str, languages: tuple[str, ...]) -> int:
    """Twice the letters beyond ASCII that one of the languages has in these places, less twice the others.

    A sign counts half as much as a letter, unless it is inside a word.
    """
    signs = wrong = letters = 0
    for before, letter, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if letter.isascii():
            continue
        if letter in _SIGNS:
            inside = before.isalpha() and after.isalpha() and letter not in "’–—"
            signs, wrong = signs + (not inside), wrong + inside
        elif not (before.isalpha() or after.isalpha() or letter.lower() in _ALONE):
            wrong += 1
        elif not letter.isalpha() or (
            letter.isupper() and (before.islower() or (before.isupper() and after.islower()))
        ):
            # A capital stands at the beginning of a word or among capitals.
            wrong += 1
        else:
            letters += 1
    plain = text.lower()
    fitting = min(letters, max(len(re.findall(language, plain)) for language in languages))
    return 2 * (2 * fitting - letters - wrong) + signs


def _eastern_likeness(text: str, encoding: str, everyday: re.Pattern[bytes]) -> int:
    """Twice the bytes beyond ASCII of letters in everyday use, less twice those of others, and of all inside words."""
    score = 0
    for run in _IN_RUNS.finditer(text):
        is_inside = text[run.start() - 1 : run.start()].isalpha() or text[run.end() : run.end() + 1].isalpha()
        for letter in (letter.encode(encoding) for letter in run[0]):
            weight = sum(2 for byte in letter if byte > 0x7F)
            score += weight if everyday.fullmatch(letter) and not is_inside else -weight
    return score
