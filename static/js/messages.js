// The message region: messages can be closed, and requests without an answer are reported there, as are links and forms
// that would leave the page for one that cannot be reached.

import { isAway, isReachable } from "./network.js";

const NOT_KEPT = "There is no network, and that page was not kept on this device.";

function sayNoAnswer(words) {
  const message = document.getElementById("no-answer").content.cloneNode(true);
  if (words) message.querySelector("p").textContent = words;
  const region = document.getElementById("messages");
  region.replaceChildren(message);
  region.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".alert").remove();
});

document.addEventListener("htmx:error", () => {
  sayNoAnswer();
  isReachable();
});

// Forms for which the site was found to answer.
const sure = new WeakSet();

// On the window, after every handler that works without a network. A device with offline pages may have lost its
// network since this page was loaded: the form then stays filled in.
addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  const isUnsure = isAway() || navigator.serviceWorker?.controller;
  if (sure.delete(form) || !isUnsure || event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  if (!(await isReachable())) return sayNoAnswer();
  sure.add(form);
  form.requestSubmit(submitter);
});

addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  const isOther = link?.origin === location.origin && link.pathname !== location.pathname;
  if (!isAway() || !isOther || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !window.caches) return;
  event.preventDefault();
  if (await caches.match(link.href, { ignoreSearch: true, ignoreVary: true }) || await isReachable()) location.assign(link.href);
  else sayNoAnswer(NOT_KEPT);
});
