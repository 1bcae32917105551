"""The columns of rows for parts of armies and for entries: those of their declaration and some others."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast

from armybuilder.spreadsheets.cells import escape_formula, leaves
from armybuilder.spreadsheets.columns import SheetColumn, columns_of, known_headings, spec_cells
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.names import Names
from rulesets.core.ruleset import AnyRuleset

GAME, NAME, NOTES, SERIAL, ID, GROUP_ID = ":game", ":name", ":notes", ":serial", ":id", ":group id"
LOCKED, TITLE, NUMBER, KEY, CITE, SOURCE = ":locked", ":title", ":number", ":key", ":cite", ":source"
GROUP = ":group"
COUNT = ":count"
"""How many equal units a row is for; tables of this site have a row for each."""
PLACE = "Place"
"""The heading of a unit's number in its group, which was ``Number`` once."""
ROW_NUMBERS = ("Number", "Nr", "No", "#", "Num", "Numero", "Número", "Numéro")
"""Headings above counts, and above the numbers of the rows too."""
_COUNTS = (
    *("Qty", "Quantity", "Amount", "Count", "Pcs", "Pieces", "How many", "Own", "Owned", "Fielded", "Nos", "n", "x"),
    *("×", *ROW_NUMBERS[1:], "Anzahl", "Anz", "Menge", "Stück", "Stk", "Stückzahl", "Quantité", "Qté", "Nombre"),
    *("Cantidad", "Cant", "Nb", "Nbr", "Nbre", "Quantità", "Q.tà", "Qtà", "Quantidade", "Qtde", "Qtd", "Aantal"),
    *("Antal", "Antall", "Ilość", "Ile", "Liczba", "Szt", "Sztuk", "Počet", "Ks", "Db", "Darab", "Количество"),
    *("Кол-во", "数", "数量", "個数"),
)
_NUMBERS = ("Number", "No", "No.", "#", "Nr", "Qty", "Quantity", "Count", "Amount")
"""What begins a heading such as ``No. of stands`` and ``Number in formation``."""
_TITLES = (
    *("Unit", "Units", "Unit name", "Entry", "Type", "Model", "Einheit", "Unité", "Unidad", "Unidade", "Unità"),
    *("Eenheid", "Enhet", "Enhed", "Jednostka", "Jednotka", "Egység", "ユニット"),
)
_GROUPS = (
    *("Group", "Group name", "Company", "Regiment", "Battalion", "Detachment", "Section"),
    *("Unit group", "Team", "Element", "Belongs to", "Part of", "Assigned to", "Attached to"),
    *("Gruppe", "Zug", "Kompanie", "Groupe", "Grupo", "Gruppo", "Groep", "Grupp", "Grupa", "部隊"),
    *("Skupina", "Csoport", "Взвод", "Рота", "Группа", "Отряд", "分隊", "小隊"),
)
"""Headings that people write, also in other languages."""
_POINTS = (
    *("Points", "Pts", "Pt", "Cost", "Punkte", "Puntos", "Punti"),
    *("Pts each", "Points each", "Cost each", "Pts ea", "Unit cost", "Points per unit", "Cost per unit", "Pts/unit"),
    *("Punkte je", "Punkte pro"),
    *("Total points", "Points total", "Total pts", "Pts total", "Total cost", "Cost total", "Gesamtpunkte"),
)
HOUSE_RULE = "house rule "
"""Prefix of the switch of a house rule."""


def own_headings(ruleset: AnyRuleset) -> dict[str, str]:
    """The columns outside the declaration by lower-case heading; ``Listed as`` is not read for names."""
    plain = (GAME, NAME, NOTES, SERIAL, ID, GROUP_ID, LOCKED, NUMBER, KEY, CITE, SOURCE)
    return {name.removeprefix(":"): name for name in plain} | {
        "listed as": TITLE,
        PLACE.casefold(): NUMBER,
        ruleset.words.group.casefold(): GROUP,
    }


def part_headings(ruleset: AnyRuleset, spec: type[Any]) -> Names[str]:
    """The column of each heading in a table of one of the game's declarations.

    Tables of units have other headings too, which people write above counts, names and groups.
    """
    return _part_headings(ruleset, cast("Hashable", spec), spec == ruleset.unit)


@lru_cache(maxsize=200)
def _part_headings(ruleset: AnyRuleset, spec: Hashable, of_units: bool) -> Names[str]:
    others: list[tuple[str, str]] = []
    if of_units:
        words = ruleset.words
        others += [(heading, COUNT) for heading in _COUNTS]
        counted = dict.fromkeys((words.units, "units", "stands", "bases", "pieces", "vehicles", "minis"))
        groups = dict.fromkeys(
            (words.group, words.force, "unit group", "group", "formation", "squad", "platoon", "army")
        )
        others += [(f"{each} of {word}", COUNT) for each in _NUMBERS for word in counted]
        others += [(f"{each} {sign} {word}", COUNT) for each in _NUMBERS for sign in ("in", "per") for word in groups]
        others += [(heading, TITLE) for heading in (*_TITLES, words.unit, words.units)]
        others += [(heading, GROUP) for heading in (*_GROUPS, words.groups)]
        points = next((path for path, field in leaves(ruleset.unit) if field.ask.points), "")
        others += [(heading, points) for heading in _POINTS if points]
    return known_headings(cast("type[Any]", spec), own_headings(ruleset), others)


def column_of(headings: Names[str], heading: str) -> str | None:
    """The column of a heading, which may have a mark around it, as in ``Qty.`` and ``**Unit**``."""
    written = filter(str.strip, (heading, heading.strip(" .:*_")))
    return next((column for each in written if (column := headings.find(each)) is not None), None)


def columns(ruleset: AnyRuleset, spec: type[Any]) -> tuple[SheetColumn, ...]:
    """The columns of one of the game's declarations besides those of every row."""
    return columns_of(spec, own_headings(ruleset))


def spec_row(ruleset: AnyRuleset, spec: Any, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Heading and cell of each column of a value."""
    spec_columns = columns(ruleset, type(spec))
    headings = (column.heading for column in spec_columns)
    return list(zip(headings, spec_cells(spec_columns, spec, catalogue), strict=True))


def entry_row(ruleset: AnyRuleset, entry: Entry[Any], catalogue: Catalogue) -> list[tuple[str, str]]:
    """An entry of the catalogue."""
    return [
        ("Name", escape_formula(entry.name)),
        ("Key", escape_formula(entry.key)),
        ("Cite", escape_formula(entry.cite)),
        ("Source", entry.source.value),
        *spec_row(ruleset, entry.spec, catalogue),
    ]
