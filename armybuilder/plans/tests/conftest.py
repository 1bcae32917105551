"""The fixtures of games at the table serve here too."""

from armybuilder.matches.tests.conftest import _empty_desk, army, begin, gems, make_army
from tests.printing.conftest import printer

__all__ = ["_empty_desk", "army", "begin", "gems", "make_army", "printer"]
