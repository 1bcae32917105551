// The engagement panel of the tracker: a unit and its target, distances to tap, the answer and the results to record.

import { newId } from "../device_store.js";
import { html, nothing, render } from "../lit.js";
import { isAway } from "../network.js";
import { add, data, game, stands } from "./game.js";

const UNREACHED = "No answer: the site could not be reached. "
  + "To engage without a network, take this game offline while you are online.";
const panel = document.getElementById("engage-panel");
/** @type {any} */
let opener = null;
let lastDistance = "";

// --- fields: those that the player has set are sent, all others follow the state of the game ----

const PREFIX = "q-"; // of the names of a question's fields
const LIST = /-(?:\d+|rows)(?:-.*)?$/; // a row of a list, or their number

const chosen = new Set(); // names of fields, and of lists as wholes

/** @param {string} name */
const keyOf = (name) => name.replace(LIST, "");
/** @param {string} name */
const isSent = (name) => !name.startsWith(PREFIX) || chosen.has(keyOf(name));

// The question that is open, without the fields that follow the game; null without one.
export function question() {
  const form = document.getElementById("engage-form");
  if (!form) return null;
  const fields = [...new FormData(form)].filter(([name]) => isSent(name));
  return new URLSearchParams(/** @type {[string, string][]} */ (fields));
}

panel.addEventListener("input", (/** @type {OnPage<Event>} */ { target }) => chosen.add(keyOf(target.name)), true);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!panel.contains(ctx.target)) return;
  for (const name of [...ctx.request.body.keys()]) if (!isSent(name)) ctx.request.body.delete(name);
});

// Give the fields that follow the game what the site says, in the places where they stand.
/**
 * @param {Found} place
 * @param {Found} fresh
 */
function update(place, fresh) {
  const fields = [...place.querySelectorAll("[name]")];
  const others = [...fresh.querySelectorAll("[name]")];
  const isSame = fields.length === others.length && fields.every(({ name }, index) => name === others[index].name);
  if (!isSame && !place.contains(document.activeElement)) return place.replaceChildren(...fresh.childNodes);
  if (!isSame) return;
  fields.forEach((field, index) => {
    if (isSent(field.name)) return;
    field.value = others[index].value;
    field.checked = others[index].checked;
  });
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.request || !panel.querySelector("#engage-form")) return;
  if (ctx.target === panel || ctx.target.id === "engage") {
    chosen.clear();
    for (const name of new URL(ctx.request.action, location.href).searchParams.keys()) {
      if (name.startsWith(PREFIX)) chosen.add(keyOf(name));
    }
    return;
  }
  const page = new DOMParser().parseFromString(ctx.text, "text/html");
  for (const selector of [".engage-fields", ".engage-rest .schema-form"]) {
    const [place, fresh] = [panel.querySelector(selector), page.querySelector(selector)];
    if (place && fresh) update(place, fresh);
  }
});

// --- the panel ------------------------------------------------------------------------------------

// A button that is not to be pressed now keeps the focus, which it would lose if it were disabled.
/**
 * @param {HTMLElement} button
 * @param {boolean} isPressable
 */
export function setPressable(button, isPressable) {
  button.ariaDisabled = String(!isPressable);
  button.classList.toggle("disabled", !isPressable);
}

// Whether the panel is open, and has a result that can be undone below it: for styles of what is around it.
function mark() {
  const { classList } = document.documentElement;
  classList.toggle("is-engaging", !panel.hidden);
  classList.toggle("has-result", Boolean(panel.querySelector('[data-event][aria-pressed="true"]')));
}

function openPanel() {
  if (panel.hidden) panel.dataset.since = game.server.head;
  panel.hidden = false;
  remember();
  mark();
  if (panel.contains(document.activeElement)) return;
  opener = document.activeElement;
  panel.focus({ preventScroll: true });
}

/** @param {Found} file */
const load = (file) => new Promise((resolve, reject) => {
  if (document.querySelector(`head > [src="${file.getAttribute("src")}"]`)) return resolve(file); // by the search
  file.onload = resolve;
  file.onerror = reject;
  document.head.append(file);
});

/** @type {Promise<unknown> | null} */
let files = null;

// Load the panel's styles and scripts, which the page itself does without.
export function loadFiles() {
  files ??= Promise.all([...document.getElementById("engage-files").content.cloneNode(true).children].map(load));
  return files;
}

/** @type {() => void} */
let askAgain;

/** @param {Record<string, any> | URLSearchParams} parameters */
async function ask(parameters, path = `${data.address}/engage`) {
  askAgain = () => ask(parameters, path);
  openPanel();
  try {
    await loadFiles();
  } catch {
    files = null;
    return refuse(UNREACHED);
  }
  htmx.ajax("GET", `${path}?${new URLSearchParams(parameters)}`, { target: "#engage-panel" });
}

// Open the panel with the targets of a row's unit, compared at the distance last used.
/** @param {Row} given */
export const openTargets = ({ engages, side }) => ask({ own: engages, side, distance: lastDistance });

const RECORDED = '[data-event][aria-pressed="true"], :is([data-hand], [data-roll])[aria-disabled="true"]';

let isBehind = false; // whether something has happened since the answer that is under way was asked for

document.addEventListener("htmx:after:swap", () => { if (isBehind) follow(); });

// Ask again what is open: something has happened in the game. What a result was recorded for stays as it was asked, as
// long as the result stands.
export async function follow() {
  release();
  const open = panel.querySelector("[data-follows]");
  isBehind = Boolean(panel.querySelector("#answer[inert]"));
  if (!open || panel.hidden || isBehind || panel.querySelector(RECORDED)) return;
  if (isAway() && !(await caches.has("engine"))) return;
  open.dispatchEvent(new Event("follow"));
}

// Open the panel with what a row's unit does by itself.
/**
 * @param {Row} given
 * @param {string} calculator
 */
export const openAction = ({ engages, side }, calculator) => ask({ own: engages, side, calculator, alone: 1 });

// Open the panel for the two units in the address; the settings of a unit stay for its next target.
/** @param {string} address */
export function openEngagement(address) {
  const url = new URL(address, location.href);
  const before = question();
  if (before?.get("own") === url.searchParams.get("own")) {
    // A distance that the map knows is another one for each target.
    for (const [name, value] of before)
      if (document.querySelector(`.engage-fields:not([data-map~="${name}"]) [name="${name}"]`))
        url.searchParams.append(name, value);
  }
  ask(url.searchParams, url.pathname);
}

// The address of the current question; empty while the panel is closed.
export function engagementNow() {
  const fields = question();
  return panel.hidden || !fields ? "" : `${data.address}/engage?${fields}`;
}

export function closeEngagement() {
  close();
  isClosing = Boolean(history.state?.panel);
  if (isClosing) history.back();
}

// Back closes the panel, and leaves the game only from there.
let isClosing = false;

function remember() {
  if (!history.state?.panel) history.pushState({ panel: true }, "");
}

history.scrollRestoration = "manual";
addEventListener("popstate", ({ state }) => {
  if (!panel.hidden && !state?.panel) isClosing ? remember() : close(); // it may have been opened again in the meantime
  isClosing = false;
});

function close() {
  panel.hidden = true;
  panel.replaceChildren();
  mark();
  opener?.focus();
}

// Ask again after a change of the units that the player knows. `revealed` maps old ids to new ones: a revealed target
// is engaged under its new id.
/** @param {Map<string, string>} revealed */
export function followRevealed(revealed) {
  const fields = question();
  const now = revealed.get(fields?.get("opposing") ?? "");
  if (!fields || !now) return follow();
  if (now === fields.get("opposing")) return refuse("This is a fake: there is nothing to engage.");
  fields.set("opposing", now);
  return openEngagement(`${data.address}/engage?${fields}`);
}

panel.addEventListener("click", (/** @type {OnPage<any>} */ event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-engage-close]")) closeEngagement();
  if (button.matches("[data-take-offline]")) takeAlong();
  if (button.matches("[data-improves-stop]")) keepAnswer(button.closest("[data-improves]"));
  if (button.dataset.step) setDistance(button);
  if (button.dataset.event && button.ariaDisabled !== "true") choose(button);
});

document.addEventListener("click", (/** @type {OnPage<any>} */ event) => {
  const button = event.target.closest("[data-panel]");
  if (!button) return;
  button.closest("dialog")?.close();
  openEngagement(button.dataset.panel);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden && !document.querySelector("dialog[open], :popover-open"))
    closeEngagement();
});

panel.addEventListener("input", (/** @type {OnPage<any>} */ event) => {
  if (event.target.closest(".engage-distance")) lastDistance = event.target.value;
  for (const step of panel.querySelectorAll(`[data-field="${event.target.id}"]`)) {
    step.setAttribute("aria-pressed", String(step.dataset.step === event.target.value));
  }
});

/** @param {Found} button */
function setDistance(button) {
  const field = document.getElementById(button.dataset.field);
  field.value = button.dataset.step;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A target that was tapped goes with the list of targets; the panel keeps the focus.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  mark();
  if (ctx.target === panel) panel.scrollTop = 0; // the list of targets was perhaps scrolled to the one that was tapped
  if (!panel.hidden && document.activeElement === document.body) panel.focus({ preventScroll: true });
});

// The answer to the previous question is not to be tapped while the next one loads, nor when that fails. One to which
// a better one comes is.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!panel.contains(ctx.target) || ctx.sourceElement.matches("[data-improves]")) return;
  document.getElementById("answer")?.toggleAttribute("inert", true);
});

// The answer stays without a better one.
/** @param {Found} improving */
function keepAnswer(improving) {
  htmx.trigger(improving, "htmx:abort");
  improving.remove();
  panel.focus({ preventScroll: true });
}

document.addEventListener("htmx:before:response", (event) => {
  if (!panel.contains(event.detail.ctx.target) || event.detail.ctx.response.status < 400) return;
  event.preventDefault();
  if (event.detail.ctx.sourceElement.matches("[data-improves]")) return keepAnswer(event.detail.ctx.sourceElement);
  if (event.detail.ctx.sourceEvent?.type !== "follow") return refuse("There is no answer for these two units.");
  panel.replaceChildren();
  refuse("The target is hidden again: its reveal was undone.");
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!panel.contains(ctx.target)) return;
  if (ctx.sourceElement.matches("[data-improves]")) keepAnswer(ctx.sourceElement);
  else refuse(UNREACHED);
});

// The site answers again: so does the panel.
document.addEventListener("network", () => {
  if (isAway() || panel.hidden || !panel.querySelector("[data-unreached]")) return;
  if (panel.querySelector("[data-follows]")) follow();
  else askAgain();
});

const takes = html`<p><button class="btn btn-secondary" type="button" data-take-offline>
  Take this game offline
</button></p>`;
const takeButton = () => document.querySelector("#take-offline:not([hidden]) button:not([hidden])");

// The game is taken offline in its sheet, where the button says what comes of it.
function takeAlong() {
  document.getElementById("more-open").click();
  takeButton().focus();
  takeButton().click();
}

/** @param {string} words */
function refuse(words) {
  const place = document.getElementById("answer") ?? panel;
  const close =
    place === panel
      ? html` <button class="btn-close" type="button" data-engage-close aria-label="Close"></button>`
      : nothing;
  const message = document.createDocumentFragment();
  const isUnreached = words === UNREACHED;
  const offer = isUnreached && takeButton() ? takes : nothing;
  render(html`
    <p class="alert alert-warning" role="alert" ?data-unreached=${isUnreached}>${words}${close}</p>${offer}
  `, message);
  place.replaceChildren(message);
  place.inert = false;
  mark();
}

// Say something in the open panel; false while it is closed.
/** @param {string} words */
export function tellInPanel(words) {
  if (panel.hidden) return false;
  const message = document.createElement("div");
  render(html`<p class="alert alert-warning" role="alert">${words}</p>`, message);
  panel.prepend(message);
  panel.scrollTop = 0;
  return true;
}

// Results that were tapped in the open panel: the part of each, and the number of its entry, by the id of its event.
/** @type {Map<string, { part: string, number?: number }>} */
const tapped = new Map();

// The result is an event of the game, which the tracker sends and can undo. Results of one part exclude each other;
// those of different parts, such as the losses of the two sides, can all be chosen.
/** @param {Found} button */
function choose(button) {
  const { event, part } = button.dataset;
  const id = newId();
  tapped.set(id, { part });
  add({ id, kind: "change", ...JSON.parse(event), question: String(question()) });
  for (const each of resultsOf(part)) {
    setPressable(each, false);
    each.setAttribute("aria-pressed", String(each === button));
  }
  mark();
  button.scrollIntoView({ block: "nearest" }); // the line below that can undo it takes its place
}

/** @param {string} part */
const resultsOf = (part) => [...panel.querySelectorAll("[data-event]")].filter((each) => each.dataset.part === part);

// Take note of what the site made of an event.
/**
 * @param {MatchEvent} event
 * @param {Result} result
 */
export function noteResult({ id }, { number, error }) {
  const result = tapped.get(id);
  if (!result) return;
  result.number = error ? 0 : number;
  release();
}

// Results that were not done, undone or refused can be chosen again.
function release() {
  for (const [id, { part, number }] of tapped) {
    if (number === undefined || (number && stands(number))) continue;
    tapped.delete(id);
    for (const each of resultsOf(part)) {
      setPressable(each, true);
      each.removeAttribute("aria-pressed");
    }
  }
  mark();
}

document.addEventListener("htmx:after:swap", () => tapped.clear());
