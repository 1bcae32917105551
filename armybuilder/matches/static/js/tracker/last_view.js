// The page has the last view again after a reload: what is open, where it was scrolled to, and what had the focus.

import { engagementNow, openEngagement } from "./engagement.js";
import { byId, data, draw, elementOf, game, keyOf, mayChange, view } from "./game.js";
import { openRow } from "./row.js";

const tracker = byId("tracker");
const VIEW = `view ${data.address}`;
const SCANNED = `scanned ${data.address}`; // kept beyond the tab: a camera opens each code in one of its own
const TARGETS = "button, input, select, summary, a";
/** @param {Element} element */
const labelOf = (element) => element.id || element.ariaLabel || element.textContent.trim();

// The element with the focus: its row, if it is in one, and its name there.
function focusNow() {
  const element = document.activeElement?.closest(TARGETS);
  const row = element?.closest(".row-unit");
  const key = row && `${row.dataset.side}:${row.dataset.holder}`;
  return tracker.contains(element) && { row: key, name: labelOf(element) };
}

/** @param {{ row: string, name: string }} given */
function focusAgain({ row, name }) {
  const shown = game.rows.get(row);
  const element = row ? shown && elementOf(shown) : tracker;
  const same = [...element?.querySelectorAll(TARGETS) ?? []].find((each) => labelOf(each) === name);
  (same ?? element?.querySelector(".row-open"))?.focus({ preventScroll: true });
}

addEventListener("pagehide", () => {
  const { show: side, words, which, open, folds } = view;
  try {
    const looks = { show: side, words, which, open: [...open], folds: [...folds], at: scrollY };
    sessionStorage.setItem(VIEW, JSON.stringify({ ...looks, focus: focusNow(), engagement: engagementNow() }));
  } catch { /* the page opens with its default view */ }
});

function restore() {
  const last = JSON.parse(sessionStorage.getItem(VIEW) ?? "null");
  if (!last) return;
  Object.assign(view, { show: last.show, words: last.words, which: last.which, folds: new Map(last.folds) });
  for (const key of last.open) {
    const row = game.rows.get(key);
    if (row) openRow(row, true);
    else view.open.add(key);
  }
  draw();
  scrollTo(0, last.at);
  if (last.focus) focusAgain(last.focus);
  if (last.engagement) openEngagement(last.engagement);
}

// Engage a unit with the one of the other side that was scanned before it, or keep it for the next one.
/** @param {Row} given */
function engageScanned({ side, engages }) {
  const [before, own] = localStorage.getItem(SCANNED)?.split(":") ?? [];
  localStorage.removeItem(SCANNED);
  if (own && engages && Number(before) !== side) {
    openEngagement(`${data.address}/engage?${new URLSearchParams({ own, side: before, opposing: engages })}`);
  } else if (engages && mayChange(side)) localStorage.setItem(SCANNED, `${side}:${engages}`);
}

// Open the row that the address names, such as that of a card whose code was scanned.
function openNamed() {
  const [, side, id] = /^#unit-([01])-(.+)$/.exec(decodeURIComponent(location.hash)) ?? [];
  const row = game.rows.get(keyOf(Number(side), id));
  if (!row) return;
  history.replaceState(null, "", location.pathname);
  Object.assign(view, { show: "both", words: "", which: "" });
  view.folds.set(row.group.key, true);
  view.open.clear();
  openRow(row, true);
  // Rows have their height only once they are drawn.
  requestAnimationFrame(() => setTimeout(() => elementOf(row).scrollIntoView({ block: "nearest" })));
  try {
    engageScanned(row);
  } catch { /* nothing can be stored: each code opens its unit alone */ }
}

export function restoreView() {
  try {
    restore();
  } catch { /* the last view cannot be read */ }
  openNamed();
}
