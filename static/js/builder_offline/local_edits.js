// Edits of an army that is on this device: each is stored here before it is sent, and without a network applied here.

import { keepPage, locked, note, renew } from "../army_edits.js";
import { editsOf, isWaiting, newId, put, remove, withStores } from "../device_store.js";
import { noteAnswer } from "../network.js";
import { showState } from "../page_state.js";
import { address, armyHere, head } from "./army.js";
import { askForEdit, noteDrawn, refuse, respond } from "./page.js";
import { ANOTHER, step } from "./steps.js";

const RENEWED_AFTER = 500; // milliseconds
const KEPT_AFTER = 5_000;
const PATIENCE = 15_000; // for the site to answer before the edit is made here
const NO_ROOM = "Not saved: this device’s storage is full, or this is a private window.";

/** @type {number | undefined} */
let renewing;

/** @param {number} last */
function renewSoon(last) {
  clearTimeout(renewing);
  renewing = setTimeout(async () => {
    try {
      await locked(address, () => renew(address, last));
      renewing = setTimeout(() => keepPage(address).then(() => showState(), () => {}), KEPT_AFTER);
    } catch { /* the edits stay stored, and the site knows them when they are sent again */ }
  }, RENEWED_AFTER);
}

/**
 * @param {URL} to
 * @param {RequestInit} request
 */
function patientFetch(to, request) {
  const signals = [request.signal, AbortSignal.timeout(PATIENCE)].filter((each) => !!each);
  return fetch(to, { ...request, signal: AbortSignal.any(signals) }).catch((failure) => {
    if (failure.name !== "AbortError") noteAnswer(false);
    throw failure;
  });
}

// --- here -----------------------------------------------------------------------------------------

// Apply the stored edits that were not applied here yet; returns the reply for the last one.
export async function applyEdits() {
  /** @type {any} */
  let reply = null;
  for (const edit of await editsOf(address)) {
    const army = /** @type {StoredArmy} */ (await armyHere());
    if (edit.before) continue;
    reply = await askForEdit(army, edit);
    if (!reply.now) {
      await remove("edits", edit.place);
      if (reply.status === 200) continue; // it changes nothing
      return reply;
    }
    await withStores(["armies", "edits"], "readwrite", (armies, edits) => Promise.all([
      armies.put({ ...army, now: reply.now, undone: [] }),
      edits.put({ ...edit, before: army.now, said: reply.said }),
    ]));
    noteDrawn(reply.now);
  }
  return reply;
}

// Apply the edit stored at this place, after those stored `before`.
/**
 * @param {number} place
 * @param {StoredEdit[]} before
 */
async function applyStored(place, before) {
  const army = /** @type {StoredArmy} */ (await armyHere());
  if (!before.length && head() !== army.head) return remove("edits", place).then(() => refuse(ANOTHER));
  const reply = await applyEdits().catch((failure) => remove("edits", place).then(() => refuse(failure.message)));
  await showState();
  return reply instanceof Response ? reply : respond(reply);
}

// Apply an edit on this device, to be sent later with the others.
/**
 * @param {string} name
 * @param {string} form
 */
export async function applyHere(name, form) {
  const before = await editsOf(address);
  try {
    return await applyStored(await note({ id: newId(), army: address, name, form }), before);
  } catch {
    return refuse(NO_ROOM);
  }
}

// --- on the site, or else here --------------------------------------------------------------------

/**
 * @param {URL} to
 * @param {RequestInit & { body: URLSearchParams }} request
 */
export async function edit(to, request) {
  const form = new URLSearchParams([...request.body]);
  form.delete("csrfmiddlewaretoken");
  const name = to.pathname.split("/").at(-1) ?? "";
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

// Undo or redo on the site, or here when it does not answer.
/**
 * @param {"undo" | "redo"} name
 * @param {URLSearchParams} form
 * @param {URL} to
 * @param {RequestInit} request
 * @param {StoredEdit[]} before
 */
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
