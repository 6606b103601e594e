// Something nobody can guess: keys of actions, and a player's part of the shuffle.

export const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
