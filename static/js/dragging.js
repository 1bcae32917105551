// Units and groups are dragged by their handles. A drop is an edit like those of the buttons; when it fails, the part
// goes back. The library is fetched when the mouse first moves over the rows, or when dragging is switched on.

import { foldOf } from "./finding.js";

const list = document.getElementById("groups");
const OPENS_AFTER = 600; // milliseconds over a folded group

/** @type {{ item: Element, from: Element, next: Element | null }[]} */
const newDrops = []; // without a request yet
const drops = new WeakMap();
/** @param {Element} part */
const idOf = (part) => part.id.split("-")[1];

/** @param {Press} press */
export function startDragging(press) {
  const start = once(async () => {
    await import(list.dataset.sortable);
    makeDraggable(press);
  });
  list.addEventListener("pointerover", (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType === "mouse") start();
  });

  const arrange = document.getElementById("arrange");
  arrange.addEventListener("click", () => {
    start();
    const on = arrange.getAttribute("aria-pressed") !== "true";
    arrange.setAttribute("aria-pressed", String(on));
    list.classList.toggle("is-arranging", on);
  });
}

// A load that fails, as without a network, may be tried again.
/** @param {() => Promise<void>} load */
function once(load) {
  /** @type {Promise<void> | null} */
  let loading = null;
  return () => {
    loading ??= load().catch(() => { loading = null; });
  };
}

/** @param {Press} press */
function makeDraggable(press) {
  const options = {
    forceFallback: true, // one way for mouse and touch; a browser's own dragging does without touch
    fallbackTolerance: 4,
    animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
    scrollSensitivity: 90,
    bubbleScroll: true,
    emptyInsertThreshold: 24,
  };

  /** @type {Element | null} */
  let next = null; // the part after the dragged one at its old place

  /**
   * @param {"unit" | "group"} part
   * @param {Drop} given
   */
  function drop(part, { item, from, to, oldDraggableIndex, newDraggableIndex }) {
    if (from === to && oldDraggableIndex === newDraggableIndex) return;
    newDrops.push({ item, from, next });
    const group = item.closest(".group");
    // Units may be in a row of equal ones.
    const parts = [...(part === "unit" ? group : list).querySelectorAll(`.${part}`)];
    const before = parts[parts.indexOf(item) + 1];
    const fields = { [part]: idOf(item), before: before ? idOf(before) : "" };
    if (part === "unit") fields.to = idOf(group);
    press(`move-${part}`, fields);
  }

  function makeSortable() {
    for (const units of list.querySelectorAll(".units")) {
      if (Sortable.get(units)) continue;
      Sortable.create(units, {
        ...options,
        group: "units",
        draggable: ".unit, .run",
        handle: ".unit-grip",
        onStart: (/** @type {Drop} */ { item }) => {
          next = item.nextElementSibling;
          addEventListener("pointermove", openFolded);
        },
        onEnd: (/** @type {Drop} */ event) => {
          removeEventListener("pointermove", openFolded);
          drop("unit", event);
        },
      });
    }
  }

  // Groups are folded while one is moved, so that its new place is in view.
  /**
   * @param {Element} item
   * @param {boolean} areFolded
   */
  function foldGroups(item, areFolded) {
    const { top } = item.getBoundingClientRect();
    list.classList.toggle("is-moving-groups", areFolded);
    scrollBy({ top: item.getBoundingClientRect().top - top, behavior: "instant" });
  }

  Sortable.create(list, {
    ...options,
    draggable: ".group",
    handle: ".group-grip",
    onChoose: (/** @type {Drop} */ { item }) => { next = item.nextElementSibling; foldGroups(item, true); },
    onUnchoose: (/** @type {Drop} */ { item }) => foldGroups(item, false),
    onEnd: (/** @type {Drop} */ event) => drop("group", event),
  });
  makeSortable();
  document.addEventListener("htmx:after:swap", makeSortable);
  list.classList.add("is-draggable");
}

/** @type {HTMLElement | null} */
let over = null;
/** @type {number | undefined} */
let timer;

/** @param {PointerEvent} given */
function openFolded({ clientX, clientY }) {
  const group = document.elementFromPoint(clientX, clientY)?.closest(".group") ?? null;
  if (group === over) return;
  over = group;
  clearTimeout(timer);
  if (group) timer = setTimeout(() => { foldOf(group).open = true; }, OPENS_AFTER);
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.request.body?.has?.("before")) drops.set(ctx, newDrops.shift());
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const drop = drops.get(ctx);
  if (!drop || ctx.response?.status < 400 || !drop.from.isConnected) return;
  drop.from.insertBefore(drop.item, drop.next?.parentElement === drop.from ? drop.next : null);
});
