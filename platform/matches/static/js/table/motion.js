// Showing a board: htmx morphs it, and cards travel by view transitions.
//
// A card's id is its handle: an open card's face, a hidden one's place. `data-from` (with `data-to`, or
// on the card itself) says that a card turned over on the way: a queen woke up, or fell asleep.

import { preview, swap } from "./board.js";

// Loaded for whoever wants to hear something, and for nobody else.
const sounds = document.documentElement.dataset.sounds === "yes" ? import("./sounds.js") : null;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// `frame`: as `board.js` has it; `arrange`: what a board needs that has just come. Returns what is new, in sentences.
export async function show(frame, { travel, arrange }) {
  const before = TOLD.map((which) => lines(document, which));
  const wasAsked = Boolean(call());
  const focused = document.activeElement;
  const place = focused?.closest("#yours, #pausing")?.id;
  const stays = !travel || still.matches || document.hidden || !document.startViewTransition;
  const next = stays || races(document) ? null : preview(frame);
  const glides = next && !races(next);
  const turns = glides ? turning(next) : [];
  const moves = glides ? moving(next) : new Set();
  // What somebody unfolded to choose from stays so, however quick the others are.
  const unfolded = [...document.querySelectorAll("#board details[open][id]")].map(({ id }) => id);
  const change = async () => {
    await swap(frame);
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    arrange();
    refocus(focused, place);
  };
  if (next) blurIfGone(focused, next);
  if (turns.length || moves.size) await glide(change, turns, moves);
  else await change();
  const [news, moments, notices] = TOLD.map((which, index) => added(before[index], lines(document, which)));
  const asked = call() && !wasAsked;
  const heard = { news: news.length, moment: moments.length, asked };
  sounds?.then(({ hear }) => hear(heard));
  // A moment says more of what a line of the log says, too.
  const telling = news.map((line) => {
    const more = moments.findIndex(({ kind }) => kind === line.kind);
    return more < 0 ? line : moments.splice(more, 1)[0];
  });
  return [...telling, ...moments, ...notices].map(({ words }) => words);
}

// While a transition is prepared the page takes no clicks: where all race, none is made.
const races = (page) => page.querySelector("#game[data-quick]") !== null;

async function glide(change, turns, moves) {
  const old = new Map([...moves].map((id) => [id, id]));
  const fresh = new Map(old);
  for (const { from, to } of turns) {
    old.set(from, to);
    fresh.delete(from);
    fresh.set(to, to);
  }
  const turned = new Set(turns.map(({ to }) => to));
  const mark = (names) => {
    for (const [id, name] of names) label(document.getElementById(id), name, turned.has(name));
  };
  const clean = (names) => {
    for (const id of names.keys()) label(document.getElementById(id), "");
  };
  mark(old);
  const transition = document.startViewTransition(async () => {
    clean(old);
    await change();
    mark(fresh);
  });
  const settled = () => clean(fresh);
  transition.finished.then(settled, settled);
  transition.ready.catch(() => {}); // cut short by a newer board, which does not wait
  await transition.updateCallbackDone;
}

function label(card, name, turned) {
  if (!card?.matches(".card") && name) return;
  card?.style.setProperty("view-transition-name", name);
  card?.style.setProperty("view-transition-class", name && (turned ? "card turning" : "card"));
}

// The cards that appear, vanish or change their home, and their neighbours where a home closes up.
// Only these are taken into the transition: a card that is in one cannot be touched meanwhile.
function moving(next) {
  const [here, there] = [homes(document.getElementById("board")), homes(next)];
  const found = new Set([...here.keys(), ...there.keys()].filter((id) => here.get(id) !== there.get(id)));
  const stirred = new Set([...found].flatMap((id) => [here.get(id), there.get(id)]));
  for (const page of [here, there])
    for (const [id, home] of page) if (stirred.has(home) && document.getElementById(home)?.matches("[data-closes-up]")) found.add(id);
  return found;
}

const homes = (page) => new Map([...page.querySelectorAll(".card[id]")].map((card) => [card.id, card.parentElement.closest("[id]").id]));

// Which cards of the present board become which of the next, turned over. Over several moves one may
// have turned more than once: where it was first is where it is now.
function turning(next) {
  const found = [];
  const known = new Set();
  for (const element of next.querySelectorAll("[data-from]")) {
    const from = element.dataset.from;
    const to = element.dataset.to ?? element.id;
    const id = (name) => `#${CSS.escape(name)}`;
    const leaves = !next.querySelector(id(from))?.matches(".card");
    const here = document.getElementById(from);
    if (!here?.matches(".card") || !leaves || !next.querySelector(id(to)) || document.getElementById(to)) continue;
    if (!known.has(from) && !known.has(to)) found.push({ from, to });
    known.add(from).add(to);
  }
  return found;
}

// To remove what has the focus lays out a page that is changed by half: it loses the focus before.
function blurIfGone(focused, next) {
  const id = focused?.closest("#board [id]")?.id;
  if (id && !next.querySelector(`#${CSS.escape(id)}`)) focused.blur();
}

// Focus stays where it was; if that piece is gone, it goes to the next card, or to what came in its
// place, else to the board.
function refocus(focused, place) {
  if (!focused || focused === document.body || focused.isConnected) return;
  const board = document.getElementById("board");
  const next = focused.dataset?.key && (board.querySelector(`[data-key="${focused.dataset.key}"]`) ?? board.querySelector("[data-key]"));
  const instead = place && document.querySelector(`#${place} :is(button, summary)`);
  (next || instead || board).focus({ preventScroll: true });
}

const call = () => document.getElementById("board").dataset.call;

// Where something is told: the log, what is told once, and what is no event of the game.
const TOLD = [".log__lines > li", "#moments > li", "#board [data-told]"];
const lines = (page, which) => [...page.querySelectorAll(which)].map((one) => ({ kind: one.dataset.kind, words: plain(one) }));

// The lines that are new: the older ones go, so find how far.
function added(before, after) {
  for (let slid = 0; slid <= before.length; slid++) {
    const kept = before.slice(slid);
    if (kept.every(({ words }, index) => words === after[index]?.words)) return after.slice(kept.length);
  }
  return [];
}

export const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim();
