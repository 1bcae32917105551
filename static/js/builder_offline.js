// The builder of an army that is on this device: an edit is noted here before it is sent, and where there is no network
// Python in the browser makes it and draws the page.

import { Refused, keepPage, locked, note, renew, send, token } from "./army_edits.js";
import { editsOf, get, isWaiting, newId, put, remove, withStores } from "./device_store.js";
import { ask as engine } from "./engine.js";
import { showState } from "./page_state.js";

const builder = document.getElementById("builder");
const { address } = builder.dataset;
const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const RENEWED_AFTER = 500; // milliseconds
const KEPT_AFTER = 5_000;
const PATIENCE = 15_000; // for the site to answer before the edit is made here
const PATIENCE_TO_LEAVE = 4_000; // for the site to answer before a page of its own is drawn here
const NO_ENGINE = "There is no network. To change an army without one this device needs the rules of its game: take the army offline when there is a network.";
const NO_ROOM = "Not done: this device cannot keep the change, since its storage is full or a private window keeps nothing.";
const ANOTHER = "Not done: this device has another version of the army than this page shows. Reload the page, or wait for a network.";
const IS_SENT = "Not done: what was sent to the site is undone when there is a network.";

let shown = null; // the army as this page shows it, where the browser has drawn it

const head = () => Number(document.getElementById("head").value);

function respond({ status, html, target, swap }) {
  const headers = { "Content-Type": "text/html" };
  if (target) Object.assign(headers, { "HX-Retarget": target, "HX-Reswap": swap });
  return new Response(html, { status, headers });
}

function refuse(words) {
  const message = document.getElementById("no-answer").content.cloneNode(true);
  message.querySelector("p").textContent = words;
  return respond({ status: 400, html: message.firstElementChild.outerHTML, target: "#messages", swap: "innerMorph" });
}

async function ask(question) {
  if (!(await caches.has(ENGINE))) throw new Error(NO_ENGINE);
  const last = (await editsOf(address)).at(-1);
  return engine({ at: "", said: "", edit: "", form: "", undoes: last?.said ?? "", redoes: "", token: token(), ...question });
}

// Make the edits that were noted and not made here yet; the reply for the last one.
async function make() {
  let reply = null;
  for (const edit of await editsOf(address)) {
    const army = await get("armies", address);
    if (edit.before) continue;
    reply = await ask({ army, before: shown, edit: edit.name, form: edit.form });
    if (!reply.now) {
      await remove("edits", edit.place);
      return reply;
    }
    await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
      armies.put({ ...army, now: reply.now });
      edits.put({ ...edit, before: army.now, said: reply.said });
    });
    shown = reply.now;
  }
  return reply;
}

// All of the page as the army is here.
async function redraw(said = "", at = "") {
  const army = await get("armies", address);
  const reply = await ask({ army, before: shown, said, at });
  shown = army.now;
  return reply;
}

let renewing;

function renewSoon(last) {
  clearTimeout(renewing);
  renewing = setTimeout(async () => {
    try {
      await locked(address, () => renew(address, last));
      renewing = setTimeout(() => keepPage(address).then(() => showState(), () => {}), KEPT_AFTER);
    } catch { /* what was noted stays, and is known when it is sent again */ }
  }, RENEWED_AFTER);
}

async function edit(to, request) {
  const form = new URLSearchParams([...request.body]);
  form.delete("csrfmiddlewaretoken");
  const name = to.pathname.split("/").at(-1);
  const before = await editsOf(address);
  const waits = before.some(isWaiting);
  if (name === "undo" || name === "redo") return waits ? undo(name, form, before.at(-1)) : fetched(to, request, before);
  const id = newId();
  request.body.set("edit", id);
  const noted = { id, army: address, name, form: String(form) };
  let place;
  try {
    place = await note(noted);
  } catch {
    return refuse(NO_ROOM);
  }
  if (!waits) {
    try {
      const signals = [request.signal, AbortSignal.timeout(PATIENCE)].filter(Boolean);
      const answer = await fetch(to, { ...request, signal: AbortSignal.any(signals) });
      if (answer.ok) await put("edits", { ...noted, place, done: true });
      else await remove("edits", place);
      if (answer.ok) renewSoon(place);
      return answer;
    } catch (failure) {
      if (failure.name === "AbortError") throw failure;
      // It may have arrived, or not: sent again, the site knows it by its id.
      await put("edits", { ...noted, place, tried: true });
    }
  }
  return makeNoted(place, before);
}

// Make the edit that was noted at this place, behind those noted `before`.
async function makeNoted(place, before) {
  const army = await get("armies", address);
  if (!before.length && head() !== army.head) return remove("edits", place).then(() => refuse(ANOTHER));
  const reply = await make().catch((failure) => remove("edits", place).then(() => refuse(failure.message)));
  await showState();
  return reply instanceof Response ? reply : respond(reply);
}

// Make an edit here alone, to be sent with the others.
async function makeHere(name, form) {
  const before = await editsOf(address);
  try {
    return await makeNoted(await note({ id: newId(), army: address, name, form }), before);
  } catch {
    return refuse(NO_ROOM);
  }
}

// A step of the site's own; where it does not answer there is nothing to be done here.
async function fetched(to, request, before) {
  const answer = await fetch(to, request);
  if (answer.ok) renewSoon(before.at(-1)?.place ?? 0);
  return answer;
}

// Take back what was done here last.
async function undo(name, form, last) {
  if (name === "redo" || !last.before || last.tried || last.done) return refuse(IS_SENT);
  const army = await get("armies", address);
  await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
    edits.delete(last.place);
    armies.put({ ...army, now: last.before });
  });
  await showState();
  return respond(await redraw(`Undone: ${last.said}`, form.get("at") ?? ""));
}

async function look(to, request) {
  const drawn = async () => {
    const army = await get("armies", address);
    return ask({ army, at: to.searchParams.get("at") ?? "" }).then(respond, ({ message }) => refuse(message));
  };
  if ((await editsOf(address)).some(isWaiting)) return drawn();
  return fetch(to, request).catch((failure) => (failure.name === "AbortError" ? Promise.reject(failure) : drawn()));
}

const redrawing = new WeakMap();

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { sourceElement } = ctx;
  const isEdit = sourceElement.id === "edit" || sourceElement.matches(".part-form");
  if (redrawing.has(sourceElement)) ctx.fetch = async () => redrawing.get(sourceElement);
  else if (isEdit || sourceElement.matches("a[hx-get]")) {
    ctx.fetch = async (to, request) => {
      const onDevice = await get("armies", address).catch(() => null);
      if (!onDevice) return fetch(to, request);
      const place = new URL(to, location);
      return locked(address, () => (isEdit ? edit(place, request) : look(place, request)));
    };
  }
});

// Put an answer on the page that htmx did not ask for.
async function swap(answer) {
  redrawing.set(builder, answer);
  await htmx.ajax("GET", address, { source: builder, target: "#groups", swap: "none" });
  redrawing.delete(builder);
}

// Have the page show the army as it is here.
async function showHere() {
  await make();
  shown = null;
  await swap(respond(await redraw()));
}

// --- suggestions ----------------------------------------------------------------------------------
// The site has pages of their own for them; where it does not answer, or the army is another here, a dialog has them.

const isOfSuggestions = ({ pathname }) => ["mend/", "complete/"].some((name) => pathname.startsWith(address + name));

// The worker answers other methods than this with kept pages.
const isReachable = () => fetch("/offline", { method: "HEAD", signal: AbortSignal.timeout(PATIENCE_TO_LEAVE) }).then(() => true, () => false);

function showDialog({ html, edit: name, form: about }) {
  const dialog = document.createElement("dialog");
  const close = document.querySelector("#search-dialog .search-close").cloneNode(true);
  dialog.append(close, ...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  dialog.setAttribute("aria-label", dialog.querySelector("h1").textContent);
  dialog.id = "offered";
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link?.pathname !== address) return;
    event.preventDefault();
    dialog.close();
    [...document.querySelectorAll("a[hx-get]")].find((each) => each.getAttribute("hx-get") === link.search)?.click();
  });
  dialog.addEventListener("submit", async (event) => {
    if (event.target === close) return;
    event.preventDefault();
    dialog.close();
    const form = new URLSearchParams([...new FormData(event.target), ...new URLSearchParams(about)]);
    form.delete("csrfmiddlewaretoken");
    await swap(await locked(address, () => makeHere(name, String(form))));
  });
  document.body.append(dialog);
  dialog.showModal();
}

async function showOffer(page) {
  document.getElementById("offered")?.close();
  const reply = await locked(address, async () => {
    await make();
    return ask({ army: await get("armies", address), offer: page });
  }).catch(({ message }) => refuse(message));
  if (reply.edit) showDialog(reply);
  else await swap(reply instanceof Response ? reply : respond(reply));
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isOfSuggestions(link) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const onDevice = await get("armies", address).catch(() => null);
  const waits = onDevice && (await editsOf(address)).some(isWaiting);
  if (!onDevice || (!waits && await isReachable())) location.assign(link.href);
  else await showOffer(link.pathname);
});

// Send what waits; true when the page shows what the site has now.
async function sendNow() {
  try {
    const sent = await locked(address, () => send(address));
    if (!sent) return true;
    await showState(sent.words);
    if (sent.fresh?.head !== sent.number || !shown) location.reload();
    else for (const field of document.querySelectorAll("#head, [name=head]")) field.value = sent.number;
    return true;
  } catch (failure) {
    await showState(failure instanceof Refused ? failure.message : "");
    return false;
  }
}

async function begin() {
  const army = await get("armies", address);
  if (!army) return;
  const waits = (await editsOf(address)).some(isWaiting);
  const isLive = !document.documentElement.dataset.kept;
  // What is changed on this page before the rest has arrived would be of an older version.
  builder.inert = waits;
  if (!waits || !isLive || !(await sendNow())) {
    if (waits || (!isLive && head() !== army.head)) await showHere().catch(({ message }) => showState(message));
  }
  builder.inert = false;
}

addEventListener("online", sendNow);
begin();
