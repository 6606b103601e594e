// Long presses and drags: the click with which they end must not choose a card.

export const SLIP = 8; // distance in pixels up to which a finger or mouse counts as still

let swallowing = false;

export const swallowClick = () => {
  swallowing = true;
};

document.addEventListener("pointerdown", () => (swallowing = false), true);
document.addEventListener(
  "click",
  (event) => {
    if (!swallowing || event.detail === 0) return; // 0: a key, or a script
    swallowing = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// The card at this point, even below a control that covers it.
export const cardAt = ({ clientX, clientY }) =>
  document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest("#board .card"))
    .find(Boolean);
