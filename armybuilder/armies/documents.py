"""Armies as plain data from untrusted sources, read strictly."""

import json
from itertools import chain
from typing import Any, Final, NoReturn

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.declarations.codec import MAX_PROBLEMS, CodecError
from rulesets.core.declarations.fields import entries_used
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import decode_force
from rulesets.registry import all_rulesets, get_ruleset

MAX_WRAPPERS: Final = 6
"""Levels of a program's answer in which an army is looked for."""


class BadFile(ValueError):
    """A file that is not an army of any game here; ``problems`` are the first ones, each with its path."""

    def __init__(self, *problems: Problem) -> None:
        """Store the problems with printable characters only."""
        self.problems = tuple(Problem(_printable(each.path), _printable(each.message)) for each in problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def army_within(data: Any) -> Any:
    """The only army in the answer of a program, such as our API's; any other data as they are."""
    inside = [data]
    for _ in range(MAX_WRAPPERS):
        if armies := [each for each in inside if isinstance(each, dict) and "ruleset" in each]:
            return armies[0] if len(armies) == 1 else data
        values = (each.values() if isinstance(each, dict) else each for each in inside if isinstance(each, dict | list))
        inside = list(chain.from_iterable(values))
    return data


def army_of(data: Any) -> LoadedArmy:
    """The army of a file's plain data; raises ``BadFile``, also if its units refer to missing entries."""
    slug = data.get("ruleset") if isinstance(data, dict) else None
    try:
        ruleset = get_ruleset(slug if isinstance(slug, str) else "")
    except KeyError:
        games = ", ".join(f"{ruleset.slug!r} ({ruleset.title})" for ruleset in all_rulesets())
        raise BadFile(Problem("ruleset", f"give a game of this site: {games}")) from None
    try:
        loaded = LoadedArmy(ruleset, decode_force(ruleset, data))
    except CodecError as error:
        raise BadFile(*error.problems) from None
    problems = _missing_entries(loaded)
    if problems:
        raise BadFile(*problems)
    return loaded


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
                problems.append(Problem(use.path, f"{use.key!r} is not a {kind} in the rulebook or this file"))
                if len(problems) == MAX_PROBLEMS:
                    return problems
    return problems


def decoded_text(text: bytes | str, maximum: int, what: str) -> str:
    """The text of a file of at most ``maximum`` bytes that should hold ``what``; raises ``BadFile``."""
    if len(text) > maximum:
        megabytes = maximum // 1024 // 1024
        raise BadFile(Problem("", f"The file is larger than {megabytes} MB, which is the limit for {what}."))
    try:
        return text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise BadFile(Problem("", f"The file is not UTF-8 text (byte {error.start + 1}).")) from None


def read_json(text: bytes | str, maximum: int, what: str) -> Any:
    """The plain data of a file of at most ``maximum`` bytes that should hold ``what``; raises ``BadFile``."""
    decoded = decoded_text(text, maximum, what)
    if not decoded.strip():
        raise BadFile(Problem("", "The file is empty."))
    try:
        return json.loads(decoded, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadFile(Problem("", f"The file is not valid JSON: {error.msg} in {where}.")) from None
    except RecursionError:
        raise BadFile(Problem("", f"The file is nested too deeply for {what}.")) from None
    except ValueError:
        raise BadFile(Problem("", f"A number in the file is too long for {what}.")) from None


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a JSON number", name, 0)
