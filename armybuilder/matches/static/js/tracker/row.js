// One row: its unit with three values and its states. An open row has the boxes too, and the card that
// is fetched for it.

import { guard, html, nothing } from "../lit.js";
import { isAway } from "../network.js";
import { add, data, draw, elementOf, game, mayChange, sideNames, ticksOf, view } from "./game.js";
import { chips, controls, controlsOfAll } from "./controls.js";
import { badge, consequencesOf, guideNow, valuesNow } from "./consequences.js";
import { openAction, openTargets } from "./engagement.js";
import { notify } from "./notices.js";
import { SITE_THROWS, isThrowing } from "./throws.js";

const NO_CARD = "The card could not be loaded. When you are online, close and open the row again.";
/** @type {Map<string, HTMLElement>} */
const cards = new Map(); // elements by the keys of their rows; a card that did not come is fetched when it opens again

/** @param {Row} given */
async function fetchCard({ side, id }) {
  const answer = await fetch(`${data.address}/units/${side}/${encodeURIComponent(id)}`);
  if (!answer.ok) throw new TypeError("no card");
  return new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes;
}

/** @param {Row} row */
async function loadCard(row) {
  const card = document.createElement("div");
  card.className = "row-card";
  cards.set(row.key, card);
  try {
    card.append(...await fetchCard(row));
  } catch {
    card.textContent = NO_CARD;
    card.dataset.failed = "";
  }
}

/** @param {Row} given */
const cardOf = ({ key }) => cards.get(key);

/**
 * @param {Row} row
 * @param {boolean} isOpen
 */
export function openRow(row, isOpen) {
  if (isOpen) view.open.add(row.key);
  else view.open.delete(row.key);
  const card = cardOf(row);
  if (isOpen && row.has_card && (!card || "failed" in card.dataset)) loadCard(row);
  draw();
  if (isOpen) elementOf(row)?.scrollIntoView({ block: "nearest" });
}

/** @param {number} side */
const mayEngage = (side) => data.both || side === data.side;

// Work out the ticks of the rows. Those of a row stay the same object as long as nothing has changed in it, so that a
// tap draws its own row alone, not hundreds of others.
export function updateTicks() {
  const waiting = new Set(
    game.queue.events.flatMap(({ changes = [] }) => changes.map(({ side, holder }) => `${side}:${holder}`)),
  );
  for (const row of game.rows.values()) {
    const known = game.server.ticks[row.side][row.id];
    const waits = waiting.has(row.key);
    if (row.ticks && !waits && !row.waits && row.known === known) continue;
    Object.assign(row, { known, waits, ticks: ticksOf(row.side, row.id) });
    row.isOut = Boolean(row.ticks.get(data.out)?.length);
    row.state = JSON.stringify([...row.ticks.values()]);
  }
}

/** @param {Row} given */
const isActed = ({ side, id }) => game.server.acted[side].includes(id);

// Whether a unit cannot act now, while others of its side can.
/** @param {Row} given */
function isQuiet({ side, id, engages }) {
  const able = guideNow().may[side];
  return view.guided && Boolean(engages) && able.length > 0 && !able.includes(id);
}

/** @param {Row} row */
const statesOf = (row) => [row.isOut && "is-out", isActed(row) && "is-acted", isQuiet(row) && "is-quiet"];

export const DONE = 2; // the rank from which units have acted or are out

// Units that are out, those that have acted, and those that cannot act now come after the others of their group. A row
// that is open stays in sight, and that of the group itself above its units.
/** @param {Row} row */
export function rankOf(row) {
  if (view.open.has(row.key) || row.id === row.group.id) return 0;
  if (row.isOut) return DONE + 1;
  return isActed(row) ? DONE : Number(isQuiet(row));
}

// Roll for what a unit does by itself, as the game stands, without a look at the question.
/**
 * @param {Row} row
 * @param {string} calculator
 */
function rollAction({ side, engages }, calculator) {
  if (isThrowing()) return;
  if (isAway()) return notify(html`<p>${SITE_THROWS}</p>`, [], () => !isAway());
  add({ kind: "roll", calculator, own: engages, opposing: "", acting: side, question: "alone=1" });
}

// What sets a row apart from its equals: its state, what follows from it, and that it is open.
/** @param {Row} row */
export const stateOf = (row) =>
  view.open.has(row.key) || consequencesOf(row.side, row.id) ? row.key : `${isActed(row)} ${isQuiet(row)} ${row.state}`;

/** @param {RowValue} given */
const value = ({ heading, value: number, name }) =>
  html`<span title=${name || nothing}><small>${heading}</small> ${number}</span> `;

// A value that the state of the unit has changed.
/**
 * @param {RowValue} given
 * @param {string} now
 */
const changedValue = ({ heading, value: usual, name }, now) => {
  const sign = Number.parseFloat(now.replace("−", "-")) < Number.parseFloat(usual) ? "↓" : "↑"; // "6*" is also a number
  return html`<span class="is-changed" title=${name || nothing}><small>${heading}</small> ${now}
    <span aria-hidden="true">${sign}</span> <small>of ${usual}</small></span> `;
};

// A number that may only break at a space or behind a dash.
/** @param {string} number */
const numberInWhole = (number) => number.split(/ |(?<=–)/).map(
  (part) => html`<span>${part}</span>${part.endsWith("–") ? nothing : " "}`,
);

// The line of a row, or of several equal ones with their `numbers`.
/**
 * @param {Row} row
 * @param {boolean} isOpen
 * @param {() => void} open
 */
function line(row, isOpen, open, numbers = [row.number], count = 1) {
  const { side, id, title, subtitle, symbol, values } = row;
  const notes = consequencesOf(side, id)?.length;
  const now = valuesNow(side, id) ?? {};
  const { changed = [], usual = [] } = Object.groupBy(values, ({ heading }) => (heading in now ? "changed" : "usual"));
  const picture = html`<svg class="row-symbol" aria-hidden="true"><use href="#symbol-${side}-${symbol}"></use></svg>`;
  const engage = html`<button
    class="row-engage btn btn-secondary"
    type="button"
    aria-label="Engage with ${row.fullName}"
    @click=${() => openTargets(row)}><svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="4.5"/><path d="M8 1v5M8 10v5M1 8h5M10 8h5"/>
    </svg></button>`;
  return html`<div class="row-line">
    <button class="row-open" type="button" aria-expanded=${String(isOpen)} @click=${open}>
      ${numbers.length === 1 && numbers[0] ? html`<b class="row-number">${numberInWhole(numbers[0])}</b>` : nothing}
      ${symbol ? picture : nothing}
      <span class="row-name">${count > 1 ? `${count} × ` : nothing}<bdi>${title}</bdi>${
        subtitle ? html` <small>${subtitle}</small>` : nothing
      }</span>
      <span class="row-now">${
        numbers.length > 1 ? html`<span class="row-numbers">${numbers.join(", ")}</span>` : nothing
      }<span class="row-values">${changed.map((each) => changedValue(each, now[each.heading]))}</span><span
        class="row-states">${chips(row.ticks)}</span><span class="row-values">${usual.map(value)}</span></span>
      ${notes && count === 1 ? html`<span class="row-badge">${badge(notes)}</span>` : nothing}
    </button>
    ${mayEngage(side) && row.engages ? engage : nothing}
  </div>`;
}

/** @param {Row} given */
const actionsOf = ({ side, id, engages }) => (engages && game.server.actions[side][id]) || [];

/**
 * @param {Row} row
 * @param {boolean} isOpen
 * @param {unknown} notes
 * @param {boolean} isInRun
 */
function template(row, isOpen, notes, isInRun) {
  const { side } = row;
  const classes = ["row-unit", isInRun && "is-in-run", ...statesOf(row)].filter(Boolean).join(" ");
  const actions = mayEngage(side) ? actionsOf(row) : [];
  const isThrown = isThrowing();
  const buttons = actions.map(([calculator, words, rolls]) => html`<span class="row-action"><button
    class="btn btn-secondary"
    type="button"
    @click=${() => openAction(row, calculator)}>${words}</button>${rolls ? html`<button
      class="btn btn-primary ${isThrown ? "disabled" : ""}"
      type="button"
      aria-disabled=${String(isThrown)}
      aria-label="Roll it: ${words}"
      @click=${() => rollAction(row, calculator)}>Roll it</button>` : nothing}</span>`);
  const body = () => html`<div class="row-body">
    ${notes ? html`<div class="notes">${notes}</div>` : nothing}
    ${buttons.length ? html`<p class="row-actions">${buttons}</p>` : nothing}
    <div class="controls">${controls(row.side, row.id, row.ticks)}</div>
    ${cardOf(row) ?? nothing}
  </div>`;
  return html`<li
    class=${classes}
    data-side=${row.side}
    data-holder=${row.id}
    data-run=${row.run || nothing}
    ?hidden=${row.isHidden}>
    ${line(row, isOpen, () => openRow(row, !isOpen))}
    ${isOpen ? body() : nothing}
  </li>`;
}

/** @param {Row} row */
export function rowTemplate(row, isInRun = false) {
  const isOpen = view.open.has(row.key);
  const notes = consequencesOf(row.side, row.id);
  const shown = [row.isHidden, isOpen, notes, valuesNow(row.side, row.id), mayChange(row.side), cardOf(row), isInRun];
  const actions = isOpen ? [actionsOf(row), isThrowing()] : [];
  const state = [row, row.ticks, game.server.acted, isQuiet(row), ...shown, ...actions];
  return guard(state, () => template(row, isOpen, notes, isInRun));
}

// --- equal units in one row -----------------------------------------------------------------------

// The numbers of some rows of a run, those that follow one another as a span: 1·1, 1·3–1·8.
/**
 * @param {Run} run
 * @param {Row[]} rows
 */
function numbersOf(run, rows) {
  /** @type {Row[][]} */
  const spans = [];
  for (const row of rows) {
    const last = spans.at(-1);
    if (last && last.at(-1) === run.rows[run.rows.indexOf(row) - 1]) last.push(row);
    else spans.push([row]);
  }
  return spans.map(([{ number }, ...others]) =>
    others.length ? `${number}–${others[others.length - 1].number}` : number,
  );
}

/** @param {Run} given */
function toggleRun({ key }) {
  if (!view.open.delete(key)) view.open.add(key);
  draw();
}

// One row for equal units: folded for those in one state, which it shows; unfolded it stands above the rows of all, and
// so shows the state of none.
/**
 * @param {Run} run
 * @param {Row[]} rows
 * @param {boolean} isOpen
 */
export function runTemplate(run, rows, isOpen) {
  const [first] = rows;
  const { side, run: holder, title } = first;
  const about = `${rows.length} × ${title} (${sideNames[side]})`;
  const shown = isOpen ? { ...first, id: "", ticks: new Map(), engages: "" } : first;
  const holders = rows.map(({ id }) => id);
  const all = () => html`<div class="row-body">
    <details>
      <summary>All ${rows.length} at once</summary>
      <div class="controls">${controlsOfAll(side, holders, rows.map(({ ticks }) => ticks), about)}</div>
    </details>
  </div>`;
  const classes = ["row-run", ...(isOpen ? [] : statesOf(first))].filter(Boolean).join(" ");
  return html`<li class=${classes} data-side=${side} data-run=${holder}>
    ${line(shown, isOpen, () => toggleRun(run), numbersOf(run, rows), rows.length)}
    ${isOpen && mayChange(side) ? all() : nothing}
  </li>`;
}
