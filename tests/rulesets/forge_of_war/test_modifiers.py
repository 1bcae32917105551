"""Values and what changes them."""

from rulesets.core.calculators import Step
from rulesets.core.tables import Tone
from rulesets.systems.forge_of_war.modifiers import Modifier, modified, plain, when, working

COVER, AIM = Modifier("FOW-1", "Cover", -2, "hedge"), Modifier("FOW-2", "Aim", 1)


def test_numbers_have_true_signs() -> None:
    assert [plain(number) for number in (2, -1, 0)] == ["2", "−1", "0"]


def test_modifiers_add_up() -> None:
    assert modified(7, (COVER, AIM)) == 6


def test_a_modifier_counts_when_it_holds_and_changes_something() -> None:
    assert when(True, COVER) == (COVER,)
    assert when(False, COVER) == when(True, Modifier("FOW-1", "Cover", 0)) == ()


def test_the_working_leads_from_the_printed_value_to_the_result() -> None:
    assert working("FOW-0", "SV", 7, (COVER, AIM, Modifier("FOW-3", "Nothing", 0)), "Modified SV") == (
        Step("FOW-0", "SV", "7"),
        Step("FOW-1", "Cover", "−2", "hedge", Tone.BAD),
        Step("FOW-2", "Aim", "+1", "", Tone.GOOD),
        Step("FOW-3", "Nothing", "0", "", Tone.PLAIN),
        Step("FOW-0", "Modified SV", "6", tone=Tone.STRONG),
    )
