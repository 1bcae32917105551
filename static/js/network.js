// Whether the site answers, by its last answer: a browser knows only whether there is a network, perhaps one without
// the internet.

const PATIENCE = 4_000; // milliseconds for the site to answer
const AGAIN_AFTER = 30_000; // milliseconds until a site that does not answer is asked again

let answers = navigator.onLine && !document.documentElement.dataset.kept;
/** @type {number | undefined} */
let later;

export const isAway = () => !answers;

// Record whether the site answered a request. A change dispatches “network” on the document.
/** @param {boolean} isThere */
export function noteAnswer(isThere) {
  clearTimeout(later);
  if (!isThere) later = setTimeout(isReachable, AGAIN_AFTER);
  if (isThere === answers) return;
  answers = isThere;
  document.dispatchEvent(new Event("network"));
}

// Ask whether the site answers now, with HEAD since the service worker answers GET with kept pages.
export async function isReachable() {
  const isThere = await fetch("/offline", { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) }).then(
    () => true,
    () => false,
  );
  noteAnswer(isThere);
  return isThere;
}

addEventListener("offline", () => noteAnswer(false));
addEventListener("online", isReachable);
// The page may be a kept one only because the site was slow.
if (!answers) isReachable();
