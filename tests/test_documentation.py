"""The pages of ``docs/`` as a site: each is listed, and no link leads nowhere."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from django.conf import settings

CONFIG = settings.BASE_DIR / "zensical.toml"


def build(folder: Path, added: str = "") -> int:
    """Build a copy of the site with a line more on its first page; the exit code."""
    shutil.copytree(settings.BASE_DIR / "docs", folder / "docs")
    shutil.copy(CONFIG, folder)
    with (folder / "docs/index.md").open("a") as page:
        page.write(added)
    return subprocess.run([f"{sys.prefix}/bin/zensical", "build", "--strict"], cwd=folder, check=False).returncode


def pages_in(nav: Any) -> list[str]:
    """The pages that the menu names, in order."""
    if isinstance(nav, str):
        return [nav]
    return [page for part in (nav.values() if isinstance(nav, dict) else nav) for page in pages_in(part)]


def test_the_documentation_can_be_built(tmp_path: Path) -> None:
    assert build(tmp_path) == 0
    assert (tmp_path / "build/docs/running/index.html").is_file()


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    assert build(tmp_path, "[Nowhere](nowhere.md)\n") != 0


def test_the_menu_and_the_first_page_name_each_page_once() -> None:
    pages = sorted(page.name for page in (settings.BASE_DIR / "docs").iterdir())
    assert sorted(pages_in(tomllib.loads(CONFIG.read_text())["project"]["nav"])) == pages
    first = (settings.BASE_DIR / "docs/index.md").read_text()
    assert [page for page in pages if page != "index.md" and first.count(f"({page})") != 1] == []
