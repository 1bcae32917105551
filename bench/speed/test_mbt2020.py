"""How long MBT 2020's core takes: validating armies, one engagement, the grid of all kinds.

Run with ``pytest -s bench/speed/test_mbt2020.py``; medians are printed.
"""

import itertools
from dataclasses import replace

from bench.speed.timing import median_ms
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Group, Unit
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.engagement import engage
from rulesets.systems.mbt2020.engagement_state import Combatant, Conditions, Turn
from rulesets.systems.mbt2020.legality import legal_kinds
from rulesets.systems.mbt2020.readings import readings_of
from rulesets.systems.mbt2020.units import ArmyForce


def corps(stands: int) -> ArmyForce:
    """An army of so many stands in battle groups of all templates."""
    templates = itertools.cycle(RULESET.templates)
    groups = []
    for number, template in zip(range(stands // 12), templates, strict=False):
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        groups.append(Group("", f"{template.title} {number}", template.group, units))
    force = RULESET.new_force("Corps")
    spec = replace(force.spec, agreed_groups=min(250, max(1, len(groups))), nation="france")
    return replace(force, spec=spec, groups=tuple(groups)).with_ids()


def test_validating_grows_with_the_stands() -> None:
    medians = {}
    for stands in (12, 120, 240, 2400):
        force = corps(stands)
        medians[stands] = median_ms(lambda force=force: RULESET.check(force))  # type: ignore[misc]
        print(f"validate {stands:5} stands: {medians[stands]:8.3f} ms")
    assert medians[240] < 20
    assert medians[2400] < 15 * medians[240]
    assert medians[240] < 3 * medians[120]


def test_one_engagement_is_answered_at_once() -> None:
    calculator = RULESET.calculator("engagement")
    question = calculator.question()
    house = HouseRules(RULESET.rulings)
    taken = median_ms(lambda: [calculator.ask(question, RULESET.catalogue, house) for _ in range(20)]) / 20
    print(f"engagement answer: {taken:.3f} ms")
    assert taken < 1


def test_the_grid_of_all_kinds() -> None:
    kinds = legal_kinds(RULESET.catalogue)
    conditions, turn = Conditions(), Turn()

    def grid() -> int:
        house = HouseRules(RULESET.rulings)
        readings = readings_of(house)
        pairs = itertools.product(kinds, repeat=2)
        return sum(
            engage(Combatant(own), Combatant(opposing), conditions, turn, house, readings).allowed
            for own, opposing in pairs
        )

    taken = median_ms(grid, 5)
    print(f"94 x 94 engagements with their rulings: {taken:.0f} ms")
    assert taken < 1000


def test_one_stand_against_all_kinds() -> None:
    calculator = RULESET.calculator("kinds-grid")
    question, house = calculator.question(), HouseRules(RULESET.rulings)
    taken = median_ms(lambda: calculator.ask(question, RULESET.catalogue, house))
    print(f"grid of one stand against all kinds: {taken:.2f} ms")
    assert taken < 50
