"""The tables as printed."""

import pytest

from rulesets.systems.mbt2020 import tables

PRINTED = {
    True: (("R", "P", "N", "N", "N"), ("P/R", "P/R", "P/P", "R/R", "R/N"), ("N", "N", "N", "P", "R")),
    False: (("R", "P", "N", "N", "N"), ("-/-", "-/-", "-/P", "-/R", "-/D"), ("-", "-", "-", "-", "-")),
}


@pytest.mark.parametrize("mutual", [True, False])
def test_results_as_printed(mutual):
    found = tables.MUTUAL if mutual else tables.UNILATERAL
    wins, draws, loses = PRINTED[mutual]
    assert tuple(result.opposing for result in found.wins) == wins
    assert {result.own for result in found.wins} == {"-"}
    assert tuple(f"{result.own}/{result.opposing}" for result in found.draws) == draws
    assert tuple(result.own for result in found.loses) == loses
    assert {result.opposing for result in found.loses} == {"-"}
