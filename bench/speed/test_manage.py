"""How fast commands start that print no pages: within 0.5 s of processor time.

Run with ``pytest -s bench/speed/test_manage.py``; times are printed.
"""

import resource
from pathlib import Path

from tests.test_manage import commands_for_scripts, run

MAX_SECONDS = 0.5


def test_commands_for_scripts_start_at_once(tmp_path: Path) -> None:
    times = {}
    for words in commands_for_scripts(tmp_path):
        run(words, tmp_path)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(words, tmp_path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times[" ".join(words[:2])] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{times[' '.join(words[:2])]:.2f} s {words[0]}")
    assert max(times.values()) < MAX_SECONDS, times
