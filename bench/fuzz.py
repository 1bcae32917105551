"""Hostile values in the forms and addresses that the site itself gives, and files that are damaged.

``python -m bench.fuzz --requests 10000 --files 2000 [--seed N]`` walks through the real server as a player,
and sends what no browser would; with ``--services`` on PostgreSQL. Fails when an answer is 500 or none, one takes more
than 5 seconds of processor, or the process grows by 50 MB.
"""

import argparse
import json
import os
import random
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from email.message import Message
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from bench.hostile_files import files
from bench.real_site import (
    CSRF,
    Answer,
    RealSite,
    descendants,
    is_renderer,
    machine,
    real_site,
    resident,
    with_services,
)
from bench.soak import ONE_PROCESS
from tests.html_forms import Form, Page

HOSTILE: tuple[str, ...] = (
    "",
    "\0",
    "\ud800",
    "\u202e",
    "e" + "\u0301" * 300,
    "9" * 5000,
    "-1",
    "١٢٣",
    "1e309",
    "NaN",
    "0x10",
    "[" * 200_000,
    '{"a":' * 20_000,
    "<script>alert(1)</script>",
    "' or 1=1 --",
    "../../etc/passwd",
    "%00%ff",
    "\r\nSet-Cookie: a=b",
    "ab" * 50_000,
    "🂡" * 500,
    "{{ 7*7 }}",
)
NEVER = ("/account/logout", "/account/delete", "/delete", "/account/password", "/account/sessions", "/account/email")
"""Addresses with these words are left out: nothing can follow them."""
MAX_PROCESSOR = 5.0
"""Seconds."""
MAX_GROWN = 50.0
"""MB."""
KNOWN_PAGES = 400
"""The number of addresses and forms kept to choose from."""


class Fuzzer:
    """A player who does not behave."""

    def __init__(self, site: RealSite, rng: random.Random) -> None:
        """Begin with the pages of a player."""
        assert site.server
        self.site, self.rng = site, rng
        (self.process,) = descendants(site.server.pid)
        self.links = ["/", "/armies/", "/matches/", "/account/", *(f"/armies/{army}/" for army in site.armies)]
        self.forms: list[Form] = []
        self.statuses: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()
        self.worst = (0.0, "")

    def judge(self, what: str, kind: str, send: Callable[[], Answer]) -> Answer:
        """Send a request, and fail when the answer is not text or takes too long."""
        before = processor(self.process)
        answer = send()
        took = processor(self.process) - before
        self.statuses[answer.status] += 1
        self.kinds[kind] += 1
        self.worst = max(self.worst, (took, what[:200]))
        assert answer.status != 500, f"500: {what[:2000]!r}"
        assert answer.status or kind == "chunks", f"no answer: {what[:2000]!r}"
        assert took < MAX_PROCESSOR, f"{took:.1f} s: {what[:2000]!r}"
        return answer

    def learn(self, address: str, answer: Answer) -> None:
        """Remember the addresses and forms of a page."""
        if "text/html" not in answer.headers.get("Content-Type", ""):
            return
        page = Page(address, answer.content)
        own = [each for each in page.links if each.startswith("/") and not any(word in each for word in NEVER)]
        self.links = self._some(self.links, own)
        self.forms = self._some(
            self.forms, [each for each in page.forms if not any(word in each.address for word in NEVER)]
        )

    def _some(self, known: list[Any], more: list[Any]) -> list[Any]:
        both = known + [each for each in more if each not in known]
        return both if len(both) <= KNOWN_PAGES else self.rng.sample(both, KNOWN_PAGES)

    def step(self) -> None:
        """One request."""
        if not self.forms or self.rng.random() < 0.4:
            address = self.rng.choice(self.links)
            if self.rng.random() < 0.5:
                address = self.spoil_address(address)
            answer = self.judge(f"GET {address}", "address", lambda: self.site.get(address))
            self.learn(address, answer)
            return
        form = self.rng.choice(self.forms)
        fields = self.spoil_fields([each for each in form.fields if each[0] != "csrfmiddlewaretoken"])
        if form.method == "GET":
            address = f"{urlsplit(form.address).path}?{encoded(fields)[:6000]}"
            answer = self.judge(f"GET {address}", "form", lambda: self.site.get(address))
        else:
            more = {"HX-Request": "true"} if self.rng.random() < 0.5 else {}
            what = f"POST {form.address} {fields!r}"
            answer = self.judge(what, "form", lambda: self.site.post(form.address, fields, **more))
        self.learn(form.address, answer)

    def spoil_address(self, address: str) -> str:
        """The address with a value of its query, or a part of its path, replaced."""
        value = quote(self.rng.choice(HOSTILE)[:2000].encode(errors="surrogatepass"))
        path, _, query = address.partition("?")
        if query and self.rng.random() < 0.7:
            names = [each.partition("=")[0] for each in query.split("&")]
            return f"{path}?{query}&{self.rng.choice(names)}={value}"
        parts = path.split("/")
        parts[self.rng.randrange(1, len(parts))] = value
        return "/" + "/".join(parts).lstrip("/")

    def spoil_fields(self, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The fields with one or two replaced, doubled, left out or new."""
        for _ in range(self.rng.randint(1, 2)):
            value = self.rng.choice(HOSTILE)
            place = self.rng.randrange(len(fields) + 1)
            name = fields[place][0] if place < len(fields) else self.rng.choice(["head", "at", "more", value[:100]])
            match self.rng.randrange(4):
                case 0:
                    fields = [*fields, (name, value)]
                case 1:
                    fields = fields[:place] + fields[place + 1 :]
                case _:
                    fields = [*fields[:place], (name, value), *fields[place + 1 :]]
        return fields

    def program(self) -> None:
        """A body for the API that is invalid JSON or nested too deeply."""
        rng, army = self.rng, self.rng.choice(self.site.armies)
        text = rng.choice(
            [
                "[" * 200_000 + "]" * 200_000,
                '{"army":' * 50_000,
                json.dumps({"ruleset": rng.choice(HOSTILE)[:1000], "name": rng.choice(HOSTILE)}),
                '{"name": 1e309, "name": "\\ud800"}',
                "9" * 5000,
                "\0",
            ]
        )
        path = rng.choice(["/api/v1/armies", f"/api/v1/armies/{army}", f"/api/v1/armies/{army}/documents"])
        method = "PUT" if path.endswith(army) else "POST"
        headers = {"Authorization": f"Bearer {self.site.token}", "Content-Type": "application/json", "If-Match": "*"}
        content = text.encode(errors="surrogatepass")
        self.judge(f"{method} {path} {text[:100]}", "JSON", lambda: self.site.send(method, path, content, **headers))

    def chunks(self) -> None:
        """A body without a length, larger than the limit."""

        def send() -> Answer:
            head = f"POST /theme HTTP/1.1\r\nHost: 127.0.0.1:{self.site.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
            with closing(socket.create_connection(("127.0.0.1", self.site.port), timeout=60)) as connection:
                read = b""
                with suppress(OSError):
                    connection.sendall(head.encode())
                    for _ in range(400):
                        connection.sendall(b"10000\r\n" + bytes(0x10000) + b"\r\n")
                with suppress(OSError):
                    read = connection.recv(1000)
            return Answer(int(read[9:12] or 0), Message(), read)

        self.judge("endless chunks", "chunks", send)

    def file(self, whole: list[tuple[str, bytes]]) -> None:
        """A damaged file in any field that accepts one."""
        name, original = self.rng.choice(whole)
        content = bytearray(original)
        for _ in range(self.rng.choice([0, 1, 3, 30])):
            if content:
                place = self.rng.randrange(len(content))
                content[place : place + self.rng.choice([0, 1, 4])] = self.rng.randbytes(self.rng.choice([0, 1, 4]))
        if self.rng.random() < 0.2:
            content = content[: self.rng.randrange(len(content) + 1)]
        forms = [each for each in self.forms if each.file_fields] or [FILES]
        form = self.rng.choice([*forms, FILES])
        edge = "edge-of-the-parts"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{text}\r\n' for key, text in form.fields
        ]
        body = "".join(parts).encode(errors="replace")
        body += f'--{edge}\r\nContent-Disposition: form-data; name="{form.file_fields[0]}"; '.encode()
        body += f'filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode()
        body += bytes(content) + f"\r\n--{edge}--\r\n".encode()
        headers = {
            "Cookie": self.site.cookies,
            "X-CSRFToken": CSRF,
            "Content-Type": f"multipart/form-data; boundary={edge}",
        }
        what = f"file {name} of {len(content)} bytes to {form.address}"
        answer = self.judge(what, "file", lambda: self.site.send("POST", form.address, body, **headers))
        self.learn(form.address, answer)


FILES = Form("/armies/import", "POST", True, [], ["file"])


def encoded(fields: list[tuple[str, str]]) -> str:
    """The fields as a query, half characters included."""
    return urlencode(fields, errors="surrogatepass")


def processor(pid: int) -> float:
    """Seconds of processor time used by a process itself; the processes that lay out pages have separate limits."""
    with open(f"/proc/{pid}/stat") as file:
        times = file.read().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Send requests and print the answers; exit with an error if one is not text."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--services", action="store_true")
    arguments = parser.parse_args()
    with_services(arguments.services)
    print(f"seed: {arguments.seed}", flush=True)
    with real_site(4, ONE_PROCESS, WORKERS="1") as site:
        fuzzer = Fuzzer(site, random.Random(arguments.seed))
        whole = files(site)
        warm = arguments.requests // 5
        for number in range(arguments.requests):
            fuzzer.step()
            if number % 20 == 0:
                fuzzer.program()
            if number % 500 == 0:
                fuzzer.chunks()
            if number == warm:
                begun = resident(fuzzer.process)
        for _ in range(arguments.files):
            fuzzer.file(whole)
        grown = resident(fuzzer.process) - begun
        assert [each for each in descendants(site.server.pid) if not is_renderer(each)] == [fuzzer.process]  # type: ignore[union-attr]
    print(machine())
    print(f"requests: {dict(fuzzer.kinds)}, answers: {dict(sorted(fuzzer.statuses.items()))}")
    print(f"longest: {fuzzer.worst[0]:.1f} s of processor, {fuzzer.worst[1]!r}; memory grew by {grown:.0f} MB")
    assert fuzzer.statuses.total() >= arguments.requests + arguments.files, "too few requests"
    assert fuzzer.statuses[200] > fuzzer.statuses.total() / 10, "hardly anything was understood"
    assert grown < MAX_GROWN, "memory grows"


if __name__ == "__main__":
    main()
