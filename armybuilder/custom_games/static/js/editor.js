// The editor of a described game: a preview while its player types, cells of a table, and nothing unsaved is lost.

const PAUSE = 400; // milliseconds without typing after which the preview is asked for

const form = document.querySelector(".editor-form");
const outcome = document.getElementById("outcome");
let unsaved = false;
let leaving = false;
/** @type {number | undefined} */
let waiting;
let asked = 0;
// Not form.action: the form of a calculator has a field of that name.
const address = form?.getAttribute("action");

// Beside the form the list of parts is always open, as style sheets show it; above it, on phones, it is folded, and so
// are the names for formulas.
const parts = document.querySelectorAll(".editor-nav, .editor-names");
const wide = matchMedia("(min-width: 60rem)");
const unfold = () => { for (const part of parts) part.open = wide.matches; };
unfold();
wide.addEventListener("change", unfold);

// --- the preview ----------------------------------------------------------------------------------

async function ask() {
  const number = ++asked;
  const sent = new FormData(form);
  const response = await fetch(form.dataset.preview, { method: "POST", body: sent }).catch(() => null);
  // A later question is on its way, or there is no network: what is shown stays.
  if (!response?.ok || number !== asked) return;
  show(await response.text());
}

/** @param {string} html */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const frame = outcome.querySelector("#card");
  const next = page.querySelector("#card");
  // A frame that stays where it is does not flicker, and adds no step to the browser's history.
  if (frame && next) {
    const source = next.getAttribute("src");
    if ((frame.getAttribute("data-shows") ?? frame.getAttribute("src")) !== source) {
      frame.contentWindow.location.replace(source);
      frame.setAttribute("data-shows", source);
    }
    frame.title = next.title;
    next.replaceWith(page.createElement("i"));
    const [before, after] = around(page);
    for (const old of [...outcome.childNodes]) if (old !== frame) old.remove();
    frame.before(...before);
    frame.after(...after);
  } else {
    outcome.replaceChildren(...page.body.childNodes);
  }
  mark();
}

/** @param {Document} page */
function around(page) {
  const nodes = [...page.body.childNodes];
  const place = nodes.findIndex((node) => node.nodeName === "I");
  return [nodes.slice(0, place), nodes.slice(place + 1)];
}

// What is wrong stands at its field, too.
function mark() {
  if (!form) return;
  for (const old of form.querySelectorAll(".editor-live")) old.remove();
  for (const field of form.querySelectorAll("[data-live]")) {
    field.removeAttribute("data-live");
    field.removeAttribute("aria-invalid");
  }
  for (const item of outcome.querySelectorAll("[data-field]")) {
    const { field: id, message } = item.dataset;
    const field = id && document.getElementById(id);
    if (!field || !form.contains(field)) continue;
    field.setAttribute("data-live", "");
    field.setAttribute("aria-invalid", "true");
    const words = document.createElement("span");
    words.className = "editor-live schema-form-problem";
    words.textContent = message;
    field.parentElement.append(words);
  }
}

function changed() {
  unsaved = true;
  form.querySelector(".editor-unsaved")?.removeAttribute("hidden");
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

// --- nothing unsaved is lost ----------------------------------------------------------------------

addEventListener("beforeunload", (event) => {
  if (unsaved && !leaving) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!unsaved || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.pathname === location.pathname && link.hash) return;
  if (!link.pathname.startsWith("/your-games/") || link.origin !== location.origin) return;
  event.preventDefault();
  const { next } = form.elements;
  next.disabled = false;
  next.value = link.pathname + link.search + link.hash;
  form.requestSubmit();
});

// Other forms of the page change the game as well: what is typed is saved before.
document.addEventListener("submit", async (event) => {
  const other = event.target;
  if (other === form) {
    leaving = true;
    return;
  }
  if (!unsaved || !form || !other.closest(".editor, .editor-bar")) return;
  event.preventDefault();
  const { submitter } = event;
  const response = await fetch(address, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!response?.ok) {
    form.requestSubmit(); // the page that comes says what is wrong
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const head = page.querySelector("input[name=head]");
  for (const input of document.querySelectorAll("input[name=head]")) {
    input.value = head.value;
  }
  unsaved = false;
  other.requestSubmit(submitter);
});

// --- rows ----------------------------------------------------------------------------------------

/** @param {Found} button */
async function changeRows(button) {
  const sent = new FormData(form);
  sent.append(button.name, button.value);
  const response = await fetch(address, { method: "POST", body: sent }).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const label = button.getAttribute("aria-label") ?? button.textContent;
  const id = button.closest("fieldset")?.id;
  form.replaceChildren(...(page.getElementById("place-form")).childNodes);
  const buttons = [...form.querySelectorAll("button[data-row]")];
  const again = buttons.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === label);
  if (button.name === "add-row" && id) {
    const rows = document.getElementById(id)?.querySelectorAll(".schema-form-row");
    const last = rows?.[rows.length - 1];
    last?.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  } else {
    (again ?? form.querySelector("button"))?.focus();
  }
  changed();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#place-form button[data-row]");
  if (!button) return;
  event.preventDefault();
  changeRows(button);
});

// --- cells ---------------------------------------------------------------------------------------

/** @param {Element} row */
const cellsOf = (row) => [...row.querySelectorAll("input:not([type=hidden]), select")];
const rowsOf = () => [...form.querySelectorAll(".editor-grid tbody tr")];

// One more blank row at the end, with the names of the next one.
function addRow() {
  const rows = rowsOf();
  const last = rows[rows.length - 1];
  const number = Number(last.getAttribute("data-row"));
  const { list } = last.dataset; // the rows' name in the form
  const copy = last.outerHTML.replaceAll(`${list}-${number}`, `${list}-${number + 1}`);
  const row = new DOMParser().parseFromString(`<table>${copy}</table>`, "text/html").querySelector("tr");
  row.setAttribute("data-row", String(number + 1));
  for (const button of row.querySelectorAll("[aria-label]")) {
    const label = button.getAttribute("aria-label").replace(String(number + 1), String(number + 2));
    button.setAttribute("aria-label", label);
  }
  for (const said of row.querySelectorAll(".editor-live, .schema-form-doubt")) said.remove();
  last.after(row);
  for (const cell of cellsOf(row)) cell.value = "";
  const key = row.querySelector("input[name$='-key']");
  if (key) key.value = "";
  form.elements[`${list}-rows`].value = String(number + 2);
}

/** @param {Found} cell @param {string} text */
function fill(cell, text) {
  const words = text.trim();
  if (cell instanceof HTMLSelectElement) {
    const option = [...cell.options].find((each) => [each.value, each.label].some((word) => same(word, words)));
    if (option) cell.value = option.value;
  } else {
    cell.value = words;
  }
}

/** @param {string} one @param {string} other */
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

document.addEventListener("paste", (event) => {
  const cell = event.target;
  const row = cell.closest?.(".editor-grid tbody tr");
  const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "") ?? "";
  if (!row || !/[\t\n]/.test(text)) return;
  event.preventDefault();
  const first = rowsOf().indexOf(row);
  const column = cellsOf(row).indexOf(cell);
  for (const [down, line] of text.split("\n").entries()) {
    while (rowsOf().length <= first + down && rowsOf().length < Number(row.closest("table").dataset.max)) addRow();
    const cells = cellsOf(rowsOf()[first + down] ?? document.createElement("tr"));
    for (const [right, words] of line.split("\t").entries()) {
      if (cells[column + right]) fill(cells[column + right], words);
    }
  }
  changed();
});

// Up, down and Enter go to the cell above or below.
document.addEventListener("keydown", (event) => {
  const cell = event.target;
  const row = cell.closest?.(".editor-grid tbody tr");
  if (!row || cell instanceof HTMLSelectElement || cell instanceof HTMLButtonElement) return;
  const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[/** @type {"Enter"} */ (event.key)];
  if (!by) return;
  const rows = rowsOf();
  const next = rows[rows.indexOf(row) + by];
  event.preventDefault();
  cellsOf(next ?? row)[cellsOf(row).indexOf(cell)]?.focus();
});

// --- formulas ------------------------------------------------------------------------------------

/** @type {Found} */
let formula = null;

document.addEventListener("focusin", (event) => {
  const field = event.target;
  if (!form?.contains(field)) return;
  if (field.matches("input[type=text], textarea")) formula = field;
  const row = field.closest(".editor-grid tbody tr");
  const { shown } = form.elements;
  if (!row || shown.value === row.getAttribute("data-row")) return;
  shown.value = row.getAttribute("data-row");
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-insert]");
  if (!button || !formula?.isConnected) return;
  formula.setRangeText(button.dataset.insert, formula.selectionStart, formula.selectionEnd, "end");
  formula.focus();
  formula.dispatchEvent(new Event("input", { bubbles: true }));
});

if (form) {
  form.addEventListener("input", (/** @type {Event & { target: Found }} */ event) => {
    const row = event.target.closest(".editor-grid tbody tr");
    const rows = row ? rowsOf() : [];
    // The last blank row is about to be filled: there is another one.
    const isLast = row && row === rows[rows.length - 1] && !document.querySelector("[data-later]");
    if (isLast && rows.length < Number(row.closest("table").dataset.max)) addRow();
    changed();
  });
  form.addEventListener("change", changed);
}
