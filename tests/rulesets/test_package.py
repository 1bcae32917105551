"""The games as a library: its version, its examples, and its wheel in an empty environment."""

import doctest
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from django.conf import settings

import rulesets
from tests.rulesets.public_names import is_allowed, public_names, written

ROOT = settings.BASE_DIR

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


def test_the_wheel_brings_the_games_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT / "rulesets", source / "rulesets", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs", source / "docs")
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, source)

    def pip(*words: str) -> None:
        offline = ["--isolated", "--no-input", "--disable-pip-version-check", "--quiet"]
        subprocess.run([sys.executable, "-m", "pip", *offline, *words], check=True, cwd=tmp_path)

    pip("wheel", "--no-index", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(source))
    (wheel,) = tmp_path.glob("*.whl")
    files = {str(file.relative_to(ROOT)) for file in (ROOT / "rulesets").rglob("*") if file.is_file()}
    assert wheel.name == f"armybuilder-{rulesets.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        held = {name for name in packed.namelist() if ".dist-info/" not in name}
        assert held == {file for file in files if not file.endswith(".pyc")}
        assert "rulesets/py.typed" in held
    for tool in (["twine", "check", "--strict"], ["check_wheel_contents"]):
        told = subprocess.run([sys.executable, "-m", *tool, str(wheel)], capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stdout + told.stderr

    empty = tmp_path / "empty"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(empty)], check=True)
    python = str(empty / "bin" / "python")
    pip("--python", python, "install", "--no-index", "--no-compile", str(wheel))
    done = subprocess.run([python, "-c", PROGRAM], capture_output=True, text=True, check=True, cwd=tmp_path)
    said = json.loads(done.stdout)
    assert Path(said["file"]).is_relative_to(empty)
    assert said["version"] == [rulesets.__version__] * 2
    assert said["django"] is False
    assert said["legal"] == {game.slug: True for game in rulesets.games()}
    assert said["answer"] == rulesets.get("mbt2020").ask("engagement")["charts"]
