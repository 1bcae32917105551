// The button that takes a game, an army or a shared army offline; it is there where the browser can do so, and the one
// for calculators where the site has what they need.

import { hasEngine, takeOffline } from "./offline.js";

const NO_NETWORK = "the network went away.";
const REASONS = {
  TypeError: NO_NETWORK,
  TimeoutError: NO_NETWORK,
  QuotaExceededError: "its storage is full.",
  SecurityError: "the browser refuses to keep anything, as private windows do.",
};
const ANY_REASON = "the network went away, its storage is full, or a private window keeps nothing.";

const part = document.getElementById("take-offline");
const [button, said] = part.children;

if ("serviceWorker" in navigator && "caches" in window && (!("engine" in part.dataset) || await hasEngine())) part.hidden = false;

button.addEventListener("click", async () => {
  button.disabled = true;
  said.textContent = "Fetching…";
  try {
    await takeOffline(part.dataset.take);
    said.textContent = part.dataset.done;
    document.dispatchEvent(new Event("taken-offline"));
  } catch ({ name, message }) {
    button.disabled = false;
    // What the worker failed by is its message.
    const reason = REASONS[name] ?? REASONS[message] ?? ANY_REASON;
    said.textContent = `This device could not keep it: ${reason} All that it had before is still there; try again.`;
  }
});
