import pytest

from armybuilder.schema_forms.names import free_name


@pytest.mark.parametrize(
    ("taken", "longest", "name"),
    [
        ([], 20, "Vanguard"),
        (["Rear guard"], 20, "Vanguard"),
        (["VANGUARD"], 20, "Vanguard 2"),
        (["\ufeffVan\u00adguard "], 20, "Vanguard 2"),
        (["Vanguard", "vanguard 2"], 20, "Vanguard 3"),
        (["Vanguard 2"], 20, "Vanguard"),
        ([], 4, "Vang"),
        (["Vang"], 4, "Va 2"),
        (["Vanguard"], 8, "Vangua 2"),
    ],
)
def test_a_name_that_is_taken_has_a_number(taken: list[str], longest: int, name: str) -> None:
    assert free_name("Vanguard", taken, longest) == name


def test_the_tail_may_be_worded() -> None:
    assert free_name("Hill", ["Hill", "Hill (copy 2)"], 40, " (copy {})") == "Hill (copy 3)"
