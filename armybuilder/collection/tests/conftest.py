"""The fixtures of armies and of printing serve here too."""

from tests.armies.conftest import _empty_desk, army, make_army
from tests.printing.conftest import printer

__all__ = ["_empty_desk", "army", "make_army", "printer"]
