// The rows of an army: found by words, folded by groups, and led to.

import { RowFilter, foldOf, wordsOf } from "./finding.js";

const list = document.getElementById("groups");
const form = document.getElementById("find");
const typed = document.getElementById("find-words");
const menu = document.getElementById("jump");
const filter = new RowFilter();
const groups = () => [...list.querySelectorAll(".group")];
const linkIn = (part) => part.querySelector(".unit-link, .group-link");

// --- finding --------------------------------------------------------------------------------------

// By name, number, class and chips; the words of its group are its own too.
const textOf = (row) => [...row.querySelectorAll(".unit-link, .unit-chips")].map((part) => part.textContent).join(" ");

export function find() {
  const rows = groups().flatMap((group) => {
    const name = group.querySelector("h2").textContent;
    return [...group.querySelectorAll(".unit")].map((element) => ({ element, group, name }));
  });
  const isFiltered = Boolean(typed.value.trim());
  const hasAll = wordsOf(typed.value.trim());
  const isHit = ({ element, name }) => !isFiltered || hasAll(`${name} ${textOf(element)}`.toLowerCase());
  const count = filter.apply(groups(), rows, isHit, isFiltered);
  const found = isFiltered ? `${count} of ${rows.length}` : "";
  const shown = document.getElementById("find-count");
  if (shown.textContent !== found) shown.textContent = found;
}

typed.addEventListener("input", find);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  focusOn([...list.querySelectorAll(".unit:not([hidden])")].find((row) => row.checkVisibility()));
});

// --- leading to a row -----------------------------------------------------------------------------

// Unfold the group of a row; what is looked for no longer hides either.
export function reveal(part) {
  const group = part?.closest(".group");
  if (!group) return;
  if (part !== group) filter.open(group);
  part.hidden = group.hidden = false;
}

function focusOn(part) {
  if (!part) return;
  reveal(part);
  const link = linkIn(part);
  if (!link.matches("a")) link.tabIndex = -1;
  link.focus({ preventScroll: true });
  part.scrollIntoView({ block: part.matches(".group") ? "start" : "center" });
}

const PROBLEM = ".findings .mark:is(.mark-bad, .mark-warn)";
let visited = null;

document.getElementById("next-problem").addEventListener("click", () => {
  const parts = [...list.querySelectorAll(".group, .unit")];
  const from = visited?.isConnected ? visited : list.querySelector("[aria-current]")?.closest(".unit, .group");
  const place = parts.indexOf(from);
  visited = [...parts.slice(place + 1), ...parts.slice(0, place + 1)].find((part) => part.querySelector(`:scope > ${PROBLEM}`));
  focusOn(visited);
});

// --- folding, and leading to a group ----------------------------------------------------------------

const FOLDS = `folds ${location.pathname}`;

try {
  for (const [id, opened] of JSON.parse(sessionStorage.getItem(FOLDS) ?? "[]")) {
    const group = document.getElementById(id);
    if (group && !group.querySelector("[aria-current]")) foldOf(group).open = opened;
  }
} catch { /* then it opens as at first */ }

addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem(FOLDS, JSON.stringify(groups().map((group) => [group.id, filter.isOpen(group)])));
  } catch { /* then it opens as at first */ }
});
addEventListener("beforeprint", () => groups().forEach((group) => filter.open(group)));

function drawMenu() {
  document.getElementById("jump-groups").replaceChildren(...groups().map((group) => {
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: `#${group.id}`, textContent: group.querySelector("h2").textContent });
    link.append(" ", group.querySelector(".group-count").cloneNode(true), " ", group.querySelector(".mark").cloneNode(true));
    item.append(link);
    return item;
  }));
}

menu.addEventListener("toggle", () => { if (menu.open) drawMenu(); });
menu.addEventListener("click", (event) => {
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

// --- menus ------------------------------------------------------------------------------------------

for (const each of document.querySelectorAll(".jump, .builder-menu")) {
  each.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !each.open) return;
    each.open = false;
    each.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => { if (!each.contains(event.target)) each.open = false; });
}
