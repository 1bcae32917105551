// Renews the preview a moment after each change.

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

// What one does next with a PDF that has come, from its page.
/** @param {string} job */
async function showMade(job) {
  try {
    sessionStorage.setItem(`printed-${job}`, "1");
    const answer = await fetch(job, { headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    page.querySelector(".print-first")?.remove();
    const made = document.getElementById("made");
    made.replaceChildren(...page.body.children);
    made.scrollIntoView({ block: "nearest" });
    await import("./printed.js");
    await import("./copying.js");
  } catch {
    // The PDF has come, which is what counts.
  }
}

// A page hears nothing of a download, so the site sends a cookie with the PDF.
if (globalThis.navigation && globalThis.cookieStore) {
  navigation.addEventListener("navigate", ({ sourceElement }) => {
    if (sourceElement?.matches("[data-prints]")) making.textContent = "Making the PDF…";
  });
  navigation.addEventListener("navigateerror", endMaking);
  cookieStore.addEventListener("change", ({ changed }) => {
    const printed = changed.find(({ name }) => name === "printed");
    if (!printed?.value) return;
    endForms();
    showMade(printed.value);
  });
  addEventListener("pagehide", endMaking);
}
