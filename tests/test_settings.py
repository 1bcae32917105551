import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from armybuilder import settings as site_settings

ROOT = settings.BASE_DIR


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder with only the variables given."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env=inherited | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with the site's own settings and only the variables given."""
    return run("manage.py", *arguments, **environment)


@pytest.fixture
def var(tmp_path):
    """A data folder of its own."""
    return str(tmp_path / "var")


def test_site_passes_djangos_own_deployment_checks(var):
    result = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        ARMYBUILDER_VAR=var,
        ARMYBUILDER_SECRET_KEY="k" * 20 + "-0123456789abcdefghijklmnopqrstuvwxyz",
        ARMYBUILDER_HTTPS="1",
    )
    assert (result.returncode, result.stdout) == (0, "System check identified no issues (2 silenced).\n"), result.stderr


def test_site_without_a_key_signs_nothing(var):
    result = manage("shell", "-c", "from django.core.signing import dumps; dumps(1)", ARMYBUILDER_VAR=var)
    assert result.returncode != 0
    assert "The SECRET_KEY setting must not be empty" in result.stderr


def test_the_site_does_not_start_without_a_key(var):
    result = run("-m", "armybuilder", ARMYBUILDER_VAR=var, PORT="0")
    said = "The site has no secret key: set ARMYBUILDER_SECRET_KEY, or start it with the command serve, which makes"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"{said} {var}/secret-key.\n")


def test_hosts_may_have_ports(var):
    hosts = "armies.example.org:8443,localhost,[::1]:81,[::1]"
    shown = told("s.ALLOWED_HOSTS, sorted(s.HOST_PORTS)", ARMYBUILDER_VAR=var, ARMYBUILDER_HOSTS=hosts)
    assert shown == "['armies.example.org', 'localhost', '[::1]', '[::1]'] ['81', '8443']\n"


def test_every_variable_is_documented_once():
    files = ("armybuilder/settings.py", "armybuilder/server.py", "armybuilder/site/folders.py", "bin/environment.sh")
    code = "".join((ROOT / file).read_text() for file in files)
    read = re.findall(r"(?:environ\.get\(|_switched_on\(|\$\{)['\"]?([A-Z_]+)(?:['\"]|:-)", code)
    table = [line for line in (ROOT / "docs" / "running.md").read_text().splitlines() if line.startswith("| `")]
    documented = [name for line in table for name in re.findall(r"`([A-Z_]+)`", line.split("|")[1])]
    assert sorted(documented) == sorted(set(read))


def told(expressions: str, **environment: str) -> str:
    """What the site's settings are with only the variables given; ``s`` is their module."""
    done = run("-c", f"from armybuilder import settings as s; print({expressions})", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_settings_are_safe_where_the_environment_says_nothing(var):
    asked = "s.DEBUG, s.ALLOWED_HOSTS, s.PROXIES, s.CSRF_COOKIE_HTTPONLY, s.SESSION_COOKIE_HTTPONLY, "
    asked += "s.SESSION_COOKIE_SAMESITE"
    assert told(asked, ARMYBUILDER_VAR=var) == "False ['localhost', '127.0.0.1', '[::1]'] 0 True True Lax\n"


def test_postgresql_is_taken_from_the_environment(var):
    database = "s.DATABASES['default']"
    asked = f"{database}['ENGINE'], {database}['NAME'], {database}['HOST']"
    shown = told(asked, ARMYBUILDER_VAR=var, DATABASE_URL="postgres://armies:secret@db.example/armies")
    assert shown == "django.db.backends.postgresql armies db.example\n"


def test_the_sites_and_the_tests_settings_pass_the_checks():
    call_command("check", fail_level="WARNING")
    assert site_settings.DEBUG is False


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize(
    ("environment", "sends"),
    [
        ({}, "console  587 True False"),
        ({"ARMYBUILDER_SMTP_HOST": "mail.example.org"}, "smtp mail.example.org 587 True False"),
        (
            {"ARMYBUILDER_SMTP_HOST": "mail.example.org", "ARMYBUILDER_SMTP_PORT": "465"},
            "smtp mail.example.org 465 False True",
        ),
    ],
)
def test_letters_are_sent_as_the_environment_says(var, environment, sends):
    asked = "s.EMAIL_BACKEND.split('.')[-2], s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_USE_SSL"
    assert told(asked, ARMYBUILDER_VAR=var, **environment) == f"{sends}\n"


MANY, WRITES = 8, 40
WRITER = """
import sys, time, django
django.setup()
from django.db import connection, transaction

for _ in range(int(sys.argv[1])):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE told SET times = times + 1")
        time.sleep(0.005)
"""


def test_no_writer_fails_while_many_write_without_a_break(var):
    """Processes with the site's own options for SQLite; what each adds is there afterwards."""
    words = {"DJANGO_SETTINGS_MODULE": "armybuilder.settings", "ARMYBUILDER_VAR": var, "PATH": os.environ["PATH"]}
    Path(var).mkdir()
    with closing(sqlite3.connect(f"{var}/armybuilder.sqlite3")) as database:
        database.execute("CREATE TABLE told AS SELECT 0 AS times")
    command = [sys.executable, "-c", WRITER, str(WRITES)]
    writers = [subprocess.Popen(command, env=words, cwd=ROOT, stderr=subprocess.PIPE, text=True) for _ in range(MANY)]
    assert [writer.communicate()[1] for writer in writers] == [""] * MANY
    with closing(sqlite3.connect(f"{var}/armybuilder.sqlite3")) as database:
        assert database.execute("SELECT times FROM told").fetchall() == [(MANY * WRITES,)]
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
