"""Lanes for what takes long: their places, who is refused, and what a refusal keeps."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, wait
from itertools import chain
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import FileField
from django.http import HttpRequest
from django.urls import get_resolver
from django.utils.asyncio import async_unsafe
from lxml import html

from armybuilder.accounts.account_data import export_account
from armybuilder.armies.suggestions.suggested_edits import offer
from armybuilder.battlefields.surveys import survey
from armybuilder.drawing.picture_files import png_of
from armybuilder.interchange.battlescribe.data_format import write as write_xml
from armybuilder.interchange.entry_tables import read_table
from armybuilder.interchange.importing import read_file
from armybuilder.jobs import running
from armybuilder.printing.background import result_of
from armybuilder.printing.documents.cards import fitted_to
from armybuilder.site import lanes
from armybuilder.site.lanes import FRAMES, LANES, REFUSED, Lane, Lanes
from armybuilder.site.processes import read_untrusted
from armybuilder.site.tasks import Busy
from armybuilder.spreadsheets.untrusted import parse_xml
from armybuilder.spreadsheets.workbooks import write_workbook
from rulesets.registry import Provider, all_rulesets, provide
from tests.of_parts import of_parts
from tests.reach import Reach
from tests.routes import ROUTES, patterns
from tests.spreadsheets.test_untrusted import archive

IMPORT = "/armies/import"
NARROW = Lane(
    "uploads",
    threads=1,
    places=4,
    address=3,
    browser=2,
    views=frozenset({"catalogue:picture", "interchange:import"}),
    methods=frozenset({"POST"}),
)

Answer = tuple[str, str]
"""The thread that answered, and the refusal."""


class Site:
    """A site whose uploads are held in work until they are released."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.lanes = loop, Lanes(1, [NARROW])
        self.released = threading.Event()
        self.sent: list[Future[Answer]] = []

    def send(self, address: str, method: str = "POST", path: str = IMPORT, **given: str) -> Future[Answer]:
        request = HttpRequest()
        request.method, request.path_info = method, path
        request.META = {"REMOTE_ADDR": address, **given}

        def work() -> Answer:
            thread = threading.current_thread().name.partition("_")[0]
            if thread == NARROW.name:
                self.released.wait()
            return thread, str(request.META.get(REFUSED, ""))

        self.sent.append(asyncio.run_coroutine_threadsafe(self.lanes.answer(request, work), self.loop))
        return self.sent[-1]


@pytest.fixture
def site() -> Iterator[Site]:
    loop = asyncio.new_event_loop()
    running = threading.Thread(target=loop.run_forever)
    running.start()
    held = Site(loop)
    yield held
    held.released.set()
    wait(held.sent)
    loop.call_soon_threadsafe(loop.stop)
    running.join()
    loop.close()


def test_who_waits_in_a_lane_keeps_no_page_waiting(site: Site) -> None:
    uploads = [site.send("10.0.0.1"), site.send("10.0.0.2")]
    for method, path in (("GET", IMPORT), ("POST", "/theme"), ("GET", "/none")):
        assert site.send("10.0.0.1", method, path).result(9) == ("request", "")
    assert not any(each.done() for each in uploads)
    site.released.set()
    assert [each.result(9) for each in uploads] == [("uploads", "")] * 2


def test_an_address_of_a_game_in_the_database_finds_its_lane(site: Site) -> None:
    game = all_rulesets()[0]
    provide("stored-", Provider(async_unsafe(lambda slug: game), lambda slugs: {}, lambda slug: {}))
    site.released.set()
    assert site.send("10.0.0.1", "POST", "/stored-1/catalogue/weapons/rifle/picture").result(9) == ("uploads", "")
    assert site.send("10.0.0.1", "GET", "/stored-2/catalogue/").result(9) == ("request", "")


def test_an_address_and_a_lane_have_so_many_places_and_get_them_back(site: Site) -> None:
    uploads = [site.send("10.0.0.1") for _ in range(3)]
    assert_refused(site.send("10.0.0.1"), "Several requests from your network")
    uploads.append(site.send("10.0.0.2"))
    assert_refused(site.send("10.0.0.3"), "The site is busy")
    site.released.set()
    assert [each.result(9) for each in uploads] == [("uploads", "")] * 4
    assert site.send("10.0.0.3").result(9) == ("uploads", "")


def test_who_asks_for_many_pages_lets_another_wait_for_one(site: Site) -> None:
    site.lanes.pages.submit(site.released.wait)
    pages = [site.send(f"10.0.0.{number}", "GET", "/none") for number in (1, 1, 1, 1, 1, 2)]
    ended = list[Future[Answer]]()
    for page in pages:
        page.add_done_callback(ended.append)
    site.released.set()
    wait(pages)
    assert [pages.index(page) for page in ended] == [0, 1, 5, 2, 3, 4]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"HTTP_AUTHORIZATION": "Bearer a"}, {"HTTP_AUTHORIZATION": "Bearer b"}),
        ({"HTTP_COOKIE": "theme=dark; sessionid=a"}, {"HTTP_COOKIE": "theme=dark; sessionid=b"}),
        ({"HTTP_COOKIE": "claim=a; csrftoken=c"}, {"HTTP_COOKIE": "claim=b; csrftoken=c"}),
        ({"HTTP_COOKIE": "csrftoken=a"}, {"HTTP_COOKIE": "csrftoken=b"}),
    ],
    ids=["program", "account", "browser", "new browser"],
)
def test_one_visitor_leaves_others_of_the_address_a_place(
    site: Site, one: dict[str, str], other: dict[str, str]
) -> None:
    uploads = [site.send("10.0.0.1", **one) for _ in range(2)]
    for address in ("10.0.0.1", "10.0.0.2"):
        assert_refused(site.send(address, **one), "Several of your requests")
    uploads.append(site.send("10.0.0.1", **other))
    site.released.set()
    assert [each.result(9) for each in uploads] == [("uploads", "")] * 3
    assert site.send("10.0.0.1", **one).result(9) == ("uploads", "")


def assert_refused(answer: Future[Answer], words: str) -> None:
    thread, refusal = answer.result(9)
    assert thread == "refusal"
    assert refusal.startswith(words)


def test_a_turn_that_does_not_come_is_not_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first = site.send("10.0.0.1")
    monkeypatch.setattr(lanes, "PATIENCE", 0.05)
    assert_refused(site.send("10.0.0.2"), "The requests before yours took too long")
    assert not first.done()


SLOW = (
    # What is read: pictures and workbooks, lists, files of BattleScribe, tables of entries.
    read_untrusted,
    read_file,
    parse_xml,
    read_table,
    # What is written and drawn: workbooks, files of BattleScribe, all data of an account, pictures, cards.
    write_workbook,
    write_xml,
    export_account,
    png_of,
    fitted_to,
    # What is waited for: jobs, pages of a preview or a PDF.
    running.wait,
    result_of,
    # What is worked out: battlefields, suggestions.
    survey,
    offer,
    *chain(*of_parts("SLOW")),
)
"""What takes more than a moment. A view whose code leads to it, or to a form's field for a file, belongs in a lane."""


def test_every_view_that_leads_to_slow_work_is_in_a_lane() -> None:
    laned = {view for lane in LANES for view in lane.views}
    slow, found, reach, known = set[str](), set[int](), Reach(), set(map(id, SLOW))
    for name, pattern in patterns(get_resolver()):
        steps = {
            id(each)
            for each in reach.reached_from(pattern.callback)
            if id(each) in known or isinstance(each, FileField)
        }
        found |= steps
        slow |= {name} if steps else set()
    assert slow - laned == set()
    assert {step.__name__ for step in SLOW if id(step) not in found} == set(), "no view is found to lead there"


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
def test_parts_pictures_and_programs_are_refused_in_their_way(client: Any) -> None:
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
def test_a_page_that_is_refused_can_be_asked_for_again(client: Any) -> None:
    answer = client.get("/mbt2020/battlefield/?seed=7", **{REFUSED: Busy("Wait.")})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    page = html.fromstring(answer.content.decode())
    assert page.xpath("//main//a/@href") == ["/mbt2020/battlefield/?seed=7"]
    assert page.xpath("//main//form") == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "sent", "again"),
    [
        ("get", "/armies/a/cards/b?3", {}, "/armies/a/cards/b?3="),
        (
            "post",
            "/armies/a/print/preview",
            {"paper": "a5", "csrfmiddlewaretoken": "x"},
            "/armies/a/print/preview?paper=a5",
        ),
    ],
)
def test_a_frame_that_is_refused_fills_itself_later(
    client: Any, method: str, path: str, sent: dict[str, str], again: str
) -> None:
    answer = getattr(client, method)(path, sent, **{REFUSED: Busy("Wait.", 429)})
    assert answer.resolver_match.view_name in FRAMES
    assert (answer.status_code, answer["Refresh"]) == (429, f"10; url={again}")
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert "Wait." in answer.content.decode()


def test_frames_are_views_of_the_lanes() -> None:
    assert FRAMES - {view for lane in LANES for view in lane.views} == set()


@pytest.mark.django_db
def test_a_view_that_finds_too_much_to_do_is_answered_likewise(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.site.processes.READING_PATIENCE", -1)
    file = SimpleUploadedFile("a.xlsx", archive({"[Content_Types].xml": b""}))
    answer = client.post("/mbt2020/catalogue/troop_type/paste", {"text": "kept", "file": file})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert 'value="kept"' in answer.content.decode()
