"""The index over texts made for the test."""

import pytest
from django.template.loader import render_to_string

from armybuilder.search.index import Index
from armybuilder.search.results import MAX_LETTERS, MAX_RESULTS
from armybuilder.search.search_texts import SearchText

TEXTS = (
    SearchText("pebbles", "Rule", "P-1", "Skipping", "A stone that is wet skips twice.", "/1"),
    SearchText("pebbles", "Rule", "P-10", "Throwing", "P-1 speaks of wet stones; so does the café.", "/2"),
    SearchText("pebbles", "Stone", "", "Wet slate", "Weight 3", "/3"),
    SearchText("pebbles", "Quick reference", "", "Lake", "wet wet wet wet <b>wet</b>", "/4"),
    SearchText("ducks", "Rule", "D-1", "Floating", "A wet duck.", "/5"),
    SearchText("", "Guide", "", "Printing", "Paper gets wet.", "/6"),
    SearchText(
        "pebbles", "Quick reference", "", "Sinking", "Stones sink at once where they are heavy, else later.", "/7"
    ),
    SearchText("pebbles", "Calculator", "", "Sinking", "", "/8"),
)


@pytest.fixture(scope="module")
def index() -> Index:
    return Index(TEXTS)


def places(index: Index, text: str) -> list[str]:
    return [result.address for result in index.search(text).first]


def test_the_id_itself_comes_first_then_names_then_the_rest(index):
    assert places(index, "p-1") == ["/1", "/2"]
    assert places(index, "P-10") == ["/2"]
    assert places(index, "wet slate") == ["/3"]
    assert places(index, "wet")[0] == "/3"
    assert set(places(index, "wet")) == {"/1", "/2", "/3", "/4", "/5", "/6"}


def test_equal_names_keep_their_order_however_short_their_text(index):
    assert places(index, "sinking") == ["/7", "/8"]


@pytest.mark.parametrize("text", ["café", "CAFE", "Cafe\u0301", "caf", "speaking CAFES", "  cafe\t wets "])
def test_capitals_accents_and_endings_do_not_matter(index, text):
    assert places(index, text) == ["/2"]


@pytest.mark.parametrize("text", ["", " ", "%_*", '"', "(" * 99, "^-+", "NOT", "NEAR(", "{id}:", "OR --"])
def test_nothing_is_read_as_a_command(index, text):
    assert places(index, text) == []


@pytest.mark.parametrize("text", ["duck NOT zzz", "NEAR(ducks", "{id}:duck", "DUCKED zzz", "ducking AND"])
def test_where_nothing_has_all_words_some_are_enough(index, text):
    found = index.search(text)
    assert (found.some, found.first[0].address) == (True, "/5")


def test_signs_between_words_are_as_good_as_spaces(index):
    assert places(index, '"wet"*%(speaks)') == ["/2"]


def test_more_letters_than_a_search_takes_are_cut(index):
    found = index.search("x" * 10_000)
    assert (found.text, found.total, found.first) == ("x" * MAX_LETTERS, 0, ())


def test_what_was_searched_for_is_marked_and_nothing_else_is_html(index):
    (result,) = index.search("lake wet").first
    assert result.name == (("Lake", True),)
    assert result.excerpt[-3:] == ((" <b>", False), ("wet", True), ("</b>", False))
    page = render_to_string("search/list.html", {"found": index.search("lake wet"), "results": [(result, "")]})
    assert "<mark>Lake</mark>" in page
    assert "&lt;b&gt;<mark>wet</mark>&lt;/b&gt;" in page


def test_what_says_more_of_a_word_comes_first():
    texts = [
        SearchText("pebbles", "Rule", "", "Far", " ".join(["sand", "wet", *("dry" for _ in range(50))]), "/long"),
        SearchText("pebbles", "Rule", "", "Near", "sand wet", "/short"),
        SearchText("pebbles", "Rule", "", "Both", "sand wet wet wet", "/often"),
        *(SearchText("pebbles", "Rule", "", f"Other {number}", "sand", "/other") for number in range(9)),
    ]
    assert places(Index(texts), "wet sand") == ["/often", "/short", "/long"]


def test_a_slip_is_told_what_it_may_have_meant(index):
    assert index.search("skippng").suggestion == "skipping"
    assert index.search("wet duk").suggestion == "wet duck"
    assert index.search("qqqqq").suggestion == ""


def test_no_more_than_a_list_of_results_is_given():
    many = Index(SearchText("pebbles", "Stone", "", f"Flint {number}", "", f"/{number}") for number in range(99))
    found = many.search("flint")
    assert (found.total, len(found.first)) == (99, MAX_RESULTS)
