"""Battles as wholes: begun, listed, copied, put away; their files, reports, pictures and sheets."""

import io
import json
import zlib

import pikepdf
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from armybuilder.accounts.account_data import export_account
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.desk import views
from armybuilder.desk.files import write_battle
from armybuilder.desk.models import Battle, BattleRevision
from armybuilder.desk.revisions import BATTLES
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.drawing.picture_files import size_of, svg_file_of
from armybuilder.sharing.links import create_link, revoke_link
from armybuilder.site.limits import MAX_PER_MINUTE
from rulesets.core.cards import Ink
from rulesets.core.desk import ReportForm
from tests.html_forms import Page

pytestmark = pytest.mark.django_db

FORCES = {"force-1": "try-0", "force-2": "try-1"}


def game_url(name):
    return reverse(f"desk:{name}", args=[GAME])


def url(battle, name, *more):
    return reverse(f"desk:{name}", args=[battle.pk, *more])


@pytest.fixture
def fought(battle):
    """A battle with a whole round."""
    state = DESK.give_orders(BATTLES.load_head(battle), DESK.demo_orders, 7)
    while DESK.stages(state):
        state = DESK.play_phase(state)
    BATTLES.save(battle, 1, state, "A round")
    return battle


# --- a new battle ------------------------------------------------------------------------------------


def test_a_stranger_begins_a_battle_and_keeps_it(client):
    answer = client.post(game_url("new"), FORCES | {"name": "Ford", "width": "12", "height": "60"})
    battle = Battle.objects.get()
    assert answer.headers["Location"] == battle.get_absolute_url()
    board = DESK.board(BATTLES.load_head(battle))
    assert (battle.name, len(board.column_names), len(board.row_names)) == ("Ford", 12, 60)
    assert client.get(battle.get_absolute_url()).status_code == 200
    assert "Ford" in client.get(game_url("battles")).text


def test_the_example_comes_with_orders(client):
    client.post(game_url("demo"))
    assert Battle.objects.get().draft == DESK.demo_orders
    assert DESK.check(BATTLES.load_head(Battle.objects.get()), DESK.demo_orders) == ()


def test_own_forces_are_offered_and_taken(alice, author):
    forces = DESK.forces()
    armies = [create_army(LoadedArmy(GAME, force), "New army", author) for force in forces]
    text = alice.get(game_url("battles")).text
    assert [army.pk in text for army in armies] == [True, True]
    assert alice.post(game_url("new"), {"force-1": armies[0].pk, "force-2": armies[1].pk}).status_code == 302


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"force-1": "try-0"},
        {"force-1": "try-0", "force-2": "try-9"},
        {"force-1": "try-0", "force-2": "nobodys"},
        {"force-1": "try-0", "force-2": "try-0"},
        FORCES | {"width": "4000"},
        FORCES | {"height": "few"},
    ],
)
def test_a_battle_that_cannot_be_is_refused_with_what_would_be_right(client, sent):
    answer = client.post(game_url("new"), sent)
    assert answer.status_code == 422
    refused = [answer.context["problem"], *(side.problem for side in answer.context["sides"])]
    assert any(refused) or answer.context["form"].errors
    assert Battle.objects.count() == 0


@pytest.fixture
def given(author):
    """A link to an army of Alice's that is of the desk's game."""
    return create_link(create_army(LoadedArmy(GAME, DESK.forces()[0]), "New army", author), False, False)


def test_kept_opponents_are_offered_and_taken(bob, given):
    bob.post(reverse("sharing:keep", args=[given.token]))
    kinds = dict(bob.get(game_url("battles")).context["forces"])
    assert kinds["Your opponents"] == [(given.token, DESK.forces()[0].name)]
    assert bob.post(game_url("new"), {"force-1": given.token, "force-2": "try-1"}).status_code == 302
    begun = DESK.board(BATTLES.load_head(Battle.objects.get()))
    assert begun.pieces == DESK.board(DESK.new(DESK.setup(), DESK.forces())).pieces


def test_an_opponent_whose_link_is_withdrawn_is_not_offered(bob, given):
    bob.post(reverse("sharing:keep", args=[given.token]))
    revoke_link(given.army, given.token)
    assert "Your opponents" not in dict(bob.get(game_url("battles")).context["forces"])
    assert bob.post(game_url("new"), {"force-1": given.token, "force-2": "try-1"}).status_code == 422


@pytest.mark.parametrize("pasted", ["http://testserver{}", " {} ", "{}copy", "{}?from=mail#top"])
def test_a_pasted_share_link_is_a_force(bob, given, pasted):
    sent = {"force-1": "try-1", "link-1": pasted.format(given.get_absolute_url()), "force-2": "try-1"}
    assert bob.post(game_url("new"), sent).status_code == 302
    begun = DESK.board(BATTLES.load_head(Battle.objects.get()))
    assert {group.side for group in begun.groups} == {0, 1}


def test_two_players_links_begin_a_battle_once_a_side_is_chosen(bob, given):
    link = given.get_absolute_url()
    sent = {"force-1": "try-1", "link-1": link, "force-2": "try-1", "link-2": link}
    answer = bob.post(game_url("new"), sent)
    assert (answer.status_code, Battle.objects.count()) == (422, 0)
    assert answer.context["problem"].endswith("Choose the other side for one of them.")
    for chosen in ({"second_side": "enemies"}, {"first_side": "enemies", "second_side": "players"}):
        assert bob.post(game_url("new"), sent | chosen).status_code == 302
        groups = DESK.board(BATTLES.load_head(Battle.objects.latest("created"))).groups
        squads = len(DESK.forces()[0].groups)
        assert sorted(group.side for group in groups) == [0] * squads + [1] * squads
    same = bob.post(game_url("new"), sent | {"first_side": "enemies", "second_side": "enemies"})
    assert (same.status_code, "All these forces are on one side, enemies" in same.content.decode()) == (422, True)


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("{other}", "This army is for Pebbles"),
        ("{withdrawn}", "No army is shared at this link"),
        ("https://example.org/s/unknown/", "No army is shared at this link"),
        ("/s/", "No army is shared at this link"),
        ("https://example.org/armies/AbC/", "This is not a share link"),
        ("http://[", "This is not a share link"),
    ],
)
def test_a_link_without_a_force_is_refused_at_its_field(bob, author, given, pebbles, pasted, words):
    army = create_army(LoadedArmy(pebbles, pebbles.new_force("Shore")), "New army", author)
    other = create_link(army, frozen=False, notes=False)
    revoke_link(given.army, given.token)
    text = pasted.format(other=other.get_absolute_url(), withdrawn=given.get_absolute_url())
    sent = {"name": "Ford", "width": "12", "height": "60", "force-1": "try-0", "force-2": "try-1", "link-2": text}
    answer = bob.post(game_url("new"), sent)
    assert (answer.status_code, Battle.objects.count()) == (422, 0)
    first, second = answer.context["sides"]
    assert (first.problem, first.selected, second.selected, second.link) == ("", "try-0", "try-1", text)
    assert second.problem.startswith(words)
    assert [answer.context["form"][name].value() for name in ("name", "width", "height")] == ["Ford", "12", "60"]
    place = answer.text.index('name="link-2"')
    assert answer.text.index('aria-describedby="force-2-problem"') > place
    assert answer.text.index('id="force-2-problem"') > place
    assert 'id="force-1-problem"' not in answer.text


def test_nobody_elses_force_is_taken(bob, author):
    army = create_army(LoadedArmy(GAME, DESK.forces()[0]), "New army", author)
    answer = bob.post(game_url("new"), {"force-1": army.pk, "force-2": "try-1"})
    assert answer.status_code == 422
    assert Battle.objects.count() == 0


def test_a_browser_keeps_so_many_battles(alice, battle, monkeypatch):
    monkeypatch.setattr(views, "MAX_BATTLES", 1)
    assert alice.post(game_url("demo")).status_code == 409
    assert alice.post(url(battle, "copy")).status_code == 409
    assert Battle.objects.count() == 1


def test_battles_are_not_begun_in_heaps(client):
    answers = [client.post(game_url("demo")).status_code for _ in range(MAX_PER_MINUTE["battles"].address + 1)]
    assert answers == [302] * MAX_PER_MINUTE["battles"].address + [429]


def test_a_game_without_a_desk_has_none(client, pebbles):
    for name in ("battles", "import"):
        assert client.get(reverse(f"desk:{name}", args=[pebbles])).status_code == 404
    for name in ("new", "demo"):
        assert client.post(reverse(f"desk:{name}", args=[pebbles])).status_code == 404
    assert "/desk/" not in client.get(reverse("games:game", args=[pebbles])).text


def test_a_battle_of_a_game_that_is_gone_is_not_there(battle, alice):
    Battle.objects.update(ruleset="gone")
    assert alice.get(battle.get_absolute_url()).status_code == 404


def test_a_battle_that_cannot_be_read_any_more_says_so(battle, alice):
    BattleRevision.objects.update(document=zlib.compress(b'{"start":{}}'))
    BATTLES.cache.clear()
    response = alice.get(battle.get_absolute_url())
    assert response.status_code == 409
    assert "can no longer be read" in response.text


# --- copied, put away --------------------------------------------------------------------------------


def test_a_copy_is_a_battle_of_its_own(alice, fought):
    alice.post(url(fought, "copy"))
    copy = Battle.objects.exclude(pk=fought.pk).get()
    assert BATTLES.load_head(copy) == BATTLES.load_head(fought)
    assert copy.rounds == 1


def test_a_deleted_battle_comes_back(alice, battle):
    answer = alice.post(url(battle, "delete"), follow=True)
    assert f"Deleted {battle}." in answer.text
    assert alice.get(battle.get_absolute_url()).status_code == 404
    forms = [form.address for form in Page(str(DESK), answer.content).forms if form.address.endswith("/restore")]
    assert forms == [url(battle, "restore")] * 2
    alice.post(forms[0])
    assert alice.get(battle.get_absolute_url()).status_code == 200


def test_the_list_asks_the_same_of_the_database_however_long_it_is(alice, battle, django_assert_num_queries):
    for _ in range(3):
        alice.post(url(battle, "copy"))
    with django_assert_num_queries(4):  # battles, armies, opponents, examples
        alice.get(game_url("battles"))


# --- whose they are ----------------------------------------------------------------------------------


def test_whoever_signs_up_takes_the_battles_along(alice, battle):
    sent = {"email": "alice@example.com", "password1": "a long pass phrase", "password2": "a long pass phrase"}
    alice.post(reverse("account_signup"), sent)
    user = User.objects.get()
    assert Battle.objects.get().owner == user
    kept = export_account(user)["battles"]
    assert [(each["id"], len(each["steps"])) for each in kept] == [(battle.pk, 1)]
    assert DESK.read(kept[0]["steps"][0]["document"]) == DESK.demo()
    json.dumps(kept)
    user.delete()
    assert (Battle.objects.count(), BattleRevision.objects.count()) == (0, 0)


def test_staff_find_a_battle(client, battle):
    client.force_login(User.objects.create_superuser("staff"))
    assert battle.name in client.get(reverse("admin:desk_battle_changelist"), {"q": battle.pk}).text
    assert client.get(reverse("admin:desk_battle_change", args=[battle.pk])).status_code == 200
    assert client.get(reverse("admin:desk_battle_add")).status_code == 403


# --- files -------------------------------------------------------------------------------------------


def test_an_exported_battle_is_imported_as_it_was(alice, client, fought):
    exported = alice.get(url(fought, "export"))
    assert exported.headers["Content-Disposition"].startswith('attachment; filename="red-hand-ridge.json"')
    for sent in ({"text": exported.text}, {"file": SimpleUploadedFile("battle.json", exported.content)}):
        assert client.post(game_url("import"), sent).status_code == 302
    states = [BATTLES.load_head(each) for each in Battle.objects.all()]
    assert states == [BATTLES.load_head(fought)] * 3


def broken(change):
    plain = json.loads(write_battle(GAME, DESK.demo()))
    change(plain)
    return json.dumps(plain)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ""),
        ("nonsense", ""),
        ("[]", ""),
        ('{"game": "chess", "battle": {}}', "game"),
        (f'{{"game": "{GAME.slug}", "battle": []}}', "battle"),
        (broken(lambda plain: plain["battle"]["start"].update(surprise=1)), "battle.start.surprise"),
        (broken(lambda plain: plain["battle"]["start"]["ground"].update(rows=["...."])), "battle.start.ground.rows"),
        (
            broken(lambda plain: plain["battle"]["start"]["squads"][0]["pieces"][0].update(x=99)),
            "battle.start.squads[0].pieces[0]",
        ),
        (
            broken(lambda plain: plain["battle"]["start"]["squads"][0]["pieces"][0].update(profile="dragon")),
            "battle.start.squads[0].pieces[0].profile",
        ),
        (broken(lambda plain: plain["battle"].update(rounds=[{}])), "battle.rounds[0].number"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(client, text, path):
    answer = client.post(game_url("import"), {"text": text})
    assert answer.status_code == 400
    assert path in [problem.path for problem in answer.context["problems"]]
    assert "Nothing was saved" in answer.text
    assert Battle.objects.count() == 0


def test_what_a_file_calls_things_is_only_text(client):
    sign = "<img src=x>"

    def rename(plain):
        start = plain["battle"]["start"]
        start["name"] = start["squads"][0]["name"] = start["ground"]["objectives"][0]["name"] = sign
        start["squads"][0]["pieces"][0]["name"] = start["squads"][0]["owner"] = sign

    client.post(game_url("import"), {"text": broken(rename)})
    battle = Battle.objects.get()
    shown = [battle.get_absolute_url(), f"{battle.get_absolute_url()}?at=piece-1a&form=orders", url(battle, "map_svg")]
    shown += [game_url("battles"), url(battle, "sheets"), url(battle, "finish"), url(battle, "edit", "health")]
    for address in shown:
        assert sign not in client.get(address).text
    sent = {"seen": 1, "orders": f"{sign}: hold", "seed": "7", "do": "give"}
    client.post(url(battle, "orders"), sent)
    Battle.objects.update(draft="")
    client.post(url(battle, "play"), {"seen": Battle.objects.get().version, "do": "all"})
    assert sign not in client.get(url(battle, "report", 1)).context["preview"]


# --- reports, pictures, sheets -----------------------------------------------------------------------


@pytest.mark.parametrize("form", list(ReportForm))
@pytest.mark.parametrize("dice", ["", "every"])
def test_a_report_is_shown_and_downloaded_in_each_markup(alice, fought, form, dice):
    wanted = {"form": form.value, "dice": dice}
    text = DESK.report(BATTLES.load_head(fought), 1, form, bool(dice))
    assert alice.get(url(fought, "report", 1), wanted).context["text"] == text
    assert alice.get(url(fought, "report_file", 1), wanted).text == text


def test_a_report_that_is_not_there_is_not_found(alice, fought):
    for number in (0, 2, 999):
        assert alice.get(url(fought, "report", number)).status_code == 404
        assert alice.get(url(fought, "report_file", number)).status_code == 404


def test_the_map_is_a_picture(alice, fought):
    svg = alice.get(url(fought, "map_svg"))
    assert svg.text == svg_file_of(DESK.draw(BATTLES.load_head(fought), True, Ink.COLOUR, ()))
    bare = DESK.draw(BATTLES.load_head(fought), False, Ink.COLOUR, ())
    assert alice.get(url(fought, "map_svg"), {"bare": "1"}).text == svg_file_of(bare)
    assert svg.headers["Content-Disposition"].startswith('attachment; filename="red-hand-ridge-map.svg"')
    png = alice.get(url(fought, "map_png"), {"show": "1"})
    assert (png.headers["Content-Type"], "Content-Disposition" in png.headers) == ("image/png", False)
    picture = Image.open(io.BytesIO(png.content))
    width, height = size_of(svg.text)
    assert picture.size == (round(width * 1.5), round(height * 1.5))
    assert (width, height > 18 * 32 + 2 * 28) == (24 * 32 + 2 * 28, True)  # the legend lies below the map


def test_a_huge_map_is_no_huge_picture(alice, client):
    client.post(game_url("new"), FORCES | {"width": "100", "height": "100"})
    png = client.get(url(Battle.objects.get(), "map_png"))
    assert max(Image.open(io.BytesIO(png.content)).size) == 2400


@pytest.mark.parametrize(
    ("sheets", "paper", "ink", "sizes"),
    [
        ("pieces", "a4", "saver", [(297, 210)]),
        ("bare", "a3", "colour", [(420, 297)]),
        ("tokens", "letter", "mono", [(279.4, 215.9)] * 2),
    ],
)
def test_the_map_is_printed(alice, fought, sheets, paper, ink, sizes):
    answer = alice.get(url(fought, "print"), {"print-sheets": sheets, "print-paper": paper, "print-ink": ink})
    with pikepdf.open(io.BytesIO(answer.content)) as pdf:
        boxes = [[float(side) for side in page.mediabox] for page in pdf.pages]
    assert [(round(box[2] / 72 * 25.4, 1), round(box[3] / 72 * 25.4, 1)) for box in boxes] == sizes


def test_a_large_map_is_not_waited_for(alice, fought, monkeypatch):
    monkeypatch.setattr("armybuilder.printing.background.result_of", lambda *arguments: None)
    answer = alice.get(url(fought, "print"), {"print-sheets": "tokens"})
    assert (answer.status_code, answer.headers["Refresh"]) == (202, "4")
    assert f'href="{url(fought, "print")}?print-sheets=tokens"' in answer.text


def test_what_cannot_be_printed_is_said(alice, fought):
    assert alice.get(url(fought, "print"), {"print-paper": "papyrus"}).status_code == 400
