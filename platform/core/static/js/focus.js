// Whose keys act: those of the table only while it has the focus (something on it was clicked or
// tabbed to), those of the site only elsewhere. What there is of them stands in core/keys.py.

export function atTable() {
  const table = document.querySelector("#play ~ .desk #board");
  const focused = document.activeElement;
  if (!table || document.querySelector(":popover-open")) return false;
  return focused === table || table.querySelector(".board__table").contains(focused);
}

// Back to the page around the table: to the next match that waits, if one does.
export function leaveTable() {
  (document.querySelector("#waiting [data-next]") ?? document.getElementById("main")).focus({ preventScroll: true });
}
