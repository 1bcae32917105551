import doctest

from django.conf import settings


def test_session_of_the_readme_is_true():
    results = doctest.testfile(str(settings.BASE_DIR / "README.md"), module_relative=False)
    assert (results.failed, results.attempted) == (0, 6)


def test_readme_names_folders_that_are_there():
    lines = (settings.BASE_DIR / "README.md").read_text().split("## Layout")[1].splitlines()
    folders = [line.split()[0] for line in lines if line.startswith("    ") and not line.startswith("      ")]
    assert folders == ["bin/", "rulesets/", "armybuilder/", "templates/", "static/", "tests/"]
    assert [folder for folder in folders if not (settings.BASE_DIR / folder).is_dir()] == []
