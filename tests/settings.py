"""The site's settings, with a data folder that goes when the tests end."""

import os
import sys
import tempfile
from pathlib import Path

# What one process has compiled, others and those that tests start need not compile again, where the machine's default
# is otherwise. These settings are what pytest loads first.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

_FOLDER = tempfile.TemporaryDirectory(prefix="armybuilder-tests-")
os.environ["ARMYBUILDER_VAR"] = _FOLDER.name
os.environ["ARMYBUILDER_SECRET_KEY"] = "only-for-tests"
os.environ["ARMYBUILDER_METRICS"] = f"{_FOLDER.name}/metrics"
os.environ["ARMYBUILDER_METRICS_TOKEN"] = "only-for-tests"
if os.environ.get("REDIS_URL"):
    # Each process that runs tests has a database of its own, which it clears before each of them.
    own = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) + 1
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{own}"

from armybuilder.settings import *  # noqa: E402, F403
from armybuilder.settings import DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

STATIC_ROOT.mkdir()

# A file, not memory: the live server's threads then have connections of their own, as in real life.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": Path(_FOLDER.name) / "test.sqlite3"}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
