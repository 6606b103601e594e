// Shows all keyboard shortcuts in a dialog on top of the page. Esc, its button, or a press beside it closes it.

export async function show() {
  const page = document.querySelector("link[rel=help]")?.href;
  if (!page || document.querySelector("dialog[open]")) return;
  let found;
  try {
    const text = await (await fetch(page)).text();
    found = new DOMParser().parseFromString(text, "text/html");
  } catch {
    location.href = page; // that page reports the lost connection itself
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.className = "sheet stack keys-dialog";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const head = found.querySelector("[data-head]").content.firstElementChild;
  head.querySelector(".sheet__close").addEventListener("click", () => dialog.close());
  found.querySelector("h1").remove(); // the head of the sheet says it
  const styles = /** @type {HTMLLinkElement} */ (found.querySelector("link[data-keys]"));
  styles.onload = styles.onerror = () => dialog.showModal();
  dialog.append(styles, head, ...found.getElementById("main").children);
  dialog.addEventListener("close", () => dialog.remove());
  // A press that begins in the dialog, for example to select words, may end beside it.
  let began = false;
  dialog.addEventListener("pointerdown", (event) => (began = beside(dialog, event)));
  dialog.addEventListener("click", (event) => began && beside(dialog, event) && dialog.close());
  document.body.append(dialog);
}

function beside(dialog, { target, clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  const within = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  return target === dialog && !within;
}
