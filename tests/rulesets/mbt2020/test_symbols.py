"""Symbols of stands."""

import pytest

from rulesets.core.cards import SymbolSet
from rulesets.systems.mbt2020.symbols import symbol_of
from tests.rulesets.mbt2020.shorthand import KINDS, kind


def test_every_kind_has_a_symbol():
    for found in KINDS:
        for hq in (False, True):
            symbol = symbol_of(found, hq=hq)
            assert symbol.set is SymbolSet.APP6, found
            assert len(symbol.code) == 20, found
            assert symbol.code.isdecimal(), found
            assert symbol.code[:4] == "1003", found
            assert symbol.code[7] == ("2" if hq else "0"), found
            assert symbol.text.endswith("headquarters") is hq, found


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("MBT+", "10031000141205000000", "armour, platoon"),
        ("INF+ INFANTRY", "10031000141211050000", "infantry, combat vehicles, platoon"),
        ("INFn INFANTRY", "10031000141211020000", "infantry, carriers, platoon"),
        ("INF- INFANTRY", "10031000141211040000", "infantry, motorised, platoon"),
        ("ARTn OTF SNS", "10031000151303010000", "artillery, self-propelled, battery"),
        ("ART- CBA STATIC", "10031000151303000047", "artillery, towed, battery"),
        ("AIRn ASF", "10030100141101040000", "fighter aircraft, flight"),
        ("AIR+ CAS heli", "10030100141102000100", "attack helicopters, flight"),
    ],
)
def test_symbols(text, code, words):
    symbol = symbol_of(kind(text))
    assert (symbol.code, symbol.text) == (code, words)


def test_rockets():
    assert symbol_of(kind("ART+ OTF SNS"), rockets=True).code == "10031000151303014100"
