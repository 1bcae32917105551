import pytest

from rulesets.core.wording import count_of, either, isolated, signed


@pytest.mark.parametrize(
    ("number", "words", "text"),
    [
        (0, ("error",), "0 errors"),
        (1, ("error",), "1 error"),
        (2, ("error",), "2 errors"),
        (1, ("army", "armies"), "1 army"),
        (3, ("army", "armies"), "3 armies"),
    ],
)
def test_a_number_stands_with_its_word(number: int, words: tuple[str, ...], text: str) -> None:
    assert count_of(number, *words) == text


@pytest.mark.parametrize(
    ("words", "text"), [([], "none"), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_one_chooses_from_a_list_of_words(words: list[str], text: str) -> None:
    assert either(words) == text


def test_numbers_have_true_signs() -> None:
    assert [signed(number) for number in (2, -1, 0)] == ["+2", "−1", "0"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("גדוד 7", "\u2068גדוד 7\u2069"), ("كتيبة", "\u2068كتيبة\u2069"), ("Żółw 第一", "Żółw 第一"), ("", "")],
)
def test_only_a_name_read_from_the_right_is_set_apart(name: str, shown: str) -> None:
    assert isolated(name) == shown
