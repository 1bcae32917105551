// The button that takes a game, an army or a shared army offline, shown where the browser can do so; the one for
// calculators, and that of a game at the table, also need a site with the engine.

import { hasEngine, takeOffline } from "./offline.js";

const NO_NETWORK = "the connection was lost.";
/** @type {Record<string, string>} */
const REASONS = {
  TypeError: NO_NETWORK,
  TimeoutError: NO_NETWORK,
  QuotaExceededError: "its storage is full.",
  SecurityError: "the browser does not store anything, as in a private window.",
};
const ANY_REASON = "the connection was lost, storage is full, or this is a private window.";

// In a menu or sheet what is said may be below its edge.
/**
 * @param {Element} status
 * @param {string} words
 */
function say(status, words) {
  status.textContent = words;
  status.scrollIntoView({ block: "nearest" });
}

const parts = [...document.querySelectorAll("[data-take]")];

for (const part of parts) {
  const [button, status] = part.children;
  button.addEventListener("click", async () => {
    button.disabled = true;
    say(status, "Fetching…");
    try {
      await takeOffline(part.dataset.take);
      say(status, part.dataset.done);
    } catch ({ name, message }) {
      button.disabled = false;
      // For a failure of the worker, the message names the error.
      const reason = REASONS[name] ?? REASONS[message] ?? ANY_REASON;
      say(status, `This could not be stored: ${reason} Everything that was stored before is still there. Try again.`);
    }
  });
}

// After a failure the parts that still come are of no use.
document.addEventListener("taking-offline", ({ detail: words }) => {
  for (const { children: [button, status] } of parts) if (button.disabled) status.textContent = words;
});

// A button is shown once it listens.
if ("serviceWorker" in navigator && "caches" in window) {
  const needEngine = parts.filter((part) => "engine" in part.dataset);
  for (const part of parts) part.hidden = needEngine.includes(part);
  if (needEngine.length && await hasEngine()) for (const part of needEngine) part.hidden = false;
}
