"""Hostile and damaged documents: each is a game, or is refused with the place of what is wrong."""

import copy
import json
import random
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Calculator, QuestionError, SolveContext
from rulesets.core.declarations.codec import CodecError, decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force
from rulesets.core.play.definition import all_tracks
from rulesets.core.play.rolls import seeded_roller
from rulesets.core.play.states import DeployedForce, PlayState, Side
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, read_game

from .games import FOLDER

NAMES = ("lanes", "duel", "guard", "court")
DOCUMENTS: list[dict[str, Any]] = [json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in NAMES]
LANES = DOCUMENTS[0]
Path = tuple[str | int, ...]

HOSTILE_FORMULAS = [
    "__import__('os').system('true')",
    "().__class__.__bases__",
    "troop.__class__",
    "troop.fields",
    "(lambda: 1)()",
    "[x for x in extra]",
    "models ** models ** models",
    "9" * 190,
    "1000000 * 1000000 * 1000000",
    "-1000000 * 1000000",
    "models // 0",
    "models % 0",
    "(" * 95 + "1" + ")" * 95,
    "-" * 190 + "1",
    "not " * 45 + "1",
    "1 if " * 30 + "1",
    "min(" + ", ".join(["models"] * 25) + ")",
    "min(" * 30 + "1",
    "models\x00",
    "models\u202e",
    "ｍodels",
    "models; models",
    "models # models",
    "models\nmodels",
    "{models}",
    "'" + "a" * 150 + "'",
    "f'{models}'",
    "sum(extra.points.real)",
    "count(troop)",
    "models == 'five'",
]
PLACES_OF_FORMULAS: list[Path] = [
    ("costs", 0, "formula"),
    ("limits", 0, "where"),
    ("upgrades", 0, "formula"),
    ("tallies", 0, "formula"),
    ("surcharges", 0, "formula"),
    ("tracks", 0, "boxes"),
    ("odds", 0, "chain", "dice"),
    ("odds", 0, "chain", "damage"),
    ("odds", 0, "chain", "hits"),
    ("odds", 0, "chain", "stages", 0, "at_least"),
    ("odds", 1, "table", "roll", "dice"),
    ("odds", 1, "table", "endings", 0, "harm"),
]
HOSTILE_STRUCTURES: list[tuple[Path, Any]] = [
    (("kinds",), []),
    (("kinds",), [LANES["kinds"][0]] * 12),
    (("kinds", 0, "entries"), LANES["kinds"][0]["entries"] * 200),
    (("kinds", 0, "entries", 0, "values"), ["1"] * 30),
    (("kinds", 0, "fields"), []),
    (("kinds", 0, "fields", 0, "default"), "Nobody"),
    (("kinds", 0, "fields", 0, "decimals"), 10**9),
    (("kinds", 0, "fields", 0, "max"), 10**30),
    (("kinds", 0, "fields", 0, "kind"), "troop"),
    (("kinds", 1, "slug"), "troop"),
    (("kinds", 1, "slug"), "../../etc/passwd"),
    (("slug",), "mbt2020/../.."),
    (("unit",), []),
    (("unit", 0, "type"), "list"),
    (("unit", 0, "kind"), "nobody"),
    (("unit", 0, "default"), "nobody"),
    (("unit", 0, "name"), "__class__"),
    (("unit", 0, "name"), "self"),
    (("unit", 0, "name"), "lambda"),
    (("unit", 3, "default"), ",".join(["rifle"] * 40)),
    (("unit", 5, "options"), []),
    (("numbers",), [{"name": "__", "value": 1}]),
    (("numbers",), [{"name": "A" * 40, "value": -(10**6)}] * 60),
    (("odds", 0, "fields", 3, "max"), 10_000_000),
    (("odds", 0, "chain", "damage_faces"), 100),
    (("odds", 0, "chain", "damage_faces"), 10**9),
    (("odds", 0, "chain", "stages"), LANES["odds"][0]["chain"]["stages"] * 2),
    (("odds", 0, "chain", "stages"), []),
    (("odds", 0, "chain", "stages", 0, "faces"), 1),
    (("odds", 0, "saved_by_hand"), True),
    (("odds", 1, "table", "endings"), []),
    (("odds", 1, "table", "roll", "explosions"), 10**6),
    (("tracks", 0, "names"), [""]),
    (("tracks", 0, "slug"), "out"),
    (("turn",), LANES["turn"] * 13),
    (("rulings", 0, "readings"), []),
    (("rulings", 0, "readings"), [{"key": "on", "text": "{ones_miss: on = x}"}]),
    (("display", "icon"), "../../secret"),
    (("display", "icon"), '"><script>alert(1)</script>'),
    (("colour",), "red; background: url(//evil.example)"),
    (("sheet", 0, "lines"), [{"term": "T", "text": "{" * 400}]),
    (("ready", 0, "units"), LANES["ready"][0]["units"] * 11),
    (("example",), [LANES["example"][0]] * 20),
    (("example", 0, "group"), "nobody"),
    (("guide",), [{"title": "x" * 10**5, "text": ""}]),
    (("nothing",), 1),
]


def at(path: Path, value: Any) -> dict[str, Any]:
    """The document of Star Lanes with a value at a place."""
    document = copy.deepcopy(LANES)
    part: Any = document
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return document


def played(game: AnyRuleset) -> None:
    """Use a game in every way: cards, findings, labels, sheet, answers, possible results and rolled dice."""
    force: Force[Any, Any, Any] = game.demo()
    context = game.context(force)
    game.check(force)
    for group, unit in force.units():
        assert game.card(unit, group, context).title == game.row(unit, group, context).title
    assert len(game.labels(context)) == len([*force.units()])
    game.summary(context)
    game.sections(context.house, ())
    assert game.play is not None
    tracks = all_tracks(game.play, context)
    state = PlayState({})
    deployed = DeployedForce(force, {holder: state.of(holder, each) for holder, each in tracks.items()})
    sides = [Side(force, group, unit, deployed) for group, unit in force.units()]
    for calculator in game.calculators:
        with suppress(QuestionError):
            assert calculator.ask(calculator.question(), game.catalogue, context.house).headline
        for own, opposing in pairwise(sides):
            with suppress(QuestionError):
                engaged(calculator, own, opposing, SolveContext(game.catalogue, context.house))


def engaged(calculator: Calculator[Any], own: Side, opposing: Side, context: SolveContext) -> None:
    """Ask the question of two units: the chances sum to one, and dice are rolled."""
    assert calculator.prefill is not None
    question = decode(calculator.question, calculator.prefill(own, opposing))
    possible = calculator.possible(question, own, opposing, context)
    assert len(possible) <= 101
    assert sum(each.chance or 0 for each in possible) in (0, 1)
    if calculator.roll is not None:
        (rolled,) = calculator.roll(question, own, opposing, context, seeded_roller(7))
        assert rolled.label in [each.label for each in possible]


def is_game(document: Any) -> bool:
    """Whether the document is a game, which is then played; otherwise it is refused in words."""
    try:
        game = from_document(read_game(document))
    except CodecError:
        return False
    played(game)
    return True


@pytest.mark.parametrize("path", PLACES_OF_FORMULAS, ids=lambda path: "-".join(map(str, path)))
@pytest.mark.parametrize("formula", HOSTILE_FORMULAS)
def test_a_hostile_formula_is_arithmetic_or_refused(path: Path, formula: str) -> None:
    is_game(at(path, formula))


@pytest.mark.parametrize(("path", "value"), HOSTILE_STRUCTURES)
def test_a_hostile_value_is_a_game_or_refused(path: Path, value: Any) -> None:
    is_game(at(path, value))


@pytest.mark.parametrize(
    "document", [None, [], "", 1, True, {}, {"slug": "x"}, [LANES], {"lanes": LANES}, {**LANES, "slug": None}]
)
def test_what_is_no_document_is_refused(document: Any) -> None:
    assert not is_game(document)


def test_a_number_without_bound_takes_no_time() -> None:
    for path in PLACES_OF_FORMULAS:
        is_game(at(path, "1000000 * 1000000"))
    huge = at(("odds", 0, "chain", "dice"), "1000000 * 1000000")
    game = from_document(read_game(huge))
    with pytest.raises(QuestionError, match="The odds are worked out for at most 400"):
        game.calculator("shooting").ask(
            game.calculator("shooting").question(), game.catalogue, HouseRules(game.rulings)
        )


def places(part: Any, path: Path = ()) -> list[Path]:
    """The places of everything in a document."""
    pairs = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [path, *(place for name, value in pairs for place in places(value, (*path, name)))]


PLACES = [places(document)[1:] for document in DOCUMENTS]
TEXTS = ["", "{", "{models}", "models", "troop.points", "1 // 0", "\x00", "𝔘" * 90, "lost", "max", "a" * 10**5]


def damaged(document: Any, path: Path, value: Any) -> Any:
    """The document with a value at a place, as far as that is still there."""
    document = copy.deepcopy(document)
    part = document
    try:
        for name in path[:-1]:
            part = part[name]
        part[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        pass
    return document


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.sampled_from(TEXTS),
    st.lists(st.sampled_from(["", "1", "rangers"]), max_size=3),
    st.just({}),
)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(PLACES[0]), ANYTHING), min_size=1, max_size=3))
def test_a_damaged_document_is_a_game_or_refused(damage: list[tuple[Path, Any]]) -> None:
    document = LANES
    for path, value in damage:
        document = damaged(document, path, value)
    is_game(document)


def damaged_at_random(chance: random.Random) -> Any:
    """A document of which up to four parts are replaced, by anything or by other parts of it."""
    number = chance.randrange(len(DOCUMENTS))
    document: Any = DOCUMENTS[number]
    for _ in range(chance.randint(1, 4)):
        value: Any = chance.choice([None, True, 0, -1, 10**12, 1.5, [], {}, *TEXTS])
        if chance.random() < 0.4:
            value = DOCUMENTS[number]
            for name in chance.choice(PLACES[number]):
                value = value[name]
        document = damaged(document, chance.choice(PLACES[number]), value)
    return document


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 100))])
def test_a_hundred_damaged_documents_are_games_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    games = sum(is_game(damaged_at_random(chance)) for _ in range(100))
    assert 0 < games < 100
