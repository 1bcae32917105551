// Makes a large photograph smaller before it is sent: phones take larger ones than the site accepts.

const LARGE = 1_500_000; // bytes
const MAX_SIDE = 1600; // pixels

/** @param {File} file */
async function shrink(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.9); });
  return new File([blob], "picture.jpg", { type: "image/jpeg" });
}

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.matches?.("input[data-shrinks]") || !input.files[0] || input.files[0].size <= LARGE) return;
  const buttons = [...input.form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    const files = new DataTransfer();
    files.items.add(await shrink(input.files[0]));
    input.files = files.files;
  } catch {
    // The server explains why a file is no picture.
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});
