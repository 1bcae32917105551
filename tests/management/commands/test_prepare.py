"""The command that makes a site ready."""

from armybuilder.site.temporary_folders import PREFIX
from tests.test_settings import manage


def test_prepare_may_be_repeated_and_removes_temporary_folders_of_killed_processes(prepared_site, tmp_path):
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
