// The builder of an army that is on this device: an edit is stored here before it is sent, and without a network Python
// in the browser applies it and draws the page.

import { Refused, keepPage, locked, note, renew, send, token } from "./army_edits.js";
import { editsOf, get, isWaiting, newId, put, remove, withStores } from "./device_store.js";
import { ask as engine } from "./engine.js";
import { isAway, isReachable, noteAnswer } from "./network.js";
import { showState } from "./page_state.js";

const builder = document.getElementById("builder");
const { address } = builder.dataset;
const ENGINE = "engine"; // the name of its cache, as in service_worker.js
const RENEWED_AFTER = 500; // milliseconds
const KEPT_AFTER = 5_000;
const PATIENCE = 15_000; // for the site to answer before the edit is made here
const NO_ENGINE = "There is no network. To change an army without one this device needs the rules of its game: take the army offline when there is a network.";
const NO_ROOM = "Not done: this device cannot keep the change, because its storage is full or this is a private window.";
const ANOTHER = "Not done: this device has another version of the army than this page shows. Reload the page, or wait for a network.";
const IS_SENT = "Not done: this device does not know yet whether the site has the changes that were sent. They can be undone when there is a network.";
const NO_STEP = "Not done: this device does not have that version of the army. Undoing or redoing this step needs a network.";
const RESTORE = "restore"; // the edit that undoes steps that the site has, as in offline/edits.py

let pageArmy = null; // the army on this page, if the browser has drawn it

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
  const { undoes, redoes } = await position();
  return engine({ at: "", said: "", edit: "", form: "", undoes: undoes?.said ?? "", redoes: redoes?.said ?? "", token: token(), ...question });
}

// The state of the army on the site after so many `steps` of undo from its head (of redo below 0), and what the edit did
// that undoing there takes back; undefined where this device does not have it.
const stateAt = ({ back = [], ahead = [] }, steps) => (steps > 0 ? back[steps - 1] : ahead[-steps - 1]);
const editInWords = ({ back = [], ahead = [] }, steps) => (steps < 0 ? ahead[-steps - 1] : back[steps])?.said;

// The army's place in its history: the last edit here, how many `steps` of undo lie between the site's head and the state
// that the edits here begin with, and where undo and redo lead, if anywhere.
async function position() {
  const army = await get("armies", address);
  const edits = await editsOf(address);
  const last = edits.at(-1);
  const restoreEdit = edits.find(({ name }) => name === RESTORE);
  // Whether or not the site has an edit that it did not confirm, a later one can restore the state before it.
  const [unconfirmed, another] = edits.filter(({ tried, done }) => tried || done);
  const line = unconfirmed ? { back: [{ number: army.head, now: unconfirmed.before, said: unconfirmed.said }, ...(army.back ?? [])] } : army;
  const steps = restoreEdit?.steps ?? 0;
  const again = army.undone?.at(-1);
  const to = (by) => {
    const state = steps + by === 0 ? { now: restoreEdit.before } : stateAt(line, steps + by);
    return state && { ...state, steps: steps + by, said: editInWords(line, Math.min(steps, steps + by)) };
  };
  const isOfSite = [restoreEdit, unconfirmed].includes(last); // no other edit was made here since
  return {
    army,
    last,
    steps,
    restoreEdit,
    another,
    undoes: isOfSite ? to(1) : { said: last.said },
    redoes: again?.steps === steps ? { said: again.edit.said, again } : isOfSite ? to(-1) : undefined,
  };
}

// Apply the stored edits that were not applied here yet; returns the reply for the last one.
async function applyEdits() {
  let reply = null;
  for (const edit of await editsOf(address)) {
    const army = await get("armies", address);
    if (edit.before) continue;
    reply = await ask({ army, before: pageArmy, edit: edit.name, form: edit.form });
    if (!reply.now) {
      await remove("edits", edit.place);
      if (reply.status === 200) continue; // it changes nothing
      return reply;
    }
    await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
      armies.put({ ...army, now: reply.now, undone: [] });
      edits.put({ ...edit, before: army.now, said: reply.said });
    });
    pageArmy = reply.now;
  }
  return reply;
}

// Draw the whole page for the army on this device.
async function redraw(words = "", at = "") {
  const army = await get("armies", address);
  const reply = await ask({ army, before: pageArmy, said: words, at });
  pageArmy = army.now;
  return reply;
}

let renewing;

function renewSoon(last) {
  clearTimeout(renewing);
  renewing = setTimeout(async () => {
    try {
      await locked(address, () => renew(address, last));
      renewing = setTimeout(() => keepPage(address).then(() => showState(), () => {}), KEPT_AFTER);
    } catch { /* the edits stay stored, and the site knows them when they are sent again */ }
  }, RENEWED_AFTER);
}

function patientFetch(to, request) {
  const signals = [request.signal, AbortSignal.timeout(PATIENCE)].filter(Boolean);
  return fetch(to, { ...request, signal: AbortSignal.any(signals) }).catch((failure) => {
    if (failure.name !== "AbortError") noteAnswer(false);
    throw failure;
  });
}

async function edit(to, request) {
  const form = new URLSearchParams([...request.body]);
  form.delete("csrfmiddlewaretoken");
  const name = to.pathname.split("/").at(-1);
  const before = await editsOf(address);
  const waits = before.some(isWaiting);
  if (name === "undo" || name === "redo") return waits ? step(name, form) : stepOnSite(name, form, to, request, before);
  const id = newId();
  request.body.set("edit", id);
  const record = { id, army: address, name, form: String(form) };
  let place;
  try {
    place = await note(record);
  } catch {
    return refuse(NO_ROOM);
  }
  if (!waits) {
    try {
      const answer = await patientFetch(to, request);
      if (answer.ok) await put("edits", { ...record, place, done: true });
      else await remove("edits", place);
      if (answer.ok) renewSoon(place);
      return answer;
    } catch (failure) {
      if (failure.name === "AbortError") throw failure;
      // It may have arrived or not: when it is sent again, the site knows it by its id.
      await put("edits", { ...record, place, tried: true });
    }
  }
  return applyStored(place, before);
}

// Apply the edit stored at this place, after those stored `before`.
async function applyStored(place, before) {
  const army = await get("armies", address);
  if (!before.length && head() !== army.head) return remove("edits", place).then(() => refuse(ANOTHER));
  const reply = await applyEdits().catch((failure) => remove("edits", place).then(() => refuse(failure.message)));
  await showState();
  return reply instanceof Response ? reply : respond(reply);
}

// Apply an edit on this device, to be sent later with the others.
async function applyHere(name, form) {
  const before = await editsOf(address);
  try {
    return await applyStored(await note({ id: newId(), army: address, name, form }), before);
  } catch {
    return refuse(NO_ROOM);
  }
}

// Undo or redo on the site, or here when it does not answer.
async function stepOnSite(name, form, to, request, before) {
  try {
    const answer = await patientFetch(to, request);
    if (answer.ok) renewSoon(before.at(-1)?.place ?? 0);
    return answer;
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    return step(name, form);
  }
}

// Undo or redo here: an edit that was made here leaves the queue or enters it again; for a step that the site has, an
// edit that restores the earlier or later state is queued.
async function step(name, form) {
  const { army, last, steps, restoreEdit, another, ...leads } = await position();
  const to = leads[`${name}es`];
  if (last && (!last.before || another)) return refuse(IS_SENT);
  if (!last && head() !== army.head) return refuse(ANOTHER);
  if (!to) return refuse(NO_STEP);
  const words = `${name === "undo" ? "Undone" : "Redone"}: ${to.said}`;
  const { undone = [] } = army;
  await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
    if (to.again) {
      edits.put(to.again.edit);
      armies.put({ ...army, now: to.again.now, undone: undone.slice(0, -1) });
    } else if (to.steps === undefined) {
      edits.delete(last.place);
      armies.put({ ...army, now: last.before, undone: [...undone, { edit: last, now: army.now, steps }] });
    } else {
      if (to.steps === 0) edits.delete(last.place);
      else edits.put({ id: newId(), army: address, before: army.now, ...restoreEdit, name: RESTORE, form: `number=${to.number}`, steps: to.steps, said: words });
      armies.put({ ...army, now: to.now });
    }
  });
  await showState();
  return respond(await redraw(words, form.get("at") ?? ""));
}

async function look(to, request) {
  const lookHere = async () => {
    const army = await get("armies", address);
    return ask({ army, at: to.searchParams.get("at") ?? "" }).then(respond, ({ message }) => refuse(message));
  };
  if ((await editsOf(address)).some(isWaiting)) return lookHere();
  return fetch(to, request).catch((failure) => (failure.name === "AbortError" ? Promise.reject(failure) : lookHere()));
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

// Show the army as it is on this device.
async function showHere() {
  await applyEdits();
  pageArmy = null;
  await swap(respond(await redraw()));
}

// --- suggestions ----------------------------------------------------------------------------------
// The site has separate pages for them; when it does not answer, or the army on this device differs, a dialog has them.

const isOfSuggestions = ({ pathname }) => ["mend/", "complete/"].some((name) => pathname.startsWith(address + name));

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
    await swap(await locked(address, () => applyHere(name, String(form))));
  });
  document.body.append(dialog);
  dialog.showModal();
}

async function showOffer(page) {
  document.getElementById("offered")?.close();
  const reply = await locked(address, async () => {
    await applyEdits();
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

// Send the waiting edits; returns whether the page shows what the site has now.
async function sendNow() {
  try {
    const outcome = await locked(address, () => send(address));
    if (!outcome) return true;
    await showState(outcome.words);
    if (outcome.fresh?.head !== outcome.number || !pageArmy) location.reload();
    else for (const field of document.querySelectorAll("#head, [name=head]")) field.value = outcome.number;
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
  // An edit made before the waiting ones have arrived would apply to an older version.
  builder.inert = waits;
  if (!waits || !isLive || !(await sendNow())) {
    if (waits || (!isLive && head() !== army.head)) await showHere().catch(({ message }) => showState(message));
  }
  builder.inert = false;
}

document.addEventListener("network", () => { if (!isAway()) sendNow(); });
begin();
