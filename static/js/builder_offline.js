// The builder of an army that is on this device: an edit is noted here before it is sent, and where there is no network
// Python in the browser makes it and draws the page.

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
const NO_ROOM = "Not done: this device cannot keep the change, since its storage is full or a private window keeps nothing.";
const ANOTHER = "Not done: this device has another version of the army than this page shows. Reload the page, or wait for a network.";
const IS_SENT = "Not done: this device does not know yet what the site made of the changes that were sent. They can be undone when there is a network.";
const NO_STEP = "Not done: this device does not keep the army as it was there. Undo and redo need a network for that.";
const RESTORE = "restore"; // the edit that takes steps back which the site has, as in offline/edits.py

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
  const { undoes, redoes } = await stand();
  return engine({ at: "", said: "", edit: "", form: "", undoes: undoes?.said ?? "", redoes: redoes?.said ?? "", token: token(), ...question });
}

// The army as the site has it so many `steps` of undo away from its head (of redo below 0), and what the step there
// from the head's side undid; nothing where this device does not keep it.
const stateAt = ({ back = [], ahead = [] }, steps) => (steps > 0 ? back[steps - 1] : ahead[-steps - 1]);
const saidOf = ({ back = [], ahead = [] }, steps) => (steps < 0 ? ahead[-steps - 1] : back[steps])?.said;

// Where the army stands: the last edit here, how many `steps` from the site's head the edits here begin, and what undo
// and redo lead to, if to anything.
async function stand() {
  const army = await get("armies", address);
  const edits = await editsOf(address);
  const last = edits.at(-1);
  const restored = edits.find(({ name }) => name === RESTORE);
  // Whether the site has what was sent and not answered or not, a later edit that restores what was before undoes it.
  const [sent, another] = edits.filter(({ tried, done }) => tried || done);
  const line = sent ? { back: [{ number: army.head, now: sent.before, said: sent.said }, ...(army.back ?? [])] } : army;
  const steps = restored?.steps ?? 0;
  const again = army.undone?.at(-1);
  const to = (by) => {
    const state = steps + by === 0 ? { now: restored.before } : stateAt(line, steps + by);
    return state && { ...state, steps: steps + by, said: saidOf(line, Math.min(steps, steps + by)) };
  };
  const isOfSite = [restored, sent].includes(last); // nothing was edited here since
  return {
    army,
    last,
    steps,
    restored,
    another,
    undoes: isOfSite ? to(1) : { said: last.said },
    redoes: again?.steps === steps ? { said: again.edit.said, again } : isOfSite ? to(-1) : undefined,
  };
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
      if (reply.status === 200) continue; // it changes nothing
      return reply;
    }
    await withStores(["armies", "edits"], "readwrite", (armies, edits) => {
      armies.put({ ...army, now: reply.now, undone: [] });
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
  if (name === "undo" || name === "redo") return waits ? step(name, form) : stepThere(name, form, to, request, before);
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
      const answer = await patientFetch(to, request);
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

// Undo or redo on the site; here where it does not answer.
async function stepThere(name, form, to, request, before) {
  try {
    const answer = await patientFetch(to, request);
    if (answer.ok) renewSoon(before.at(-1)?.place ?? 0);
    return answer;
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    return step(name, form);
  }
}

// Undo or redo here: an edit that was made here leaves the queue or enters it again, and a step that the site has is an
// edit that restores the state there.
async function step(name, form) {
  const { army, last, steps, restored, another, ...leads } = await stand();
  const to = leads[`${name}es`];
  if (last && (!last.before || another)) return refuse(IS_SENT);
  if (!last && head() !== army.head) return refuse(ANOTHER);
  if (!to) return refuse(NO_STEP);
  const said = `${name === "undo" ? "Undone" : "Redone"}: ${to.said}`;
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
      else edits.put({ id: newId(), army: address, before: army.now, ...restored, name: RESTORE, form: `number=${to.number}`, steps: to.steps, said });
      armies.put({ ...army, now: to.now });
    }
  });
  await showState();
  return respond(await redraw(said, form.get("at") ?? ""));
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

document.addEventListener("network", () => { if (!isAway()) sendNow(); });
begin();
