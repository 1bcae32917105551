// The part of the page about the piece, group or tile that is chosen.

import { setCursor } from "./cursor.js";
import { state } from "./map.js";

const desk = document.getElementById("desk");

/** @param {string} at */
export function choose(at) {
  htmx.ajax("GET", `${desk.dataset.address}?at=${at}`, "#chosen");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [subject, id] = link.dataset.at.split("-");
  const piece = subject === "piece" && state.pieces.get(id);
  if (piece) setCursor(piece.x, piece.y);
  choose(link.dataset.at);
  document.getElementById("chosen").scrollIntoView({ block: "nearest" });
});

// A requested form comes into view and takes the focus, however far away its link is.
document.addEventListener("htmx:after:swap", (event) => {
  if (!event.detail.ctx.sourceElement.matches?.('a[hx-target="#chosen"]')) return;
  const part = document.getElementById("chosen");
  part.querySelector(".desk-edit .chosen-title")?.focus({ preventScroll: true });
  part.scrollIntoView({ block: "nearest" });
});
