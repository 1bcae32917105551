// A page of the builder, with an army on this device and a worker in which a few lines do what Python would: a rename
// is the only edit, and a page is the army's name with what was done, and in brackets what undo and redo would do. What
// it suggests is a rename to Bay, with a note of the player's.

import { answers, openPage, requests, timers } from "../page.js";
import "fake-indexeddb/auto";

export const ADDRESS = "/armies/a1/";
export const coast = {
  address: ADDRESS,
  head: 3,
  now: { name: "Coast" },
  back: [{ number: 2, now: { name: "Shore" }, said: "Renamed Coast" }],
};
export const document = openPage(`
  <div id="builder" data-address="${ADDRESS}"></div>
  <input id="head" value="3">
  <p id="page-state"></p>
  <div id="messages"></div>
  <div id="search-dialog"><button class="search-close"></button></div>
  <template id="no-answer"><div class="alert"><p></p></div></template>
  <template id="engine-start"><div><progress max="4"></progress></div></template>
`, `https://armies.example${ADDRESS}`);
document.body.setAttribute("hx-headers:inherited", '{"X-CSRFToken": "token"}');

// Whether the rules of the game are on this device.
export const device = { hasEngine: true };

// With the body that linkedom, unlike a browser, would not give it.
const OFFER = `<html><body>
  <h1>Suggestions for Coast</h1><form><input name="notes" value="New"></form>
</body></html>`;

function replyTo({ army, edit, form, said, undoes, redoes, offer }) {
  if (offer) return { status: 200, html: OFFER, edit: "rename", form: "name=Bay" };
  const name = new URLSearchParams(form).get("name");
  if (edit && name === "") return { status: 400, html: "An army needs a name." };
  if (edit && name === army.now.name) return { status: 200, html: "" };
  if (edit) return { status: 200, html: `${name}: Renamed ${name}`, said: `Renamed ${name}`, now: { name } };
  return { status: 200, html: `${army.now.name}: ${said} (${undoes} < > ${redoes})` };
}

globalThis.Worker = class {
  addEventListener(name, listener) {
    if (name === "message") this.tell = listener;
  }

  postMessage({ id, message }) {
    setImmediate(() => this.tell({ data: { id, reply: JSON.stringify(replyTo(JSON.parse(message))) } }));
  }
};
globalThis.caches = { has: async () => device.hasEngine };

const { withStores } = await import("../../../static/js/device_store.js");

// The army as the site has it, and nothing waits.
export async function begin(army = coast) {
  requests.length = answers.length = 0;
  timers.clear();
  device.hasEngine = true;
  document.getElementById("head").setAttribute("value", "3");
  await withStores(["armies", "edits"], "readwrite", (armies, edits) =>
    Promise.all([armies.clear(), edits.clear(), armies.put(army)]));
}
