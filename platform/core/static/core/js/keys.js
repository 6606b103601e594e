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
  dialog.setAttribute("aria-label", found.querySelector("h1").textContent.trim());
  const close = document.createElement("form");
  close.method = "dialog";
  close.append(found.querySelector("[data-close]").content.cloneNode(true));
  const styles = /** @type {HTMLLinkElement} */ (found.querySelector("link[data-keys]"));
  styles.onload = styles.onerror = () => dialog.showModal();
  dialog.append(styles, close, ...found.getElementById("main").children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
}
