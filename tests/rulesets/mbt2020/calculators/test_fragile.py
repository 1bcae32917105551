"""What is said of being Fragile."""

from rulesets.core.tables import Tone
from tests.rulesets.mbt2020.shorthand import ask, refused


def test_fragile_is_said():
    answer = ask("fragile", {"repulsed": 3, "neutralised": 1, "army_stands": 24, "army_neutralised": 5})
    assert answer.headline == "Battle group: Fragile after 1 more Repulsed or 1 more neutralised. Army: Fragile."
    assert answer.tone is Tone.BAD
    assert ask("fragile", {"repulsed": 4}).headline.startswith("Battle group: Fragile. ")
    assert ask("fragile", {"neutralised": 2}).headline.startswith("Battle group: Fragile. ")
    assert refused("fragile", {"repulsed": 7, "neutralised": 6})[0] == "neutralised"
    assert refused("fragile", {"army_repulsed": 7, "army_neutralised": 6})[0] == "army_neutralised"


def test_fragile_has_no_stated_effect():
    assert ask("fragile", {}).notes[-1] == "The effect of being Fragile: none is given; agree on one before the game."
