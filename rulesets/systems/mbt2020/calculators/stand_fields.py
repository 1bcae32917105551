"""The shared parts of the calculators' questions: a stand by its kind, with grade and state."""

from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.calculators import QuestionError, Unsuited
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.text_values import write_scalar
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.play.trackers import UnitState

from .. import tables
from ..catalogue import catalogue_of
from ..engagement import repulsed_state
from ..engagement_state import Combatant, Light, State
from ..house_rules import house_of
from ..legality import grade_of, wrong_helicopter, wrong_mode, wrong_posture
from ..tracks import AWC, in_play, light_now, mode_now, state_now
from ..units import GeneralClass, Grade, Mode, Posture, Stand, StandKind, SubClass, kind_of


class Present(Choice):
    """The states a stand on the table may be in."""

    OK = (State.OK.value, State.OK.label)
    PINNED = (State.PINNED.value, State.PINNED.label)
    REPULSED = (State.REPULSED.value, State.REPULSED.label)


@dataclass(frozen=True, slots=True)
class KindFields:
    """A kind of stand."""

    sub_class: Annotated[str, Ask("Sub-class", entry="sub_class")] = "MBTn"
    posture: Annotated[Posture, Ask("Posture")] = Posture.ARMOUR
    mode: Annotated[Mode, Ask("Mode")] = Mode.MOBILE
    helicopter: Annotated[bool, Ask("Helicopter")] = False

    @property
    def stand(self) -> Stand:
        """A stand of that kind."""
        return Stand(self.sub_class, "", self.posture, self.mode, self.helicopter)


@dataclass(frozen=True, slots=True)
class StandFields(KindFields):
    """A kind of stand in an engagement."""

    grade: Annotated[Grade, Ask("Grade")] = Grade.NORM
    state: Annotated[Present, Ask("Current state")] = Present.OK


def kind_choices(path: str, fields: KindFields, catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """The postures and modes that the sub-class may have, the usual ones first, for the fields under ``path``."""
    spec = catalogue.spec(SubClass, "sub_class", fields.sub_class)
    if spec is None or spec.optional or spec.general_class is GeneralClass.NONE:
        return {}
    flies = spec.general_class is GeneralClass.AIRCRAFT
    modes = tables.modes_of(spec.general_class, spec.rank, fields.helicopter and flies)
    usual = sorted(modes, key=lambda mode: mode is not Mode.MOBILE)
    return {
        f"{path}.posture": tuple(posture.value for posture in tables.POSTURES[spec.general_class]),
        f"{path}.mode": tuple(mode.value for mode in usual),
        f"{path}.helicopter": tuple(write_scalar(may) for may in (False, True)[: 1 + flies]),
    }


def illegal_choice(fields: KindFields, catalogue: Catalogue) -> tuple[str, str] | None:
    """The wrong field and the reason where there is no such kind of stand; ``None`` where there is."""
    spec = catalogue.spec(SubClass, "sub_class", fields.sub_class)
    if spec is None:
        return "sub_class", f"“{fields.sub_class}” is not in the catalogue. Choose another sub-class."
    if spec.optional or spec.general_class is GeneralClass.NONE:
        return "sub_class", f"{fields.sub_class} has a name but no rules to calculate with. Choose another."
    stand = fields.stand
    for wrong in (wrong_posture, wrong_helicopter, wrong_mode):
        breach = wrong(stand, catalogue)
        if breach is not None:
            return breach.field, breach.message
    return None


def read_kind(fields: KindFields, catalogue: Catalogue, field: str) -> StandKind:
    """The kind of stand in the fields; raises ``QuestionError`` under ``field`` where there is no such kind."""
    wrong = illegal_choice(fields, catalogue)
    kind = kind_of(fields.stand, catalogue)
    if wrong is not None:
        raise QuestionError(f"{field}.{wrong[0]}", wrong[1])
    assert kind is not None  # noqa: S101 (a legal choice has a kind)
    return kind


def read_fighter(fields: StandFields, catalogue: Catalogue, field: str) -> Combatant:
    """The stand in the fields; raises ``QuestionError`` under ``field`` where it is impossible."""
    kind = read_kind(fields, catalogue, field)
    if fields.state is Present.REPULSED and repulsed_state(kind) is not State.REPULSED:
        reason = "has left the table" if repulsed_state(kind) is State.LEFT else "is neutralised"
        raise QuestionError(f"{field}.state", f"A Repulsed {kind.posture.label} stand {reason}. Choose another state.")
    return Combatant(kind, fields.grade, State(fields.state.value))


def kind_data(stand: Stand, state: UnitState) -> dict[str, Any]:
    """A stand's kind, in its present mode, as plain data for ``KindFields``."""
    return encode(KindFields(stand.sub_class, stand.posture, mode_now(stand, state), stand.helicopter))  # type: ignore[no-any-return]


def present_data(state: UnitState, kind: StandKind | None) -> dict[str, Any]:
    """The present state of a stand in play as plain data; nothing for one that is unharmed."""
    now = state_now(state, kind)
    return {} if now is State.OK or not in_play(state) else {"state": now.value}


def stand_data(side: Side) -> dict[str, Any]:
    """A stand of a loaded army, as it is now, as plain data for ``StandFields``."""
    catalogue = catalogue_of(side.force)
    grade = grade_of(side.group, side.force.spec, catalogue, house_of(side.force))
    present = present_data(side.state, kind_of(side.unit.spec, catalogue))
    return kind_data(side.unit.spec, side.state) | {"grade": grade.value} | present


def conditions_data(side: AnyDeployed | Side) -> dict[str, Any]:
    """Light and weather of a game as plain data for ``Conditions``; nothing by day and in fair weather."""
    conditions = side.conditions
    light = light_now(conditions, house_of(side.force))
    data: dict[str, Any] = {} if light is Light.DAY else {"light": light.value}
    return data | ({"awc": True} if conditions.count(AWC) else {})


def not_in_play(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a stand that is out of play can neither engage nor be engaged; ``None`` for stands in play."""
    for side, name in ((own, "Your stand"), (opposing, "The opposing stand")):
        if side is not None and not in_play(side.state):
            now = state_now(side.state, kind_of(side.unit.spec, catalogue_of(side.force)))
            what = {State.NEUTRALISED: "is neutralised", State.LEFT: "has left the table"}.get(now, "is out of play")
            return Unsuited(f"{name} {what}. Choose another stand.")
    return None
