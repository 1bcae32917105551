"""What holds for every game: its example, entries, sheets, rulings and calculators."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Answer, Calculator, QuestionError
from rulesets.core.cards import Card
from rulesets.core.codes import codes_in, codes_shown, explained_by
from rulesets.core.declarations.codec import decode, encode
from rulesets.core.declarations.fields import Field, fields_of
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.findings import Place, Severity, is_legal
from rulesets.core.forces.force import Force, Group, Unit, add_group
from rulesets.core.insignia import Colour, Insignia
from rulesets.core.play.definition import AnyPlay, all_tracks
from rulesets.core.play.states import OUT, DeployedForce, PlayState, Side, Ticks
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset, settings_of
from rulesets.registry import all_rulesets
from tests.armies.equals import of_equals
from tests.declared import values
from tests.rulesets.described.games import DESCRIBED
from tests.rulesets.in_game import deployed
from tests.rulesets.sheets import complete_sheet, sheet_for

GAMES = (*all_rulesets(), *DESCRIBED)
CALCULATORS = [(game, calculator) for game in GAMES for calculator in game.calculators]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
each_calculator = pytest.mark.parametrize(
    ("game", "calculator"), CALCULATORS, ids=[f"{game.slug}-{calculator.slug}" for game, calculator in CALCULATORS]
)


def asked(
    game: AnyRuleset, calculator: Calculator[Any], question: Any, chosen: Iterable[tuple[str, str]] = ()
) -> Answer | QuestionError:
    """The answer, or the refusal in its place."""
    try:
        return calculator.ask(question, game.catalogue, HouseRules(game.rulings, chosen))
    except QuestionError as refused:
        return refused


@each_game
def test_a_heading_that_is_an_abbreviation_has_a_meaning(game: AnyRuleset) -> None:
    for kind in game.kinds:
        headings = {heading for entry in game.catalogue.of_kind(kind.slug) for heading, _ in kind.facts(entry.spec)}
        short = {each for each in headings if re.fullmatch(r"[A-Z]{1,3}( \w+)?|[A-Z][a-z]|.*RoF", each)}
        assert short <= set(kind.meanings)
        assert all(meaning not in ("", heading) for heading, meaning in kind.meanings.items())


def fields_within(spec: type[Any]) -> Iterator[Field]:
    """The fields of a declaration and of those inside it."""
    for each in fields_of(spec):
        yield each
        if is_dataclass(inner := (each.item or each).type):
            yield from fields_within(inner)


@each_game
def test_an_abbreviated_label_says_what_it_stands_for(game: AnyRuleset) -> None:
    short = set().union(*(kind.meanings for kind in game.kinds))
    specs = (game.unit, game.group, *(each.spec for each in game.kinds), *(each.question for each in game.calculators))
    unexplained = {
        (spec.__name__, each.ask.label)
        for spec in specs
        for each in fields_within(spec)
        if each.ask.label in short and not each.ask.help
    }
    assert unexplained == set()


def is_sound(answer: Answer | QuestionError, game: AnyRuleset, calculator: Calculator[Any]) -> None:
    """A refusal names a field of the question; an answer says something, and only of rules and switches there are."""
    if isinstance(answer, QuestionError):
        assert answer.message.strip()
        first = re.split(r"[.\[]", answer.field)[0]
        assert first in {field.name for field in fields_of(calculator.question)}
        return
    assert answer.headline.strip()
    assert {played.ruling.switch for played in answer.rulings} <= {ruling.switch for ruling in game.rulings} - {""}
    rules = {*game.rule_ids, *(ruling.id for ruling in game.rulings)}
    assert {step.rule for step in answer.steps} - {""} - rules == set()
    for chart in answer.charts:
        assert all(outcome.chance >= 0 for outcome in chart.outcomes)


@each_game
def test_examples_are_legal_and_read_back(game: AnyRuleset) -> None:
    for force in (game.demo(), *([game.rival()] if game.rival else [])):
        assert is_legal(game.check(force))
        assert decode_force(game, encode_force(force)) == force


@each_game
def test_a_row_follows_from_unit_group_and_army(game: AnyRuleset) -> None:
    force = game.demo()
    context, alone = game.context(force), game.context(settings_of(force))
    for group, unit in force.units():
        by_settings = game.row(Unit("", unit.spec, unit.name), Group("", "", group.spec), alone)
        assert game.row(unit, group, context) == by_settings


@each_game
def test_a_named_unit_still_says_what_it_is(game: AnyRuleset) -> None:
    context = game.context(game.demo())
    for group, unit in context.force.units():
        kind = game.title_of(replace(unit, name=""), group, context)
        named = replace(unit, name="Iron Duke")
        row, card = game.row(named, group, context), game.card(named, group, context)
        assert row.title == card.title == "Iron Duke"
        assert kind in row.subtitle
        assert kind in card.subtitle
        if game.group_card:
            whole = game.group_card(replace(group, units=(named,)), context)
            assert kind in str(whole.tables)


@each_game
def test_an_army_without_units_is_never_legal(game: AnyRuleset) -> None:
    bare = game.new_force("Bare")
    for force in (bare, add_group(bare, "One", game.group())):
        found = [finding for finding in game.check(force) if finding.rule == "AB-03"]
        assert [(finding.severity, finding.where) for finding in found] == [(Severity.ERROR, Place())]
        assert not is_legal(game.check(force))
    assert "AB-03" not in [finding.rule for finding in game.check(game.demo())]


@each_game
def test_equal_units_are_told_apart_by_where_they_stand(game: AnyRuleset) -> None:
    force = of_equals(game)
    context = game.context(force)
    units = list(force.units())
    standings = [game.standing(unit, group, context) for group, unit in units]
    assert len({standing.corner for standing in standings}) == len(units) == 6
    for group in force.groups:
        assert len({game.standing(unit, group, context).short for unit in group.units}) == 3
    assert [game.card(unit, group, context).corner for group, unit in units] == [each.corner for each in standings]


@each_game
def test_templates_are_free_of_unit_errors(game: AnyRuleset) -> None:
    for template in game.templates:
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        force = add_group(game.new_force("One"), template.title, template.group, units)
        context = game.context(force)
        for group, unit in force.units():
            errors = [f for f in game.check_unit(context, group, unit) if f.severity is Severity.ERROR]
            assert errors == [], (template.slug, unit)


@each_game
def test_every_entry_has_facts_and_makes_a_card(game: AnyRuleset) -> None:
    for kind in game.kinds:
        for entry in game.catalogue.of_kind(kind.slug):
            assert all(heading.strip() for heading, _ in kind.facts(entry.spec))
            if kind.enlist is None:
                continue
            unit: Unit[Any] = Unit("u2", kind.enlist(entry))
            group: Group[Any, Any] = Group("g1", "One", game.group(), (unit,))
            context = game.context(Force(game.slug, "Army", game.force(), (group,)))
            assert game.card(unit, group, context).title.strip(), entry.key
            assert game.row(unit, group, context).title.strip(), entry.key


@each_game
def test_sheets_are_full_tables(game: AnyRuleset) -> None:
    demo = game.context(game.demo())
    for sections in (complete_sheet(game), sheet_for(game, demo), sheet_for(game, demo, demo)):
        assert len({section.slug for section in sections}) == len(sections)
        for section in sections:
            assert section.tables or section.lines or section.flow
            for table in section.tables:
                assert table.rows, (section.slug, table.title)
                assert all(column.heading[:1] not in tuple("*^>") for column in table.columns)
                assert all(len(row) == len(table.columns) for row in table.rows)


def test_every_game_has_a_colour_of_its_own() -> None:
    accents = [game.accent for game in all_rulesets()]
    assert sorted(set(accents)) == sorted(accents)


@each_game
def test_rules_and_rulings_have_one_id_each(game: AnyRuleset) -> None:
    assert len(set(game.rule_ids)) == len(game.rule_ids)
    assert len({ruling.id for ruling in game.rulings}) == len(game.rulings)


def texts_by_name(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """The names of the texts in a game's ``words.toml``."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from texts_by_name(value, f"{name}.")
        else:
            yield f"{prefix}{name}"


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_every_text_of_a_games_words_is_said(game: AnyRuleset) -> None:
    folder = files(game.force.__module__.rpartition(".")[0])
    words = folder / "data" / "words.toml"
    python = "".join(file.read_text() for file in Path(str(folder)).rglob("*.py"))
    data = "".join(file.read_text() for file in Path(str(folder)).rglob("*.toml"))
    for name in texts_by_name(tomllib.loads(words.read_text()) if words.is_file() else {}):
        table, _, last = name.rpartition(".")
        named = f'"{name}"' in python or f"{{words.{name}}}" in data
        together = f'"{table}.{{' in python or re.search(rf'sentences\(\s*"{table}"', python)
        assert named or (together and f'"{last}"' in python), name


@each_game
def test_the_register_has_typographic_apostrophes(game: AnyRuleset) -> None:
    for ruling in game.rulings:
        for text in (ruling.question, ruling.reason, *(reading.text for reading in ruling.readings)):
            assert "'" not in text


@each_calculator
def test_the_empty_question_has_an_answer(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    question = calculator.question()
    is_sound(calculator.ask(question, game.catalogue, HouseRules(game.rulings)), game, calculator)
    assert decode(calculator.question, encode(question)) == question


@each_calculator
@settings(max_examples=12)
@given(data=st.data())
def test_any_question_is_answered_or_refused(
    game: AnyRuleset, calculator: Calculator[Any], data: st.DataObject
) -> None:
    question = data.draw(values(calculator.question, game.catalogue))
    switches = {ruling.switch: [reading.key for reading in ruling.readings] for ruling in game.rulings if ruling.switch}
    chosen = {switch: data.draw(st.sampled_from(keys)) for switch, keys in switches.items()}
    is_sound(asked(game, calculator, question, chosen.items()), game, calculator)


@each_calculator
def test_a_loaded_army_fills_the_question(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    force = game.demo()
    different = {unit.spec: Side(force, group, unit) for group, unit in force.units()}
    sides = list(different.values())
    pairs = [(own, opposing) for own in sides for opposing in (None, sides[0], sides[-1])]
    filled = [calculator.prefill(own, opposing) for own, opposing in pairs] if calculator.prefill else []
    if calculator.from_forces is not None:
        filled += [calculator.from_forces(DeployedForce(force), other) for other in (None, DeployedForce(force))]
    for plain in filled:
        is_sound(asked(game, calculator, decode(calculator.question, plain)), game, calculator)


def cited_in_play(game: AnyRuleset, play: AnyPlay) -> set[str]:
    """The rules cited by a turn, and by what follows when all that bear a track have the same boxes of it ticked."""
    force = game.demo()
    context = game.context(force)
    cited = {segment.rule for segment in play.sequence(context.house)}
    holders = all_tracks(play, context)
    ticked: list[dict[str, dict[str, Ticks]]] = [{unit.id: {OUT.slug: (1,)} for _, unit in force.units()}]
    for track in {track.slug: track for tracks in holders.values() for track in tracks}.values():
        for box in range(1, track.boxes + 1):
            boxes = tuple(range(1, box + 1)) if track.counts else (box,)
            having = [holder for holder, tracks in holders.items() if track.slug in {each.slug for each in tracks}]
            ticked.append({holder: {track.slug: boxes} for holder in having})
    for ticks in ticked:
        follows = play.consequences(deployed(play, context, PlayState(ticks)), context) if play.consequences else ()
        cited |= {each.rule for each in follows}
    return cited - {""}


def test_turns_and_states_cite_rules_there_are(pebbles: AnyRuleset) -> None:
    cited = {game.slug: cited_in_play(game, game.play) for game in all_rulesets() if game.play is not None}
    assert cited["pebbles"] == {"PEB-3"}
    known = {game.slug: {*game.rule_ids, *(ruling.id for ruling in game.rulings)} for game in all_rulesets()}
    assert {slug: rules - known[slug] for slug, rules in cited.items()} == {slug: set() for slug in cited}


OF_OTHER_AGES = {
    "visored-helm",
    "centurion-helmet",
    "spartan-helmet",
    "crown",
    "imperial-crown",
    "laurel-crown",
    "roman-shield",
}


@each_game
def test_symbols_are_of_the_games_time(game: AnyRuleset) -> None:
    context = game.context(game.demo())
    drawn = {label.symbol.code for label in game.labels(context) if label.symbol}
    assert drawn
    assert not drawn & OF_OTHER_AGES


class Looked(Exception):
    """The opposing unit or force was looked at."""


class Unseen:
    """An opposing unit or force that does not bear to be looked at."""

    def __getattribute__(self, name: str) -> Any:
        raise Looked


@each_calculator
def test_an_opposing_unit_is_asked_for_only_if_it_matters(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    force = game.demo()
    group, unit = next(force.units())
    opposing: Any = Unseen()
    own = Side(force, group, unit)
    looked = False
    try:
        if calculator.prefill is not None:
            calculator.prefill(own, opposing)
        elif calculator.from_forces is not None:
            calculator.from_forces(DeployedForce(force), opposing)
    except Looked:
        looked = True
    takes = calculator.prefill is not None or calculator.from_forces is not None
    assert calculator.one_sided is (takes and not looked)


@each_calculator
def test_nobody_stands_in_for_the_opposing_unit_chosen(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    """Where a unit that was chosen does not suit a question, there is no answer about the usual one instead."""
    if calculator.prefill is None or calculator.one_sided or calculator.slug == "charge":
        return  # of the opposing unit a charge asks the engagement range alone, which may be that of the own one
    force = game.demo()
    sides = list({unit.spec: Side(force, group, unit) for group, unit in force.units()}.values())
    for own in sides:
        for opposing in sides:
            if calculator.unsuited is None or calculator.unsuited(own, opposing) is None:
                assert calculator.prefill(own, opposing) != calculator.prefill(own, None), opposing.unit.name


@each_game
def test_every_calculator_is_in_one_group(game):
    groups = [slug for group in game.calculator_groups for slug in group.calculators]
    slugs = [calculator.slug for calculator in game.calculators]
    assert sorted(groups) == (sorted(slugs) if game.calculator_groups else [])
    grouped = [calculator.slug for _, calculators in game.grouped_calculators for calculator in calculators]
    assert grouped == (groups or slugs)


WORD = r"[^\W\d_]+"
ORDINARY = {"Propulsion", "Flamer", "Done"}
"""Words of cards that no sentence of a game happens to have."""
WORDS_OF_PROSE = 5
"""Words from which a fact of an entry is prose, which says itself what it means."""


def key_of(game: AnyRuleset) -> set[str]:
    return set().union(*(explained_by(code) for each in game.codes for code in each.codes))


@each_game
def test_the_key_has_every_code_of_rows_and_entries(game: AnyRuleset) -> None:
    context, shown = game.context(game.demo()), set[str]()
    for kind in game.kinds:
        for entry in game.catalogue.of_kind(kind.slug):
            for heading, text in kind.facts(entry.spec):
                shown.add(heading)
                if len(re.findall(r"[A-Za-z]{3,}", text)) < WORDS_OF_PROSE:
                    shown.add(text)
    for spec in specs_of(game):
        place = Unit("", spec), context.force.groups[0], context
        row = game.row(*place)
        values = game.play.values(*place) if game.play else ()
        shown |= {row.subtitle, *(chip.text for chip in row.chips)}
        shown |= {text for stat in values for text in (stat.heading, stat.value)}
    assert set().union(*map(codes_in, shown)) - key_of(game) == set()


@each_game
def test_the_key_explains_where_a_unit_is_in_its_army(game: AnyRuleset) -> None:
    """A plain number explains itself, as does one behind “no.”."""
    context = game.context(game.demo())
    for group, unit in context.force.units():
        standing = game.standing(unit, group, context)
        for text in (standing.short, standing.corner):
            assert text.isdigit() or "no." in text or codes_shown(game.codes, [text]), text


@each_game
def test_labels_have_the_colour_of_an_army_that_has_one(game: AnyRuleset) -> None:
    force = game.demo()
    if isinstance(force.spec, Insignia):
        coloured = replace(force, spec=replace(force.spec, colour=Colour.BRICK))
        assert {label.tint for label in game.labels(game.context(coloured))} == {"brick"}


def unexplained(game: AnyRuleset, texts: Iterable[str]) -> set[str]:
    """The codes in texts that the game's key has not.

    Numbers of rules are read as they stand, and so are names in which nothing is a code of the key: of a vehicle
    (``M1 Abrams``), a country (``USA``), or a person of the example army (``Lt. Vey``).
    """
    key, force = key_of(game), game.demo()
    names = {entry.name for kind in game.kinds for entry in game.catalogue.of_kind(kind.slug)} | {"USA"}
    names |= {unit.name for _, unit in force.units()} | {group.name for group in force.groups}
    known = sorted({*(name for name in names if not codes_in(name) & key), *game.rule_ids} - {""}, key=len)
    any_name = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known[::-1]))})(?!\w)")
    return set().union(*(codes_in(any_name.sub("…", text)) for text in texts)) - key


def specs_of(game: AnyRuleset) -> list[Any]:
    """A unit of every kind: those of the example army, of ready groups, and of each entry of the catalogue."""
    specs = [unit.spec for _, unit in game.demo().units()]
    specs += [spec for template in game.templates for _, spec in template.units]
    return specs + [
        kind.enlist(each) for kind in game.kinds if kind.enlist for each in game.catalogue.of_kind(kind.slug)
    ]


def cards_of(game: AnyRuleset) -> list[Card]:
    """A card of every kind of unit, and those of the example's groups where a game has such."""
    context = game.context(game.demo())
    groups = context.force.groups
    cards = [game.card(Unit("", spec), groups[0], context) for spec in specs_of(game)]
    return cards + [game.group_card(group, context) for group in groups if game.group_card]


@each_game
def test_the_key_has_every_code_of_cards(game: AnyRuleset) -> None:
    context = game.context(game.demo())
    texts = set().union(*(card.texts for card in cards_of(game)))
    lines = [line for card in cards_of(game) for line in card.back]
    lines += [line for group in context.force.groups for line in (game.group_lines or no_lines)(group, context)]
    lines += game.summary(context)
    assert unexplained(game, texts | {text for line in lines for text in (line.term, line.text)}) == set()


def no_lines(group: Any, context: Any) -> tuple[Line, ...]:
    return ()


@each_game
def test_abbreviations_above_columns_and_boxes_are_in_the_key(game: AnyRuleset) -> None:
    """A word of a game's sentences, or of a name of the catalogue, says itself what it means."""
    sentences = [each.sentence for each in game.all_rules] + [each.sentence for each in game.play_rules]
    sentences += [text for ruling in game.rulings for text in (ruling.question, ruling.reason)]
    names = [entry.name for kind in game.kinds for entry in game.catalogue.of_kind(kind.slug)]
    plain = {*re.findall(WORD, " ".join(sentences)), *re.findall(WORD, " ".join(names))}
    said_of = {word for each in game.codes for code in each.codes for word in re.findall(WORD, code)}
    short = set[str]()
    for card in cards_of(game):
        short |= {stat.heading for stat in card.stats} | {name for track in card.tracks for name in track.names}
        short |= {column.heading for table in card.tables for column in table.columns}
    words = set(re.findall(WORD, " ".join(short)))
    assert {word for word in words if not {word.lower(), f"{word.lower()}s"} & plain} - plain - said_of <= ORDINARY


@each_calculator
def test_the_key_has_every_code_of_an_answer(game: AnyRuleset, calculator: Calculator[Any]) -> None:
    force = game.demo()
    sides = list({unit.spec: Side(force, group, unit) for group, unit in force.units()}.values())
    filled = [calculator.prefill(own, sides[-1]) for own in sides] if calculator.prefill else []
    if calculator.from_forces is not None:
        filled.append(calculator.from_forces(DeployedForce(force), DeployedForce(force)))
    questions = [calculator.question(), *(decode(calculator.question, plain) for plain in filled)]
    for answer in (asked(game, calculator, question) for question in questions):
        if isinstance(answer, Answer):
            beside = set().union(*(codes_in(cell.text) for table in answer.tables for cell in table.key))
            assert unexplained(game, answer.texts) - beside == set(), answer.headline


@each_game
@given(data=st.data())
@settings(max_examples=50)
def test_the_key_has_every_code_of_a_unit(game: AnyRuleset, data: st.DataObject) -> None:
    context = game.context(game.demo())
    unit = Unit("", data.draw(values(game.unit, game.catalogue)))
    row = game.row(unit, context.force.groups[0], context)
    assert set().union(*(codes_in(chip.text) for chip in row.chips)) - key_of(game) == set()
