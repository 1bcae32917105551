// The first unit that may act comes into sight after a tap of *Next*.

import { guideNow, workedOutNow } from "./consequences.js";
import { elementOf, game, mayChange } from "./game.js";

/** @param {Element} row */
function isInSight(row) {
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

// Scroll to the first of the player's units that may act now, unless one of them is in sight.
export async function showReady() {
  await workedOutNow();
  // Without a network this device may not know what follows.
  if (game.queue.events.length && guideNow() === game.server.guide) return;
  const ready = [...game.rows.values()].filter(({ side, id }) => mayChange(side) && guideNow().may[side].includes(id));
  /** @param {Row} row */
  const shownAt = (row) => elementOf(row)
    ?? document.querySelector(`.row-run[data-run="${CSS.escape(row.run ?? "")}"]:not(.is-quiet, .is-acted, .is-out)`);
  // Rows have their height only once they are drawn.
  requestAnimationFrame(() => setTimeout(() => {
    const shown = ready.map(shownAt).filter((row) => row?.checkVisibility());
    if (shown.some(isInSight)) return;
    /** @param {Element} row */
    const top = (row) => row.getBoundingClientRect().top;
    shown.sort((one, other) => top(one) - top(other))[0]?.scrollIntoView({ block: "center" });
  }));
}
