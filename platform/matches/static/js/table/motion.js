// Showing a board: htmx morphs it, cards travel by view transitions, the live region says it in words.
//
// A card's id is its handle: an open card's face, a hidden one's place. `data-from` (with `data-to`, or
// on the card itself) says that a card turned over on the way: a queen woke up, or fell asleep.

import { preview, swap } from "./board.js";

// Loaded for whoever wants to hear something, and for nobody else.
const sounds = document.documentElement.dataset.sounds === "yes" ? import("./sounds.js") : null;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// `frame`: as `board.js` has it.
export async function show(frame, { travel }) {
  const before = lines(document);
  const wasAsked = Boolean(call());
  const seen = plain(document.getElementById("moments"));
  const focused = document.activeElement;
  const place = focused?.closest("#yours, #pausing")?.id;
  const next = preview(frame);
  // While a transition is prepared the page takes no clicks: where all race (data-quick), none is made.
  const quick = next.querySelector("[data-quick]") !== null;
  const stays = quick || !travel || still.matches || document.hidden || !document.startViewTransition;
  const turns = stays ? [] : turning(next);
  const moves = stays ? [] : moving(next);
  // What somebody unfolded to choose from stays so, however quick the others are.
  const unfolded = [...document.querySelectorAll("#board details[open][id]")].map(({ id }) => id);
  if (turns.length || moves.size) await glide(frame, turns, moves);
  else await swap(frame);
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  refocus(focused, place);
  const news = added(before, lines(document));
  const moment = plain(document.getElementById("moments"));
  say(news, next.querySelector("#moments"));
  const asked = call() && !wasAsked;
  sounds?.then(({ hear }) => hear({ news: news.length, moment: moment && moment !== seen, asked }));
}

async function glide(frame, turns, moves) {
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
    await swap(frame);
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

const lines = (page) => [...page.querySelectorAll(".log__lines > li")].map(plain);

// The lines that are new: the log slides, so find how far.
function added(before, after) {
  for (let slid = 0; slid <= before.length; slid++) {
    const kept = before.slice(slid);
    if (kept.every((line, index) => line === after[index])) return after.slice(kept.length);
  }
  return [];
}

const plain = (element) => element?.textContent.replace(/\s+/g, " ").trim();

// What happened, and what is asked of you now if it is you who is asked.
function say(news, moments) {
  const words = [...news, plain(moments), call() && (plain(document.getElementById("call")) || call())];
  if (news.length) document.getElementById("live").textContent = words.filter(Boolean).join(" ");
}
