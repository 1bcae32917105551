// The fields of an engagement: those that the player has set are sent, all others follow the state of the game.

const PREFIX = "q-"; // of the names of a question's fields
const LIST = /-(?:\d+|rows)(?:-.*)?$/; // a row of a list, or their number

const panel = document.getElementById("engage-panel");
const chosen = new Set(); // names of fields, and of lists as wholes

const keyOf = (name) => name.replace(LIST, "");
const isSent = (name) => !name.startsWith(PREFIX) || chosen.has(keyOf(name));

// The question that is open, without the fields that follow the game; null without one.
export function question() {
  const form = document.getElementById("engage-form");
  if (!form) return null;
  const fields = [...new FormData(form)].filter(([name]) => isSent(name));
  return new URLSearchParams(/** @type {[string, string][]} */ (fields));
}

panel.addEventListener("input", ({ target }) => chosen.add(keyOf(target.name)), true);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!panel.contains(ctx.target)) return;
  for (const name of [...ctx.request.body.keys()]) if (!isSent(name)) ctx.request.body.delete(name);
});

// Give the fields that follow the game what the site says, in the places where they stand.
function update(place, fresh) {
  const fields = [...place.querySelectorAll("[name]")];
  const others = [...fresh.querySelectorAll("[name]")];
  const isSame = fields.length === others.length && fields.every(({ name }, index) => name === others[index].name);
  if (!isSame && !place.contains(document.activeElement)) return place.replaceChildren(...fresh.childNodes);
  if (!isSame) return;
  fields.forEach((field, index) => {
    if (isSent(field.name)) return;
    field.value = others[index].value;
    field.checked = others[index].checked;
  });
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.request || !panel.querySelector("#engage-form")) return;
  if (ctx.target === panel || ctx.target.id === "engage") {
    chosen.clear();
    for (const name of new URL(ctx.request.action, location.href).searchParams.keys()) {
      if (name.startsWith(PREFIX)) chosen.add(keyOf(name));
    }
    return;
  }
  const page = new DOMParser().parseFromString(ctx.text, "text/html");
  for (const selector of [".engage-fields", ".engage-rest .schema-form"]) {
    const [place, fresh] = [panel.querySelector(selector), page.querySelector(selector)];
    if (place && fresh) update(place, fresh);
  }
});
