// The units of both sides in their groups, as far as a search has them.

import { html, nothing, repeat } from "../lit.js";
import { addPart, byId, data, draw, drawInto, fold, game, isBlank, isSearch, isUnfolded, rowOf, view } from "./game.js";
import { FORCE } from "./tracks.js";
import { badge, consequencesOf, firstMessage } from "./consequences.js";
import { isHit } from "./finding.js";
import { DONE, rankOf, rowTemplate, runTemplate, stateOf, updateTicks } from "./row.js";

// The notes of a holder without a row, behind their first line.
/**
 * @param {number} side
 * @param {string} holder
 */
const notes = (side, holder) => {
  const consequences = rowOf(side, holder) ? undefined : consequencesOf(side, holder);
  return consequences ? html`<details class="notes-fold">
    <summary>${badge(consequences.length)} <span class="notes-first">${firstMessage(side, holder)}</span></summary>
    <div class="notes">${consequences}</div>
  </details>` : nothing;
};

/**
 * @param {Group} group
 * @param {boolean} isOpen
 */
function setFold(group, isOpen) {
  if (isOpen === isUnfolded(group)) return;
  fold(group, isOpen);
  draw();
}

/** @param {Row[]} rows */
const inOrder = (rows) => [...rows].sort((one, other) => rankOf(one) - rankOf(other));

/** @param {Row} row */
const rowItem = (row, isInRun = false) => ({ key: row.key, rank: rankOf(row), draw: () => rowTemplate(row, isInRun) });

// What a run has in the list: unfolded its rows below one for all; folded a row for those in each state.
/** @param {Run} run */
function itemsOf(run) {
  const shown = run.rows.filter(({ isHidden }) => !isHidden);
  if (!run.key || shown.length < 2) return run.rows.map((row) => [rowItem(row)]);
  /**
   * @param {Row[]} rows
   * @param {boolean} isOpen
   */
  const runItem = (rows, isOpen, index = 0) => ({
    key: `${run.key} ${index}`,
    rank: Math.min(...rows.map(rankOf)),
    draw: () => runTemplate(run, rows, isOpen),
  });
  if (view.open.has(run.key)) return [[runItem(shown, true), ...inOrder(run.rows).map((row) => rowItem(row, true))]];
  const parts = [...Map.groupBy(shown, stateOf).values()];
  const runs = parts.filter(({ length }) => length > 1);
  const hidden = run.rows.filter(({ isHidden }) => isHidden).map((row) => [rowItem(row)]);
  const items = parts.map((rows) => [rows.length > 1 ? runItem(rows, false, runs.indexOf(rows)) : rowItem(rows[0])]);
  return [...items, ...hidden];
}

/** @param {Group} given */
const itemsInOrder = ({ runs }) => runs.flatMap(itemsOf).sort(([one], [other]) => one.rank - other.rank);

/** @param {{ key: string }} given */
const keyOfItem = ({ key }) => key;

/** @param {ListItem[][]} items */
const list = (items) => repeat(items.flat(), keyOfItem, (/** @type {ListItem} */ item) => item.draw());

// The rows of a group; where many are hidden, those that are done are folded below the others.
/** @param {Group} group */
function rowsTemplate(group) {
  const items = itemsInOrder(group);
  const done = data.hides && !isSearch() ? items.filter(([{ rank }]) => rank >= DONE) : [];
  const folded = html`<details class="done">
    <summary>${done.length} acted or out of play</summary>
    <ul class="rows">${list(done)}</ul>
  </details>`;
  const others = items.slice(0, items.length - done.length);
  return html`<ul class="rows">${list(others)}</ul>${done.length ? folded : nothing}`;
}

// Of blanks there is only a number to see.
/** @param {Row} row */
const blank = ({ side, id, number, isHidden }) => html`<li
  class="row-unit is-blank"
  data-side=${side}
  data-holder=${id}
  ?hidden=${isHidden}><span class="visually-hidden">Blank </span>${number}</li>`;

/** @param {Group} given */
const blanks = ({ rows }) => html`<ul class="rows blanks">${repeat(rows, keyOfItem, blank)}</ul>`;

/** @param {Group} group */
function groupTemplate(group) {
  const { id, side, name, rows } = group;
  const isOpen = isUnfolded(group);
  group.isDrawn ||= isOpen; // the rows of a group are first drawn when it is unfolded
  const holders = new Set([...(id ? [id] : []), ...rows.map((row) => row.id)]);
  const count = [...holders].reduce((sum, holder) => sum + (consequencesOf(side, holder)?.length ?? 0), 0);
  const hits = rows.filter(({ isHidden }) => !isHidden).length;
  const marks = count ? `▲ ${count} ${count === 1 ? "note" : "notes"}` : nothing;
  const shown = () => (rows.every(isBlank) ? blanks(group) : rowsTemplate(group));
  return html`<details
    class="tracker-group"
    ?hidden=${isSearch() && !hits}
    .open=${isOpen}
    @toggle=${(/** @type {OnPage<Event>} */ { target }) => setFold(group, target.open)}>
    <summary><span class="group-name">${name}</span> <span class="group-count">${rows.length}</span>
      <span class="group-marks">${marks}</span></summary>
    ${id ? notes(side, id) : nothing}
    ${group.isDrawn ? shown() : nothing}
  </details>`;
}

addPart(() => {
  updateTicks();
  let hits = 0;
  for (const row of game.rows.values()) {
    row.isHidden = !isHit(row);
    if (!row.isHidden) hits += 1;
  }
  byId("tracker").dataset.show = view.show;
  for (const side of [0, 1]) {
    drawInto(byId(`notes-${side}`), notes(side, FORCE));
    const groups = byId(`groups-${side}`);
    const focused = groups.contains(document.activeElement) ? document.activeElement : null;
    const run = focused?.closest("[data-run]")?.dataset.run;
    const group = focused?.closest(".tracker-group");
    const same = () => (run && groups.querySelector(`[data-run="${CSS.escape(run)}"] .row-open`))
      || group?.querySelector(".done > summary");
    const ofSide = game.groups.filter((group) => group.side === side);
    drawInto(groups, html`${repeat(ofSide, keyOfItem, groupTemplate)}`, same);
  }
  const none = isSearch() && !hits ? "No unit matches." : "";
  if (byId("none").textContent !== none) byId("none").textContent = none;
});
