"""What a search gives."""

from dataclasses import replace

from armybuilder.search.results import MAX_RESULTS, Results, SearchResult, clean_query, search_context
from rulesets.registry import all_rulesets, get_ruleset


def results(count: int, game: str = "warstrike", suggestion: str = "") -> Results:
    word = (("x", False),)
    each = (SearchResult(game, "Rule", word, word, word, f"/{number}") for number in range(count))
    return Results("x", count, tuple(each), suggestion)


def test_a_search_has_single_spaces_and_composed_letters():
    assert clean_query("  Cafe\u0301\t one ") == "Café one"


def test_first_results_are_a_list_and_a_suggestion_stands_alone():
    both = results(3).before(results(MAX_RESULTS, suggestion="y"))
    assert (both.total, len(both.first), both.suggestion) == (MAX_RESULTS + 3, MAX_RESULTS, "")
    assert results(0).before(results(0, suggestion="y")).suggestion == "y"


def test_results_with_some_words_do_not_stand_beside_those_with_all():
    some = replace(results(2, suggestion="y"), some=True)
    assert [
        (each.total, each.suggestion, each.some) for each in (results(3).before(some), some.before(results(3)))
    ] == [
        (3, "", False),
        (3, "", False),
    ]
    assert [(each.total, each.some) for each in (results(0).before(some), some.before(results(0)))] == [(2, True)] * 2


def test_a_search_in_a_game_that_finds_nothing_counts_elsewhere():
    slugs = tuple(game.slug for game in all_rulesets())
    asked: list[tuple[str, ...]] = []

    def search(*games: str) -> Results:
        asked.append(games)
        return results(2 if games == slugs else 0)

    assert search_context(get_ruleset("warstrike"), search)["elsewhere"] == 2
    assert asked == [("warstrike",), slugs]
    titles = [title for _, title in search_context(None, search)["results"]]
    assert titles == ["WarStrike", "WarStrike"]
