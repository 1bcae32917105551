// Reads a file as soon as it is chosen or dropped on the page.

const form = document.getElementById("import");
const input = form.querySelector("[type=file]");
form.querySelector(".drop-here").hidden = false;
input.addEventListener("change", () => input.files.length && form.requestSubmit());
/** @param {DragEvent} event */
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
