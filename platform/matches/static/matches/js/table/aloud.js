// Texts for screen readers, beside the board.

export const say = (words) => {
  document.getElementById("live").textContent = words;
};

const refusal = () => document.querySelector("#call[role=alert]");
export const refused = () => refusal()?.textContent;

// Screen readers repeat the same words only in a new element.
export function refuseAgain() {
  const said = refusal();
  said?.replaceWith(said.cloneNode(true));
}
