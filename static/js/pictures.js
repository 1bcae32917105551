// Makes a large photograph smaller before it is sent: phones take larger ones than the site does.

const LARGE = 1_500_000; // bytes
const LONGEST_SIDE = 1600; // pixels

async function shrunk(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.9); });
  return new File([blob], "picture.jpg", { type: "image/jpeg" });
}

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.matches?.("input[data-shrinks]") || !input.files[0] || input.files[0].size <= LARGE) return;
  const buttons = [...input.form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    const files = new DataTransfer();
    files.items.add(await shrunk(input.files[0]));
    input.files = files.files;
  } catch {
    // What is no picture here is left for the server to refuse in words.
  } finally {
    for (const button of buttons) button.disabled = false;
  }
});
