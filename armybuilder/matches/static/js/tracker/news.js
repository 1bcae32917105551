// Keeps a connection open while the page is seen, which tells where the game stands: then the queue asks for events
// only when there are some.

import { isAway } from "../network.js";

const ASK_AGAIN = 30_000; // milliseconds, for a connection that the site has refused
const SOON = 100; // milliseconds, while the queue is talking

/**
 * @param {Follower} queue
 * @param {string} address
 */
export function listen(queue, address) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {News | undefined} */
  let told;
  /** @type {number | undefined} */
  let timer;

  /** @param {News} given */
  const isBehind = ({ head, forces, players, photo }) => (
    head > queue.head() || forces !== queue.forces || (queue.alone && players > 1)
    || (queue.photo !== undefined && photo !== queue.photo())
  );

  function look() {
    if (!told || !isBehind(told)) return;
    if (queue.busy) setTimeout(look, SOON);
    else queue.now();
  }

  function open() {
    clearTimeout(timer);
    source?.close();
    source = told = undefined;
    if (document.hidden || queue.stopped || isAway()) return;
    const opened = source = new EventSource(address);
    opened.addEventListener("message", ({ data }) => {
      told = JSON.parse(data);
      look();
    });
    // The browser opens it again by itself, unless the site has refused it. Until then the queue asks.
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, ASK_AGAIN);
      if (!told) return;
      told = undefined;
      queue.now();
    });
  }

  queue.isUpToDate = () => Boolean(told && !isBehind(told));
  document.addEventListener("network", open);
  document.addEventListener("visibilitychange", open);
  open();
}
