"""The search of devices without a network."""

import pytest

from armybuilder.search.index import Index
from armybuilder.search.results import MAX_LETTERS, MAX_RESULTS
from armybuilder.search.scan import scan
from armybuilder.search.search_texts import texts_of, texts_of_guide
from rulesets.registry import all_rulesets
from tests.rulesets.described.games import games_with

QUESTIONS = ("leader", "COVER", "Covér", "move fire", "tank inf", "MBT-12", "undo", "guides", "zzz leader", "zzz")


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_the_same_texts_are_found_as_by_the_index(game):
    index = Index([*texts_of_guide(), *texts_of(game, offline=True)])
    for question in QUESTIONS:
        there, here = index.search(question), scan(question, game.slug)
        assert (here.total, here.some) == (there.total, there.some), question
        if here.total <= MAX_RESULTS:
            assert sorted(each.address for each in here.first) == sorted(each.address for each in there.first)


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_a_rule_or_ruling_comes_first_for_its_id(game):
    for text in texts_of(game, offline=True):
        if text.id:
            assert scan(text.id, game.slug).first[0].address == text.address


def test_those_that_have_the_words_in_their_names_come_before_others():
    found = scan("fire", "forge-of-war").first
    named = [any(is_match for _, is_match in each.id + each.name) for each in found]
    assert named == sorted(named, reverse=True)
    assert 0 < named.count(True) < len(named)


def test_words_are_marked_and_an_excerpt_is_about_them():
    found = [each.excerpt for each in scan("cover", "warstrike").first if each.excerpt[0][0].startswith("…")]
    assert found
    for excerpt in found:
        marked = [piece for piece, is_match in excerpt if is_match]
        assert marked
        assert all(piece.casefold().startswith("cover") for piece in marked)


@pytest.mark.parametrize("text", ["", " ", "%_*", "(" * 99])
def test_a_text_without_words_finds_nothing(text):
    assert scan(text, "warstrike").first == ()


def test_no_more_is_taken_and_given_than_by_the_index():
    assert scan("x" * 10_000, "warstrike").text == "x" * MAX_LETTERS
    found = scan("a", *(game.slug for game in all_rulesets()))
    assert found.total > len(found.first) == MAX_RESULTS
