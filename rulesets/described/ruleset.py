"""From a document to a ``Ruleset``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources.abc import Traversable
from typing import Any, Final

from rulesets.core.calculators import Calculator
from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.declarations.codec import CodecError, Path, Problems, decode, read_strictly
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.force import Force
from rulesets.core.forces.rules import Rule
from rulesets.core.names import name_key
from rulesets.core.reference import Line, Section
from rulesets.core.ruleset import Accent, AnyRuleset, Ruleset, Template, Words
from rulesets.core.tables import Align, Cell, Column, Table
from rulesets.core.texts.rich_text import tidy

from .cards import Display
from .document import Field, FieldType, Game, Kind, Setting, SheetPart
from .legality import rule_of_rows, rules_of
from .model import Context, Model, key_of, key_of_box
from .odds import calculators_of, groups_of
from .play import play_of
from .sizes import all_fields, check_sizes
from .totals import Totals
from .vocabulary import check_names, check_unique, read_settings, shown

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def read_game(data: Any) -> Game:
    """The document in plain data; raises ``CodecError`` with what is wrong, and where."""
    return decode(Game, data)


def load_game(file: Traversable) -> Game:
    """The document in a JSON file; raises ``CodecError``, and ``ValueError`` for a file that is no JSON."""
    return read_game(json.loads(file.read_text("utf-8")))


def from_document(
    game: Game, *, calculators: tuple[Calculator[Any], ...] = (), rules: tuple[Rule, ...] = ()
) -> AnyRuleset:
    """The game of a document; raises ``CodecError`` with the place of each problem.

    ``calculators`` and ``rules`` in Python come after those of the document.
    """
    read_strictly(lambda problems: _check_references(game, problems))
    model: Model = read_strictly(lambda problems: _tolerant(partial(Model, game), problems))

    def make(problems: Problems) -> AnyRuleset:
        model.problems = problems
        return _ruleset(model, calculators, rules)

    return read_strictly(make)  # type: ignore[no-any-return]


def unclear_tables(game: Game) -> tuple[Problem, ...]:
    """A problem for each row that players could not tell from one above it in its table, and for each field besides the
    first that explains its row; ``MAX_PROBLEMS`` at most.

    ``from_document`` makes a game of them all the same: formulas tell such rows apart, and the first field explains.
    """

    def check(problems: Problems) -> None:
        for n, kind in enumerate(game.kinds):
            names = ((("kinds", n, "entries", m, "name"), row.name) for m, row in enumerate(kind.entries))
            check_unique(names, problems, name_key)
            explaining = [m for m, field in enumerate(kind.fields) if field.explains and field.type is FieldType.TEXT]
            for m in explaining[1:]:
                first = kind.fields[explaining[0]].label
                place = ("kinds", n, "fields", m, "explains")
                problems.add(place, f"clear this, since “{first}” explains the row already")

    try:
        read_strictly(check)
    except CodecError as error:
        return error.problems
    return ()


def _tolerant(make: Callable[[Problems], Model], problems: Problems) -> Model | None:
    """What ``make`` gives; nothing if it gave up, with the problems that it found."""
    try:
        return make(problems)
    except CodecError:
        return None


def _check_references(game: Game, problems: Problems) -> None:
    """Add a problem for each name that stands twice or names nothing, and each row of another length than its table."""
    check_sizes(game, problems)
    _check_all_names(game, problems)
    for place, slugs in _slugs(game):
        named = [((place, n), slug) for n, slug in enumerate(slugs)]
        check_unique(named, problems)
        for path, slug in named:
            if not _SLUG.fullmatch(slug):
                problems.add((*path, "slug"), "write small letters, digits and hyphens")
    rules = [(("unit", n, "among"), rule_of_rows(each)) for n, each in enumerate(game.unit) if each.among]
    check_unique([*rules, *((("limits", n), limit.id) for n, limit in enumerate(game.limits))], problems)
    _check_tables(game, problems)
    for n, part in enumerate(game.sheet):
        for m, each in enumerate(part.tables):
            for k, cells in enumerate(each.rows):
                place_of_row = ("sheet", n, "tables", m, "rows", k, "cells")
                _check_length(problems, place_of_row, cells.cells, each.headings, "cells")
        if part.kind and part.kind not in (kinds := [kind.slug for kind in game.kinds]):
            problems.add(("sheet", n, "kind"), f"choose one of the tables: {', '.join(sorted(kinds))}")
    for n, odds in enumerate(game.odds):
        stages = [stage for stage in odds.chain.stages if not stage.stops] if odds.chain is not None else []
        if sum(bool(part) for stage in stages for part in (stage.twice, stage.explodes)) > 1:
            problems.add(("odds", n, "chain", "stages"), "let a score count twice or explode in one roll at most")
    for n, ruling in enumerate(game.rulings):
        check_unique(((("rulings", n, "readings", m), key) for m, key in enumerate(ruling.keys)), problems)
        if ruling.default not in ruling.keys:
            problems.add(("rulings", n, "default"), f"name one of the readings: {', '.join(ruling.keys)}")
    for n, track in enumerate(game.tracks):
        if bool(track.names) is bool(track.boxes):
            problems.add(("tracks", n), "give either the number of boxes or their names")
        check_unique(((("tracks", n, "names", m), key_of_box(name)) for m, name in enumerate(track.names)), problems)
    for field_path, field in all_fields(game):
        _check_field(game, field, field_path, problems)


def _check_tables(game: Game, problems: Problems) -> None:
    for n, kind in enumerate(game.kinds):
        keys = [(("kinds", n, "entries", m, "name"), key_of(row.key, row.name)) for m, row in enumerate(kind.entries)]
        check_unique(keys, problems)
        for m, row in enumerate(kind.entries):
            _check_length(problems, ("kinds", n, "entries", m, "values"), row.values, kind.fields, "values")


def _check_all_names(game: Game, problems: Problems) -> None:
    settings = [
        ((part, n, "name"), each.name)
        for part, fields in (("army", game.army), ("group", game.group), ("unit", game.unit))
        for n, each in enumerate(fields)
    ]
    switches = [(("rulings", n, "switch"), each.switch) for n, each in enumerate(game.rulings) if each.switch]
    costs = [(("costs", n, "name"), each.name) for n, each in enumerate(game.costs)]
    tallies = [(("tallies", n, "name"), each.name) for n, each in enumerate(game.tallies)]
    check_names([*settings, *switches, *costs, *tallies], problems)
    for n, number in enumerate(game.numbers):
        if not number.name.isupper() or not number.name.isidentifier():
            problems.add(("numbers", n, "name"), "write the name of a number in capitals, such as FACES")
    for n, kind in enumerate(game.kinds):
        check_names(((("kinds", n, "fields", m, "name"), each.name) for m, each in enumerate(kind.fields)), problems)
    for n, odds in enumerate(game.odds):
        fields = [(("odds", n, "fields", m, "name"), each.name) for m, each in enumerate(odds.fields)]
        check_names([*fields, *switches], problems)


def _check_field(game: Game, each: Field, path: Path, problems: Problems) -> None:
    kinds = [kind.slug for kind in game.kinds]
    if each.type in (FieldType.ENTRY, FieldType.LIST) and each.kind not in kinds:
        problems.add((*path, "kind"), f"choose one of the tables: {', '.join(sorted(kinds))}")
    if each.type is FieldType.CHOICE and not each.options:
        problems.add((*path, "options"), "give at least one option")
    check_unique((((*path, "options", n), option.value) for n, option in enumerate(each.options)), problems)
    if each.min is not None and each.max is not None and each.min > each.max:
        problems.add((*path, "max"), "give a maximum that is not below the minimum")


def _check_length(
    problems: Problems, path: Path, row: tuple[object, ...], columns: tuple[object, ...], what: str
) -> None:
    if len(row) != len(columns):
        problems.add(path, f"give {len(columns)} {what}, not {len(row)}")


def _slugs(game: Game) -> Iterator[tuple[str, list[str]]]:
    """The slugs that stand in addresses or states, by their place in the document."""
    yield "kinds", [each.slug for each in game.kinds]
    yield "odds", [each.slug for each in game.odds]
    yield "tracks", [each.slug for each in game.tracks]
    yield "turn", [each.slug for each in game.turn]
    yield "sheet", [each.slug for each in game.sheet]
    yield "ready", [each.slug for each in game.ready]


def _ruleset(model: Model, more: tuple[Calculator[Any], ...], more_rules: tuple[Rule, ...]) -> AnyRuleset:
    game, totals = model.game, Totals(model)
    display = Display(model, totals)
    calculators = (*calculators_of(model), *more)
    ready = tuple(_ready(model))
    return Ruleset(
        slug=game.slug,
        title=game.title,
        edition=game.edition,
        publisher=game.publisher,
        about=game.about,
        credit=game.credit,
        accent=Accent(game.colour.value),
        words=Words(*(getattr(game.words, name) for name in ("army", "armies", "group", "groups", "unit", "units"))),
        force=model.army,
        group=model.group,
        unit=model.unit,
        kinds=tuple(_kind(model, kind) for kind in game.kinds),
        catalogue=model.catalogue,
        rulings=game.rulings,
        rules=(*rules_of(model, totals), *more_rules),
        calculators=calculators,
        calculator_groups=groups_of(model),
        templates=ready,
        row=display.row,
        standing=display.standing,
        card=display.card,
        labels=display.labels,
        tokens=display.tokens,
        sections=_sections(model, display),
        summary=display.summary,
        demo=_example(model, ready),
        sheet_pages=1,
        play=play_of(model, display, calculators),
        from_the_books=game.guide,
        points=display.points if game.costs else None,
        asks=model.asks if any(each.when or each.among for each in game.unit) else None,
        codes=model.glossary.key,
        overview=game.overview,
    )


def _kind(model: Model, kind: Kind) -> EntryKind[Any]:
    first = model.first_entry

    def facts(spec: Any) -> tuple[tuple[str, str], ...]:
        return tuple((each.label, shown(getattr(spec, each.name), each, model.catalogue)) for each in kind.fields)

    def enlist(entry: Entry[Any]) -> Any:
        return model.unit(**{first.name: entry.key}) if first is not None else model.unit()

    is_unit = first is not None and first.kind == kind.slug
    off_card = tuple(each.label for each in kind.fields if not each.short)
    spec = model.kinds[kind.slug]
    return EntryKind(kind.slug, kind.title, kind.plural, spec, facts, enlist if is_unit else None, off_card=off_card)


def _settings(
    model: Model, spec: type[Any], settings: tuple[Setting, ...], fields: tuple[Field, ...], path: Path
) -> Any:
    """A value of the declaration with these settings; what is wrong with them is a problem at its place."""
    known = {each.name for each in fields}
    right = []
    for number, each in enumerate(settings):
        if each.field not in known:
            model.problems.add((*path, number, "field"), f"name one of the fields: {', '.join(sorted(known))}")
        else:
            right.append((number, each.field, each.value))
    try:
        return read_settings(spec, right, model.catalogue)
    except CodecError as error:
        for problem in error.problems:
            model.problems.add((*path, int(problem.path.strip("[]")), "value"), problem.message)
        return spec()


def _ready(model: Model) -> Iterator[Template[Any, Any]]:
    for number, ready in enumerate(model.game.ready):
        path = ("ready", number)
        yield Template(
            ready.slug,
            ready.title,
            ready.summary,
            _settings(model, model.group, ready.settings, model.game.group, (*path, "settings")),
            tuple(
                (
                    unit.name,
                    _settings(model, model.unit, unit.settings, model.game.unit, (*path, "units", n, "settings")),
                )
                for n, unit in enumerate(ready.units)
            ),
        )


def _example(model: Model, ready: tuple[Template[Any, Any], ...]) -> Callable[[], Force[Any, Any, Any]]:
    by_slug = {each.slug: each for each in ready}
    for number, group in enumerate(model.game.example):
        if group.group not in by_slug:
            model.problems.add(("example", number, "group"), "choose one of the ready groups")
    groups = [(by_slug[each.group], each.name) for each in model.game.example if each.group in by_slug]

    def example() -> Force[Any, Any, Any]:
        built = tuple(group.build(name) for group, name in groups)
        return Force(model.game.slug, "Example army", model.army(), built).with_ids()

    return example


def _sections(model: Model, display: Display) -> Callable[[HouseRules, tuple[Any, ...]], tuple[Section, ...]]:
    """The quick reference, whose texts may name the document's numbers and switches."""
    read = [_section(model, display, part, ("sheet", number)) for number, part in enumerate(model.game.sheet)]
    return lambda house, armies: tuple(section(house, armies) for section in read)


def _section(
    model: Model, display: Display, part: SheetPart, path: Path
) -> Callable[[HouseRules, tuple[Context, ...]], Section]:
    lines = [(line.term, model.phrase(line.text, (*path, "lines", n, "text"))) for n, line in enumerate(part.lines)]
    tables = []
    for n, each in enumerate(part.tables):
        rows = [
            [model.phrase(cell, (*path, "tables", n, "rows", m, "cells", k)) for k, cell in enumerate(row.cells)]
            for m, row in enumerate(each.rows)
        ]
        tables.append((each.title, tuple(map(_column, each.headings)), rows))

    def section(house: HouseRules, armies: tuple[Context, ...]) -> Section:
        typed = tuple(
            Table(title, columns, tuple(tuple(Cell(cell.text(house, None)) for cell in row) for row in rows))
            for title, columns, rows in tables
        )
        return Section(
            part.slug,
            part.title,
            (*typed, *_rows_of_kind(model, display, part.kind, armies)),
            (
                *(Line(term, said) for term, text in lines if (said := tidy(text.text(house, None)))),
                *(model.glossary.lines(_texts_of_cards(display, armies)) if part.key else ()),
            ),
        )

    return section


def _texts_of_cards(display: Display, armies: tuple[Context, ...]) -> set[str] | None:
    """What the cards of the armies say, on both sides; ``None`` without an army."""
    if not armies:
        return None
    cards = (display.card(unit, group, army) for army in armies for group, unit in army.force.units())
    return set[str]().union(*(card.texts_of_both_sides for card in cards))


def _rows_of_kind(model: Model, display: Display, slug: str, armies: tuple[Context, ...]) -> Iterator[Table]:
    """The rows of a table of the document, for armies those that their units have."""
    if not slug:
        return
    if not armies:
        of_kind = ((entry, None) for entry in model.catalogue.of_kind(slug))
        yield display.table(slug, of_kind, model.catalogue, hints=False)
    for army in armies:
        units = army.force.units()
        entries = (entry for group, unit in units for _, entry, _ in display.entries(unit, group, army))
        found = {entry.key: (entry, None) for entry in entries if entry.kind == slug}
        if found:
            yield display.table(slug, found.values(), army.catalogue)


def _column(heading: str) -> Column:
    align = {">": Align.RIGHT, "^": Align.CENTRE}.get(heading[:1])
    return Column(heading) if align is None else Column(heading[1:], align)
