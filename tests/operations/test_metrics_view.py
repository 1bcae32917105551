"""Counted in the real server: what two processes count is read as one."""

import http.client
import os
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from armybuilder.site.limits import MAX_PER_MINUTE
from tests.test_server import Serve, servers

TOKEN = "only-for-this-test"


@pytest.fixture
def serve(prepared_site: dict[str, str], tmp_path: Path):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    counting = {"ARMYBUILDER_METRICS": str(tmp_path / "metrics"), "ARMYBUILDER_METRICS_TOKEN": TOKEN}
    with servers(kept | prepared_site | counting) as start:
        yield start


def ask(port: int, path: str, token: str = "") -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def counted(port: int, begin: str) -> float:
    status, text = ask(port, "/metrics", TOKEN)
    assert status == 200
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(begin))


def test_processes_count_together_and_one_that_is_replaced_counts_on(serve: Serve) -> None:
    process, port = serve(WORKERS="2")
    assert {ask(port, "/metrics")[0], ask(port, "/metrics", "guessed")[0]} == {404}
    for _ in range(12):
        assert ask(port, "/offline")[0] == 200
    assert ask(port, "/s/some-secret-token/")[0] == 404
    live = 'armybuilder_requests_total{method="GET",status="200",view="offline:no_network"}'
    assert counted(port, live) == 12
    children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True).stdout
    for pid in children.split():
        os.kill(int(pid), signal.SIGKILL)
        time.sleep(1.5)
    assert ask(port, "/offline")[0] == 200
    assert counted(port, live) == 13
    assert counted(port, 'armybuilder_requests_total{method="GET",status="404",view="sharing:shared"}') == 1
    assert "some-secret-token" not in ask(port, "/metrics", TOKEN)[1]
    assert counted(port, 'armybuilder_printings{state="waiting"}') == 0
    # The limit counts anew when a minute begins: so often as two minutes allow, and once more.
    assert any(ask(port, "/health/ready")[0] == 429 for _ in range(2 * MAX_PER_MINUTE["health"].address + 1))
    assert counted(port, 'armybuilder_refusals_total{limit="health"}') == 1
