// The message region: messages can be closed, and requests without an answer are reported there, as are forms whose
// answer did not come, and links to pages that cannot be reached.

import { isAway, isReachable, noteAnswer } from "./network.js";

const NOT_KEPT = "You are offline, and that page is not on this device.";

/** @param {string} [words] */
function sayNoAnswer(words) {
  const message = document.getElementById("no-answer").content.cloneNode(true);
  if (words) message.querySelector("p").textContent = words;
  message.firstElementChild.dataset.unanswered = "";
  const region = document.getElementById("messages");
  region.replaceChildren(message);
  region.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".alert").remove();
});

// The engagements of a game at the table say so themselves.
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx?.target?.closest?.("[data-says]")) sayNoAnswer();
  isReachable();
});

// Once the site answers, the message has outlived its reason.
document.addEventListener("network", () => {
  if (!isAway()) document.querySelector("#messages > [data-unanswered]")?.remove();
});

// The service worker tells it of a form that the network did not take: the page stays, with the form filled in.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (!data.unanswered) return;
  sayNoAnswer();
  noteAnswer(false);
});

addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  const isOther = link?.origin === location.origin && link.pathname !== location.pathname;
  if (!isAway() || !isOther || event.defaultPrevented || !window.caches) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isKept = Boolean(await caches.match(link.href, { ignoreSearch: true, ignoreVary: true }));
  if (isKept || await isReachable()) location.assign(link.href);
  else sayNoAnswer(NOT_KEPT);
});
