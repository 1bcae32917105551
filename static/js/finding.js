// Searches rows by words and unfolds their groups during the search.

import { plainWords } from "./names.js";

// Returns whether a text has every word of the query however both are written, as a function of the text.
/** @param {string} query */
export function wordsOf(query) {
  const words = plainWords(query).split(" ");
  return (/** @type {string} */ text) => {
    const plain = plainWords(text);
    return words.every((/** @type {string} */ word) => plain.includes(word));
  };
}

// A group is a fold or has one.
/** @param {Element} group */
export const foldOf = (group) => (group.matches("details") ? group : group.querySelector("details"));

export class RowFilter {
  /** @type {Map<HTMLElement, boolean> | null} */
  #before = null; // which groups were open before the search

  // Show those of the rows ({ element, group }) that are hits; returns their number.
  /**
   * @param {Found} groups
   * @param {Found} rows
   * @param {(row: any) => boolean} isHit
   * @param {boolean} isFiltered
   */
  apply(groups, rows, isHit, isFiltered) {
    const filled = new Set();
    let count = 0;
    for (const row of rows) {
      const hit = isHit(row);
      if (row.element.hidden === hit) row.element.hidden = !hit;
      if (!hit) continue;
      filled.add(row.group);
      count += 1;
    }
    if (isFiltered) {
      this.#before ??= new Map();
      for (const group of groups) if (!this.#before.has(group)) this.#before.set(group, foldOf(group).open);
    }
    for (const group of groups) {
      group.hidden = isFiltered && !filled.has(group);
      if (isFiltered) foldOf(group).open = true;
      else if (this.#before) foldOf(group).open = this.isOpen(group);
    }
    if (!isFiltered) this.#before = null;
    return count;
  }

  // Whether a group is open outside of a search.
  /** @param {Found} group */
  isOpen(group) {
    return this.#before?.get(group) ?? foldOf(group).open;
  }

  // Open or fold a group, for the time after a search too.
  /** @param {Found} group */
  open(group, isOpen = true) {
    foldOf(group).open = isOpen;
    this.#before?.set(group, isOpen);
  }
}
