"""A game is one folder: found, checked, asked and drawn with nothing else touched."""

import gc
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from threading import Barrier
from weakref import ref

import pytest

import rulesets.systems
from rulesets import registry
from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.force_document import decode_force, encode_force
from rulesets.core.forces.findings import is_legal
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import (
    MAX_PROVIDED,
    Provider,
    RegistryError,
    all_rulesets,
    clear_game_caches,
    documents_of,
    find_ruleset,
    get_ruleset,
    is_provided,
    provide,
    titles_of,
)
from tests.fixtures import TINY
from tests.rulesets.sheets import sheet_for


@pytest.fixture
def folder(pebbles: AnyRuleset, tmp_path: Path) -> Iterator[Path]:
    """An empty folder that games are looked for in too."""
    rulesets.systems.__path__.append(str(tmp_path))
    yield tmp_path
    rulesets.systems.__path__.remove(str(tmp_path))


def test_a_new_folder_is_one_more_game(folder: Path) -> None:
    before = all_rulesets()
    shutil.copytree(TINY / "pebbles", folder / "gravel")
    rules = folder / "gravel" / "__init__.py"
    rules.write_text(rules.read_text().replace('"pebbles"', '"gravel"').replace('"Pebbles"', '"Gravel"'))
    clear_game_caches()
    assert {game.slug for game in all_rulesets()} - {game.slug for game in before} == {"gravel"}
    assert get_ruleset("gravel").title == "Gravel"
    assert is_legal(get_ruleset("gravel").check(get_ruleset("gravel").demo()))
    del sys.modules["rulesets.systems.gravel"]


def test_the_tiny_game_is_there(pebbles: AnyRuleset) -> None:
    assert pebbles in all_rulesets()
    assert pebbles.title == "Pebbles"
    assert [entry.key for entry in pebbles.catalogue.of_kind("stone")] == ["flint", "slate", "brick"]


def test_without_the_folder_the_game_is_unknown() -> None:
    with pytest.raises(KeyError):
        get_ruleset("pebbles")


def test_games_stand_in_order_of_title_and_each_slug_once() -> None:
    found = all_rulesets()
    assert [game.title for game in found] == sorted(game.title for game in found)
    assert len({game.slug for game in found}) == len(found)


def test_the_new_game_answers_and_names_its_rulings(pebbles: AnyRuleset) -> None:
    calculator = pebbles.calculator("skipping")
    smooth = decode(calculator.question, {"throws": 2})
    answer = calculator.ask(smooth, pebbles.catalogue, HouseRules(pebbles.rulings))
    assert answer.headline == "75% to skip at least once"
    assert [outcome.chance for outcome in answer.charts[0].outcomes] == [
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(1, 4),
    ]
    assert answer.rulings == ()
    rough = decode(calculator.question, {"throws": 1, "surface": "rough"})
    wet = calculator.ask(rough, pebbles.catalogue, HouseRules(pebbles.rulings, [("wet_stones", "on")]))
    assert [(played.ruling.id, played.key, played.is_default) for played in wet.rulings] == [("P-1", "on", False)]
    with pytest.raises(QuestionError):
        calculator.ask(decode(calculator.question, {"stone": "x"}), pebbles.catalogue, HouseRules(pebbles.rulings))


def test_the_new_game_is_drawn(pebbles: AnyRuleset) -> None:
    force = pebbles.demo()
    context = pebbles.context(force)
    group, unit = next(force.units())
    assert pebbles.card(unit, group, context).title == "Flint"
    assert [section.slug for section in sheet_for(pebbles, context)] == ["skipping"]
    assert len(pebbles.labels(context)) == 3
    assert decode_force(pebbles, encode_force(force)) == force


def test_two_games_of_one_slug_are_refused(folder: Path) -> None:
    twin = folder / "pebbles_again"
    twin.mkdir()
    (twin / "__init__.py").write_text("from rulesets.systems.pebbles import RULESET\n")
    clear_game_caches()
    with pytest.raises(RegistryError, match="'pebbles' is taken"):
        all_rulesets()
    del sys.modules["rulesets.systems.pebbles_again"]


def test_a_package_whose_ruleset_is_none_is_refused(folder: Path) -> None:
    odd = folder / "odd"
    odd.mkdir()
    (odd / "__init__.py").write_text("RULESET = 7\n")
    clear_game_caches()
    with pytest.raises(RegistryError, match="RULESET is not a Ruleset"):
        all_rulesets()
    del sys.modules["rulesets.systems.odd"]


def test_a_folder_without_a_ruleset_is_left_alone(folder: Path) -> None:
    before = {game.slug for game in all_rulesets()}
    (folder / "empty").mkdir()
    (folder / "empty" / "__init__.py").write_text("")
    clear_game_caches()
    assert {game.slug for game in all_rulesets()} == before
    assert str(folder) in rulesets.systems.__path__
    del sys.modules["rulesets.systems.empty"]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The slugs of provided games that were made, in order; ``made-missing`` is none."""
    slugs: list[str] = []

    def make(slug: str) -> AnyRuleset:
        if slug == "made-missing":
            raise KeyError(slug)
        slugs.append(slug)
        return replace(get_ruleset(all_rulesets()[0].slug), slug=slug)

    monkeypatch.setattr(registry, "_PROVIDED", registry._Provided())
    clear_game_caches()
    provide(
        "made-",
        Provider(
            make,
            lambda slugs: {slug: f"Title of {slug}" for slug in slugs if slug != "made-missing"},
            lambda slug: {"slug": slug},
        ),
    )
    yield slugs
    clear_game_caches()


def test_a_provided_game_is_found_by_its_slug_and_not_listed(made: list[str]) -> None:
    assert get_ruleset("made-1").slug == "made-1"
    assert is_provided("made-1")
    assert not is_provided(all_rulesets()[0].slug)
    assert "made-1" not in {game.slug for game in all_rulesets()}


def test_what_no_provider_makes_is_unknown(made: list[str]) -> None:
    for slug in ("made-missing", "else-1"):
        with pytest.raises(KeyError):
            get_ruleset(slug)


def test_a_provider_of_a_longer_beginning_comes_first(made: list[str]) -> None:
    first, later = all_rulesets()[0], all_rulesets()[1]
    for slug, game in (("made-1", first), ("made-10", later)):
        provide(slug, Provider(lambda asked, game=game: game, lambda slugs: {}, lambda asked: {}))  # type: ignore[misc]
    assert (get_ruleset("made-1"), get_ruleset("made-10"), get_ruleset("made-2").slug) == (first, later, "made-2")


def test_only_provided_games_need_a_document_elsewhere(made: list[str]) -> None:
    assert documents_of("made-1") == {"made-1": {"slug": "made-1"}}
    assert documents_of(all_rulesets()[0].slug) == {}


def test_a_provided_game_is_made_once(made: list[str]) -> None:
    assert get_ruleset("made-1") is get_ruleset("made-1")
    assert made == ["made-1"]


def test_nobody_waits_for_another_game_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    together = Barrier(2, timeout=20)

    def make(slug: str) -> AnyRuleset:
        together.wait()
        return replace(get_ruleset(all_rulesets()[0].slug), slug=slug)

    monkeypatch.setattr(registry, "_PROVIDED", registry._Provided())
    clear_game_caches()
    provide("made-", Provider(make, lambda slugs: {}, lambda slug: {}))
    with ThreadPoolExecutor(2) as threads:
        assert [game.slug for game in threads.map(get_ruleset, ("made-1", "made-2"))] == ["made-1", "made-2"]
    monkeypatch.undo()
    clear_game_caches()


def test_only_so_many_provided_games_are_kept(made: list[str]) -> None:
    kept = [ref(get_ruleset(f"made-{number}")) for number in range(MAX_PROVIDED + 5)]
    gc.collect()
    assert sum(each() is not None for each in kept) == MAX_PROVIDED


def test_a_provided_game_in_use_stays_one_object(made: list[str]) -> None:
    held = get_ruleset("made-0")
    for number in range(1, MAX_PROVIDED + 5):
        get_ruleset(f"made-{number}")
    assert get_ruleset("made-0") is held
    assert made.count("made-0") == 1


def test_those_who_ask_at_once_get_one_object(made: list[str]) -> None:
    with ThreadPoolExecutor(8) as threads:
        assert len({id(each) for each in threads.map(get_ruleset, ["made-1"] * 50)}) == 1
    assert made == ["made-1"]


def test_titles_are_known_without_making_the_games(made: list[str]) -> None:
    listed = all_rulesets()[0]
    asked = [listed.slug, "made-1", "made-missing", "else-1"]
    assert titles_of(asked) == {listed.slug: listed.title, "made-1": "Title of made-1"}
    assert made == []


def test_a_game_that_is_unknown_is_not_found(made: list[str]) -> None:
    assert [find_ruleset(slug) and slug for slug in ("made-1", "made-missing", "else-1")] == ["made-1", None, None]
