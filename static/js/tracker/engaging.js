// A unit engages: its player taps the target next.

import { html, nothing } from "../lit.js";
import { addPart, byId, data, draw, drawInto, elementOf, game } from "./game.js";
import { openEngagement } from "./engagement.js";
import { openRow } from "./cards.js";
import { show, view } from "./view.js";

const tracker = byId("tracker");

const openFor = (row, opposing) => openEngagement(`${data.address}/engage?${new URLSearchParams({ own: row.engages, side: row.side, ...opposing && { opposing: opposing.engages || opposing.id } })}`);

// The unit of a row engages, or no longer does.
export function engage(row, isByKey) {
  // Against an opponent without a list the question describes one.
  if (![...game.rows.values()].some(({ side }) => side !== row.side)) return openFor(row);
  view.engaging = row === view.engaging ? null : row;
  if (view.engaging && view.show === String(row.side)) show(String(1 - row.side));
  draw();
  if (view.engaging && isByKey) goToTargets();
}

// A tap on a row opens it, or chooses it as the target.
export function tapRow(row, isOpen) {
  const { engaging } = view;
  if (!engaging || row.side === engaging.side) return openRow(row, !isOpen);
  openFor(engaging, row);
  view.engaging = null;
  draw();
}

function cancel() {
  const row = view.engaging;
  view.engaging = null;
  draw();
  elementOf(row).querySelector(".row-engage").focus();
}

// The first row of the other side, or its first group where all are folded.
function goToTargets() {
  const side = tracker.querySelector(`.tracker-side[data-side="${1 - view.engaging.side}"]`);
  const firstVisible = (parts) => [...side.querySelectorAll(parts)].find((part) => part.checkVisibility());
  (firstVisible(".row-open") ?? firstVisible("summary"))?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && view.engaging && !document.querySelector("dialog[open]")) cancel();
});

addPart(() => {
  const { engaging } = view;
  byId("engaging").hidden = !engaging;
  tracker.classList.toggle("is-engaging", Boolean(engaging));
  drawInto(byId("engaging"), engaging ? html`<span>${engaging.fullName} engages: tap the target.</span><button class="btn btn-secondary" type="button" @click=${cancel}>Cancel</button>` : nothing);
});
