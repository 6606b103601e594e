// The table page. The server renders boards; this script shows them and sends selections.
//
//   table/wire.js      the socket (htmx's hx-ws receives, plain JSON is sent) and the POST fallback
//   focus.js           whether the table gets the keys
//   table/choosing.js  pieces that can be chosen, and the meaning of a selection
//   table/ask.js       explanations of cards
//   table/drag.js      cards that are dragged, to a target or in the hand
//   table/hand_order.js  your own order of the hand
//   table/early.js     presses that come a moment too early
//   table/board.js     apply a frame to the board
//   table/motion.js    show boards, with gliding cards
//   table/sentences.js the news in the line, a sentence at a time
//   table/settings.js  speed, sounds, full screen
//   table/aloud.js     texts for screen readers
//   table/refused.js   refusals of forms beside the game
//   table/clock.js     the deadline that burns down
//   table/talk.js      the chat
//
// Sent: {"pick": [...], "seen": version, "key": "..."}, {"sync": version}, {"ack": version},
//       {"say": {"text" or "preset", "key"}}. A sync has "looking": whether the page is visible to its user.
// Received: {"version", "mark"} with a board as in table/board.js (and "key", "refused" when it answers an
//     action),
//     {"here": [seats], "watching": words}, {"synced": version, "now": ms}, {"refusal": {"code", "sentence"}},
//     {"talk": [lines]}, {"said": key} (and "code", "sentence" after a refusal),
//     {"wait": seconds} until it is this page's turn, {"later": seconds} after which it must reconnect.

import { atTable, release, releaseLost } from "../../core/js/focus.js";
import { random } from "../../core/js/random.js";
import { askOnceRead, refuseAgain, refused as lastRefusal, say } from "./table/aloud.js";
import { forgetCards } from "./table/ask.js";
import { painted } from "./table/board.js";
import { burn } from "./table/clock.js";
import { drop, keep, refresh, selection, shake, spend, watch } from "./table/choosing.js";
import { forgetOrder } from "./table/hand_order.js";
import { arrive, patient } from "./table/early.js";
import { plain, show } from "./table/motion.js";
import { recall, remember } from "./table/refused.js";
import "./table/settings.js";
import { answered, hear } from "./table/talk.js";
import { acknowledge, connect, post, send } from "./table/wire.js";

const MOMENT_MS = 5000; // time to show a queen that goes back to sleep
const PATIENCE_MS = 4000; // wait for the answer to an action before a retry by POST

const titled = document.title;
const board = () => document.getElementById("board");
const version = () => Number(board().dataset.version);

let pending = null; // the key of the action that waits for its answer
let played = {}; // its picks, and the version of its board
let next = null; // the next action, which waits for that answer
let queue = Promise.resolve(); // boards are shown one after the other
let pressed = null; // resolved once the press of the last action is painted

// Sending ------------------------------------------------------------------------------------

function play(picks) {
  const action = { pick: picks, seen: version() };
  if (!pending) dispatch(action);
  // One action at a time. But a push may show its effect before its answer arrives.
  else if (action.seen > played.seen) next = action;
}

function dispatch(action) {
  const key = random();
  const message = { ...action, key };
  pending = key;
  played = action;
  pressed = painted();
  board().setAttribute("aria-busy", "true");
  // A socket stays open for a while after the network is gone.
  if (!navigator.onLine || !send(message)) {
    deliver(message);
    return;
  }
  setTimeout(() => {
    // The key is the same, so the server plays it once, regardless of the order of arrival.
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

// Without a network, the action is stored, even if the page is closed, and sent when the network is back. Its
// key ensures that it is played only once. If it is no longer possible, the answer refuses it. The next user
// of this browser, at another seat of this table, does not send it.
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

// Other actions at a table: the answer is the board, and the page stays.
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
  // A dismissed player no longer holds this page's seat: reload it to show the options that are left.
  if (frame.refusal?.code === "sent_away") return location.reload();
  if (frame.refusal) return refuse(frame.refusal.sentence);
  const arriving = frame.version ?? Number(/data-version="(\d+)"/.exec(frame.content)?.[1] ?? -1);
  const mine = frame.key && frame.key === pending;
  const refused = mine && frame.refused;
  const answers = Boolean(pending);
  // An answer by POST that is older than the last push must not roll the page back.
  const late = arriving < version() && !fresh;
  const tried = selection();
  if (mine) {
    if (refused) next = null;
    else if (!next) spend(played.pick);
    settle(frame.key);
  }
  if (late && refused) drop();
  if (late) return refresh();
  // Showing a known board again (a push was faster than the answer) would only interrupt its animation. A
  // change that only this page's own seat sees has no new version.
  const known = frame.content !== undefined && arriving === version() && !fresh && !frame.refused && !frame.changed && !board().dataset.refused;
  const before = { refusal: lastRefusal(), call: board().dataset.call, focused: document.activeElement };
  const here = atTable();
  const news = known ? [] : await show(frame, { travel: !fresh, arrange });
  if (known) arrange();
  if (here) releaseLost();
  if (refused && lastRefusal() === before.refusal) refuseAgain();
  if (!known) tell(news, before, { answers });
  if (refused) {
    askOnceRead();
    shake(tried);
    drop();
  }
}

// Announce events, and the question if you must act. After your own action, also announce the player to act.
// A refusal announces itself, and so does the question when the board gets the focus.
function tell(news, before, { answers }) {
  const { call, over } = board().dataset;
  const heard = lastRefusal() || (before.focused !== board() && document.activeElement === board());
  const asked = over !== undefined ? call : (call || answers) && (plain(document.getElementById("call")) || call);
  if (news.length || answers || call !== before.call) say([...news, !heard && asked].filter(Boolean).join(" "));
}

// Presence: a mark beside each seat, and the number of spectators.
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

// This page may no longer show the table, and the browser's next user has not seen these cards.
function conceal() {
  const empty = board().cloneNode(false);
  for (const name of Object.keys(empty.dataset)) if (name !== "version") delete empty.dataset[name];
  document.querySelector(".desk").replaceChildren(empty);
  document.querySelector(".hands")?.remove();
  forgetCards();
  forgetOrder();
  document.getElementById("live").textContent = "";
  document.title = titled;
}

// Work for a new board, at the start and after each swap -----------------------------------------

function arrange() {
  const now = board();
  keep();
  refresh();
  arrive();
  recall();
  burn(document.getElementById("burn"), JSON.parse(now.dataset.deadline));
  document.title = now.dataset.call ? `${now.dataset.call} · ${titled}` : titled;
  requestAnimationFrame(toLastLine);
  scheduleMoments();
  offerNext();
}

// After a move by correspondence, the next match is a press away: the header's link is in the line, too.
function offerNext() {
  const place = document.getElementById("next-match");
  const link = document.querySelector("#waiting [data-next]");
  if (!place) return;
  place.hidden = !link || board().dataset.call !== undefined;
  place.replaceChildren(...(place.hidden ? [] : [link.cloneNode(true)]));
}

document.addEventListener("htmx:ws:after:message:incoming", offerNext);

function toLastLine() {
  for (const lines of document.querySelectorAll(".log__lines")) lines.scrollTop = lines.scrollHeight;
}

// A window of another size shows the newest line still, unless its user has scrolled back.
let scrolledBack = false;

document.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element && target.id === "log-lines")
    scrolledBack = target.scrollHeight - target.scrollTop - target.clientHeight > 40;
}, true);

addEventListener("resize", () => scrolledBack || toLastLine());

// After a reload, a user who got ready here or started at once is at the table: their keys control the table.
// A user who follows a link is not.
const STAYS = "at-table";
const stay = () => sessionStorage.setItem(STAYS, location.pathname);

if (sessionStorage.getItem(STAYS) === location.pathname) {
  board().dataset.arrived = "";
  board().focus({ preventScroll: true });
  document.addEventListener("keydown", () => delete board().dataset.arrived, { once: true });
}
sessionStorage.removeItem(STAYS);
if (document.querySelector("form[data-at-once]")) stay();
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && board().contains(event.submitter)) stay();
});

// Moments: shown for a while on a visible page, then acknowledged -------------------------------

let moments = null;
let shownMoments = 0; // a later one gets its own time, too

function scheduleMoments() {
  const count = document.querySelectorAll("[data-moment], #moments > li, .board--finished").length;
  if (count === 0 || (moments && count <= shownMoments)) return;
  shownMoments = count;
  clearTimeout(moments);
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

// A player who follows a button of a result has seen it, however soon.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".board--finished .result :is(a, button)")) acknowledge(version(), document.getElementById("seen"));
}, true);

// The result comes back with its headline, on a table that was scrolled to look at it.
document.addEventListener("change", ({ target }) => {
  const shape = target instanceof Element && target.id === "result-away" && target.closest(".shape");
  if (shape) shape.scrollTop = 0;
});

document.addEventListener("toggle", ({ target }) => target.id === "log" && toLastLine(), true); // it opens as a sheet

// A sheet of many pictures answers the press with its head; the next frame draws the rest.
document.addEventListener("beforetoggle", async ({ target, newState }) => {
  if (target.id !== "how" || newState !== "open") return;
  target.setAttribute("data-opens", "");
  await painted();
  target.removeAttribute("data-opens");
}, true);

watch(patient(play));
arrange();
connect({ receive, version, back: sendHeld, ended: () => (queue = queue.then(conceal, conceal)) });
