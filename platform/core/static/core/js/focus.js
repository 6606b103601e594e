// Whose keys act: those of the table only while it has the focus (something on it was clicked or
// tabbed to), those of the site only elsewhere. What there is of them stands in core/keyboard_shortcuts.py.

export function atTable() {
  const table = document.querySelector("#play ~ .desk #board");
  const focused = document.activeElement;
  if (!table || document.querySelector(":popover-open")) return false;
  return focused === table || table.querySelector(".board__table").contains(focused);
}

// Where the focus is on what is not to be used any more, the table gets it, and its keys still act.
export function release(element) {
  if (element.contains(document.activeElement)) document.getElementById("board").focus({ preventScroll: true });
}

export function releaseLost() {
  const { activeElement: focused, body } = /** @type {any} */ (document);
  if (focused === body || focused.disabled || !focused.checkVisibility({ visibilityProperty: true })) release(document);
}

// Back to the page around the table: to the next match that waits, if one does.
export function leaveTable() {
  (document.querySelector("#waiting [data-next]") ?? document.getElementById("main")).focus({ preventScroll: true });
}
