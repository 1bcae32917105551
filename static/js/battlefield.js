// Pieces of ground are dragged with the pointer or shifted with the arrow keys; the server draws the table again.

const STEP = 5; // tenths of an inch for one press of an arrow key
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const PATIENCE = 700; // milliseconds after the last key before the shift is sent

/** @type {{ piece: any, from: DOMPoint, right: number, down: number } | null} */
let drag = null;
/** @type {{ piece: any, right: number, down: number, timer?: number } | null} */
let shift = null;
/** @type {{ open: boolean[], choice: any, focused: string | null } | null} */
let view = null;

/**
 * @param {Found} svg
 * @param {PointerEvent} event
 */
function inTenths(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(svg.getScreenCTM().inverse());
}

/**
 * @param {Found} piece
 * @param {number} right
 * @param {number} down
 */
function show(piece, right, down) {
  piece.setAttribute("transform", `translate(${right} ${down})`);
}

/**
 * @param {Found} piece
 * @param {number} right
 * @param {number} down
 */
function send(piece, right, down) {
  const form = document.getElementById("field-form");
  const values = { "piece-moved": piece.dataset.piece, "piece-right": right / 10, "piece-down": down / 10 };
  for (const [id, value] of Object.entries(values)) {
    const input = document.getElementById(id);
    input.disabled = false;
    input.value = value;
  }
  const button = document.createElement("button");
  button.type = "submit";
  button.name = "do";
  button.value = "move";
  button.hidden = true;
  form.append(button);
  form.requestSubmit(button);
}

document.addEventListener("pointerdown", (event) => {
  const piece = event.target.closest?.(".piece");
  if (!piece || event.button !== 0) return;
  const from = inTenths(piece.ownerSVGElement, event);
  drag = { piece, from, right: 0, down: 0 };
  piece.setPointerCapture(event.pointerId);
  piece.classList.add("is-dragged");
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const now = inTenths(drag.piece.ownerSVGElement, event);
  drag.right = Math.round(now.x - drag.from.x);
  drag.down = Math.round(now.y - drag.from.y);
  show(drag.piece, drag.right, drag.down);
});

function release() {
  if (!drag) return;
  const { piece, right, down } = drag;
  drag = null;
  piece.classList.remove("is-dragged");
  if (right || down) send(piece, right, down);
}

document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.(".piece");
  const step = ARROWS[event.key];
  if (!piece || !step) return;
  event.preventDefault();
  if (!shift || shift.piece !== piece) shift = { piece, right: 0, down: 0 };
  shift.right += step[0];
  shift.down += step[1];
  show(piece, shift.right, shift.down);
  clearTimeout(shift.timer);
  shift.timer = setTimeout(sendShift, PATIENCE);
});

function sendShift() {
  if (!shift) return;
  const { piece, right, down, timer } = shift;
  clearTimeout(timer);
  shift = null;
  if (right || down) send(piece, right, down);
}

// Moving on to another piece completes the shift of this one.
document.addEventListener("focusout", (event) => {
  if (event.target === shift?.piece) sendShift();
});

// What is unfolded, selected and focused stays so when the table is drawn again.
const DETAILS = "#field details";
const CHOICE = "#field .field-move select[name=piece]";
const TARGETS = "#field :is([data-piece], summary, button, input, select, a)";
/** @param {Found} element */
const nameOf = (element) => {
  const words = () => `${element.name} ${element.ariaLabel ?? element.textContent.trim()}`;
  return `${element.localName} ${element.dataset.piece ?? words()}`;
};

document.addEventListener("htmx:before:swap", () => {
  const focused = document.activeElement;
  view = {
    open: [...document.querySelectorAll(DETAILS)].map((details) => details.open),
    choice: document.querySelector(CHOICE)?.value,
    focused: focused?.matches(TARGETS) ? nameOf(focused) : null,
  };
});

document.addEventListener("htmx:after:swap", () => {
  if (!view) return;
  const { open, choice, focused } = view;
  view = null;
  document.querySelectorAll(DETAILS).forEach((details, index) => { details.open ||= open[index]; });
  const pieces = document.querySelector(CHOICE);
  if ([...pieces?.options ?? []].some((option) => option.value === choice)) pieces.value = choice;
  if (focused) [...document.querySelectorAll(TARGETS)].find((element) => nameOf(element) === focused)?.focus();
});
