// Selection of pieces, which are checkboxes (they work without this script). `data-offers` on the board has
// the picks of each possible action; this script contains no rules. Typed text is one more pick.

import { atTable, leaveTable } from "../../../core/js/focus.js";
import { askAgain, say } from "./aloud.js";
import { askAbout } from "./ask.js";
import { painted } from "./board.js";
import { watchDrags } from "./drag.js";
import { shift } from "./hand_order.js";
import { ask, field, forget, keyed as keyedInField, takesKeys, typed } from "./typing.js";

const board = () => document.getElementById("board");
const inputs = () => [...board().querySelectorAll('input[type="checkbox"][name="pick"]')];
const chosen = () => inputs().filter((input) => input.checked);
const piece = (input) => input.closest(".piece");

let offers = []; // {picks, typed}: the pieces, and whether a typed word is needed too
let offersText = null;
let marked = new Set(); // ids of the chosen pieces in the order of choice, to find them on the next board
let lost = false; // a piece that a word was made of is gone; true until the next choice

export const selection = () =>
  chosen()
    .map((input) => input.value)
    .sort();

// The button that submits a selection may be a pick too: it names the question that the action answers.
const answers = () => [board().querySelector("[data-play]")?.value].filter(Boolean);

// If there is a text field, an offered pick without a control is an example of the text.
function read(text) {
  const own = answers();
  const controls = field() && new Set([...board().querySelectorAll('[name="pick"]:not([type="text"])')].map((one) => one.value));
  return JSON.parse(text).map((offer) => {
    const picks = offer.filter((pick) => !own.includes(pick) && (!controls || controls.has(pick)));
    return { picks, typed: Boolean(controls) && picks.length > 0 && offer.some((pick) => !controls.has(pick)) };
  });
}

// Whether the smaller list is a part of the larger one, counting duplicates.
function within(small, large) {
  const rest = [...large];
  return small.every((pick) => {
    const found = rest.indexOf(pick);
    if (found >= 0) rest.splice(found, 1);
    return found >= 0;
  });
}

const possible = (picks) => offers.some((offer) => within(picks, offer.picks));
const all = (picks) => offers.filter((offer) => offer.picks.length === picks.length && within(picks, offer.picks));
const exact = (picks) => all(picks).some((offer) => !offer.typed || typed());
const grows = (picks) => offers.some((offer) => offer.picks.length > picks.length && within(picks, offer.picks));
const wanting = (picks) => all(picks).some((offer) => offer.typed);

export function refresh({ focus = false } = {}) {
  const now = board();
  if (now.dataset.offers !== offersText) {
    offersText = now.dataset.offers;
    offers = read(offersText);
  }
  const picks = selection();
  // CSS uses this attribute, because a selector for checked pieces is slow.
  now.toggleAttribute("data-choosing", picks.length > 0);
  for (const label of now.querySelectorAll("[data-with]"))
    label.toggleAttribute("data-fits", picks.includes(label.dataset.with));
  for (const input of inputs()) {
    const can = !input.checked && possible([...picks, input.value]) && (picks.length > 0 || !needsCompany(input));
    piece(input).toggleAttribute("data-possible", can);
    if (!can) input.removeAttribute("aria-describedby");
    else if (!input.hasAttribute("aria-describedby")) input.setAttribute("aria-describedby", "possible");
  }
  const button = now.querySelector("[data-play]");
  if (button) {
    const verb = said("verb") ?? button.dataset.verb;
    button.disabled = !exact(picks);
    if (button.textContent !== verb) button.textContent = verb;
  }
  ask(words(), { wanted: wanting(picks), focus });
  return hint();
}

// The words of the chosen pieces, if they have any: the card of the hand first.
const words = () => chosen().map((input) => piece(input).dataset.word).filter(Boolean).reverse();

// A place or another player's queen glows only if a card needs it, unless it is an action by itself.
const needsCompany = (input) => !input.dataset.key && !exact([input.value]);

// The data of the piece that was chosen last and has any.
function said(name) {
  const words = new Map(chosen().map((input) => [piece(input).id, piece(input).dataset[name]]));
  return [...marked].map((id) => words.get(id)).filter(Boolean).at(-1);
}

// Show what the selection still needs, in place of the question.
function hint() {
  const picks = selection();
  const next = (lost && field()?.dataset.lost) || (picks.length > 1 && said("then")) || (!exact(picks) && said("more")) || said("hint");
  const sentence = wanting(picks) ? field().dataset.hint : grows(picks) ? next : null;
  const call = document.getElementById("call");
  if (!call || call.role === "alert") return sentence;
  call.dataset.before ??= call.innerHTML;
  if (sentence) call.textContent = sentence;
  else if (call.innerHTML !== call.dataset.before) call.innerHTML = call.dataset.before;
  return sentence;
}

function clear() {
  for (const input of chosen()) input.checked = false;
  marked.clear();
  lost = false;
  forget();
}

// Played pieces are no longer selected. A button beside an unfinished word leaves the word alone.
export function spend(picks) {
  if (!field() || selection().some((pick) => picks.includes(pick))) clear();
}

// A refusal clears the selection, except a word and the pieces that it may still use.
export function drop() {
  const kept = [];
  for (const input of chosen()) {
    input.checked = Boolean(field()) && possible([...kept, input.value]);
    if (input.checked) kept.push(input.value);
  }
  remember();
  refresh();
}

// After a swap: select the pieces again that still exist.
export function keep() {
  const before = marked.size;
  for (const input of inputs()) input.checked = marked.has(piece(input).id);
  remember();
  if (marked.size < before) lost = marked.size > 0;
}

function remember() {
  const now = chosen().map((input) => piece(input).id);
  marked = new Set([...[...marked].filter((id) => now.includes(id)), ...now]);
}

export function shake(values) {
  const wanted = [...values];
  for (const input of inputs()) {
    const found = wanted.indexOf(input.value);
    if (found < 0) continue;
    wanted.splice(found, 1);
    piece(input).classList.add("shake");
    piece(input).addEventListener("animationend", (event) => event.currentTarget.classList.remove("shake"), { once: true });
  }
}

// Choose a piece that is dragged, without playing it. Null: it is in no offer.
function lift(input, play) {
  const before = new Set(chosen());
  const alone = possible([input.value]);
  if (!input.checked && !possible([...selection(), input.value])) {
    if (!alone) return null;
    for (const other of before) other.checked = false;
  }
  input.checked = true;
  input.focus({ preventScroll: true });
  remember();
  refresh();
  const targets = () =>
    inputs().filter((other) => !other.checked && !other.closest("#hand") && possible([...selection(), other.value]));
  return {
    targets: () => targets().map(piece),
    alone: () => exact(selection()) || targets().length === 0,
    onto: (target) => target.querySelector("input").click(),
    lay: () => exact(selection()) && play(carried()),
    back: () => {
      for (const one of inputs()) one.checked = before.has(one);
      remember();
      refresh();
    },
  };
}

export function watch(play) {
  remember(); // pieces may have been selected before this script ran
  watchDrags((input) => lift(input, play));
  document.addEventListener("change", (/** @type {any} */ event) => {
    const input = event.target;
    if (input.name !== "pick" || !board().contains(input)) return;
    let picks = selection();
    let replaced = false;
    if (input !== field()) lost = false; // the field changes as it loses the focus
    askAgain();
    if (input.checked && !possible(picks) && picks.length > 1 && possible([input.value])) {
      // Another card was chosen: start again with it, but do not play it by surprise. If a word follows, nothing is
      // played at once, and the pieces that still fit stay.
      picks = [input.value];
      for (const other of chosen()) {
        const stays = field() && possible([...picks, other.value]);
        if (stays) picks.push(other.value);
        other.checked = other === input || Boolean(stays);
      }
      replaced = true;
    }
    remember();
    const follow = () => {
      const wanted = refresh({ focus: true });
      if (wanted) say(wanted);
    };
    if (takesKeys() && wanting(selection())) follow(); // the next key may belong to the field
    else painted().then(follow);
    if (!input.checked) return;
    if (!possible(picks)) play([...picks, ...answers()]); // the server answers with the reason
    else if (exact(picks) && !wanting(picks) && !grows(picks) && !replaced) play(carried());
  });

  document.addEventListener("input", (event) => event.target === field() && refresh());

  document.addEventListener("click", (event) => {
    const says = event.target.closest("[data-says]");
    if (says) play(carried(says.dataset.says));
    else if (event.target.closest("[data-leave]")) leave();
  });

  document.getElementById("play").addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    submitter?.removeAttribute("aria-busy");
    const picks = submitter?.name === "pick" && !submitter.matches("[data-play]") ? [submitter.value] : carried();
    if (picks.length) play(picks);
  });

  document.addEventListener("keydown", (event) => {
    if (event.target === field()) keyedInField(event, { lay: () => lay(play), leave });
    else if (atTable()) keyed(event, play);
  });
}

// The whole action: the pieces, the word, and the question that it answers.
const carried = (word = typed()) => [...selection(), word, ...answers()].filter(Boolean);

function lay(play) {
  if (typed() && words().length > 1) play(carried());
}

// Clear the selection.
function leave() {
  clear();
  refresh();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keyed(event, play) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input:not([name="pick"]), textarea, select')) return;
  // Holding a key down is one press, because the next focused element may have another meaning.
  if (event.repeat && /^([a-z0-9 ]|Enter)$/.test(event.key)) return event.preventDefault();
  const here = event.target.matches('[name="pick"]') ? event.target : null;
  const { key } = event;
  const cards = /^[a-z0-9]$/.test(key) ? [...board().querySelectorAll(`[data-key="${key}"]`)] : [];
  const card = cards.find((input) => !input.checked) ?? cards[0]; // of duplicates, the next one
  if (card) {
    card.focus();
    card.click();
  } else if (event.key === "i") askAbout(here);
  else if (event.key === "Escape") (selection().length ? leave : leaveTable)();
  else if (event.key === "Enter" && here?.type === "checkbox") {
    if (!here.checked) here.click();
    else if (exact(selection())) play(carried());
  } else if (here && ARROWS[event.key]) {
    const [sideways] = ARROWS[event.key];
    if (!event.shiftKey || !sideways || !shift(here, sideways)) neighbour(here, ARROWS[event.key])?.focus();
  } else return;
  event.preventDefault();
}

// The nearest visible piece in the direction of the arrow.
function neighbour(from, [x, y]) {
  const middle = (input) => {
    const box = piece(input)?.getBoundingClientRect() ?? input.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  let best = null;
  let least = Infinity;
  for (const input of board().querySelectorAll('[name="pick"]')) {
    const [dx, dy] = middle(input).map((at, axis) => at - [fromX, fromY][axis]);
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    if (ahead > 4 && ahead + 2.5 * aside < least) {
      least = ahead + 2.5 * aside;
      best = input;
    }
  }
  return best;
}
