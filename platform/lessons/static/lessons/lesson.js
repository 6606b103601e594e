// Stores the lesson's progress in the address, so that a reloaded page continues there.

const board = document.getElementById("board").parentElement;

new MutationObserver(() => {
  const step = document.getElementById("board").dataset.version;
  history.replaceState(history.state, "", `?step=${step}`);
}).observe(board, { subtree: true, childList: true, attributeFilter: ["data-version"] });
