// Several saves in a row from one page: each applies to the version that the one before has made, so the number is
// filled in when it is sent.

import { then } from "./answers.js";
import { settleMove } from "./moving.js";

const desk = document.getElementById("desk");
/** @param {Element} element */
const isSave = (element) => element.matches?.("form[hx-post]") && desk.contains(element);

document.addEventListener("htmx:config:request", (event) => {
  if (!isSave(event.detail.ctx.sourceElement)) return;
  // The answer brings a new form: another submission of this one would get no answer.
  if (event.detail.ctx.sourceElement.id === "orders-form") document.getElementById("orders").inert = true;
});
document.addEventListener("htmx:before:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (isSave(sourceElement)) request.body.set("seen", document.getElementById("seen").value);
});
document.addEventListener("htmx:finally:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  then(() => {
    document.getElementById("orders").inert = false;
  });
  if (sourceElement.matches("#place, #paint")) settleMove(response && response.status < 400);
});

// A double tap plays once: the second tap does not count on the new button that the answer to the first brings either.
const DOUBLE_TAP = 350; // milliseconds
let lastTap = -DOUBLE_TAP;

desk.addEventListener(
  "click",
  (/** @type {OnPage<PointerEvent>} */ event) => {
    if (!event.target.closest("#round button")) return;
    const isDouble = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - lastTap < DOUBLE_TAP);
    lastTap = event.timeStamp;
    if (isDouble) event.preventDefault();
  },
  true,
);
