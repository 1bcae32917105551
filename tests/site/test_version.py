"""The version of the site."""

from pathlib import Path

import pytest
from django.test import Client

from armybuilder.site import version
from armybuilder.site.version import site_version


def test_the_version_changes_with_a_page_and_with_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(version, "BASE_DIR", tmp_path)
    monkeypatch.setattr(version, "PLACES", (tmp_path / "templates",))
    page = tmp_path / "templates" / "page.html"
    page.parent.mkdir()

    def version_with(text: str) -> str:
        page.write_text(text)
        site_version.cache_clear()
        return site_version()

    first, second = version_with("one"), version_with("two")
    (tmp_path / "templates" / "page.html~").write_text("three")
    assert (version_with("one"), version_with("two"), first == second) == (first, second, False)
    site_version.cache_clear()


@pytest.mark.django_db
def test_a_new_version_has_a_new_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = client.get("/service-worker.js").content
    assert client.get("/service-worker.js").content == before
    monkeypatch.setattr("armybuilder.offline.views.site_version", lambda: "the next")
    assert client.get("/service-worker.js").text.startswith('const VERSION = "the next";\n')


@pytest.mark.django_db
def test_pages_workers_and_answers_say_one_version(client: Client) -> None:
    said = site_version()
    page = client.get("/")
    assert f'<html lang="en" data-version="{said}"' in page.text
    assert client.get("/engine-worker.js").text.startswith(f'const VERSION = "{said}";\n')
    answers = page, client.get("/engine/parts.json"), client.get("/none")
    assert [answer.headers["Site-Version"] for answer in answers] == [said] * 3
