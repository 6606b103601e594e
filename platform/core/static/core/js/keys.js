// Shows all keyboard shortcuts in a dialog on top of the page. Esc or its button closes it.

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
  document.body.append(dialog);
}
