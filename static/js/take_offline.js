// The button that takes a game, an army or a shared army offline; it is there where the browser can do so, and the one
// for calculators where the site has what they need.

import { hasEngine, takeOffline } from "./offline.js";

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
  } catch {
    button.disabled = false;
    said.textContent = "This device could not keep it: the network went away, its storage is full, or a private window keeps nothing.";
  }
});
