import pytest

from tests.management.running import run


def test_check_is_the_check_of_the_project():
    assert run("check") == (0, "System check identified no issues (0 silenced).\n", "")
    assert run("check", "armies")[0] == 0


@pytest.mark.parametrize("file", ["army.json", "./army", "-"])
def test_an_army_is_referred_to_validate(file):
    code, out, err = run("check", file)
    assert (code, out) == (2, "")
    assert f"“manage.py validate {file}”" in err
