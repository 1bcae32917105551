// Warns, before somebody signs out or another player signs in, of unsent changes that would be deleted with the offline
// data. Where a button signs out at once and there is such data, the page with the warning comes first.

import { all, countWaiting } from "./device_store.js";
import { waitingInWords } from "./page_state.js";

const warning = document.getElementById("not-sent");
const signOutForm = document.getElementById("sign-out");
const count = await countWaiting().catch(() => 0);
const records = await all("kept").catch(() => ["what cannot be read"]);

if (warning && count) {
  warning.hidden = false;
  warning.firstElementChild.textContent = waitingInWords(count);
}

signOutForm?.addEventListener("submit", (/** @type {Event} */ event) => {
  if (!count && !records.length) return;
  event.preventDefault();
  location.assign(signOutForm.action);
});
