// Behaviour of every page: report the browser's time zone, switch the theme, copy an address, add the
// player's random part to the shuffle, and show that a form is being sent.

import { random } from "./random.js";

const root = document.documentElement;

function keep(name, value) {
  const safe = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax${safe}`;
}

// The server renders all times. It uses this time zone from the next page on; the first one says UTC.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && !document.cookie.split("; ").includes(`zone=${timeZone}`)) {
  keep("zone", timeZone);
  if (/\d UTC/.test(document.getElementById("main")?.textContent)) import("./local_times.js");
}

const night = () =>
  (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "morning")) === "night";

function changeTheme() {
  const chosen = night() ? "morning" : "night";
  root.dataset.theme = chosen;
  keep("theme", chosen);
}

function changeHints(button) {
  const off = root.dataset.hints !== "off";
  if (off) root.dataset.hints = "off";
  else delete root.dataset.hints;
  button.setAttribute("aria-pressed", String(!off));
  keep("hints", off ? "off" : "");
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // no permission, or no secure context: the text is selected for Ctrl-C
    return;
  }
  confirm(button);
}

// Shares a text, with an address if there is one: on the device's own sheet, otherwise by a copy.
async function share(button) {
  const { share: text, address } = button.dataset;
  const url = address && new URL(address, location.href).href;
  try {
    if (navigator.share) return await navigator.share(url ? { text, url } : { text });
    await navigator.clipboard.writeText([text, url].filter(Boolean).join(" "));
    confirm(button);
  } catch {
    // The user closed the sheet, or the browser permits no copy.
  }
}

function confirm(button) {
  const label = button.querySelector("[data-done]");
  if (!label || label.dataset.before) return;
  label.dataset.before = label.textContent;
  label.textContent = label.dataset.done;
  setTimeout(() => {
    label.textContent = label.dataset.before;
    delete label.dataset.before;
  }, 2000);
}

// The installed app has no browser button for this. A page opened from outside has no page to return
// to.
document.querySelector("[data-back]")?.addEventListener("click", (event) => {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
});

const MENU = "details:is(.menu, .asked-more)[open]"; // it lies over the page

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy], [data-share], [data-theme-switch], [data-hints-switch]");
  if (button?.matches("[data-copy]")) copy(button);
  else if (button?.matches("[data-share]")) share(button);
  else if (button?.matches("[data-hints-switch]")) changeHints(button);
  else if (button) changeTheme();
  // An open menu closes when the user touches something outside it.
  for (const menu of document.querySelectorAll(MENU))
    if (!menu.contains(event.target)) menu.open = false;
});

// The name of a person opens their card; with a modifier key it stays a link to their profile.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-person]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  (await import("./person.js")).open(link);
});

// Escape closes an open menu, and has no other effect then.
document.addEventListener(
  "keydown",
  (event) => {
    const menu = event.key === "Escape" && document.querySelector(MENU);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
    event.stopPropagation();
  },
  true,
);

// "?" shows all keyboard shortcuts on top of the current page.
document.addEventListener("keydown", async (event) => {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  (await import("./keys.js")).show();
});

document.addEventListener("submit", (event) => {
  const nonce = event.target.elements.namedItem("nonce");
  if (nonce) nonce.value = random();
  if (!event.defaultPrevented) event.submitter?.setAttribute("aria-busy", "true");
});
if ("offline" in root.dataset) addEventListener("load", () => import("./offline.js"));
// "Play now" takes one click: the page submits the form itself, once it shows the server's commitment.
document.querySelector("form[data-at-once]")?.requestSubmit();
// A refused form begins at its first wrong field, with the reason in sight.
const wrong = document.querySelector("main [aria-invalid=true]");
wrong?.closest("details")?.setAttribute("open", "");
wrong?.focus();
wrong?.closest(".field:has(.field__errors)")?.querySelector(".field__errors").scrollIntoView({ block: "nearest" });
addEventListener("pageshow", () => {
  for (const busy of document.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
});
