"""How many fakes an army may have."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, decimal
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import AnyDeployed
from rulesets.core.tables import table
from rulesets.core.wording import count_of

from .. import tables
from ..fragile import EXAMPLE_ARMIES
from ..house_rules import WORDS
from ..legality import max_fakes, stands_in

_SHARE: Final = WORDS.sentence("share_of_fakes", "stands", "share")


@dataclass(frozen=True, slots=True)
class Fakes:
    """How many fakes may an army have?"""

    stands: Annotated[int, Ask("Real stands", min=1, max=3000)] = tables.STANDS_IN_A_GROUP


def solve_fakes(question: Fakes, context: SolveContext) -> Answer:
    """How many fakes an army may have."""
    house = context.house
    maximum = max_fakes(question.stands, house)
    fakes = count_of(maximum, "fake")
    share = decimal(question.stands * tables.FAKES_SHARE, 1)
    rows: list[tuple[object, ...]] = [(stands, max_fakes(stands, house)) for stands in EXAMPLE_ARMIES]
    return Answer(
        f"{f'At most {fakes}' if maximum else 'No fakes'} for {count_of(question.stands, 'stand')}.",
        steps=(
            Step(
                "MBT-09",
                "Maximum fakes",
                str(maximum),
                _SHARE(house, stands=question.stands, share=share),
            ),
        ),
        tables=(table("Fakes", ">Stands | >Fakes", rows),),
        notes=(
            "Fakes are an optional rule that both players agree on.",
            "A fake is a blank that hides no real stand. "
            f"Blanks are revealed when an opposing REC stand comes within {tables.REVEAL_DISTANCE}″.",
        ),
    )


def fakes_from_forces(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    """The number of an army's stands."""
    stands = stands_in(own.force)
    return {"stands": stands} if stands else {}


CALCULATOR: Final = Calculator(
    "fakes",
    "Fakes",
    "How many fakes, which are blanks without a stand, an army may have",
    Fakes,
    solve_fakes,
    from_forces=fakes_from_forces,
    one_sided=True,
)
