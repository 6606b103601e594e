// What every page with a socket needs besides hx-ws, which connects, reconnects and receives: to
// notice that a socket only looks open, to open a new one, and to know why the server closed it.

// As realtime/close_codes.py says them.
export const REVOKED = 4401; // signed out: this page is nobody's any more
export const FORBIDDEN = 4403;
export const CHANGED = 4012; // this page will be somebody else (a seat, a spectator) when it connects again

export const DEAD_MS = 10000; // no answer: the socket only looks open
export const WOKEN_MS = 2000; // the same, when somebody has just opened the laptop again
const ASK_MS = 25000;

// A new socket at once, whatever became of the old one.
export function renew(old) {
  const fresh = old.cloneNode(false);
  fresh.setAttribute("hx-ws:connect", old.getAttribute("hx-ws:connect") ?? old.dataset.socket);
  old.replaceWith(fresh);
  htmx.process(fresh);
}

// A server that has more pages to let in than it can at once says in how many seconds this one has its
// turn (`wait`), or is to connect anew (`later`). Returns until when the page is to be patient, as
// performance.now() has it; 0 for any other frame. `again`: how this page connects anew.
export function queued({ wait, later }, element, again = renew) {
  if (later) {
    const idle = element.cloneNode(); // htmx leaves alone what is not on the page any more
    idle.dataset.socket ??= element.getAttribute("hx-ws:connect");
    idle.removeAttribute("hx-ws:connect");
    element.replaceWith(idle);
    setTimeout(() => idle.isConnected && again(idle), later * 1000);
  }
  return (wait ?? later) * 1000 + performance.now() + DEAD_MS || 0;
}

// Calls `ask(patience)` whenever a page should make sure that its socket lives.
export function whenInDoubt(ask) {
  setInterval(() => ask(DEAD_MS), ASK_MS);
  addEventListener("online", () => ask(WOKEN_MS));
  document.addEventListener("visibilitychange", () => document.hidden || ask(WOKEN_MS));
  addEventListener("pageshow", (event) => event.persisted && ask(WOKEN_MS));
}
