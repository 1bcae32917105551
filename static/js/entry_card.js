// The card beside the form of an entry shows what is entered.

const form = document.querySelector(".own-entry");
const card = document.getElementById("entry-card");

const PAUSE = 400; // milliseconds of no typing after which the card is drawn
/** @type {number | undefined} */
let waiting;

function show() {
  const sent = new FormData(form);
  sent.delete("csrfmiddlewaretoken");
  const address = new URL(card.src);
  for (const [name, value] of sent) address.searchParams.append(name, String(value));
  card.contentWindow.location.replace(address); // no step of the browser's history
}

form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, PAUSE);
});
