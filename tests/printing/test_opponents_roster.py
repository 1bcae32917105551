"""A roster for the opponent is drawn from the army without its secrets, so that nothing on it can tell them."""

from dataclasses import replace

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions, RosterKind
from rulesets.core.forces.force import change_unit
from rulesets.registry import get_ruleset
from tests.printing.pdf_reading import read
from tests.printing.samples import PRINTER

pytestmark = pytest.mark.django_db


def roster(army: LoadedArmy, kind: RosterKind) -> bytes:
    return print_pdf(document_of(army, PrintOptions(cards=False, qrs=False, roster_kind=kind), PRINTER), PRINTER)


def words(pdf: bytes) -> str:
    return " ".join(page.text for page in read(pdf))


def test_an_opponent_s_roster_hides_the_headquarters() -> None:
    """To the byte, so that neither the order of rows, their counts nor a symbol gives the BGHQ or the fakes away."""
    game = get_ruleset("mbt2020")
    army = LoadedArmy(game, game.demo())
    (marked,) = (unit for unit in army.force.groups[0].units if unit.spec.hq)
    other = next(unit for unit in army.force.groups[0].units if unit.spec == replace(marked.spec, hq=False))
    force = change_unit(army.force, marked.id, spec=other.spec)
    force = change_unit(force, other.id, spec=marked.spec)
    changed = LoadedArmy(game, replace(force, spec=replace(force.spec, fakes=2), notes="behind the wood"))
    assert roster(army, RosterKind.OPPONENT) == roster(changed, RosterKind.OPPONENT)
    assert roster(army, RosterKind.FULL) != roster(changed, RosterKind.FULL)
    full, opponents = (words(roster(changed, kind)) for kind in (RosterKind.FULL, RosterKind.OPPONENT))
    assert full.count("BGHQ") > opponents.count("BGHQ") == 0
    for secret in ("FAKES", "behind the wood"):
        assert (secret in full, secret in opponents) == (True, False)
