import time
from http import HTTPStatus

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache, caches
from django.http import HttpResponse

from armybuilder.site import limits
from armybuilder.site.claims import COOKIE, Claim
from armybuilder.site.limits import MAX_PER_MINUTE, add_to_count, client, limit
from armybuilder.site.rates import Rate
from tests.visitors import ALICE, BOB, browser_of


@pytest.fixture
def clock(monkeypatch):
    """The time in seconds, as a list of one that a test may change."""
    now = [600.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    monkeypatch.setattr(limits, "time", time)
    return now


@pytest.fixture
def rates(monkeypatch):
    """Set what may be done a minute under a name."""
    return lambda name, *rate: monkeypatch.setitem(MAX_PER_MINUTE, name, Rate(*rate))


def statuses(view, request, times: int) -> list[int]:
    return [view(request).status_code for _ in range(times)]


def test_limit_counts_an_addresss_minute(rf, clock, rates):
    rates("test", 2)

    @limit("test")
    def view(request):
        return HttpResponse("done")

    request = rf.get("/", REMOTE_ADDR="192.0.2.1")
    assert statuses(view, request, 4) == [200, 200, 429, 429]
    assert statuses(view, rf.get("/", REMOTE_ADDR="192.0.2.2"), 1) == [200]
    clock[0] += 59
    assert statuses(view, request, 1) == [429]
    clock[0] += 1
    assert statuses(view, request, 3) == [200, 200, 429]


def test_limit_says_when_to_come_back(rf, clock, rates):
    rates("test", 0)

    @limit("test")
    def view(request):
        raise AssertionError("the view must not run")

    clock[0] += 18
    response = view(rf.get("/"))
    assert response.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert response["Retry-After"] == "42"
    assert "0 times a minute. Please try again in 42 seconds." in response.text


def test_views_share_a_count_by_its_name(rf, clock, rates):
    rates("one", 1)
    rates("two", 1)

    @limit("one")
    def first(request):
        return HttpResponse()

    @limit("one")
    def second(request):
        return HttpResponse()

    @limit("two")
    def third(request):
        return HttpResponse()

    request = rf.get("/")
    assert [view(request).status_code for view in (first, second, third)] == [200, 429, 200]


def test_limited_view_keeps_its_arguments_and_name(rf, rates):
    rates("test", 1)

    @limit("test")
    def print_army(request, key, *, size):
        """Print."""
        return HttpResponse(f"{key} {size}")

    assert print_army(rf.get("/"), "abc", size="A4").text == "abc A4"
    assert (print_army.__name__, print_army.__doc__) == ("print_army", "Print.")


def test_players_at_one_address_are_counted_each_by_themselves(rf, clock, rates):
    rates("test", 5, 2)

    @limit("test")
    def view(request):
        return HttpResponse("done")

    def of(claim):
        request = rf.get("/")
        request.user = AnonymousUser()
        request.COOKIES[COOKIE] = browser_of(claim).cookies[COOKIE].value
        return request

    assert statuses(view, of(ALICE), 3) == [200, 200, 429]
    assert statuses(view, of(BOB), 2) == [200, 200]
    clock[0] += 60
    assert [statuses(view, of(Claim(str(number))), 1) for number in range(6)] == [[200]] * 5 + [[429]]


def test_a_newcomer_s_request_is_counted_once(rf, clock, rates):
    rates("test", 5, 3)
    view = limit("test")(lambda request: HttpResponse("done"))
    request = rf.get("/")
    request.user = AnonymousUser()
    assert statuses(view, request, 4) == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("address", "forwarded", "proxies", "expected"),
    [
        ("192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.9", 0, "192.0.2.1"),
        ("127.0.0.1", "198.51.100.9", 1, "198.51.100.9"),
        ("127.0.0.1", "203.0.113.1, 198.51.100.9", 1, "198.51.100.9"),
        ("127.0.0.1", "203.0.113.1, 198.51.100.9", 2, "203.0.113.1"),
        ("127.0.0.1", "198.51.100.9", 2, "198.51.100.9"),
        ("127.0.0.1", "", 1, "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "", 0, "2001:db8:1:2::/64"),
        ("", "", 0, "unknown"),
        ("127.0.0.1", "rubbish", 1, "unknown"),
    ],
)
def test_client_is_the_nearest_address_that_cannot_be_made_up(rf, settings, address, forwarded, proxies, expected):
    settings.PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client(rf.get("/", REMOTE_ADDR=address, headers=headers)) == expected


def test_a_count_that_goes_between_two_calls_begins_anew(monkeypatch):
    """As where Redis has the count and goes away before it is added to: the machine's own cache has none."""
    counts = caches["counts"]
    counts.set("count", 5, 60)

    def gone(key, number):
        counts.delete(key)
        raise ValueError("no such key")

    monkeypatch.setattr(counts, "incr", gone)
    assert add_to_count("count") == 1
    monkeypatch.undo()
    assert (add_to_count("count"), counts.get("count")) == (2, 2)


def test_a_full_cache_on_this_machine_loses_no_counts(settings, tmp_path):
    local = settings.CACHES.get("local", settings.CACHES["default"])
    settings.CACHES = {name: local | {"LOCATION": tmp_path / name} for name in ("default", "counts")}
    assert add_to_count("count") == 1
    cache.clear()  # as culling may
    assert add_to_count("count") == 2


def test_cache_of_the_site_is_shared_between_workers():
    cache.add("key", 1)
    assert cache.incr("key") == 2
    assert caches.create_connection("default").get("key") == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("size", "status"), [(1000, 302), (1001, 413)])
def test_requests_over_the_limit_are_refused_unread(client, settings, size, status):
    settings.REQUEST_MAX_SIZE = 1000
    fixed = len("theme=dark&next=/&rest=")
    body = "theme=dark&next=/&rest=" + "x" * (size - fixed)
    response = client.post("/theme", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status


@pytest.mark.django_db
def test_files_over_the_limit_are_refused(client, settings, tmp_path):
    settings.REQUEST_MAX_SIZE = 1000
    large = tmp_path / "army.json"
    large.write_bytes(b"x" * 2000)
    with large.open("rb") as file:
        assert client.post("/theme", {"theme": "dark", "file": file}).status_code == 413
