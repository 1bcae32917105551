import doctest
import json
import os
import re
import socket
import subprocess

from django.conf import settings

import rulesets


def test_session_of_the_readme_is_true():
    results = doctest.testfile(str(settings.BASE_DIR / "README.md"), module_relative=False)
    assert (results.failed, results.attempted) == (0, 6)


def test_readme_names_folders_that_are_there():
    lines = (settings.BASE_DIR / "README.md").read_text().split("## Layout")[1].splitlines()
    folders = [line.split()[0] for line in lines if line.startswith("    ") and not line.startswith("      ")]
    assert folders == ["bin/", "rulesets/", "armybuilder/", "templates/", "static/", "tests/", "bench/"]
    assert [folder for folder in folders if not (settings.BASE_DIR / folder).is_dir()] == []


def test_curl_lines_of_the_readme_are_answered_by_bin_run(prepared_site):
    lines = re.findall(r"^    (curl .*)$", (settings.BASE_DIR / "README.md").read_text(), re.MULTILINE)
    game = rulesets.get("mbt2020")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | prepared_site
    environment |= {"HOST": "127.0.0.1", "PORT": str(port)}
    with subprocess.Popen(
        ["bin/run"], env=environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True
    ) as run:
        try:
            assert run.stdout
            assert f"Armybuilder is ready: http://localhost:{port}\n" in run.stdout
            asked = [line.replace("localhost:8000", f"localhost:{port}") for line in lines]
            told = [json.loads(subprocess.check_output(["sh", "-c", line])) for line in asked]
        finally:
            run.terminate()
    assert [each["game"] for each in told[0]["games"]] == [each.slug for each in rulesets.games()]
    assert told[1:] == [game.ask("engagement"), rulesets.get("warstrike").check({"ruleset": "warstrike"})]
