// The builder of an army that is on this device: edits are stored here before they are sent, and without a network
// Python in the browser applies them and draws the page.

import { Refused, locked, send } from "../army_edits.js";
import { editsOf, isWaiting } from "../device_store.js";
import { isAway } from "../network.js";
import { showState } from "../page_state.js";
import { address, armyHere, builder, head } from "./army.js";
import { applyEdits, edit } from "./local_edits.js";
import { answerFor, ask, isDrawn, refuse, respond, showPage } from "./page.js";
import "./suggestions.js";

/**
 * @param {URL} to
 * @param {RequestInit} request
 */
async function look(to, request) {
  const lookHere = async () => {
    const army = await armyHere();
    const open = to.searchParams.get("open")?.split(",") ?? [];
    return ask({ army, open, at: to.searchParams.get("at") ?? "" }).then(respond, ({ message }) => refuse(message));
  };
  if ((await editsOf(address)).some(isWaiting)) return lookHere();
  return fetch(to, request).catch((failure) => (failure.name === "AbortError" ? Promise.reject(failure) : lookHere()));
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { sourceElement } = ctx;
  const isEdit = sourceElement.id === "edit" || sourceElement.matches(".part-form");
  const ready = answerFor(sourceElement);
  if (ready) ctx.fetch = async () => ready;
  else if (isEdit || sourceElement.matches("a[hx-get], #find")) {
    ctx.fetch = async (/** @type {string} */ to, /** @type {RequestInit & { body: URLSearchParams }} */ request) => {
      const onDevice = await armyHere().catch(() => null);
      if (!onDevice) return fetch(to, request);
      const place = new URL(to, location.href);
      return locked(address, () => (isEdit ? edit(place, request) : look(place, request)));
    };
  }
});

// Show the army as it is on this device.
async function showHere() {
  await applyEdits();
  await showPage();
}

// Send the waiting edits; returns whether the page shows what the site has now.
async function sendNow() {
  try {
    const outcome = await locked(address, () => send(address));
    if (!outcome) return true;
    await showState(outcome.words);
    if (outcome.fresh?.head !== outcome.number || !isDrawn()) location.reload();
    else for (const field of document.querySelectorAll("#head, [name=head]")) field.value = outcome.number;
    return true;
  } catch (failure) {
    await showState(failure instanceof Refused ? failure.message : "");
    return false;
  }
}

async function begin() {
  const army = await armyHere();
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
