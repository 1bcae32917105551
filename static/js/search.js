// The search of every page: one key or tap opens it, arrows go through the results, Enter follows one, Escape closes
// it. Loaded after the page's own scripts, which may use the key for something else.

const dialog = document.getElementById("search-dialog");
const field = document.getElementById("search-text");
/** @param {Element} element */
const isWriting = (element) =>
  element.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

// A page that needs htmx only for the search loads it with the first one.
function loadHtmx() {
  if (document.querySelector(`script[src="${field.form.dataset.htmx}"]`)) return;
  const script = Object.assign(document.createElement("script"), { src: field.form.dataset.htmx });
  // Text typed meanwhile is searched for once htmx listens, which it does in a separate task.
  script.addEventListener("load", () =>
    setTimeout(() => field.value && field.dispatchEvent(new Event("input", { bubbles: true }))),
  );
  document.head.append(script);
}

function openSearch() {
  loadHtmx();
  if (dialog && !dialog.open) dialog.showModal();
  field.focus();
  field.select();
}

// Without a network a device that has the rules of its games searches by itself.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== field.form) return;
  /**
   * @param {string} address
   * @param {RequestInit} request
   */
  ctx.fetch = (address, request) => fetch(address, request).catch(async (failure) => {
    if (failure.name === "AbortError") throw failure;
    return (await import(field.form.dataset.offline)).search(address);
  });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link?.hasAttribute("data-search") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    openSearch();
  } else if (link && dialog?.contains(link)) dialog.close();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if ("/?".includes(event.key) && !isWriting(event.target)) {
    event.preventDefault();
    openSearch();
    return;
  }
  const links = [...document.querySelectorAll("#search-results a")];
  const place = links.indexOf(event.target);
  if (event.target !== field && place < 0) return;
  if (event.key === "Escape" && dialog?.open) {
    // Browsers would empty the field first, and leave it the focus for a moment.
    event.target.blur();
    dialog.close();
  } else if (event.key === "ArrowDown") links[place + 1]?.focus();
  else if (event.key === "ArrowUp" && place >= 0) (links[place - 1] ?? field).focus();
  else return;
  event.preventDefault();
});
