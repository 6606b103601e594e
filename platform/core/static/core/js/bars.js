// The bars of what others ask, at the top of the page: they stay in their order when a push
// replaces them, do not cover the element with the focus, and return the focus. A press just after one of
// them came into its place does nothing: it was meant for what was there before.

const usable = (element) => element?.isConnected && element !== document.body && !element.closest("#invitations");

let before = document.activeElement; // the last element outside the bars that had the focus
document.addEventListener("focusin", ({ target }) => {
  if (usable(target)) before = /** @type {Element} */ (target);
});

const CALM_MS = 600;
const FIRST = "#invitations > .asked-bar";
const inSight = (bars) =>
  [...bars.querySelectorAll(document.querySelector(".asked-more[open]") ? ".asked-bar" : FIRST)].map((bar) => bar.id);

// Puts the bars that the page shows into its order, and new ones behind them.
function order(list) {
  const known = [...document.querySelectorAll(".asked-bar")].map((bar) => bar.id);
  const place = ({ id }) => (known.includes(id) ? known.indexOf(id) : known.length);
  const bars = [...list.querySelectorAll(".asked-bar")].sort((one, other) => place(one) - place(other));
  list.prepend(...bars.splice(0, 1));
  list.querySelector(".asked-more__list")?.append(...bars);
}

let calm = 0; // until then, the bars have just come into their places

export function rest() {
  calm = performance.now() + CALM_MS;
}

htmx.registerExtension("in-place", {
  htmx_before_swap: (_, { tasks }) => {
    for (const { fragment } of tasks) {
      const list = fragment?.querySelector("#invitations");
      if (!list) continue;
      order(list);
      const before = inSight(document);
      if (inSight(fragment).some((id, place) => id !== before[place])) rest();
    }
  },
});

// A press by keys is meant for the element with the focus, wherever that is.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!event.detail || performance.now() > calm || !target.closest("#invitations :is(button, a, summary)")) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// After an answer, the user continues where they were.
export function goBack() {
  const place = /** @type {HTMLElement} */ (usable(before) ? before : document.getElementById("main"));
  place?.focus({ preventScroll: true });
}

// Scrolls the element with the focus out from under the bars.
export function uncover() {
  const edge = document.querySelector("#invitations:has(.asked-bar)")?.getBoundingClientRect();
  const focused = /** @type {Element} */ (document.activeElement);
  if (!edge || !usable(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  if (top < edge.bottom && bottom > edge.top) focused.scrollIntoView({ block: "nearest" });
}
