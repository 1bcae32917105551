// Copies the text of a box with one tap and says so; where the browser does not let a page do so, the text is marked.

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const box = document.getElementById(button.dataset.copy);
  const said = button.parentElement.querySelector(".copy-said");
  try {
    await navigator.clipboard.writeText(box.value ?? box.textContent);
    said.textContent = "Copied.";
  } catch {
    mark(box);
    said.textContent = "Marked: copy it with your device’s own means.";
  }
});

function mark(box) {
  const folded = box.closest("details");
  if (folded) folded.open = true;
  box.focus();
  if (box.select) box.select();
  else getSelection().selectAllChildren(box);
}
