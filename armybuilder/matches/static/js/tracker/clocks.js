// The clocks of the game. The site counts the time used, the page adds the time since the last answer.

import { html, nothing } from "../lit.js";
import { add, addPart, byId, drawInto, game, plays, sideNames } from "./game.js";
import { inHours } from "./words.js";

/** @type {Clocks} */
let clocks; // as the site last told them
let updatedAt = 0;

/**
 * @param {number} whose
 * @param {Found} field
 */
function set(whose, field) {
  /** @type {number[]} */
  const parts = field.value.trim().split(":").map(Number);
  const valid = parts.length <= 3 && parts.every((part) => Number.isInteger(part) && part >= 0);
  field.setCustomValidity(valid ? "" : "Enter hours, minutes and seconds, for example 1:02:05.");
  if (!field.reportValidity()) return;
  add({ kind: "clock", clock: "set", whose, seconds: parts.reduce((sum, part) => 60 * sum + part, 0) });
  field.value = "";
}

/**
 * @param {string} name
 * @param {number} whose
 */
function clock(name, whose) {
  const { used, runs, since, now } = clocks;
  const isRunning = runs === whose;
  const running = isRunning ? Math.max(0, now - since) + performance.now() - updatedAt : 0;
  const run = () => add(isRunning ? { kind: "clock", clock: "stop" } : { kind: "clock", clock: "run", whose });
  const tools = html`
    <button
      class="btn btn-secondary clock-run"
      type="button"
      aria-label="${isRunning ? "Stop" : "Run"} the clock of ${name}"
      ?disabled=${game.server.ended}
      @click=${run}>${isRunning ? "Stop" : "Run"}</button>
    <label class="visually-hidden" for="clock-${whose}">Correct the time used by ${name}</label>
    <input
      class="form-control clock-set"
      id="clock-${whose}"
      placeholder="set to 0:00:00"
      autocomplete="off"
      inputmode="text"
      ?disabled=${game.server.ended}
      @change=${(/** @type {OnPage<Event>} */ { target }) => set(whose, target)}>`;
  const time = html`<span class="clock-time">${inHours(used[whose] + running)}</span>`;
  return html`<p data-clock=${whose}><b>${name}</b> ${time}${plays ? tools : nothing}</p>`;
}

function drawClocks() {
  if (game.server.clocks !== clocks) [clocks, updatedAt] = [game.server.clocks, performance.now()];
  drawInto(byId("clocks-of-sides"), html`${sideNames.map(clock)}`);
}

addPart(drawClocks);
setInterval(drawClocks, 1000);
drawClocks();
