// The chat. It is outside of the board, so no push changes an unfinished text. Its lines are shown at once,
// regardless of gliding cards. The server tracks the lines that this page has.

import { random } from "../../../core/js/random.js";
import { ask, send } from "./wire.js";

const PATIENCE_MS = 4000; // wait for the answer before a message is sent by POST

const panel = document.getElementById("talk");
const list = document.getElementById("talk-lines");
const field = document.getElementById("talk-text");
const refusal = document.getElementById("talk-refusal");
const unread = document.getElementById("unread");
const quick = panel?.querySelector(".talk__quick");

// Stored in this browser: the messages that were read, and the unfinished text when the page was left. The
// text belongs to the seat if several people share the device.
const match = panel?.dataset.match;
const seat = document.getElementById("unsent")?.dataset.seat;
const places = { localStorage: `talk:${match}`, sessionStorage: `talk:${match}:${seat}` };

/** @param {"localStorage" | "sessionStorage"} store */
function kept(store) {
  try {
    return window[store].getItem(places[store]);
  } catch {
    return null; // storage is not available
  }
}

/** @param {"localStorage" | "sessionStorage"} store */
function keep(store, text) {
  try {
    window[store].setItem(places[store], text);
  } catch {
    // then the text is not stored
  }
}

let pending = null; // the message that waits for its answer
let unsure = null; // a message without an answer: a retry has the same key, so it is posted once
let queue = Promise.resolve();

// Sending ------------------------------------------------------------------------------------

function say(form, words) {
  if (pending) return;
  const again = unsure && Object.entries(words).every(([name, value]) => unsure[name] === value);
  const message = { ...words, key: again ? unsure.key : random() };
  pending = unsure = message;
  form.setAttribute("aria-busy", "true");
  if (!send({ say: message })) {
    deliver(form, message);
    return;
  }
  setTimeout(() => pending === message && deliver(form, message), PATIENCE_MS);
}

async function deliver(form, message) {
  const answer = await ask(form, message);
  if (answer) {
    answered({ said: message.key, ...answer });
    if (answer.talk) hear(answer.talk);
  } else if (pending === message) settle();
}

function settle() {
  pending = null;
  for (const form of document.querySelectorAll("[data-speak]")) form.removeAttribute("aria-busy");
}

export function answered({ said, sentence }) {
  if (said !== pending?.key) return;
  const { text } = pending;
  unsure = null;
  settle();
  complain(sentence ?? "");
  // Text that was typed since then stays.
  if (!sentence && text !== undefined && field.value.startsWith(text)) {
    field.value = field.value.slice(text.length);
    keep("sessionStorage", field.value);
  }
}

function complain(sentence) {
  const bottom = list.scrollTop + list.clientHeight;
  refusal.textContent = sentence;
  refusal.hidden = !sentence;
  list.scrollTop = bottom - list.clientHeight; // the sentence takes its room from the oldest messages in sight
  if (sentence) field?.setAttribute("aria-invalid", "true");
  else field?.removeAttribute("aria-invalid");
}

// Receiving ----------------------------------------------------------------------------------

export function hear(lines) {
  if (panel) queue = queue.then(() => show(lines));
}

async function show(lines) {
  const before = new Set(said().map((line) => line.id));
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  await htmx.swap({ sourceElement: list, target: "#talk-lines", swap: "innerMorph", text: lines.join(""), transition: false });
  if (atEnd) toEnd();
  const news = said().filter((line) => !before.has(line.id));
  if (news.length) document.getElementById("talk-live").textContent = news.map(aloud).join(" ");
  if (news.some((line) => line.matches(".said--mine"))) toEnd();
  count();
}

const said = () => [...list.querySelectorAll(".said:not(.said--muted)")];
const words = (line, part) => line.querySelector(part).textContent;
const aloud = (line) => (line.matches(".said--mine") ? "" : `${words(line, ".said__name")}: ${words(line, ".said__words")}`);
const toEnd = () => (list.scrollTop = list.scrollHeight);

// Unread messages: their number is shown on the button that opens the chat -----------------------

const read = () => new Set(JSON.parse(kept("localStorage") ?? "null"));

function count() {
  const ids = said().filter((line) => !line.matches(".said--mine")).map((line) => line.id);
  const seen = read();
  const left = panel.checkVisibility() && !document.hidden ? 0 : ids.filter((id) => !seen.has(id)).length;
  unread.hidden = !left;
  unread.firstElementChild.textContent = left;
  if (left || ids.every((id) => seen.has(id))) return;
  keep("localStorage", JSON.stringify(ids));
}

// -----------------------------------------------------------------------------------------------

if (panel) {
  for (const form of document.querySelectorAll("[data-speak]"))
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { submitter } = event;
      if (submitter?.name === "preset") {
        say(form, { preset: submitter.value });
        // A preset beside a result can be sent once.
        submitter.disabled = submitter.matches("[data-said]");
        if (quick?.open) {
          quick.open = false;
          quick.querySelector("summary").focus();
        }
      } else if (field.value.trim()) say(form, { text: field.value });
    });
  field?.addEventListener("input", () => {
    complain("");
    keep("sessionStorage", field.value);
  });
  // A visitor's page reloads after their own message.
  field?.form.addEventListener("submit", () => keep("sessionStorage", ""));
  if (field) field.value ||= kept("sessionStorage") ?? "";
  document.getElementById("mute").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { form, name, value } = event.submitter;
    const answer = await ask(form, { [name]: value });
    if (answer?.talk) hear(answer.talk);
  });
  panel.addEventListener("toggle", () => {
    toEnd();
    count();
  });
  document.addEventListener("visibilitychange", count);
  matchMedia("(width >= 68rem)").addEventListener("change", count);
  toEnd();
  count();
}
