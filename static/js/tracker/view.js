// How a player looks at a game: which side, what is searched, which rows and groups are open.

import { data, draw } from "./game.js";

export const view = {
  show: "both",
  words: "",
  which: "",
  open: new Set(), // keys of rows, and of runs of equal ones
  folds: new Map(), // whether a group is open, by key
  foldsFound: new Map(), // the same during a search
};

export const isSearch = () => Boolean(view.words.trim() || view.which);
// Of many units the first group of each side is unfolded.
export const isUnfolded = ({ key, isFirst }) => (isSearch() ? view.foldsFound.get(key) ?? true : view.folds.get(key) ?? (data.unfolded || isFirst));
export const fold = ({ key }, isOpen) => (isSearch() ? view.foldsFound : view.folds).set(key, isOpen);

export function show(side) {
  view.show = side;
  draw();
}
