// The order of your hand. You may drag cards, or sort them; only this page knows. New cards come last.
//
// A push brings the hand in the server's order, so it is put in yours before the board changes. The cards themselves
// move, and with them the order for keys and screen readers. `data-sorts` on the hand: the ways to sort it, each the
// parts of a card's handle to compare; `data-ranks`: the order of parts that are not in the order of the alphabet;
// `data-counted`: its keys count the cards from the left.

const KEPT = `hand-order ${location.pathname}`;

// On a shared device, the next player at this page must not learn it.
const store = document.querySelector(".hands") ? null : sessionStorage;

const hand = () => document.getElementById("hand");
const idOf = (place) => place.querySelector(".card[id]")?.id;

let order = JSON.parse(store?.getItem(KEPT) ?? "null"); // the ids of the cards; null: the server's order
let sorted = -1; // the last way of sorting

function keep(ids) {
  order = ids;
  if (ids) store?.setItem(KEPT, JSON.stringify(ids));
  else store?.removeItem(KEPT);
}

// Put the hand of this page or part in your order.
function arrange(root) {
  const list = root.querySelector("#hand");
  if (!order || !list) return;
  const rank = (place) => (order.indexOf(idOf(place)) + order.length + 1) % (order.length + 1); // unknown ones last
  const places = [...list.children].sort((one, other) => rank(one) - rank(other));
  lay(list, places);
  keep(places.map(idOf));
}

function lay(list, places) {
  const keys = [...list.querySelectorAll("[data-key]")].map(({ dataset }) => dataset.key);
  list.append(...places);
  if ("counted" in list.dataset) number(list, keys);
}

// The keys stay where they are: the first one belongs to the first card.
function number(list, keys) {
  for (const [at, input] of list.querySelectorAll("[data-key]").entries()) {
    input.dataset.key = keys[at];
    const shown = input.closest("li").querySelector(".key");
    if (shown) shown.textContent = keys[at].toUpperCase();
  }
}

// Called with the HTML of a push, before it is shown.
export function inYourOrder(html) {
  if (!order || !html.includes('id="hand"')) return html;
  const part = document.createElement("template");
  part.innerHTML = html;
  arrange(part.content);
  return part.innerHTML;
}

// Change the hand on the page. A card that moves keeps the focus.
function rearrange(places) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  lay(hand(), places);
  keep(places.map(idOf));
  if (hand().contains(focused)) focused.focus({ preventScroll: true });
}

// Put a place of the hand before another one; null: at the end.
export function move(place, next) {
  const others = [...hand().children].filter((other) => other !== place);
  others.splice(next ? others.indexOf(next) : others.length, 0, place);
  rearrange(others);
  sorted = -1;
}

// By keyboard: move the place of this piece by one; false if it is not in the hand.
export function shift(input, step) {
  const place = input.closest("#hand > *");
  const beside = step < 0 ? place?.previousElementSibling : place?.nextElementSibling;
  if (beside) move(...(step < 0 ? [place, beside] : [beside, place]));
  return Boolean(place);
}

const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

function sort() {
  const ways = hand().dataset.sorts.split(",");
  sorted = (sorted + 1) % ways.length;
  const parts = ways[sorted].split(" ").map(Number);
  const ranks = (hand().dataset.ranks ?? "").split(" ");
  const words = (place) => idOf(place).split("-").slice(1);
  const between = (one, other) => ranks.indexOf(one) - ranks.indexOf(other) || collator.compare(one, other);
  const compare = (one, other) => parts.reduce((found, part) => found || between(words(one)[part], words(other)[part]), 0);
  rearrange([...hand().children].sort(compare));
}

document.addEventListener("click", (event) => event.target.closest("[data-sort]") && hand() && sort());

export const forgetOrder = () => keep(null);

arrange(document);
