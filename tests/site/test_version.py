"""The version of the site."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from armybuilder.site.version import site_version


def test_the_version_changes_with_a_page_and_with_nothing_else(settings: Settings, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
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
    version = site_version()
    page = client.get("/")
    assert f'<html lang="en" data-version="{version}"' in page.text
    assert client.get("/engine-worker.js").text.startswith(f'const VERSION = "{version}";\n')
    answers = page, client.get("/engine/parts.json"), client.get("/none")
    assert [answer.headers["Site-Version"] for answer in answers] == [version] * 3
