// What htmx cannot do alone: several saves in a row from one page, keys, focus, and one pane at a time on a phone.

import { fetchRows, find, reveal } from "./army_rows.js";
import { get } from "./device_store.js";
import { startDragging } from "./dragging.js";
import { foldOf, wordsOf } from "./finding.js";
import { isAway } from "./network.js";

const builder = document.getElementById("builder");
const edit = document.getElementById("edit");
const main = document.getElementById("main");
const phone = matchMedia("(max-width: 61.99rem)");

// Only an army on this device can be edited without a network: the pages of others do not load what that takes.
async function startOffline() {
  if (!(await get("armies", builder.dataset.address).catch(() => null))) return;
  builder.inert = true;
  await import(builder.dataset.offline).finally(() => { builder.inert = false; });
}

startOffline();
document.addEventListener("taken-offline", startOffline);

// --- saving ---------------------------------------------------------------------------------------
// Edits queue up, and each applies to the revision that the one before has made, so the number is filled in when it is
// sent. When one came too late and both versions are shown, those behind it apply to the version kept aside.

const waiting = new Set();
const looks = new Set();
const overtaken = new WeakSet();
const withoutInspector = new WeakSet(); // answers that left the inspector as it was

/** @param {Element} element */
const isEdit = (element) => element === edit || element.matches?.(".part-form");
/** @param {Element} element */
const isLook = (element) => element.matches?.("a[hx-get]");

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (isEdit(ctx.sourceElement)) waiting.add(ctx);
  // The number of units to add is chosen for one edit.
  if (ctx.request.body?.has?.("entry")) document.getElementById("times").selectedIndex = 0;
  if (!isLook(ctx.sourceElement)) return;
  looks.add(ctx);
  // An earlier answer may remove the link from the page, and then it no longer inherits its queue.
  ctx.sourceElement.setAttribute("hx-sync", "#main:queue all");
});
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (!isEdit(sourceElement)) return;
  request.body.set("head", document.querySelector("#head, #aside").value);
  request.body.set("fields", document.getElementById("part-fields")?.dataset.key ?? "");
});
document.addEventListener("htmx:finally:request", (event) => {
  waiting.delete(event.detail.ctx);
  looks.delete(event.detail.ctx);
  // Players choose between the two versions only once their own is complete.
  main.inert = !builder.isConnected && waiting.size > 0;
  if (waiting.size || !leave) return;
  if (builder.isConnected) leave();
  leave = null;
});

// Links and forms that lead away from the page wait until everything is saved.
/** @type {(() => void) | null} */
let leave = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!waiting.size || !link || isLook(link) || link.pathname === location.pathname) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  leave = () => link.click();
});
document.addEventListener("submit", (event) => {
  if (!waiting.size || isEdit(event.target)) return;
  event.preventDefault();
  leave = () => event.target.requestSubmit(event.submitter);
});

// The focused field of a part's form, if its text is not saved.
function unsavedField() {
  const field = /** @type {any} */ (document.activeElement);
  return field?.matches(".part-form :is(input, textarea)") && field.value !== field.defaultValue && field;
}

// Whether the inspector has text that was typed after the answered edit was sent.
/** @param {{ sourceElement: any, request: any }} given */
function isTyping({ sourceElement, request }) {
  const field = unsavedField();
  const isSent = field?.form === sourceElement && field?.value === request.body.get(field?.name);
  return field?.closest?.("#inspector") && !isSent;
}

// Closing the page would lose queued edits and unsaved text: the browser asks first.
addEventListener("beforeunload", (event) => {
  if (builder.isConnected && (waiting.size || unsavedField())) event.preventDefault();
});

htmx.registerExtension("builder", {
  // Unchanged parts arrive empty and marked: a group, the fields of the selected part.
  htmx_before_morph_node: (/** @type {Found} */ element, /** @type {{ newNode: any }} */ { newNode }) => {
    // What is drawn again keeps its fold.
    if (element.matches?.(".group-fold, .run-fold, .part-card-fold, .part-key, .checked")) newNode.open = element.open;
    return !newNode.hasAttribute?.("data-same");
  },
  // An answer must not revert what the player has changed meanwhile (the last answer will have it all), nor show a part
  // that the player has left, nor replace a form in which the player is typing.
  htmx_before_swap: (/** @type {Element} */ element, /** @type {{ ctx: any, tasks: SwapTask[] }} */ { ctx, tasks }) => {
    if (ctx.sourceElement.id === "find") withoutInspector.add(ctx);
    const others = [...waiting].filter((each) => each !== ctx);
    const again = others.some((each) => each.sourceElement === ctx.sourceElement);
    // A refused form stays in view, even if the player has selected another part meanwhile.
    const refused = ctx.response.status === 422 && !again;
    if (refused) for (const each of [...others, ...looks]) overtaken.add(each);
    const isOutdated = isEdit(ctx.sourceElement) && (others.length || !ctx.sourceElement.isConnected);
    if (refused || !(isOutdated || overtaken.has(ctx) || isTyping(ctx))) return;
    withoutInspector.add(ctx);
    const inspector = tasks.findIndex((/** @type {SwapTask} */ task) => task.target?.id === "inspector");
    if (inspector >= 0) tasks.splice(inspector, 1);
  },
});

// Text that the network did not take is sent when there is one again, with all that was typed meanwhile.
const unsent = new Set();

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement.matches(".part-form")) unsent.add(ctx.sourceElement);
});
document.addEventListener("network", () => {
  if (isAway()) return;
  for (const form of unsent) if (form.isConnected) htmx.trigger(form, "submit");
  unsent.clear();
});

// --- after an answer ------------------------------------------------------------------------------

let focused = "";

document.addEventListener("htmx:before:swap", (event) => {
  // Text being typed when both versions replace the builder is an edit as well.
  if (event.detail.ctx.hx.retarget === "#main") /** @type {HTMLElement?} */ (document.activeElement)?.blur();
  focused = document.activeElement?.closest("#groups, #inspector, #findings")?.id ?? "";
});

document.addEventListener("htmx:after:swap", (event) => {
  const inspector = document.getElementById("inspector");
  if (!inspector) return;
  if (!withoutInspector.has(event.detail.ctx)) showSavedValues();
  const at = inspector.dataset.at;
  markChosen(at);
  nameChosen(inspector);
  const source = event.detail.ctx.sourceElement;
  find();
  if (source === edit) reveal(rowOf(at));
  if (source.matches?.(".finding-link")) goTo(source.dataset.anchor);
  else if (source.matches?.(".unit-link, .group-link, .builder-menu a")) look(source);
  else if (focused && document.activeElement === document.body) visibleLinkOf(at)?.focus({ preventScroll: true });
});

// A field that was changed by hand no longer follows its attributes, which have the saved value.
function showSavedValues() {
  if (waiting.size > 1) return;
  for (const field of document.querySelectorAll(".part-form :is(input, select, textarea)")) {
    if (field.type === "hidden" || field === document.activeElement) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = field.defaultChecked;
    else if (field.tagName === "SELECT") for (const option of field.options) option.selected = option.defaultSelected;
    else field.value = field.defaultValue;
  }
}

/** @param {string} at */
const rowOf = (at) => document.querySelector(`#unit-${CSS.escape(at)}, #group-${CSS.escape(at)}`);
/** @param {string} at */
const linkOf = (at) => rowOf(at)?.querySelector(".unit-link, .group-link");

// The link of a part, or of the folded row of equal units that it is in.
/** @param {string} at */
function visibleLinkOf(at) {
  const link = linkOf(at);
  return link?.checkVisibility() ? link : (link?.closest(".run")?.querySelector(".run-link") ?? link);
}

/** @param {string} at */
function markChosen(at) {
  for (const link of document.querySelectorAll("#groups [aria-current]")) link.removeAttribute("aria-current");
  linkOf(at)?.setAttribute("aria-current", "true");
}

// On a phone the bar names the part that is edited, and leads back to its row.
/** @param {HTMLElement} inspector */
function nameChosen(inspector) {
  const link = document.getElementById("chosen-part");
  link.hash = rowOf(inspector.dataset.at ?? "")?.id ?? "army";
  link.firstElementChild.textContent = inspector.querySelector("h2").textContent;
  link.lastElementChild.textContent = inspector.querySelector(".unit-standing")?.textContent ?? "";
}

let editNext = false; // whether a row was opened by the keyboard

// Enter on a row leads to its form, and Escape back to the row.
/** @param {Found} link */
function look(link) {
  link.closest(".builder-menu")?.removeAttribute("open");
  if (phone.matches) location.hash = "inspector";
  if (editNext)
    document.querySelector("#inspector .part-form :is(input, select, textarea):not([type=hidden])")?.focus();
  editNext = false;
}

/** @param {string} anchor */
async function goTo(anchor) {
  const { at } = document.getElementById("inspector").dataset;
  if (!rowOf(at)) await fetchRows();
  if (phone.matches) location.hash = anchor;
  const element = document.getElementById(anchor);
  reveal(rowOf(at));
  const row = visibleLinkOf(at);
  row?.scrollIntoView({ block: "nearest" });
  const field = element?.matches("input, select, textarea") ? element : (row ?? element);
  field?.focus();
}

// --- keys -----------------------------------------------------------------------------------------

// Submit an edit that has no button on the page.
/**
 * @param {string} action
 * @param {Record<string, string>} fields
 */
function press(action, fields) {
  const form = document.createElement("span");
  const button = document.createElement("button");
  button.setAttribute("form", "edit");
  button.formAction = new URL(`edits/${action}`, new URL(builder.dataset.address, location.href)).href;
  form.hidden = true;
  form.append(button);
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    field.setAttribute("form", "edit");
    form.append(field);
  }
  builder.append(form);
  button.click();
  form.remove();
}

startDragging(press);

/** @param {Element} element */
const isWriting = (element) => element.matches("input:not([type=checkbox], [type=radio]), textarea");

document.addEventListener("keydown", (event) => {
  if (!builder.isConnected) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    if (isWriting(event.target)) return;
    event.preventDefault();
    document.getElementById(key === "y" || event.shiftKey ? "redo" : "undo").click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.key === "Escape" && event.target.closest("#inspector") && !document.querySelector(":popover-open")) {
    const { at } = document.getElementById("inspector").dataset;
    if (!rowOf(at)) return;
    event.preventDefault();
    if (phone.matches) location.hash = "army";
    reveal(rowOf(at));
    visibleLinkOf(at)?.focus();
    return;
  }
  if (event.key === "/" && !isWriting(event.target) && !event.target.matches("select")) {
    event.preventDefault();
    if (phone.matches) location.hash = "catalogue";
    document.getElementById("search").focus();
    return;
  }
  const row = event.target.closest?.(".unit-link, .group-link");
  if (!row) return;
  // The row of equal units stands for the last of them.
  const run = row.matches(".run-link") && row.closest(".run");
  const [part, id] = (run ? [...run.querySelectorAll(".unit")].at(-1) : row.closest(".unit, .group")).id.split("-");
  /** @type {Record<string, () => void>} */
  const acts = {
    Enter: () => { editNext = true; row.click(); },
    ArrowUp: () => (event.altKey ? press(`${part}-up`, { [part]: id }) : step(row, -1)),
    ArrowDown: () => (event.altKey ? press(`${part}-down`, { [part]: id }) : step(row, 1)),
    "+": () => press(`copy-${part}`, { [part]: id }),
    ArrowLeft: () => fold(row, false),
    ArrowRight: () => fold(row, true),
    Delete: () => press(`remove-${part}`, { [part]: id }),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

/**
 * @param {Found} row
 * @param {number} by
 */
function step(row, by) {
  const rows = [...document.querySelectorAll("#groups :is(.unit-link, .group-link)")].filter((each) =>
    each.checkVisibility(),
  );
  rows[rows.indexOf(row) + by]?.focus();
}

// Fold the row of equal units, or else the group.
/**
 * @param {Found} row
 * @param {boolean} open
 */
function fold(row, open) {
  const run = row.closest(".run");
  if (run && foldOf(run).open !== open) {
    foldOf(run).open = open;
    if (!open) run.querySelector(".run-link").focus();
    return;
  }
  const group = row.closest(".group");
  foldOf(group).open = open;
  if (!open) group.querySelector(".group-link").focus();
}

// --- the catalogue --------------------------------------------------------------------------------

const search = document.getElementById("search");
const catalogue = document.getElementById("catalogue");

search.addEventListener("input", () => {
  const hasAll = wordsOf(search.value);
  for (const entry of catalogue.querySelectorAll(".entry")) {
    entry.parentElement.hidden = !hasAll(entry.textContent);
  }
  for (const kind of catalogue.querySelectorAll(".catalogue-kind")) {
    kind.hidden = !kind.querySelector("li:not([hidden])");
    if (search.value) kind.open = true;
  }
  catalogue.querySelector(".catalogue-none").hidden = visibleEntries().length > 0;
});

const visibleEntries = () => [...catalogue.querySelectorAll("details[open] li:not([hidden]) .entry")];

catalogue.addEventListener("keydown", (/** @type {OnPage<KeyboardEvent>} */ event) => {
  const entries = visibleEntries();
  const place = entries.indexOf(event.target);
  if (event.key === "Enter" && event.target === search) entries[0]?.click();
  else if (event.key === "ArrowDown" && (place >= 0 || event.target === search)) entries[place + 1]?.focus();
  else if (event.key === "ArrowUp" && place >= 0) (entries[place - 1] ?? search).focus();
  else return;
  event.preventDefault();
});

// --- panes on a phone -----------------------------------------------------------------------------

const tabs = document.querySelectorAll(".tabs a");

function markTab() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const pane = (target && target.closest(".pane")) || document.getElementById("army");
  for (const tab of tabs) {
    if (tab.hash === `#${pane.id}`) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}
addEventListener("hashchange", () => {
  markTab();
  if (!phone.matches) return;
  const target = document.querySelector(":target");
  if (target?.matches(".unit, .group")) target.scrollIntoView({ block: "center" });
  else scrollTo(0, 0);
});
markTab();
