"""What is said of fakes."""

from tests.rulesets.mbt2020.shorthand import ask


def test_fakes_are_said():
    assert ask("fakes", {"stands": 36}).headline == "10 fakes at most for 36 stands."
