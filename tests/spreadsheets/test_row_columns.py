"""The columns of rows: an own entry's cells stand under the headings that its declaration has."""

from armybuilder.spreadsheets.row_columns import columns, entry_row
from rulesets.registry import all_rulesets


def test_an_entry_has_its_own_columns_and_one_for_each_value():
    for game in all_rulesets():
        for kind in game.kinds:
            headings = [column.heading for column in columns(game, kind.spec)]
            entry = game.catalogue.of_kind(kind.slug)[0]
            row = entry_row(game, entry, game.catalogue)
            assert [heading for heading, _ in row] == ["Name", "Key", "Cite", "Source", *headings]
            assert len({heading.casefold() for heading, _ in row}) == len(row)
            assert dict(row)["Name"].removeprefix("'") == entry.name
