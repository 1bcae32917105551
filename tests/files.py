"""The files of the project, wherever they are: the site's, and those in the folders of its parts."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEMPLATE_FOLDERS = (ROOT / "templates", *sorted(ROOT.glob("armybuilder/*/templates")))
STATIC_FOLDERS = (ROOT / "static", *sorted(ROOT.glob("armybuilder/*/static")))


def modules_of(*folders: str) -> Iterator[Path]:
    """The Python files of the product in these folders, without the tests of parts."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "tests" not in file.relative_to(ROOT).parts:
                yield file


def modules_of_tests() -> Iterator[Path]:
    """The modules of tests, those of the parts of the site among them."""
    for folder in (ROOT / "tests", *sorted(ROOT.glob("armybuilder/*/tests"))):
        yield from sorted(folder.rglob("test_*.py"))


def templates() -> dict[str, Path]:
    """Every template by its name."""
    return {
        file.relative_to(folder).as_posix(): file for folder in TEMPLATE_FOLDERS for file in sorted(folder.rglob("*.*"))
    }


def static_files() -> dict[str, Path]:
    """Every static file of ours by its name; not what is vendored."""
    return {
        file.relative_to(folder).as_posix(): file
        for folder in STATIC_FOLDERS
        for file in sorted(folder.rglob("*.*"))
        if "vendor" not in file.relative_to(folder).parts
    }
