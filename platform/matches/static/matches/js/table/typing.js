// A text field whose text is one more pick: `<input type="text" name="pick">`. Beside it, an element with
// `data-together` shows the compounds of the chosen pieces' words (`data-word`).

import { release } from "../../../core/js/focus.js";
import { say } from "./aloud.js";
import { together, usualFronts } from "./words.js";

const board = () => document.getElementById("board");
export const field = () => board().querySelector('input[type="text"][name="pick"]');
export const typed = () => field()?.value.trim() ?? "";

// On a phone the field would open the keyboard over the cards, so users tap the offers instead.
const keys = matchMedia("(hover: hover) and (pointer: fine)");
export const takesKeys = () => field() !== null && keys.matches;
// Not on the board: a change there during a swap would flicker, and the field would lose the focus.
const room = document.getElementById("main");

let shown = "";

// `wanted`: only a word is missing. A user who has begun a word can finish it while the pieces exist, even if
// the table changes.
export function ask(words, { wanted, focus }) {
  const before = "wording" in room.dataset;
  const now = field() !== null && (wanted || (before && words.length > 1)) && !("over" in board().dataset);
  room.toggleAttribute("data-wording", now);
  if (!field()) return;
  if (!now) release(field().closest("[role=group]"));
  offer(now ? words : []);
  if (now && !before && focus && takesKeys()) {
    field().focus({ preventScroll: true });
    field().select();
  }
}

export function forget() {
  if (field()) field().value = "";
}

// These buttons belong to the page, so a push leaves them alone. They are rebuilt only for other words.
function offer(words) {
  const place = board().querySelector("[data-together]");
  const wanted = words.join(" ");
  if (!place || (wanted === shown && Boolean(wanted) === place.childElementCount > 0)) return;
  shown = wanted;
  place.replaceChildren(...(words.length === 2 ? offers(together(...words, usualFronts(place.dataset.together)), place) : []));
}

// The most usual word of each order, other usual ones, and the rest in a fold.
function offers(orders, place) {
  const usual = orders.flatMap((forms) => forms.filter((form) => form.usual));
  const others = orders.flatMap((forms) => forms.filter((form) => !form.usual));
  const fold = document.createElement("details");
  fold.className = "fold together__others";
  const summary = fold.appendChild(document.createElement("summary"));
  summary.lang = document.documentElement.lang;
  summary.textContent = place.dataset.others;
  // Its chips unfold below the edge of a low room.
  fold.addEventListener("toggle", () => {
    if (fold.open) place.scrollTop = fold.offsetTop - place.offsetTop;
  });
  fold.append(...others.map(({ word, front }) => button(word, front)));
  const first = orders.map((forms) => forms[0]);
  return [...usual.map((form) => button(form.word, first.includes(form) ? "" : form.front)), ...(others.length ? [fold] : [])];
}

// Show the most usual word in full and only the start of the others, because the rest is the same.
function button(word, front) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "button button--small", textContent: front ? `${front}…` : word });
  if (front) made.setAttribute("aria-label", word);
  else made.classList.add("together__plain");
  made.title = word;
  made.dataset.says = word;
  return made;
}

// The forms in the order of the arrow keys: the most usual word of each order, then the others.
function forms() {
  const all = [...board().querySelectorAll("[data-says]")];
  const plain = (one) => one.classList.contains("together__plain");
  return [...all.filter(plain), ...all.filter((one) => !plain(one))].map((one) => one.dataset.says);
}

// Keys in the field; any other key there is text, not a shortcut.
export function keyed(event, { lay, leave }) {
  const input = event.target;
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter") lay(typed());
  else if (event.key === "Escape") leave();
  else if (step) {
    const all = forms();
    const at = all.indexOf(input.value);
    if (all.length) {
      input.value = all[(at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step + all.length) % all.length];
      say(input.value);
    }
  } else return;
  event.preventDefault();
}
