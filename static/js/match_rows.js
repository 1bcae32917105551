// Merges the rows of a newly fetched page of a game into those on the page, which stay as they are.

const idOf = (row) => [row.dataset.side, row.dataset.bearer, ...row.querySelectorAll(".row-number, .row-name")].map((part) => part.textContent ?? part).join("\n");

// Give `parent` these children in this order. Those in place are not moved: that would take the focus from them.
function arrange(parent, elements) {
  const remaining = new Set(elements);
  for (const child of [...parent.children]) if (!remaining.has(child)) child.remove();
  elements.forEach((element, index) => {
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  });
}

function takeGroup(fresh, before) {
  const rows = [...fresh.querySelectorAll(".row-unit")].map((row) => {
    const same = before.get(idOf(row));
    if (same) same.dataset.kind = row.dataset.kind;
    return same ?? row;
  });
  const group = rows.find((row) => row.ownerDocument === document)?.closest(".tracker-group");
  if (!group) return fresh;
  for (const part of [".group-name", ".group-count"]) group.querySelector(part).textContent = fresh.querySelector(part).textContent;
  group.querySelector(":scope > .notes")?.remove();
  group.querySelector("summary").after(...fresh.querySelectorAll(":scope > .notes"));
  arrange(group.querySelector(".rows"), rows);
  return group;
}

// Returns a function that scrolls the row in use, or else the first in view, back to where it is now.
export function scrollBack() {
  const focused = document.activeElement.closest(".row-unit");
  const top = (row) => row.getBoundingClientRect().top;
  const row = [focused, ...document.querySelectorAll(".row-unit")].find((each) => each && top(each) > 0 && top(each) < innerHeight);
  const at = row && top(row);
  return () => { if (row?.isConnected) scrollBy(0, top(row) - at); };
}

// Merge the rows of a fetched `page` into this one.
export function takeRows(page) {
  const sides = document.getElementById("sides");
  const before = new Map([...sides.querySelectorAll(".row-unit")].map((row) => [idOf(row), row]));
  document.getElementById("symbols").replaceChildren(...page.getElementById("symbols").childNodes);
  for (const side of page.querySelectorAll(".tracker-side")) {
    const here = sides.querySelector(`.tracker-side[data-side="${side.dataset.side}"]`);
    const others = [...here.children].filter((each) => !each.matches(".tracker-group"));
    const groups = [...side.querySelectorAll(".tracker-group")].map((group) => takeGroup(group, before));
    arrange(here, [...others, ...groups]);
  }
}
