"""Standings against tables worked out by hand."""

from collections.abc import Sequence

from armybuilder.club_evenings.standings import Played, standings_of
from rulesets.core.play.matches import Verdict

FIRST, SECOND, DRAW = Verdict.FIRST, Verdict.SECOND, Verdict.DRAW


def table(
    players: str, games: Sequence[tuple[str, str | None, Verdict | None]], bye: int = 3
) -> list[tuple[object, ...]]:
    lines = standings_of(players.split(), [Played(*game) for game in games], bye)
    return [
        (each.rank, each.player, each.won, each.drawn, each.lost, each.byes, each.points, each.opposition)
        for each in lines
    ]


def test_two_rounds_of_five_players_with_byes_and_a_draw() -> None:
    games = [
        ("Ann", "Ben", FIRST),
        ("Cleo", "Dan", DRAW),
        ("Eve", None, None),
        ("Ann", "Eve", FIRST),
        ("Ben", "Cleo", SECOND),
        ("Dan", None, None),
    ]
    assert table("Ann Ben Cleo Dan Eve", games) == [
        (1, "Ann", 2, 0, 0, 0, 6, 3),
        (2, "Cleo", 1, 1, 0, 0, 4, 4),
        (2, "Dan", 0, 1, 0, 1, 4, 4),
        (4, "Eve", 0, 0, 1, 1, 3, 6),
        (5, "Ben", 0, 0, 2, 0, 0, 10),
    ]


def test_players_with_the_same_numbers_share_a_place() -> None:
    games = [("Ann", "Ben", FIRST), ("Cleo", "Dan", FIRST)]
    assert [line[:2] for line in table("Ann Ben Cleo Dan", games)] == [
        (1, "Ann"),
        (1, "Cleo"),
        (3, "Ben"),
        (3, "Dan"),
    ]


def test_stronger_opponents_decide_between_the_same_points() -> None:
    games = [("Ann", "Ben", FIRST), ("Cleo", "Dan", FIRST), ("Ben", "Eve", FIRST), ("Dan", "Eve", None)]
    assert [line[:2] + line[6:] for line in table("Cleo Ann Dan Ben Eve", games)] == [
        (1, "Ann", 3, 3),
        (1, "Ben", 3, 3),
        (3, "Cleo", 3, 0),
        (4, "Dan", 0, 3),
        (4, "Eve", 0, 3),
    ]


def test_a_game_without_a_result_and_a_bye_for_nothing_give_no_points() -> None:
    assert table("Ann Ben Cleo", [("Ann", "Ben", None), ("Cleo", None, None)], bye=0) == [
        (1, "Ann", 0, 0, 0, 0, 0, 0),
        (1, "Ben", 0, 0, 0, 0, 0, 0),
        (1, "Cleo", 0, 0, 0, 1, 0, 0),
    ]
