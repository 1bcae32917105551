"""A new version is rolled out while players edit and print, and no request fails.

``python -m bench.restart --rounds 3`` starts two web servers behind nginx, or with ``--caddy`` behind
Caddy, with the file of ``deploy/``, has 20 players edit and 3 print, and in each round prepares the data and replaces
one server after the other; with ``--services`` on PostgreSQL and Redis, with workers, which are replaced too. Fails
when an answer is an error, a printing is not finished, or too little happened.
"""

import argparse
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection

from bench.real_site import (
    ROOT,
    SERVER,
    RealSite,
    debian_packages,
    free_port,
    machine,
    real_site,
    start_server,
    until,
    with_services,
)

EDITORS, PRINTERS = 20, 3
STOPPED = 120.0
"""Seconds for a server and workers to finish their work, as in the units of ``deploy/``."""
NGINX = "worker_processes auto; worker_rlimit_nofile 65536; events { worker_connections 16384; }"
"""What ``docs/deploy.md`` changes in Debian's nginx.conf."""
PRINTED = 600.0
"""Seconds for a printing to finish: its processes leave others the processor, of which a busy machine has little."""


class Count:
    """The answers."""

    def __init__(self) -> None:
        """Begin without answers."""
        self.over = threading.Event()
        self.answers: Counter[str] = Counter()


def edit(site: RealSite, number: int, count: Count) -> None:
    """Save an army until the end."""
    path = f"/api/v1/armies/{site.armies[number]}"
    status, plain, tag = site.ask("GET", path)
    count.answers[f"army {status}"] += 1
    while status == 200 and not count.over.is_set():
        name = {"name": f"Turn {random.randrange(10**9)}"}
        status, told, tag = site.ask("PUT", path, plain["army"] | name, **{"If-Match": tag})
        count.answers[f"edit {status}" if status == 200 else f"edit {status}: {told}"] += 1


def print_cards(site: RealSite, number: int, count: Count) -> None:
    """Print an army until the end."""
    path = f"/api/v1/armies/{site.armies[number]}/documents"
    while not count.over.is_set():
        status, job, _ = site.ask("POST", path, {"qrs": False}, Prefer="respond-async")
        count.answers[f"order {status}"] += 1
        if status != 202:
            continue
        end = time.monotonic() + PRINTED
        while job["state"] in ("waiting", "running") and time.monotonic() < end:
            time.sleep(0.2)
            status, told, _ = site.ask("GET", f"{path}/{job['job']}")
            count.answers[f"state {status}"] += 1
            job = told if status == 200 else job
        if job["state"] != "done":
            count.answers[f"printing {job['state']}: {job['problem']}"] += 1
            continue
        status, pdf, _ = site.ask("GET", f"{path}/{job['job']}/file")
        count.answers[f"file {status}" if status != 200 or pdf[:5] == b"%PDF-" else "file without a PDF"] += 1


def nginx(site: RealSite, ports: list[int]) -> list[str]:
    """The command of the proxy before the servers, as ``deploy/nginx.conf`` sets it up, but without a certificate."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r".*ssl_certificate.*\n", "", text)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{site.port};")
    one = "server 127.0.0.1:8000 max_fails=0;"
    assert one in text
    text = text.replace(one, " ".join(one.replace("8000", str(port)) for port in ports))
    conf = site.folder / "nginx.conf"
    conf.write_text(f"pid {site.folder}/nginx.pid;\n{NGINX}\nhttp {{ {text} }}\n")
    return ["nginx", "-g", "daemon off;", "-c", str(conf)]


def caddy(site: RealSite, ports: list[int]) -> list[str]:
    """The same for ``deploy/Caddyfile``, which trusts this script about its address."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    for before, after in (
        ("\n{\n", "\n{\n\tadmin off\n"),
        ("\narmies.example.org {", f"\nhttp://127.0.0.1:{site.port} {{"),
        (
            "reverse_proxy 127.0.0.1:8000 {",
            f"reverse_proxy {' '.join(f'127.0.0.1:{port}' for port in ports)} {{\n\t\ttrusted_proxies 127.0.0.1/32",
        ),
    ):
        assert before in text
        text = text.replace(before, after, 1)
    conf = site.folder / "Caddyfile"
    conf.write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(conf)]


@contextmanager
def behind(command: list[str], port: int) -> Iterator[None]:
    """Start a proxy and wait until the site answers through it."""
    proxy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until(lambda: is_ready(port), STOPPED)
        yield
    finally:
        proxy.terminate()
        proxy.wait()


def is_ready(port: int) -> bool:
    """Whether the server there says so."""
    with suppress(OSError), closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    return False


def stop(process: subprocess.Popen[bytes]) -> float:
    """End it as systemd does; returns the seconds that this took."""
    process.terminate()
    return until(lambda: process.poll() is not None, STOPPED)


def main() -> None:
    """Replace the servers, and print the answers; exit with an error if a request failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--services", action="store_true")
    parser.add_argument("--caddy", action="store_true")
    arguments = parser.parse_args()
    with_services(arguments.services)
    debian_packages("caddy" if arguments.caddy else "nginx-light")
    workers = str(int(arguments.services))
    with real_site(EDITORS + PRINTERS, started=False, ARMYBUILDER_WORKERS=workers, ARMYBUILDER_PROXIES="2") as site:
        ports = [free_port(), free_port()]
        site.environment["ARMYBUILDER_HOSTS"] = f"127.0.0.1:{site.port}"
        servers = [start_server(SERVER, port, **site.environment) for port in ports]
        try:
            if arguments.services:
                site.start_workers()
            proxy = caddy if arguments.caddy else nginx
            with behind(proxy(site, ports), site.port):
                count, took = Count(), []
                works = [partial(edit, site, n, count) for n in range(EDITORS)]
                works += [partial(print_cards, site, EDITORS + n, count) for n in range(PRINTERS)]
                threads = [threading.Thread(target=work, daemon=True) for work in works]
                for thread in threads:
                    thread.start()
                for _ in range(arguments.rounds):
                    subprocess.run([sys.executable, "manage.py", "prepare", "-v0"], cwd=ROOT, check=True)
                    for place, port in enumerate(ports):
                        took.append(stop(servers[place]))
                        servers[place] = start_server(SERVER, port, **site.environment)
                        until(partial(is_ready, port), STOPPED)
                    if site.workers:
                        took.append(stop(site.workers))
                        site.start_workers()
                count.over.set()
                for thread in threads:
                    thread.join(PRINTED)
        finally:
            for server in servers:
                stop(server)
                assert server.stdout
                server.stdout.close()
    print(machine())
    print(f"replaced: {len(took)}, each ended within {max(took):.1f} s")
    print(f"answers: {dict(sorted(count.answers.items()))}")
    assert {*count.answers} <= {"army 200", "edit 200", "order 202", "state 200", "file 200"}, "requests failed"
    assert count.answers["edit 200"] >= 100 * arguments.rounds, "too few edits"
    assert count.answers["file 200"] >= arguments.rounds, "too few printings"


if __name__ == "__main__":
    main()
