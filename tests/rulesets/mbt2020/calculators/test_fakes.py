"""What is said of fakes."""

from tests.rulesets.mbt2020.shorthand import ask


def test_fakes_are_said():
    assert ask("fakes", {"stands": 36}).headline == "At most 10 fakes for 36 stands."


def test_fakes_are_said_to_be_optional_and_rounded_as_they_are_read():
    for reading, headline, rounded in (
        ("off", "At most 10 fakes for 36 stands.", "30% of 36 is 10.8, rounded down"),
        ("on", "At most 11 fakes for 36 stands.", "30% of 36 is 10.8, rounded up"),
    ):
        answer = ask("fakes", {"stands": 36}, [("fakes_up", reading)])
        assert (answer.headline, answer.steps[0].reason) == (headline, rounded)
        assert answer.notes[0] == "Fakes are an optional rule that both players agree on."
        assert "fakes_up" in {played.ruling.switch for played in answer.rulings}
