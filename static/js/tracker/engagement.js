// The engagement panel of the tracker: a unit and its target, distances to tap, the answer and the results to record.

import { html, nothing, render } from "../lit.js";
import { add, data, game } from "./game.js";

const UNREACHED = "No answer: the site could not be reached.";
const panel = document.getElementById("engage-panel");
let opener = null;
let lastDistance = "";

// A button that is not to be pressed now keeps the focus, which it would lose if it were disabled.
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
  mark();
  if (panel.contains(document.activeElement)) return;
  opener = document.activeElement;
  panel.focus({ preventScroll: true });
}

const load = (file) => new Promise((resolve, reject) => {
  if (document.querySelector(`head > [src="${file.getAttribute("src")}"]`)) return resolve(); // by the search
  file.onload = resolve;
  file.onerror = reject;
  document.head.append(file);
});

let files = null;

// Load the panel's styles and scripts, which the page itself does without.
export function loadFiles() {
  files ??= Promise.all([...document.getElementById("engage-files").content.cloneNode(true).children].map(load));
  return files;
}

async function ask(parameters, path = `${data.address}/engage`) {
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
export const openTargets = ({ engages, side }) => ask({ own: engages, side, distance: lastDistance });

// The part of the page at an address, if it has one, and the status of the answer.
async function fetchPart(address, selector) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { fresh: page.querySelector(selector), status: answer.status };
}

// Compare the targets again when they are open: something has happened in the game. Once a target is tapped, or
// another sheet is open, the old targets stay as they are.
export async function refreshTargets() {
  const targets = panel.querySelector(".targets[data-address]");
  if (!targets || panel.hidden) return;
  const { fresh } = await fetchPart(targets.dataset.address, ".targets");
  if (!fresh || !targets.isConnected || targets.inert) return;
  targets.replaceWith(fresh);
  htmx.process(fresh);
}

// Open the panel with what a row's unit does by itself.
export const openAction = ({ engages, side }, calculator) => ask({ own: engages, side, calculator, alone: 1 });

// Open the panel for the two units in the address; the settings of a unit stay for its next target.
export function openEngagement(address) {
  const url = new URL(address, location.href);
  const before = document.getElementById("engage-form");
  if (before?.elements.own.value === url.searchParams.get("own")) {
    const fields = new Set([...before.querySelectorAll(".engage-fields :is(input, select)")].map(({ name }) => name));
    for (const [name, value] of new FormData(before)) if (fields.has(name)) url.searchParams.append(name, value);
  }
  ask(url.searchParams, url.pathname);
}

// The address of the current question; empty while the panel is closed.
export function engagementNow() {
  const form = document.getElementById("engage-form");
  return form ? `${form.action}?${new URLSearchParams(new FormData(form))}` : "";
}

export function closeEngagement() {
  panel.hidden = true;
  panel.replaceChildren();
  mark();
  opener?.focus();
}

// Fetch the targets again. `revealed` maps old ids to new ones: a revealed target is engaged under its new id.
export async function renewTargets(revealed) {
  const targets = document.getElementById("engage-opposing");
  if (!targets) return;
  const { own, side, opposing } = Object.fromEntries(new FormData(targets.form));
  const address = (target) => `${targets.form.action}?${new URLSearchParams({ own, side, opposing: target })}`;
  const now = revealed.get(opposing);
  if (now) {
    if (now === opposing) refuse("This is a fake: there is nothing to engage.");
    else openEngagement(address(now));
    return;
  }
  const { fresh, status } = await fetchPart(address(opposing), "#engage-opposing");
  if (!fresh) {
    if (status !== 404) return;
    panel.replaceChildren();
    refuse("The target is hidden again: its reveal was undone.");
    return;
  }
  targets.replaceChildren(...fresh.childNodes);
  targets.value = opposing;
}

panel.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-engage-close]")) closeEngagement();
  if (button.dataset.step) setDistance(button);
  if (button.dataset.event && button.ariaDisabled !== "true") choose(button);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden && !document.querySelector("dialog[open], :popover-open")) closeEngagement();
});

panel.addEventListener("input", (event) => {
  if (event.target.closest(".engage-distance")) lastDistance = event.target.value;
  for (const step of panel.querySelectorAll(`[data-field="${event.target.id}"]`)) {
    step.setAttribute("aria-pressed", String(step.dataset.step === event.target.value));
  }
});

function setDistance(button) {
  const field = document.getElementById(button.dataset.field);
  field.value = button.dataset.step;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A target that was tapped goes with the list of targets; the panel keeps the focus.
document.addEventListener("htmx:after:swap", () => {
  mark();
  if (!panel.hidden && document.activeElement === document.body) panel.focus({ preventScroll: true });
});

// The answer to the previous question is not to be tapped while the next one loads, nor when that fails.
document.addEventListener("htmx:before:request", ({ detail }) => {
  if (panel.contains(detail.ctx.target)) document.getElementById("answer")?.toggleAttribute("inert", true);
});

document.addEventListener("htmx:before:response", (event) => {
  if (!panel.contains(event.detail.ctx.target) || event.detail.ctx.response.status < 400) return;
  event.preventDefault();
  refuse("There is no answer for these two units.");
});

document.addEventListener("htmx:error", ({ detail }) => {
  if (panel.contains(detail.ctx.target)) refuse(UNREACHED);
});

function refuse(words) {
  const place = document.getElementById("answer") ?? panel;
  const close = place === panel ? html` <button class="btn-close" type="button" data-engage-close aria-label="Close"></button>` : nothing;
  const message = document.createDocumentFragment();
  render(html`<p class="alert alert-warning" role="alert">${words}${close}</p>`, message);
  place.replaceChildren(message);
  place.inert = false;
  mark();
}

// The question that is open, as form data, from which the site rolls its dice and works out the odds of its results.
export const question = () => ({ question: String(new URLSearchParams(new FormData(document.getElementById("engage-form")))) });

// The result is an event of the game, which the tracker sends and can undo. Results of one part exclude each other;
// those of different parts, such as the losses of the two sides, can all be chosen.
function choose(button) {
  add({ kind: "change", ...JSON.parse(button.dataset.event), ...question() });
  for (const each of panel.querySelectorAll("[data-event]")) {
    if (each.dataset.part !== button.dataset.part) continue;
    setPressable(each, false);
    each.setAttribute("aria-pressed", String(each === button));
  }
  mark();
}
