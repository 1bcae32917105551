"""Nobody waits for the uploads of others.

``python -m bench.uploads`` starts the real server and sends 116 workbooks from four network addresses at once, as many
as their rates allow, each from a new browser; with ``--pictures`` as many clear pictures of 24 million pixels, of four
accounts. Meanwhile the front page, an edit and an event at a table are each to be answered within a second.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from PIL import Image

from bench.real_site import RealSite, machine, real_site
from tests.spreadsheets.test_workbooks import with_sheets

UPLOADS = 116
ADDRESSES = 4
MAX_SECONDS = 1.0
SLOW_ROW = b'<row r="20000"><c><v>1</v></c></row>'
"""It makes a workbook of 5 kB one that takes half a second to read."""
SIDE = 4890
"""Pixels on each side of a picture."""
PART = b'--edge\r\nContent-Disposition: form-data; name="'

Send = Callable[[int], int]
"""Sends the upload of that number; returns the status."""


def workbooks(site: RealSite) -> Send:
    """Workbooks of entries that strangers paste."""
    body = PART + b'file"; filename="a.xlsx"\r\n\r\n' + with_sheets(SLOW_ROW, 2)
    return lambda number: _upload(site, number, "/mbt2020/catalogue/troop_type/paste", body, "")


def pictures(site: RealSite) -> Send:
    """Pictures of the armies of players."""
    file = BytesIO()
    Image.new("RGBA", (SIDE, SIDE), (1, 2, 3, 128)).save(file, "PNG")
    body = PART + b'part"\r\n\r\nthe-army\r\n' + PART + b'file"; filename="a.png"\r\n\r\n' + file.getvalue()
    sessions = [cookies.partition("; ")[2] for _, cookies in site.players]

    def send(number: int) -> int:
        whose = number % ADDRESSES
        return _upload(site, number, f"/armies/{site.armies[whose]}/pictures/", body, sessions[whose])

    return send


def _upload(site: RealSite, number: int, path: str, body: bytes, session: str) -> int:
    token = f"{number:032}"
    headers = {
        "Content-Type": "multipart/form-data; boundary=edge",
        "Cookie": f"csrftoken={token}; {session}",
        "X-CSRFToken": token,
        "X-Forwarded-For": f"10.1.0.{number % ADDRESSES}",
    }
    return site.send("POST", path, body + b"\r\n--edge--\r\n", **headers).status


def asked(site: RealSite, number: int) -> Iterator[tuple[str, float]]:
    """The seconds that a page, an edit and an event of somebody else take."""
    for what, ask in (
        ("front page", lambda: site.get("/")),
        ("edit", lambda: site.post(f"/armies/{site.armies[-1]}/edits/add-group", {"head": "1"})),
        ("event", lambda: site.throw_dice(site.matches[-1], f"event {number}")),
    ):
        begun = time.monotonic()
        status = ask().status
        assert status in (200, 302, 409), (what, status)
        yield what, time.monotonic() - begun


def main() -> None:
    """Print the longest waits; exit with an error if one is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pictures", action="store_true")
    kind = pictures if parser.parse_args().pictures else workbooks
    with real_site(ADDRESSES + 1, each_own=True) as site, ThreadPoolExecutor(UPLOADS) as visitors:
        site.token, site.cookies = site.players[-1]
        send = kind(site)
        print(f"alone: {', '.join(f'{what} {wait:.2f} s' for what, wait in asked(site, 0))}")
        begun = time.monotonic()
        status = send(0)
        print(f"one of the {kind.__name__}: {time.monotonic() - begun:.2f} s, answered {status}")
        begun = time.monotonic()
        uploads = [visitors.submit(send, number) for number in range(UPLOADS)]
        waits: list[tuple[str, float]] = []
        while not all(each.done() for each in uploads):
            waits += asked(site, 1 + len(waits))
        statuses = Counter(each.result() for each in uploads)
        took = time.monotonic() - begun
    longest = {what: max(wait for name, wait in waits if name == what) for what, _ in waits}
    print(machine())
    print(f"{UPLOADS} {kind.__name__} in {took:.0f} s: {dict(statuses)}")
    print(f"asked {len(waits)} times, longest: {', '.join(f'{what} {wait:.2f} s' for what, wait in longest.items())}")
    assert max(longest.values()) <= MAX_SECONDS, "somebody waited too long"


if __name__ == "__main__":
    main()
