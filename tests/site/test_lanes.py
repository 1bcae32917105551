"""Lanes for what takes long: their places, who is refused, and what a refusal keeps."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from lxml import html

from armybuilder.site import lanes
from armybuilder.site.lanes import LANES, REFUSED, Lane, Lanes
from armybuilder.site.tasks import Busy
from tests.routes import ROUTES

IMPORT = "/armies/import"
NARROW = Lane("uploads", 1, places=3, each=2, views=frozenset({"interchange:import"}), methods=frozenset({"POST"}))

Answer = tuple[str, str]
"""The thread that answered, and the refusal."""


class Site:
    """A site whose uploads are held in work until they are released."""

    def __init__(self, visitors: ThreadPoolExecutor, pages: ThreadPoolExecutor) -> None:
        self.visitors, self.lanes = visitors, Lanes(pages, [NARROW])
        self.released = threading.Event()

    def send(self, address: str, method: str = "POST", path: str = IMPORT) -> Future[Answer]:
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "REMOTE_ADDR": address}

        def work() -> Answer:
            thread = threading.current_thread().name.partition("_")[0]
            if thread == NARROW.name:
                self.released.wait()
            return thread, str(environ.get(REFUSED, ""))

        return self.visitors.submit(self.lanes.answer, environ, work)


@pytest.fixture
def site() -> Iterator[Site]:
    with ThreadPoolExecutor(9) as visitors, ThreadPoolExecutor(1, "page") as pages:
        held = Site(visitors, pages)
        yield held
        held.released.set()


def test_who_waits_in_a_lane_keeps_no_page_waiting(site: Site) -> None:
    uploads = [site.send("10.0.0.1"), site.send("10.0.0.2")]
    for method, path in (("GET", IMPORT), ("POST", "/theme"), ("GET", "/none")):
        assert site.send("10.0.0.1", method, path).result(9) == ("page", "")
    assert not any(each.done() for each in uploads)
    site.released.set()
    assert [each.result(9) for each in uploads] == [("uploads", "")] * 2


def test_an_address_and_a_lane_have_so_many_places_and_get_them_back(site: Site) -> None:
    uploads = [site.send("10.0.0.1") for _ in range(2)]
    assert_refused(site.send("10.0.0.1"), "Several of your requests")
    uploads.append(site.send("10.0.0.2"))
    assert_refused(site.send("10.0.0.3"), "Many players")
    site.released.set()
    assert [each.result(9) for each in uploads] == [("uploads", "")] * 3
    assert site.send("10.0.0.3").result(9) == ("uploads", "")


def assert_refused(answer: Future[Answer], words: str) -> None:
    thread, refusal = answer.result(9)
    assert thread == "page"
    assert refusal.startswith(words)


def test_a_turn_that_does_not_come_is_not_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first = site.send("10.0.0.1")
    monkeypatch.setattr(lanes, "PATIENCE", 0.05)
    assert_refused(site.send("10.0.0.2"), "The requests before yours took too long")
    assert not first.done()


def test_the_views_of_the_lanes_are_addresses_of_the_site() -> None:
    known = {(row.name, row.method) for row in ROUTES}
    named = [(lane, view) for lane in LANES for view in lane.views]
    assert [view for lane, view in named if not any((view, method) in known for method in lane.methods)] == []
    assert len({view for _, view in named}) == len(named)


@pytest.mark.django_db
@pytest.mark.parametrize(("status", "meta"), [(429, "10.0.0.1"), (503, "10.0.0.2")])
def test_a_refusal_says_when_to_return_and_keeps_what_was_written(client: Any, status: int, meta: str) -> None:
    sent = {"text": 'Two "tanks"\n<b>', "file": SimpleUploadedFile("a.xlsx", b"PK")}
    answer = client.post(f"{IMPORT}?a=1", sent, REMOTE_ADDR=meta, **{REFUSED: Busy("Wait.", status)})
    assert (answer.status_code, answer["Retry-After"]) == (status, "10")
    (form,) = html.fromstring(answer.content.decode()).xpath("//main//form")
    assert form.get("action") == f"{IMPORT}?a=1"
    assert form.xpath(".//input[@name='text']/@value") == [sent["text"]]
    assert [each.get("name") for each in form.xpath(".//input[@type='file']")] == ["file"]
    assert form.xpath("count(.//input[@name='csrfmiddlewaretoken'])") == 1


@pytest.mark.django_db
def test_parts_of_pages_pictures_and_programs_are_refused_in_their_way(client: Any) -> None:
    busy = {REFUSED: Busy("Wait.", 429)}
    part = client.post(IMPORT, {"text": "a"}, headers={"HX-Request": "true"}, **busy)
    picture = client.get("/mbt2020/battlefield/map.svg", **busy)
    program = client.post("/api/v1/armies", b"{}", content_type="application/json", **busy)
    for answer in (part, picture, program):
        assert (answer.status_code, answer["Retry-After"]) == (429, "10")
        assert "Wait." in answer.content.decode()
    assert part["HX-Retarget"] == "#messages"
    assert program["Content-Type"] == "application/problem+json"


@pytest.mark.django_db
def test_a_view_that_finds_too_much_to_do_is_answered_likewise(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.site.processes.READING_PATIENCE", -1)
    file = SimpleUploadedFile("a.xlsx", b"PK\x03\x04[Content_Types].xml")
    answer = client.post("/mbt2020/catalogue/troop_type/paste", {"text": "kept", "file": file})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert 'value="kept"' in answer.content.decode()
