// Fetches the rows again when the player knows other units than before: something was revealed or hidden again.

import { data, draw, game, takeEntries, takeRows } from "./game.js";
import { followRevealed } from "./engagement.js";
import { loadLog } from "./log.js";

const RETRY_AFTER = 2_000; // milliseconds
let renewal = Promise.resolve();

// `latest` are the entries after which the rows are others.
/** @param {Entry[]} latest */
export function renewRows(latest) {
  renewal = renewal.then(() => renew(latest));
  return renewal;
}

/** @param {Entry[]} latest */
async function renew(latest) {
  /** @type {Document | null} */
  let page = null;
  while (!page) {
    page = await fetchPage();
    if (!page) await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  }
  const fresh = dataOf(page);
  const back = scrollBack();
  document.getElementById("symbols").replaceChildren(...page.getElementById("symbols").childNodes);
  game.server = { ...game.server, ...fresh };
  takeRows(fresh);
  game.entries.clear();
  takeEntries(fresh.entries);
  draw();
  back();
  requestAnimationFrame(() => setTimeout(back)); // rows that came into view have their height only once they are drawn
  loadLog();
  const revealed = latest.flatMap(({ effects }) => effects).filter(({ was, after }) => was && after?.length);
  followRevealed(new Map(revealed.map(({ was = "", holder }) => [was, holder])));
}

/** @param {Document} page */
const dataOf = (page) => JSON.parse(page.getElementById("match-data").textContent);

// Fetch the page as it is now; null when the network fails or the answer is older than this page.
async function fetchPage() {
  try {
    const answer = await fetch(data.address);
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return dataOf(page).head >= game.server.head ? page : null;
  } catch {
    return null;
  }
}

// Returns a function that scrolls the row in use, or else the first in view, back to where it is now.
function scrollBack() {
  const focused = document.activeElement?.closest(".row-unit, .row-run");
  /** @param {Element} row */
  const top = (row) => row.getBoundingClientRect().top;
  const row = [focused, ...document.querySelectorAll(".row-unit, .row-run")].find(
    (each) => each && top(each) > 0 && top(each) < innerHeight,
  );
  const at = row && top(row);
  return () => { if (row?.isConnected) scrollBy(0, top(row) - at); };
}
