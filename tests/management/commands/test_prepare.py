"""The command that makes a site ready."""

from pathlib import Path

from armybuilder.site.temporary_folders import PREFIX
from tests.test_settings import manage


def test_prepare_may_be_repeated_and_removes_old_folders(prepared_site, tmp_path):
    (tmp_path / f"{PREFIX}print-killed").mkdir()
    again = manage("prepare", **prepared_site, TMPDIR=str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    assert (again.returncode, again.stderr) == (0, "")
    code = (
        "from django.db import connection as c; r = lambda p: c.cursor().execute(f'PRAGMA {p}').fetchone()[0]; "
        "print(*map(r, ('journal_mode', 'synchronous', 'mmap_size')), c.transaction_mode); "
        "print(c.settings_dict['CONN_MAX_AGE'])"
    )
    shown = manage("shell", "--no-imports", "-c", code, **prepared_site)
    assert shown.stdout == "wal 2 0 IMMEDIATE\nNone\n", shown.stderr


def test_only_the_site_s_user_can_read_its_data_also_of_an_older_site(prepared_site):
    folder = Path(prepared_site["ARMYBUILDER_VAR"])
    for path in (folder, folder / "armybuilder.sqlite3"):
        path.chmod(0o755)
    assert manage("prepare", **prepared_site).returncode == 0
    files = sorted(folder.glob("armybuilder.sqlite3*"))
    assert files
    assert {f"{path.stat().st_mode & 0o777:o}" for path in files} == {"600"}
    assert f"{folder.stat().st_mode & 0o777:o}" == "700"
