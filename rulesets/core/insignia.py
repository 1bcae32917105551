"""The colour and the badge by which an army is known on paper."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.core.cards import Symbol, SymbolSet, Tint
from rulesets.core.declarations.fields import Ask, Choice


class Colour(Choice):
    """A colour that a player chooses; all bear white letters."""

    NONE = ("none", "none")
    STEEL = (Tint.STEEL.value,)
    OLIVE = (Tint.OLIVE.value,)
    RUST = (Tint.RUST.value,)
    COBALT = (Tint.COBALT.value,)
    PLUM = (Tint.PLUM.value,)
    TEAL = (Tint.TEAL.value,)
    OCHRE = (Tint.OCHRE.value,)
    BRICK = (Tint.BRICK.value,)
    MOSS = (Tint.MOSS.value,)
    UMBER = (Tint.UMBER.value,)
    SLATE = (Tint.SLATE.value,)
    VIOLET = (Tint.VIOLET.value,)

    def tint(self, usual: str) -> str:
        """The tint of this colour, or the usual one without a colour."""
        return usual if self is Colour.NONE else self.value


class Badge(Choice):
    """A silhouette, by the name of its icon."""

    NONE = "none", "none"
    BEAST = "alien-bug", "alien beast"
    AXES = "crossed-axes", "axes"
    BARBARIAN = "barbarian", "barbarian"
    CASTLE = "military-fort", "castle"
    CAVALRY = "cavalry", "cavalry"
    CROWN = "crown", "crown"
    ELEPHANT = "elephant", "elephant"
    FIRE = "fire", "fire"
    FLAG = "flying-flag", "flag"
    GEARS = "gears", "gears"
    HEART = "hearts", "heart"
    HELMET = "brodie-helmet", "helmet"
    HOUND = "hound", "hound"
    LAUREL = "laurel-crown", "laurel"
    LEGIONARY = "centurion-helmet", "legionary"
    LIGHTNING = "lightning-storm", "lightning"
    MECH = "battle-mech", "mech"
    ROCKET = "rocket", "rocket"
    SHIELD = "shield", "shield"
    SKULL = "death-skull", "skull"
    SPARTAN = "spartan-helmet", "spartan"
    STAR = "flat-star", "star"
    SWORDS = "crossed-swords", "swords"
    TANK = "tank", "tank"
    WOLF = "wolf-head", "wolf"

    @property
    def symbol(self) -> Symbol | None:
        """The silhouette."""
        return None if self is Badge.NONE else Symbol(SymbolSet.ICON, self.value, f"Badge: {self.label}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Insignia:
    """The settings that armies of all games share: a game's declaration of its forces inherits them."""

    colour: Annotated[Colour, Ask("Colour", "Used on rosters, cards, record sheets, labels and markers")] = Colour.NONE
    badge: Annotated[Badge, Ask("Badge", "Printed on rosters, cards, record sheets, labels and markers")] = Badge.NONE
