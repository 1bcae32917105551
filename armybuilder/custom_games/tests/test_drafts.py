"""Drafts: kept with mistakes, which are named with their places, and with all revisions."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.armies.documents import BadFile
from armybuilder.custom_games import drafts
from armybuilder.custom_games.drafts import GAMES, MAX_BYTES, MAX_DEPTH, create_game, draft_of, read_draft, save_draft
from armybuilder.custom_games.models import CustomGame, GameRevision
from armybuilder.custom_games.tests.documents import changed
from armybuilder.custom_games.views import starter
from armybuilder.revisions.store import NothingToStep, Stale, TooLarge
from armybuilder.site.claims import Author

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


def places(draft):
    """Where a draft has problems."""
    return [problem.path for problem in draft.problems]


def test_the_example_describes_a_game():
    assert (starter().problems, starter().title) == ((), "Starter")
    ruleset = starter().ruleset
    assert ruleset is not None
    assert ruleset.title == "Starter"


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), PLAIN, max_size=5))
def test_any_object_is_kept_as_it_was_and_its_problems_are_named(document):
    draft = draft_of(document)
    assert read_draft(draft.pretty).document == draft.document == document
    assert draft.problems


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"kinds": []}, "kinds"),
        ({"about": 7}, "about"),
        ({"mistake": 1}, "mistake"),
        ({"costs": [{"name": "points", "title": "P", "short": "p", "formula": "models *"}]}, "costs[0].formula"),
        ({"example": [{"group": "none", "name": "None"}]}, "example[0].group"),
        ({"example": []}, "example"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(parts, place):
    draft = changed(starter(), **parts)
    assert place in places(draft)
    assert draft.document == starter().document | parts


def test_an_example_army_that_breaks_a_limit_is_named():
    document = starter().document
    document["army"][0]["default"] = "10"
    draft = draft_of(document)
    assert places(draft) == ["example"]
    assert "points" in draft.problems[0].message
    assert "above its limit" in draft.problems[0].message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("[]", "one JSON object"),
        ("7", "one JSON object"),
        ('{"title": ', "line 1, column 11"),
        ('{"a": NaN}', "NaN"),
        ('{"a": 1' + "0" * 30 + "}", "at most 19 digits"),
        ('{"a": "\\ud800"}', "only text,"),
        ('{"a": ' + "[" * 30 + "]" * 30 + "}", f"{MAX_DEPTH} deep"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "deep"),
        (" " * 2_000_000, "larger than 1 MB"),
    ],
)
def test_what_can_be_no_game_is_refused_in_words(text, words):
    with pytest.raises(BadFile, match=words):
        read_draft(text)


def test_nesting_up_to_the_limit_is_kept():
    deep = json.loads('{"a": ' + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "}")
    assert draft_of(deep).document == deep
    with pytest.raises(BadFile):
        draft_of({"a": deep})


@pytest.mark.django_db
def test_a_large_document_is_refused_and_the_one_before_stays(custom_game):
    long = changed(starter(), credit="x" * MAX_BYTES)
    with pytest.raises(TooLarge, match="256 KB"):
        save_draft(custom_game, 1, long)
    with pytest.raises(TooLarge):
        create_game(long, "", Author(None, "x"))
    assert GAMES.load_head(CustomGame.objects.get()) == starter()


@pytest.mark.django_db
def test_each_save_is_a_revision_and_the_title_is_the_name(custom_game):
    save_draft(custom_game, 1, changed(starter(), title="Lances"), "Renamed")
    GAMES.cache.clear()
    stored = CustomGame.objects.get()
    assert (stored.name, stored.head) == ("Lances", 2)
    assert GAMES.load_head(stored).title == "Lances"
    assert GAMES.load(stored, 1) == starter()


@pytest.mark.django_db
@pytest.mark.parametrize("title", [None, 7, ["x"], "", "  ", "t" * 200])
def test_a_title_of_any_kind_is_kept(custom_game, title):
    save_draft(custom_game, 1, changed(starter(), title=title))
    assert len(CustomGame.objects.get().name) <= 60
    assert GAMES.load_head(CustomGame.objects.get()).document["title"] == title


@pytest.mark.django_db
def test_undo_and_redo_walk_the_revisions(custom_game):
    for title in ("A", "B"):
        save_draft(custom_game, custom_game.head, changed(starter(), title=title), f"To {title}")
    assert GAMES.undo(custom_game, 3) == "To B"
    assert GAMES.load_head(CustomGame.objects.get()).title == "A"
    assert GAMES.redo(custom_game, 2) == "To B"
    assert CustomGame.objects.get().name == "B"
    with pytest.raises(NothingToStep):
        GAMES.redo(custom_game, 3)


@pytest.mark.django_db
def test_a_save_from_an_old_page_overwrites_nothing(custom_game):
    other = CustomGame.objects.get()
    save_draft(custom_game, 1, changed(starter(), title="First"))
    with pytest.raises(Stale):
        save_draft(other, 1, changed(starter(), title="Second"))
    assert CustomGame.objects.get().name == "First"


@pytest.mark.django_db
def test_a_game_keeps_its_newest_revisions(custom_game, monkeypatch):
    monkeypatch.setattr(GAMES, "max_revisions", 3)
    monkeypatch.setattr(GAMES, "prune_every", 1)
    for number in range(1, 8):
        save_draft(custom_game, number, changed(starter(), title=f"T{number}"))
    assert list(GameRevision.objects.values_list("number", flat=True)) == [6, 7, 8]


def test_the_page_says_how_large_a_document_may_be():
    assert f"{drafts.MAX_BYTES // 1024} KB" in drafts.TOO_LARGE
