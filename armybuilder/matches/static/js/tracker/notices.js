// Notices about events that were not done, or that changed more, and the proposals that wait for an answer.

import { html, nothing, repeat } from "../lit.js";
import { add, addPart, byId, data, draw, drawInto, game, nameOf, plays, sideNames, trackOf } from "./game.js";
import { endingCard, isJudging } from "./ending.js";
import { HANDS, diceTemplate } from "./throws.js";
import { changeInWords, entryInWords, inWhole } from "./tracks.js";

const MAX_NOTICES = 3;
/** @type {Notice[]} */
let notices = [];

/**
 * @param {number} of
 * @param {number[]} [also]
 */
const undo = (of, also = []) => add({ kind: "undo", of, also });

/** @param {Notice} notice */
function close(notice) {
  notices = notices.filter((each) => each !== notice);
  draw();
}

/**
 * @param {unknown} contents
 * @param {Action[]} [actions]
 */
export function notify(contents, actions = [], kind = "warning") {
  notices = [...notices, { contents, actions, kind }].slice(-MAX_NOTICES);
  draw();
}

/** @param {Notice} notice */
function noticeTemplate(notice) {
  const { contents, actions, kind } = notice;
  /** @param {Action} action */
  const button = ([words, act]) => html`<button
    class="btn btn-secondary"
    type="button"
    @click=${() => { close(notice); act(); }}>${words}</button>`;
  return html`<div class="alert alert-${kind} notice">
    <div class="notice-words">${contents}</div>
    <div class="notice-buttons">
      ${actions.map(button)}
      <button class="btn btn-outline-secondary" type="button" @click=${() => close(notice)}>Close</button>
    </div>
  </div>`;
}

/** @param {unknown[]} items */
const list = (items) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** @param {Change[]} changes */
function changesInWords(changes) {
  return changes.map((change) => {
    const track = trackOf(change.side, change.holder, change.track);
    const words = track ? changeInWords(track, change) : change.track;
    return [nameOf(change.side, change.holder), words].filter(Boolean).join(" – ");
  });
}

// What was told in a segment is over with it.
let told = "";

addPart(() => {
  const { turn, segment } = game.server;
  if (told && told !== `${turn} ${segment}`) notices = [];
  told = `${turn} ${segment}`;
});

/** @param {Entry | undefined} entry */
function tellOfSegment(entry) {
  if (entry?.effects.length)
    notify(
      [html`<p>${entry.words}. This changed:</p>`, list(entry.changed)],
      [["Undo", () => undo(entry.number)]],
      "success",
    );
  else draw();
}

/**
 * @param {MatchEvent} event
 * @param {number[]} numbers
 */
function tellOfDependents(event, numbers) {
  const later = numbers.map((number) => `${number}: ${entryInWords(game.entries.get(number) ?? {})}`);
  notify(
    [html`<p>To undo ${event.of}, also undo what depends on it:</p>`, list(later)],
    [[`Undo all ${numbers.length + 1}`, () => undo(event.of, numbers)]],
  );
}

// Tell of the result of an event where there is something to tell.
/**
 * @param {MatchEvent} event
 * @param {Result} result
 */
export function tellResult(event, result) {
  if (event.kind === "next" && result.number) tellOfSegment(game.entries.get(result.number));
  if (!result.error) return;
  // The other player has ended the same segment: both agree.
  if (event.kind === "next" && (event.turn !== game.server.turn || event.segment !== game.server.segment)) return;
  if (result.depend?.length) {
    tellOfDependents(event, result.depend);
    return;
  }
  const what = event.changes?.length ? changesInWords(event.changes).join(", ") : "";
  /** @type {Action[]} */
  const retry = result.conflict ? [[`Set ${what} anyway`, () => {
    const { id, ...again } = event;
    add({ ...again, changes: event.changes?.map(({ seen, ...change }) => change) });
  }]] : [];
  notify(
    html`<p><strong>${what ? `Not done: ${what}.` : "Not done."}</strong> ${result.error}</p>`,
    retry,
    result.conflict ? "warning" : "danger",
  );
}

// --- proposals ------------------------------------------------------------------------------------

/** @param {string} name */
const possessive = (name) => `${name}${name.endsWith("s") ? "’" : "’s"}`;

// What an entry proposes, in words for whom it waits or for whom it comes from, and the changes that it makes.
/**
 * @param {Entry} given
 * @returns {[string, string[]]}
 */
function proposalInWords({ side, kind, words, proposes, own, opposing, result, decides = [] }) {
  /** @param {number} of */
  const whose = (of) => (!data.both && of === data.side ? "your" : possessive(sideNames[of]));
  if (kind === "end") return [`${words}. This reveals all that is hidden`, []];
  if (own === undefined || !result) return [[words, ...proposes].filter(Boolean).join("; "), decides];
  const at = opposing ? ` at ${whose(1 - side)} ${nameOf(1 - side, opposing)}` : "";
  return [`${whose(side)} ${nameOf(side, own)}${at}: ${result}`, proposes];
}

/** @param {Entry} entry */
function proposal(entry) {
  const theirs = isTheirs(entry);
  const [what, changes] = proposalInWords(entry);
  /**
   * @param {boolean} agreed
   * @param {string} [choice]
   */
  const answer = (agreed, choice) => () => add({ kind: "answer", of: entry.number, agreed, ...(choice && { choice }) });
  /**
   * @param {string} text
   * @param {() => void} act
   */
  const button = (text, act, look = "btn-primary") =>
    html`<button class="btn ${look}" type="button" @click=${act}>${text}</button>`;
  const agreeing =
    entry.kind === "throw"
      ? Object.entries(HANDS).map(([choice, word]) => button(word, answer(true, choice)))
      : button("Right", answer(true));
  const says = theirs ? `${sideNames[entry.side]} says:` : `Waiting for ${sideNames[1 - entry.side]}:`;
  return html`<section class="sheet proposal" aria-label="Proposal">
    <p><strong>${says}</strong> ${inWhole(`${what[0]?.toUpperCase()}${what.slice(1)}.`)}${
      changes.length ? html` <small>${inWhole(changes.join("; "))}</small>` : nothing
    }</p>
    ${theirs && entry.rolled ? html`<details><summary>Dice</summary>${diceTemplate(entry)}</details>` : nothing}
    ${theirs ? html`<p class="notice-buttons">${agreeing}${button("No", answer(false), "btn-secondary")}</p>` : nothing}
  </section>`;
}

/** @param {Entry} given */
const isTheirs = ({ side }) => plays && (side !== data.side || data.both);

function waitingProposals() {
  const answered = new Set(game.queue.events.filter(({ kind }) => kind === "answer").map(({ of }) => of));
  const waiting = game.server.ended ? [] : game.server.waiting.filter((number) => !answered.has(number));
  return waiting.map((number) => game.entries.get(number)).filter((entry) => entry !== undefined);
}

addPart(() =>
  drawInto(byId("notices"), html`${repeat(notices, (/** @type {Notice} */ notice) => notice, noticeTemplate)}`),
);
/** @param {number} count */
function bell(count) {
  const go = () => byId("proposals").querySelector("button").focus();
  return html`<button class="btn btn-primary bar-button" type="button" aria-label="${count} to answer" @click=${go}><svg
    viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 12h10l-1.5-2V7a3.5 3.5 0 0 0-7 0v3zM6.5 13.5a1.5 1.5 0 0 0 3 0"/>
  </svg>${count}</button>`;
}

addPart(() => {
  const count = waitingProposals().filter(isTheirs).length + Number(isJudging());
  drawInto(byId("bell"), count ? bell(count) : nothing);
});

// What waits for an answer is also seen over the open sheet, of which it becomes a part: the page behind it is inert.
addPart(() => {
  const [sheet, place] = [byId("more"), byId("proposals")];
  const head = sheet.querySelector(".sheet-head");
  if (sheet.open !== sheet.contains(place)) sheet.open ? head.after(place) : byId("notices").before(place);
  const waiting = repeat(waitingProposals(), (/** @type {Entry} */ { number }) => number, proposal);
  drawInto(place, html`${waiting}${endingCard()}`);
  document.documentElement.classList.toggle("has-notice", notices.length > 0 || Boolean(place.querySelector("button")));
});
