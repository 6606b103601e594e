// Decides which keyboard shortcuts apply: those of the table while it has the focus (the user clicked
// on it or tabbed to it), otherwise those of the site. core/keyboard_shortcuts.py lists them all.

export function atTable() {
  const table = document.querySelector("#play ~ .desk #board");
  const focused = document.activeElement;
  if (!table || document.querySelector(":popover-open")) return false;
  return focused === table || table.querySelector(".board__table").contains(focused);
}

// Moves the focus to the table if it is on an element that can no longer be used. The table's keys keep
// working.
export function release(element) {
  if (element.contains(document.activeElement)) document.getElementById("board").focus({ preventScroll: true });
}

export function releaseLost() {
  const { activeElement: focused, body } = /** @type {any} */ (document);
  if (focused === body || focused.disabled || !focused.checkVisibility({ visibilityProperty: true })) release(document);
}

// Moves the focus out of the table: to the link to the next waiting match if there is one.
export function leaveTable() {
  (document.querySelector("#waiting [data-next]") ?? document.getElementById("main")).focus({ preventScroll: true });
}
