// Shows in the frame what the choices give, a moment after each change.

const form = document.getElementById("print-choices");
const show = document.getElementById("show-preview");
let waiting;

form.addEventListener("change", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => form.requestSubmit(show), 400);
});
