"""The pages of club evenings: for the organiser, for players, and for all who have the link."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import html

from armybuilder.club_evenings.models import Evening, Pairing, Place, Player
from armybuilder.club_evenings.playing import join, next_round, start
from armybuilder.club_evenings.tests.conftest import MakeEvening, first_players_win, pairings_of
from armybuilder.site.claims import Author
from tests.html_forms import Page
from tests.page_texts import words_of
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_an_evening_from_its_creation_to_the_standings(alice: Client, bob: Client) -> None:
    created = alice.post("/evenings/", {"name": "Friday", "kind": "swiss", "ruleset": ""})
    address = created.headers["Location"]
    assert address == Evening.objects.get().get_absolute_url()
    assert f"http://testserver{address}" in alice.get(address).text
    assert bob.post(f"{address}/join", {"name": "Bob"}).headers["Location"] == address
    assert "You have joined." in bob.get(address).text
    alice.post(f"{address}/change", {"do": "add", "names": "Ann\n\n  Cleo \nAnn"})
    assert "Players (3 of 16)" in alice.get(address).text
    alice.post(f"{address}/change", {"do": "start"})
    table = html.fromstring(Client().get(address).content).find_class("club-standings")[0]
    names = sorted((cell.text_content().strip() for cell in table.xpath(".//tbody//th")), key=lambda name: name[3:])
    assert [name.split(". ")[1] for name in names] == ["Ann", "Bob", "Cleo"]
    for evening_list, words in ((alice, "You organise it."), (bob, "You play.")):
        assert words in words_of(evening_list.get("/evenings/"))
    assert "Friday" not in Client().get("/evenings/").text


def test_a_form_with_mistakes_creates_nothing(alice: Client) -> None:
    for sent in ({"name": ""}, {"name": "a\x07"}, {"name": "A", "kind": "x"}, {"name": "A", "ruleset": "x"}):
        assert alice.post("/evenings/", sent).status_code == 422
    assert not Evening.objects.exists()


def test_only_so_many_evenings_are_organised(alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.club_evenings.views.MAX_EVENINGS", 1)
    assert [alice.post("/evenings/", {"name": name}).status_code for name in "AB"] == [302, 409]


def test_a_refused_name_is_said_and_not_lost(alice: Client, bob: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(2)
    address = evening.get_absolute_url()
    bob.post(f"{address}/join", {"name": "Ann"})
    answer = alice.post(f"{address}/join", {"name": "Ann"})
    assert answer.status_code == 409
    assert "Somebody has joined as Ann already." in words_of(answer)
    assert 'value="Ann"' in answer.text
    names = "\n".join(f"Player {number}" for number in range(40))
    answer = alice.post(f"{address}/change", {"do": "add", "names": names})
    assert (answer.status_code, "Player 39" in answer.text, Player.objects.count()) == (409, True, 2)


def test_a_typed_name_is_taken_by_who_it_belongs_to(bob: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(3)
    address = evening.get_absolute_url()
    assert "This is me" in bob.get(address).text
    start(evening)
    assert "Who are you?" in bob.get(address).text
    bob.post(f"{address}/join", {"name": "Ben"})
    page = bob.get(address)
    assert ("Who are you?" in page.text, "Ben (you)" in words_of(page), Place.objects.count()) == (False, True, 1)


def test_a_form_to_join_sent_twice_gives_one_claim(make_evening: MakeEvening) -> None:
    address, browser = make_evening(2).get_absolute_url(), Client()
    form = next(form for form in Page(address, browser.get(address).content).forms if form.address.endswith("/join"))
    sent = {**dict(form.fields), "name": "Zoë"}
    # The second one goes before the answer to the first one has come.
    first, second = (Client().post(form.address, sent) for _ in range(2))
    assert [first.status_code, second.status_code] == [302, 302]
    browser.cookies = second.cookies
    assert "Zoë (you)" in words_of(browser.get(address))
    assert Place.objects.count() == 1


def test_a_wrongly_taken_name_is_given_back(alice: Client, bob: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(3)
    address = evening.get_absolute_url()
    for browser, name in ((bob, "Ann"), (alice, "Ben")):
        browser.post(f"{address}/join", {"name": name})
    assert "I am not Ann" in words_of(bob.get(address))
    start(evening)
    assert "Release a name" not in bob.get(address).text
    assert ["I am not Ben" in words_of(alice.get(address)), "Release a name" in alice.get(address).text] == [True, True]
    Client().post(f"{address}/leave")
    assert Place.objects.count() == 2
    bob.post(f"{address}/leave")
    assert "Who are you?" in bob.get(address).text
    bob.post(f"{address}/join", {"name": "Cleo"})
    released = {"do": "release", "player": Player.objects.get(name="Cleo").pk}
    assert bob.post(f"{address}/change", released).status_code == 404
    assert alice.post(f"{address}/change", released).status_code == 302
    assert [str(place) for place in Place.objects.all()] == ["Ben"]


def test_names_that_are_pasted_are_all_added_or_refused(alice: Client, make_evening: MakeEvening) -> None:
    address = make_evening(0).get_absolute_url()
    names = "\n".join([*["Ann", "Ben"] * 10, "Cleo"])
    assert alice.post(f"{address}/change", {"do": "add", "names": names}).status_code == 302
    assert sorted(map(str, Player.objects.all())) == ["Ann", "Ben", "Cleo"]


def test_a_long_refused_name_is_shown_cut(bob: Client, make_evening: MakeEvening) -> None:
    answer = bob.post(f"{make_evening(0).get_absolute_url()}/join", {"name": "x" * 100_000})
    assert (answer.status_code, "x" * 200 in answer.text, "x" * 201 in answer.text) == (409, True, False)


def test_each_name_of_a_line_has_its_own_direction(alice: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(3)
    page = html.fromstring(alice.get(evening.get_absolute_url()).content)
    assert page.xpath("//li/span/bdi/text()") == ["Ann", "Ben", "Cleo"]
    start(evening)
    page = html.fromstring(alice.get(evening.get_absolute_url()).content)
    assert sorted(page.xpath("//th/bdi/text()")) == ["Ann", "Ben", "Cleo"]
    assert sorted(page.xpath("//b/bdi/text()")) == ["Ann", "Ben", "Cleo"]


def test_only_the_two_players_and_the_organiser_enter_a_result(
    alice: Client, bob: Client, make_evening: MakeEvening
) -> None:
    evening = make_evening(4)
    start(evening)
    mine, other = pairings_of(evening)
    join(evening, str(mine.second), Author(None, BOB.hash))
    address = evening.get_absolute_url()

    def entered(browser: Client, pairing: object, verdict: str = "first", seen: str = "") -> int:
        sent = {"pairing": pairing, "verdict": verdict, "seen": seen}
        return browser.post(f"{address}/result", sent).status_code

    assert [entered(browser, other.pk) for browser in (bob, Client())] == [404, 404]
    assert [entered(bob, pairing) for pairing in ("", "x", 999_999)] == [404] * 3
    assert entered(bob, mine.pk, "third") == 400
    assert not Pairing.objects.exclude(verdict="").exists()
    assert entered(bob, mine.pk) == 302
    assert f"{mine.first} won Entered by {mine.second}" in words_of(Client().get(address))
    assert entered(alice, mine.pk, "draw") == 409
    assert entered(alice, mine.pk, "draw", "first") == 302
    assert "Draw Entered by the organiser" in words_of(Client().get(address))
    assert len(Page(address, bob.get(address).content).forms) < len(Page(address, alice.get(address).content).forms)


def test_strangers_change_nothing_of_an_evening(bob: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(3)
    player = Player.objects.first()
    assert player is not None
    for sent in ({"do": "start"}, {"do": "add", "names": "X"}, {"do": "remove", "player": player.pk}, {"do": "delete"}):
        assert bob.post(f"{evening.get_absolute_url()}/change", sent).status_code == 404
    evening.refresh_from_db()
    assert (evening.rounds, Player.objects.count()) == (0, 3)


def test_the_organiser_removes_players_and_deletes_the_evening(alice: Client, make_evening: MakeEvening) -> None:
    evening, other = make_evening(3), make_evening(3)
    address = evening.get_absolute_url()
    for each in (evening, other):
        player = each.players.get(name="Ann")
        assert alice.post(f"{address}/change", {"do": "remove", "player": player.pk}).status_code == 302
    assert (evening.players.count(), other.players.count()) == (2, 3)
    assert alice.post(f"{address}/change", {"do": "dance"}).status_code == 400
    assert alice.post(f"{address}/change", {"do": "delete"}).headers["Location"] == "/evenings/"
    assert list(Evening.objects.all()) == [other]
    assert alice.get(address).status_code == 404


def test_the_next_round_is_offered_when_all_results_are_in(alice: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(4)
    start(evening)
    address = evening.get_absolute_url()
    assert "Pair round 2" not in alice.get(address).text
    first_players_win(evening)
    assert "Pair round 2" not in Client().get(address).text
    form = next(form for form in Page(address, alice.get(address).content).forms if "seen" in dict(form.fields))
    sent = {**dict(form.fields), "do": "next"}
    assert [alice.post(form.address, sent).status_code for _ in range(2)] == [302, 302]
    assert Pairing.objects.count() == 4


def test_names_are_shown_as_text(alice: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(2)
    join(evening, "<b onclick='x'>Eve", Author(None, BOB.hash))
    start(evening)
    Evening.objects.update(name="<script>alert(1)</script>")
    page = html.fromstring(alice.get(evening.get_absolute_url()).content)
    assert (page.xpath("//*[@onclick]"), page.xpath("//script[contains(., 'alert')]")) == ([], [])
    assert page.xpath("//h1/text()") == ["<script>alert(1)</script>"]


def test_nobody_finds_an_evening_without_its_link(make_evening: MakeEvening) -> None:
    answer = Client().get(make_evening(3).get_absolute_url())
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert html.fromstring(answer.content).xpath("//meta[@name='robots']/@content") == ["noindex, nofollow"]


@pytest.mark.parametrize("address", ["/evenings/", ""])
def test_many_players_and_rounds_need_no_more_queries(make_evening: MakeEvening, address: str) -> None:
    def queries(evening: Evening) -> int:
        browser = browser_of(ALICE)
        browser.get(address or evening.get_absolute_url())
        with CaptureQueriesContext(connection) as captured:
            browser.get(address or evening.get_absolute_url())
        return len(captured)

    small, large = make_evening(3), make_evening(8)
    join(small, "Ann", Author(None, ALICE.hash))
    join(large, "Ann", Author(None, ALICE.hash))
    start(small)
    few = queries(small)
    start(large)
    for number in range(1, 4):
        first_players_win(large)
        next_round(large, number)
    for _ in range(3):
        make_evening(4)
    assert queries(large) == few


def test_a_bye_has_no_table(alice: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(3)
    start(evening)
    page = html.fromstring(alice.get(evening.get_absolute_url()).content)
    told = [" ".join(each.text_content().split()) for each in page.find_class("club-pair")]
    assert [("Table" in words, "Bye" in words) for words in told] == [(True, False), (False, True)]


def test_late_players_join_by_link_and_leave_by_the_organiser(
    alice: Client, bob: Client, make_evening: MakeEvening
) -> None:
    evening = make_evening(4)
    start(evening)
    address = evening.get_absolute_url()
    assert "Join late" in bob.get(address).text
    assert bob.post(f"{address}/join", {"name": "Zoë"}).status_code == 302
    assert ("Zoë (you)" in words_of(bob.get(address)), "Players who come or leave" in bob.get(address).text) == (
        True,
        False,
    )
    ann = Player.objects.get(name="Ann").pk
    for do in ("left", "back"):
        assert bob.post(f"{address}/change", {"do": do, "player": ann}).status_code == 404
    assert alice.post(f"{address}/change", {"do": "left", "player": ann}).status_code == 302
    assert "Ann (has left)" in words_of(Client().get(address))
    assert alice.post(f"{address}/change", {"do": "back", "player": ann}).status_code == 302
    assert "has left" not in words_of(Client().get(address))
    assert alice.post(f"{address}/change", {"do": "add", "names": "Yann"}).status_code == 302
    assert Player.objects.filter(name="Yann").exists()


def test_a_full_schedule_says_that_nobody_else_can_join(alice: Client, bob: Client, make_evening: MakeEvening) -> None:
    evening = make_evening(4, Evening.Kind.ROUND_ROBIN)
    start(evening)
    address = evening.get_absolute_url()
    assert "Join late" not in bob.get(address).text
    assert "Nobody else can join this evening." in words_of(alice.get(address))
    refused = bob.post(f"{address}/join", {"name": "Zoë"})
    assert (refused.status_code, "All games of this evening are paired." in words_of(refused)) == (409, True)
    alice.post(f"{address}/change", {"do": "left", "player": Player.objects.get(name="Ann").pk})
    assert words_of(alice.get(address)).count("Not played") == 3
