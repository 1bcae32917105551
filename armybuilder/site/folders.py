"""Where the site's files are and where its data go: in a checkout, or installed from its wheel."""

import os
from pathlib import Path
from typing import Final

import platformdirs

BASE_DIR: Final = Path(__file__).resolve().parents[2]
"""The folder of the packages: that of a checkout, or of all that is installed."""
_PACKAGE: Final = BASE_DIR / "armybuilder"
_IS_INSTALLED: Final = (_PACKAGE / "templates").is_dir()
SHARED_DIR: Final = _PACKAGE if _IS_INSTALLED else BASE_DIR
"""The folder with the templates and static files that no part has to itself."""


def data_dir() -> Path:
    """The folder for all data, as an absolute path: ``ARMYBUILDER_VAR`` or else the usual one.

    That is ``var`` of a checkout; for the wheel it is where the platform keeps a user's data.
    """
    usual = platformdirs.user_data_path("armybuilder", appauthor=False) if _IS_INSTALLED else BASE_DIR / "var"
    return Path(os.environ.get("ARMYBUILDER_VAR") or usual).absolute()
