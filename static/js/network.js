// Whether the site answers, by its last answer: a browser knows only whether there is a network, which may lead nowhere.

const PATIENCE = 4_000; // milliseconds for the site to answer
const AGAIN_AFTER = 30_000; // milliseconds until a site that does not answer is asked again

let answers = navigator.onLine && !document.documentElement.dataset.kept;
let later;

export const isAway = () => !answers;

// Whoever asks the site for anything notes here whether it answered. The document is told of a change by “network”.
export function noteAnswer(isThere) {
  clearTimeout(later);
  if (!isThere) later = setTimeout(isReachable, AGAIN_AFTER);
  if (isThere === answers) return;
  answers = isThere;
  document.dispatchEvent(new Event("network"));
}

// Whether the site answers now. The worker answers other methods than this with kept pages.
export async function isReachable() {
  const isThere = await fetch("/offline", { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) }).then(() => true, () => false);
  noteAnswer(isThere);
  return isThere;
}

addEventListener("offline", () => noteAnswer(false));
addEventListener("online", isReachable);
// A kept page may have come only because the site took long.
if (!answers) isReachable();
