// Copies the text of a box with one tap and says so; where the browser does not allow that, the text is selected.
// A form of `data-copies-link` copies the link that it is answered with, or else shows its page.

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const box = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector(".copy-said");
  try {
    await navigator.clipboard.writeText(box.value ?? box.textContent);
    status.textContent = "Copied.";
  } catch {
    selectText(box);
    status.textContent = "Selected: copy it now.";
  }
});

/** @param {Found} box */
function selectText(box) {
  const details = box.closest("details");
  if (details) details.open = true;
  box.focus();
  if (box.select) box.select();
  else getSelection()?.selectAllChildren(box);
}

/** @param {Found} form */
async function fetchLink(form) {
  const sent = { method: "POST", body: new FormData(form), headers: { Accept: "text/plain" } };
  const answer = await fetch(form.action, sent);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// Safari lets a page copy only during the tap, which is over once the text has come: it takes the promise of a text.
/** @param {Promise<string>} text */
async function copyWhenThere(text) {
  if (!globalThis.ClipboardItem) throw new Error("This browser has no ClipboardItem.");
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-copies-link]");
  if (!form) return;
  event.preventDefault();
  const status = form.querySelector(".copy-said");
  const link = fetchLink(form);
  try {
    await copyWhenThere(link).catch(async () => navigator.clipboard.writeText(await link));
    status.textContent = "Link copied.";
  } catch {
    form.submit();
  }
});
