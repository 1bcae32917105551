// Follows what others do on a page that shows it as it is now: once something has happened, the page is fetched again.
// What is open, and a field with the focus, stay as they are.

const PERIOD = 3_000; // milliseconds, as below
const PATIENCE = 15_000;
const shown = () => document.querySelector("[data-happened]").dataset; // renewed with the page

htmx.registerExtension("following", {
  htmx_before_morph_attr: (/** @type {Found} */ element, /** @type {{ attrName: string }} */ { attrName }) =>
    !["open", "aria-expanded"].includes(attrName),
});

async function look() {
  const { happened, head } = shown();
  const answer = await fetch(`${happened}?since=${head}`, { signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 404) location.reload(); // it says why
  if (answer.status !== 200) return;
  await htmx.ajax("GET", location.href, { target: "#main", select: "#main", swap: "outerMorph" });
}

async function follow() {
  if (!document.hidden) await look().catch(() => { /* without a network nothing is heard */ });
  setTimeout(follow, PERIOD);
}

setTimeout(follow, PERIOD);
