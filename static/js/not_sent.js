// Says, before somebody signs out or another one signs in, what would be deleted with what was taken offline. Where a
// button signs out at once and something is on this device, the page that says so comes first.

import { all, countWaiting } from "./device_store.js";
import { waitingInWords } from "./page_state.js";

const warning = document.getElementById("not-sent");
const leaving = document.getElementById("sign-out");
const count = await countWaiting().catch(() => 0);
const kept = await all("kept").catch(() => ["what cannot be read"]);

if (warning && count) {
  warning.hidden = false;
  warning.firstElementChild.textContent = waitingInWords(count);
}

leaving?.addEventListener("submit", (event) => {
  if (!count && !kept.length) return;
  event.preventDefault();
  location.assign(leaving.action);
});
