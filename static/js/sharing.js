// Copies an address with one tap, where the browser lets a page do so.

for (const button of document.querySelectorAll("[data-copies]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
    button.textContent = "Copied";
  });
}
