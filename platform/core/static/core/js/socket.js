// Extends hx-ws, which connects, reconnects and receives, for every page with a socket: detects a dead
// socket, opens a new one, and knows the codes with which the server closes it.

// The close codes of realtime/close_codes.py.
export const REVOKED = 4401; // signed out: this page belongs to no user now
export const FORBIDDEN = 4403;
export const CHANGED = 4012; // this page connects again as another viewer (a seat, a spectator)

export const DEAD_MS = 10000; // without an answer for this long the socket is dead
export const WOKEN_MS = 2000; // the same, after the user has opened the laptop again
const ASK_MS = 25000;

// Opens a new socket at once, whatever the state of the old one.
export function renew(old) {
  const fresh = old.cloneNode(false);
  fresh.setAttribute("hx-ws:connect", old.getAttribute("hx-ws:connect") ?? old.dataset.socket);
  old.replaceWith(fresh);
  htmx.process(fresh);
}

// Handles the frames of a server that cannot accept all pages at once. `wait`: seconds until it accepts
// this page; `later`: seconds until this page must connect again, with `again`. Returns the time until
// which the page must wait, comparable with performance.now(), or 0 for any other frame.
export function queued({ wait, later }, element, again = renew) {
  if (later) {
    const idle = element.cloneNode(); // htmx ignores an element that is no longer on the page
    idle.dataset.socket ??= element.getAttribute("hx-ws:connect");
    idle.removeAttribute("hx-ws:connect");
    element.replaceWith(idle);
    setTimeout(() => idle.isConnected && again(idle), later * 1000);
  }
  return (wait ?? later) * 1000 + performance.now() + DEAD_MS || 0;
}

// Calls `ask(patience)` whenever a page should check that its socket is alive.
export function whenInDoubt(ask) {
  setInterval(() => ask(DEAD_MS), ASK_MS);
  addEventListener("online", () => ask(WOKEN_MS));
  document.addEventListener("visibilitychange", () => document.hidden || ask(WOKEN_MS));
  addEventListener("pageshow", (event) => event.persisted && ask(WOKEN_MS));
}
