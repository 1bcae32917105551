// Copying a text with one tap, and reading a file that is dropped on the page.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const said = button.parentElement.querySelector(".copied");
    try {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "The browser does not allow it; mark the text and copy it.";
    }
  });
}

const form = document.getElementById("import");

if (form) {
  const input = form.querySelector("[type=file]");
  form.querySelector(".drop-here").hidden = false;
  const carriesFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    form.classList.add("import-drop");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("import-drop");
  });
  document.addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    form.classList.remove("import-drop");
    input.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
