// The units of both sides in their groups, as far as a search has them.

import { html, nothing, repeat } from "../lit.js";
import { addPart, byId, draw, drawInto, game, rowOf } from "./game.js";
import { FORCE } from "./tracks.js";
import { consequencesOf } from "./consequences.js";
import { isHit } from "./finding.js";
import { isDone, rowTemplate, updateTicks } from "./row.js";
import { fold, isSearch, isUnfolded, view } from "./view.js";

const notes = (side, holder) => {
  const consequences = rowOf(side, holder) ? undefined : consequencesOf(side, holder);
  return consequences ? html`<div class="notes">${consequences}</div>` : nothing;
};

function setFold(group, isOpen) {
  if (isOpen === isUnfolded(group)) return;
  fold(group, isOpen);
  draw();
}

const inOrder = (rows) => [...rows].sort((one, other) => isDone(one) - isDone(other));

function groupTemplate(group) {
  const { id, side, name, rows } = group;
  const isOpen = isUnfolded(group);
  group.isDrawn ||= isOpen; // the rows of a group are first drawn when it is unfolded
  const holders = new Set([...(id ? [id] : []), ...rows.map((row) => row.id)]);
  const count = [...holders].reduce((sum, holder) => sum + (consequencesOf(side, holder)?.length ?? 0), 0);
  const hits = rows.filter(({ isHidden }) => !isHidden).length;
  return html`<details class="tracker-group" ?hidden=${isSearch() && !hits} .open=${isOpen} @toggle=${({ target }) => setFold(group, target.open)}>
    <summary><span class="group-name">${name}</span> <span class="group-count">${rows.length}</span> <span class="group-marks">${count ? `▲ ${count} ${count === 1 ? "note" : "notes"}` : nothing}</span></summary>
    ${id ? notes(side, id) : nothing}
    <ul class="rows">${group.isDrawn ? repeat(inOrder(rows), ({ key }) => key, rowTemplate) : nothing}</ul>
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
    drawInto(byId(`groups-${side}`), html`${repeat(game.groups.filter((group) => group.side === side), ({ key }) => key, groupTemplate)}`);
  }
  const none = isSearch() && !hits ? "No unit matches." : "";
  if (byId("none").textContent !== none) byId("none").textContent = none;
});
