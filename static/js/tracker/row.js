// One row: its unit with three values and its states, and when it is open the boxes and the card.

import { guard, html, nothing } from "../lit.js";
import { data, game, mayChange, ticksOf } from "./game.js";
import { cardOf, openRow } from "./cards.js";
import { chips, controls } from "./controls.js";
import { consequencesOf } from "./consequences.js";
import { openAction, openTargets } from "./engagement.js";
import { view } from "./view.js";

const mayEngage = (side) => data.both || side === data.side;

// Work out the ticks of the rows. Those of a row stay the same object as long as nothing has changed in it, so that a tap
// draws its own row alone, not hundreds of others.
export function updateTicks() {
  const waiting = new Set(game.queue.events.flatMap(({ changes = [] }) => changes.map(({ side, holder }) => `${side}:${holder}`)));
  for (const row of game.rows.values()) {
    const known = game.server.ticks[row.side][row.id];
    const waits = waiting.has(row.key);
    if (row.ticks && !waits && !row.waits && row.known === known) continue;
    Object.assign(row, { known, waits, ticks: ticksOf(row.side, row.id) });
    row.isOut = row.ticks.get(data.out)?.length > 0;
  }
}

// Units that are out, and those that have acted, come after the others of their group; a row that is open stays in sight.
export const isDone = (row) => (view.open.has(row.key) ? 0 : row.isOut ? 2 : Number(game.server.acted[row.side].includes(row.id)));

const value = ({ heading, value: number, name }) => html`<span title=${name || nothing}><small>${heading}</small> ${number}</span> `;

function line(row, isOpen) {
  const { side, number, title, subtitle, symbol, values } = row;
  return html`<div class="row-line">
    <button class="row-open" type="button" aria-expanded=${String(isOpen)} @click=${() => openRow(row, !isOpen)}>
      ${number ? html`<b class="row-number">${number}</b>` : nothing}
      ${symbol ? html`<svg class="row-symbol" aria-hidden="true"><use href="#symbol-${side}-${symbol}"></use></svg>` : nothing}
      <span class="row-name">${title}${subtitle ? html` <small>${subtitle}</small>` : nothing}</span>
      <span class="row-now"><span class="row-states">${chips(row.ticks)}</span><span class="row-values">${values.map(value)}</span></span>
    </button>
    ${mayEngage(side) && row.engages ? html`<button class="row-engage btn btn-secondary" type="button" aria-label="Engage with ${row.fullName}" @click=${() => openTargets(row)}><svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="4.5"/><path d="M8 1v5M8 10v5M1 8h5M10 8h5"/></svg></button>` : nothing}
  </div>`;
}

const actionsOf = ({ side, id, engages }) => (engages && game.server.actions[side][id]) || [];

function template(row, isOpen, notes) {
  const { side } = row;
  const classes = ["row-unit", row.isOut && "is-out", game.server.acted[row.side].includes(row.id) && "is-acted"].filter(Boolean).join(" ");
  const actions = mayEngage(side) ? actionsOf(row) : [];
  const doing = actions.length ? html`<p class="row-actions">${actions.map(([calculator, words]) => html`<button class="btn btn-secondary" type="button" @click=${() => openAction(row, calculator)}>${words}</button>`)}</p>` : nothing;
  const body = () => html`<div class="row-body">${doing}<div class="controls">${controls(row.side, row.id, row.ticks)}</div>${cardOf(row) ?? nothing}</div>`;
  return html`<li class=${classes} data-side=${row.side} data-holder=${row.id} ?hidden=${row.isHidden}>
    ${line(row, isOpen)}
    ${notes ? html`<div class="notes">${notes}</div>` : nothing}
    ${isOpen ? body() : nothing}
  </li>`;
}

export function rowTemplate(row) {
  const isOpen = view.open.has(row.key);
  const notes = consequencesOf(row.side, row.id);
  const state = [row, row.ticks, game.server.acted, isOpen && actionsOf(row), row.isHidden, isOpen, notes, mayChange(row.side), cardOf(row)];
  return guard(state, () => template(row, isOpen, notes));
}
