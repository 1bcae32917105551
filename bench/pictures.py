"""Upload large pictures at once, and kill a web process: no process grows large, and none outlives the site.

``python -m bench.pictures`` starts a server and prints the peak memory of its processes.
"""

import signal
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from bench.real_site import (
    CSRF,
    RealSite,
    descendants,
    is_renderer,
    kill,
    machine,
    real_site,
    together,
    until,
)

AT_ONCE = 10
MAX_MEGABYTES = 300
"""That a process may ever have taken."""
PATIENCE = 15.0
"""Seconds for processes to end with the one that started them."""
BOUNDARY = "picture"


def pictures() -> Iterator[bytes]:
    """A camera's picture, the largest clear one, and a small file of 49 million pixels."""
    for form, mode, size in (
        ("JPEG", "RGB", (8160, 6120)),
        ("PNG", "RGBA", (4898, 4898)),
        ("PNG", "RGB", (7000, 7000)),
    ):
        file = BytesIO()
        Image.new(mode, size).save(file, form)
        yield file.getvalue()


def upload(site: RealSite, picture: bytes) -> None:
    """Upload a picture of an army; whether it is taken or refused, the answer leads back to the army."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
    fields = f'{head}part"\r\n\r\nthe-army\r\n{head}file"; filename="x"\r\nContent-Type: image/png\r\n\r\n'.encode()
    body = fields + picture + f"\r\n--{BOUNDARY}--\r\n".encode()
    sent = {"Cookie": site.cookies, "X-CSRFToken": CSRF, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    answer = site.send("POST", f"/armies/{site.armies[0]}/pictures/", body, **sent)
    assert answer.status == 302, answer


def peak(pid: int) -> float:
    """The most memory that a process has had, in MB."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1000


def is_running(pid: int) -> bool:
    """Whether a process is there."""
    return Path(f"/proc/{pid}/cmdline").exists() and bool(Path(f"/proc/{pid}/cmdline").read_bytes())


def main() -> None:
    """Upload, measure, kill and stop."""
    sent = list(pictures())
    with real_site(1) as site:
        server = site.server
        assert server
        together(*[lambda number=number: upload(site, sent[number % len(sent)]) for number in range(AT_ONCE)])
        below = descendants(server.pid)
        peaks = {True: 0.0, False: 0.0}
        for pid in below:
            peaks[is_renderer(pid)] = max(peaks[is_renderer(pid)], peak(pid))
        print(f"{AT_ONCE} pictures: at most {peaks[False]:.0f} MB in a web process, {peaks[True]:.0f} MB in a reader")
        assert max(peaks.values()) < MAX_MEGABYTES
        (web, *_) = [pid for pid in below if any(map(is_renderer, descendants(pid)))]
        readers = descendants(web)
        kill(web)
        seconds = until(lambda: not any(map(is_running, readers)), PATIENCE)
        print(f"{len(readers)} processes of a killed web process ended after {seconds:.1f} s")
        left = descendants(server.pid)
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        seconds = until(lambda: not any(map(is_running, left)), PATIENCE)
        print(f"nothing is left {seconds:.1f} s after the server has ended")
    print(machine(), file=sys.stderr)


if __name__ == "__main__":
    main()
