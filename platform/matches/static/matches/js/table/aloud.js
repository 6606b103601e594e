// Announces text to screen readers, beside the text on the board.

export const say = (words) => {
  document.getElementById("live").textContent = words;
};

const refusal = () => document.querySelector("#call[role=alert]");
export const refused = () => refusal()?.textContent;

// A screen reader announces the same words again only from a new element.
export function refuseAgain() {
  const said = refusal();
  said?.replaceWith(said.cloneNode(true));
}
