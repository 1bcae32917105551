"""The TOML files of a game's ``data`` folder, read strictly: errors name file and entry."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources.abc import Traversable
from typing import Annotated, Any, TypeVar

from rulesets.core.calculators import Calculator, CalculatorGroup
from rulesets.core.cards import Marker, Tint
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, Ruling, SwitchExample, switches
from rulesets.core.force_document import decode_entry
from rulesets.core.forces.rules import PlayRule
from rulesets.core.reference import Code, GuideStep, Overview, PlayingArea
from rulesets.core.ruleset import Template
from rulesets.core.texts.slots import SlotError, Slots

T = TypeVar("T")
G = TypeVar("G")
U = TypeVar("U")


class DataFileError(ValueError):
    """A data file that breaks its declaration; the message names file and entry."""


def read_toml(file: Traversable) -> dict[str, Any]:
    """The contents of a TOML file; raises ``DataFileError``."""
    if not file.is_file():
        raise DataFileError(f"{file.name}: is missing")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataFileError(f"{file.name}: {error}") from error


def read_rows(file: Traversable, name: str) -> list[dict[str, Any]]:
    """The rows ``[[name]]`` of a TOML file with nothing else in it; raises ``DataFileError``."""
    data = read_toml(file)
    if set(data) != {name}:
        raise DataFileError(f"{file.name}: should hold [[{name}]] rows only, holds {', '.join(sorted(data)) or 'none'}")
    rows: list[dict[str, Any]] = data[name]
    return rows


def load_catalogue(folder: Traversable, kinds: tuple[EntryKind[Any], ...]) -> Catalogue:
    """The entries in a folder's ``<kind>.toml`` files, one per kind, each an array ``[[entry]]``.

    An entry has ``key``, ``name``, ``cite``, ``source`` (default: rulebook) and the fields of its kind's
    declaration. Raises ``DataFileError`` for a missing file, an unknown field, a wrong value or a repeated key.
    """
    entries: list[Entry[Any]] = []
    keys: set[tuple[str, str]] = set()
    for kind in kinds:
        file = folder / f"{kind.slug}.toml"
        for number, row in enumerate(read_rows(file, "entry"), 1):
            where = f"{file.name}, entry {number} ({row.get('key', 'no key')})"
            plain = {"kind": kind.slug, "source": Source.RULEBOOK.value, "spec": {}}
            for field, value in row.items():
                if field in ("key", "name", "cite", "source"):
                    plain[field] = value
                else:
                    plain["spec"][field] = value  # type: ignore[index]
            try:
                entry = decode_entry(kind, plain)
            except CodecError as error:
                raise DataFileError(f"{where}: {error}") from error
            if not entry.key or not entry.name or (entry.source is Source.RULEBOOK and not entry.cite):
                raise DataFileError(f"{where}: key, name and cite must not be empty")
            if (kind.slug, entry.key) in keys:
                raise DataFileError(f"{where}: the key is used twice")
            keys.add((kind.slug, entry.key))
            entries.append(entry)
    return Catalogue(tuple(entries))


def _parts(file: Traversable, table: str, spec: type[T], name: str) -> Iterator[tuple[str, T]]:
    """Each row of a file as a value of its declaration, and its place; raises ``DataFileError``.

    ``name`` is the field that identifies a row in messages.
    """
    for number, row in enumerate(read_rows(file, table), 1):
        where = f"{file.name}, {table} {number} ({row.get(name, f'no {name}')})"
        try:
            yield where, decode(spec, row)
        except CodecError as error:
            raise DataFileError(f"{where}: {error}") from error


def load_rulings(folder: Traversable) -> tuple[Ruling, ...]:
    """The rulings in a folder's ``rulings.toml`` (rows ``[[ruling]]``); raises ``DataFileError``."""
    rulings: list[Ruling] = []
    for where, ruling in _parts(folder / "rulings.toml", "ruling", Ruling, "id"):
        keys = ruling.keys
        if ruling.default not in keys or len(set(keys)) != len(keys):
            raise DataFileError(f"{where}: the default is none of the readings, or a reading is listed twice")
        if ruling.switch and len(keys) < 2:
            raise DataFileError(f"{where}: a switch needs two readings")
        if ruling.id in {other.id for other in rulings}:
            raise DataFileError(f"{where}: the id is used twice")
        if ruling.switch and ruling.switch in {other.switch for other in rulings}:
            raise DataFileError(f"{where}: the switch is used twice")
        rulings.append(ruling)
    return tuple(rulings)


def load_examples(
    folder: Traversable, rulings: Iterable[Ruling], calculators: Iterable[Calculator[Any]]
) -> dict[str, SwitchExample]:
    """The tables of a folder's ``examples.toml``, which are named like switches; raises ``DataFileError``."""
    file, examples = folder / "examples.toml", {}
    known, slugs = switches(rulings), {each.slug: each for each in calculators}
    for switch, row in read_toml(file).items():
        where = f"{file.name}, {switch}"
        if switch not in known or set(row) != {"calculator", "question"} or row["calculator"] not in slugs:
            raise DataFileError(f"{where}: should be named like a switch and have a calculator and a question")
        try:
            decode(slugs[row["calculator"]].question, row["question"])
        except CodecError as error:
            raise DataFileError(f"{where}: {error}") from error
        examples[switch] = SwitchExample(row["calculator"], row["question"])
    return examples


def load_steps(folder: Traversable) -> tuple[GuideStep, ...]:
    """The steps in a folder's ``from_the_books.toml`` (rows ``[[step]]``); raises ``DataFileError``."""
    return tuple(step for _, step in _parts(folder / "from_the_books.toml", "step", GuideStep, "term"))


def load_codes(folder: Traversable) -> tuple[Code, ...]:
    """The key to the codes in a folder's ``codes.toml`` (rows ``[[code]]``); raises ``DataFileError``."""
    return tuple(code for _, code in _parts(folder / "codes.toml", "code", Code, "meaning"))


def load_overview(folder: Traversable, numbers: Mapping[str, object], table: PlayingArea) -> Overview:
    """The texts of a folder's ``overview.toml``, with ``numbers`` in slots, and the table; raises ``DataFileError``."""
    file, slots = folder / "overview.toml", Slots[None](numbers)
    try:
        texts = {name: slots.phrase(text).text(HouseRules(()), None) for name, text in read_toml(file).items()}
        return replace(decode(Overview, texts), table=table)
    except (CodecError, SlotError) as error:
        raise DataFileError(f"{file.name}: {error}") from error


def load_calculator_groups(folder: Traversable) -> tuple[CalculatorGroup, ...]:
    """The groups in a folder's ``calculators.toml`` (rows ``[[group]]``); raises ``DataFileError``."""
    file, groups = folder / "calculators.toml", []
    for number, row in enumerate(read_rows(file, "group"), 1):
        if set(row) != {"title", "calculators"}:
            raise DataFileError(f"{file.name}, group {number}: should have a title and calculators")
        groups.append(CalculatorGroup(row["title"], tuple(row["calculators"])))
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class _WrittenRule:
    """A rule of play as its file writes it."""

    id: Annotated[str, Ask("Id", max_length=40)]
    cite: Annotated[str, Ask("Place in the rulebook", max_length=120)]
    sentence: Annotated[str, Ask("Sentence", max_length=1500)]


def load_play_rules(
    folder: Traversable,
    rulings: Iterable[Ruling],
    numbers: Mapping[str, object],
    texts: Mapping[str, str] | None = None,
) -> tuple[PlayRule, ...]:
    """The rules in a folder's ``play_rules.toml`` (rows ``[[rule]]``); raises ``DataFileError``.

    Their sentences may have slots (see ``slots``); ``numbers`` are the ``vars`` of the game's ``tables.py``, ``texts``
    those of its ``words.Words``, if it has any.
    """
    rulings = tuple(rulings)
    slots, defaults, rules = Slots[None](numbers, rulings, texts=texts), HouseRules(rulings), dict[str, PlayRule]()
    for where, rule in _parts(folder / "play_rules.toml", "rule", _WrittenRule, "id"):
        if rule.id in rules:
            raise DataFileError(f"{where}: the id is used twice")
        try:
            sentence = partial(slots.phrase(rule.sentence).text, about=None)
        except SlotError as error:
            raise DataFileError(f"{where}: {error}") from error
        rules[rule.id] = PlayRule(rule.id, rule.cite, sentence(defaults), sentence)
    return tuple(rules.values())


def load_markers(folder: Traversable) -> tuple[Marker, ...]:
    """The markers in a folder's ``markers.toml`` (rows ``[[marker]]``); raises ``DataFileError``."""
    markers: list[Marker] = []
    for where, marker in _parts(folder / "markers.toml", "marker", Marker, "slug"):
        if marker.tint not in list(Tint):
            raise DataFileError(f"{where}: {marker.tint!r} is not a colour. Colours are {', '.join(Tint)}")
        if marker.slug in {other.slug for other in markers}:
            raise DataFileError(f"{where}: the slug is used twice")
        markers.append(marker)
    sizes = {marker.slug: marker.size for marker in markers}
    for marker in markers:
        if marker.back and sizes.get(marker.back) != marker.size:
            raise DataFileError(f"markers.toml, {marker.slug}: its back should be another marker of the same size")
    return tuple(markers)


def load_templates(
    folder: Traversable, group: G, read_unit: Callable[[dict[str, Any]], U]
) -> tuple[Template[G, U], ...]:
    """The ready groups in a folder's ``templates.toml`` (rows ``[[template]]``); raises ``DataFileError``.

    A template has ``slug``, ``title``, ``summary`` and ``units``; a unit may have a name (``called``), a number
    (``many``, default: 1) and the values from which ``read_unit`` makes its settings.
    """
    templates: list[Template[G, U]] = []
    for number, row in enumerate(read_rows(folder / "templates.toml", "template"), 1):
        try:
            units: list[tuple[str, U]] = []
            for unit in row["units"]:
                name, many = unit.pop("called", ""), unit.pop("many", 1)
                units += [(name, read_unit(unit))] * many
            templates.append(Template(row["slug"], row["title"], row["summary"], group, tuple(units)))
        except (CodecError, KeyError) as error:
            raise DataFileError(f"templates.toml, template {number} ({row.get('slug', 'no slug')}): {error}") from error
    return tuple(templates)
