// A form has an id, by which one that is sent twice creates one thing. What a page from the browser's history sends is
// meant anew, so that its forms get new ids; only the forms of an import, which has one id from file to army, keep it.

const BYTES = 16;

export function renewSubmissions() {
  for (const field of document.querySelectorAll("input[name=submission][data-renewable]")) {
    const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) renewSubmissions();
});
