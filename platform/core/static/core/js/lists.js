// Lists that a socket updates (hx-ws swaps them in) and the answers that users give in them. Also the
// number of waiting matches in the title, on the icon and on the installed app; the key n opens the
// next one.

import { postAgain } from "./again.js";
import { atTable } from "./focus.js";
import { DEAD_MS, REVOKED, queued, renew, whenInDoubt } from "./socket.js";

const connections = new Map(); // by the address of the socket
const unanswered = new Map();
const brought = new Map(); // selectors of the lists that a socket replaces, by its address
const patient = new Map(); // time until which the server asked this page to wait

const address = (element) => element.getAttribute("hx-ws:connect");
const kept = (listener) => (event) => event.target.matches?.("[data-keep]") && listener(event);

document.addEventListener("htmx:ws:before:connection", kept((event) => {
  connections.set(address(event.target), event.detail.connection);
}));

document.addEventListener("htmx:ws:before:message:incoming", kept((event) => {
  clearTimeout(unanswered.get(address(event.target)));
  const frame = JSON.parse(event.detail.message.data);
  patient.set(address(event.target), queued(frame, event.target));
  if (frame.target) brought.set(address(event.target), (brought.get(address(event.target)) ?? new Set()).add(frame.target));
  if (!pressed || !frame.content) return;
  event.preventDefault();
  held.set(frame.target, frame.content);
}));

// The user has signed out. The lists are removed, so that the next user of this browser does not see
// them.
document.addEventListener("htmx:ws:close", kept((event) => {
  if (event.detail.code !== REVOKED) return;
  event.target.removeAttribute("data-keep");
  for (const list of brought.get(address(event.target)) ?? []) document.querySelector(list)?.remove();
  badge();
  const ended = document.getElementById("ended");
  if (ended) ended.hidden = false;
}));

whenInDoubt((patience) => {
  for (const element of document.querySelectorAll("[data-keep]")) {
    const at = address(element);
    if (!at || performance.now() < patient.get(at)) continue;
    const { socket } = connections.get(at) ?? {};
    clearTimeout(unanswered.get(at));
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send("{}");
      unanswered.set(at, setTimeout(() => again(element), patience));
    } else again(element);
  }
});

function again(element) {
  if (!element.isConnected) return;
  connections.get(address(element))?.socket?.close();
  renew(element);
}

// Nothing moves under a finger: updates that arrive between press and release are shown afterwards.
const held = new Map(); // HTML by the selector of the element that it replaces
let pressed = false;

// What the user has unfolded stays unfolded, and what they have folded stays folded.
htmx.registerExtension("folds", {
  htmx_before_morph_attr: (element, { attrName }) => attrName !== "open" || element.localName !== "details",
});

const show = (target, html) =>
  htmx.swap({ sourceElement: document.body, target, swap: "outerMorph", text: html, transition: false });

const press = (event) => {
  pressed = Boolean(event.target.closest?.(":is(#main, #invitations) :is(button, a)"));
};
const release = () => setTimeout(() => { // after the click event of this release
  pressed = false;
  for (const [target, html] of held) show(target, html);
  held.clear();
  badge();
});
document.addEventListener("pointerdown", press);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);

// Handles an answer that was given in a list or a bar. The response is a page; its lists replace those
// on this page. Answers are sent one after the other, so that the newest response is shown last.
const LISTS = "#matches, #yours, #waiting, #invitations, #invited";
let answers = Promise.resolve();

document.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  const isOurs = event.target.id === "answer" || button?.matches("[data-in-place]");
  if (!isOurs || event.defaultPrevented) return;
  event.preventDefault();
  if (button.hasAttribute("data-answering")) return;
  button.setAttribute("data-answering", "");
  const body = new FormData(event.target, button);
  answers = answers.then(() => answer(button, body));
});

async function answer(button, body) {
  const list = button.closest(LISTS).id;
  const line = button.closest("li")?.id;
  const offline = document.getElementById("offline");
  try {
    const response = await postAgain(button.formAction, { body }, DEAD_MS);
    if (response.status >= 500) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById(list)) return location.reload(); // signed out, or the match is gone: the page explains it
    for (const { id, outerHTML } of page.querySelectorAll(LISTS))
      if (document.getElementById(id)) await show(`#${id}`, outerHTML);
    if (offline) offline.hidden = true;
    badge();
    if (document.activeElement === document.body) {
      if (list === "invitations") (await import("./bars.js")).goBack();
      else document.querySelector(`#${line} a, #main li a`)?.focus({ preventScroll: true });
    }
  } catch {
    if (offline) offline.hidden = false; // a second press sends the same answer, which is applied once
  }
  button.removeAttribute("data-answering");
  button.removeAttribute("aria-busy");
}

// Loads the script and the styles of the bars when there is one; null before.
function loadBars() {
  if (!document.querySelector(".asked-bar")) return null;
  const styles = /** @type {HTMLLinkElement} */ (document.querySelector("[data-bars]"));
  const styled = styles.disabled && new Promise((done) => styles.addEventListener("load", done, { once: true }));
  styles.disabled = false;
  return Promise.all([import("./bars.js"), styled]).then(([script]) => script);
}

let bars = loadBars();
document.addEventListener("htmx:ws:after:message:incoming", async () => {
  const wereThere = Boolean(bars);
  bars ??= loadBars();
  const script = await bars;
  if (!wereThere) script?.rest();
  script?.uncover();
});

let shown = null;

// Puts the number of waiting matches in front of the title. Other scripts set the title, too, so an
// observer calls this on every change. The title does not count the match on this page; the icon does.
function badge() {
  const waiting = document.getElementById("waiting");
  const count = Number(waiting?.dataset.waiting ?? 0);
  const title = document.title.replace(/\(\d+\) /, "");
  const wanted = count ? `(${count}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
  const total = Number(waiting?.dataset.total ?? 0);
  if (total === shown) return;
  shown = total;
  const icon = document.querySelector("link[rel=icon]");
  icon.href = total ? icon.dataset.waiting : icon.dataset.quiet;
  (total ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.())?.catch(() => {});
}
badge();

new MutationObserver(badge).observe(document.head, { subtree: true, childList: true, characterData: true });
document.addEventListener("htmx:ws:after:message:incoming", badge);

document.addEventListener("keydown", (event) => {
  if (event.key !== "n" || atTable() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  document.querySelector("#waiting [data-next], #invitations [data-next]")?.click();
});

// The installed app has its own back button. It skips the tables that were opened one after the other.
document.addEventListener("click", (event) => {
  const next = event.target.closest?.("[data-next]");
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!next || !isPlain || !document.body.matches(".table-page") || !matchMedia("(display-mode: standalone)").matches)
    return;
  event.preventDefault();
  location.replace(next.href);
});
