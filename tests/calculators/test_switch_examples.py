"""What a switch changes, on an example."""

from lxml import html

from armybuilder.calculators.switch_examples import answer_example
from rulesets.core.declarations.house_rules import switches
from rulesets.registry import all_rulesets

WITHOUT_ANSWERS = {
    "mbt2020": {
        "former_pact", "departed_count", "cas_turns_pass", "off_table_blank", "smoke_engages", "half_depth",
        "twilight_slows", "fragile_counts",
    },
    "forge-of-war": {"unit_size_severity", "training_severity", "armed_share"},
    "warstrike": set(),
    "forum-combat": {
        "fc.split_fire", "fc.range_path", "fc.hit_downed", "fc.melee_one_weapon", "fc.move_order", "fc.break_duration",
        "fc.obj_radius", "fc.con_sum", "fc.ability_limit_scope", "fc.cp_refresh", "fc.ffi_partial", "fc.ffi_target",
        "fc.vehicle_all", "fc.recover", "fc.zone_stops", "fc.unit_ability_limit",
    },
}  # fmt: skip
"""Switches on which no calculator's answer depends."""


def texts(element, path):
    return [" ".join(each.text_content().split()) for each in element.xpath(path)]


def test_every_switch_that_changes_answers_has_an_example():
    for game in all_rulesets():
        without = set(switches(game.rulings)) - set(game.examples)
        assert without == WITHOUT_ANSWERS[game.slug]


def test_every_example_shows_a_difference():
    for game in all_rulesets():
        for switch in game.examples:
            readings = answer_example(game, switches(game.rulings)[switch]).readings
            assert sum(each.is_default for each in readings) == 1
            assert all(each.headline for each in readings)
            assert len({(each.headline, each.lines) for each in readings}) > 1, switch


def test_an_example_says_what_is_asked_and_leads_to_it(client, pebbles, db):
    page = html.fromstring(client.get("/pebbles/rulings/wet_stones/").content.decode())
    assert texts(page, "//*[@class='switch-example']/p") == ["Skipping: Surface: Rough"]
    rows = [texts(row, "./*") for row in page.xpath("//*[@class='switch-example']//tbody/tr")]
    assert [row[0] for row in rows] == ["no default", "yes"]
    for row, link in zip(rows, page.xpath("//*[@class='switch-example']//td/a/@href"), strict=True):
        answer = html.fromstring(client.get(link).content.decode())
        assert row[1].startswith(*texts(answer, "//*[contains(@class, 'answer-headline')]//h2"))
    assert rows[0][1] != rows[1][1]


def test_htmx_gets_the_example_alone(client, pebbles):
    whole = client.get("/pebbles/rulings/wet_stones/")
    part = client.get("/pebbles/rulings/wet_stones/", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert part.content.decode().strip().startswith('<div class="switch-example">')
    assert part.content.decode().strip() in whole.content.decode()


def test_the_page_of_rulings_leads_to_the_example(client, pebbles, db):
    page = html.fromstring(client.get("/pebbles/rulings/").content.decode())
    assert page.xpath("//a[@href='/pebbles/rulings/wet_stones/']/@hx-get") == ["/pebbles/rulings/wet_stones/"]


def test_a_switch_without_an_example_is_not_found(client, pebbles):
    assert client.get("/pebbles/rulings/dry_stones/").status_code == 404
