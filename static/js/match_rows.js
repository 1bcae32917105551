// Rows of a game's page that came anew take their places among those that are there, which stay as they are.

const idOf = (row) => [row.dataset.side, row.dataset.bearer, ...row.querySelectorAll(".row-number, .row-name")].map((part) => part.textContent ?? part).join("\n");

// Have these elements in this order in `parent`, moving none that stands right already: moved ones lose the focus.
function arrange(parent, wanted) {
  const kept = new Set(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  wanted.forEach((element, index) => {
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

// What scrolls back to where the row in use, or else the first in view, is now.
export function place() {
  const used = document.activeElement.closest(".row-unit");
  const top = (row) => row.getBoundingClientRect().top;
  const row = [used, ...document.querySelectorAll(".row-unit")].find((each) => each && top(each) > 0 && top(each) < innerHeight);
  const at = row && top(row);
  return () => { if (row?.isConnected) scrollBy(0, top(row) - at); };
}

// Take the rows of a `page` into the one that is shown.
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
