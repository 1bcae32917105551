from unittest.mock import Mock

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.games import UnclearGame, best_fitting, game_named, refuse_game
from rulesets import registry
from rulesets.registry import all_rulesets, get_ruleset


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_game_is_known_by_its_name_and_edition(ruleset):
    title = ruleset.title
    for name in (title, title.upper(), title.replace(" ", ""), f"{title} v1.2", f"{title} (2nd edition)", ruleset.slug):
        assert game_named(name) is ruleset


def test_another_game_with_a_similar_name_is_none():
    for name in ("", "2", "MBT", "WarStrike 40k Apocalypse", "Forge of War: Fantasy", "Chess"):
        assert game_named(name) is None


def test_a_line_that_names_no_game_asks_no_packages(monkeypatch):
    all_rulesets()
    modules = Mock(return_value=iter(()))
    monkeypatch.setattr(registry, "_modules", modules)
    assert [game_named(line) for line in ("8 Ajax", "Tanks", "")] == [None] * 3
    modules.assert_not_called()


def test_a_refusal_names_the_game_and_those_that_there_are():
    refusal = refuse_game("Chess", "here")
    assert isinstance(refusal, BadFile)
    assert str(refusal).startswith("here: This is a list for “Chess”, which is not a game of this site (Forge of War,")


def test_a_game_needs_more_than_half_of_the_names():
    first, second, *_ = all_rulesets()
    assert best_fitting([(first, 3, 5), (second, 0, 5)]) is first
    assert best_fitting([(first, 2, 5), (second, 1, 5)]) is None
    assert best_fitting([(first, 2, 4), (second, 1, 4)]) is None
    assert best_fitting([(first, 0, 0)]) is None


def test_a_tie_of_games_is_asked():
    games = [get_ruleset("mbt2020"), get_ruleset("warstrike")]
    for fitting in (2, 4):
        with pytest.raises(UnclearGame, match=r"fits MBT 2020 or WarStrike equally\. Choose its game") as asked:
            best_fitting([(game, fitting, 4) for game in games])
        assert list(asked.value.games) == games
