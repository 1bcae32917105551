// Runs the site's own Python in the browser. It is sent {id, message}, a question as JSON (offline/browser.py), and
// sends back {id, reply}, JSON too, or {id, failure} when something went wrong that is no fault of the question.

const ready = start();

addEventListener("message", async ({ data: { id, message } }) => {
  try {
    const reply = await ready;
    postMessage({ id, reply: reply(message) });
  } catch (failure) {
    postMessage({ id, failure: String(failure) });
  }
});

async function start() {
  const { runtime, sources } = await (await fetch("/engine/parts.json")).json();
  const archive = fetch(sources).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(await archive, "zip");
  const browser = python.pyimport("armybuilder.offline.browser");
  browser.start("templates", python.FS.readFile("routes.json", { encoding: "utf8" }));
  return browser.reply;
}
