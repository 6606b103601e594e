// Lists that a socket keeps fresh (hx-ws swaps them), what is answered in them, and what is said of
// them beside the list: how many matches wait, in the title, on the icon, on the installed app; the
// key n leads to the next.

import { postAgain } from "./again.js";
import { atTable } from "./focus.js";
import { DEAD_MS, REVOKED, queued, renew, whenInDoubt } from "./socket.js";

const connections = new Map(); // by the address that the socket has
const unanswered = new Map();
const brought = new Map(); // selectors of what it replaces, by the same
const patient = new Map(); // until when the server has asked to wait for a turn

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

// Signed out: this page is nobody's any more, and whoever uses the browser next reads no list of theirs.
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

// Nothing moves under a finger: what arrives between press and release is shown after it.
const held = new Map(); // HTML by the selector of what it replaces
let pressed = false;

const show = (target, html) =>
  htmx.swap({ sourceElement: document.body, target, swap: "outerMorph", text: html, transition: false });

const press = (event) => {
  pressed = Boolean(event.target.closest?.("#main button, #main a"));
};
const release = () => setTimeout(() => { // after the click that it makes
  pressed = false;
  for (const [target, html] of held) show(target, html);
  held.clear();
  badge();
});
document.addEventListener("pointerdown", press);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);

// An answer given in a list: the server's page says what came of it, and its lists are taken from
// there. Answers wait for each other, so that the last page shown is the newest.
let answers = Promise.resolve();

document.addEventListener("submit", (event) => {
  if (event.target.id !== "answer" || event.defaultPrevented) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (button.hasAttribute("data-answering")) return;
  button.setAttribute("data-answering", "");
  const body = new FormData(event.target, button);
  answers = answers.then(() => answer(button, body));
});

async function answer(button, body) {
  const line = button.closest("li").id;
  const offline = document.getElementById("offline");
  try {
    const response = await postAgain(button.formAction, { body }, DEAD_MS);
    if (response.status >= 500) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const lists = page.querySelectorAll("#matches, #yours, #waiting");
    if (lists.length < 2) return location.reload(); // signed out, or the match is gone: the page says so
    for (const list of lists) await show(`#${list.id}`, list.outerHTML);
    offline.hidden = true;
    badge();
    if (document.activeElement === document.body) document.querySelector(`#${line} a, #main li a`)?.focus({ preventScroll: true });
  } catch {
    offline.hidden = false; // the same press again is the same answer: it is taken once
  }
  button.removeAttribute("data-answering");
  button.removeAttribute("aria-busy");
}

let shown = null;

// The title: others write it too, so the number is put in front whenever it changes. The match that
// the page itself shows is left aside there, but not on the icon.
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
  document.querySelector("#waiting [data-next]")?.click();
});

// In the installed app, where back is a button of ours, it leads away from the tables and not through all of them.
document.addEventListener("click", (event) => {
  const next = event.target.closest?.("[data-next]");
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!next || !isPlain || !document.body.matches(".table-page") || !matchMedia("(display-mode: standalone)").matches)
    return;
  event.preventDefault();
  location.replace(next.href);
});
