"""What the models left mean for a unit that failed its check."""

from rulesets.systems.warstrike.falling_back import FallBackClass, fall_back_class, limits
from tests.rulesets.warstrike.shorthand import house


def test_classes_are_the_shares_of_the_rules() -> None:
    for starting in range(1, 60):
        for left in range(1, starting + 1):
            found = fall_back_class(starting, left, "forced")
            assert (found is FallBackClass.CHOICE) == (2 * left > starting)
            assert (found is FallBackClass.DESTROYED) == (4 * left < starting)


def test_limits_name_the_models_left() -> None:
    found = limits(10, house())
    assert (found.choice, found.forced_span, found.destroyed) == (6, "3–5", 2)
    assert limits(3, house()).forced_span == "1"
    assert limits(1, house()).forced_span == "–"
    assert limits(10, house(exact_half="choice")).choice == 5
    assert [limits(size, house()).destroyed_span for size in (1, 4, 5, 10)] == ["–", "–", "1", "1–2"]
