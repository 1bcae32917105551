"""Orders and Inspiration: who gives them."""

from tests.rulesets.warstrike import shorthand
from tests.rulesets.warstrike.test_cards import card_of


def test_an_officers_order_on_the_card() -> None:
    def order(line: str) -> str:
        (found,) = (line.text for line in card_of(shorthand.unit(line)).lines if line.term == "Order")
        return str(found)

    assert order("1O | 6 12 1 4 | -") == "once a phase, a unit within 6″ that has yet to act may roll 1 die."
    two = order("1*O + 1O + 3 | 6 12 3 4 | -")
    assert two == "once a phase from each of 2 Officers, a unit within 6″ that has yet to act may roll 3 dice."


def test_inspiration_on_the_card_is_the_units_action() -> None:
    (line,) = card_of(shorthand.unit("1H! | 6 12 2 5 | -")).lines
    assert (line.term, line.text) == (
        "Inspiration",
        "as its action, it lets friendly units within 6″ use its Nv (5, lowered by its own markers) instead of theirs.",
    )  # fmt: skip
