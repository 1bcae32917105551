"""Two hundred players at once are answered fast enough.

``python -m bench.load --users 200 --seconds 300`` starts the real server with two processes (with
``--services`` on PostgreSQL and Redis, with two workers), and has locust play: 30% browse, 35% build, 20% calculate,
5% print, 10% are at the table. Fails when an answer is an error, a figure is missed, or something was not tried.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.real_site import ROOT, machine, real_site, with_services
from rulesets.registry import all_rulesets

MAX_MS = {"edit": 250, "calculator": 250, "page": 400, "table": 400, "12 cards": 3000}
"""Milliseconds within which 95 of 100 requests are answered, by kind of request."""
PLAYERS = 200
START = 10
"""Players who start per second."""


def main() -> None:
    """Play, and print the figures; exit with an error if one is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--services", action="store_true")
    arguments = parser.parse_args()
    with_services(arguments.services)
    workers = str(int(arguments.services))
    with (
        tempfile.TemporaryDirectory() as folder,
        real_site(PLAYERS, each_own=True, WORKERS="2", ARMYBUILDER_WORKERS=workers) as site,
    ):
        if arguments.services:
            site.start_workers()
        known = {
            "players": [*zip(site.players, site.armies, site.matches, strict=True)],
            "calculators": {game.slug: [each.slug for each in game.calculators] for game in all_rulesets()},
        }
        command = [sys.executable, "-m", "locust", "--headless", "--only-summary", "--csv", f"{folder}/figures"]
        command += ["-f", "bench/players.py", "--host", f"http://127.0.0.1:{site.port}"]
        command += [
            "-u",
            str(arguments.users),
            "-r",
            str(START),
            "-t",
            f"{arguments.seconds}s",
            "--exit-code-on-error",
            "0",
        ]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"KNOWN": json.dumps(known)}, check=True)
        with Path(folder, "figures_stats.csv").open() as lines:
            figures = {line["Name"]: line for line in csv.DictReader(lines)}
        with Path(folder, "figures_failures.csv").open() as lines:
            failures = [dict(line) for line in csv.DictReader(lines)]
    print(machine())
    missed = []
    for name, maximum in MAX_MS.items():
        line = figures.get(name)
        assert line, f"{name} was not tried"
        print(f"{name}: {line['Request Count']} requests, half within {line['50%']} ms, 95% within {line['95%']} ms")
        if float(line["95%"]) > maximum:
            missed.append(f"{name}: {line['95%']} ms instead of {maximum}")
    total = figures["Aggregated"]
    print(f"all: {total['Request Count']} requests, {float(total['Requests/s']):.0f} a second, {failures[:5]}")
    assert not failures, "errors"
    assert int(total["Request Count"]) >= arguments.users * arguments.seconds / 20, "too few requests"
    assert not missed, "; ".join(missed)


if __name__ == "__main__":
    main()
