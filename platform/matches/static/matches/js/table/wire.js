// The socket: hx-ws connects, reconnects and receives; plain JSON is sent. Without a socket, the same fields are
// sent by POST.

import { resync } from "./clock.js";
import { postAgain } from "../../../core/js/again.js";
import { looking, whenLookChanges } from "../../../core/js/looking.js";
import { CHANGED, DEAD_MS, FORBIDDEN, REVOKED, WOKEN_MS, queued, renew, whenInDoubt } from "../../../core/js/socket.js";

const QUIET_MS = 900; // a shorter break shows no message
const FINAL = [REVOKED, FORBIDDEN];

const room = document.getElementById("main");
const offline = document.getElementById("offline");
const gone = document.getElementById("gone");

let lines = []; // lines of the chat, as this socket sent them
let texts = {}; // the HTML of parts of the board by id, likewise
let foreign = false; // true if the page shows a board that this socket did not send
let connection = null;
let quiet = null;
let unanswered = null;
let patient = 0; // until when the server asked this page to wait for its turn

const socket = () => (connection?.socket?.readyState === WebSocket.OPEN ? connection.socket : null);

export function send(message) {
  const open = socket();
  open?.send(JSON.stringify(message));
  return Boolean(open);
}

function token(form) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  return body;
}

// The board as HTML (200, or 4xx with its refusal), null if there is none; undefined: no network.
export async function post(form, message) {
  const body = token(form);
  for (const [name, value] of Object.entries(message)) for (const one of [value].flat()) body.append(name, one);
  try {
    const answer = await postAgain(form.action, { body, headers: { "HX-Request": "true" } }, DEAD_MS);
    const html = await answer.text();
    if (html.includes('id="board"')) {
      foreign = true;
      return html;
    }
    if (answer.status < 500) location.reload(); // signed out, or the table is gone: the page shows it
  } catch {
    offline.hidden = false;
    return undefined;
  }
  return null;
}

// The same for answers in JSON.
export async function ask(form, message) {
  const body = token(form);
  for (const [name, value] of Object.entries(message)) body.set(name, value);
  try {
    const answer = await postAgain(form.action, { body, headers: { Accept: "application/json" } }, DEAD_MS);
    return await answer.json();
  } catch {
    offline.hidden = false;
  }
  return null;
}

export function acknowledge(version, form) {
  if (send({ ack: version })) return;
  const body = token(form);
  body.set("shown", version);
  fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
}

// Return the parts of a delta: strings are new, and two numbers (first, count) are a run of the lines, or of the
// text, before.
function parts(before, delta) {
  const found = [];
  for (let i = 0; i < delta.length; i++)
    found.push(typeof delta[i] === "string" ? delta[i] : before.slice(delta[i], delta[i] + delta[++i]));
  return found;
}

// Each part of a board comes whole first, and then as a delta, even if the page does not show it.
function restore({ content, fragments = {}, attributes = {} }) {
  if (content !== undefined) texts = {};
  for (const changes of [fragments, attributes])
    for (const [id, change] of Object.entries(changes))
      changes[id] = texts[id] = typeof change === "string" ? change : parts(texts[id], change).join("");
}

// Open a new socket at once, regardless of the old one. Its address has the state that the page shows.
function open() {
  connection?.socket?.close();
  const wire = document.getElementById("wire");
  const { socket, scripts } = wire.dataset;
  wire.dataset.socket = `${socket.split("?")[0]}?version=${shown.version()}&board=${foreign ? "" : shown.mark}&scripts=${scripts}`;
  wire.removeAttribute("hx-ws:connect");
  renew(wire);
}

const shown = { version: () => -1, mark: "" };

export function connect({ receive, version, back, ended }) {
  let first = false;
  shown.version = version;
  shown.mark = document.getElementById("wire").dataset.mark;
  const current = (listener) => (event) => event.target.isConnected && event.target.id === "wire" && listener(event);
  const on = (name, listener) => room.addEventListener(`htmx:ws:${name}`, current(listener));

  const sync = (shown) => send({ sync: shown, looking: looking() });

  on("before:connection", (event) => {
    connection = event.detail.connection;
    const url = new URL(connection.url);
    url.searchParams.set("looking", looking() ? "yes" : "no");
    connection.url = url.href; // htmx also reconnects with this address
  });
  on("after:connection", () => {
    clearTimeout(quiet);
    offline.hidden = true;
    first = true;
    lines = [];
    texts = {};
    back();
  });
  on("before:message:incoming", (event) => {
    event.preventDefault(); // shown by this script: htmx supports neither versions nor gliding cards
    clearTimeout(unanswered);
    const frame = JSON.parse(event.detail.message.data);
    const waited = patient;
    patient = queued(frame, event.target, open);
    if (waited || patient) offline.hidden = !patient;
    if (frame.now !== undefined) resync(frame.now);
    if (patient || frame.synced !== undefined) return;
    if (frame.talk) frame.talk = lines = parts(lines, frame.talk).flat();
    if (frame.mark) shown.mark = frame.mark;
    const { content, version: arriving } = frame;
    restore(frame);
    if (content !== undefined) foreign = false;
    else if (arriving !== undefined && foreign) {
      // The diff refers to a board that this page does not show.
      for (const kind of ["fragments", "attributes", "lines", "data"]) delete frame[kind];
      sync(-1);
    }
    receive(frame, { fresh: first && content !== undefined });
    if (arriving !== undefined) first = false;
  });
  on("close", (event) => {
    clearTimeout(quiet);
    if (FINAL.includes(event.detail.code)) {
      gone.hidden = false;
      ended();
    } else if (event.detail.code !== CHANGED) quiet = setTimeout(() => (offline.hidden = false), QUIET_MS);
  });

  const makeSure = (patience) => {
    if (!gone.hidden || performance.now() < patient) return;
    clearTimeout(unanswered);
    if (sync(version())) unanswered = setTimeout(open, patience);
    else if (patience === WOKEN_MS) open();
  };
  if (!document.getElementById("wire").dataset.socket) return; // no other user is at this table
  whenInDoubt(makeSure);
  whenLookChanges(() => sync(version()));
  open();
}
