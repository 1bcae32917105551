// Copies the text of a box and says so.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const box = document.getElementById(button.dataset.copy);
  const said = button.parentElement.querySelector(".copy-said");
  try {
    await navigator.clipboard.writeText(box.value);
    said.textContent = "Copied.";
  } catch {
    box.focus();
    box.select();
    said.textContent = "Marked: copy it with your device’s own means.";
  }
});
