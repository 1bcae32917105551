// The rows of an army: searched by words, folded by groups, and brought into view.

import { RowFilter, foldOf, wordsOf } from "./finding.js";
import "./menus.js";

const list = document.getElementById("groups");
const form = document.getElementById("find");
const searchField = document.getElementById("find-words");
const menu = document.getElementById("jump");
const filter = new RowFilter();
const groups = () => [...list.querySelectorAll(".group")];
/** @param {Element} part */
const linkIn = (part) => part.querySelector(".unit-link, .group-link");

// --- rows of folded groups --------------------------------------------------------------------------

// The rows of groups that were never unfolded are not in the page; they are fetched with a group’s first unfolding, or
// all at once where a unit may be in any of them.
let coming = Promise.resolve();

export function fetchRows(wanted = groups()) {
  const missing = wanted.map((group) => group.querySelector(".group-rows:not([data-coming])")).filter(Boolean);
  if (!missing.length) return coming;
  for (const each of missing) each.dataset.coming = "";
  const ids = missing.map(({ id }) => id.replace("units-", ""));
  coming = coming.then(() => new Promise((resolve) => {
    // The promise of a request that waits for others resolves before they begin.
    form.addEventListener("htmx:finally:request", resolve, { once: true });
    htmx.ajax("GET", `?open=${ids.join()}`, { source: form, target: list, swap: "none" });
  })).then(() => {
    for (const each of missing) delete each.dataset.coming; // one that did not come is asked for again
    if (missing.some((each) => !each.isConnected)) find();
  });
  return coming;
}

// Several that unfold together come together.
/** @type {number | undefined} */
let soon;

list.addEventListener("toggle", () => {
  clearTimeout(soon);
  soon = setTimeout(() => fetchRows(groups().filter((group) => foldOf(group).open)));
}, true);

// --- finding --------------------------------------------------------------------------------------

// A row is searched by name, number, class and chips, and by the name of its group.
/** @param {Element} row */
const textOf = (row) => [...row.querySelectorAll(".unit-link, .unit-chips")].map((part) => part.textContent).join(" ");

export function find() {
  const rows = groups().flatMap((group) => {
    const name = group.querySelector("h2").textContent;
    return [...group.querySelectorAll(".unit")].map((element) => ({ element, group, name }));
  });
  const isFiltered = Boolean(searchField.value.trim());
  const hasAll = wordsOf(searchField.value.trim());
  if (isFiltered) fetchRows();
  /** @param {{ element: Element, name: string }} given */
  const isHit = ({ element, name }) => !isFiltered || hasAll(`${name} ${textOf(element)}`);
  const count = filter.apply(groups(), rows, isHit, isFiltered);
  // Rows of equal units unfold when some of them are hits, and are hidden when none is.
  for (const run of list.querySelectorAll(".run")) {
    const units = [...run.querySelectorAll(".unit")];
    const hits = units.filter((unit) => !unit.hidden).length;
    run.hidden = hits === 0;
    if (hits && hits < units.length) foldOf(run).open = true;
  }
  const summary = isFiltered ? `${count} of ${rows.length}` : "";
  const counter = document.getElementById("find-count");
  if (counter.textContent !== summary) counter.textContent = summary;
}

searchField.addEventListener("input", find);
// Words may be there before this script is.
document.addEventListener("DOMContentLoaded", () => searchField.value && find());
form.addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  await fetchRows();
  focusOn([...list.querySelectorAll(".unit:not([hidden]), .run:not([hidden])")].find((row) => row.checkVisibility()));
});

// --- moving to a row ------------------------------------------------------------------------------

// Unfold the group of a row and show both, even if a search hides them.
/** @param {HTMLElement | null} part */
export function reveal(part) {
  const group = part?.closest(".group");
  if (!part || !group) return;
  if (part !== group) filter.open(group);
  const run = part.closest(".run");
  if (run) run.hidden = false;
  part.hidden = group.hidden = false;
}

/** @param {HTMLElement | null | undefined} part */
function focusOn(part) {
  if (!part) return;
  reveal(part);
  const run = part.matches(".unit") && part.closest(".run");
  if (run) foldOf(run).open = true;
  const link = linkIn(part);
  if (!link.matches("a")) link.tabIndex = -1;
  link.focus({ preventScroll: true });
  part.scrollIntoView({ block: part.matches(".group") ? "start" : "center" });
}

const PROBLEM = ".findings .mark:is(.mark-bad, .mark-warn)";
/** @type {HTMLElement | null} */
let lastProblem = null;

document.getElementById("next-problem").addEventListener("click", async () => {
  await fetchRows();
  const parts = [...list.querySelectorAll(".group, .unit")];
  const from = lastProblem?.isConnected ? lastProblem : list.querySelector("[aria-current]")?.closest(".unit, .group");
  const place = parts.indexOf(from);
  lastProblem = [...parts.slice(place + 1), ...parts.slice(0, place + 1)].find((part) =>
    part.querySelector(`:scope > ${PROBLEM}`),
  );
  focusOn(lastProblem);
});

// --- folding, and moving to a group -----------------------------------------------------------------

const FOLDS = `folds ${location.pathname}`;

try {
  for (const [id, isOpen] of JSON.parse(sessionStorage.getItem(FOLDS) ?? "[]")) {
    const group = document.getElementById(id);
    if (group && !group.querySelector("[aria-current]")) foldOf(group).open = isOpen;
  }
} catch { /* the default folds do */ }

addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem(FOLDS, JSON.stringify(groups().map((group) => [group.id, filter.isOpen(group)])));
  } catch { /* the default folds do */ }
});
addEventListener("beforeprint", () => groups().forEach((group) => filter.open(group)));

function drawMenu() {
  document.getElementById("jump-groups").replaceChildren(...groups().map((group) => {
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), {
      href: `#${group.id}`,
      textContent: group.querySelector("h2").textContent,
    });
    link.append(
      " ",
      group.querySelector(".group-count").cloneNode(true),
      " ",
      group.querySelector(".mark").cloneNode(true),
    );
    item.append(link);
    return item;
  }));
}

menu.addEventListener("toggle", () => { if (menu.open) drawMenu(); });
menu.addEventListener("click", (/** @type {OnPage<MouseEvent>} */ event) => {
  const link = event.target.closest("a");
  const fold = event.target.closest("[data-fold]");
  if (link) {
    event.preventDefault();
    const group = document.getElementById(link.hash.slice(1));
    filter.open(group);
    focusOn(group);
  } else if (fold) for (const group of groups()) filter.open(group, fold.dataset.fold === "open");
  if (link || event.target.closest("button")) menu.open = false;
});
