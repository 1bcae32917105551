"""What holds while Redis is away."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

AWAY = """
import django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.core.cache import cache
from armybuilder.jobs.running import run_next
from armybuilder.site.tasks import Busy

with ThreadPoolExecutor(4) as pool:
    print(cache.add("count", 1, 60), sum(pool.map(lambda number: cache.incr("count"), range(8))), cache.get("count"))
try:
    run_next.enqueue("printing.PrintJob")
except Busy as busy:
    print(busy)
"""


def test_without_redis_limits_count_on_the_machine(tmp_path: Path) -> None:
    """Nothing listens at the address: every count is that of all this machine's processes, and tasks are refused."""
    away = {
        "ARMYBUILDER_VAR": str(tmp_path),
        "ARMYBUILDER_SECRET_KEY": "only-for-this-test",
        "ARMYBUILDER_WORKERS": "1",
        "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        "REDIS_URL": "redis://127.0.0.1:1/0",
    }
    done = subprocess.run(
        [sys.executable, "-c", AWAY],
        env=os.environ | away,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    said = f"True {sum(range(2, 10))} 9\nToo many print jobs are running. Please try again in a minute.\n"
    assert done.stdout == said
    assert "Only this machine's cache is used" in done.stderr
    assert "No task can be queued" in done.stderr
