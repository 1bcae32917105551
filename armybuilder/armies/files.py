"""Army files: JSON out, and JSON from strangers read with care."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from armybuilder.armies.opened import AnyForce, Opened
from armybuilder.armies.revisions import MOST_BYTES
from rulesets.core.asks import entries_used
from rulesets.core.codec import MAX_PROBLEMS, CodecError, Problem, decode_force, encode_force
from rulesets.registry import all_rulesets, get_ruleset


class BadFile(ValueError):
    """A file that is no army of any game here; ``problems`` are the first, each with its path."""

    def __init__(self, *problems: Problem) -> None:
        """Keep the problems as texts that any page or terminal can print."""
        self.problems = tuple(Problem(_printable(each.path), _printable(each.message)) for each in problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def write_army(force: AnyForce) -> str:
    """The force as a JSON file for people to keep: ``read_army`` gives the same force again."""
    return json.dumps(encode_force(force), ensure_ascii=False, indent=1) + "\n"


def read_army(text: bytes | str) -> Opened:
    """The army of a JSON file; raises ``BadFile``.

    Stricter than the codec: what the units refer to must be in the rulebook's catalogue or in the file.
    """
    data = read_json(text, MOST_BYTES, "an army")
    slug = data.get("ruleset") if isinstance(data, dict) else None
    try:
        ruleset = get_ruleset(slug if isinstance(slug, str) else "")
    except KeyError:
        known = ", ".join(f"{ruleset.slug!r} ({ruleset.title})" for ruleset in all_rulesets())
        raise BadFile(Problem("ruleset", f"should name a game of this site: {known}")) from None
    try:
        opened = Opened(ruleset, decode_force(ruleset, data))
    except CodecError as error:
        raise BadFile(*error.problems) from None
    missing = _missing_entries(opened)
    if missing:
        raise BadFile(*missing)
    return opened


def read_json(text: bytes | str, most: int, what: str) -> Any:
    """The plain data of a file that is to hold ``what``, of so many bytes at the most; raises ``BadFile``."""
    if len(text) > most:
        raise BadFile(Problem("", f"The file is larger than {most // 1024 // 1024} MB, the most {what} may be."))
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadFile(Problem("", f"The file is no UTF-8 text (byte {error.start + 1}).")) from None
    if not decoded.strip():
        raise BadFile(Problem("", "The file is empty."))
    try:
        return json.loads(decoded, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadFile(Problem("", f"The file is no JSON: {error.msg} in {where}.")) from None
    except RecursionError:
        raise BadFile(Problem("", f"The file is nested far deeper than {what}.")) from None
    except ValueError:
        raise BadFile(Problem("", f"The file is no JSON of {what}: a number in it is far too long.")) from None


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is no JSON number", name, 0)


def _missing_entries(opened: Opened) -> list[Problem]:
    force = opened.force
    places: list[tuple[str, Any]] = [("spec", force.spec)]
    for index, group in enumerate(force.groups):
        places.append((f"groups[{index}].spec", group.spec))
        places += [(f"groups[{index}].units[{place}].spec", unit.spec) for place, unit in enumerate(group.units)]
    problems = []
    for path, spec in places:
        for use in entries_used(spec, path):
            if opened.review.catalogue.get(use.kind, use.key) is None:
                kind = opened.ruleset.kind(use.kind).title.lower()
                problems.append(Problem(use.path, f"{use.key!r} is no {kind} of the rulebook or of this file"))
                if len(problems) == MAX_PROBLEMS:
                    return problems
    return problems
