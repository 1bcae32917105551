"""Nobody waits for the uploads of others.

``python -m bench.uploads`` starts the real server and sends 116 workbooks from four network addresses at once, as many
as their rates allow. Meanwhile the front page, an edit and an event at a table are each to be answered within a second.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from bench.real_site import CSRF, machine, real_site
from tests.spreadsheets.test_workbooks import with_sheets

UPLOADS = 116
MAX_SECONDS = 1.0
SLOW_ROW = b'<row r="20000"><c><v>1</v></c></row>'
"""It makes a workbook of 5 kB one that takes half a second to read."""


def main() -> None:
    """Print the longest waits; exit with an error if one is missed."""
    body = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'
    body += with_sheets(SLOW_ROW, 2) + b"\r\n--edge--\r\n"
    kind = "multipart/form-data; boundary=edge"
    with real_site(1, each_own=True) as site, ThreadPoolExecutor(UPLOADS) as visitors:

        def upload(number: int) -> int:
            sent = {"Cookie": f"csrftoken={CSRF}", "X-CSRFToken": CSRF, "Content-Type": kind}
            sent["X-Forwarded-For"] = f"10.1.0.{number % 4}"
            return site.send("POST", "/mbt2020/catalogue/troop_type/paste", body, **sent).status

        begun = time.monotonic()
        uploads = [visitors.submit(upload, number) for number in range(UPLOADS)]
        longest = dict.fromkeys(("front page", "edit", "event"), 0.0)
        asked = 0
        while not all(each.done() for each in uploads):
            for what, ask in (
                ("front page", lambda: site.get("/")),
                ("edit", lambda: site.post(f"/armies/{site.armies[0]}/edits/add-group", {"head": "1"})),
                ("event", lambda name=f"event {asked}": site.throw_dice(site.matches[0], name)),
            ):
                asking = time.monotonic()
                status = ask().status
                assert status in (200, 302, 409), (what, status)
                longest[what] = max(longest[what], time.monotonic() - asking)
            asked += 1
        statuses = [each.result() for each in uploads]
    print(machine())
    print(f"{UPLOADS} uploads in {time.monotonic() - begun:.0f} s: {dict(Counter(statuses))}")
    print(f"asked {asked} times, longest: {', '.join(f'{what} {wait:.2f} s' for what, wait in longest.items())}")
    assert max(longest.values()) <= MAX_SECONDS, "somebody waited too long"


if __name__ == "__main__":
    main()
