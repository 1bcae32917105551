"""Army files as JSON or as a code inside a text, and strict reading of both from untrusted sources."""

import base64
import binascii
import codecs
import json
import re
import textwrap
import zlib
from typing import Any, NoReturn

from armybuilder.armies.loaded_army import MOST_BYTES, LoadedArmy
from rulesets.core.codec import MAX_PROBLEMS, CodecError
from rulesets.core.declarations import entries_used
from rulesets.core.findings import Problem
from rulesets.core.force import AnyForce
from rulesets.core.force_document import decode_force, encode_force
from rulesets.registry import all_rulesets, get_ruleset

CODE_WIDTH = 72
_CODE_BEGINS, _CODE_ENDS = "Army code, by which Import reads this text in again:", "End of the army code."
_NO_CODE_LETTER = re.compile(r"[^A-Za-z0-9+/=]")


class BadFile(ValueError):
    """A file that is not an army of any game here; ``problems`` are the first ones, each with its path."""

    def __init__(self, *problems: Problem) -> None:
        """Store the problems with printable characters only."""
        self.problems = tuple(Problem(_printable(each.path), _printable(each.message)) for each in problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


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
    return _CODE_BEGINS.encode() in content and not is_document


def read_army(text: bytes | str) -> LoadedArmy:
    """The army of a JSON file, or of a text with its code; raises ``BadFile``, as ``army_of`` does too."""
    decoded = _decoded(text, MOST_BYTES, "an army")
    code = _code_in(decoded) if has_code(decoded.encode("utf-8", "replace")) else ""
    return army_of(read_json(_unpacked(code) if code else decoded, MOST_BYTES, "an army"))


def lines_before_code(text: bytes | str) -> list[str]:
    """The lines above the code of a text that ``read_army`` has read; none of any other file."""
    decoded = _decoded(text, MOST_BYTES, "an army")
    before, begins, _ = decoded.partition(_CODE_BEGINS)
    return before.splitlines() if begins and has_code(decoded.encode("utf-8", "replace")) else []


def _code_in(text: str) -> str:
    """The army code in a text; empty without a whole one."""
    _, _, after = text.partition(_CODE_BEGINS)
    code, ends, _ = after.partition(_CODE_ENDS)
    return code if ends else ""


def armies_in(text: bytes) -> list[Any] | None:
    """The plain data of each army in a device's export of all its armies; ``None`` for any other file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    armies = data.get("armies") if isinstance(data, dict) else None
    return armies if isinstance(armies, list) else None


def army_of(data: Any) -> LoadedArmy:
    """The army of a file's plain data; raises ``BadFile``, also if its units refer to missing entries."""
    slug = data.get("ruleset") if isinstance(data, dict) else None
    try:
        ruleset = get_ruleset(slug if isinstance(slug, str) else "")
    except KeyError:
        games = ", ".join(f"{ruleset.slug!r} ({ruleset.title})" for ruleset in all_rulesets())
        raise BadFile(Problem("ruleset", f"should name a game of this site: {games}")) from None
    try:
        loaded = LoadedArmy(ruleset, decode_force(ruleset, data))
    except CodecError as error:
        raise BadFile(*error.problems) from None
    problems = _missing_entries(loaded)
    if problems:
        raise BadFile(*problems)
    return loaded


def _unpacked(code: str) -> bytes:
    """The JSON of an army code, whose lines may have been quoted in a mail."""
    try:
        unpacking = zlib.decompressobj()
        # One byte more than the limit is enough to detect a larger army.
        unpacked = unpacking.decompress(base64.b64decode(_NO_CODE_LETTER.sub("", code)), MOST_BYTES + 1)
    except (binascii.Error, zlib.error):
        unpacked = b""
    if not unpacked or not (unpacking.eof or len(unpacked) > MOST_BYTES):
        raise BadFile(Problem("", "The army code in the text is damaged. Copy the text again, to its last line."))
    return unpacked


def _decoded(text: bytes | str, most: int, what: str) -> str:
    if len(text) > most:
        raise BadFile(Problem("", f"The file is larger than {most // 1024 // 1024} MB, the most {what} may be."))
    try:
        return text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadFile(Problem("", f"The file is not UTF-8 text (byte {error.start + 1}).")) from None


def read_json(text: bytes | str, most: int, what: str) -> Any:
    """The plain data of a file of at most ``most`` bytes that should hold ``what``; raises ``BadFile``."""
    decoded = _decoded(text, most, what)
    if not decoded.strip():
        raise BadFile(Problem("", "The file is empty."))
    try:
        return json.loads(decoded, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadFile(Problem("", f"The file is not valid JSON: {error.msg} in {where}.")) from None
    except RecursionError:
        raise BadFile(Problem("", f"The file is nested far deeper than {what}.")) from None
    except ValueError:
        raise BadFile(Problem("", f"The file is not JSON of {what}: a number in it is far too long.")) from None


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a JSON number", name, 0)


def _missing_entries(loaded: LoadedArmy) -> list[Problem]:
    force = loaded.force
    places: list[tuple[str, Any]] = [("spec", force.spec)]
    for index, group in enumerate(force.groups):
        places.append((f"groups[{index}].spec", group.spec))
        places += [(f"groups[{index}].units[{place}].spec", unit.spec) for place, unit in enumerate(group.units)]
    problems = []
    for path, spec in places:
        for use in entries_used(spec, path):
            if loaded.context.catalogue.get(use.kind, use.key) is None:
                kind = loaded.ruleset.kind(use.kind).title.lower()
                problems.append(Problem(use.path, f"{use.key!r} names no {kind} in the rulebook or this file"))
                if len(problems) == MAX_PROBLEMS:
                    return problems
    return problems
