// Has the browser keep pages for when there is no network, and says on a page that was kept since when.

const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;

if (document.documentElement.dataset.kept) {
  const since = new Date(document.documentElement.dataset.kept).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const words = document.createElement("p");
  words.className = "alert alert-warning";
  words.setAttribute("role", "status");
  words.textContent = `There is no network. This page is as it was kept on ${since}.`;
  document.getElementById("main").prepend(words);
}

// The addresses are kept by and by, some at a time, so that nothing else has to wait.
export async function keepPages(addresses, parts = []) {
  if (!worker || !navigator.onLine) return;
  try {
    await worker.register("/service-worker.js");
    const { active } = await worker.ready;
    active.postMessage({ keep: addresses, parts });
  } catch { /* a private window, or one that keeps nothing */ }
}
