// Shows in the list of armies how many units they have on this device, where that is newer than the list.

import { all, isWaiting } from "./device_store.js";

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// What the site said of the army before, such as whether it is legal, holds no more.
/**
 * @param {Found} item
 * @param {ArmyNow} now
 */
function showHere(item, { name, groups }) {
  const facts = item.querySelector(".army-facts");
  const { one, more } = facts.dataset;
  const count = sum(groups.map(({ units }) => units.length));
  const number = Object.assign(document.createElement("span"), { textContent: `${count} ${count === 1 ? one : more}` });
  const said = document.createElement("span");
  said.className = "text-muted";
  said.textContent = "Changed on this device";
  facts.replaceChildren(number, " ", said);
  if (name) item.querySelector(":is(h2, h3) a").textContent = name;
}

async function show() {
  const [armies, edits] = await Promise.all([all("armies"), all("edits")]);
  const waiting = new Set(edits.filter(isWaiting).map(({ army }) => army));
  for (const { address, head, now } of armies) {
    const item = document.querySelector(`[data-army="${CSS.escape(address)}"]`);
    if (item && (waiting.has(address) || head > Number(item.dataset.head))) showHere(item, now);
  }
}

await show().catch(() => { /* page_state.js says that the data cannot be read */ });
