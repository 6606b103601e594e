// The table page. The server renders boards; this script shows them and sends the player's choice.
//
//   table/wire.js      the socket (htmx's hx-ws receives, plain JSON is sent) and the POST fallback
//   focus.js           whether the table's keyboard shortcuts apply
//   table/choosing.js  which pieces can be chosen, and which action a selection means
//   table/board.js     how a frame changes the board
//   table/motion.js    showing boards, with cards that travel
//   table/aloud.js     text for screen readers
//   table/refused.js   refusals of forms beside the game
//   table/clock.js     the deadline, as a line that burns down
//   table/talk.js      the chat of the table
//
// Sent: {"pick": [...], "seen": version, "key": "..."}, {"sync": version}, {"ack": version},
//       {"say": {"text" or "preset", "key"}}. A sync also has "looking": whether the user looks at the page.
// Received: {"version", "mark"} with a board as table/board.js describes it (and "key", "refused" when it
//     answers an action),
//     {"here": [seats], "watching": words}, {"synced": version, "now": ms}, {"refusal": {"code", "sentence"}},
//     {"talk": [lines]}, {"said": key} (and "code", "sentence" when it was refused),
//     {"wait": seconds} until the server accepts this page, {"later": seconds} until it must connect again.

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

const MOMENT_MS = 5000; // time to show a queen that goes back to sleep
const PATIENCE_MS = 4000; // time to wait for the answer to an action before sending it by POST

const titled = document.title;
const board = () => document.getElementById("board");
const version = () => Number(board().dataset.version);

let pending = null; // the key of the action that waits for its answer
let played = {}; // the picks of that action, and the version of its board
let next = null; // the next action, sent after that answer
let queue = Promise.resolve(); // shows boards one after the other
let pressed = null; // resolves once the browser has painted the last press

// Sending ------------------------------------------------------------------------------------

function play(picks) {
  const action = { pick: picks, seen: version() };
  if (!pending) dispatch(action);
  // One action at a time. But a push may show the result before the answer arrives.
  else if (action.seen > played.seen) next = action;
}

function dispatch(action) {
  const key = random();
  const message = { ...action, key };
  pending = key;
  played = action;
  pressed = painted();
  board().setAttribute("aria-busy", "true");
  // A socket looks open for a while after the network is lost.
  if (!navigator.onLine || !send(message)) {
    deliver(message);
    return;
  }
  setTimeout(() => {
    // Both ways use the same key, so that the server plays the action once.
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

// Without a network the action is stored, even when the page is closed, and sent once the connection is
// back. The server plays each key once, and refuses an action that is no longer possible. Another seat
// of this table in the same browser does not send it.
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

// Sends the other forms of a table: the response is the board, and the page stays.
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
  // This player was removed from the seat: the reloaded page shows what they may still see.
  if (frame.refusal?.code === "sent_away") return location.reload();
  if (frame.refusal) return refuse(frame.refusal.sentence);
  const arriving = frame.version ?? Number(/data-version="(\d+)"/.exec(frame.content)?.[1] ?? -1);
  const mine = frame.key && frame.key === pending;
  const refused = mine && frame.refused;
  const answers = Boolean(pending);
  // A response to a POST that is older than the latest push must not roll the page back.
  const late = arriving < version() && !fresh;
  const tried = selection();
  if (mine) {
    if (refused) next = null;
    else if (!next) spend(played.pick);
    settle(frame.key);
  }
  if (late && refused) drop();
  if (late) return refresh();
  // The page may already show this board, if a push was faster than the response. Showing it again
  // would cut short its motion. Data that only this page's seat sees change without a new version.
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

// Reads out the events, and the call if this player must act. After the player's own action it also
// reads whom the table waits for. A refusal, and the call when the board gets the focus, are read
// anyway.
function tell(news, before, { answers }) {
  const { call, over } = board().dataset;
  const heard = lastRefusal() || (before.focused !== board() && document.activeElement === board());
  const asked = over !== undefined ? call : (call || answers) && (plain(document.getElementById("call")) || call);
  if (news.length || answers || call !== before.call) say([...news, !heard && asked].filter(Boolean).join(" "));
}

// Shows which seats have the page open, and how many people watch.
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

// Empties the board: this page may no longer show the table, and the next user of this browser must not
// see these cards.
function conceal() {
  const empty = board().cloneNode(false);
  for (const name of Object.keys(empty.dataset)) if (name !== "version") delete empty.dataset[name];
  document.querySelector(".desk").replaceChildren(empty);
  document.querySelector(".hands")?.remove();
  document.getElementById("live").textContent = "";
  document.title = titled;
}

// Set up each board, at the start and after each swap --------------------------------------------

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

// A player who has just got ready, or came to play at once, has the focus at the table after the page
// reloads, so that the table's keys work. A player who comes by a link does not.
const STAYS = "at-table";
const stay = () => sessionStorage.setItem(STAYS, location.pathname);

if (sessionStorage.getItem(STAYS) === location.pathname) board().focus({ preventScroll: true });
sessionStorage.removeItem(STAYS);
if (document.querySelector("form[data-at-once]")) stay();
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && board().contains(event.submitter)) stay();
});

// Moments: shown for a while to a user who looks, then acknowledged ------------------------------

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

// A player who goes on from a result has seen it, however soon.
document.addEventListener("click", ({ target }) => {
  if (target.closest(".board--finished .result :is(a, button)")) acknowledge(version(), document.getElementById("seen"));
}, true);

document.addEventListener("toggle", ({ target }) => target.id === "log" && toLastLine(), true); // it is a sheet on phones

watch(play);
arrange();
connect({ receive, version, back: sendHeld, ended: () => (queue = queue.then(conceal, conceal)) });
