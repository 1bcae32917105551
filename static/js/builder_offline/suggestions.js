// Suggestions: the site has separate pages for them; when it does not answer, or the army on this device differs, a
// dialog has them.

import { locked } from "../army_edits.js";
import { editsOf, isWaiting } from "../device_store.js";
import { isReachable } from "../network.js";
import { address, armyHere } from "./army.js";
import { applyEdits, applyHere } from "./local_edits.js";
import { ask, refuse, respond, swap } from "./page.js";

/** @param {{ pathname: string }} given */
const isOfSuggestions = ({ pathname }) => (
  ["mend/", "complete/", "random"].some((name) => pathname.startsWith(address + name))
);

/** @param {{ html: string, edit: string, form: string }} given */
function showDialog({ html, edit: name, form: about }) {
  const dialog = /** @type {any} */ (document.createElement("dialog"));
  const close = document.querySelector("#search-dialog .search-close").cloneNode(true);
  dialog.append(close, ...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  dialog.setAttribute("aria-label", dialog.querySelector("h1").textContent);
  dialog.id = "offered";
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (/** @type {OnPage<MouseEvent>} */ event) => {
    const link = event.target.closest("a");
    if (link?.pathname !== address) return;
    event.preventDefault();
    dialog.close();
    [...document.querySelectorAll("a[hx-get]")].find((each) => each.getAttribute("hx-get") === link.search)?.click();
  });
  dialog.addEventListener("submit", async (/** @type {OnPage<SubmitEvent>} */ event) => {
    if (event.target === close) return;
    event.preventDefault();
    dialog.close();
    const fields = [...new FormData(event.target), ...new URLSearchParams(about)];
    const form = new URLSearchParams(/** @type {[string, string][]} */ (fields));
    form.delete("csrfmiddlewaretoken");
    await swap(await locked(address, () => applyHere(name, String(form))));
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} page */
async function showOffer(page) {
  document.getElementById("offered")?.close();
  const reply = await locked(address, async () => {
    await applyEdits();
    return ask({ army: await armyHere(), offer: page });
  }).catch(({ message }) => refuse(message));
  if (reply.edit) showDialog(reply);
  else await swap(reply instanceof Response ? reply : respond(reply));
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isOfSuggestions(link) || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const onDevice = await armyHere().catch(() => null);
  const waits = onDevice && (await editsOf(address)).some(isWaiting);
  if (!onDevice || (!waits && await isReachable())) location.assign(link.href);
  else await showOffer(link.pathname);
});
