"""The site needs an extra's packages only where a setting asks for them, and says so where they are missing."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from armybuilder.site.extras import MODULES

OF_EXTRAS = {*MODULES.values(), "django_rq", "redis", "rq", "boto3"}
ANSWER = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(OF_EXTRAS)}))
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
print([Client().get(path, headers={{"Host": "localhost"}}).status_code for path in ("/", "/health/ready", "/metrics")])
"""


def answer(folder: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Answer some addresses without the packages of any extra."""
    own = {"ARMYBUILDER_VAR": folder, "ARMYBUILDER_SECRET_KEY": "only-for-this-test"}
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", ANSWER],
        env=inherited | own | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"} | environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_site_needs_no_extra(tmp_path):
    (tmp_path / "static").mkdir()
    done = answer(str(tmp_path), ARMYBUILDER_DEBUG="1")
    assert (done.stdout, done.returncode) == ("[200, 200, 404]\n", 0), done.stderr


@pytest.mark.parametrize(
    ("extra", "variable", "environment"),
    [
        ("metrics", "ARMYBUILDER_METRICS", {"ARMYBUILDER_METRICS": "m", "ARMYBUILDER_METRICS_TOKEN": "token"}),
        ("postgresql", "DATABASE_URL", {"DATABASE_URL": "postgres://armies@127.0.0.1:1/armies"}),
        ("redis", "REDIS_URL", {"REDIS_URL": "redis://127.0.0.1:1/0"}),
        ("s3", "ARMYBUILDER_FILES", {"ARMYBUILDER_FILES": "s3://armies"}),
        ("traces", "OTEL_EXPORTER_OTLP_ENDPOINT", {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}),
    ],
)
def test_a_setting_that_needs_an_extra_names_it(tmp_path, extra, variable, environment):
    done = answer(str(tmp_path), **environment)
    assert (done.stdout, done.returncode) == ("", 1)
    said = f"{variable} needs packages that are not installed: set EXTRAS={extra} and start bin/run again"
    assert said in done.stderr.splitlines()[-1]
