// Events of this phone on their way to the server: kept through reload until it has them, sent in the order in which
// they were made, and sent again under the same id where no answer came. In between, polls for what others did.

import { EVENTS, eventsIn, eventsKey, newId } from "./device_store.js";
import { isAway, noteAnswer } from "./network.js";
import { noteVersion } from "./page_state.js";

const MOST_AT_ONCE = 50;
const PATIENCE = 15_000; // milliseconds, as all below
const POLL = 1_000;
const POLL_WHEN_QUIET = 3_000;
const POLL_WHEN_HIDDEN = 30_000;
const QUIET_AFTER = 120_000;
const LONGEST_PAUSE = 30_000;

export class MatchQueue {
  // `head` gives the number of the last entry known; `onUpdate` gets what is new, `onResult` what became of an event,
  // `onChange` is called when what waits or how sending goes has changed.
  constructor({ address, csrf, side, alone, head, onUpdate, onResult, onChange }) {
    Object.assign(this, { address, csrf, alone, head, onUpdate, onResult, onChange });
    this.key = eventsKey(address, side);
    this.failures = 0;
    this.stopped = "";
    this.unkept = false;
    this.busy = false;
    this.active = Date.now();
    this.events = this.read();
  }

  read() {
    try {
      const text = localStorage.getItem(this.key) ?? "[]";
      const events = eventsIn(text);
      // What cannot be read is put aside: a file of what is on this device has it still.
      if (!events) localStorage.setItem(`${EVENTS}damaged ${this.key}`, text);
      return events ?? [];
    } catch {
      return [];
    }
  }

  // Another window may have added or sent some, and this one not have heard of it yet.
  readAgain() {
    if (!this.unkept) this.events = this.read();
  }

  keep() {
    try {
      if (this.events.length) localStorage.setItem(this.key, JSON.stringify(this.events));
      else localStorage.removeItem(this.key);
      this.unkept = false;
    } catch {
      this.unkept = true;
    }
    this.onChange();
  }

  start() {
    // What this device could not keep is lost with the page.
    addEventListener("beforeunload", (event) => { if (this.unkept) event.preventDefault(); });
    document.addEventListener("network", () => (isAway() ? this.onChange() : this.now()));
    document.addEventListener("visibilitychange", () => !document.hidden && this.now());
    document.addEventListener("pointerdown", () => { this.active = Date.now(); });
    // Another window of this browser plays the same seat.
    addEventListener("storage", ({ key }) => {
      if (key !== this.key) return;
      this.events = this.read();
      this.onChange();
    });
    this.now();
  }

  add(event) {
    this.readAgain();
    this.events.push({ id: newId(), ...event });
    this.keep();
    this.now();
  }

  // Talk to the server at once, or again in a while.
  now() {
    clearTimeout(this.timer);
    if (!this.busy && !this.stopped) this.talk();
  }

  later() {
    const pause = Math.min(LONGEST_PAUSE, POLL * 2 ** this.failures);
    const usual = Date.now() - this.active > QUIET_AFTER ? POLL_WHEN_QUIET : POLL;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), Math.max(document.hidden ? POLL_WHEN_HIDDEN : usual, this.failures ? pause : 0));
  }

  async talk() {
    this.busy = true;
    const batch = this.events.slice(0, MOST_AT_ONCE);
    let answered = false;
    try {
      const response = await (batch.length ? this.post(batch) : this.poll());
      answered = response.ok;
      noteVersion(response.headers);
      if (response.ok) await this.take(response, batch);
      else if (![429, 502, 503, 504].includes(response.status) && response.status < 500) this.stop(response.status);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      answered = false;
      noteAnswer(false);
    } finally {
      this.busy = false;
      const failed = this.failures;
      this.failures = answered ? 0 : this.failures + 1;
      if (failed !== this.failures) this.onChange();
      if (answered && this.events.length) this.now();
      else if (!this.stopped) this.later();
    }
  }

  post(events) {
    return fetch(this.address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrf },
      body: JSON.stringify({ since: this.head(), events }),
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  poll() {
    const alone = this.alone ? "&alone" : "";
    return fetch(`${this.address}?since=${this.head()}${alone}`, { signal: AbortSignal.timeout(PATIENCE) });
  }

  async take(response, batch) {
    if (response.status === 204) return;
    const { results = [], ...update } = await response.json();
    const done = new Set(batch.slice(0, results.length).map(({ id }) => id));
    this.readAgain();
    this.events = this.events.filter(({ id }) => !done.has(id));
    if (done.size) this.active = Date.now();
    this.onUpdate(update);
    if (done.size) this.keep();
    results.forEach((result, index) => this.onResult(batch[index], result));
  }

  stop(status) {
    this.stopped = status === 404
      ? "This game is not there any more, or your seat was withdrawn. Open your seat’s own link to take it again."
      : "The site does not take what this page sends. Reload the page.";
    this.onChange();
  }
}
