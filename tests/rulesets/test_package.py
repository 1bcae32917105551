"""The games as a library: its version and its examples; and the wheel of games and site in bare environments."""

import doctest
import json
import re
import socket
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.conf import settings

import rulesets
from tests.rulesets.public_names import is_allowed, public_names, written

ROOT = settings.BASE_DIR
PACKED = ("armybuilder", "rulesets", "static", "templates")
"""The folders of the wheel."""
MAX_BYTES = 40_000_000
"""What the wheel may weigh; it has some 10 million bytes."""

PROGRAM = """
import importlib.metadata, importlib.util, json, rulesets
print(json.dumps({
    "file": rulesets.__file__,
    "version": [rulesets.__version__, importlib.metadata.version("armybuilder")],
    "django": importlib.util.find_spec("django") is not None,
    "legal": {game.slug: game.check(game.example())["legal"] for game in rulesets.games()},
    "answer": rulesets.get("mbt2020").ask("engagement")["charts"],
}))
"""


def test_public_names_change_with_the_version_alone() -> None:
    """Raise the version, then write the names anew: ``python -m tests.rulesets.public_names``."""
    assert (rulesets.__version__, public_names()) == written()


def test_a_version_allows_what_semantic_versions_do() -> None:
    had = ["ask(question) -> 'Plain'", "games()"]
    longer, other = "ask(question, house: 'H | None' = None) -> 'Plain'", "ask(question, house) -> 'Plain'"
    for version, has, allowed in [
        ("1.2.3", had, True),
        ("1.2.2", had, False),
        ("1.2.4", [*had, "get(slug)"], False),
        ("1.3.0", [*had, "get(slug)"], True),
        ("1.2.4", [longer, "games()"], False),
        ("1.3.0", [longer, "games()"], True),
        ("1.3.0", [other, "games()"], False),
        ("1.9.9", ["games()"], False),
        ("2.0.0", ["games()"], True),
    ]:
        assert is_allowed(("1.2.3", had), (version, has)) is allowed, version


def test_examples_of_the_library_are_true() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "rulesets.md"), module_relative=False)
    assert results.failed == 0
    assert results.attempted > 30


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.iterdir()
    return built


def pip(*words: str) -> None:
    """Run pip without a network."""
    offline = ["--isolated", "--no-input", "--disable-pip-version-check", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", *offline, *words], check=True)


def installed(wheel: Path, folder: Path) -> Path:
    """The programs of a new environment with the wheel and nothing else."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip("--python", f"{folder}/bin/python", "install", "--no-index", "--no-deps", "--no-compile", str(wheel))
    return folder / "bin"


def test_the_wheel_has_the_site_with_its_files_and_the_games(wheel: Path) -> None:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKED]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    shared = {file: f"armybuilder/{file}" for file in files if file.startswith(("static/", "templates/"))}
    expected = {shared.get(file, file) for file in files if not re.match(r"armybuilder/\w+/tests/", file)}
    assert wheel.name == f"armybuilder-{rulesets.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < MAX_BYTES
    with zipfile.ZipFile(wheel) as packed:
        assert {name for name in packed.namelist() if ".dist-info/" not in name} == expected
    for tool in (["twine", "check", "--strict"], ["check_wheel_contents"]):
        told = subprocess.run(
            [sys.executable, "-m", *tool, str(wheel)], capture_output=True, text=True, check=False, cwd=ROOT
        )
        assert told.returncode == 0, told.stdout + told.stderr


def test_the_games_of_the_wheel_need_none_of_its_dependencies(wheel: Path, tmp_path: Path) -> None:
    python = installed(wheel, tmp_path / "empty") / "python"
    done = subprocess.run([python, "-c", PROGRAM], capture_output=True, text=True, check=True, cwd=tmp_path)
    said = json.loads(done.stdout)
    assert Path(said["file"]).is_relative_to(tmp_path / "empty")
    assert said["version"] == [rulesets.__version__] * 2
    assert said["django"] is False
    assert said["legal"] == {game.slug: True for game in rulesets.games()}
    assert said["answer"] == rulesets.get("mbt2020").ask("engagement")["charts"]


def test_the_site_of_the_wheel_starts_with_one_command(wheel: Path, tmp_path: Path) -> None:
    """In an environment with its dependencies, in no folder of the site, for somebody who has no data yet."""
    programs = installed(wheel, tmp_path / "bare")
    (packages,) = (tmp_path / "bare" / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PORT": str(port)}
    army = tmp_path / "army.json"
    army.write_text(json.dumps(rulesets.get("mbt2020").example()))
    run = subprocess.Popen([programs / "armybuilder"], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert run.stdout
        assert f"Armybuilder is ready: http://localhost:{port}\n" in run.stdout
        for page in ("", "mbt2020/calculators/engagement/", "armies/example-mbt2020/", "engine/parts.json"):
            with urlopen(f"http://localhost:{port}/{page}") as answer:
                assert answer.status == 200
                text = answer.read().decode()
            for address in re.findall(r'/static/[^" ?]+\.(?:css|js|avif)', text):
                with urlopen(f"http://localhost:{port}{address}") as answer:
                    assert answer.status == 200
    finally:
        run.terminate()
        run.communicate()
    assert (tmp_path / ".local/share/armybuilder/armybuilder.sqlite3").exists()
    for words in (["validate", army], ["print", army, "-o", tmp_path / "army.pdf"]):
        subprocess.run([programs / "armybuilder", *map(str, words)], env=environment, cwd=tmp_path, check=True)
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF")
