"""Nobody waits for those who hold the connections of the proxy before the site.

``python -m bench.proxies`` starts the real server behind nginx, or with ``--caddy`` behind Caddy, with the file of
``deploy/``. Four network addresses open 64 connections of each slow kind, again when the proxy closes one, and send 116
workbooks. Meanwhile the front page, an edit and an event at a table of somebody else are each to be answered within a
second. ``--each`` opens more connections, and with ``--pages`` as many ask for a page in each second.
"""

import argparse
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bench.real_site import CSRF, RealSite, debian_packages, free_port, machine, real_site
from bench.restart import behind, caddy, nginx
from bench.uploads import ADDRESSES, MAX_SECONDS, UPLOADS, asked, workbooks

EACH = 64
SECONDS = 40.0
"""More than what a proxy gives a connection for its headers."""
HOST = "Host: 127.0.0.1:{port}\r\n"
FORM = f"Cookie: csrftoken={CSRF}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n"
KINDS = {
    "silent": ("", ""),
    "half a header": (f"GET / HTTP/1.1\r\n{HOST}", ""),
    "a header by letters": (f"GET / HTTP/1.1\r\n{HOST}", "X"),
    "half a body": (f"POST /theme HTTP/1.1\r\n{HOST}{FORM}theme=dark", ""),
    "a body by letters": (f"POST /theme HTTP/1.1\r\n{HOST}{FORM}theme=dark", "x"),
    "who never reads": (f"GET {{file}} HTTP/1.1\r\n{HOST}\r\n", ""),
}
"""What each sends at first, and what in each second from then on."""
PAGES = {"who asks for pages": 2 * (f"GET /mbt2020/catalogue/ HTTP/1.1\r\n{HOST}\r\n",)}


class Holder:
    """Connections of one kind from one network address, each opened again when it is closed."""

    def __init__(self, site: RealSite, address: str, kind: str, count: int) -> None:
        """None is open yet."""
        self.port, self.address, self.kind = site.port, address, kind
        (file,) = (site.folder / "static").glob("vendor/bootstrap-*/bootstrap.min.*.css")
        known = {"port": site.port, "file": f"/static/{file.relative_to(site.folder / 'static')}"}
        self.first, self.later = (each.format(**known).encode() for each in (KINDS | PAGES)[kind])
        self.open: list[socket.socket | None] = [None] * count
        self.closed = 0

    def go_on(self) -> None:
        """Send what comes next, and open what is closed."""
        for place, visitor in enumerate(self.open):
            if visitor is not None and self._is_open(visitor):
                continue
            self.closed += visitor is not None
            self.open[place] = None
            with suppress(OSError):
                self.open[place] = self._connected()

    def leave(self) -> int:
        """Close what is open, and return how many that were."""
        visitors = [visitor for visitor in self.open if visitor is not None]
        for visitor in visitors:
            visitor.close()
        return len(visitors)

    def _is_open(self, visitor: socket.socket) -> bool:
        try:
            visitor.send(self.later)
            # Only visitors of this kind leave an answer unread.
            return self.kind == "who never reads" or visitor.recv(65536) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _connected(self) -> socket.socket:
        visitor = socket.socket()
        visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        visitor.settimeout(1)
        visitor.bind((self.address, 0))
        visitor.connect(("127.0.0.1", self.port))
        visitor.sendall(self.first)
        visitor.setblocking(False)
        return visitor


def connections(port: int) -> int:
    """How many connections are open at a server's port."""
    rows = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(f":{port:04X}") and state == "01" for local, _, state in rows)


def hold(holders: list[Holder], over: threading.Event) -> None:
    """Hold the connections until the end, with a step in each second."""
    while not over.wait(1):
        for each in holders:
            each.go_on()


def watch(
    site: RealSite, server: int, uploads: ThreadPoolExecutor
) -> tuple[list[tuple[str, float]], int, Counter[int]]:
    """The waits of the honest visitor, the most connections at the server, and how the uploads were answered."""
    sends = [workbooks(replace(site, source=f"127.0.2.{1 + number}")) for number in range(ADDRESSES)]
    sent = [uploads.submit(sends[number % ADDRESSES], number) for number in range(UPLOADS)]
    waits: list[tuple[str, float]] = []
    most, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end or not all(each.done() for each in sent):
        waits += asked(site, 1 + len(waits))
        most = max(most, connections(server))
        time.sleep(0.1)
    return waits, most, Counter(each.result() for each in sent)


def main() -> None:
    """Print the longest waits; exit with an error if one is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--caddy", action="store_true")
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--pages", action="store_true")
    arguments = parser.parse_args()
    debian_packages("caddy" if arguments.caddy else "nginx-light")
    with real_site(1, started=False, ARMYBUILDER_PROXIES="2") as site:
        port, server = site.port, free_port()
        site.environment["ARMYBUILDER_HOSTS"] = f"127.0.0.1:{port}"
        site.port = server
        site.start()
        site.port = port
        proxy = caddy if arguments.caddy else nginx
        with behind(proxy(site, [server]), port), ThreadPoolExecutor(UPLOADS) as uploads:
            print(f"alone: {', '.join(f'{what} {wait:.2f} s' for what, wait in asked(site, 0))}")
            kinds = KINDS | PAGES if arguments.pages else KINDS
            addresses = [f"127.0.2.{1 + number}" for number in range(ADDRESSES)]
            holders = [Holder(site, address, kind, arguments.each) for address in addresses for kind in kinds]
            over = threading.Event()
            holding = threading.Thread(target=hold, args=(holders, over), daemon=True)
            holding.start()
            try:
                waits, most, statuses = watch(site, server, uploads)
            finally:
                over.set()
                holding.join()
            held = sum(each.leave() for each in holders)
    longest = {what: max(wait for name, wait in waits if name == what) for what, _ in waits}
    closed = Counter[str]()
    for each in holders:
        closed[each.kind] += each.closed
    print(machine())
    print(f"{held} held connections, closed and opened again: {dict(closed)}; at most {most} at the server")
    print(f"{UPLOADS} workbooks: {dict(statuses)}")
    print(f"asked {len(waits)} times, longest: {', '.join(f'{what} {wait:.2f} s' for what, wait in longest.items())}")
    print(f"19 of 20 within {sorted(wait for _, wait in waits)[len(waits) * 19 // 20]:.2f} s")
    assert max(longest.values()) <= MAX_SECONDS, "somebody waited too long"


if __name__ == "__main__":
    main()
