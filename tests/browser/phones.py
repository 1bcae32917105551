"""Phones on which games at the table are played, and what they show."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from django.core import signing
from playwright.sync_api import Locator, Page, expect

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.log.store import MATCHES, load_match
from armybuilder.matches.models import Match
from armybuilder.site import claims
from armybuilder.site.claims import Author
from rulesets.core.declarations.codec import decode
from rulesets.core.play.match_log import replay
from rulesets.core.play.matches import LogEntry
from rulesets.registry import get_ruleset
from tests.visitors import ALICE, BOB

OpenPage = Callable[..., Page]
WIDTH, HEIGHT = 360, 640
IN_SIGHT: Final = """() => [...document.querySelectorAll(".row-unit, .row-run")].filter((row) => {
  const { left, right, top, bottom } = row.getBoundingClientRect();
  if (!row.checkVisibility() || top < 0 || bottom > innerHeight) return false;
  return [top + 4, bottom - 4].every((y) => row.contains(document.elementFromPoint((left + right) / 2, y)));
}).map((row) => row.getBoundingClientRect().height)"""
"""The heights of the rows that are wholly in sight, with nothing over them."""


FOLDED_RUN: Final = '.row-run > .row-line > .row-open[aria-expanded="false"]'
"""The one row of equal units, while it is folded."""


class Finger:
    """Taps on a phone and counts the taps; each page loaded on the way counts as a screen."""

    def __init__(self, page: Page) -> None:
        """Begin without taps."""
        self.taps = self.screens = 0
        page.on("load", self._count)

    def _count(self, _: Page) -> None:
        self.screens += 1

    def tap(self, place: Locator) -> None:
        """Tap once."""
        self.taps += 1
        place.tap()


def sit(open_page: OpenPage, live_server: Any, claim: claims.Claim, match: Match, **context: Any) -> Page:
    """A phone on which a player has the game open."""
    page = open_page(WIDTH, HEIGHT, has_touch=True, is_mobile=True, **context)
    signer = signing.get_cookie_signer(salt=claims.COOKIE + claims.SALT)
    page.context.add_cookies([{"name": claims.COOKIE, "value": signer.sign(claim.key), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    return page


def row(page: Page, side: int, holder: str) -> Locator:
    """The row of a unit or of another holder."""
    return page.locator(f'.row-unit[data-side="{side}"][data-holder="{holder}"]')


def open_row(page: Page, side: int, holder: str) -> Locator:
    """Open a row to show its boxes."""
    unfold(page, side, holder)
    unit_row = row(page, side, holder)
    unit_row.locator(".row-open").click()
    return unit_row


def boxes(page: Page, side: int, holder: str) -> Locator:
    """The boxes of a row; its group is unfolded first if needed."""
    unit_row = row(page, side, holder)
    unfold(page, side, holder)
    if unit_row.locator(".row-open").get_attribute("aria-expanded") == "false":
        open_row(page, side, holder)
    return unit_row.locator(".controls")


SCROLLS: Final = """place => {
  const { top, bottom, height } = place.getBoundingClientRect();
  if (!height) throw new Error("not shown");
  return Math.ceil(Math.max(0, bottom - innerHeight, -top) / innerHeight);
}"""


def scrolls_to(place: Locator) -> int:
    """How many screens a player has to scroll to see the whole of an element."""
    place.wait_for()
    count: int = place.evaluate(SCROLLS)
    return count


@contextmanager
def sheet(page: Page) -> Iterator[Locator]:
    """The sheet with all that is not in sight, while it is open."""
    more = page.locator("#more")
    page.locator("#more-open").click()
    yield more
    more.get_by_role("button", name="Close").click()
    expect(more).to_be_hidden()


def show_units(page: Page, which: str) -> None:
    """Show only these units of both sides."""
    with sheet(page) as more:
        more.locator("#find-which").select_option(label=which)


def unfold(page: Page, side: int, holder: str) -> None:
    """Unfold the group of a row, the equal units it is one of, and those above it: only then it is drawn."""
    page.locator("#tracker.is-drawn").wait_for()
    wanted = row(page, side, holder)
    places = (".tracker-group:not([open]) > summary", ".done:not([open]) > summary", FOLDED_RUN)
    folded = page.locator(", ".join(f"#groups-{side} {place}:visible" for place in places))
    for _ in range(100):
        if wanted.is_visible():
            return
        if folded.count():
            folded.first.click()
        page.wait_for_timeout(100)
    wanted.wait_for()


def begin_example(game: str, **choices: Any) -> Match:
    """A game of the example army, as Alice's Reds, against itself, as Bob's Blues, who sits there too."""
    ruleset = get_ruleset(game)
    reds, blues = (ChosenForce(LoadedArmy(ruleset, replace(ruleset.demo(), name=name))) for name in ("Reds", "Blues"))
    match = begin_match(reds, blues, {}, Author(None, ALICE.hash), **choices)
    seat = invite(match, 1)
    take(seat, Author(None, BOB.hash), seat.invitation)
    return match


def targets(page: Page, side: int, own: str) -> Locator:
    """The engagement panel with the targets of a unit of a side."""
    unfold(page, side, own)
    row(page, side, own).locator(".row-engage").click()
    panel = page.locator("#engage-panel")
    expect(panel.locator(".targets")).to_be_visible()
    return panel


BROKEN: Final = r"""places => places.filter(place => place.checkVisibility()).flatMap(place => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const broken = [];
  const isBroken = ({ index, 0: { length } }) => {
    const range = document.createRange();
    range.setStart(texts.currentNode, index);
    range.setEnd(texts.currentNode, index + length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  while (texts.nextNode())
    broken.push(...[...texts.currentNode.data.matchAll(/\d+ ×|\d\S* – \d\S*|\S+/g)].filter(isBroken).map(String));
  return broken;
})"""


def broken_words(places: Locator) -> list[str]:
    """The words, compounds, counts and ranges of these places that are broken over lines."""
    words: list[str] = places.evaluate_all(BROKEN)
    return words


def unfold_targets(panel: Locator) -> None:
    """Unfold equal targets that may be engaged now."""
    panel.locator(".targets > ul .target-run:not([open]) > summary").evaluate_all(
        "all => all.map(each => each.click())"
    )


def choose_target(panel: Locator, opposing: str) -> None:
    """Tap a target; those that may not be engaged now are unfolded first."""
    target = panel.page.locator(f'.target[data-target="{opposing}"]')
    target.wait_for(state="attached")
    while not target.is_visible():
        panel.locator("details:not([open])").filter(has=target).first.locator("> summary").click()
    target.click()


def engage(page: Page, side: int, own: str, opposing: str, question: str = "") -> Locator:
    """The engagement panel of a unit of a side and its target, with a question other than the usual one."""
    unfold(page, side, own)
    panel = targets(page, side, own)
    choose_target(panel, opposing)
    expect(panel.locator("#engage-form")).to_be_visible()
    questions = panel.locator(".engage-kinds label")
    if question and questions.count():
        questions.filter(has_text=re.compile(f"^{re.escape(question)}$")).click()
        expect(questions.filter(has=page.locator("input[checked]"))).to_have_text(question)
    return panel


def happened(panel: Locator, result: str) -> None:
    """Tap a result and close the panel; results after the third, or of what may not be now, are unfolded first."""
    anyway = panel.locator(".engage-anyway:not([open]) > summary")
    button = panel.locator(".engage-results button", has_text=re.compile(rf"^\s*{re.escape(result)}\s*$"))
    button.wait_for(state="attached")
    if anyway.count():
        anyway.click()
    if not button.is_visible():
        panel.locator(".engage-others > summary").click()
    button.click()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def end_segment(page: Page, title: str) -> None:
    """Go to the next segment from the current one, which must have that title, whatever is still due in it."""
    now, anyway = page.locator("#turn-now"), page.get_by_role("button", name="End it anyway")
    expect(now).to_contain_text(f" · {title} · ")
    page.locator("#next").click()
    expect(now.filter(has_not_text=f" · {title} · ").or_(anyway)).to_be_visible()
    if anyway.count():
        anyway.click()
    expect(now).not_to_contain_text(f" · {title} · ")


def agree(page: Page, proposal: str) -> None:
    """Agree to the other side's proposal."""
    expect(page.locator(".proposal")).to_have_text(re.compile(f"says: .*{re.escape(proposal)}"))
    page.get_by_role("button", name="Agree").click()
    expect(page.locator(".proposal")).to_have_count(0)


def all_sent(page: Page) -> None:
    """Wait until the server has what was tapped on a phone."""
    expect(page.locator("#sending")).to_have_text("Saved")


def in_step(match: Match, *pages: Page) -> None:
    """Wait until the server has what was tapped on these phones, and all of them know it."""
    for page in pages:
        all_sent(page)
    match.refresh_from_db()
    for page in pages:
        expect(page.locator("#last")).to_contain_text(f"{match.head - 1}: ")


EVENTS = "**/events*"


def lose_network(page: Page) -> None:
    """From now on nothing reaches the server, and no event does before the network is back."""
    # A request waits for the service worker to start, perhaps longer than the network is away.
    page.context.route(EVENTS, lambda route: route.abort())
    page.context.set_offline(True)


def regain_network(page: Page) -> None:
    """Requests reach the server again."""
    page.context.unroute(EVENTS)
    page.context.set_offline(False)


def reload_without_server(page: Page, waiting: int) -> None:
    """Reload the page while events cannot reach the server; afterwards they can."""
    expect(page.locator("#sending")).to_contain_text(f"{waiting} not sent")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#sending")).to_contain_text(f"{waiting} not sent")
    page.context.unroute(EVENTS)
    all_sent(page)


SEEN = """() => ({
  turn: document.getElementById("turn-now").textContent.replace(/^(Turn \\d+ · [^·]*) · .*$/, "$1"),
  conditions: document.getElementById("conditions-now").textContent,
  units: Object.fromEntries([...document.querySelectorAll(".row-unit")].map((row) => [
    `${row.dataset.side}:${row.dataset.holder}`,
    [...row.querySelectorAll(".row-states .chip")].map((chip) => chip.title || chip.textContent),
  ])),
  log: [...document.querySelectorAll(".log-words")].map((words) => words.textContent).reverse(),
})"""
"""Script that returns what a phone shows: the turn, the states of each row, the log from its start."""


def assert_one_game(
    match: Match, alice: Page, bob: Page, hidden: tuple[str, ...] = ()
) -> tuple[dict[str, list[str]], list[str]]:
    """Both phones show the same state and log, equal to a replay of the stored log from the start.

    Entries of which Alice may not know all read for her as ``hidden`` says. Gives the states of the units in which
    both phones know something, by side and unit, and the log in words as Bob has it.
    """
    in_step(match, alice, bob)
    for page in (alice, bob):
        for notice in page.locator(".notice").all():
            notice.get_by_role("button", name="Close").click()
        # A tap may miss the summary, which moves when rows arrive.
        page.locator("#log").evaluate("log => { log.open = true; }")
        closed = page.locator(".tracker-group:not([open]) > summary")
        closed.evaluate_all("summaries => { for (const each of summaries) each.click(); }")
        while page.locator(FOLDED_RUN).count():
            page.locator(FOLDED_RUN).first.evaluate("each => each.click()")
        expect(page.locator(".log-words")).to_have_count(match.head - 1)
    first, second = alice.evaluate(SEEN), bob.evaluate(SEEN)
    logs = first.pop("log"), second.pop("log")
    units = first.pop("units"), second.pop("units")
    both = sorted(units[0].keys() & units[1].keys())
    states = [{unit: seen[unit] for unit in both if seen[unit]} for seen in units]
    assert (first, states[0]) == (second, states[1])
    assert tuple(one for one, other in zip(*logs, strict=True) if one != other) == hidden
    stored = MATCHES.of(match).filter(number__gt=1).order_by("number").values_list("entry", flat=True)
    loaded = load_match(match)
    assert replay(loaded.setup, [decode(LogEntry, entry) for entry in stored]) == loaded.state
    return states[0], logs[1]
