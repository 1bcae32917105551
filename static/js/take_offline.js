// The button that takes the calculators of a game offline; it is there where the site and the browser can do so.

import { takeOffline } from "./engine.js";

const part = document.getElementById("take-offline");
const [button, said] = part.children;

if ("serviceWorker" in navigator && "caches" in window && (await fetch("/engine/parts.json").catch(() => null))?.ok) part.hidden = false;

button.addEventListener("click", async () => {
  const addresses = [location.pathname, ...JSON.parse(part.dataset.keep)];
  button.disabled = true;
  said.textContent = "Fetching…";
  try {
    await takeOffline(addresses);
    said.textContent = "The calculators of this game answer on this device without a network now.";
  } catch {
    button.disabled = false;
    said.textContent = "This device could not keep them: the network went away, its storage is full, or a private window keeps nothing.";
  }
});
