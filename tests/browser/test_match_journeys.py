"""A turn of each game at the table, played on two phones, one of which loses its network in between."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from armybuilder.matches.log import MATCHES
from armybuilder.matches.models import Match
from tests.browser.phones import (
    OpenPage,
    agree,
    assert_one_game,
    begin_example,
    boxes,
    end_segment,
    engage,
    happened,
    lose_network,
    reload_without_server,
    row,
    sit,
    unfold,
)
from tests.matches.conftest import blank_of, id_in
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
    expect(bob.locator("#turn-now")).to_have_text("Turn 1 · Second player’s Action Phase · your side")
    lose_network(bob)
    officer, section = boxes(bob, 1, "u2"), boxes(bob, 1, "u4")
    for box in ("Has given an order", "Has acted or fallen back"):
        officer.get_by_role("button", name=box).click()
    section.get_by_role("button", name="Lieutenant").click()
    reload_without_server(bob, 3)
    happened(engage(bob, 1, "u4", "u3"), "Acts: Advance!, 1 marker left")
    end_segment(bob, "Second player’s Action Phase")
    states, log = assert_one_game(match, alice, bob)
    done = "Has acted or fallen back"
    assert states == {
        "1:u2": [done, "Has given an order"],
        "1:u4": ["Markers · to roll 1/4", "Models lost · if a check fails 1/10", done],
    }
    assert log == [
        "Under fire, 1.2 First section at 1.3 Second section: 2 markers; 1.2 First section (Reds): State none → "
        f"{done}; 1.3 Second section (Blues): Markers · to roll 0 → 2",
        "Under fire, 1.4 Support at 1.3 Second section: 1 model lost; 1.4 Support (Reds): State none → "
        f"{done}; 1.3 Second section (Blues): Models lost · if a check fails 0 → 1",
        "End of First player’s Action Phase, turn 1",
        "1.1 Lieutenant (Blues): State and orders none → Has given an order",
        f"1.1 Lieutenant (Blues): State and orders Has given an order → {done}, Has given an order",
        "1.3 Second section (Blues): Ordered by none → 1.1 Lieutenant",
        "What happens next, 1.3 Second section at 1.2 First section: Acts: Advance!, 1 marker left; "
        f"1.3 Second section (Blues): State none → {done}; 1.3 Second section (Blues): Markers · to roll 2 → 1",
        f"End of Second player’s Action Phase, turn 1; 1.2 First section (Reds): State {done} → none; "
        f"1.4 Support (Reds): State {done} → none; 1.3 Second section (Blues): Ordered by 1.1 Lieutenant → none",
    ]


def test_a_round_of_forum_combat_by_hand(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forum-combat", at_once=True)
    alice, bob = sit_both(open_page, live_server, match)
    boxes(alice, 0, "g1").get_by_role("button", name="Lt. Vey CP: one more").click()
    end_segment(alice, "Command")
    happened(engage(alice, 0, "g1", "g8"), "Target: 3 × Marksman out")
    end_segment(alice, "The players’ squads shoot")
    happened(engage(bob, 1, "g8", "g5"), "Target: 1 × Assault Trooper out, 1 killed")
    lose_network(bob)
    alpha = boxes(bob, 1, "g1")
    alpha.get_by_role("button", name="Shot").click()
    alpha.get_by_role("button", name="In cover").click()
    reload_without_server(bob, 2)
    end_segment(bob, "The enemy’s squads shoot")
    end_segment(bob, "Melee")
    happened(engage(alice, 0, "g5", "g8", "Charge"), "Gets there")
    end_segment(alice, "Movement")
    row(bob, 1, "g8").get_by_role("button", name="It breaks").click()
    end_segment(bob, "Morale and objectives")
    states, log = assert_one_game(match, alice, bob)
    assert states == {
        "0:g1": ["Lt. Vey CP 1/4"],
        "0:g5": ["Out/action 1 of 9", "2a HP 2/2 killed", "In melee"],
        "1:g1": ["In cover"],
        "1:g8": ["Out/action 3 of 4 check", "Broken", *(f"3{member} HP 1/2 downed" for member in "abc"), "In melee"],
    }
    assert log == [
        "Alpha (Reds): Lt. Vey CP 0 → 1",
        "End of Command, turn 1",
        "Shooting, 1a–1h Rifleman at 3a–3d Marksman: Target: 3 × Marksman out; Alpha (Reds): Shot; "
        "Charlie (Blues): 3a HP 0 → 1; Charlie (Blues): 3b HP 0 → 1; Charlie (Blues): 3c HP 0 → 1; "
        "Charlie (Blues): Out of action 0 → 3",
        "End of The players’ squads shoot, turn 1",
        "Shooting, 3a–3d Marksman at 2a–2h Assault Trooper: Target: 1 × Assault Trooper out, 1 killed; "
        "Charlie (Blues): Shot; Bravo (Reds): 2a HP 0 → 2; Bravo (Reds): Out of action 0 → 1",
        "Alpha (Blues): Shot",
        "Alpha (Blues): Where it is none → In cover",
        "End of The enemy’s squads shoot, turn 1",
        "End of Melee, turn 1",
        "Charge, 2a–2h Assault Trooper at 3a–3d Marksman: Gets there; Bravo (Reds): Movement this round none → "
        "Has charged; Bravo (Reds): Where it is none → In melee; Charlie (Blues): Where it is none → In melee",
        "End of Movement, turn 1",
        "Charlie (Blues): Broken",
        "End of Morale and objectives, turn 1; Alpha (Reds): not Shot any more; Bravo (Reds): Movement this round "
        "Has charged → none; Alpha (Blues): not Shot any more; Charlie (Blues): not Shot any more",
    ]


def test_activations_of_forge_of_war(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("forge-of-war", at_once=True)
    alice, bob = sit_both(open_page, live_server, match)
    end_segment(alice, "Initiative")
    happened(engage(alice, 0, "u5", "u5"), "2 figures lost, 3 D-markers")
    lose_network(bob)
    boxes(bob, 1, "u6").get_by_role("radio", name="Still On covering fire").click()
    boxes(bob, 1, "u4").get_by_role("button", name="Aboard Carrier 1").click()
    boxes(alice, 0, "u3").get_by_role("radio", name="Has moved up to 6″").click()
    reload_without_server(bob, 2)
    happened(engage(bob, 1, "u9", "u5", "Reaction test"), "Fires: 1 D-marker")
    panel = engage(bob, 1, "u6", "u5", "Covering fire")
    happened(panel, "1 figure lost, 2 D-markers")
    happened(engage(bob, 1, "u10", "u3"), "Heavy Flamer out, 1 wound spent")
    end_segment(bob, "Activations, in turns")
    end_segment(bob, "End of the turn")
    states, log = assert_one_game(match, alice, bob)
    stances = {unit: chips for unit, chips in states.items() if chips == ["Normal"]}
    assert {unit: chips for unit, chips in states.items() if unit not in stances} == {
        "0:u3": ["Wounds", "Heavy Flame Thrower"],
        "0:u4": ["Normal", "Aboard Carrier 1"],
        "0:u5": ["Losses 1/10", "D-markers 3/5", "Normal"],
        "1:u5": ["Losses 2/10", "D-markers 3/5", "Normal"],
    }
    tried, squads = "Has tried to activate or rally", ("4 Second squad (Reds)", "4 Second squad (Blues)")
    assert log == [
        "End of Initiative, turn 1",
        f"Shooting, 4 Second squad at 4 Second squad: 2 figures lost, 3 D-markers; {squads[0]}: This turn none → "
        f"{tried}; {squads[1]}: Losses 0 → 2; {squads[1]}: D-markers 0 → 3",
        "2 Carrier 1 (Reds): Moved none → Has moved up to 6″",
        "5 Weapon team (Blues): Covering fire none → On covering fire",
        "3 First squad (Blues): not Aboard Carrier 1 any more",
        "Reaction test, 2 Scouts at 4 Second squad: Fires: 1 D-marker; 2 Scouts (Blues): This turn none → "
        f"Has taken its reaction test; {squads[0]}: D-markers 0 → 1",
        "Covering fire, 5 Weapon team at 4 Second squad: 1 figure lost, 2 D-markers; 5 Weapon team (Blues): This "
        "turn none → Has fired covering fire; 5 Weapon team (Blues): Covering fire On covering fire → none; "
        f"{squads[0]}: Losses 0 → 1; {squads[0]}: D-markers 1 → 3",
        "Vehicle damage, 3 Hammer at 2 Carrier 1: Heavy Flamer out, 1 wound spent; 3 Hammer (Blues): This turn "
        f"none → {tried}; 2 Carrier 1 (Reds): Out none → Heavy Flame Thrower; 2 Carrier 1 (Reds): Wounds",
        "End of Activations, in turns, turn 1",
        f"End of End of the turn, turn 1; {squads[0]}: This turn {tried} → none; 2 Carrier 1 (Reds): Moved Has "
        "moved up to 6″ → none; 2 Scouts (Blues): This turn Has taken its reaction test → none; 5 Weapon team "
        f"(Blues): This turn Has fired covering fire → none; 3 Hammer (Blues): This turn {tried} → none",
    ]


def test_a_turn_of_mbt_2020_with_blanks(open_page: OpenPage, live_server: Any) -> None:
    match = begin_example("mbt2020", hides=True)
    alice, bob = sit_both(open_page, live_server, match)
    tank, other_tank, warrior = (id_in(match, unit, 0) for unit in ("u2", "u3", "u10"))
    target, gun, flight = (id_in(match, unit, 1) for unit in ("u2", "u24", "u26"))
    alice.get_by_text("Conditions:").click()
    alice.get_by_role("radio", name="Blues").click()
    end_segment(alice, "Who goes first")
    expect(bob.locator("#turn-now")).to_have_text(re.compile("your side$"))
    panel = engage(bob, 1, flight, blank_of(match, "u2", 0))
    panel.get_by_role("button", name="Ask to reveal it").click()
    agree(alice, "Revealed")
    expect(row(bob, 0, tank)).to_have_count(1)
    panel.get_by_role("button", name="Close").click()
    end_segment(bob, "First round: ASF, ECM")
    happened(engage(bob, 1, flight, tank), "Draw: target Repulsed, own stand unharmed")
    expect(row(alice, 1, flight)).to_have_count(1)
    agree(alice, "Draw")
    for part in ("CAS", "CBA", "ADA, PDA"):
        end_segment(bob, f"First round: {part}")
    happened(engage(bob, 1, gun, tank), "Win: target neutralised, own stand unharmed")
    expect(row(alice, 1, gun)).to_have_count(1)
    agree(alice, "Win")
    unfold(alice, 0, tank)
    row(alice, 0, tank).get_by_role("button", name="Put it out of play").click()
    for part in ("OTF", "Group"):
        end_segment(bob, f"First round: {part}")
    boxes(bob, 1, target).get_by_role("button", name="Revealed").click()
    for part in ("ASF, ECM", "CAS", "CBA", "ADA, PDA", "OTF"):
        end_segment(alice, f"Second round: {part}")
    expect(row(alice, 1, target)).to_have_count(1)
    happened(engage(alice, 0, other_tank, target), "Draw: target Pinned, own stand Pinned")
    expect(row(bob, 0, other_tank)).to_have_count(1)
    lose_network(bob)
    boxes(bob, 1, target).get_by_role("button", name="its smoke screen").click()
    reload_without_server(bob, 1)
    agree(bob, "Draw")
    happened(engage(alice, 0, warrior, target), "Lose: target Pinned, own stand unharmed")
    end_segment(alice, "Second round: Group")
    end_segment(alice, "End of the turn")
    states, log = assert_one_game(match, alice, bob, hidden=1)
    latest = "engaged in its side’s latest round"
    assert states == {
        f"0:{tank}": ["neutralised", "Revealed", "Out of play"],
        f"0:{other_tank}": ["Pinned", "Revealed"],
        f"0:{warrior}": ["Revealed"],
        f"1:{target}": ["Pinned", "Revealed"],
        f"1:{gun}": [latest, "Revealed"],
        f"1:{flight}": ["MOBILE", "Revealed"],
    }
    reds, blues = match.numbers
    ours = f"1·1 ?{reds[tank]} Challenger 2", f"1·2 ?{reds[other_tank]} Challenger 2", f"1·9 ?{reds[warrior]} Warrior"
    theirs = f"1·1 ?{blues[target]} Challenger 2", f"2·12 ?{blues[flight]} Apache"
    howitzer = f"2·10 ?{blues[gun]} Self-propelled gun up to 155 mm"
    assert [line.replace("\xa0", " ") for line in log] == [
        "Goes first none → Blues",
        "End of Who goes first, turn 1",
        f"Reveal, {theirs[1]} at ?{reds[tank]} Blank: Revealed",
        f"Agreed to 3; {ours[0]} (Reds): Revealed",
        "End of First round: ASF, ECM, turn 1",
        f"Engagement, {theirs[1]} at {ours[0]}: Draw: target Repulsed, own stand unharmed; "
        f"{theirs[1]} (Blues): Engaged; {theirs[1]} (Blues): Revealed",
        f"Agreed to 6; {ours[0]} (Reds): State none → Repulsed",
        *(f"End of First round: {part}, turn 1" for part in ("CAS", "CBA", "ADA, PDA")),
        f"Engagement, {howitzer} at {ours[0]}: Win: target neutralised, own stand unharmed; "
        f"{howitzer} (Blues): Engaged; {howitzer} (Blues): {latest}; {howitzer} (Blues): Revealed",
        f"Agreed to 11; {ours[0]} (Reds): State Repulsed → neutralised",
        f"{ours[0]} (Reds): Out of play",
        *(f"End of First round: {part}, turn 1" for part in ("OTF", "Group")),
        f"{theirs[0]} (Blues): Revealed",
        *(f"End of Second round: {part}, turn 1" for part in ("ASF, ECM", "CAS", "CBA", "ADA, PDA", "OTF")),
        f"Engagement, {ours[1]} at {theirs[0]}: Draw: target Pinned, own stand Pinned; {ours[1]} (Reds): Engaged; "
        f"{ours[1]} (Reds): Revealed; {ours[1]} (Reds): State none → Pinned",
        f"{theirs[0]} (Blues): its smoke screen",
        f"Agreed to 22; {theirs[0]} (Blues): State none → Pinned",
        f"Engagement, {ours[2]} at {theirs[0]}: Lose: target Pinned, own stand unharmed; {ours[2]} (Reds): Engaged; "
        f"{ours[2]} (Reds): Revealed",
        "End of Second round: Group, turn 1",
        f"End of End of the turn, turn 1; {ours[1]} (Reds): not Engaged any more; {ours[2]} (Reds): not Engaged any "
        f"more; {theirs[0]} (Blues): not its smoke screen any more; {howitzer} (Blues): not Engaged any more; "
        f"{theirs[1]} (Blues): not Engaged any more",
    ]
