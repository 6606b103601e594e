// What screen readers say, beside what the board shows.

export const say = (words) => {
  document.getElementById("live").textContent = words;
};

const refusal = () => document.querySelector("#call[role=alert]");
export const refused = () => refusal()?.textContent;

// The same words again are news only in an element that is new.
export function refuseAgain() {
  const said = refusal();
  said?.replaceWith(said.cloneNode(true));
}
