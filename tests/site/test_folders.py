from pathlib import Path

import pytest
from django.conf import settings

from armybuilder.site.folders import BASE_DIR, SHARED_DIR, data_dir


def test_a_checkout_has_its_files_and_data_beside_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARMYBUILDER_VAR", raising=False)
    assert BASE_DIR == SHARED_DIR == settings.BASE_DIR
    assert (BASE_DIR / "manage.py").is_file()
    assert data_dir() == BASE_DIR / "var"


def test_the_data_go_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for said, folder in [("", BASE_DIR / "var"), ("mine", tmp_path / "mine"), ("/srv/mine", Path("/srv/mine"))]:
        monkeypatch.setenv("ARMYBUILDER_VAR", said)
        assert data_dir() == folder
