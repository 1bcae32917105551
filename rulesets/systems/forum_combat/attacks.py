"""One attack: the rolls needed to hit, to wound and to save, and their chances (FC-ACC, FC-WOUND, FC-SAVE)."""

from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules

from . import tables


def net_modifier(*parts: int) -> int:
    """The sum of bonuses (positive) and penalties to ACC, capped at the limit (FC-ACC-2)."""
    return max(-tables.ACC_LIMIT, min(tables.ACC_LIMIT, sum(parts)))


def hit_number(acc: int, modifier: int = 0) -> int:
    """The roll needed to hit, before natural rolls count (FC-ACC-2)."""
    return acc - net_modifier(modifier)


def hits(roll: int, number: int, house: HouseRules) -> bool:
    """Whether a die hits: it reaches the number or is a natural 6 (FC-ACC-3)."""
    # Readings differ only about a 1 that reaches the number.
    if roll > 1 or number > 1:
        return roll >= number or roll == tables.FACES
    return house.resolve(
        lambda natural: roll == tables.FACES or (roll >= number and not (roll == 1 and natural == "on")),
        "fc.nat1_fails",
    )


def hit_chance(number: int, house: HouseRules) -> Fraction:
    """The chance of a hit (FC-ACC-3)."""
    if number > 1:  # A natural 6 always hits, and no 1 reaches the number.
        return Fraction(max(1, tables.FACES + 1 - number), tables.FACES)
    return Fraction(sum(hits(roll, number, house) for roll in range(1, tables.FACES + 1)), tables.FACES)


def hit_needed(number: int, house: HouseRules) -> int:
    """The lowest roll that hits."""
    return next(roll for roll in range(1, tables.FACES + 1) if hits(roll, number, house))


def wound_number(strength: int, toughness: int) -> int:
    """The roll needed to wound; the extremes take precedence (FC-WOUND-2)."""
    if 2 * strength <= toughness:
        return tables.EXTREME_WOUND["half"]
    if strength >= 2 * toughness:
        return tables.EXTREME_WOUND["double"]
    if strength < toughness:
        return tables.WOUND["less"]
    return tables.WOUND["equal"] if strength == toughness else tables.WOUND["more"]


def wound_chance(number: int) -> Fraction:
    """The chance that a hit wounds; the number is always from 2 to 6."""
    return Fraction(tables.FACES + 1 - number, tables.FACES)


def save_number(sav: int, ap: int, bonus: int = 0) -> int | None:
    """The natural roll needed to save against AP; ``None`` for a unit without a save (FC-SAVE-2)."""
    return None if sav >= tables.NO_SAVE else sav + ap - bonus


def _is_safe(roll: int, number: int, natural_one: str, natural_six: str) -> bool:
    if roll == 1 and natural_one == "on":
        return False
    return roll >= number or (roll == tables.FACES and natural_six == "on")


def saves(roll: int, number: int | None, house: HouseRules) -> bool:
    """Whether a die saves (FC-SAVE-2)."""
    if number is None:
        return False
    # Readings differ only about a 1 that reaches the number and a 6 that does not.
    reached = roll >= number
    if not (roll == 1 and reached) and not (roll == tables.FACES and not reached):
        return reached
    return house.resolve(lambda one, six: _is_safe(roll, number, one, six), "fc.save_nat1", "fc.save_nat6")


def save_chance(number: int | None, house: HouseRules) -> Fraction:
    """The chance that a wound is saved."""
    if number is None:
        return Fraction(0)
    if 1 < number <= tables.FACES:  # No 1 reaches the number, and every 6 does.
        return Fraction(tables.FACES + 1 - number, tables.FACES)
    faces = range(1, tables.FACES + 1)
    safe_faces = house.resolve(
        lambda one, six: sum(_is_safe(roll, number, one, six) for roll in faces), "fc.save_nat1", "fc.save_nat6"
    )
    return Fraction(safe_faces, tables.FACES)


def save_needed(number: int | None, house: HouseRules) -> int | None:
    """The lowest roll that saves; ``None`` if no roll does."""
    return next((roll for roll in range(1, tables.FACES + 1) if saves(roll, number, house)), None)


def range_cap(base: int, bonus: int = 0) -> int:
    """RNG with its bonus, at most one and a half times the base (FC-RNG-2)."""
    return min(base + bonus, tables.half_again(base))
