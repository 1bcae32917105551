// Searches the house rules of a form by words and unfolds their chapters.

import { RowFilter, wordsOf } from "./finding.js";

const field = document.getElementById("find-rules");
if (field) {
  const filter = new RowFilter();
  const chapters = [...document.querySelectorAll(".chapter")];
  const rows = chapters.flatMap((group) =>
    [...group.querySelectorAll(":scope > .mb-3")].map((element) => ({ element, group })),
  );
  field.parentElement.hidden = false;
  field.addEventListener("input", () => {
    const query = field.value.trim();
    const hasAll = wordsOf(query);
    /** @param {{ element: Element, group: Element }} given */
    const isHit = ({ element, group }) =>
      !query || hasAll(`${group.querySelector("h3").textContent} ${element.textContent}`);
    const count = filter.apply(chapters, rows, isHit, Boolean(query));
    document.getElementById("found-rules").textContent = query ? `${count} of ${rows.length}` : "";
  });
  // Enter would save the set.
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") event.preventDefault();
  });
}
