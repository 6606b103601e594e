// Detects whether the user is looking at this page: it is visible, and it was touched within the last
// two minutes. A tab may be in the background, or forgotten on a screen that stays on.

const FORGOTTEN_MS = 120000;

let touched = Date.now(); // Date.now() continues while the computer sleeps

export const looking = () => !document.hidden && Date.now() - touched < FORGOTTEN_MS;

// Calls `changed` when the user hides this page, or returns to it after it was hidden or forgotten.
export function whenLookChanges(changed) {
  const touch = () => {
    const before = looking();
    touched = Date.now();
    if (!before && looking()) changed();
  };
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "focus"])
    addEventListener(name, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => (document.hidden ? changed() : touch()));
}
