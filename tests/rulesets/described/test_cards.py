"""How described games show their units: rows, cards, tables of weapons, markers, summaries."""

from dataclasses import replace
from typing import Any

from rulesets.core.tables import Stat
from rulesets.described.document import Display, FieldType, KindField, Shown, Term, Upgrade
from rulesets.described.ruleset import from_document

from .armies import army
from .games import described, document

LANES, COURT = map(described, ("lanes", "court"))


def test_a_card_has_the_upgraded_statline_and_the_unit_s_weapons() -> None:
    force = army(LANES, ({}, [{"drilled": True, "extra": ("lance", "repeater"), "orders": LANES.unit().orders}]))
    ((group, unit),) = force.units()
    card = LANES.card(unit, group, LANES.context(force))
    assert card.stats == (
        Stat("Mv", "6″", "Move"),
        Stat("Sk", "2+", "Skill"),
        Stat("To", "3", "Toughness"),
        Stat("Sv", "5+", "Save"),
        Stat("Wd", "1", "Wounds"),
    )
    (guns,) = card.tables
    assert [column.heading for column in guns.columns] == ["Gun", "Sh", "St", "Pi", "Rg", "Dm"]
    assert [[cell.text for cell in row] for row in guns.rows] == [
        ["Rifle", "1", "3", "0", "24″", "1"],
        ["Lance", "1", "8", "3", "30″", "3"],
        ["Repeater", "3", "4", "0", "18″", "1"],
    ]
    assert [(track.title, track.boxes) for track in card.tracks] == [("Lost", 5)]


def test_a_card_says_the_troops_once() -> None:
    force = army(LANES, ({}, [{}, {}]))
    named = replace(force.groups[0].units[1], name="Reyes's guard")
    group = replace(force.groups[0], units=(force.groups[0].units[0], named))
    context = LANES.context(replace(force, groups=(group,)))
    cards = [LANES.card(unit, group, context) for unit in group.units]
    assert [(card.title, card.subtitle) for card in cards] == [("Rangers", ""), ("Reyes's guard", "Rangers")]


def test_what_is_empty_is_left_out() -> None:
    force = army(LANES, ({}, [{}, {"drilled": True}]))
    context = LANES.context(force)
    chips = [[chip.text for chip in LANES.row(unit, group, context).chips] for group, unit in force.units()]
    assert chips == [["5 models", "62.5 pts"], ["5 models", "72.5 pts", "drilled"]]
    house = army(COURT, ({}, [{"courtier": "duchess"}, {"courtier": "page"}]))
    backs = [COURT.card(unit, group, COURT.context(house)).back for group, unit in house.units()]
    assert [[(line.term, line.text) for line in back] for back in backs] == [[("Motto", "Never twice")], []]


def test_a_long_text_of_the_troops_is_a_line_and_no_value() -> None:
    lanes = document("lanes")
    troops, *others = lanes.kinds
    said = (
        KindField("nickname", "Nickname", FieldType.TEXT, short="Ni"),
        KindField("rules", "Rules", FieldType.TEXT, short="Ru"),
    )
    rows = tuple(
        replace(row, values=(*row.values, "Elite", "**Fast**, Fearless" if row.name == "Rangers" else ""))
        for row in troops.entries
    )
    kind = replace(troops, fields=(*troops.fields, *said), entries=rows)
    game = from_document(replace(lanes, kinds=(kind, *others)))
    force = army(game, ({}, [{}]))
    ((group, unit),) = force.units()
    context = game.context(force)
    card = game.card(unit, group, context)
    assert card.stats[-1] == Stat("Ni", "Elite", "Nickname")
    assert (card.lines[0].term, card.lines[0].text) == ("Rules", "**Fast**, Fearless")
    assert [chip.text for chip in game.row(unit, group, context).chips] == ["5 models", "62.5 pts", "Fast, Fearless"]
    assert game.play is not None
    assert "Ru" not in [stat.heading for stat in game.play.values(unit, group, context)]


def test_a_long_text_that_the_document_shows_is_not_said_twice() -> None:
    lanes = document("lanes")
    troops, *others = lanes.kinds
    rules = KindField("rules", "Rules", FieldType.TEXT, short="Ru")
    rows = tuple(replace(row, values=(*row.values, "Fast, Fearless")) for row in troops.entries)
    display = Display(chips=("{troop.rules}",), lines=(Term("Special", "{troop.rules}"),))
    kind = replace(troops, fields=(*troops.fields, rules), entries=rows)
    game = from_document(replace(lanes, kinds=(kind, *others), display=display))
    force = army(game, ({}, [{}]))
    ((group, unit),) = force.units()
    context = game.context(force)
    assert [(line.term, line.text) for line in game.card(unit, group, context).lines] == [("Special", "Fast, Fearless")]
    assert [chip.text for chip in game.row(unit, group, context).chips] == ["Fast, Fearless"]


def test_rows_stand_on_the_back_or_not_on_the_card() -> None:
    lanes = document("lanes")
    places = {"extra": Shown.BACK, "gear": Shown.BACK, "gun": Shown.OFF}
    fields = tuple(replace(each, shown=places.get(each.name, Shown.FRONT)) for each in lanes.unit)
    game = from_document(replace(lanes, unit=fields))
    force = army(game, ({}, [{"extra": ("lance", "repeater"), "gear": ("grenades",)}]))
    ((group, unit),) = force.units()
    card = game.card(unit, group, game.context(force))
    assert card.tables == ()
    assert [(line.term, line.text.replace("\u00a0", " ")) for line in card.back] == [
        ("Lance", "Sh 1 · St 8 · Pi 3 · Rg 30″ · Dm 3"),
        ("Repeater", "Sh 3 · St 4 · Pi 0 · Rg 18″ · Dm 1"),
        ("Grenades", "one roll each"),
    ]


def test_lines_keep_their_marks_and_lists_but_chips_are_one_line() -> None:
    display = Display(chips=("{models}\n models",), lines=(Term("Orders", "**One**  of:\n\n- run\n- stand {models}"),))
    game = from_document(replace(document("lanes"), display=display))
    force = army(game, ({}, [{}]))
    ((group, unit),) = force.units()
    context = game.context(force)
    assert [chip.text for chip in game.row(unit, group, context).chips] == ["5 models"]
    assert [line.text for line in game.card(unit, group, context).lines] == ["**One** of:\n• run\n• stand 5"]


def test_an_army_is_summed_up_in_each_currency() -> None:
    force = army(LANES, ({}, [{}, {"troop": "reyes", "models": 1}]), limit=200)
    lines = LANES.summary(LANES.context(force))
    assert [(line.term, line.text) for line in lines] == [("Points", "122.5 of 200"), ("Command", "3")]
    assert LANES.points is not None
    assert [LANES.points(unit, LANES.context(force)) for _, unit in force.units()] == [62, 60]


def test_a_marker_is_there_for_each_unit() -> None:
    force = army(LANES, ({}, [{}, {}]), ({}, [{}]))
    assert [(token.text, token.count) for token in LANES.tokens(LANES.context(force))] == [("SHOT", 3)]


def test_a_unit_of_an_unknown_entry_is_shown_by_its_key() -> None:
    force = army(LANES, ({}, [{"troop": "ghosts"}]))
    ((group, unit),) = force.units()
    context = LANES.context(force)
    assert (LANES.row(unit, group, context).title, LANES.card(unit, group, context).stats) == ("ghosts", ())
    assert [finding.rule for finding in LANES.check(force)] == ["AB-01"]


def test_what_a_unit_is_not_asked_for_counts_as_nothing() -> None:
    units: list[dict[str, Any]] = [{"grenades": 5}, {"grenades": 5, "gear": ("grenades", "heavy-plate")}]
    force = army(LANES, ({}, units))
    context = LANES.context(force)
    assert LANES.points is not None
    assert LANES.asks is not None
    assert [LANES.points(unit, context) for _, unit in force.units()] == [62, 62 + 2 + 4 + 5]
    asked = [LANES.asks(unit, group, context) for group, unit in force.units()]
    assert [asks.without for asks in asked] == [{"grenades", "stance"}, set()]
    assert [asks.fit["gear"] for asks in asked] == [{"jump-pack", "grenades", "sun-banner"}] * 2
    ((_, _), (group, unit)) = force.units()
    card = LANES.card(unit, group, context)
    assert Stat("Sv", "4+", "Save") in card.stats
    assert [table.title for table in card.tables] == ["Guns", "Pieces of gear"]


def test_a_choice_opens_further_rows() -> None:
    force = army(LANES, ({}, [{"gear": ("jump-pack",)}]))
    ((group, unit),) = force.units()
    assert LANES.asks is not None
    fit = LANES.asks(unit, group, LANES.context(force)).fit["gear"]
    assert fit == {"jump-pack", "grenades", "sun-banner", "booster"}


def test_an_upgrade_opens_the_rows_that_the_rule_lets_in() -> None:
    lanes = document("lanes")
    among = "entry.strength <= troop.toughness"
    fields = tuple(replace(each, among=among) if each.name == "extra" else each for each in lanes.unit)
    upgrade = Upgrade("troop.toughness", "troop.toughness + 1", "drilled")
    game = from_document(replace(lanes, unit=fields, upgrades=(upgrade,)))
    guns = [entry.key for entry in game.catalogue.of_kind("gun")]
    units = [{"drilled": drilled, "extra": (gun,)} for drilled in (True, False) for gun in guns]
    force = army(game, ({}, units))
    assert game.asks is not None
    fit = [game.asks(unit, group, game.context(force)).fit["extra"] for group, unit in force.units()]
    assert fit == [{"rifle", "repeater"}] * 3 + [{"rifle"}] * 3
    refused = {finding.where.unit for finding in game.check(force) if finding.rule == "EXTRA-FITS"}
    assert [unit.id in refused for _, unit in force.units()] == [False, False, True, False, True, True]


def test_an_upgrade_of_a_list_changes_the_rows_for_which_it_holds() -> None:
    upgrade = Upgrade("extra.reach", "extra.reach + 6", "drilled and extra.strength < 5")
    game = from_document(replace(document("lanes"), upgrades=(upgrade,)))
    units: list[dict[str, Any]] = [{"drilled": each, "extra": ("repeater", "lance")} for each in (True, False)]
    force = army(game, ({}, units))
    ranges = []
    for group, unit in force.units():
        (guns,) = game.card(unit, group, game.context(force)).tables
        ranges.append([(row[0].text, row[4].text) for row in guns.rows])
    assert ranges == [
        [("Rifle", "24″"), ("Repeater", "24″"), ("Lance", "30″")],
        [("Rifle", "24″"), ("Repeater", "18″"), ("Lance", "30″")],
    ]


def test_a_unit_stands_in_its_group_by_name_or_number() -> None:
    force = army(LANES, ({}, [{}, {}]), ({}, [{}]))
    unnamed = replace(force, groups=(force.groups[0], replace(force.groups[1], name="")))
    context = LANES.context(unnamed)
    places = [LANES.standing(unit, group, context).corner for group, unit in unnamed.units()]
    assert places == ["Group 1 · no. 1", "Group 1 · no. 2", "2·1"]
