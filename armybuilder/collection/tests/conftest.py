"""The armies' fixtures serve here too."""

from tests.armies.conftest import _empty_desk, army, make_army

__all__ = ["_empty_desk", "army", "make_army"]
