// Lists that a socket keeps fresh (hx-ws swaps them), and what is said of them beside the list:
// how many matches wait stands in the title, and the key n leads to the next.

import { renew, whenInDoubt } from "./socket.js";

const REVOKED = 4401;

const connections = new Map(); // by the address that the socket has
const unanswered = new Map();

const address = (element) => element.getAttribute("hx-ws:connect");
const kept = (listener) => (event) => event.target.matches?.("[data-keep]") && listener(event);

document.addEventListener("htmx:ws:before:connection", kept((event) => {
  connections.set(address(event.target), event.detail.connection);
}));

document.addEventListener("htmx:ws:before:message:incoming", kept((event) => {
  clearTimeout(unanswered.get(address(event.target)));
}));

// Signed out: this page is nobody's any more.
document.addEventListener("htmx:ws:close", kept((event) => {
  if (event.detail.code === REVOKED) event.target.removeAttribute("data-keep");
}));

whenInDoubt((patience) => {
  for (const element of document.querySelectorAll("[data-keep]")) {
    const at = address(element);
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

// The title: others write it too, so the number is put in front whenever it changes.
function badge() {
  const count = Number(document.getElementById("waiting")?.dataset.waiting ?? 0);
  const title = document.title.replace(/\(\d+\) /, "");
  const wanted = count ? `(${count}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
}

new MutationObserver(badge).observe(document.head, { subtree: true, childList: true, characterData: true });
document.addEventListener("htmx:ws:after:message:incoming", badge);

document.addEventListener("keydown", (event) => {
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  document.querySelector("#waiting [data-next]")?.click();
});
