// Rows that are open, with the cards of their units.

import { data, draw, elementOf } from "./game.js";
import { view } from "./view.js";

const NO_CARD = "The card could not be loaded. When you are online, close and open the row again.";
const cards = new Map(); // elements by the keys of their rows; a card that did not come is fetched when it opens again

async function fetchCard({ side, id }) {
  const answer = await fetch(`${data.address}/units/${side}/${encodeURIComponent(id)}`);
  if (!answer.ok) throw new TypeError("no card");
  return new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes;
}

async function loadCard(row) {
  const card = document.createElement("div");
  card.className = "row-card";
  cards.set(row.key, card);
  try {
    card.append(...await fetchCard(row));
  } catch {
    card.textContent = NO_CARD;
    card.dataset.failed = "";
  }
}

export const cardOf = ({ key }) => cards.get(key);

export function openRow(row, isOpen) {
  if (isOpen) view.open.add(row.key);
  else view.open.delete(row.key);
  const card = cardOf(row);
  if (isOpen && row.has_card && (!card || "failed" in card.dataset)) loadCard(row);
  draw();
  if (isOpen) elementOf(row)?.scrollIntoView({ block: "nearest" });
}
