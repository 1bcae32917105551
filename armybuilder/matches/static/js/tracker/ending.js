// The end of a game: one side says who won, the other agrees or corrects it.

import { html, nothing } from "../lit.js";
import { add, byId, data, draw, game, plays, sideNames } from "./game.js";

const MAX_NOTE = 200;
const VERDICTS = ["first", "second"]; // by the side that won
let isAsking = false;

// Ask in the sheet who won.
export function askWhoWon() {
  isAsking = true;
  if (!byId("more").open) byId("more-open").click();
  draw();
  byId("ending").querySelector("button").focus();
  byId("ending").scrollIntoView({ block: "nearest" });
}

/** @param {{ verdict?: string, result?: string }} [said] */
function say(said = {}) {
  isAsking = false;
  add({ kind: game.server.ended ? "verdict" : "end", ...said });
}

function cancel() {
  isAsking = false;
  draw();
  if (!game.server.ended) byId("end").focus();
}

byId("more").addEventListener("close", () => { isAsking = false; });

function question() {
  const [own, other] = data.side === 1 ? [1, 0] : [0, 1];
  /**
   * @param {string} words
   * @param {string} [verdict]
   */
  const button = (words, verdict) => html`<button
    class="btn btn-secondary"
    type="button"
    @click=${() => say(verdict ? { verdict, result: byId("ending-note").value.trim() } : {})}>${words}</button>`;
  return html`<h3 id="ending-title">Who won?</h3>
    ${game.server.standing.map((words, side) => html`<p><b>${sideNames[side]}</b>: ${words}</p>`)}
    <p class="notice-buttons" role="group" aria-labelledby="ending-title">
      ${button(`${sideNames[own]} won`, VERDICTS[own])}
      ${button("Draw", "draw")}
      ${button(`${sideNames[other]} won`, VERDICTS[other])}
      ${game.server.ended ? nothing : button("Not decided")}
    </p>
    <label class="form-label" for="ending-note">Note</label>
    <input class="form-control" id="ending-note" maxlength=${MAX_NOTE} autocomplete="off">
    <button class="btn btn-outline-secondary" type="button" @click=${cancel}>Cancel</button>`;
}

function result() {
  const { ending } = game.server;
  const isSaid = Boolean(ending?.verdict);
  const by = ending?.agreed ? "as both sides agree" : `${sideNames[ending?.side ?? 0]} says so`;
  const note = ending?.note ? ` ${ending.note}` : "";
  const photo = ending?.photo
    ? html`<p><a href=${data.report}><img src=${ending.photo} alt="Photo of this game"></a></p>`
    : nothing;
  return html`<p>${isSaid ? html`<b>${ending?.words}</b>, ${by}.${note}` : "Nobody has said who won."}</p>
    ${photo}
    <p>
      <button class="btn btn-secondary" type="button" @click=${askWhoWon}>${isSaid ? "Correct it" : "Who won?"}</button>
      <a class="btn btn-secondary" href=${data.report}>Photo of this game</a>
    </p>`;
}

// Whether this player has yet to agree to what the other side said.
export function isJudging() {
  const { ended, ending } = game.server;
  return plays && !data.both && ended && Boolean(ending?.verdict) && !ending?.agreed && ending?.side !== data.side
    && !game.queue.events.some(({ kind }) => kind === "verdict");
}

export function endingCard() {
  const { ending } = game.server;
  if (!isJudging() || !ending) return nothing;
  return html`<section class="sheet proposal" aria-label="Result">
    <p><strong>${sideNames[ending.side]} says:</strong> ${ending.words}.${ending.note ? ` ${ending.note}` : nothing}</p>
    <p class="notice-buttons">
      <button
        class="btn btn-primary"
        type="button"
        @click=${() => say({ verdict: ending.verdict, result: ending.note })}>Agree</button><button
        class="btn btn-secondary"
        type="button"
        @click=${askWhoWon}>Not so</button>
    </p>
  </section>`;
}

// What the sheet says of the end, and asks.
export function endingTemplate() {
  if (isAsking) return question();
  return game.server.ended ? result() : nothing;
}
