// The message region: messages can be put away, and a request that got no answer says so.

document.addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".alert").remove();
});

document.addEventListener("htmx:error", () => {
  const message = document.getElementById("no-answer").content.cloneNode(true);
  document.getElementById("messages").replaceChildren(message);
});
