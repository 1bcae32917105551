import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.battlefields.addresses import MAX_CHANGES, MAX_TENTHS, BattlefieldPlan, Unreadable, read_plan
from rulesets.core.battlefields import Changes
from rulesets.core.seeded import MAX_SEED

tenths = st.integers(-MAX_TENTHS, MAX_TENTHS)
ids = st.from_regex(r"[A-Z]{1,2}[0-9]{1,2}-[a-z]{2,4}[0-9]", fullmatch=True)
plans = st.builds(
    BattlefieldPlan,
    st.integers(0, MAX_SEED),
    st.builds(
        Changes,
        st.dictionaries(st.integers(0, 800), st.integers(1, 50), max_size=5),
        st.dictionaries(ids, st.tuples(tenths, tenths), max_size=5),
        st.frozensets(ids, max_size=5),
        st.lists(st.tuples(st.sampled_from(["hill", "MBUA"]), tenths, tenths, tenths, tenths), max_size=4).map(tuple),
    ),
)


@given(plans)
def test_an_address_gives_back_its_plan(plan: BattlefieldPlan) -> None:
    assert read_plan(QueryDict(plan.address()).dict()) == plan


@pytest.mark.parametrize(
    "address",
    [
        "",
        "seed=",
        "seed=x",
        "seed=-1",
        f"seed={MAX_SEED + 1}",
        "seed=١",
        "seed=1&again=4",
        "seed=1&again=4:x",
        "seed=1&moved=B2-hill1:1",
        "seed=1&moved=B2-hill1:1:99999",
        "seed=1&moved=<b>:1:1",
        "seed=1&without=,",
        "seed=1&placed=hill:1:1:1",
        "seed=1&placed=hill:1:1:1:1.5",
        "seed=1&without=" + ",".join(["A1-H1"] * (MAX_CHANGES + 1)),
    ],
)
def test_a_garbled_address_is_said(address: str) -> None:
    with pytest.raises(Unreadable):
        read_plan(QueryDict(address).dict())


def test_as_many_changes_as_fit_are_read() -> None:
    pieces = [f"A1-H{number}" for number in range(MAX_CHANGES)]
    assert read_plan({"seed": "1", "without": ",".join(pieces)}).changes.removed == frozenset(pieces)
    with pytest.raises(Unreadable, match=f"A link can hold at most {MAX_CHANGES} changes"):
        read_plan({"seed": "1", "without": ",".join([*pieces, "B1-H1"])})


@given(st.dictionaries(st.sampled_from(["seed", "again", "moved", "without", "placed"]), st.text(max_size=30)))
def test_any_address_is_read_or_refused(data: dict[str, str]) -> None:
    plan = None
    refused = ""
    try:
        plan = read_plan(data)
    except Unreadable as error:
        refused = str(error)
    if plan is None:
        assert refused.endswith(".")
    else:
        assert read_plan(QueryDict(plan.address()).dict()) == plan


def test_changes_add_up() -> None:
    plan = BattlefieldPlan(3, Changes())
    plan = plan.rolled_again(2).rolled_again(2).moved("A1-H1", 5, 0).moved("A1-H1", -2, 7).removed("B1-wood1")
    plan = plan.placed("hill", 1, 2, 3, 4)
    assert plan.address() == "seed=3&again=2:2&moved=A1-H1:3:7&without=B1-wood1&placed=hill:1:2:3:4"
