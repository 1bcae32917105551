"""Parts of the site are found as games are, and what they say joins them to the rest."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest
from django.apps import apps
from django.conf import settings
from django.urls import get_resolver

import armybuilder
from armybuilder.guide.pages import PAGES
from armybuilder.site import parts
from armybuilder.site.lanes import LANES
from armybuilder.site.limits import MAX_PER_MINUTE
from armybuilder.site.parts import Part, PartsError, all_parts, insertions, part_files

SUNDIAL = 'from armybuilder.site.parts import Part\nPART = Part("{}", insertions={{"menu": "sundial/menu.html"}})\n'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty folder in which parts are looked for too."""
    armybuilder.__path__.append(str(tmp_path))
    all_parts.cache_clear()
    yield tmp_path
    armybuilder.__path__.remove(str(tmp_path))
    all_parts.cache_clear()
    for name in [name for name in sys.modules if name.startswith("armybuilder.sundial")]:
        del sys.modules[name]


def add_sundial(folder: Path, content: str) -> None:
    """Add a part that is one folder."""
    (folder / "sundial").mkdir()
    (folder / "sundial" / "__init__.py").touch()
    (folder / "sundial" / "part.py").write_text(content)


def test_a_new_folder_is_one_more_part(folder: Path) -> None:
    before = {part.name for part in all_parts()}
    add_sundial(folder, SUNDIAL.format("armybuilder.sundial"))
    all_parts.cache_clear()
    assert {part.name for part in all_parts()} - before == {"sundial"}
    assert folder / "sundial" / "part.py" in part_files()
    assert "sundial/menu.html" in insertions("menu")
    assert "sundial/menu.html" not in insertions("elsewhere")


def test_an_installed_package_brings_a_part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("clock_package")
    module.PART = Part("clock_package.clock")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "clock_package", module)
    entries = [EntryPoint("clock", "clock_package", parts.PARTS_GROUP)]
    monkeypatch.setattr(parts, "entry_points", lambda group: entries if group == parts.PARTS_GROUP else [])
    assert "clock" in [part.name for part in all_parts()]


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (SUNDIAL.format("elsewhere.matches"), "the name 'matches' is taken"),
        ("PART = 1\n", "PART is not a Part"),
        ("", "PART is not a Part"),
    ],
)
def test_a_module_that_is_no_part_of_its_own_is_refused(folder: Path, content: str, refusal: str) -> None:
    add_sundial(folder, content)
    all_parts.cache_clear()
    with pytest.raises(PartsError, match=refusal):
        all_parts()


@pytest.mark.parametrize("part", all_parts(), ids=lambda part: part.name)
def test_what_a_part_says_is_there(part: Part) -> None:
    assert apps.is_installed(part.app)
    assert not part.urls or part.name in get_resolver().namespace_dict
    assert part.rates.items() <= MAX_PER_MINUTE.items()
    laned = {lane.name: lane.views for lane in LANES}
    assert [lane for lane, views in part.lanes.items() if not views <= laned[lane]] == []
    assert part.guide_page in {"", *PAGES}
    folders = (settings.BASE_DIR / "templates", settings.BASE_DIR.joinpath(*part.app.split("."), "templates"))
    patterns = (*part.insertions.values(), *part.browser_templates)
    assert [each for each in patterns if not any(any(folder.glob(each)) for folder in folders)] == []
