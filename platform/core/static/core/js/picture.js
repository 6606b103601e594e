// Makes the middle of a chosen picture small, and sends it as a field of its form: the server accepts no
// large forms.

const SIDE = 192;
const MOST = 40_000; // bytes

document.querySelector("form[data-upload]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const [file] = form.querySelector("input[type=file]").files;
  const said = form.querySelector("[data-unreadable]");
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("image"));
  try {
    field.value = await small(file);
  } catch {
    said.textContent = said.dataset.unreadable;
    said.hidden = false;
    event.submitter?.removeAttribute("aria-busy");
    return;
  }
  form.submit();
});

async function small(file) {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const drawing = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  drawing.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  for (const quality of [0.9, 0.7, 0.4]) {
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob.size <= MOST) return base64(await blob.arrayBuffer());
  }
  throw new Error("too many details");
}

function base64(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_");
}
