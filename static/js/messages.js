// The message region: messages can be put away, and a request that got no answer says so, as does what would leave the
// page for none.

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

document.addEventListener("htmx:error", () => sayNoAnswer());

// On the window, behind all that answers without a network.
addEventListener("submit", (event) => {
  if (navigator.onLine || event.defaultPrevented || event.target.method !== "post") return;
  event.preventDefault();
  sayNoAnswer();
});

addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  const isOther = link?.origin === location.origin && link.pathname !== location.pathname;
  if (navigator.onLine || !isOther || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !window.caches) return;
  event.preventDefault();
  if (await caches.match(link.href, { ignoreSearch: true, ignoreVary: true })) location.assign(link.href);
  else sayNoAnswer(NOT_KEPT);
});
