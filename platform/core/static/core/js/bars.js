// The bars of what others ask, at the top of the page: they stay unfolded when a push replaces them, do
// not cover the element with the focus, and return the focus.

const usable = (element) => element?.isConnected && element !== document.body && !element.closest("#invitations");

let before = document.activeElement; // the last element outside the bars that had the focus
document.addEventListener("focusin", ({ target }) => {
  if (usable(target)) before = /** @type {Element} */ (target);
});

htmx.registerExtension("unfolded", {
  htmx_before_morph_attr: (element, { attrName }) => attrName !== "open" || !element.matches(".asked-more"),
});

// After an answer, the user continues where they were.
export function goBack() {
  const place = /** @type {HTMLElement} */ (usable(before) ? before : document.getElementById("main"));
  place?.focus({ preventScroll: true });
}

// Scrolls the element with the focus out from under the bars.
export function uncover() {
  const edge = document.getElementById("invitations").getBoundingClientRect();
  const focused = /** @type {Element} */ (document.activeElement);
  if (!usable(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  if (top < edge.bottom && bottom > edge.top) focused.scrollIntoView({ block: "nearest" });
}
