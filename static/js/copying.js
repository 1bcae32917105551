// Copies the text of a box with one tap and says so; where the browser does not allow that, the text is selected.

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
