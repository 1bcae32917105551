// Which units are shown: a side, those with words of a search, those that have not acted, are hurt or out of play.

import { plainWords } from "../names.js";
import { addPart, byId, draw, game, isSearch, show, view } from "./game.js";
import { closeSheet } from "./sheet.js";

const find = byId("find");
const shown = byId("sides-shown");
const words = byId("find-words");
const which = byId("find-which");

/** @type {Record<string, (row: Row) => boolean>} */
const filters = {
  "": () => true,
  ready: (row) => row.has_card && !row.isOut && !game.server.acted[row.side].includes(row.id),
  hurt: (row) => game.server.hurt[row.side].includes(row.id),
  out: (row) => row.isOut,
};

/** @param {Row} given */
const wordsOf = ({ number, title, subtitle, group }) => plainWords([title, subtitle, number, group.name].join(" "));

/** @param {Row} row */
export const isHit = (row) => (row.words ??= wordsOf(row)).includes(plainWords(view.words)) && filters[view.which](row);

function search() {
  if (!isSearch()) view.foldsFound.clear();
  Object.assign(view, { words: words.value, which: which.value });
  draw();
}

words.addEventListener("input", search);
which.addEventListener("change", search);
find.addEventListener("submit", (/** @type {OnPage<Event>} */ event) => {
  event.preventDefault();
  closeSheet();
});
shown.addEventListener("click", (/** @type {OnPage<Event>} */ event) => {
  const choice = event.target.closest("[data-show]");
  if (choice) show(choice.dataset.show === view.show ? "both" : choice.dataset.show);
});

addPart(() => {
  if (words.value !== view.words) words.value = view.words;
  if (which.value !== view.which) which.value = view.which;
  for (const each of shown.querySelectorAll("[data-show]")) each.ariaPressed = String(each.dataset.show === view.show);
});
