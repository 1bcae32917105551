import doctest
import json
import re
import subprocess

from django.conf import settings

import rulesets
from tests.test_server import servers


def test_session_of_the_readme_is_true():
    results = doctest.testfile(str(settings.BASE_DIR / "README.md"), module_relative=False)
    assert (results.failed, results.attempted) == (0, 6)


def test_readme_names_folders_that_are_there():
    lines = (settings.BASE_DIR / "README.md").read_text().split("## Layout")[1].splitlines()
    folders = [line.split()[0] for line in lines if line.startswith("    ") and not line.startswith("      ")]
    assert folders == ["bin/", "rulesets/", "armybuilder/", "templates/", "static/", "tests/"]
    assert [folder for folder in folders if not (settings.BASE_DIR / folder).is_dir()] == []


def test_curl_lines_of_the_readme_are_answered_by_the_real_server(prepared_site):
    lines = re.findall(r"^    (curl .*)$", (settings.BASE_DIR / "README.md").read_text(), re.MULTILINE)
    game = rulesets.get("mbt2020")
    with servers(prepared_site) as serve:
        _, port = serve()
        told = [
            json.loads(subprocess.check_output(["sh", "-c", line.replace("localhost:8000", f"localhost:{port}")]))
            for line in lines
        ]
    assert [each["game"] for each in told[0]["games"]] == [each.slug for each in rulesets.games()]
    assert told[1:] == [game.ask("engagement"), rulesets.get("warstrike").check({"ruleset": "warstrike"})]
