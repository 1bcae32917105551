// Rows found by words, in groups that are unfolded while something is looked for.

// Whether a text in small letters has every word that was typed.
export function wordsOf(typed) {
  const words = typed.toLowerCase().split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

// A group is a fold or has one.
export const foldOf = (group) => (group.matches("details") ? group : group.querySelector("details"));

export class RowFilter {
  #before = null; // which groups were open before something was looked for

  // Show those of the rows ({ element, group }) that are hits; gives how many there are.
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
    if (isFiltered) this.#before ??= new Map();
    for (const group of groups) if (isFiltered && !this.#before.has(group)) this.#before.set(group, foldOf(group).open);
    for (const group of groups) {
      group.hidden = isFiltered && !filled.has(group);
      if (isFiltered) foldOf(group).open = true;
      else if (this.#before) foldOf(group).open = this.isOpen(group);
    }
    if (!isFiltered) this.#before = null;
    return count;
  }

  // Whether a group is open when nothing is looked for.
  isOpen(group) {
    return this.#before?.get(group) ?? foldOf(group).open;
  }

  // Open or fold a group, also for when nothing is looked for.
  open(group, opened = true) {
    foldOf(group).open = opened;
    this.#before?.set(group, opened);
  }
}
