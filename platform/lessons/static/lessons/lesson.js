// The address says how far the lesson is, so that a page that is loaded anew goes on there.

const board = document.getElementById("board").parentElement;

new MutationObserver(() => {
  const step = document.getElementById("board").dataset.version;
  history.replaceState(history.state, "", `?step=${step}`);
}).observe(board, { subtree: true, childList: true, attributeFilter: ["data-version"] });
