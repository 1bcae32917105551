"""The pages of the editor, as a player uses them."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.custom_games import saving
from armybuilder.custom_games.drafts import GAMES, TOO_LARGE, create_game, draft_of, save_draft
from armybuilder.custom_games.editor.parts import all_parts
from armybuilder.custom_games.models import CustomGame
from armybuilder.custom_games.tests.editor.documents import all_documents, hill_war
from armybuilder.revisions.store import TooLarge
from armybuilder.site.claims import Author
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

DOCUMENTS = all_documents()


@pytest.fixture
def alice() -> Client:
    return browser_of(ALICE)


@pytest.fixture
def hill(author: Author) -> CustomGame:
    """A game as three answers make it, Alice's."""
    return create_game(draft_of(hill_war()), "Started", author)


def address(game: CustomGame, place: str = "game", name: str = "edit") -> str:
    return reverse(f"custom_games:{name}", args=[game.pk, place])


def document(game: CustomGame) -> dict[str, Any]:
    return GAMES.load_head(CustomGame.objects.get(pk=game.pk)).document


def send(client: Client, game: CustomGame, place: str, data: dict[str, str], head: int | None = None) -> Any:
    """The answer to a form of a page that shows the current revision, or another one."""
    shown = CustomGame.objects.get(pk=game.pk).head if head is None else head
    return client.post(address(game, place), {"head": shown, **data})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_place_of_a_game_has_a_page(alice: Client, author: Author, name: str):
    game = create_game(draft_of(DOCUMENTS[name]), "Started", author)
    found = [part.slug for part in all_parts()]
    for place in found:
        response = alice.get(address(game, place))
        assert response.status_code == 200, place
        prefix = re.escape(address(game, f"{place.split('/')[0]}/"))
        inside = re.findall(rf'href="{prefix}([^"#?]+)"', response.text)
        found += [each for each in dict.fromkeys(f"{place.split('/')[0]}/{one}" for one in inside) if each not in found]
    assert len(found) > len(all_parts())
    assert "kinds/0/fields/0" in found


def test_others_see_nothing_of_it(hill: CustomGame):
    bob = browser_of(BOB)
    assert bob.get(address(hill)).status_code == 404
    assert bob.post(address(hill), {"head": 1, "title": "Stolen"}).status_code == 404
    assert bob.post(address(hill, name="preview"), {"title": "Stolen"}).status_code == 404
    assert document(hill)["title"] == "Hill war"


@pytest.mark.parametrize("place", ["limits/9", "kinds/7", "nothing", "limits/x", "kinds/0/entries/0"])
def test_what_is_not_there_is_not_found(alice: Client, hill: CustomGame, place: str):
    assert alice.get(address(hill, place)).status_code == 404


def test_a_form_is_saved_and_undone(alice: Client, hill: CustomGame):
    assert send(alice, hill, "game", {"title": "Valley war"}).status_code == 302
    assert document(hill)["title"] == "Valley war"
    response = alice.post(address(hill), {"head": 2, "do": "undo"}, follow=True)
    assert document(hill)["title"] == "Hill war"
    assert "Undone: Changed The game" in response.text
    alice.post(address(hill), {"head": 1, "do": "redo"})
    assert document(hill)["title"] == "Valley war"


def test_a_refusal_loses_nothing(alice: Client, hill: CustomGame):
    response = send(alice, hill, "kinds/0/fields/0", {"label": "Speed", "decimals": "9", "help": "Per turn."})
    assert response.status_code == 422
    for words in ("Speed", "Per turn.", "Enter a number from 0 to 3, not 9"):
        assert words in response.text
    assert document(hill) == hill_war()


def test_a_mistake_in_a_formula_is_saved_and_said_at_its_field(alice: Client, hill: CustomGame):
    send(alice, hill, "costs/0", {"formula": "modles * 2"})
    page = alice.get(address(hill, "costs/0")).text
    assert document(hill)["costs"][0]["formula"] == "modles * 2"
    assert re.search(r'id_formula_helptext".*?Did you mean “models”\?', page, re.DOTALL)
    assert "Correct this before you publish" in page


def test_a_preview_shows_what_is_typed_and_saves_nothing(alice: Client, hill: CustomGame):
    response = alice.post(address(hill, "costs/0", "preview"), {"formula": "models * 3"})
    assert "15 pts" in response.text
    assert "50 pts" not in response.text
    assert document(hill) == hill_war()


def test_a_preview_says_what_is_misspelt(alice: Client, hill: CustomGame):
    response = alice.post(address(hill, "costs/0", "preview"), {"formula": "modles * 3"})
    assert 'data-field="id_formula"' in response.text
    assert "Did you mean “models”?" in response.text


@pytest.mark.parametrize(
    ("cell", "typed", "said"),
    [
        ("entries-3-name", "Riflemen", "row 4 (Riflemen): Choose another name, since “riflemen” is used twice."),
        ("entries-2-values-0", "far", "row 3 (Cannon) › Move: Enter a whole number."),
    ],
)
def test_what_is_wrong_with_a_row_names_it_and_stands_at_its_cell(
    alice: Client, hill: CustomGame, cell: str, typed: str, said: str
):
    send(alice, hill, "kinds/0", {cell: typed})
    (item,) = html.fromstring(alice.get(address(hill, "kinds/0")).text).xpath("//li[@data-field]")
    assert item.get("data-field") == f"id_{cell}"
    assert " ".join(item.text_content().split()) == f"Troop types › {said}"


def test_the_card_of_the_row_is_drawn_as_printed(alice: Client, hill: CustomGame):
    response = alice.post(address(hill, "kinds/0", "preview"), {"entries-1-name": "Hussars", "shown": "1"})
    src = re.search(r'src="([^"]+/card/[^"]+)"', response.text)
    assert src is not None
    card = alice.get(src[1])
    assert "Hussars" in card.text
    assert "frame-ancestors 'self'" in card.headers["Content-Security-Policy"]
    assert browser_of(BOB).get(src[1]).status_code == 404


def test_the_glossary_shows_what_cards_of_the_example_army_say_of_it(alice: Client, author: Author):
    typed = hill_war()
    typed["display"]["lines"] = [{"term": "Rules", "text": "Fearless"}]
    typed["codes"] = [
        {"codes": ["Fearless"], "meaning": "Never takes a morale test."},
        {"codes": ["Slow"], "meaning": "Moves half as far."},
    ]
    game = create_game(draft_of(typed), "Started", author)
    preview = alice.post(address(game, "codes/1", "preview"), {"meaning": "Moves 2″."}).text
    assert "Never takes a morale test." in preview
    assert "Moves 2″." not in preview
    (title,) = html.fromstring(alice.get(address(game, "codes/1")).text).xpath("//h1")
    assert title.text_content().strip() == "Slow"


def test_the_answer_of_a_calculator_is_shown_with_its_working(alice: Client, hill: CustomGame):
    page = alice.get(address(hill, "odds/0")).text
    assert "0.83 wounds on average" in page
    assert "To wound" in page
    changed = alice.post(address(hill, "odds/0", "preview"), {"chain-stages-2-at_least": "7"}).text
    assert "1.25 wounds on average" in changed


def test_rows_of_a_table_are_typed_added_and_kept(alice: Client, hill: CustomGame):
    send(alice, hill, "kinds/0", {"entries-0-values-1": "3", "entries-3-name": "Scouts", "entries-3-values-0": "8"})
    rows = {row["name"]: row["values"] for row in document(hill)["kinds"][0]["entries"]}
    assert rows["Riflemen"] == ["6", "3", "4", "5", "1", "10"]
    assert rows["Scouts"][0] == "8"


def test_a_row_is_moved_and_removed_without_a_script(alice: Client, hill: CustomGame):
    page = send(alice, hill, "kinds/0", {"move-row": "entries-1-up"})
    assert page.status_code == 200
    assert page.text.index('value="Cavalry"') < page.text.index('value="Riflemen"')
    page = send(alice, hill, "kinds/0", {"remove-row": "entries-0"})
    assert 'value="Riflemen"' not in page.text
    assert document(hill) == hill_war()


def test_a_large_table_is_shown_in_pages(alice: Client, author: Author):
    large = hill_war()
    row = large["kinds"][0]["entries"][0]
    large["kinds"][0]["entries"] += [{**row, "name": f"Company {n}"} for n in range(200)]
    game = create_game(draft_of(large), "Started", author)
    page = alice.get(f"{address(game, 'kinds/0')}?from=100").text
    assert 'value="Company 97"' in page
    assert 'value="Riflemen"' not in page
    send(alice, game, "kinds/0", {"entries-100-name": "Guard company"})
    names = [row["name"] for row in document(game)["kinds"][0]["entries"]]
    assert len(names) == 203
    assert names[99:102] == ["Company 96", "Guard company", "Company 98"]


def test_a_pasted_table_says_what_was_guessed(alice: Client, hill: CustomGame):
    response = alice.post(
        address(hill, "kinds/0"), {"head": 1, "do": "paste", "table": "Name\tSk\tArmour\nScouts\t3\t2"}, follow=True
    )
    assert "Pasted 1 row. New columns: Armour (Number)." in response.text
    assert document(hill)["kinds"][0]["entries"][3]["name"] == "Scouts"
    refused = alice.post(address(hill, "kinds/0"), {"head": 2, "do": "paste", "table": "Name"})
    assert refused.status_code == 422
    assert "Paste a row of headings" in refused.text


def test_items_are_added_moved_and_removed(alice: Client, hill: CustomGame):
    response = alice.post(address(hill, "turn"), {"head": 1, "do": "add", "pattern": 1})
    assert response.headers["Location"] == address(hill, "turn/2")
    alice.post(address(hill, "turn"), {"head": 2, "do": "up", "index": 2})
    alice.post(address(hill, "turn"), {"head": 3, "do": "remove", "index": 0})
    assert [part["title"] for part in document(hill)["turn"]] == ["New part", "Second player"]


def test_a_column_is_added_to_its_table(alice: Client, hill: CustomGame):
    response = alice.post(address(hill, "kinds/0"), {"head": 1, "do": "add", "list": "fields", "pattern": 0})
    assert response.headers["Location"] == address(hill, "kinds/0/fields/6")
    assert all(len(row["values"]) == 7 for row in document(hill)["kinds"][0]["entries"])
    assert not GAMES.load_head(CustomGame.objects.get()).problems


def test_the_last_table_of_a_game_stays(alice: Client, hill: CustomGame):
    alice.post(address(hill, "kinds"), {"head": 1, "do": "remove", "index": 1})
    alice.post(address(hill, "kinds"), {"head": 2, "do": "remove", "index": 0})
    assert [kind["title"] for kind in document(hill)["kinds"]] == ["Troop type"]


def test_a_limit_is_added_in_a_few_choices(alice: Client, hill: CustomGame):
    data = {"scope": "army", "bound": "most", "number": "1", "counted": "units", "of": "troops:cannon"}
    response = alice.post(address(hill, "limits"), {"head": 1, "do": "limit", **data}, follow=True)
    assert "Added: An army has at most 1 unit of Cannon." in response.text
    assert document(hill)["limits"][1]["where"] == "troops == 'cannon'"


def test_a_game_without_costs_offers_no_limit_of_points(alice: Client, author: Author):
    game = create_game(draft_of(hill_war() | {"costs": []}), "Started", author)
    assert "percent of its points" not in alice.get(address(game, "limits")).text
    data = {"scope": "army", "bound": "most", "number": "25", "counted": "share", "of": ""}
    response = send(alice, game, "limits", {"do": "limit", **data})
    assert response.status_code == 422
    assert "hoose something that this game counts" in response.text
    assert document(game)["limits"] == hill_war()["limits"]


def test_a_limit_and_a_table_from_an_old_page_are_kept_in_their_forms(alice: Client, hill: CustomGame):
    changed = hill_war()
    changed["limits"].append({**changed["limits"][0], "id": "L-1", "max": "600"})
    changed["kinds"][0]["entries"].append({**changed["kinds"][0]["entries"][0], "name": "Scouts"})
    save_draft(hill, 1, draft_of(changed))
    data = {"scope": "army", "bound": "most", "number": "37", "counted": "units", "of": "troops:cannon"}
    limit = send(alice, hill, "limits", {"do": "limit", **data}, head=1)
    table = send(alice, hill, "kinds/0", {"do": "paste", "table": "Name\tSk\nScouts\t3"}, head=1)
    assert (limit.status_code, table.status_code) == (409, 409)
    assert 'value="37"' in limit.text
    assert "Scouts" in table.text
    assert document(hill) == changed


def test_what_makes_a_game_too_large_stays_in_its_form(
    alice: Client, hill: CustomGame, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*args: object) -> None:
        raise TooLarge(TOO_LARGE)

    monkeypatch.setattr(saving, "save_draft", refuse)
    response = send(alice, hill, "game", {"title": "Valley war"})
    assert response.status_code == 409
    assert 'value="Valley war"' in response.text
    assert "larger than 256 KB" in response.text
    assert document(hill) == hill_war()


@pytest.mark.parametrize(("place", "pattern"), [("example", "0"), ("game", "0"), ("turn", ""), ("turn", "50")])
def test_what_a_list_does_not_offer_is_not_added(alice: Client, hill: CustomGame, place: str, pattern: str):
    assert send(alice, hill, place, {"do": "add", "pattern": pattern}).status_code == 404
    assert document(hill) == hill_war()


def test_changes_of_other_parts_meanwhile_stay(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of({**hill_war(), "title": "Valley war"}))
    assert send(alice, hill, "costs/0", {"title": "Gold"}, head=1).status_code == 302
    assert (document(hill)["title"], document(hill)["costs"][0]["title"]) == ("Valley war", "Gold")


def test_a_change_of_the_same_part_meanwhile_is_not_overwritten(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of({**hill_war(), "title": "Valley war"}))
    response = send(alice, hill, "game", {"title": "River war"}, head=1)
    assert response.status_code == 409
    assert 'value="River war"' in response.text
    assert "Nothing was overwritten" in response.text
    assert document(hill)["title"] == "Valley war"
    assert send(alice, hill, "game", {"title": "River war"}).status_code == 302
    assert document(hill)["title"] == "River war"


def again(client: Client, response: Any) -> Any:
    """The answer to the main form of a refusal, sent as it is."""
    form = html.fromstring(response.text).get_element_by_id("place-form")
    return client.post(form.action, dict(form.form_values()))


def test_saving_a_form_again_replaces_only_what_clashed(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of({**hill_war(), "title": "Valley war", "edition": "7"}))
    response = send(alice, hill, "game", {"title": "River war"}, head=1)
    assert "Save again to keep yours" in response.text
    assert again(alice, response).status_code == 302
    assert (document(hill)["title"], document(hill)["edition"]) == ("River war", "7")


def test_saving_again_finds_an_item_that_moved(alice: Client, hill: CustomGame):
    changed = hill_war()
    first, *others = changed["tracks"]
    new = {**first, "slug": "new", "title": "New"}
    save_draft(hill, 1, draft_of(changed | {"tracks": [new, {**first, "title": "Hurt"}, *others]}))
    response = send(alice, hill, "tracks/0", {"title": "Harm"}, head=1)
    assert response.status_code == 409
    assert again(alice, response)["Location"] == address(hill, "tracks/1")
    assert [each["title"] for each in document(hill)["tracks"][:2]] == ["New", "Harm"]


@pytest.mark.parametrize(
    ("act", "leads_to"),
    [
        ({"do": "paste", "table": "Name\nScouts"}, "kinds/1"),
        ({"do": "add", "list": "fields", "pattern": "0"}, "kinds/1/fields/6"),
        ({"do": "down", "list": "fields", "index": "0"}, "kinds/1"),
    ],
)
def test_what_is_done_leads_to_the_item_where_it_is_now(
    alice: Client, hill: CustomGame, act: dict[str, str], leads_to: str
):
    changed = hill_war()
    changed["kinds"].insert(0, {**changed["kinds"][0], "slug": "extra", "plural": "Extras"})
    save_draft(hill, 1, draft_of(changed))
    response = send(alice, hill, "kinds/0", act, head=1)
    assert response["Location"] == address(hill, leads_to)
    assert alice.get(response["Location"]).status_code == 200
    assert document(hill)["kinds"][0] == changed["kinds"][0]
    assert document(hill)["kinds"][1] != changed["kinds"][1]


@pytest.mark.parametrize("act", [{"do": "remove", "index": "0"}, {"do": "down", "index": "0"}])
def test_what_clashes_is_not_done_and_said_so(alice: Client, hill: CustomGame, act: dict[str, str]):
    changed = hill_war()
    changed["kinds"][0]["entries"][0]["values"][0] = "9"
    save_draft(hill, 1, draft_of(changed))
    response = alice.post(address(hill, "kinds/0"), {"head": 1, "list": "fields", **act}, follow=True)
    assert "The game was changed elsewhere, so nothing was done. Try again." in response.text
    assert document(hill) == changed


def test_changes_of_other_fields_of_a_part_meanwhile_stay(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of({**hill_war(), "title": "Valley war"}))
    response = alice.post(address(hill), {"head": 1, "edition": "7"}, follow=True)
    assert "Changes made elsewhere in the meantime are included." in response.text
    assert (document(hill)["title"], document(hill)["edition"]) == ("Valley war", "7")


def test_a_form_of_an_item_that_moved_meanwhile_is_saved(alice: Client, hill: CustomGame):
    changed = hill_war()
    first, *others = changed["tracks"]
    assert others
    changed["tracks"] = [{**first, "slug": "new", "title": "New"}, first, *others]
    save_draft(hill, 1, draft_of(changed))
    response = send(alice, hill, "tracks/0", {"title": "Harm"}, head=1)
    assert (response.status_code, response["Location"]) == (302, address(hill, "tracks/1"))
    assert [each["title"] for each in document(hill)["tracks"][:2]] == ["New", "Harm"]


@pytest.mark.parametrize("lost", [{"limits": []}, {"limits": 7}])
def test_a_form_whose_place_is_gone_keeps_what_was_entered(alice: Client, hill: CustomGame, lost: dict[str, Any]):
    save_draft(hill, 1, draft_of(hill_war() | lost))
    response = send(alice, hill, "limits/0", {"max": "777"}, head=1)
    assert response.status_code == 409
    assert 'value="777"' in response.text
    assert "Correct the game in another tab, then save here again." in response.text
    assert document(hill) == hill_war() | lost
    alice.post(reverse("custom_games:undo", args=[hill.pk]), {"head": 2})
    assert send(alice, hill, "limits/0", {"max": "777"}, head=1).status_code == 302
    assert document(hill)["limits"][0]["max"] == "777"


def test_a_form_is_saved_though_another_part_became_unreadable(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of(hill_war() | {"limits": 7}))
    assert send(alice, hill, "costs/0", {"title": "Gold"}, head=1).status_code == 302
    assert (document(hill)["costs"][0]["title"], document(hill)["limits"]) == ("Gold", 7)


def test_a_saved_form_leads_on_among_your_games_alone(alice: Client, hill: CustomGame):
    there = address(hill, "limits")
    assert send(alice, hill, "game", {"title": "A", "next": there}).headers["Location"] == there
    assert send(alice, hill, "game", {"title": "B", "next": "/your-games/"}).headers["Location"] == "/your-games/"
    elsewhere = send(alice, hill, "game", {"title": "C", "next": "https://example.org/"})
    assert elsewhere.headers["Location"] == address(hill)


def test_a_document_that_is_no_game_is_edited_as_json(alice: Client, hill: CustomGame):
    save_draft(hill, 1, draft_of(json.loads('{"title": 5}')))
    assert alice.get(address(hill)).headers["Location"] == hill.get_absolute_url()


def test_hostile_texts_are_drawn_as_texts(alice: Client, author: Author):
    hostile = json.loads(json.dumps(hill_war()).replace("Riflemen", "<script>alert(1)</script>"))
    game = create_game(draft_of({**hostile, "title": "<img src=x>"}), "Started", author)
    for place in ("game", "kinds/0", "limits", "costs/0", "unit/0", "odds/0"):
        page = alice.get(address(game, place)).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_an_icon_that_nobody_has_breaks_no_page(alice: Client, author: Author):
    odd = hill_war()
    odd["display"]["icon"] = "nope"
    game = create_game(draft_of(odd), "Started", author)
    for place in ("game", "display", "kinds/0", "limits"):
        assert alice.get(address(game, place)).status_code == 200
    assert "nope – unknown" in alice.get(address(game, "display")).text


def test_a_large_game_has_pages_too(alice: Client, author: Author):
    large = hill_war()
    row = large["kinds"][0]["entries"][0]
    large["kinds"][0]["entries"] = [{**row, "name": f"Company {n}"} for n in range(400)]
    large["ready"][0]["units"] = [{"settings": [{"field": "troops", "value": "company-399"}]}]
    game = create_game(draft_of(large), "Started", author)
    page = alice.get(f"{address(game, 'kinds/0')}?from=300").text
    assert 'value="Company 399"' in page
    send(alice, game, "kinds/0", {"entries-399-name": "Last company"})
    assert document(game)["kinds"][0]["entries"][399]["name"] == "Last company"


@pytest.mark.parametrize(
    ("place", "marked"),
    [
        ("limits", [("limits", "page")]),
        ("limits/0", [("limits", "true")]),
        ("kinds", [("kinds", "page")]),
        ("kinds/1", [("kinds/1", "page")]),
        ("kinds/1/fields/0", [("kinds/1", "true")]),
    ],
)
def test_the_part_of_a_page_is_marked(alice: Client, hill: CustomGame, place: str, marked: list[tuple[str, str]]):
    tree = html.fromstring(alice.get(address(hill, place)).text)
    found = tree.xpath("//nav[@aria-label='Parts of the game']//a[@aria-current]")
    assert [(each.get("href"), each.get("aria-current")) for each in found] == [
        (address(hill, part), how) for part, how in marked
    ]
