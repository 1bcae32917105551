"""Armies in JSON or YAML of other programs and assistants, as tables with a row for each unit."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from armybuilder.spreadsheets.columns import write_csv

MAX_DEPTH: Final = 12
"""Levels of an outline that is read."""
_OTHERS: Final = frozenset({"ruleset", "schema", "spec", "armies", "gameSystemName"})
"""Keys of army files and of other programs' rosters, which are read otherwise."""
_GROUP, _UNIT, _COUNT = "Group", "Unit", "Qty"
"""The columns of what has no key."""
_JSON = re.compile(r"\{\s{0,99}\"|\[\s{0,99}[\[{]")
_FENCE = re.compile(r"```(?:json)?")
_LINE = re.compile(r"^(?P<indent> *)(?P<items>(?:- +)*)(?P<text>[^\s#].*)$")
_PAIR = re.compile(r"^(?P<key>[^:\"'{}\[\]]{1,60}):(?:\s+(?P<value>\S.*))?$")
_TOKENS = re.compile(
    r"[{}\[\],]|:(?=\s)|\"[^\"]*\"|'[^']*'|(?:[^{}\[\],:\s\"']|:(?!\s)|(?<=\S)[\"']| (?=[^\s{}\[\],:]))+"
)
"""The signs and texts of YAML in braces."""
_COUNTED = re.compile(r"(?:[^:]{1,60}: +)?[0-9]{1,3} ?[x×]? ")
"""A line of a list by hand: ``8 Challenger 2``, or ``Tanks: 8 Challenger 2``."""


class Outline(NamedTuple):
    """The ``table`` of an outline as CSV, and whether its text has other words ``around`` it."""

    table: str
    around: bool


class _Rows:
    """The rows of an outline, and what it says besides."""

    def __init__(self, is_count: Callable[[str], bool], is_unit: Callable[[str], bool]) -> None:
        """``is_count`` and ``is_unit`` tell headings above counts, and above units."""
        self.is_count, self.is_unit = is_count, is_unit
        self.said: list[str] = []
        self.rows: list[dict[str, str]] = []
        self.is_nested = False

    def add(self, data: Any, group: str = "", depth: int = 0) -> None:
        """Add the units of a part of the outline, which belong to a group; raises ``ValueError``."""
        if depth > MAX_DEPTH:
            raise ValueError
        if isinstance(data, list):
            for each in data:
                self.add(each, group, depth + 1)
        elif isinstance(data, dict):
            self._add_named(data, group, depth)
        elif data is not None:
            self.rows.append({_GROUP: group, _UNIT: str(data)})

    def _add_named(self, data: dict[str, Any], group: str, depth: int) -> None:
        """Add a unit, a group of them, or counts by the names of units."""
        if not _OTHERS.isdisjoint(data):
            raise ValueError
        parts = {key: value for key, value in data.items() if isinstance(value, dict | list) and value}
        texts = {key: _text(value) for key, value in data.items() if key not in parts}
        is_unit = any(value.isdecimal() and self.is_count(key) for key, value in texts.items())
        if is_unit and not any(self.is_unit(key) and _has_records(value) for key, value in parts.items()):
            self.rows.append({_GROUP: group, **texts, **{key: _text(value) for key, value in parts.items()}})
        elif parts:
            name = next((text for text in texts.values() if text and not text.isdecimal()), "")
            self.is_nested |= depth > 0
            before = len(self.rows)
            for key, value in parts.items():
                self.add(value, name or key, depth + 1)
            is_group = any(row[_GROUP] == name for row in self.rows[before:])
            self.said += [f"{key}: {text}" for key, text in texts.items() if text != name or not is_group]
        elif all(isinstance(value, int) for value in data.values()):
            self.rows += [{_GROUP: group, _UNIT: key, _COUNT: text} for key, text in texts.items()]
        else:
            self.rows.append({_GROUP: group, **texts})

    def with_same_keys(self) -> Iterator[dict[str, str]]:
        """The rows, of which names and counts without a key have that of the others."""
        keys = [*dict.fromkeys(key for row in self.rows for key in row)]
        others = {
            of: next((key for key in keys if key != of and heads(key)), of)
            for of, heads in ((_UNIT, self.is_unit), (_COUNT, self.is_count))
        }
        for row in self.rows:
            yield {key if others.get(key, key) in row else others.get(key, key): text for key, text in row.items()}


def _has_records(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _text(value: Any) -> str:
    return (
        "" if value is None else json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    )


def outline_in(text: str, is_count: Callable[[str], bool], is_unit: Callable[[str], bool]) -> Outline | None:
    """The table of a text in JSON, which may have other words around it, or in YAML; ``None`` for any other text."""
    for data, around in (*_json_in(text), *_yaml_in(text)):
        found = _Rows(is_count, is_unit)
        try:
            found.add(data)
        except ValueError:
            continue
        rows = [*found.with_same_keys()]
        columns = [*dict.fromkeys(key for row in rows for key in row)]
        groups = {row[_GROUP] for row in rows}
        if groups <= {""} or (len(groups) == 1 and not found.is_nested):
            columns = [key for key in columns if key != _GROUP]
        if len(columns) > 1:
            cells = ([row.get(key, "") for key in columns] for row in rows)
            return Outline(write_csv([*([each] for each in found.said), columns, *cells]), around)
    return None


def _json_in(text: str) -> Iterator[tuple[Any, bool]]:
    """The data of the JSON in a text, and whether it has something else."""
    first = _JSON.search(text)
    if first:
        begin, end = first.start(), text.rfind("}" if first[0][0] == "{" else "]") + 1
        with suppress(ValueError, RecursionError):
            yield json.loads(text[begin:end]), bool(_FENCE.sub("", f"{text[:begin]}{text[end:]}").strip(" \r\n"))


# --- YAML --------------------------------------------------------------------------------------------


def _yaml_in(text: str) -> Iterator[tuple[Any, bool]]:
    """The data of a text whose lines are all pairs and items of YAML, with pairs inside of others."""
    if text.strip()[:1] == "{":
        with suppress(ValueError, RecursionError):
            yield _flow(" ".join(text.split())), False
        return
    lines: list[tuple[int, str]] = []
    for line in text.splitlines():
        match = _LINE.match(line)
        if match:
            begins = match.end("indent")
            lines += [(begins + item.start(), "-") for item in re.finditer("-", match["items"])]
            lines.append((match.start("text"), match["text"].rstrip()))
        elif line.strip() and not line.lstrip().startswith("#"):
            return
    if not lines or any(_COUNTED.match(each) for indent, each in lines if not indent or not _PAIR.match(each)):
        return
    with suppress(ValueError, RecursionError):
        data, end = _block(lines, 0)
        if end == len(lines) and _is_record_inside(data):
            yield data, False


def _block(lines: Sequence[tuple[int, str]], at: int) -> tuple[Any, int]:
    """The value that begins at a line, and the place of the line behind it; raises ``ValueError``."""
    indent, text = lines[at]
    items: list[Any] = []
    while at < len(lines) and lines[at] == (indent, "-"):
        value, at = _inside(lines, at + 1, indent)
        items.append(value)
    if items:
        return items, at
    pairs: dict[str, Any] = {}
    while at < len(lines) and lines[at][0] == indent and (match := _PAIR.match(lines[at][1])):
        if match["key"] in pairs:
            raise ValueError
        if match["value"] is None:
            is_list = lines[at + 1 : at + 2] == [(indent, "-")]
            value, at = _inside(lines, at + 1, indent - is_list)
        else:
            value, at = _scalar(match["value"]), at + 1
        pairs[match["key"]] = value
    return (pairs, at) if pairs else (_scalar(text), at + 1)


def _inside(lines: Sequence[tuple[int, str]], at: int, indent: int) -> tuple[Any, int]:
    """The value below a line with that indent, empty without one."""
    return _block(lines, at) if at < len(lines) and lines[at][0] > indent else ("", at)


def _scalar(text: str) -> Any:
    """The value of one line: a text, a number, or what stands in braces or brackets."""
    text = text.strip()
    if (text[:1], text[-1:]) in (("{", "}"), ("[", "]")):
        return _flow(text)
    text = text.strip("\"'")
    return int(text) if text.isdecimal() else text


def _flow(text: str) -> Any:
    """The value in braces or brackets, as in ``{unit: Ajax, count: 3}``; raises ``ValueError``."""
    tokens = [token.strip() for token in _TOKENS.findall(text) if token.strip()]
    value, end = _flow_value(tokens, 0)
    if end < len(tokens):
        raise ValueError
    return value


def _flow_value(tokens: Sequence[str], at: int) -> tuple[Any, int]:
    """The value that begins with a token, and the place of the token behind it; raises ``ValueError``."""
    first = tokens[at] if at < len(tokens) else "}"
    if first not in ("{", "["):
        if first in ("}", "]", ",", ":"):
            raise ValueError
        return _scalar(first), at + 1
    end = {"{": "}", "[": "]"}[first]
    pairs: dict[str, Any] = {}
    items: list[Any] = []
    at += 1
    while tokens[at : at + 1] != [end]:
        value, at = _flow_value(tokens, at)
        if first == "{":
            if not isinstance(value, str | int) or tokens[at : at + 1] != [":"] or str(value) in pairs:
                raise ValueError
            pairs[str(value)], at = _flow_value(tokens, at + 1)
        else:
            items.append(value)
        if tokens[at : at + 1] == [","]:
            at += 1
        elif tokens[at : at + 1] != [end]:
            raise ValueError
    return (pairs if first == "{" else items), at + 1


def _is_record_inside(data: Any, depth: int = 0) -> bool:
    """Whether pairs stand inside of others, as they do in no list by hand."""
    if isinstance(data, list):
        return any(_is_record_inside(each, depth + 1) for each in data)
    if not isinstance(data, dict):
        return False
    return (depth > 0 and len(data) > 1) or any(_is_record_inside(each, depth + 1) for each in data.values())
