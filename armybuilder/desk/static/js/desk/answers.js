// Puts answers on the page. An answer has only what changed on the map and among the squads. The parts are exchanged
// one by one, so that a phone is never busy for long.

import { drawGround, drawPieces, redraw } from "./drawing.js";
import { drawing, readMap, takeChanges } from "./map.js";
import { readCheck } from "./order_numbers.js";
import { fit } from "./zoom.js";

const SLOW = new Set(["board-drawn", "groups", "round", "orders", "chosen", "said"]);
/** @type {Promise<unknown>} */
let exchanging = Promise.resolve();

const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((resume) => setTimeout(resume));

/** @param {() => unknown} work */
export function then(work) {
  exchanging = exchanging.then(pause).then(work);
}

// A new map causes a layout: not in one task with its parsing.
export function takeMap() {
  if (readMap()) then(fit);
}

// htmx processes all links of a page at once: here one part after the other, and without the many links of the squads,
// which do not use it.
document.addEventListener("htmx:before:process", (event) => {
  if (event.target !== document.body) return;
  event.preventDefault();
  const parts =
    "body > :not(main), main > :not(.desk), .desk > :not(.desk-panes), .desk-map, .desk-side > :not(#groups)";
  for (const part of document.querySelectorAll(parts)) then(() => htmx.process(part));
});

htmx.registerExtension("desk", {
  htmx_before_swap: (/** @type {Element} */ element, /** @type {{ tasks: SwapTask[] }} */ { tasks }) => {
    const slow = tasks.filter(
      (/** @type {SwapTask} */ { type, target }) => type === "oob" && SLOW.has(nameOfTarget(target)),
    );
    for (const task of slow) tasks.splice(tasks.indexOf(task), 1);
    for (const { target, fragment } of slow) then(() => exchange(nameOfTarget(target), fragment));
  },
});

/** @param {Found} target */
const nameOfTarget = (target) => (typeof target === "string" ? target.replace(/^#/, "") : (target?.id ?? ""));

/**
 * @param {string} id
 * @param {Found} fragment
 */
function exchange(id, fragment) {
  if (fragment.querySelector("#board-changes")) return exchangeMap(fragment);
  if (fragment.querySelector(".group-changes")) return exchangeGroups(fragment);
  const place = document.getElementById(id);
  const restoreFocus = focusLater(place);
  place.replaceChildren(...fragment.firstElementChild.childNodes);
  if (id !== "groups") htmx.process(place);
  restoreFocus?.();
  if (place === drawing) takeMap();
  if (id === "orders") readCheck();
}

// Returns a function that gives the focus to what replaces the element that has it: the same field or button, else the
// first one.
/** @param {HTMLElement} place */
function focusLater(place) {
  const active = /** @type {any} */ (document.activeElement);
  if (!place.contains(active)) return null;
  const name = active.id ? `#${CSS.escape(active.id)}` : active.name && `[name="${CSS.escape(active.name)}"]`;
  return () => {
    const again = (name && place.querySelector(name)) || place.querySelector(".desk-buttons :is(a, button)");
    again?.focus({ preventScroll: true });
  };
}

/** @param {Found} fragment */
function exchangeMap(fragment) {
  if (takeChanges(fragment)) redraw(drawGround);
  redraw(drawPieces);
}

/** @param {Found} fragment */
function exchangeGroups(fragment) {
  for (const fresh of fragment.querySelectorAll(".group-changes > li")) {
    const group = document.getElementById(fresh.id);
    const chips = new Map([...group.querySelectorAll(".desk-pieces a")].map((chip) => [chip.dataset.at, chip]));
    for (const id of fresh.dataset.gone.split("|")) chips.get(`piece-${id}`)?.remove();
    for (const chip of fresh.querySelectorAll(".desk-pieces a")) {
      const old = chips.get(chip.dataset.at);
      if (!old) continue;
      for (const { name, value } of chip.attributes) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      }
    }
    if (fresh.dataset.whole) group.replaceChildren(...fresh.childNodes);
    else group.querySelector(".desk-group").replaceWith(fresh.querySelector(".desk-group"));
  }
}
