// Ask a card what it does: a tip where the mouse rests, a dialog after a long press, the key i, or a choice from the
// list of open cards. A newcomer gets the dialog before the first play of a card with an effect.
//
// The explanations are a part of the page of `[data-ask]`, fetched once. A card is known by its drawing, which is all
// that its viewer sees of it, so a hidden card is explained as hidden.

import { atTable, releaseLost } from "../../../core/js/focus.js";
import { cardAt, SLIP, swallowClick } from "./presses.js";

const REST_MS = 500;
const PRESS_MS = 450;
const LEAVE_MS = 200; // time to move the mouse from a card to its tip
const GAP = 8; // distance between a card and its tip, in pixels
const KNOWN = "known-cards";

const link = () => /** @type {HTMLAnchorElement} */ (document.querySelector("[data-ask]"));
const find = (id) => /** @type {any} */ (document.getElementById(id));
const hovers = matchMedia("(hover: hover) and (pointer: fine)");

let asked = null; // the explanations, or their promise
let going = null; // plays the card of the dialog

// Explanations -------------------------------------------------------------------------------

async function fetchAll() {
  const { pathname } = link();
  const answer = await fetch(`${pathname}?in=${document.documentElement.lang}`, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(`${pathname}: ${answer.status}`);
  const part = document.createElement("template");
  part.innerHTML = await answer.text();
  await styled(part.content.querySelector("link"));
  const told = new Map();
  for (const one of part.content.querySelectorAll(".about-cards__one"))
    for (const face of one.querySelectorAll("[data-face]"))
      told.set(face.dataset.face, {
        name: face.querySelector(".about-cards__name").textContent,
        words: one.querySelector(".about-cards__words"),
        learn: one.dataset.learn,
        rank: Number(face.dataset.rank ?? told.size),
        faces: [...one.querySelectorAll("[data-face]")].map(({ dataset }) => dataset.face),
      });
  for (const box of part.content.querySelectorAll("#about, #about-tip, #about-all")) {
    find(box.id)?.remove(); // of a page that was kept for offline use
    document.getElementById("main").append(box);
  }
  find("about").addEventListener("click", answered);
  find("about-all").addEventListener("click", picked);
  return told;
}

// Add these styles to the page; it goes on without them if they are out of reach.
function styled(styles) {
  return new Promise((ready) => {
    styles.onload = styles.onerror = ready;
    document.head.append(styles);
  });
}

// Null without a network: then cards work as usual.
async function explanations() {
  asked ??= fetchAll();
  try {
    return await asked;
  } catch {
    asked = null;
    return null;
  }
}

const drawing = (card) => card.querySelector("svg:has(use)");
const faceOf = (card) => card.querySelector("use")?.getAttribute("href").split("#")[1];

function fill(box, card, about) {
  box.querySelector("[data-shown]").replaceChildren(drawing(card).cloneNode(true));
  find(`${box.id}-title`).textContent = about.name;
  box.querySelector("[data-words]").replaceChildren(about.words.cloneNode(true));
}

// The dialog ---------------------------------------------------------------------------------

// `play`: carries out the play that the explanation comes before.
/** @param {(() => void) | null} [play] */
export async function explain(card, play = null) {
  const about = (await explanations())?.get(faceOf(card));
  const box = find("about");
  if (!about || document.querySelector("dialog[open]")) return;
  hideTip();
  fill(box, card, about);
  going = play;
  const first = box.querySelector("[data-play-it]");
  first.hidden = !play;
  open(box);
  (play ? first : box.querySelector(".sheet__close")).focus();
}

function open(box) {
  const here = atTable();
  box.addEventListener("close", () => here && releaseLost(), { once: true });
  box.showModal();
}

const outside = (box, { clientX, clientY, target }) => {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom);
};

function answered(event) {
  const box = find("about");
  const button = event.target.closest("button");
  if (!button && !outside(box, event)) return;
  box.close();
  if (button?.matches("[data-play-it]")) going?.();
}

function choice(face, card, told) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "about__card", textContent: told.get(face).name });
  button.dataset.face = face;
  button.prepend(drawing(card).cloneNode(true));
  return button;
}

// All open cards of the table, in the order of a sorted hand.
export async function list() {
  const told = await explanations();
  if (!told) return void window.open(link().href);
  const cards = new Map();
  for (const card of document.querySelectorAll("#board .card"))
    if (told.has(faceOf(card))) cards.set(faceOf(card), cards.get(faceOf(card)) ?? card);
  const ranks = [...told].sort(([, one], [, other]) => one.rank - other.rank);
  const choices = ranks.flatMap(([face]) => (cards.has(face) ? choice(face, cards.get(face), told) : []));
  find("about-all").querySelector("[data-cards]").replaceChildren(...choices);
  hideTip();
  if (!document.querySelector("dialog[open]")) open(find("about-all"));
}

function picked(event) {
  const box = find("about-all");
  const button = event.target.closest("button");
  if (!button && !outside(box, event)) return;
  box.close();
  if (button?.dataset.face) explain(button);
}

// By keyboard: the focused card, or the list.
export function askAbout(element) {
  const card = element?.closest(".card");
  if (card) explain(card);
  else list();
}

// The browser's next user must not see the cards of this one.
export function forgetCards() {
  for (const box of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("#about, #about-all"))) {
    box.close();
    box.querySelector("[data-shown], [data-cards]").replaceChildren();
  }
}

// Before the first play ----------------------------------------------------------------------

const known = () => new Set((localStorage.getItem(`${KNOWN} ${link().pathname}`) ?? "").split(" "));
const learn = (faces) => localStorage.setItem(`${KNOWN} ${link().pathname}`, [...known(), ...faces].join(" ").trim());

let passing = null; // the input whose click is let through

// Press a piece that its user knows.
export function press(input) {
  passing = input;
  input.click();
  passing = null;
}

const explainsFirst = (card) =>
  card.matches(".piece[data-possible]") &&
  document.documentElement.dataset.hints !== "off" &&
  !document.querySelector("#game[data-quick], .lesson") &&
  !known().has(faceOf(card));

async function meet(card) {
  const about = (await explanations())?.get(faceOf(card));
  const play = () => {
    learn(about?.faces ?? []);
    const input = find(card.id)?.querySelector("input");
    if (input) press(input);
  };
  if (about?.learn) explain(card, play);
  else play();
}

function first(event) {
  const input = event.target;
  if (input === passing || !input.matches('#hand .card > input[name="pick"]:checked')) return;
  const card = input.closest(".card");
  if (!explainsFirst(card)) return;
  event.preventDefault();
  event.stopPropagation();
  meet(card);
}

// The tip ------------------------------------------------------------------------------------

let resting = null; // the card under the mouse
let title = null; // its title, which the browser would show beside the tip
let shown = null; // the card of the tip
let waiting;
let leaving;

function hideTip() {
  clearTimeout(waiting);
  if (shown) find("about-tip").hidePopover();
  shown = null;
}

function rest(card) {
  clearTimeout(waiting);
  clearTimeout(leaving);
  if (title !== null && resting.isConnected) resting.title = title;
  resting = card;
  title = card?.getAttribute("title") ?? null;
  card?.removeAttribute("title");
  if (card) waiting = setTimeout(showTip, REST_MS, card);
  else if (shown) leaving = setTimeout(hideTip, LEAVE_MS);
}

async function showTip(card) {
  const about = (await explanations())?.get(faceOf(card));
  if (!about || card !== resting || !card.isConnected || document.querySelector("dialog[open]")) return;
  const tip = find("about-tip");
  hideTip();
  shown = card;
  fill(tip, card, about);
  tip.showPopover();
  const { left, top, bottom, width } = card.getBoundingClientRect();
  const above = top - tip.offsetHeight - GAP;
  const below = Math.min(bottom + GAP, innerHeight - tip.offsetHeight - GAP);
  const x = Math.max(GAP, Math.min(left + (width - tip.offsetWidth) / 2, innerWidth - tip.offsetWidth - GAP));
  Object.assign(tip.style, { left: `${x}px`, top: `${above > GAP ? above : below}px` });
}

// The pointer rests on what it was moved to, and not on what slides under it.
let at = "";
const place = ({ screenX, screenY }) => `${screenX} ${screenY}`;

document.addEventListener("pointermove", (event) => {
  at = place(event);
});

// The result lies over the cards.
document.addEventListener("htmx:ws:after:message:incoming", () => {
  if (document.querySelector("#board .result")) rest(null);
});

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || !hovers.matches || place(event) === at) return;
  if (find("about-tip")?.contains(event.target)) clearTimeout(leaving);
  else {
    const card = event.buttons ? null : cardAt(event);
    if (card !== resting) rest(card);
  }
});

// Long presses ---------------------------------------------------------------------------------

let pressed = null; // where a finger is down on a card

function release() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

document.addEventListener("pointerdown", (event) => {
  if (!find("about-tip")?.contains(event.target)) hideTip();
  release();
  const card = event.pointerType !== "mouse" && cardAt(event);
  if (!card) return;
  const timer = setTimeout(() => {
    swallowClick();
    explain(card);
  }, PRESS_MS);
  pressed = { x: event.clientX, y: event.clientY, timer };
});

document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLIP) release();
});
document.addEventListener("pointerup", () => clearTimeout(pressed?.timer));
document.addEventListener("pointercancel", () => clearTimeout(pressed?.timer));
document.addEventListener("contextmenu", (event) => pressed && event.target.closest("#board, dialog") && event.preventDefault());

document.addEventListener("click", first, true);
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-ask]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  list();
});
document.addEventListener("keydown", hideTip, true);
// A tip stays with its card: it never lies over what was scrolled to its place.
document.addEventListener("scroll", (event) => {
  if (shown && /** @type {Node} */ (event.target).contains(shown)) hideTip();
}, true);
