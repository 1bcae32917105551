"""Army files as JSON or as a code inside a text, and strict reading of both from untrusted sources."""

import base64
import binascii
import codecs
import json
import re
import textwrap
import zlib
from typing import Any

from armybuilder.armies.documents import BadFile, army_of, army_within, decoded_text, read_json
from armybuilder.armies.loaded_army import MAX_BYTES, LoadedArmy
from armybuilder.interchange.games import game_named, refuse_game
from armybuilder.interchange.likeness import ROSTER
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import AnyForce

CODE_WIDTH = 72
_CODE_BEGINS = "Army code (paste the whole text into Import to load it):"
_CODE_ENDS = "End of the army code."
_BEGINNINGS = (_CODE_BEGINS, "Army code, by which Import reads this text in again:")
"""The line above the code, and the one that texts had before."""
_BEGINNING = re.compile("|".join(map(re.escape, _BEGINNINGS)))
_FENCE = b"```"
_NO_CODE_LETTER = re.compile(r"[^A-Za-z0-9+/=]")


def write_army(force: AnyForce) -> str:
    """The force as a JSON file, which ``read_army`` turns into the same force again."""
    return json.dumps(encode_force(force), ensure_ascii=False, indent=1) + "\n"


def write_code(force: AnyForce) -> str:
    """The force as lines of letters and digits inside a text, where ``read_army`` finds them."""
    packed = base64.b64encode(zlib.compress(json.dumps(encode_force(force)).encode(), 9)).decode()
    return "\n".join([_CODE_BEGINS, *textwrap.wrap(packed, CODE_WIDTH), _CODE_ENDS])


def has_code(content: bytes) -> bool:
    """Whether it is a text with an army code, even a damaged one; JSON and XML may only have one in their notes."""
    ends = content.removeprefix(codecs.BOM_UTF8).strip()
    is_document = (ends[:1], ends[-1:]) in ((b"{", b"}"), (b"<", b">"))
    return any(begins.encode() in content for begins in _BEGINNINGS) and not is_document


def read_army(text: bytes | str) -> LoadedArmy:
    """The army of a JSON file, or of a text with its code; raises ``BadFile``, as ``army_of`` does too."""
    decoded = decoded_text(text, MAX_BYTES, "an army")
    has_lines = has_code(decoded.encode("utf-8", "replace"))
    data = read_json(_unpacked(_code_in(decoded)) if has_lines else decoded, MAX_BYTES, "an army")
    roster = data.get("roster") if isinstance(data, dict) and "ruleset" not in data else None
    if isinstance(roster, dict) and isinstance(roster.get("gameSystemName"), str):
        # Another program's roster names its game.
        raise refuse_game(roster["gameSystemName"], "roster.gameSystemName")
    game = data.get("game") if isinstance(data, dict) and not {"ruleset", "army"} & data.keys() else None
    if isinstance(game, str) and game.strip() and game_named(game) is None:
        raise refuse_game(game.strip(), "game")
    army = army_within(data)
    if not isinstance(army, dict) or "ruleset" not in army:
        found = f" It looks like {ROSTER}." if isinstance(roster, dict) else ""
        instead = "Choose a file that this site exported, or paste the list as text."
        raise BadFile(Problem("", f"This JSON is not an army of this site.{found} {instead}"))
    return army_of(army)


def fenced_json(content: bytes) -> tuple[bytes, bytes] | None:
    """The JSON in the code fence of a text for chats, and the text around it; ``None`` for any other file."""
    before, _, rest = content.partition(_FENCE)
    inside, fence, after = rest.rpartition(_FENCE)
    inside = inside.removeprefix(b"json").strip()
    if not fence or before.lstrip()[:1] in (b"{", b"<") or (inside[:1], inside[-1:]) != (b"{", b"}"):
        return None
    return inside, before.removeprefix(codecs.BOM_UTF8).strip() + after.strip()


def lines_before_code(text: bytes | str) -> list[str]:
    """The lines above the code of a text that ``read_army`` has read; none of any other file."""
    decoded = decoded_text(text, MAX_BYTES, "an army")
    begins = _BEGINNING.search(decoded) if has_code(decoded.encode("utf-8", "replace")) else None
    return decoded[: begins.start()].splitlines() if begins else []


def _code_in(text: str) -> str:
    """The army code in a text; empty without a whole one."""
    _, *after = _BEGINNING.split(text, maxsplit=1)
    code, ends, _ = "".join(after).partition(_CODE_ENDS)
    return code if ends else ""


def armies_in(text: bytes) -> list[Any] | None:
    """The plain data of each army in a device's export of all its armies; ``None`` for any other file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    armies = data.get("armies") if isinstance(data, dict) else None
    return armies if isinstance(armies, list) else None


def _unpacked(code: str) -> bytes:
    """The JSON of an army code, whose lines may have been quoted in a mail."""
    try:
        unpacking = zlib.decompressobj()
        # One byte more than the limit is enough to detect a larger army.
        unpacked = unpacking.decompress(base64.b64decode(_NO_CODE_LETTER.sub("", code)), MAX_BYTES + 1)
    except (binascii.Error, zlib.error):
        unpacked = b""
    if not unpacked or not (unpacking.eof or len(unpacked) > MAX_BYTES):
        raise BadFile(Problem("", "The army code in the text is damaged. Copy the text again, to its last line."))
    return unpacked
