// Choosing: pieces are checkboxes, which work without this script. The board's `data-offers` lists the
// picks of each possible action; this script has no rules. Typed text counts as one more pick.

import { atTable, leaveTable } from "../../../core/js/focus.js";
import { say } from "./aloud.js";
import { painted } from "./board.js";
import { ask, field, forget, keyed as keyedInField, takesKeys, typed } from "./typing.js";

const board = () => document.getElementById("board");
const inputs = () => [...board().querySelectorAll('input[type="checkbox"][name="pick"]')];
const chosen = () => inputs().filter((input) => input.checked);
const piece = (input) => input.closest(".piece");

let offers = []; // {picks, typed}: the pieces, and whether a word must be typed as well
let offersText = null;
let marked = new Set(); // ids of the chosen pieces in the order of choice, to find them on the next board

export const selection = () =>
  chosen()
    .map((input) => input.value)
    .sort();

// The button that submits a choice may be a pick, too: it names the situation that the choice answers.
const answers = () => [board().querySelector("[data-play]")?.value].filter(Boolean);

// Where there is a text field, an offered pick without a control is an example of what may be typed.
function read(text) {
  const own = answers();
  const controls = field() && new Set([...board().querySelectorAll('[name="pick"]:not([type="text"])')].map((one) => one.value));
  return JSON.parse(text).map((offer) => {
    const picks = offer.filter((pick) => !own.includes(pick) && (!controls || controls.has(pick)));
    return { picks, typed: Boolean(controls) && picks.length > 0 && offer.some((pick) => !controls.has(pick)) };
  });
}

// True if the larger list contains the smaller one, counting duplicates.
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
  // Styles use this attribute: searching for checked inputs takes the browser long.
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

// The words of the chosen pieces, as far as they have any: the card of the hand first.
const words = () => chosen().map((input) => piece(input).dataset.word).filter(Boolean).reverse();

// A place or another player's queen glows only together with a card, unless it is an action by itself.
const needsCompany = (input) => !input.dataset.key && !exact([input.value]);

// The data attribute `name` of the piece that was chosen last.
function said(name) {
  const words = new Map(chosen().map((input) => [piece(input).id, piece(input).dataset[name]]));
  return [...marked].map((id) => words.get(id)).filter(Boolean).at(-1);
}

// Shows what the choice still needs, in place of the call.
function hint() {
  const picks = selection();
  const sentence = wanting(picks) ? field().dataset.hint : grows(picks) ? said("hint") : null;
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
  forget();
}

// Clears the choice that was played. A button beside an unfinished word leaves that word alone.
export function spend(picks) {
  if (!field() || selection().some((pick) => picks.includes(pick))) clear();
}

// Clears the choice after a refusal, but keeps a word and the pieces that it could still be for.
export function drop() {
  const kept = [];
  for (const input of chosen()) {
    input.checked = Boolean(field()) && possible([...kept, input.value]);
    if (input.checked) kept.push(input.value);
  }
  remember();
  refresh();
}

// Restores the choice after a swap, as far as its pieces still exist.
export function keep() {
  for (const input of inputs()) input.checked = marked.has(piece(input).id);
  remember();
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

export function watch(play) {
  remember(); // the user may have chosen before this script was loaded
  document.addEventListener("change", (/** @type {any} */ event) => {
    const input = event.target;
    if (input.name !== "pick" || !board().contains(input)) return;
    let picks = selection();
    let replaced = false;
    if (input.checked && !possible(picks) && picks.length > 1 && possible([input.value])) {
      // Another card than before: the choice starts again with it and is not played at once. Where a
      // word follows, nothing is played at once, so pieces that fit the new card stay.
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
    if (takesKeys() && wanting(selection())) follow(); // the next key may be meant for the field
    else painted().then(follow);
    if (!input.checked) return;
    if (!possible(picks)) play([...picks, ...answers()]); // the server gives the reason
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

// The whole choice: the pieces, the word, and the situation that they answer.
const carried = (word = typed()) => [...selection(), word, ...answers()].filter(Boolean);

function lay(play) {
  if (typed() && words().length > 1) play(carried());
}

// Clears the choice.
function leave() {
  clear();
  refresh();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keyed(event, play) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('input:not([name="pick"]), textarea, select')) return;
  // A key that is held down counts once: the element that has the focus next may mean something else.
  if (event.repeat && /^([a-z0-9 ]|Enter)$/.test(event.key)) return event.preventDefault();
  const here = event.target.matches('[name="pick"]') ? event.target : null;
  const cards = /^[a-z0-9]$/.test(event.key) ? [...board().querySelectorAll(`[data-key="${event.key}"]`)] : [];
  const card = cards.find((input) => !input.checked) ?? cards[0]; // of identical cards the next one
  if (card) {
    card.focus();
    card.click();
  } else if (event.key === "Escape") (selection().length ? leave : leaveTable)();
  else if (event.key === "Enter" && here?.type === "checkbox") {
    if (!here.checked) here.click();
    else if (exact(selection())) play(carried());
  } else if (here && ARROWS[event.key]) {
    neighbour(here, ARROWS[event.key])?.focus();
  } else return;
  event.preventDefault();
}

// The nearest piece in the direction of the arrow key, by position on the screen.
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
