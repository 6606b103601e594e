// Show a board: htmx morphs it, and each card glides from its old place to its new one.
//
// The id of a card is its handle: an open card's face, a hidden card's place. `data-from` (with `data-to`, or on
// the card itself) marks a card that turned over on the way: a queen woke up or fell asleep.

import { swap } from "./board.js";
import { stand, told } from "./sentences.js";

// Loaded only for users who want sounds; they can change their mind at the table.
const sounds = () => (document.documentElement.dataset.sounds === "yes" ? import("./sounds.js") : null);
const still = matchMedia("(prefers-reduced-motion: reduce)");

sounds(); // they begin with the first press

// `frame`: as in `board.js`; `arrange`: the work for a new board. Returns the news as sentences.
export async function show(frame, { travel, arrange }) {
  const before = TOLD.map((which) => lines(document, which));
  const wasTold = told();
  const wasAsked = Boolean(call());
  const hadEnded = ended();
  const focused = document.activeElement;
  const place = focused?.closest("#yours, #pausing")?.id;
  const glides = travel && !still.matches && !document.hidden && !races();
  const old = glides && { cards: cards(), faces: faces(frame) };
  // Details that the user opened to choose from stay open, even if others act.
  const unfolded = [...document.querySelectorAll("#board details[open][id]")].map(({ id }) => id);
  blurIfGone(focused, frame);
  await swap(frame);
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  arrange();
  stand(wasTold, { fresh: !travel });
  refocus(focused, place);
  if (glides && !races()) glide(old);
  const [news, moments, notices] = TOLD.map((which, index) => added(before[index], lines(document, which)));
  const asked = call() && !wasAsked;
  const heard = { news: news.length, moment: moments.length, asked, end: !hadEnded && ended() };
  sounds()?.then(({ hear }) => hear(heard));
  // A moment says more than its line of the log.
  const telling = news.map((line) => {
    const more = moments.findIndex(({ kind }) => kind === line.kind);
    return more < 0 ? line : moments.splice(more, 1)[0];
  });
  return [...telling, ...moments, ...notices].map(({ words }) => words);
}

// In a race, cards do not glide: a finger cannot aim at a moving card.
const races = () => document.querySelector("#game[data-quick]") !== null;

// Gliding ------------------------------------------------------------------------------------
//
// It uses transforms only: the page has its final layout at once, accepts presses at once, and nothing shifts.

const LEAVE_MS = 160;
const APART_MS = 40; // delay between several cards,
const LAST_MS = 400; // and the limit for all of them: laying whole hands open must not take seconds
const LEAST = 1; // smallest visible distance, in pixels
const OVER = 3; // z-index above the rest of the table
const HIGHER = 1.08; // scale of a card seen from the side, which is nearer

let gliding = []; // the running animations

// The place of each card; during an animation, its present place. Animations write, so all that they need is read
// here first: a reading between two writings lays the page out again.
const cards = () => new Map([...document.querySelectorAll("#board .card[id]")].map((card) => [card.id, at(card)]));

function at(card) {
  const { left, top, width, height } = card.getBoundingClientRect();
  const { rotate } = getComputedStyle(card);
  const where = card.parentElement.closest("[id]").id;
  const piece = moved(card);
  return { card, piece, rotate, where, x: left + width / 2, y: top + height / 2, width: card.offsetWidth, height: card.offsetHeight };
}

// The element to move with a card: its place in a row, if the card is alone in it and it has a box.
function moved(card) {
  const place = card.parentElement;
  return place.matches("li") && place.children.length === 1 && place.offsetWidth ? place : card;
}

// Copies of the cards that will turn over, by their ids.
function faces(frame) {
  const found = [...markup(frame).matchAll(/data-from="([^"]+)"/g)].map(([, id]) => document.getElementById(id));
  return new Map(found.filter((card) => card?.matches(".card")).map((card) => [card.id, card.cloneNode(true)]));
}

function glide(old) {
  for (const one of gliding) one.cancel();
  gliding = [];
  const game = document.getElementById("game");
  if (!game) return;
  const now = cards();
  const style = getComputedStyle(game);
  const [slow, turn] = ["--slow", "--turn"].map((name) => Number.parseFloat(style.getPropertyValue(name)));
  const calmly = { duration: slow, easing: style.getPropertyValue("--out") };
  let come = 0;
  const oneByOne = () => ({ ...calmly, delay: Math.min(APART_MS * come++, LAST_MS), fill: "backwards" });
  const turned = turnedOver(old, now);
  const above = overlay(game.getBoundingClientRect());
  for (const [id, there] of now) {
    const { from, face } = turned.get(id) ?? { from: old.cards.get(id) };
    if (!there.width) continue;
    if (!from?.width) settle(there.card, oneByOne());
    else if (face && turn) turnOver(above.lay(face, from), from, there, turn);
    // A row closes up at once.
    else travel(from, there, from.where === there.where ? calmly : oneByOne());
  }
  const turning = new Set([...turned.values()].map(({ from }) => from));
  const gone = [...old.cards].filter(([id, { card, width }]) => width && !card.isConnected && !now.has(id));
  for (const [, from] of gone) if (!turning.has(from)) leave(above.lay(from.card, from));
  game.append(above.layer);
  Promise.allSettled(gliding.map(({ finished }) => finished)).then(() => above.layer.remove());
}

// "add" keeps a card's own style (a playable card is higher up); "set" replaces it.
const add = (card, frames, timing) => gliding.push(card.animate(frames, { composite: "add", ...timing }));
const set = (card, frames, timing) => gliding.push(card.animate(frames, timing));

const px = (x, y) => `${x}px ${y}px`;

function travel(from, to, timing) {
  const [x, y, size] = [from.x - to.x, from.y - to.y, from.width / to.width];
  if (Math.hypot(x, y) < LEAST && from.width === to.width) return;
  add(to.piece, { translate: [px(x, y), px(0, 0)] }, timing);
  set(to.piece, { scale: [size, 1], zIndex: [OVER, OVER] }, timing);
}

// A card without an old place comes from above.
function settle(card, timing) {
  add(card, { translate: ["0 -1.5rem", "0 0"], rotate: ["-4deg", "0deg"] }, timing);
  set(card, { opacity: [0, 1] }, timing);
}

const leave = (card) => set(card, { opacity: 0, scale: 0.9 }, { duration: LEAVE_MS, easing: "ease-in", fill: "forwards" });

// A queen that wakes or falls asleep turns over half-way: the old face turns away, the new one turns up.
function turnOver(face, from, to, duration) {
  const timing = { duration, easing: "cubic-bezier(0.45, 0, 0.2, 1)" };
  const gone = { ...timing, fill: "forwards" };
  const edge = (width) => `0 ${(HIGHER * (from.width + to.width)) / 2 / width}`;
  add(face, { translate: [px(0, 0), px(to.x - from.x, to.y - from.y)] }, gone);
  set(face, { scale: ["1", edge(from.width), edge(from.width)] }, gone);
  add(to.card, { translate: [px(from.x - to.x, from.y - to.y), px(0, 0)] }, timing);
  set(to.card, { scale: [edge(to.width), edge(to.width), "1"], zIndex: [OVER, OVER] }, timing);
}

// A layer above the table for removed cards: pictures that cannot be chosen.
function overlay(corner) {
  const layer = document.createElement("div");
  layer.className = "leaving";
  layer.ariaHidden = "true";
  const lay = (card, { x, y, width, height, rotate }) => {
    for (const control of card.querySelectorAll("input, button")) control.remove();
    for (const named of [card, ...card.querySelectorAll("[id]")]) named.removeAttribute("id");
    const [left, top] = [x - corner.x - width / 2, y - corner.y - height / 2].map((length) => `${length}px`);
    card.style.setProperty("--card", `${width}px`);
    Object.assign(card.style, { left, top, rotate });
    layer.append(card);
    return card;
  };
  return { layer, lay };
}

// Cards in new places that turned over, with the old card of each. Over several moves a card may have turned
// more than once: its first old place belongs to its last new one.
function turnedOver(old, now) {
  const found = new Map();
  const known = new Set();
  for (const element of document.querySelectorAll("#board [data-from]")) {
    const from = element.dataset.from;
    const to = element.dataset.to ?? element.id;
    if (!old.faces.has(from) || now.has(from) || !now.has(to) || old.cards.has(to)) continue;
    if (!known.has(from) && !known.has(to)) found.set(to, { from: old.cards.get(from), face: old.faces.get(from) });
    known.add(from).add(to);
  }
  return found;
}

// Removing the focused element forces a layout of a half-changed page, so blur it before.
function blurIfGone(focused, frame) {
  const id = focused?.closest("#board [id]")?.id;
  if (!id) return;
  const changes = frame.content !== undefined || Object.keys(frame.fragments ?? {}).some((one) => focused.closest(`#${CSS.escape(one)}`));
  if (changes && !markup(frame).includes(` id="${id}"`)) focused.blur();
}

const markup = ({ content, fragments = {}, lines = {} }) => content ?? [...Object.values(fragments), ...Object.values(lines).flat()].join("");

// Focus stays on its piece. If the piece is gone, it moves to the next card, or to the element in its place, or
// else to the board.
function refocus(focused, place) {
  if (!focused || focused === document.body || focused.isConnected) return;
  const board = document.getElementById("board");
  const next = focused.dataset?.key && (board.querySelector(`[data-key="${focused.dataset.key}"]`) ?? board.querySelector("[data-key]"));
  const instead = place && document.querySelector(`#${place} :is(button, summary)`);
  (next || instead || board).focus({ preventScroll: true });
}

const ended = () => document.querySelector("#board [data-end]")?.dataset.end;

const call = () => document.getElementById("board").dataset.call;

// Places of news: the log, the moments, and notices that are no events of the game.
const TOLD = [".log__lines > li", "#moments > li", "#board [data-told]"];
const lines = (page, which) => [...page.querySelectorAll(which)].map((one) => ({ kind: one.dataset.kind, words: plain(one) }));

// Return the new lines: old lines are removed at the start, so find the offset.
function added(before, after) {
  for (let slid = 0; slid <= before.length; slid++) {
    const kept = before.slice(slid);
    if (kept.every(({ words }, index) => words === after[index]?.words)) return after.slice(kept.length);
  }
  return [];
}

export const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim();
