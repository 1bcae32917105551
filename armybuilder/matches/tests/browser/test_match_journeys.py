"""A turn of each game at the table, played on two phones, one of which loses its network in between."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log.store import MATCHES
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import blank_of, id_in
from tests.browser.phones import (
    OpenPage,
    agree,
    all_sent,
    assert_one_game,
    begin_example,
    boxes,
    end_segment,
    engage,
    happened,
    in_step,
    lose_network,
    open_row,
    reload_without_server,
    row,
    sheet,
    sit,
    unfold,
)
from tests.visitors import ALICE, BOB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Nothing lies about from another test."""
    MATCHES.cache.clear()


def sit_both(open_page: OpenPage, live_server: Any, match: Match) -> tuple[Page, Page]:
    """The phones of Alice and Bob."""
    alice, bob = (sit(open_page, live_server, claim, match) for claim in (ALICE, BOB))
    return alice, bob


def test_an_action_phase_of_warstrike(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("warstrike", at_once=True)
    alice, bob = sit_both(open_page, live_server, match)
    happened(engage(alice, 0, "u3", "u4"), "2 markers")
    happened(engage(alice, 0, "u5", "u4"), "1 model lost")
    end_segment(alice, "First player’s Action Phase")
    expect(bob.locator("#turn-now")).to_have_text("Turn 1 · Second player’s Action Phase · Your go: pick a unit to act")
    in_step(match, alice, bob)
    lose_network(bob)
    officer, section = boxes(bob, 1, "u2"), boxes(bob, 1, "u4")
    for box in ("Has given an order", "Has acted or fallen back"):
        officer.get_by_role("button", name=box).click()
    section.get_by_role("button", name="Lieutenant").click()
    reload_without_server(bob, 3)
    happened(engage(bob, 1, "u4", "u3", "Its activation"), "Acts: Advance!, 1 marker left")
    end_segment(bob, "Second player’s Action Phase")
    states, log = assert_one_game(match, alice, bob)
    done = "Has acted or fallen back"
    assert states == {"1:u2": [done, "Has given an order"], "1:u4": ["Markers 1/4", "Models lost 1/10", done]}
    assert log == [
        f"Under fire, 1·2 First section at 1·3 Second section: 2 markers; 1·2 First section (Reds) – {done}; "
        "1·3 Second section (Blues) – Markers: 0 → 2",
        f"Under fire, 1·4 Support at 1·3 Second section: 1 model lost; 1·4 Support (Reds) – {done}; "
        "1·3 Second section (Blues) – Models lost: 0 → 1",
        "Turn 1: “First player’s Action Phase” ended",
        "1·1 Lieutenant (Blues) – Has given an order",
        f"1·1 Lieutenant (Blues) – {done}",
        "1·3 Second section (Blues) – Ordered by 1·1 Lieutenant",
        "What happens next, 1·3 Second section at 1·2 First section: Acts: Advance!, 1 marker left; "
        f"1·3 Second section (Blues) – {done}, Markers: 2 → 1",
        f"Turn 1: “Second player’s Action Phase” ended; 1·2 First section (Reds) and 1·4 Support (Reds) – "
        f"no longer “{done}”; 1·3 Second section (Blues) – no longer “Ordered by 1·1 Lieutenant”",
    ]


def test_a_round_of_forum_combat_by_hand(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forum-combat", at_once=True)
    alice, bob = sit_both(open_page, live_server, match)
    boxes(alice, 0, "g1").get_by_role("button", name="CP spent by Lt. Vey: one more").click()
    end_segment(alice, "Command")
    happened(engage(alice, 0, "g1", "g8"), "Target: 3 × Marksman out")
    end_segment(alice, "The players’ squads shoot")
    in_step(match, alice, bob)
    happened(engage(bob, 1, "g8", "g5"), "Target: 1 × Assault Trooper out, 1 killed")
    in_step(match, alice, bob)
    lose_network(bob)
    alpha = boxes(bob, 1, "g1")
    alpha.get_by_role("button", name="Has shot").click()
    alpha.get_by_role("button", name="In cover").click()
    reload_without_server(bob, 2)
    end_segment(bob, "The enemy’s squads shoot")
    in_step(match, alice, bob)
    happened(engage(alice, 0, "g5", "g8", "Charge"), "Gets there")
    end_segment(alice, "Movement")
    in_step(match, alice, bob)
    open_row(bob, 1, "g8").get_by_role("button", name="It breaks").click()
    all_sent(bob)
    end_segment(bob, "Morale and objectives")
    states, log = assert_one_game(match, alice, bob)
    assert states == {
        "0:g1": ["CP spent by Lt. Vey 1/4"],
        "0:g5": ["Out of action 1/9", "HP lost by 2a 2/2 killed", "In melee"],
        "1:g1": ["In cover"],
        "1:g8": [
            "Out of action 3/4 check", "Broken", *(f"HP lost by 3{member} 1/2 downed" for member in "abc"), "In melee",
        ],
    }  # fmt: skip
    lost = ", ".join(f"HP lost by 3{member}: 0 → 1" for member in "abc")
    assert log == [
        "Alpha (Reds) – CP spent by Lt. Vey: 0 → 1",
        "Turn 1: “Command” ended",
        "Shooting, Alpha at Charlie: Target: 3 × Marksman out; Alpha (Reds) – Has shot; "
        f"Charlie (Blues) – {lost}, Out of action: 0 → 3",
        "Turn 1: “The players’ squads shoot” ended",
        "Shooting, Charlie at Bravo: Target: 1 × Assault Trooper out, 1 killed; "
        "Charlie (Blues) – Has shot; Bravo (Reds) – HP lost by 2a: 0 → 2, Out of action: 0 → 1",
        "Alpha (Blues) – Has shot",
        "Alpha (Blues) – In cover",
        "Turn 1: “The enemy’s squads shoot” to “Melee” ended",
        "Charge, Bravo at Charlie: Gets there; Bravo (Reds) – Movement this round: "
        "Has not moved → Has charged, In melee; Charlie (Blues) – In melee",
        "Turn 1: “Movement” ended",
        "Charlie (Blues) – Broken",
        "Turn 1: “Morale and objectives” ended; Alpha (Reds), Alpha (Blues) and Charlie (Blues) – no longer “Has "
        "shot”; Bravo (Reds) – Movement this round: Has charged → Has not moved",
    ]


def test_activations_of_forge_of_war(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war", at_once=True)
    alice, bob = sit_both(open_page, live_server, match)
    end_segment(alice, "Initiative")
    happened(engage(alice, 0, "u5", "u5"), "2 figures lost, 3 D-markers")
    in_step(match, alice, bob)
    lose_network(bob)
    boxes(bob, 1, "u6").get_by_role("radio", name="Still On covering fire").click()
    boxes(bob, 1, "u4").get_by_role("button", name="Aboard Carrier 1").click()
    boxes(alice, 0, "u3").get_by_role("radio", name="Has moved up to 6″").click()
    reload_without_server(bob, 2)
    in_step(match, alice, bob)
    happened(engage(bob, 1, "u9", "u5", "Reaction test"), "Fires: 1 D-marker")
    panel = engage(bob, 1, "u6", "u5", "Covering fire")
    happened(panel, "1 figure lost, 2 D-markers")
    happened(engage(bob, 1, "u10", "u3"), "Moderate damage ×2")
    in_step(match, alice, bob)
    for choice in ("Heavy Flamer out", "A wound spent"):
        row(alice, 0, "u3").get_by_role("button", name=choice).click()
    in_step(match, alice, bob)
    end_segment(alice, "Activations")
    states, log = assert_one_game(match, alice, bob)
    assert states == {
        "0:u3": ["Wound spent", "Heavy Flame Thrower out"],
        "0:u4": ["Aboard Carrier 1"],
        "0:u5": ["Losses 1/10", "D-markers 3/3"],
        "1:u5": ["Losses 2/10", "D-markers 3/3"],
    }
    tried, squads = "Has tried to activate or rally", ("1·4 Second squad (Reds)", "1·4 Second squad (Blues)")
    assert log == [
        "Turn 1: “Initiative” ended",
        f"Shooting, 1·4 Second squad at 1·4 Second squad: 2 figures lost, 3 D-markers; {squads[0]} – {tried}; "
        f"{squads[1]} – Losses: 0 → 2, D-markers: 0 → 3",
        "1·2 Carrier 1 (Reds) – Movement: Has not moved → Has moved up to 6″",
        "1·5 Weapon team (Blues) – Covering fire: Not ordered → On covering fire",
        "1·3 First squad (Blues) – no longer “Aboard Carrier 1”",
        "Reaction test, 2·2 Scouts at 1·4 Second squad: Fires: 1 D-marker; 2·2 Scouts (Blues) – Has taken its reaction "
        f"test; {squads[0]} – D-markers: 0 → 1",
        "Covering fire, 1·5 Weapon team at 1·4 Second squad: 1 figure lost, 2 D-markers; 1·5 Weapon team (Blues) – Has "
        f"fired covering fire, Covering fire: On covering fire → Not ordered; {squads[0]} – Losses: 0 → 1, "
        "D-markers: 1 → 3",
        f"Vehicle damage, 2·3 Hammer at 1·2 Carrier 1: Moderate damage ×2; 2·3 Hammer (Blues) – {tried}; "
        "1·2 Carrier 1 (Reds) – Moderate damage to choose: 0 → 2",
        "1·2 Carrier 1 (Reds) – Heavy Flame Thrower out, Moderate damage to choose: 2 → 1",
        "1·2 Carrier 1 (Reds) – Wound spent, Moderate damage to choose: 1 → 0",
        f"Turn 1: “Activations” to “End of the turn” ended; {squads[0]} and 2·3 Hammer (Blues) – "
        f"no longer “{tried}”; 1·2 Carrier 1 (Reds) – Movement: Has moved up to 6″ → Has not moved; "
        "2·2 Scouts (Blues) – no longer “Has taken its reaction test”; "
        "1·5 Weapon team (Blues) – no longer “Has fired covering fire”",
    ]


def test_a_turn_of_mbt_2020_with_blanks(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020", hides=True)
    alice, bob = sit_both(open_page, live_server, match)
    tank, other_tank, warrior = (id_in(match, unit, 0) for unit in ("u2", "u3", "u10"))
    target, gun, flight = (id_in(match, unit, 1) for unit in ("u2", "u24", "u26"))
    with sheet(alice) as more:
        more.get_by_text("Conditions:").click()
        more.get_by_role("radio", name="Blues").click()
    end_segment(alice, "Who goes first")
    expect(bob.locator("#turn-now")).to_have_text(re.compile("Your go: "))
    in_step(match, alice, bob)
    panel = engage(bob, 1, flight, blank_of(match, "u2", 0))
    panel.get_by_role("button", name="Ask its player to reveal it").click()
    agree(alice, "Revealed")
    panel.get_by_role("button", name="Close").click()
    in_step(match, alice, bob)
    unfold(bob, 0, tank)
    expect(row(bob, 0, tank)).to_be_visible()
    happened(engage(bob, 1, flight, tank), "Draw: target Repulsed, your stand unharmed")
    agree(alice, "Repulsed")
    in_step(match, alice, bob)
    unfold(alice, 1, flight)
    expect(row(alice, 1, flight)).to_be_visible()
    end_segment(bob, "First round: CAS")
    happened(engage(bob, 1, gun, tank), "Win: target neutralised, your stand unharmed")
    agree(alice, "Neutralised")
    unfold(alice, 1, gun)
    expect(row(alice, 1, gun)).to_be_visible()
    expect(row(alice, 0, tank)).to_have_class(re.compile("is-out"))
    in_step(match, alice, bob)
    for part in ("OTF", "Battle group"):
        end_segment(bob, f"First round: {part}")
    boxes(bob, 1, target).get_by_role("button", name="Revealed").click()
    in_step(match, alice, bob)
    in_step(match, alice, bob)
    unfold(alice, 1, target)
    expect(row(alice, 1, target)).to_be_visible()
    happened(engage(alice, 0, other_tank, target), "Draw: target Pinned, your stand Pinned")
    expect(row(bob, 0, other_tank)).to_have_count(1)
    lose_network(bob)
    boxes(bob, 1, target).get_by_role("button", name="Its smoke screen").click()
    reload_without_server(bob, 1)
    agree(bob, "Pinned")
    in_step(match, alice, bob)
    happened(engage(alice, 0, warrior, target), "Lose: target Pinned, your stand unharmed")
    expect(row(bob, 0, warrior)).to_have_count(1)
    end_segment(alice, "Second round: Battle group")
    shown = f"?{match.numbers[1][flight]} Blank at 1·1 ?{match.numbers[0][tank]} Challenger 2"
    agreed = f"Agreed to 3 ({shown}); 1·1 ?{match.numbers[0][tank]} Challenger 2 (Reds) – Revealed"
    states, log = assert_one_game(match, alice, bob, hidden=(shown, agreed))
    latest, engaged = "Has engaged in its side’s latest round", "Has engaged this turn"
    assert states == {
        f"0:{tank}": ["Neutralised", "Revealed", "Out of play"],
        f"0:{other_tank}": ["Pinned", "Revealed"],
        f"0:{warrior}": ["Revealed"],
        f"1:{target}": ["Pinned", "Revealed"],
        f"1:{gun}": [latest, "Revealed"],
        f"1:{flight}": ["Revealed"],
    }
    reds, blues = match.numbers
    ours = f"1·1 ?{reds[tank]} Challenger 2", f"1·2 ?{reds[other_tank]} Challenger 2", f"1·9 ?{reds[warrior]} Warrior"
    theirs = f"1·1 ?{blues[target]} Challenger 2", f"2·12 ?{blues[flight]} Apache"
    howitzer = f"2·10 ?{blues[gun]} Self-propelled gun up to 155 mm"
    assert [line.replace("\xa0", " ") for line in log] == [
        "Goes first: Reds → Blues",
        "Turn 1: “Who goes first” ended",
        f"Reveal, {theirs[1]} at ?{reds[tank]} Blank: Revealed",
        f"Agreed to 3 (Reveal, {theirs[1]} at ?{reds[tank]} Blank); {ours[0]} (Reds) – Revealed",
        f"Engagement, {theirs[1]} at {ours[0]}: Draw: target Repulsed, Blues’ stand unharmed; "
        f"{theirs[1]} (Blues) – {engaged}, Revealed",
        f"Agreed to 5 (Engagement, {theirs[1]} at {ours[0]}); {ours[0]} (Reds) – State: Unharmed → Repulsed",
        "Turn 1: “First round: CAS” ended",
        f"Engagement, {howitzer} at {ours[0]}: Win: target neutralised, Blues’ stand unharmed; "
        f"{howitzer} (Blues) – {engaged}, {latest}, Revealed",
        f"Agreed to 8 (Engagement, {howitzer} at {ours[0]}); {ours[0]} (Reds) – State: Repulsed → Neutralised, "
        "Out of play",
        *(f"Turn 1: “First round: {part}” ended" for part in ("OTF", "Battle group")),
        f"{theirs[0]} (Blues) – Revealed",
        f"Engagement, {ours[1]} at {theirs[0]}: Draw: target Pinned, Reds’ stand Pinned; "
        f"{ours[1]} (Reds) – {engaged}, Revealed, State: Unharmed → Pinned",
        f"{theirs[0]} (Blues) – Its smoke screen is on the table",
        f"Agreed to 13 (Engagement, {ours[1]} at {theirs[0]}); {theirs[0]} (Blues) – State: Unharmed → Pinned",
        f"Engagement, {ours[2]} at {theirs[0]}: Lose: target Pinned, Reds’ stand unharmed; "
        f"{ours[2]} (Reds) – {engaged}, Revealed",
        f"Turn 1: “Second round: Battle group” to “End of the turn” ended; {ours[1]} (Reds), {ours[2]} (Reds), "
        f"{howitzer} (Blues) and 1 more – no longer “{engaged}”; "
        f"{theirs[0]} (Blues) – no longer “Its smoke screen is on the table”",
    ]
