"""What the builder's page shows."""

import re
from dataclasses import replace

import pytest
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from rulesets.core.codes import codes_shown
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Unit, add_group
from rulesets.registry import all_rulesets, get_ruleset
from tests.armies.equals import of_equals
from tests.armies.test_views import HTMX, drawn_groups, url
from tests.rulesets.described.games import described, games_with
from tests.visitors import ALICE, browser_of

pytestmark = pytest.mark.django_db


def test_an_edit_with_htmx_answers_only_what_differs(alice, make_army):
    army = make_army(piles=3)
    response = alice.post(url(army, "edits", "copy-unit"), {"head": 1, "unit": "u6"}, headers=HTMX)
    assert response.status_code == 200
    assert drawn_groups(response) == (["g5"], [])
    assert 'id="head" name="head" form="edit" value="2"' in response.text
    assert re.search('<p id="said".*Added one more Flint to Pile 2</p>', response.text)
    assert 'data-at="u13"' in response.text
    assert "<html" not in response.text


def test_the_unit_that_breaks_a_full_group_is_said_to(alice):
    army = alice.post("/armies/new/mbt2020", {"name": "1st Division"}).url.split("?")[0]
    alice.post(f"{army}edits/add-template", {"head": 1, "template": "tank"})

    def add(head):
        sent = {"head": head, "unit": "u12", "into": "g1"}
        response = alice.post(f"{army}edits/copy-unit", sent, headers=HTMX)
        return html.fromstring(response.text).xpath("string(//p[@id='said'])")

    assert add(2).startswith("This battle group has 13 stands but needs 12: remove 1. Added one more ")
    assert add(3).startswith("Added one more ")


def test_a_setting_that_shows_in_no_row_draws_no_group(alice, make_army):
    army = make_army(piles=2)
    response = alice.post(url(army, "edits", "change-army"), {"head": 1, "spec-tide": "3"}, headers=HTMX)
    assert drawn_groups(response) == ([], [])


def test_a_new_group_is_drawn_in_its_place_among_the_others(alice, make_army):
    army = make_army(piles=2)
    response = alice.post(url(army, "edits", "copy-group"), {"head": 1, "group": "g1"}, headers=HTMX)
    assert drawn_groups(response) == (["g9"], ["g1", "g5"])
    assert re.findall(r'<section[^>]* id="group-(\w+)"', response.text) == ["g1", "g9", "g5"]


def test_a_large_army_has_the_rows_of_unfolded_groups_alone(alice, make_army, monkeypatch):
    monkeypatch.setattr("armybuilder.armies.builder.MAX_UNFOLDED_ROWS", 8)
    army = make_army(piles=3)

    def shown(response):
        tree = html.fromstring(response.text)
        ids = "//ol[@class='units']/@id"
        folds = "//details[@class='group-fold' and @open]/ancestor::section[@class='group']/@id"
        return tree.xpath(ids), tree.xpath(folds), len(tree.xpath("//li[@class='unit']"))

    folded = alice.get(url(army))
    assert shown(folded) == ([], [], 0)
    (words,) = html.fromstring(folded.text).xpath("//p[@id='units-g5']")
    assert words.xpath("normalize-space(text())") == "1 – 3 3 × Flint"
    assert words.xpath("a/@href") == ["?open=g5#group-g5"]
    assert shown(alice.get(url(army), {"open": "g5"})) == (["units-g5"], ["group-g5"], 3)
    assert shown(alice.get(url(army), {"at": "u2", "open": "g5"})) == (
        ["units-g1", "units-g5"],
        ["group-g1", "group-g5"],
        6,
    )
    assert shown(alice.get(url(army), {"open": "g5,g9,nothing"}, headers=HTMX)) == (["units-g5", "units-g9"], [], 6)


def test_an_edited_group_comes_with_its_rows_though_it_is_folded(alice, make_army, monkeypatch):
    monkeypatch.setattr("armybuilder.armies.builder.MAX_UNFOLDED_ROWS", 8)
    army = make_army(piles=3)
    answer = alice.post(url(army, "edits", "group-down"), {"head": 1, "group": "g1"}, headers=HTMX)
    assert "units-g" not in answer.text
    answer = alice.post(url(army, "edits", "remove-unit"), {"head": 2, "unit": "u2"}, headers=HTMX)
    assert html.fromstring(answer.text).xpath("//ol[@class='units']/@id") == ["units-g1"]


def test_a_part_is_looked_at_alone(alice, army):
    response = alice.get(url(army), {"at": "u3"}, headers=HTMX)
    assert 'data-at="u3"' in response.text
    assert "<html" not in response.text
    assert set(response.headers["Vary"].split(", ")) == {
        "HX-Request",
        "HX-History-Restore-Request",
        "Cookie",
        "Accept-Encoding",
    }


def test_the_inspector_calls_the_army_by_its_name(alice, army):
    page = html.fromstring(alice.get(url(army), {"at": "the-army"}).text)
    assert page.xpath("//*[@id='inspector']/h2/bdi/text()") == [army.name]


def test_hostile_names_are_shown_as_they_are(alice, army):
    alice.post(url(army, "edits", "change-unit"), {"head": 1, "unit": "u2", "name": "<script>&\"'"})
    page = alice.get(url(army)).text
    assert "&lt;script&gt;&amp;&quot;&#x27;" in page
    assert "<script>&" not in page


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_equal_units_are_told_apart_in_the_list(alice, author, game):
    army = create_army(LoadedArmy(game, of_equals(game)), "New army", author)
    shown = html.fromstring(alice.get(url(army)).text)
    assert len(set(shown.xpath("//section[@class='group']//h2//text()"))) == 2
    for group in shown.xpath("//section[@class='group']"):
        assert len(set(group.xpath(".//li[@class='unit']//*[@class='unit-number']/text()"))) == 3
    for words in ("One more ", "Remove "):
        labels = shown.xpath(f"//li[@class='unit']/button[starts-with(@aria-label, '{words}')]/@aria-label")
        assert len(set(labels)) == len(labels) == 6


def test_equal_units_are_one_row_that_unfolds(alice, author):
    game = get_ruleset("warstrike")
    army = create_army(LoadedArmy(game, of_equals(game)), "New army", author)
    (first, _) = html.fromstring(alice.get(url(army)).text).xpath("//ol[@class='units']/li[@class='run']")
    assert first.xpath("string(div/a//*[@class='unit-name'])").startswith("3 × ")
    assert first.xpath("normalize-space(div//*[@class='unit-number'])") == "1·1 – 1·3"
    assert first.xpath("details/ol/li/@id") == ["unit-u2", "unit-u3", "unit-u4"]
    assert first.xpath("details/@open") == []


def test_all_units_of_a_row_are_changed_at_once(alice, author):
    game = get_ruleset("warstrike")
    army = create_army(LoadedArmy(game, of_equals(game)), "New army", author)
    page = html.fromstring(alice.get(url(army), {"at": "u3", "equals": "on"}).text)
    (form,) = page.xpath("//form[@class='part-form schema-form']")
    assert form.xpath(".//input[@name='equals']/@checked")
    alice.post(url(army, "edits", "change-unit"), {**dict(form.form_values()), "name": "Leopard"}, headers=HTMX)
    army.refresh_from_db()
    first, second = load_head(army).force.groups
    assert {unit.name for unit in first.units} == {"Leopard"}
    assert {unit.name for unit in second.units} == {""}


def test_one_unit_of_a_row_is_changed_alone(alice, author):
    game = get_ruleset("warstrike")
    army = create_army(LoadedArmy(game, of_equals(game)), "New army", author)
    page = html.fromstring(alice.get(url(army), {"at": "u3"}).text)
    (form,) = page.xpath("//form[@class='part-form schema-form']")
    alice.post(url(army, "edits", "change-unit"), {**dict(form.form_values()), "name": "Leopard"}, headers=HTMX)
    army.refresh_from_db()
    assert [unit.name for unit in load_head(army).force.groups[0].units] == ["", "Leopard", ""]


def test_the_builder_shows_the_card_of_the_chosen_unit(alice, army):
    page = html.fromstring(alice.get(url(army), {"at": "u3"}).text)
    (address,) = page.xpath("//iframe[contains(@class, 'part-card')]/@src")
    assert "Flint" in html.fromstring(alice.get(address).text).xpath("string(//article)")
    assert not html.fromstring(alice.get(url(army)).text).xpath("//iframe")


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_the_card_of_the_chosen_unit_has_its_key_below(game, alice, author):
    army = create_army(LoadedArmy(game, game.demo()), "New", author)
    loaded = load_head(army)
    unit = loaded.force.groups[0].units[0]
    part = loaded.force.groups[0].id if game.group_card else unit.id
    page = html.fromstring(alice.get(url(army), {"at": part}).text)
    keys = page.xpath("//details[contains(@class, 'part-key')]//dt/text()")
    assert keys == [code.term for code in codes_shown(game.codes, loaded.card_of(part).texts)]
    assert keys


def test_findings_are_listed_up_to_a_hundred(alice, make_army):
    army = make_army(piles=120, size=1)
    response = alice.get(url(army))
    (errors,) = response.context["builder"].findings
    assert (errors.mark.text, len(errors.visible), errors.hidden) == ("120 errors", 100, 20)
    links = html.fromstring(response.text).xpath("//ol[@class='findings-list']/li/a[@class='finding-rule']/@href")
    assert links == ["/pebbles/rules/#PEB-2"] * 100


def test_a_finding_leads_to_what_it_is_about(alice, make_army):
    broken = make_army()
    alice.post(url(broken, "edits", "change-unit"), {"head": 1, "unit": "u3", "spec-polished": "on"})
    alice.post(url(broken, "edits", "copy-unit"), {"head": 2, "unit": "u2"})
    led = {}
    page = html.fromstring(alice.get(url(broken)).text)
    for link in page.xpath("//ol[@class='findings-list']//a[@class='finding-link']/@href"):
        part, _, anchor = link.partition("#")
        there = html.fromstring(alice.get(f"{url(broken)}{part}").text)
        led[link] = there.xpath(f"string(//*[@id='{anchor}']//h2 | //label[@for='{anchor}'])").strip()
    assert led == {"?at=u3#part_spec-polished": "Polished", "?at=g1#group-g1": "Pile 1"}


def test_a_finding_about_one_of_two_fields_leads_to_their_select(alice, author):
    game = get_ruleset("forge-of-war")
    unit = Unit("", game.unit())
    army = create_army(LoadedArmy(game, add_group(game.new_force(), "Alone", game.group(), (unit,))), "New", author)
    links = html.fromstring(alice.get(url(army)).text).xpath(
        "//ol[@class='findings-list']//a[contains(@href, '#part')]"
    )
    (link,) = [link for link in links if "Choose troops, a vehicle" in link.text_content()]
    part, _, anchor = link.get("href").partition("#")
    there = html.fromstring(alice.get(f"{url(army)}{part}").text)
    assert there.xpath(f"string(//select[@id='{anchor}']/preceding-sibling::label)") == "Troops or vehicle"


def test_an_empty_army_says_how_to_begin_not_what_is_wrong(alice, make_army):
    bare = make_army(piles=0)
    said = "Empty: add a pile to begin"
    # The bar of tabs has room for one word; the state above it and the problems below have the sentence.
    expected = {"/armies/": [said], url(bare): [said, "Empty", said], url(bare, "history"): [said]}
    for address, words in expected.items():
        page = html.fromstring(alice.get(address).text)
        marks = [mark.text_content().strip() for mark in page.xpath("//*[contains(@class, 'mark-note')]")]
        assert marks == words, address
        assert not page.xpath("//*[contains(@class, 'mark-bad')] | //ol[@class='findings-list']"), address


def test_the_first_units_end_how_to_begin_even_without_problems(alice, author):
    game = described("lanes")
    army = create_army(LoadedArmy(game, game.new_force()), "New", author)
    template = {"head": 1, "template": game.templates[0].slug}
    answer = alice.post(url(army, "edits", "add-template"), template, headers=HTMX)
    assert not answer.context["builder"].findings
    (problems,) = html.fromstring(answer.text).xpath("//*[@id='findings']")
    assert "Empty" not in problems.text_content()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_row_without_a_choice_is_shown_but_not_stored(alice, author, headers):
    game = get_ruleset("forum-combat")
    army = create_army(LoadedArmy(game, game.demo()), "New army", author)
    unit = load_head(army).force.groups[0].units[0]
    sent = {"head": 1, "unit": unit.id, "spec-weapons-rows": "0", "add-row": "spec-weapons"}
    answer = alice.post(url(army, "edits", "change-unit"), sent, headers=headers)
    shown = html.fromstring(answer.text)
    assert len(shown.xpath("//fieldset[@id='rows_spec-weapons']/div[@role='group']")) == 1
    assert load_head(Army.objects.get()).force == game.demo()
    assert answer.context["builder"].status == LoadedArmy(game, game.demo()).status
    chosen = {"head": 1, "unit": unit.id, "spec-weapons-rows": "2", "spec-weapons-0": "bayonet", "spec-weapons-1": ""}
    answer = alice.post(url(army, "edits", "change-unit"), chosen, headers=headers)
    assert len(html.fromstring(answer.text).xpath("//fieldset[@id='rows_spec-weapons']/div[@role='group']")) == 2
    assert load_head(Army.objects.get()).force.groups[0].units[0].spec.weapons == ("bayonet",)


def test_the_key_to_codes_follows_what_the_rows_show(alice, author):
    game = get_ruleset("mbt2020")
    army = create_army(LoadedArmy(game, game.new_force()), "New", author)
    keys = "//section[@id='code-key']//dt/text()"
    assert html.fromstring(alice.get(url(army)).text).xpath(keys) == []
    added = {"head": 1, "template": game.templates[0].slug}
    added = alice.post(url(army, "edits", "add-template"), added, headers=HTMX).text
    assert 'id="code-list" hx-swap-oob="outerMorph"' in added
    army.refresh_from_db()
    shown = html.fromstring(alice.get(url(army)).text).xpath(keys)
    assert shown == [code.term for code in load_head(army).codes_with_numbers]
    assert 0 < len(shown) < len(game.codes)
    at = load_head(army).force.groups[0].id
    again = alice.post(url(army, "edits", "copy-group"), {"head": army.head, "group": at}, headers=HTMX).text
    assert "code-list" not in again


@pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
def test_a_legal_army_lists_every_rule_that_was_checked(game):
    loaded = LoadedArmy(game, game.demo())
    army = create_army(loaded, "New army", Author(None, ALICE.hash))
    shared = create_link(army, frozen=True, notes=False).get_absolute_url()
    browser = browser_of(ALICE)
    notes = {finding.rule for finding in loaded.findings}
    for address in (army.get_absolute_url(), shared):
        (panel,) = html.fromstring(browser.get(address).text).xpath("//*[@id='findings']")
        (checked,) = panel.xpath(".//details[@class='checked']")
        assert " ".join(checked.find("summary").text_content().split()) == f"Legal: {loaded.kept}"
        assert f"{len(game.all_rules)} rules kept" in loaded.kept
        items = checked.xpath("ul/li")
        assert len(items) == len(game.all_rules)
        for rule, item in zip(game.all_rules, items, strict=True):
            assert rule.sentence in " ".join(item.text_content().split())
            assert item.xpath("a/@href") == [f"/{game.slug}/rules/#{rule.id}"]
            assert rule.cite in item.findtext("a")
            assert (item.get("class") == "rule-kept") == (rule.id not in notes)


def test_an_error_more_of_a_broken_rule_is_counted_at_once(alice, author, pebbles):
    force = pebbles.demo().with_ids()
    group = force.groups[0]
    units = tuple(replace(unit, id="") for unit in group.units * 4)
    once = LoadedArmy(pebbles, replace(force, groups=(replace(group, units=units),)).with_ids())
    army = create_army(once, "New army", author)
    copied = {"head": 1, "group": once.force.groups[0].id}
    response = alice.post(url(army, "edits", "copy-group"), copied, headers=HTMX)
    army.refresh_from_db()
    twice = load_head(army)
    assert (twice.checked, twice.kept != once.kept) == (once.checked, True)
    (checked,) = html.fromstring(response.text).xpath("//details[@id='checked']/summary")
    assert " ".join(checked.text_content().split()) == twice.kept


def test_a_broken_rule_is_not_among_the_kept_ones(pebbles):
    group, more = pebbles.demo().groups[0], 4
    force = replace(pebbles.demo(), groups=(replace(group, units=group.units * more),))
    army = LoadedArmy(pebbles, force)
    broken = {finding.rule: finding.severity for finding in army.findings}
    assert Severity.ERROR in broken.values()
    rules = len(pebbles.all_rules)
    grave = [rule for rule, severity in broken.items() if severity is not Severity.NOTE]
    assert army.kept.startswith(f"{rules - len(grave)} of {rules} rules kept, ")
    assert {rule.id: mark.text.lower() for rule, mark in army.checked if mark} == broken
