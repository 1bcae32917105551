// Sends the events of this device to the server in the order in which they were made, and again under the same id when
// no answer came. They survive a reload until the server has them. In between, polls for the events of others, seldom
// while news.js would say that there are some.

import { EVENTS, eventsIn, eventsKey, newId } from "../device_store.js";
import { isAway, noteAnswer } from "../network.js";
import { noteVersion } from "../page_state.js";

const MAX_AT_ONCE = 50;
const PATIENCE = 15_000; // milliseconds, as all below
const POLL = 700;
const POLL_WHEN_QUIET = 3_000;
const POLL_WHEN_HIDDEN = 30_000;
const POLL_WHEN_TOLD = 30_000;
const QUIET_AFTER = 120_000;
const LONGEST_PAUSE = 30_000;

export class MatchQueue {
  /** @param {QueueOptions} options */
  constructor({ address, csrf, side, alone, forces, head, photo, onUpdate, onResult, onChange }) {
    this.address = address;
    this.csrf = csrf;
    this.alone = alone;
    this.forces = forces;
    this.head = head;
    this.photo = photo;
    this.onUpdate = onUpdate;
    this.onResult = onResult;
    this.onChange = onChange;
    this.key = eventsKey(address, side);
    this.failures = 0;
    this.stopped = "";
    this.isUnsaved = false;
    this.busy = false;
    this.active = Date.now();
    this.isUpToDate = () => false;
    this.events = this.read();
  }

  read() {
    try {
      const text = localStorage.getItem(this.key) ?? "[]";
      const events = eventsIn(text);
      // Damaged events are set aside: the file of everything on this device still has them.
      if (!events) localStorage.setItem(`${EVENTS}damaged ${this.key}`, text);
      return events ?? [];
    } catch {
      return [];
    }
  }

  // Another window may have added or sent some since the last read.
  readAgain() {
    if (!this.isUnsaved) this.events = this.read();
  }

  keep() {
    try {
      if (this.events.length) localStorage.setItem(this.key, JSON.stringify(this.events));
      else localStorage.removeItem(this.key);
      this.isUnsaved = false;
    } catch {
      this.isUnsaved = true;
    }
    this.onChange();
  }

  start() {
    // Events that could not be stored are lost with the page.
    addEventListener("beforeunload", (event) => { if (this.isUnsaved) event.preventDefault(); });
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

  /** @param {NewEvent} event */
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
    const untold = Date.now() - this.active > QUIET_AFTER ? POLL_WHEN_QUIET : POLL;
    const usual = this.isUpToDate() ? POLL_WHEN_TOLD : untold;
    clearTimeout(this.timer);
    const wait = Math.max(document.hidden ? POLL_WHEN_HIDDEN : usual, this.failures ? pause : 0);
    this.timer = setTimeout(() => this.now(), wait);
  }

  async talk() {
    this.busy = true;
    const batch = this.events.slice(0, MAX_AT_ONCE);
    let answered = false;
    try {
      const response = await (batch.length ? this.post(batch) : this.poll());
      answered = response.ok;
      noteVersion(response.headers);
      if (response.ok) await this.take(response, batch);
      else if (response.status !== 429 && response.status < 500) this.stop(response.status);
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

  /** @param {MatchEvent[]} events */
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
    return fetch(`${this.address}?since=${this.head()}&forces=${this.forces}&photo=${this.photo()}${alone}`, {
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  /**
   * @param {Response} response
   * @param {MatchEvent[]} batch
   */
  async take(response, batch) {
    if (response.status === 204) return;
    const { results = [], ...update } = await response.json();
    const answered = new Set(batch.slice(0, results.length).map(({ id }) => id));
    this.readAgain();
    this.events = this.events.filter(({ id }) => !answered.has(id));
    if (answered.size) this.active = Date.now();
    this.onUpdate(update);
    if (answered.size) this.keep();
    results.forEach((/** @type {Result} */ result, /** @type {number} */ index) => this.onResult(batch[index], result));
  }

  /** @param {number} status */
  stop(status) {
    this.stopped = status === 404
      ? "This game no longer exists, or your seat was withdrawn. Open your seat’s link to take it again."
      : "The site did not accept your changes. Reload the page.";
    this.onChange();
  }
}
