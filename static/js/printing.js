// Renews the preview a moment after each change.

import { renewSubmissions } from "./submissions.js";

const form = document.getElementById("print-choices");
const making = document.getElementById("making");
const show = document.getElementById("show-preview");
/** @type {number | undefined} */
let waiting;

function previewSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => form.requestSubmit(show), 400);
}

function openSections() {
  for (const section of form.querySelectorAll("details[data-when]")) {
    const choices = section.dataset.when.split(" ");
    if (choices.some((/** @type {string} */ name) => form.querySelector(`input[type=checkbox][name=${name}]`)?.checked))
      section.open = true;
  }
}

form.addEventListener("change", (/** @type {OnPage<Event>} */ event) => {
  if (event.target.name === "name") return;
  openSections();
  previewSoon();
  // What was made is not what is chosen now.
  document.getElementById("made").classList.add("outdated");
});

show.addEventListener("click", () => document.querySelector(".print-preview").scrollIntoView({ block: "nearest" }));

function endMaking() {
  making.textContent = "";
}

// Until its PDF has come, a form that is sent again gets the same one; after that a new one.
function endForms() {
  endMaking();
  renewSubmissions();
}

// A page hears nothing of a download, so the site sends a cookie with the PDF.
if (globalThis.navigation && globalThis.cookieStore) {
  navigation.addEventListener("navigate", ({ sourceElement }) => {
    if (sourceElement?.matches("[data-prints]")) making.textContent = "Making the PDF…";
  });
  navigation.addEventListener("navigateerror", endMaking);
  cookieStore.addEventListener("change", ({ changed }) => {
    const printed = changed.find(({ name }) => name === "printed");
    const job = printed?.value;
    if (!job) return;
    endForms();
    import("./printed.js").then(({ showMade }) => showMade(job));
  });
  addEventListener("pagehide", endMaking);
}
