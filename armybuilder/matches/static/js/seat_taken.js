// Opens the game once the other player has taken the seat.

const PERIOD = 1_000; // milliseconds, as below
const PATIENCE = 15_000;
const { events, game } = document.querySelector("[data-events]").dataset;

async function look() {
  const answer = await fetch(events, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 200 && (await answer.json()).reload) location.assign(game);
}

async function wait() {
  if (!document.hidden) await look().catch(() => { /* without a network nobody is heard */ });
  setTimeout(wait, PERIOD);
}

setTimeout(wait, PERIOD);
