"""A battle played over HTTP, with and without scripts."""

import html
import json
import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from lxml.html import fromstring as parse

from armybuilder.desk import playing
from armybuilder.desk.access import own_battle
from armybuilder.desk.board import draw
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.playing import STALE
from armybuilder.desk.revisions import BATTLES, create_battle
from armybuilder.desk.tests.conftest import DESK, GAME
from rulesets.core.desk import BoardMark

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
BOARD = DESK.board(DESK.demo())
PIECE, GROUP = BOARD.pieces[0], BOARD.groups[0]


def url(battle, name, *more):
    return reverse(f"desk:{name}", args=[battle.pk, *more])


def post(client, battle, name, *more, headers=None, **sent):
    """Send a form as the page as it stands now would."""
    sent = {"seen": Battle.objects.get(pk=battle.pk).version} | sent
    return client.post(url(battle, name, *more), sent, headers=headers)


def state(battle):
    """The battle as it is saved."""
    return BATTLES.load_head(Battle.objects.get(pk=battle.pk))


def piece(battle, number=PIECE.id):
    return next(each for each in DESK.board(state(battle)).pieces if each.id == number)


def give(client, battle, orders=DESK.demo_orders, seed="7"):
    return post(client, battle, "orders", orders=orders, seed=seed, do="give")


def data(answer, name):
    """What an answer tells the script."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', answer.text)
    assert found
    return json.loads(found[1])


def told(answer):
    """The numbers of the pieces that an answer brings."""
    return [row[0] for row in data(answer, "board-changes")["pieces"]]


# --- the map -----------------------------------------------------------------------------------------


def test_the_page_shows_map_orders_and_squads(alice, battle):
    shown = alice.get(battle.get_absolute_url())
    rows = data(shown, "board-pieces")
    assert [tuple(row[:5]) for row in rows] == [(one.id, one.group, one.x, one.y, one.side) for one in BOARD.pieces]
    assert {row[5] for row in rows} == {1}
    assert [row[6:9:2] for row in rows] == [[one.label, one.title] for one in BOARD.pieces]
    plain = html.unescape(shown.text)
    assert [line.term for line in DESK.order_help if line.term not in plain] == []
    assert "style=" not in shown.text


def test_a_piece_is_placed_and_the_answer_is_small(alice, battle):
    answer = post(alice, battle, "place", headers=HTMX, subject="piece", id=PIECE.id, tile="5:4", drawn="yes")
    assert (piece(battle).x, piece(battle).y) == (5, 4)
    assert f"{PIECE.id} at {BOARD.tile(5, 4)}." in answer.text
    assert "board-map" not in answer.text


def test_a_piece_is_taken_off_the_map_and_waits_beside_it(alice, battle):
    answer = post(alice, battle, "place", headers=HTMX, subject="piece", id=PIECE.id, tile="")
    assert piece(battle).x is None
    assert f'data-beside="{PIECE.id}"' in answer.text


def test_a_whole_squad_is_placed_and_only_what_moved_is_sent(alice, battle):
    answer = post(alice, battle, "place", headers=HTMX, subject="group", id=GROUP.id, tile="5:4")
    assert (piece(battle).x, piece(battle).y) == (5, 4)
    own = [each.id for each in DESK.board(DESK.demo()).pieces if each.group == GROUP.id]
    assert told(answer) == own
    assert "board-map" not in answer.text


def test_a_map_of_another_size_is_drawn_anew(alice, battle):
    answer = post(alice, battle, "edit", "resize", headers=HTMX, width="30", height="20", cover="1")
    assert "board-map" in answer.text
    assert "board-changes" not in answer.text


def test_what_is_sent_of_a_step_is_what_became_different(alice, battle):
    post(alice, battle, "paint", tiles="3:3,3:4", sign="+")
    post(alice, battle, "edit", "health", piece=PIECE.id, hp="0")
    answer = post(alice, battle, "undo", headers=HTMX)
    assert told(answer) == [PIECE.id]
    assert re.findall(r'<li\s+id="group-(\w+)"', answer.text) == [PIECE.group]
    assert re.findall(r'data-at="piece-(\w+)"', answer.text) == [PIECE.id]
    changes = data(answer, "board-changes")
    assert changes["rows"] == "|".join(DESK.board(state(battle)).rows)
    assert changes["rows"] != "|".join(DESK.board(DESK.demo()).rows)
    assert changes["gone"] == []


def test_a_page_that_is_behind_is_told_so_before_it_undoes_anything(alice, battle):
    answer = post(alice, battle, "undo", headers=HTMX, seen=battle.version + 1)
    assert (answer.status_code, "reload the page to see its current state" in answer.text) == (409, True)


def test_a_unit_that_is_killed_goes_off_the_map_and_comes_back(alice, battle):
    answer = post(alice, battle, "edit", "health", headers=HTMX, piece=PIECE.id, hp="-60")
    assert (data(answer, "board-changes")["gone"], told(answer)) == ([PIECE.id], [])
    assert re.findall(r'<li\s+id="group-\w+"\s+data-gone="(\w+)"\s*>', answer.text) == [PIECE.id]
    assert f'data-at="piece-{PIECE.id}"' not in answer.text
    answer = post(alice, battle, "undo", headers=HTMX)
    assert (data(answer, "board-changes")["gone"], told(answer)) == ([], [PIECE.id])
    assert re.search(rf'<li\s+id="group-{PIECE.group}"\s+data-gone=""\s+data-whole="yes">', answer.text)
    own = [each.id for each in DESK.board(DESK.demo()).pieces if each.group == PIECE.group]
    assert re.findall(r'data-at="piece-(\w+)"', answer.text) == own


def test_no_text_of_a_player_ends_the_data_of_the_map():
    board = replace(BOARD, pieces=(replace(PIECE, title="</script><b>&", label="<§>"),))
    drawn = render_to_string("desk/board.html", {"drawing": draw(board)})
    assert drawn.count("<b>") == 0
    assert drawn.count("</script>") == 1
    assert "<text x=" in drawn
    assert "&lt;§&gt;" in drawn


def test_a_mark_stands_on_the_middle_of_its_tile_and_says_what_it_is():
    board = replace(BOARD, marks=(BoardMark("Hill & <farm>", 2, 1, 1, "held by nobody"),))
    page = parse(render_to_string("desk/board.html", {"drawing": draw(board)}))
    (mark,) = page.xpath("//*[@class='mark-on-board']")
    assert (mark.get("transform"), mark.get("data-tile")) == ("translate(50 30)", "2:1")
    assert mark.get("data-title") == "Hill & <farm>: held by nobody"
    assert mark.xpath("*[@class='mark-reach']/@d") == ["M0 -30l30 30l-30 30l-30 -30z"]


def test_the_orders_of_many_are_entered_one_after_the_other(alice, author):
    forces = [replace(force, groups=force.groups * 4).with_ids() for force in DESK.forces()]
    many = create_battle(GAME, DESK.new(DESK.setup("Many", 40, 40), tuple(forces)), "", author)
    subjects = [choices.subject for choices in DESK.choices(BATTLES.load_head(many))]
    page = alice.get(f"{many.get_absolute_url()}?form=orders").text
    assert re.findall(r'aria-label="Order for ([^"]*)"', page) == [subjects[0]]
    sent = post(alice, many, "orders", do="rows", of="3", orders="Alpha 1: hold")
    shown = alice.get(sent.url.partition("#")[0]).text
    assert "Alpha 1: hold" in shown
    assert re.findall(r'aria-label="Order for ([^"]*)"', shown) == [subjects[3]]
    added = post(alice, many, "orders", headers=HTMX, do="add 3", orders="", **{"order-3": "hold"}).text
    assert f"{subjects[3]}: hold" in added
    assert re.findall(r'aria-label="Order for ([^"]*)"', added) == [subjects[3]]
    assert post(alice, many, "orders", do="rows", of="99", orders="").status_code == 404


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"subject": "piece", "id": PIECE.id, "tile": "x"}, "Name the tile by column and row"),
        ({"subject": "piece", "id": PIECE.id, "tile": "99:99"}, "off the map"),
        ({"subject": "piece", "id": PIECE.id, "tile": "1:0"}, "stands on"),
        ({"subject": "piece", "id": PIECE.id, "tile": "9:2"}, "blocked"),
        ({"subject": "piece", "id": "nobody", "tile": "5:4"}, "no unit"),
        ({"subject": "group", "id": "99", "tile": "5:4"}, "no squad"),
        ({"subject": "group", "id": GROUP.id, "tile": ""}, "Name the tile by column and row"),
        ({"subject": "group", "id": GROUP.id, "tile": "9:2"}, "Nobody can stand on J3. Choose an open tile."),
    ],
)
def test_what_cannot_stand_there_stays_where_it_was(alice, battle, sent, words):
    answer = post(alice, battle, "place", headers=HTMX, **sent)
    assert answer.status_code == 422
    assert words in html.unescape(answer.text)
    assert state(battle) == DESK.demo()


def test_tiles_are_painted(alice, battle):
    post(alice, battle, "paint", tiles="5:5,6:5,7:5", sign="#")
    assert DESK.board(state(battle)).rows[5][5:8] == "###"
    assert BattleRevision.objects.get(number=2).summary == "3 tiles blocked"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"tiles": "", "sign": "#"}, "Name the tile by column and row"),
        ({"tiles": "5:5", "sign": "?"}, "no terrain"),
        ({"tiles": "99:99", "sign": "#"}, "Choose a tile on it"),
        ({"tiles": f"{PIECE.x}:{PIECE.y}", "sign": "#"}, "blocked"),
        ({"tiles": ",".join(["5:5"] * 10_001), "sign": "#"}, "At most 10000"),
    ],
)
def test_what_cannot_be_painted_is_said(alice, battle, sent, words):
    answer = post(alice, battle, "paint", headers=HTMX, **sent)
    assert answer.status_code == 422
    assert words in html.unescape(answer.text)
    assert state(battle) == DESK.demo()


def test_a_step_that_changes_nothing_is_none(alice, battle):
    post(alice, battle, "place", subject="piece", id=PIECE.id, tile=f"{PIECE.x}:{PIECE.y}")
    assert BattleRevision.objects.count() == 1


@pytest.mark.parametrize("at", [f"piece-{PIECE.id}", f"group-{GROUP.id}", "tile-0-0"])
def test_what_is_looked_at_tells_what_may_be_changed(alice, battle, at):
    part = alice.get(battle.get_absolute_url(), {"at": at}, headers=HTMX)
    assert "<html" not in part.text
    links = [html.unescape(link) for link in re.findall(r'hx-get="([^"]+)"', part.text)]
    assert links
    for link in links:
        assert alice.get(link).status_code == 200


@pytest.mark.parametrize("at", ["piece-zz", "group-99", "tile-99-0", "tile-x-y", "tile-²-0", "nonsense"])
def test_what_is_not_there_is_not_looked_at(alice, battle, at):
    assert alice.get(battle.get_absolute_url(), {"at": at}).context["page"].chosen is None


# --- changes by hand ---------------------------------------------------------------------------------


@pytest.mark.parametrize("edit", DESK.edits, ids=lambda edit: edit.slug)
def test_every_change_by_hand_has_a_form(alice, battle, edit):
    assert alice.get(url(battle, "edit", edit.slug)).status_code == 200
    part = alice.get(url(battle, "edit", edit.slug), headers=HTMX)
    assert "<html" not in part.text


def test_a_change_by_hand_starts_from_what_stands_and_is_made(alice, battle):
    edit = next(edit for edit in DESK.edits if edit.slug == "health")
    wounded = next(each.id for each in BOARD.pieces if "2 of 2 HP" in each.title or "3 of 3 HP" in each.title)
    form = alice.get(url(battle, "edit", edit.slug), {"piece": wounded}).context["form"]
    assert form.spec().piece == wounded
    assert form.spec().hp > 1
    post(alice, battle, "edit", edit.slug, piece=wounded, hp="1", reason="Mercy")
    assert "1 of" in piece(battle, wounded).title


def test_a_change_that_cannot_be_is_refused_at_the_form(alice, battle):
    for headers in (None, HTMX):
        answer = post(alice, battle, "edit", "health", headers=headers, piece=PIECE.id, hp="50")
        assert answer.status_code == 422
        assert answer.context["form"].non_field_errors()
    assert post(alice, battle, "edit", "health", piece=PIECE.id, hp="many").status_code == 422
    assert alice.get(url(battle, "edit", "nonsense")).status_code == 404
    assert state(battle) == DESK.demo()


# --- orders ------------------------------------------------------------------------------------------


def test_orders_are_checked_with_their_chances_and_kept(alice, battle):
    answer = post(alice, battle, "orders", headers=HTMX, orders=DESK.demo_orders, do="check")
    assert "All orders can be played" in answer.text
    assert answer.text.count('class="band"') > 0
    assert (Battle.objects.get().draft, DESK.rounds(state(battle))) == (DESK.demo_orders, 0)


BAD = """\
Alpha: shoot Nobody
Alpha: dance
this is a post
Alpha: move A99
Bravo: shoot Reavers unless wiped
Lt. Vey: use Take Aim on Alpha, Alpha, Bravo, Charlie, Alpha
"""


@pytest.mark.parametrize("do", ["check", "give", "rows", "add 0"])
def test_orders_past_the_limit_are_refused_and_kept(alice, battle, do):
    post(alice, battle, "orders", orders="# kept", do="check")
    text = "Alpha: hold\n" + "# a post\n" * 20_000
    answer = post(alice, battle, "orders", headers=HTMX, orders=text, seed="7", do=do, **{"order-0": "hold"})
    assert answer.status_code == 422
    assert "The orders have 180,012 characters. The limit is 3,000 lines and 150,000 characters." in answer.text
    assert answer.context["page"].orders == text
    assert html.escape(text) in answer.text
    assert (Battle.objects.get().draft, DESK.rounds(state(battle))) == ("# kept", 0)


def test_a_long_order_by_form_is_added_whole(alice, battle):
    order = "use Take Aim on " + ", ".join(["Alpha"] * 60)
    post(alice, battle, "orders", orders="", do="add 0", **{"order-0": order})
    assert Battle.objects.get().draft.partition(": ")[2] == f"{order}\n"


def test_an_order_by_form_does_not_lengthen_a_text_past_the_limit(alice, battle):
    text = "#" * 149_999
    answer = post(alice, battle, "orders", orders=text, do="add 0", **{"order-0": "hold"})
    assert (answer.status_code, answer.context["page"].orders) == (422, text)
    assert Battle.objects.get().draft == ""


@pytest.mark.parametrize(
    "line",
    [
        "Alpha: shoot Skulkers\n",
        "1a: shoot Skulkers\n",
        "Alpha: move C4\n",
        "Lt. Vey: use Take Aim on Alpha\n",
        "post\n",
    ],
)
def test_three_thousand_lines_are_checked(alice, battle, line):
    answer = post(alice, battle, "orders", headers=HTMX, orders=line * 3000, do="check")
    page = answer.context["page"]
    assert (answer.status_code, len(page.checked_lines)) == (200, 200)
    assert page.checked.unlisted == len(page.checked.lines) - 200
    assert Battle.objects.get().draft == line * 3000


def test_wrong_orders_are_named_and_nothing_is_rolled(alice, battle):
    for headers in (None, HTMX):
        answer = post(alice, battle, "orders", headers=headers, orders=BAD, seed="7", do="give")
        assert answer.status_code == 422
        lines = {line.number: [one.rule for one in line.complaints] for line in answer.context["page"].checked.lines}
        assert all(lines[number] for number in (1, 2, 3, 4, 5, 6))
        assert answer.context["page"].orders == BAD
        assert html.escape(BAD) in answer.text
    assert state(battle) == DESK.demo()
    assert Battle.objects.get().draft == BAD


def test_orders_are_entered_by_form(alice, battle):
    choices = DESK.choices(DESK.demo())
    place, group = next((n, each) for n, each in enumerate(choices) if any(one.tile for one in each.choices))
    order = next(one.order for one in group.choices if one.tile)
    sent = {f"order-{place}": order, f"tile-{place}": "D4", "orders": "# mine\n", "do": f"add {place}"}
    answer = post(alice, battle, "orders", headers=HTMX, **sent)
    assert answer.context["page"].orders == f"# mine\n{group.subject}: {order} D4\n"
    assert Battle.objects.get().draft == f"# mine\n{group.subject}: {order} D4\n"
    assert post(alice, battle, "orders", **sent).status_code == 302
    assert post(alice, battle, "orders", orders="", do="add 999").status_code == 404
    assert post(alice, battle, "orders", orders="", do=f"add {place}").status_code == 422


def test_a_seed_that_is_none_is_said(alice, battle):
    for seed in ("", "seven", "-1", "9" * 19, "9" * 30):
        answer = give(alice, battle, seed=seed)
        assert answer.status_code == 422
        assert "The seed should be a whole number" in answer.text
    assert DESK.rounds(state(battle)) == 0


def test_orders_from_an_old_page_are_refused_and_their_text_is_shown(alice, battle):
    post(alice, battle, "place", subject="piece", id=PIECE.id, tile="5:4")
    answer = alice.post(url(battle, "orders"), {"seen": 1, "orders": "Alpha: hold", "do": "give", "seed": "1"})
    assert answer.status_code == 409
    assert "Alpha: hold" in answer.text
    assert STALE in answer.text
    assert (Battle.objects.get().draft, DESK.rounds(state(battle))) == ("", 0)


@pytest.mark.parametrize(
    ("name", "more", "sent"),
    [
        ("place", (), {"subject": "piece", "id": PIECE.id, "tile": "6:4"}),
        ("paint", (), {"tiles": "5:5", "sign": "#"}),
        ("edit", ("health",), {"piece": PIECE.id, "hp": "0"}),
        ("play", (), {}),
        ("back", (), {}),
        ("undo", (), {}),
    ],
)
def test_an_old_page_overwrites_nothing(alice, battle, name, more, sent):
    give(alice, battle)
    before = Battle.objects.get()
    for seen in ("1", "", "x", "²"):
        answer = alice.post(url(battle, name, *more), {"seen": seen, **sent})
        assert answer.status_code == 409
    assert Battle.objects.get().version == before.version


def as_shown(battle, **sent):
    """A form as the page that now stands would send it, however late."""
    now = Battle.objects.get(pk=battle.pk)
    return {"seen": now.version, "head": now.head} | sent


@pytest.mark.parametrize("headers", [None, HTMX])
@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("orders", {"do": "give", "orders": DESK.demo_orders, "seed": "9"}),
        ("orders", {"do": "change", "orders": "Alpha: hold"}),
        ("play", {"do": "next"}),
        ("play", {"do": "all"}),
        ("back", {}),
        ("finish", {"ending": "met", "won": "on", "seed": "9"}),
    ],
)
def test_a_double_tap_is_done_once_and_answered_alike(alice, battle, name, sent, headers):
    if sent.get("do") != "give":
        give(alice, battle)
    if name == "finish":
        post(alice, battle, "play", do="all")
    sent = as_shown(battle, **sent)
    first = alice.post(url(battle, name), sent, headers=headers)
    done = (state(battle), BattleRevision.objects.count())
    second = alice.post(url(battle, name), sent, headers=headers)
    assert (second.status_code, second.headers.get("Location")) == (first.status_code, first.headers.get("Location"))
    assert second.status_code == (200 if headers else 302)
    assert (state(battle), BattleRevision.objects.count()) == done
    if name in ("play", "back"):  # the script fills in the version that the first answer brought
        third = alice.post(url(battle, name), sent | {"seen": Battle.objects.get().version}, headers=headers)
        assert third.status_code == second.status_code
        assert (state(battle), BattleRevision.objects.count()) == done
    if headers:
        pages = [answer.context["page"] for answer in (first, second)]
        assert (pages[0].message, pages[0].before, pages[0].state) == (
            pages[1].message,
            pages[1].before,
            pages[1].state,
        )


def test_two_taps_at_the_same_moment_play_one_phase(alice, battle, monkeypatch):
    give(alice, battle)
    sent, save = as_shown(battle), BATTLES.save

    def crossed(*given):
        """The other tap is played after this one was read and before it is stored."""
        monkeypatch.setattr(BATTLES, "save", save)
        assert alice.post(url(battle, "play"), sent).status_code == 302
        return save(*given)

    monkeypatch.setattr(BATTLES, "save", crossed)
    assert alice.post(url(battle, "play"), sent).status_code == 302
    assert [stage.state for stage in DESK.stages(state(battle))][:2] == ["done", "next"]


@pytest.mark.parametrize(
    "other",
    [
        {"do": "give", "orders": DESK.demo_orders, "seed": "10"},
        {"do": "give", "orders": "Alpha: hold", "seed": "9"},
        {"do": "check", "orders": DESK.demo_orders},
    ],
)
def test_other_orders_from_the_same_page_are_a_conflict(alice, battle, other):
    sent = as_shown(battle, do="give", orders=DESK.demo_orders, seed="9")
    assert alice.post(url(battle, "orders"), sent).status_code == 302
    done = state(battle)
    answer = alice.post(url(battle, "orders"), sent | other)
    assert (answer.status_code, STALE in answer.text) == (409, True)
    assert html.escape(other["orders"]) in answer.text
    assert state(battle) == done


def test_kept_orders_do_not_make_a_phase_count_as_played(alice, battle):
    give(alice, battle)
    post(alice, battle, "play")
    sent = as_shown(battle)
    post(alice, battle, "orders", orders="# for later", do="check")
    assert alice.post(url(battle, "play"), sent).status_code == 409
    assert sum(stage.state == "done" for stage in DESK.stages(state(battle))) == 1


def test_orders_that_are_not_given_are_kept_once(alice, battle):
    for _ in range(2):
        post(alice, battle, "orders", orders="# Mine", do="check")
    stored = Battle.objects.get()
    assert (stored.draft, stored.version) == ("# Mine", 2)


@pytest.mark.parametrize("do", ["check", "give", "rows", "add 0"])
def test_orders_that_cross_another_save_are_refused_with_their_text(alice, battle, monkeypatch, do):

    def crossed(request, address):
        """The battle as it is read just before another device saves its orders."""
        found = own_battle(request, address)
        Battle.objects.update(version=2, draft="# Theirs")
        return found

    monkeypatch.setattr(playing, "own_battle", crossed)
    text = "# Mine\n" + DESK.demo_orders
    answer = post(
        alice, battle, "orders", headers=HTMX, seen=1, orders=text, do=do, of=0, seed=7, **{"order-0": "hold"}
    )
    assert (answer.status_code, "# Mine" in answer.text) == (409, True)
    assert "changed in another window or on another device" in answer.text
    stored = Battle.objects.get()
    assert (stored.draft, stored.version, stored.head) == ("# Theirs", 2, 1)


# --- the round ---------------------------------------------------------------------------------------


def test_a_round_is_played_phase_by_phase_and_taken_back(alice, battle):
    give(alice, battle)
    seen = [DESK.stages(state(battle))]
    while DESK.stages(state(battle)):
        post(alice, battle, "play", do="next")
        seen.append(DESK.stages(state(battle)))
    assert [sum(stage.state == "done" for stage in stages) for stages in seen] == [0, 1, 2, 3, 4, 0]
    ended = state(battle)
    post(alice, battle, "back")
    assert sum(stage.state == "done" for stage in DESK.stages(state(battle))) == 4
    post(alice, battle, "play", do="all")
    assert state(battle) == ended


@pytest.mark.parametrize("way", ["back", "undo"])
def test_orders_that_are_taken_back_stand_in_the_box_again(alice, battle, way):
    give(alice, battle)
    assert Battle.objects.get().draft == ""
    post(alice, battle, way)
    assert (Battle.objects.get().draft, DESK.rounds(state(battle))) == (DESK.demo_orders, 0)
    give(alice, battle)
    post(alice, battle, "orders", orders="Alpha: hold", do="check")
    post(alice, battle, way)
    assert (Battle.objects.get().draft, DESK.rounds(state(battle))) == ("Alpha: hold", 0)


def test_the_same_seed_gives_the_same_round(alice, battle):
    reports = []
    for seed in ("7", "7", "8"):
        give(alice, battle, seed=seed)
        post(alice, battle, "play", do="all")
        reports.append(alice.get(url(battle, "report_file", 1), {"dice": "every"}).text)
        while DESK.rounds(state(battle)):
            post(alice, battle, "back")
    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_orders_are_changed_for_what_is_left(alice, battle):
    give(alice, battle)
    post(alice, battle, "play")
    assert "Change the orders" in alice.get(battle.get_absolute_url()).text
    changed = DESK.demo_orders.replace("move H8", "hold")
    post(alice, battle, "orders", orders=changed, do="change")
    assert DESK.orders(state(battle)) == changed
    assert post(alice, battle, "orders", orders=changed, seed="1", do="give").status_code == 422


def test_a_result_is_overridden_and_stands_in_the_report(alice, battle):
    give(alice, battle)
    post(alice, battle, "play", do="all")
    unhurt = next(each.id for each in DESK.board(state(battle)).pieces if each.state == "standing")
    post(alice, battle, "edit", "health", piece=unhurt, hp="0", reason="A stray shell")
    assert "A stray shell" in alice.get(url(battle, "report", 1)).text


def test_a_battle_ends_and_the_end_is_taken_back(alice, battle):
    give(alice, battle)
    assert post(alice, battle, "finish", seed="1").status_code == 422
    post(alice, battle, "play", do="all")
    assert post(alice, battle, "finish", seed="x").status_code == 422
    assert post(alice, battle, "finish", seed="1", ending="nonsense").status_code == 422
    assert post(alice, battle, "finish", seed="1").status_code == 302
    assert Battle.objects.get().over
    assert alice.get(url(battle, "report", 0)).status_code == 200
    assert "The battle has ended" in alice.get(battle.get_absolute_url()).text
    assert post(alice, battle, "orders", orders="", seed="1", do="give").status_code == 422
    post(alice, battle, "back")
    assert not Battle.objects.get().over


def test_a_battle_that_the_orders_end_is_asked_to_end_so(alice, battle):
    post(alice, battle, "orders", orders="Combat: end lost", seed="1", do="give")
    assert "to end after this round" not in alice.get(battle.get_absolute_url()).text
    post(alice, battle, "play", do="all")
    assert "to end after this round" in alice.get(battle.get_absolute_url()).text
    asked = alice.get(url(battle, "finish")).context["form"]
    assert (asked["ending"].value(), asked["won"].value()) == ("lost", "0")


def test_nothing_to_play_and_nothing_to_take_back_are_said(alice, battle):
    assert post(alice, battle, "play").status_code == 422
    assert post(alice, battle, "back").status_code == 422
    assert "There is nothing to undo" in post(alice, battle, "undo", headers=HTMX).text
    assert "There is nothing to redo" in post(alice, battle, "redo", headers=HTMX).text


def test_undo_and_redo_say_what_they_did(alice, battle):
    post(alice, battle, "place", subject="piece", id=PIECE.id, tile="5:4")
    assert f"Undone: {PIECE.id} at {BOARD.tile(5, 4)}." in post(alice, battle, "undo", headers=HTMX).text
    assert state(battle) == DESK.demo()
    assert "Redone" in post(alice, battle, "redo", headers=HTMX).text
    assert piece(battle).x == 5


# --- how much is asked of the database ---------------------------------------------------------------


def test_the_page_asks_few_queries(alice, battle, django_assert_num_queries):
    give(alice, battle)
    with django_assert_num_queries(2):  # the battle, where it stands
        alice.get(battle.get_absolute_url())


def test_a_move_asks_few_queries(alice, battle, django_assert_num_queries):
    sent = {"seen": 1, "subject": "piece", "id": PIECE.id, "tile": "5:4"}
    BATTLES.load_head(battle)
    with django_assert_num_queries(8):
        alice.post(url(battle, "place"), sent, headers=HTMX)
