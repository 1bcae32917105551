// Renews the preview a moment after each change, and moves parts without asking the server.

const form = document.getElementById("print-choices");
const making = document.getElementById("making");
const show = document.getElementById("show-preview");
const parts = form.querySelector(".print-parts");
let waiting;

function previewSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => form.requestSubmit(show), 400);
}

function openSections() {
  for (const section of form.querySelectorAll("details[data-when]")) {
    const choices = section.dataset.when.split(" ");
    if (choices.some((name) => form.querySelector(`input[type=checkbox][name=${name}]`)?.checked)) section.open = true;
  }
}

function move(row, later) {
  const other = later ? row.nextElementSibling : row.previousElementSibling;
  if (!other?.matches(".print-part")) return;
  if (later) other.after(row); else other.before(row);
  const rows = [...parts.querySelectorAll(".print-part")];
  form.elements.order.value = rows.map((each) => each.dataset.part).join(",");
  rows.forEach((each, place) => {
    const [up, down] = each.querySelectorAll("button");
    up.disabled = place === 0;
    down.disabled = place === rows.length - 1;
  });
}

form.addEventListener("change", (event) => {
  if (event.target.name === "name") return;
  openSections();
  previewSoon();
});

show.addEventListener("click", () => document.querySelector(".print-preview").scrollIntoView({ block: "nearest" }));

function endMaking() {
  making.textContent = "";
}

// Until its PDF has come, a form that is sent again gets the same one; after that a new one.
function endForms() {
  endMaking();
  for (const field of document.querySelectorAll("input[name=submission]")) field.value = crypto.randomUUID();
}

// A page hears nothing of a download, so the site sends a cookie with the PDF.
if (globalThis.navigation && globalThis.cookieStore) {
  navigation.addEventListener("navigate", ({ sourceElement }) => {
    if (sourceElement?.matches("[data-prints]")) making.textContent = "Making the PDF…";
  });
  navigation.addEventListener("navigateerror", endMaking);
  cookieStore.addEventListener("change", ({ changed }) => { if (changed.some(({ name }) => name === "printed")) endForms(); });
  addEventListener("pagehide", endMaking);
}

parts.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=move]");
  if (!button) return;
  event.preventDefault();
  const later = button.value.endsWith(":down");
  const row = button.closest(".print-part");
  move(row, later);
  const [up, down] = row.querySelectorAll("button");
  (button.disabled ? (later ? up : down) : button).focus();
  previewSoon();
});
