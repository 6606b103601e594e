// The table page. The server renders boards; this shows them, and sends what was chosen.
//
//   table/wire.js      the socket (htmx's hx-ws receives, plain JSON goes out) and the POST fallback
//   focus.js           whether keys are those of the table
//   table/choosing.js  which pieces can be chosen, and what a selection means
//   table/board.js     what a frame makes of the board
//   table/motion.js    showing boards, cards that travel
//   table/aloud.js     what screen readers say
//   table/refused.js   what was refused of a form beside the game
//   table/clock.js     the deadline that burns down
//   table/talk.js      what people say to each other
//
// Out: {"pick": [...], "seen": version, "key": "..."}, {"sync": version}, {"ack": version},
//      {"say": {"text" or "preset", "key"}}. With a sync: whether somebody looks at the page ("looking").
// In: {"version", "mark"} with a board as table/board.js has it (and "key", "refused" when it answers
//     an action),
//     {"here": [seats], "watching": words}, {"synced": version, "now": ms}, {"refusal": {"code", "sentence"}},
//     {"talk": [lines]}, {"said": key} (and "code", "sentence" when it was refused),
//     {"wait": seconds} until it is this page's turn, {"later": seconds} after which it is to connect anew.

import { atTable, release, releaseLost } from "../../core/js/focus.js";
import { random } from "../../core/js/random.js";
import { refuseAgain, refused as lastRefusal, say } from "./table/aloud.js";
import { painted } from "./table/board.js";
import { burn } from "./table/clock.js";
import { drop, keep, refresh, selection, shake, spend, watch } from "./table/choosing.js";
import { plain, show } from "./table/motion.js";
import { recall, remember } from "./table/refused.js";
import { answered, hear } from "./table/talk.js";
import { acknowledge, connect, post, send } from "./table/wire.js";

const MOMENT_MS = 5000; // how long a queen is seen who goes back to sleep
const PATIENCE_MS = 4000; // for the answer to an action before it is sent the other way

const titled = document.title;
const board = () => document.getElementById("board");
const version = () => Number(board().dataset.version);

let pending = null; // the key of the action that waits for its answer
let played = {}; // what it picked, and on which board
let next = null; // the same of an action that waits for that answer
let queue = Promise.resolve(); // boards are shown one after the other
let pressed = null; // until the press of the last action is seen

// Sending ------------------------------------------------------------------------------------

function play(picks) {
  const action = { pick: picks, seen: version() };
  if (!pending) dispatch(action);
  // One at a time. But a push may show what came of it before its answer is here.
  else if (action.seen > played.seen) next = action;
}

function dispatch(action) {
  const key = random();
  const message = { ...action, key };
  pending = key;
  played = action;
  pressed = painted();
  board().setAttribute("aria-busy", "true");
  // A socket looks open for a while after the network has gone.
  if (!navigator.onLine || !send(message)) {
    deliver(message);
    return;
  }
  setTimeout(() => {
    // The same key: whichever way it came first, it is played once.
    if (pending === key) deliver(message);
  }, PATIENCE_MS);
}

async function deliver(message) {
  if (unsent) localStorage.setItem(UNSENT, JSON.stringify(message));
  const html = await post(document.getElementById("play"), message);
  if (pending !== message.key) return;
  if (html === undefined) hold(message.key);
  else if (html === null) settle(message.key);
  else receive({ content: html, key: message.key, refused: html.includes("data-refused=") });
}

// Without a network: what was played is kept, also when the page is closed, and sent once when the line
// is back. Its key makes sure of the once; if it is not possible any more, the answer says so. Whoever
// uses this browser next, at another seat of this table, does not send it.
const unsent = document.getElementById("unsent");
const UNSENT = `unsent ${location.pathname} ${unsent?.dataset.seat}`;

function hold(key) {
  if (unsent) unsent.hidden = false;
  else settle(key);
}

function sendHeld() {
  const held = localStorage.getItem(UNSENT);
  if (!held) return;
  played = JSON.parse(held);
  pending = played.key;
  deliver(played);
}

unsent?.querySelector("button").addEventListener("click", () => settle(pending));

function settle(key) {
  if (key !== pending) return;
  pending = null;
  localStorage.removeItem(UNSENT);
  if (unsent) unsent.hidden = true;
  board().removeAttribute("aria-busy");
  if (next) dispatch(next);
  next = null;
}

// What else one does at a table: the answer is the board, and the page stays.
async function change(event) {
  event.preventDefault();
  const { target: form, submitter } = event;
  if (submitter?.ariaBusy) return;
  submitter?.setAttribute("aria-busy", "true");
  const { csrfmiddlewaretoken: _, ...fields } = Object.fromEntries(new FormData(form, submitter));
  const html = await post(form, fields);
  submitter?.removeAttribute("aria-busy");
  if (!html) return;
  if (!remember(form, html)) {
    form.reset();
    submitter?.closest(":popover-open")?.hidePopover();
  }
  receive({ content: html, changed: true });
}

for (const form of document.querySelectorAll("[data-stay]")) form.addEventListener("submit", change);

// Receiving ----------------------------------------------------------------------------------

function receive(frame, { fresh = false } = {}) {
  if (frame.talk) return hear(frame.talk);
  if (frame.said !== undefined) return answered(frame);
  queue = queue.then(() => pressed).then(() => apply(frame, fresh));
}

async function apply(frame, fresh) {
  if (frame.here) return meet(frame);
  // Whoever was sent away no longer sits where this page says: there, the address says what is left.
  if (frame.refusal?.code === "sent_away") return location.reload();
  if (frame.refusal) return refuse(frame.refusal.sentence);
  const arriving = frame.version ?? Number(/data-version="(\d+)"/.exec(frame.content)?.[1] ?? -1);
  const mine = frame.key && frame.key === pending;
  const refused = mine && frame.refused;
  const answers = Boolean(pending);
  // An answer by POST that was overtaken by a newer push must not roll the page back.
  const late = arriving < version() && !fresh;
  const tried = selection();
  if (mine) {
    if (refused) next = null;
    else if (!next) spend(played.pick);
    settle(frame.key);
  }
  if (late && refused) drop();
  if (late) return refresh();
  // What is shown already (a push was faster than the answer) would only cut short how it moves.
  // What only this page's own seat knows changes without a new version.
  const known = frame.content !== undefined && arriving === version() && !fresh && !frame.refused && !frame.changed && !board().dataset.refused;
  const before = { refusal: lastRefusal(), call: board().dataset.call, focused: document.activeElement };
  const here = atTable();
  const news = known ? [] : await show(frame, { travel: !fresh, arrange });
  if (known) arrange();
  if (here) releaseLost();
  if (!known) tell(news, before, { answers });
  if (refused) {
    if (lastRefusal() === before.refusal) refuseAgain();
    shake(tried);
    drop();
  }
}

// What happened, and what is asked now if it is you who is asked; after what you did yourself, also
// whom the table waits for. A refusal is said by itself, and what is asked when the board gets the focus, too.
function tell(news, before, { answers }) {
  const { call, over } = board().dataset;
  const heard = lastRefusal() || (before.focused !== board() && document.activeElement === board());
  const asked = over !== undefined ? call : (call || answers) && (plain(document.getElementById("call")) || call);
  if (news.length || answers || call !== before.call) say([...news, !heard && asked].filter(Boolean).join(" "));
}

// Who has the page open: a mark beside each seat, and how many people watch.
function meet({ here, watching }) {
  for (const mark of document.querySelectorAll("[data-seat]"))
    mark.toggleAttribute("data-here", here.includes(Number(mark.dataset.seat)));
  for (const words of document.querySelectorAll("[data-watching]")) {
    words.hidden = !watching;
    words.lastElementChild.textContent = watching;
  }
}

function refuse(sentence) {
  const call = document.getElementById("call");
  if (call) {
    call.textContent = sentence;
    call.hidden = false;
    if (call.role !== "alert") say(sentence);
  }
  shake(selection());
  drop();
  settle(pending);
}

// This page may show the table no more, and whoever uses the browser next has not seen these cards.
function conceal() {
  const empty = board().cloneNode(false);
  for (const name of Object.keys(empty.dataset)) if (name !== "version") delete empty.dataset[name];
  document.querySelector(".desk").replaceChildren(empty);
  document.querySelector(".hands")?.remove();
  document.getElementById("live").textContent = "";
  document.title = titled;
}

// What a fresh board needs, at the start and after each swap ------------------------------------

function arrange() {
  const now = board();
  keep();
  refresh();
  recall();
  burn(document.getElementById("burn"));
  document.title = now.dataset.call ? `${now.dataset.call} · ${titled}` : titled;
  requestAnimationFrame(toLastLine);
  scheduleMoments();
}

function toLastLine() {
  for (const lines of document.querySelectorAll(".log__lines")) lines.scrollTop = lines.scrollHeight;
}

// Who got ready here, or came to play at once, is at the table when its page is loaded anew: the keys
// of the table act. Whoever comes by a link is not.
const STAYS = "at-table";
const stay = () => sessionStorage.setItem(STAYS, location.pathname);

if (sessionStorage.getItem(STAYS) === location.pathname) board().focus({ preventScroll: true });
sessionStorage.removeItem(STAYS);
if (document.querySelector("form[data-at-once]")) stay();
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && board().contains(event.submitter)) stay();
});

// Moments: shown for a while to somebody who looks, then acknowledged ---------------------------

let moments = null;

function scheduleMoments() {
  if (moments || !document.querySelector("[data-moment], #moments, .board--finished")) return;
  moments = setTimeout(seen, MOMENT_MS);
}

function seen() {
  clearTimeout(moments);
  moments = null;
  if (document.hidden) {
    document.addEventListener("visibilitychange", scheduleMoments, { once: true });
    return;
  }
  acknowledge(version(), document.getElementById("seen"));
  for (const shown of document.querySelectorAll("[data-moment], #moments, [data-seen]")) {
    release(shown);
    shown.remove();
  }
}

document.getElementById("seen").addEventListener("submit", (event) => {
  event.preventDefault();
  seen();
});

// A result is seen by whoever goes on from it, however soon.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".board--finished .result :is(a, button)")) acknowledge(version(), document.getElementById("seen"));
}, true);

document.addEventListener("toggle", ({ target }) => target.id === "log" && toLastLine(), true); // it opens as a sheet

watch(play);
arrange();
connect({ receive, version, back: sendHeld, ended: () => (queue = queue.then(conceal, conceal)) });
