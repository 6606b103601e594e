// The buttons for the compounds of two chosen words, beside the text field.

import { together, usualFronts } from "./words.js";

const board = () => document.getElementById("board");

let shown = "";

// These buttons belong to the page, so a push leaves them alone. They are rebuilt only for other words.
export function offer(words) {
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
export function forms() {
  const all = [...board().querySelectorAll("[data-says]")];
  const plain = (one) => one.classList.contains("together__plain");
  return [...all.filter(plain), ...all.filter((one) => !plain(one))].map((one) => one.dataset.says);
}
