// The boxes of a holder as controls to tap, or as text for who may not change them.

import { html, nothing } from "../lit.js";
import { add, data, mayChange, nameWithSide } from "./game.js";
import { markAt, ticksInWords, titleOf } from "./tracks.js";

// --- states in a row ------------------------------------------------------------------------------

function chip(track, ticks) {
  if (track.counts && track.boxes > 1) {
    const mark = markAt(track, ticks.length);
    return html`<span class=${mark ? "chip chip-bad" : "chip"}>${track.title} ${ticks.length}/${track.boxes}${mark ? ` ${mark}` : ""}</span> `;
  }
  return ticks.map((box) => {
    const [word, title] = [track.names[box - 1] ?? track.title, titleOf(track, box)];
    if (word === title || track.counts) return html`<span class="chip">${word}</span> `;
    return html`<span class="chip" title=${title}><span aria-hidden="true">${word}</span><span class="visually-hidden">${title}</span></span> `;
  });
}

export const chips = (ticksByTrack) => [...ticksByTrack].filter(([, ticks]) => ticks.length).map(([track, ticks]) => chip(track, ticks));

// --- controls -------------------------------------------------------------------------------------

const tick = (change) => (event) => {
  const { ariaDisabled, ariaChecked } = event.currentTarget;
  if (ariaDisabled !== "true" && ariaChecked !== "true") add({ kind: "change", changes: [change] });
};

const radio = (change, isChosen, isFirst, words) => html`<button class="tick" type="button" role="radio" aria-checked=${String(isChosen)} tabindex=${isFirst ? 0 : -1} @click=${tick(change)}>${words}</button>`;

function boxes(track, ticks, change) {
  const seen = track.keys[ticks[0] - 1] ?? "";
  return track.keys.map((box, index) => {
    const on = ticks.includes(index + 1);
    const title = titleOf(track, index + 1);
    const name = track.names[index];
    const words = [` ${title} `.replace(/[,:]/g, " ").includes(` ${name} `) ? nothing : html`<b>${name} </b>`, title];
    return track.exclusive
      ? radio({ ...change, box, seen }, on, on || (!ticks.length && track.start > 0), words)
      : html`<button class="tick" type="button" aria-pressed=${String(on)} @click=${tick({ ...change, box, on: !on })}>${words}</button>`;
  });
}

function counter(track, ticks, change) {
  const count = ticks.length;
  const word = count ? titleOf(track, count) : "";
  return html`
    <button class="tick" type="button" aria-label="${track.title}: one fewer" aria-disabled=${String(count === 0)} @click=${tick({ ...change, amount: -1 })}>−</button>
    <span class="control-count" role="status">${count} of ${track.boxes}${word && word !== String(count) ? ` · ${word}` : ""}</span>
    <button class="tick" type="button" aria-label="${track.title}: one more" aria-disabled=${String(count === track.boxes)} @click=${tick({ ...change, amount: 1 })}>+</button>
    ${track.marks.length ? html`<small>${track.marks.map(([number, mark]) => `${mark} at ${number}`).join(", ")}</small>` : nothing}`;
}

function control(track, ticks, side, holder) {
  const change = { track: track.slug, holder, side };
  const about = nameWithSide(side, holder);
  const group = (role, isTitled, ...contents) => html`<div class="control" role=${role} aria-label=${about ? `${track.title}, ${about}` : track.title}>${isTitled ? html`<span class="control-title">${track.title}</span>` : nothing}${contents}</div>`;
  if (track.counts && track.boxes > 1) return group("group", true, counter(track, ticks, change));
  if (track.counts) return group("group", false, html`<button class="tick" type="button" aria-pressed=${String(ticks.length > 0)} @click=${tick({ ...change, amount: ticks.length ? -1 : 1 })}>${track.title}</button>`);
  if (!track.exclusive) return group("group", track.boxes > 1 || track.title !== titleOf(track, 1), boxes(track, ticks, change));
  const now = track.keys[ticks[0] - 1] ?? "";
  const none = track.start ? nothing : radio({ ...change, box: now, on: false, seen: now }, !ticks.length, !ticks.length, track.unticked);
  return group("radiogroup", true, none, boxes(track, ticks, change));
}

export function controls(side, holder, ticksByTrack) {
  if (mayChange(side, holder)) return [...ticksByTrack].map(([track, ticks]) => control(track, ticks, side, holder));
  return [...ticksByTrack].filter(([track]) => track !== data.out).map(([track, ticks]) => html`<p class="control-text">${ticksInWords(track, ticks)}</p>`);
}

// Arrow keys go from one radio button to the next, as in every radio group; space and Enter choose.
document.getElementById("tracker").addEventListener("keydown", (event) => {
  const group = event.target.closest("[role=radiogroup]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!group || !step) return;
  event.preventDefault();
  const radios = [...group.querySelectorAll("[role=radio]")];
  radios[(radios.indexOf(event.target) + step + radios.length) % radios.length].focus();
});
