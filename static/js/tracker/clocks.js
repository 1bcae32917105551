// The clocks of a game at the table: the site counts the time used, the page adds the time since the last answer.

import { html, nothing } from "../lit.js";
import { add, addPart, byId, drawInto, game, plays, sideNames } from "./game.js";

let state = null;
let updatedAt = 0;

const inHours = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

function set(whose, field) {
  const parts = field.value.trim().split(":").map(Number);
  const valid = parts.length <= 3 && parts.every((part) => Number.isInteger(part) && part >= 0);
  field.setCustomValidity(valid ? "" : "Hours, minutes and seconds, such as 1:02:05.");
  if (!field.reportValidity()) return;
  add({ kind: "clock", clock: "set", whose, seconds: parts.reduce((sum, part) => 60 * sum + part, 0) });
  field.value = "";
}

function clock(name, whose) {
  const { used, runs, since, now } = state;
  const isRunning = runs === whose;
  const running = isRunning ? Math.max(0, now - since) + performance.now() - updatedAt : 0;
  const run = () => add(isRunning ? { kind: "clock", clock: "stop" } : { kind: "clock", clock: "run", whose });
  const tools = html`
    <button class="btn btn-secondary clock-run" type="button" aria-label="${isRunning ? "Stop" : "Run"} the clock of ${name}" ?disabled=${game.server.ended} @click=${run}>${isRunning ? "Stop" : "Run"}</button>
    <label class="visually-hidden" for="clock-${whose}">Time used by ${name}, to set it right</label>
    <input class="form-control clock-set" id="clock-${whose}" placeholder="set to 0:00:00" autocomplete="off" inputmode="text" ?disabled=${game.server.ended} @change=${({ target }) => set(whose, target)}>`;
  return html`<p data-clock=${whose}><b>${name}</b> <span class="clock-time">${inHours(used[whose] + running)}</span>${plays ? tools : nothing}</p>`;
}

function draw() {
  if (game.server.clocks !== state) [state, updatedAt] = [game.server.clocks, performance.now()];
  drawInto(byId("clocks-of-sides"), html`${sideNames.map(clock)}`);
}

addPart(draw);
setInterval(draw, 1000);
